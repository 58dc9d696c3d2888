// The whole page: the board, its game, and Python.

import {
  BackIcon,
  drawIcon,
  InstallIcon,
  makeTool,
  NotebookIcon,
  PuzzleIcon,
  SettingsIcon,
  ShareIcon,
} from "../shared/icons.ts";
import type { Answer } from "../shared/protocol.ts";
import { _, joinSentences } from "../shared/texts.ts";
import type { ShownCode } from "./code_link.ts";
import { makeDisplay, place } from "./display.ts";
import { makeEarly } from "./early.ts";
import { offerInstall } from "./install.ts";
import { handKeysOn } from "./keys.ts";
import type { Words } from "./language.ts";
import {
  fetchWanted,
  languageOf,
  listLanguages,
  orderLanguage,
  presentLanguage,
  showLanguage,
  words,
} from "./language.ts";
import { findHandover, keepForOffline, lookForVersion } from "./offline.ts";
import { unlessEscaped, withExtras } from "./on_demand.ts";
import { makePageGame } from "./page_game.ts";
import type { Order, Ready, SavedTable, ToPage } from "./protocol.ts";
import { makePython } from "./python.ts";
import type { BoardRequest } from "./requests.ts";
import { makeRequests } from "./requests.ts";
import { changeSettings, readSettings } from "./settings.ts";
import { makeSilence } from "./silence.ts";
import { makeWaiting } from "./waiting.ts";
import { find, notify, say, sayAgain, unsay } from "./words.ts";

/**
 * Number of milliseconds between two messages while Python starts. The messages keep the board
 * from reporting that Python is silent.
 */
const SIGN_OF_LIFE_MS = 1000;

const HAS_WEBASSEMBLY = typeof WebAssembly === "object";

const sayLacking = () =>
  _("This browser can't run Python because it does not support WebAssembly.");
const sayPlayOn = () =>
  _("You can keep playing. Hints, other games and other players need Python.");
const sayOpening = () => _("Opening the puzzle…");
const sayNoLanguage = () =>
  _("This language could not be loaded. Check your network, then try again.");

const [shareButton, puzzleButton] = [find("#share"), find("#puzzle")];

/** Icons in the page's header. */
const ICONS = [
  ["#mine", BackIcon],
  ["#puzzle", PuzzleIcon],
  ["#share", ShareIcon],
  ["#install", InstallIcon],
  ["#notebooks", NotebookIcon],
] as const;

/**
 * Show the button for the daily puzzle, which presses a button on one of the board's sheets.
 */
function showPuzzle(press: () => void): void {
  puzzleButton.hidden = false;
  puzzleButton.addEventListener("click", () => {
    if (!place.inert) press();
  });
}

/**
 * Offer the settings under **More** and at the end of the page.
 *
 * @param beginAnew deletes everything that belongs to a person
 * @param changeLanguage called when a person has chosen another language
 */
function offerSettings(beginAnew: () => void, changeLanguage: () => void) {
  let sheet: HTMLDialogElement | undefined;

  /** Open the sheet, and wait until it is open. */
  const open = () =>
    withExtras(
      unlessEscaped(({ makeSettingsSheet }) => {
        sheet ??= makeSettingsSheet(listLanguages(), beginAnew, changeLanguage);
        find("#board .ttt").append(sheet);
        sheet.showModal();
      }),
    );

  /** Add the settings to the tools under **More**. */
  function addTool(): void {
    const more = find<HTMLDialogElement>("#board .ttt-more");
    const tool = makeTool(_("Settings"), SettingsIcon, () => {
      more.close();
      void open();
    });
    more.querySelector("button:last-of-type")?.before(tool);
  }
  addTool();
  find("#settings").addEventListener("click", () => void open());

  return {
    /** Remove the sheet. The next sheet will show the settings that are saved by then. */
    drop(): void {
      sheet?.close();
      sheet?.remove();
      sheet = undefined;
    },
    /** Offer the settings in another language. If the sheet was open, open it again. */
    async redraw(): Promise<void> {
      const wasOpen = sheet?.open;
      sheet = undefined;
      addTool();
      if (!wasOpen) return;
      // When the sheet closes, the focus returns to this button.
      find("#settings").focus({ preventScroll: true });
      await open();
      find("#board .settings select").focus();
    },
  };
}

/** Show that another tab has taken over the game, so that it can't be played in this tab. */
function showElsewhere(): void {
  say();
  place.inert = true;
  for (const button of [shareButton, puzzleButton]) button.hidden = true;
  notify(() => _("This game is open in another tab."), {
    label: () => _("Play here"),
    act: () => location.reload(),
  });
}

/**
 * Show the board, start Python, and connect the board to Python.
 *
 * @param link link that the page opens (to a game, a lesson or a puzzle), or an empty text
 */
export function openTable(link: string): void {
  const game = makePageGame(link, lose);
  const requests = makeRequests(place, game.keepAsked);
  const waiting = makeWaiting(place);
  const python = makePython({
    order: handOver,
    hear: receive,
    describeKept: () =>
      joinSentences([early?.isPlaying() ? sayPlayOn() : "", requests.describe()]),
    tellUnopened: (trouble) => silence.tellUnopened(trouble),
  });
  const display = makeDisplay({
    picture: game.picture,
    isInert: game.isUnknown,
    send,
    dropPicture: game.dropPicture,
    link: () => new URL(`#${game.link()}`, location.href).href,
    redrawn: () => void settings.redraw(),
  });
  const early = place.inert
    ? null
    : makeEarly({ display, saved: game.saved(), keep: keepEarly, hold });
  const { state } = display;
  const silence = makeSilence({
    state,
    game,
    ask: () => python.post({ kind: "ping" }),
    refuseAll,
    restart: python.restart,
  });
  const life = setInterval(() => {
    const isAwaited = requests.isOpen() || state.thinking != null;
    if (python.isReady() && isAwaited) silence.tick();
    // Keep the board from reporting that Python is silent, because the page itself does that.
    if (isAwaited || !python.isReady()) display.receive({ kind: "progress" });
    if (!python.isReady() && requests.isOpen()) waiting.show(describeWait(), python.readPart());
  }, SIGN_OF_LIFE_MS);

  // --- The board's requests ---

  /** Handle a request, whether or not Python is ready. */
  function send(content: BoardRequest): void {
    if (python.isReady()) pass(content);
    else wait(content);
  }

  /** Pass a request on to Python. */
  function pass(content: BoardRequest): void {
    if (content.kind === "puzzle") showOpening(true);
    requests.add(content);
    python.post({ kind: "request", text: JSON.stringify(content) });
  }

  /** Handle a request before Python is ready. */
  function wait(content: BoardRequest): void {
    const { kind, request, client } = content;
    if (kind === "hello") {
      // After the page has answered the board's first message, the board sends all its other
      // requests.
      const ack = { kind: "ack", request, client, ok: true, code: "ok", message: "" };
      queueMicrotask(() => display.receive(ack));
    } else if (early) early.take(content);
    else hold(content);
  }

  /** Return text about the wait for Python. */
  function describeWait(): string {
    const more = early?.isPlaying() ? _("You can keep playing.") : "";
    return joinSentences([python.describeWait(), more]);
  }

  /** Send a request that was kept to Python, adapted to the current round and ply. */
  function ask(content: BoardRequest): void {
    const { round, move_count: ply } = state;
    pass(content.kind === "play" ? content : { ...content, round, ply });
  }

  /** Hold a request back until Python is ready, and show that it is waiting. */
  function hold(content: BoardRequest): void {
    if (!HAS_WEBASSEMBLY) {
      refuse(content, sayLacking());
      return;
    }
    requests.add(content);
    python.tell();
    requests.show(content, describeWait);
  }

  /** Save the game that is played before Python is ready. */
  function keepEarly(saved: SavedTable): void {
    game.save(saved);
    queueMicrotask(() => game.keep(state));
  }

  /** Let Python take over the game, and return Python's input. */
  function handOver(): Order {
    const viewed = early?.isPlaying() ? state.viewed_ply : null;
    early?.end();
    return { ...game.order(), viewed, language: orderLanguage() };
  }

  /** If a request from the previous visit was refused, show the reason. */
  function tellRefused({ ok, request, message }: Answer & Pick<BoardRequest, "request">): void {
    if (!ok && game.asked.some((content) => content.request === request)) notify(() => message);
  }

  /** Refuse a request, and give the reason. */
  function refuse({ request, client }: BoardRequest, message: string): void {
    display.receive({ kind: "ack", request, client, ok: false, code: "internal", message });
  }

  /** Refuse all requests that Python hasn't answered. */
  function refuseAll(): void {
    for (const content of requests.drop())
      refuse(content, _("Python did not respond, so it was stopped"));
  }

  /** Show whether a puzzle is being opened. */
  function showOpening(isOn: boolean): void {
    place.toggleAttribute("data-opening", isOn);
    if (isOn) say(sayOpening);
    else unsay(sayOpening);
  }

  // --- The language ---

  /** The texts and the person's choice of a language that Python doesn't use yet, or null. */
  let next: { words: Words; choice: string } | null = null;
  /** The person's choice that set the page's current language. */
  let present = readSettings().language;
  /**
   * How often a person has chosen a language. With arrow keys, choices follow each other
   * quickly.
   */
  let choices = 0;

  /** Show the page in the language that a person has chosen, as soon as Python uses it. */
  async function changeLanguage(): Promise<void> {
    const own = ++choices;
    const choice = readSettings().language;
    const wanted = await fetchWanted().catch(() => null);
    if (own !== choices) return;
    if (!wanted) {
      keepLanguage();
      return;
    }
    next = { words: wanted, choice };
    if (python.isReady()) askForLanguage();
    else if (early?.isPlaying()) {
      const before = words.state;
      showNext();
      display.change({ ...display.describeNew(before), ...early.describe() });
      queueMicrotask(() => game.keep(state));
    }
  }

  /** Make Python use the next language or, if there is none, the page's language. */
  function askForLanguage(): void {
    python.post({
      kind: "language",
      language: orderLanguage(languageOf(next?.words ?? words)),
    });
  }

  /** Show the page in the next language, before the board changes its language. */
  function showNext(): void {
    if (next) {
      showLanguage(next.words);
      present = next.choice;
      // A choice before this one could have been taken back in the meantime.
      changeSettings({ ...readSettings(), language: present });
    }
    next = null;
    sayAgain();
  }

  /**
   * Go back to the choice of the current language, because the other language can't be fetched.
   */
  function keepLanguage(): void {
    next = null;
    changeSettings({ ...readSettings(), language: present });
    settings.drop();
    notify(sayNoLanguage);
  }

  // --- Python's messages ---

  /** Show the session's state, which Python sends when it is ready. */
  function begin({ start, state: shown, link: leads, refused, faults }: Ready): void {
    shareButton.hidden = false;
    place.inert = false;
    say(game.isLinked ? () => _("From a link") : undefined);
    document.body.dataset.python = start;
    if (refused) game.drop();
    if (faults.length) notify(() => faults.join(" "));
    display.change(shown);
    game.lead(leads);
    if (next || shown.language !== presentLanguage()) askForLanguage();
    waiting.hide();
    requests.release().forEach(ask);
    game.begin();
    python.post({ kind: "hand over", cache: findHandover() });
  }

  /** Handle a message from Python. */
  function receive(message: ToPage): void {
    silence.heard();
    switch (message.kind) {
      case "ready":
        begin(message);
        break;
      case "handed over":
        keepForOffline();
        break;
      case "changes":
        game.save(message.saved);
        if (next && message.changes.language === languageOf(next.words)) showNext();
        display.change(message.changes);
        game.lead(message.link);
        // The board draws in a microtask. The game is saved in a later microtask, because
        // saving can wait.
        queueMicrotask(() => game.keep(state));
        break;
      case "not translated":
        keepLanguage();
        break;
      case "message":
        silence.answered();
        showOpening(false);
        requests.close(message.message.request);
        display.receive(message.message);
        tellRefused(message.message);
        break;
    }
  }

  /** Stop, because another tab has taken over the game. */
  function lose(): void {
    early?.end();
    python.stop();
    clearInterval(life);
    showElsewhere();
  }

  shareButton.addEventListener("click", () => find("#board .ttt-share").click());
  place.addEventListener("ttt-code", ({ detail }: CustomEventInit<ShownCode>) => {
    void withExtras(({ showCodeLink }) => detail && showCodeLink(detail));
  });
  for (const [id, icon] of ICONS) find(id).prepend(drawIcon(icon));
  showPuzzle(() => display.pressOnSheet(".ttt-daily"));
  const settings = offerSettings(game.beginAnew, () => void changeLanguage());
  offerInstall([find("#install"), find("body > footer button")]);
  find("#mine").hidden = !game.isLinked;
  handKeysOn(place);
  if (game.isToCome) say(() => _("Opening the link"));
  if (HAS_WEBASSEMBLY) python.start();
  else notify(() => joinSentences([sayLacking(), sayPlayOn()]));
  game.asked.forEach(wait);
  lookForVersion().catch(() => {});
}
