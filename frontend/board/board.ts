// The board in a notebook cell. Python keeps the game's state. This file and its imports draw
// the traits and send requests, and don't know the rules.
//
// Each part of the screen has a `root` and a function `draw`. You can call `draw` with the
// current state at any time, because it updates only what has changed.

import type { AnyWidget } from "@anywidget/types";
import type { Ask } from "../shared/channel.ts";
import { makeChannel, makeNotice, viewOf } from "../shared/channel.ts";
import { drawLater, element, keepKeys, renderOrSay } from "../shared/elements.ts";
import { hasCoordinates } from "../shared/grid.ts";
import { isRepeated, keyOf, leaveToCell } from "../shared/keyboard.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import type { Answer } from "../shared/protocol.ts";
import { _, fill, languageInUse, useLanguageOf } from "../shared/texts.ts";
import { makeActivity } from "./activity.ts";
import { hasLost, messageOf } from "./address.ts";
import { makeBoard } from "./cells.ts";
import { makeEditor } from "./editor.ts";
import { makeFull } from "./full_screen.ts";
import type { LoadSheets, MadeSheets, SheetName, Sheets } from "./load_sheets.ts";
import { findSheets, keepSheets, loadWhenIdle, requestFrom } from "./load_sheets.ts";
import { makeMarkChoice } from "./mark_choice.ts";
import { makeNotes } from "./notes.ts";
import { makeNow } from "./now.ts";
import { makePatience } from "./patience.ts";
import { makePlayers } from "./players.ts";
import { makeRerun } from "./rerun.ts";
import { makeSpeech } from "./speech.ts";
import { makeStatus } from "./status.ts";
import { makeTools } from "./tools.ts";
import type { Model, Traits } from "./traits.ts";
import type { View } from "./view.ts";
import { choosesMark, DRAWN, WORKED_OUT } from "./view.ts";

/** Selector for elements in which single keys have a meaning of their own. */
const FIELDS = "dialog, input, select";
/**
 * Selector for elements in which arrow keys have a meaning of their own, such as scrolling or
 * moving between buttons.
 */
const USES_ARROWS = "[role=toolbar], [role=radiogroup], [role=group][tabindex]";

/**
 * Make a board's whole screen.
 *
 * @param useLanguage makes texts appear in the board's language
 * @param load loads the script with the sheets
 * @param isPage whether a web page loads this script and adds its own parts to the sheets
 * @param link returns the current game's address, if it has one
 */
function makeScreen(
  { ask: askPython, retry }: ReturnType<typeof makeChannel>,
  useLanguage: () => void,
  load: LoadSheets,
  isPage: boolean,
  link?: () => string,
) {
  const root = element("section", { class: "ttt ttt-game", "aria-label": _("Tic-tac-toe") });
  const [full, notice] = [makeFull(root), makeNotice(retry)];
  const speech = makeSpeech(useLanguage);
  const drawAgain = () => redraw();
  const editor = makeEditor(askPython, speech.say, drawAgain, focus);
  const ask: Ask = (kind, details, answered) =>
    !editor.take(kind, details) && askPython(kind, details, answered);
  const choice = makeMarkChoice(drawAgain, speech.say);
  const [players, status] = [makePlayers(ask), makeStatus(ask, focus, choice)];
  const board = makeBoard(ask, speech.say, choice, status.point);
  const activity = makeActivity(ask, {
    begun,
    left: () => tools.focus(),
    showRules: () => open("card"),
    learn: () => open("learn"),
    handIn: () => open("handIn"),
  });
  const [now, notes, patience] = [makeNow(ask), makeNotes(ask), makePatience(ask)];
  const tools = makeTools(
    ask,
    {
      setUp: () => open("setup"),
      learn: () => open("learn"),
      showRules: () => open("card"),
      share: () => open("share"),
      edit: editor.open,
      replay: now.replay,
      begun: focus,
    },
    full,
  );
  now.root.append(editor.root);
  // After a cell has been chosen, a button that plays there replaces the status, because it is
  // clear what to do. If Python is silent, a notice replaces the status, because people must
  // not act on it.
  const said = element(
    "div",
    { class: "ttt-said ttt-controls" },
    board.confirm,
    status.root,
    status.beside,
    notice.root,
  );
  const table = element(
    "div",
    { class: "ttt-table" },
    activity.head,
    players.root,
    // In an activity, the task is after the text.
    element("div", { class: "ttt-telling" }, activity.told, said),
    board.root,
    // In an activity, this row is less important than the feedback on a move.
    now.root,
    activity.below,
    activity.steps,
    tools.root,
    notes.root,
  );
  root.append(table, tools.more, speech.root);

  let present: View;
  let sheets: MadeSheets | undefined;
  /** Name of the sheet to open as soon as its script has been loaded. */
  let wanted: SheetName | undefined;
  /** Draws the view again after a person has chosen a mark or changed a position. */
  let redraw: () => void;

  function focus() {
    board.focus();
  }
  /** Scroll to the lesson or puzzle that a person has just opened. */
  function begun() {
    if (activity.isPlayed()) focus();
    else activity.focus();
  }
  /** Make the sheets. */
  function add(script: Sheets) {
    keepSheets(script);
    if (sheets) return;
    useLanguage();
    sheets = script.makeSheets(ask, { begun, focus, link }, languageInUse());
    root.append(...sheets.roots);
    sheets.draw(present);
    if (wanted) sheets.open(wanted);
    wanted = undefined;
  }
  /** Open a sheet as soon as its script has been loaded. */
  function open(name: SheetName) {
    if (sheets) return sheets.open(name);
    wanted = name;
    const script = findSheets();
    if (script && !isPage) add(script);
    // The greeting makes the board notice when Python is silent or missing.
    else if (askPython("hello")) load(add, cancel);
    else cancel();
  }
  /** Cancel the opening of a sheet. Return whether a person was waiting for one. */
  function cancel() {
    const wasWanted = !!wanted;
    wanted = undefined;
    return wasWanted;
  }
  keepKeys(root);
  root.addEventListener("keydown", pressKey, { capture: true });

  /**
   * React to a key that is pressed anywhere except in a field. Holding a key down has no
   * further effect.
   */
  function pressKey(event: KeyboardEvent) {
    const target = event.target as Element;
    const { shiftKey, ctrlKey, metaKey, altKey } = event;
    const key = keyOf(event);
    const isUndo = (ctrlKey || metaKey) && !shiftKey && key.toUpperCase() === "Z";
    if (isRepeated(event) && !target.matches("input, select")) return stop(event);
    if (target.closest(FIELDS)) return;
    const isModified = shiftKey || ctrlKey || metaKey || altKey;
    // In a notebook, Enter with a modifier key runs the cell, so it must not press a button as
    // well.
    if (key === "Enter" && isModified) event.preventDefault();
    if (key === "Escape" && (cancel() || board.release())) return stop(event);
    if (key === (isModified ? "Enter" : "Escape") && !full.isFull())
      return leaveToCell(root, event);
    if (((ctrlKey || metaKey) && !isUndo) || altKey) return;
    // In a lesson, the key N has no effect, because it would discard the lesson, which no
    // button does.
    const press = { N: present.activity ? undefined : tools.newGame, F: full.toggle }[
      key.toUpperCase()
    ];
    // If no move can be taken back, Python returns the reason.
    if (isUndo) ask("undo");
    // On a large board, a single letter begins a coordinate.
    else if (shiftKey && press) press();
    else if (key === "?") open("keys");
    else if (!isForBoard(key, target) || !board.takeKey(event)) return;
    stop(event);
  }
  function stop(event: Event) {
    event.preventDefault();
    event.stopPropagation();
  }
  /** Return whether a key has a meaning for the board even though the focus is elsewhere. */
  function isForBoard(key: string, target: Element) {
    if (board.root.contains(target)) return false;
    return !key.startsWith("Arrow") || !target.closest(USES_ARROWS);
  }

  return {
    root,
    silence: { silent: notice.silent, heard: notice.heard, blame: patience.blame },
    /**
     * @param refusal reason for the last refusal, another warning, or an empty text
     * @param sayings number of refusals and successes to announce
     */
    draw(view: View, refusal: string, sayings: number) {
      const { cells, columns, rows } = view.grid;
      table.dataset.size = cells.length <= 9 ? "small" : columns <= 9 ? "medium" : "large";
      table.toggleAttribute("data-named", hasCoordinates(view.grid));
      table.toggleAttribute("data-falls", view.grid.falls);
      table.toggleAttribute("data-linked", !!view.grid.links?.length);
      table.style.setProperty("--columns", String(columns));
      table.style.setProperty("--rows", String(rows));
      present = view;
      root.toggleAttribute("data-activity", !!view.activity);
      root.toggleAttribute("data-hints", view.hints);
      root.toggleAttribute("data-wild", choosesMark(view));
      root.toggleAttribute("data-lost", hasLost(view));
      root.toggleAttribute("data-looking-back", view.viewed_ply != null);
      root.toggleAttribute("data-thinking", view.thinking != null);
      redraw = () => {
        const shown = editor.shown(view);
        root.dataset.status = shown.status;
        board.draw(shown);
        status.draw(shown, shown === view ? refusal : "");
      };
      redraw();
      for (const piece of [activity, players, now, tools, notes, patience]) piece.draw(view);
      sheets?.draw(view);
      speech.draw(view, refusal, sayings);
    },
    /** Load the sheets, which people open only now and then. */
    prepare() {
      if (!sheets) loadWhenIdle(() => load(add), isPage);
    },
    repeatResult(view: View) {
      speech.say(messageOf(view));
    },
    close() {
      activity.close();
      sheets?.close();
      notes.close();
      now.close();
      patience.close();
      speech.close();
      tools.close();
      root.remove();
    },
  };
}

/**
 * What a host passes to a view. A web page has its own way to load the sheets, and a link to
 * the current game.
 */
interface Host {
  model: Model;
  el: HTMLElement;
  loadSheets?: LoadSheets;
  link?: () => string;
}

/**
 * Draw a board in `el`, and keep it in sync with the model. Return a function that stops this.
 */
function render({ model, el, loadSheets, link }: Host) {
  const view = viewOf<Traits, keyof View>(model, DRAWN);
  const channel = makeChannel(model, () => ({
    round: model.get("round"),
    ply: model.get("move_count"),
  }));
  const useLanguage = () => useLanguageOf(model);
  const request = requestFrom(model);
  const load = loadSheets ?? request.load;
  const screen = makeScreen(channel, useLanguage, load, !!loadSheets, link);
  const rerun = makeRerun(model, el, channel.isAsking);
  let refusal = "";
  let sayings = 0;
  let isOpen = true;

  function draw() {
    useLanguage();
    screen.draw(view, refusal, sayings);
  }
  const drawSoon = drawLater(() => {
    if (isOpen) draw();
  });
  /** The reason why a move was refused stays until the board changes. */
  function changed() {
    refusal = "";
    drawSoon();
    rerun(false);
  }
  function workedOut() {
    drawSoon();
    rerun(!!model.get("working"));
  }
  function say(text: string) {
    sayings += 1;
    refusal = text;
    draw();
  }
  function answered({ ok, code, message }: Answer) {
    // The answer shows that Python is running.
    screen.prepare();
    // The change has already been drawn, but the reason for an earlier refusal must disappear.
    if (ok && !refusal) return;
    // A stale click needs no message, because the board explains itself. After a game, a click
    // only makes the screen reader repeat the result.
    if (code === "over") screen.repeatResult(view);
    say(ok || code === "stale" || code === "over" ? "" : message);
  }

  draw();
  el.append(screen.root);
  const listeners: [string, () => void][] = DRAWN.map((name) => [
    `change:${name}`,
    WORKED_OUT.includes(name) ? workedOut : changed,
  ]);
  for (const [event, listener] of listeners) model.on(event, listener);
  channel.open({ ...screen.silence, answered });
  return () => {
    isOpen = false;
    channel.close();
    request.close();
    for (const [event, listener] of listeners) model.off(event, listener);
    screen.close();
  };
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay((error) => fill("Can't show the board: {error}", { error }), render),
} satisfies AnyWidget<Traits>;
