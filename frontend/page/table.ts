// The table of the page: the board that is shown, what is kept of it, and Python behind it.

import widget from "../board/board.ts";
import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Keeper } from "./keeper.ts";
import { makeKeeper } from "./keeper.ts";
import { handKeysOn } from "./keys.ts";
import { leadsToLesson, showAddress } from "./link.ts";
import { makeModel } from "./model.ts";
import { findHandover, keepForOffline } from "./offline.ts";
import type { KeptGame, Ready, ToPage } from "./protocol.ts";
import { makePulse } from "./pulse.ts";
import { makePython } from "./python.ts";
import type { BoardRequest } from "./requests.ts";
import { makeRequests } from "./requests.ts";
import { share, wordsToShare } from "./share.ts";
import { find, hush, notify, say } from "./words.ts";

/** Milliseconds between the messages that keep the board calm while Python starts. */
const SIGN_OF_LIFE_MS = 1000;

const DROPPED = "The game kept from your last visit could not be read and was dropped.";
const NOT_KEPT = "This browser keeps no games: once you close this page, this one is gone.";
const ELSEWHERE = "This game is open in another tab.";
const LEFT_ALONE = "The game from before is kept for your next visit. This one is not kept.";
const REFUSED = "Python did not answer that, and was stopped";

const place = find("#board");
const shareButton = find("#share");
/** Buttons of the page that press one of the board, by the class of that. */
const PRESSES = { "#learn": ".ttt-to-learn", "#puzzle": ".ttt-daily" };

/** Return what the board shows of a new table, which the build wrote into the page. */
function readInitial(): Traits {
  return JSON.parse(find("#state").textContent ?? "") as Traits;
}

/** Have a keeper forget a game that is damaged, and say so. */
function drop(keeper: Keeper): void {
  keeper.drop();
  notify(DROPPED);
}

/** Return the game that was kept; one that is damaged is dropped. */
function readKept(keeper: Keeper): KeptGame | null {
  try {
    return keeper.read();
  } catch {
    drop(keeper);
    return null;
  }
}

/**
 * Show the board, start Python, and let the two talk.
 *
 * @param link to a game, a lesson or a puzzle, which this page opens, or nothing
 */
export function openTable(link: string): void {
  // While a lesson or a puzzle runs, one's own game waits, so this is a page of that.
  const isLinked = link !== "" && !leadsToLesson(link);
  // Its address changes with every file that the page is made of.
  const keeper = makeKeeper(isLinked, import.meta.url);
  keeper.claim(lose);
  const initial = readInitial();
  let kept = readKept(keeper);
  // A link that is opened anew begins where it leads; on a reload, play goes on.
  const isToCome = link !== "" && kept?.link !== link;
  if (isToCome && isLinked) kept = null;
  const state: Traits = { ...initial, ...kept?.state };
  /** The link to the game as it stands. */
  let present = link;
  let isToldNotKept = false;

  const requests = makeRequests(place);
  /** The table as it stands, as Python saved it. */
  let saved = kept?.saved;
  /** Link that is still to be opened. */
  let toCome = isToCome ? link : null;
  /** Mark whose player was stopped, and is a person once Python is there again. */
  let freed: Mark | null = null;
  /** Whether Python was stopped, and has answered nothing since. */
  let isStopped = false;
  /** Whether the game that was kept is left as it is, and another is played. */
  let isLeftAlone = false;
  const python = makePython({
    order: () => ({
      saved: saved === undefined ? null : JSON.stringify(saved),
      link: toCome,
      freed,
    }),
    hear: receive,
    describeKept: requests.describe,
    tellUnopened,
  });
  const ask = () => python.post({ kind: "ping" });
  const pulse = makePulse({ ask, tell: tellSilence, calm: hush });
  const model = makeModel(state, (content) => {
    if (python.isReady()) pass(content);
    else hold(content);
  });

  // A move on the board before that of the link, or of the game that was kept, would be
  // another one there.
  place.inert = isToCome || (!!kept && !kept.state);
  try {
    widget.render({ model, el: place });
  } catch {
    // What was saved may still be sound: Python will say.
    keeper.dropPicture();
    place.replaceChildren();
    place.inert = true;
    Object.assign(state, initial);
    widget.render({ model, el: place });
  }
  if (!place.inert) showTurn();

  const life = setInterval(() => {
    const isAwaited = requests.isOpen() || state.thinking != null;
    if (python.isReady() && isAwaited) pulse.tick();
    // The board stays calm: here the page says what is to be said of Python.
    if (isAwaited || !python.isReady()) model.receive({ kind: "progress" });
  }, SIGN_OF_LIFE_MS);

  // --- What the board asks for ---

  /** Pass a request on to Python. */
  function pass(content: BoardRequest): void {
    requests.add(content);
    python.post({ kind: "request", text: JSON.stringify(content) });
  }

  /** Hold a request back until Python is there, and show that. */
  function hold(content: BoardRequest): void {
    const { kind, request, client } = content;
    if (kind === "hello") {
      // Greeted by the page, the board hands everything on.
      const ack = { kind: "ack", request, client, ok: true, code: "ok", message: "" };
      queueMicrotask(() => model.receive(ack));
      return;
    }
    requests.add(content);
    python.tell();
    requests.show(content);
  }

  /** Refuse what Python was asked for and has not answered. */
  function refuseAll(): void {
    const refusal = { kind: "ack", ok: false, code: "internal", message: REFUSED };
    for (const { request, client } of requests.drop()) {
      model.receive({ ...refusal, request, client });
    }
  }

  // --- When Python does not answer ---

  /** Say that Python is silent, and offer to stop it. */
  function tellSilence(seconds: number): void {
    const { players, thinking } = state;
    if (isStopped && !thinking) {
      tellUnopened("Python does not answer this time either");
      return;
    }
    const who = thinking ? `Player ${players[thinking]} (${thinking})` : "Python";
    const then = thinking ? `to play ${thinking} yourself` : "to start it again";
    notify(
      `${who} has not answered for ${seconds} seconds. ` +
        `Press Stop ${then}: the game stays as it is.`,
      { label: "Stop", act: stopSilent },
    );
  }

  /** Start Python again without what it does now. */
  function stopSilent(): void {
    pulse.heard();
    isStopped = true;
    freed = state.thinking;
    // Asked again, it would be silent again.
    if (!freed) refuseAll();
    void python.restart();
  }

  /** Say that Python cannot go on with the game, and offer to play another. */
  function tellUnopened(trouble: string): void {
    const stays = "The game stays kept for your next visit; you can play without it now.";
    notify(`${trouble}. ${stays}`, { label: "Play without it", act: leaveAlone });
  }

  /** Leave the game as it is, and start Python again without it. */
  function leaveAlone(): void {
    pulse.heard();
    isLeftAlone = true;
    saved = undefined;
    toCome = null;
    freed = null;
    refuseAll();
    void python.restart();
  }

  // --- What Python says ---

  /** Say in the title which lesson runs, whose turn it is, or how the game ended. */
  function showTurn(): void {
    document.title = `${state.activity?.title ?? state.message} – Tic-tac-toe`;
  }

  /** Show what has changed; `leads` is the link to it. */
  function change(changes: Partial<Traits>, leads: string): void {
    model.change(changes);
    showTurn();
    present = leads;
    if (!isLeftAlone) showAddress(leads, isLinked);
  }

  /** Keep the game for the next visit, unless another tab plays it. */
  function keep(): void {
    if (!keeper.isPlaying()) {
      lose();
      return;
    }
    if (isLeftAlone) return;
    const isKept = keeper.write({ state, saved, link: present });
    if (isKept || isLinked || isToldNotKept) return;
    isToldNotKept = true;
    notify(NOT_KEPT);
  }

  /** Leave the game to the tab that has taken it over. */
  function lose(): void {
    python.stop();
    clearInterval(life);
    say("");
    place.inert = true;
    for (const id of ["#share", ...Object.keys(PRESSES)]) find(id).hidden = true;
    notify(ELSEWHERE, { label: "Play here", act: () => location.reload() });
  }

  /** Show the table that Python has set. */
  function begin({ start, state: shown, link: leads, refused, faults }: Ready): void {
    shareButton.hidden = false;
    place.inert = false;
    say(isLinked ? "From a link" : "");
    document.body.dataset.python = start;
    if (refused) drop(keeper);
    if (faults.length) notify(faults.join(" "));
    change(shown, leads);
    requests.release().forEach(pass);
    if (freed) notify(`${freed} is yours to play: its player was stopped.`);
    if (isLeftAlone) notify(LEFT_ALONE);
    freed = null;
    python.post({ kind: "hand over", cache: findHandover() });
  }

  /** Do what Python says. */
  function receive(message: ToPage): void {
    pulse.heard();
    switch (message.kind) {
      case "ready":
        begin(message);
        break;
      case "handed over":
        keepForOffline();
        break;
      case "changes":
        saved = message.saved;
        toCome = null;
        change(message.changes, message.link);
        // The board draws in a microtask, which this one follows: storage can wait.
        queueMicrotask(keep);
        break;
      case "message":
        isStopped = false;
        requests.close(message.message.request);
        model.receive(message.message);
        break;
    }
  }

  shareButton.addEventListener("click", () => {
    void share(present, wordsToShare(state.activity));
  });
  for (const [id, pressed] of Object.entries(PRESSES)) {
    find(id).hidden = false;
    find(id).addEventListener("click", () => {
      if (!place.inert) find(`#board ${pressed}`).click();
    });
  }
  find("#mine").hidden = !isLinked;
  handKeysOn(place);
  if (isToCome) say("Opening the link");
  python.start();
}
