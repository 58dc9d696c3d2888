// @ts-check
// The board in a cell. Python holds the game: this file and those it imports draw the
// traits they are given and send requests, and know no rule.
//
// Each piece of the screen has a `root` and a `draw`, which may be called at any time with
// the state as it is then, and touches only what has changed.

import { makeActions, makeHistory, makeRound, makeWatching } from "./actions.js";
import { makeCard } from "./card.js";
import { makeBoard } from "./cells.js";
import { makeCourse } from "./lesson.js";
import { makeFull } from "./full_screen.js";
import { makeLearn } from "./learn.js";
import { makeNotes } from "./notes.js";
import { makePatience } from "./patience.js";
import { makePlayers } from "./players.js";
import { makeSetup } from "./setup.js";
import { makeSpeech } from "./speech.js";
import { makeStatus } from "./status.js";
import { DRAWN, SEEN, WORKED_OUT } from "./view.js";
import { element, keepKeys, renderOrSay } from "../shared/elements.js";
import { hasCoordinates } from "../shared/grid.js";
import { drawLater, makeLine, makeNotice, viewOf } from "../shared/channel.js";
import { emptyWhenClosed } from "../shared/presence.js";
import { makeRerun } from "./rerun.js";

/** @import { AnyWidget } from "@anywidget/types" */
/** @import { View } from "./view.js" */
/** @import { Answer, Model, Traits } from "../shared/types" */

/**
 * Make the whole screen.
 * @param {ReturnType<typeof makeLine>} line
 * @param {(text: string) => void} say shows and reads aloud what is not to be overlooked
 */
function makeScreen({ ask, retry }, say) {
  const root = element("section", { class: "ttt", "aria-label": "Tic-tac-toe" });
  const [setup, full, notice] = [makeSetup(ask), makeFull(root), makeNotice(retry)];
  const speech = makeSpeech();
  const [players, status, board] = [makePlayers(ask), makeStatus(), makeBoard(ask, speech.say)];
  const card = makeCard(ask, { begun });
  const learn = makeLearn(ask, { begun, showRules: card.open });
  const course = makeCourse(ask, { left: () => actions.focus(), showRules: card.open });
  const actions = makeActions(ask, { setUp: setup.open, learn: learn.open }, full);
  const [history, round, watching] = [makeHistory(ask), makeRound(ask, say), makeWatching(ask)];
  const [notes, patience] = [makeNotes(ask), makePatience(ask)];
  // In the place of the status: what that says is clear while a finger chooses a cell, and
  // not to be acted upon while Python is silent.
  const said = element("div", { class: "ttt-said ttt-controls" }, board.confirm, status.root, notice.root);
  const before = element("div", { class: "ttt-side ttt-before" }, course.above, players.root, said);
  const after = element("div", { class: "ttt-side ttt-after ttt-controls" });
  after.append(course.below, ...[actions, history, round, watching].map((piece) => piece.root));
  const table = element("div", { class: "ttt-table" }, before, board.root, after, notes.root);
  root.append(table, setup.root, learn.root, card.root, speech.root);

  let isInCourse = false;

  /** Go to where a course that a person has opened goes on. */
  function begun() {
    if (course.isPlayed()) board.focus();
    else course.focus();
  }
  keepKeys(root);
  root.addEventListener("keydown", pressKey, { capture: true });

  /** Do what a key stands for, wherever it is pressed but in a field. @param {KeyboardEvent} event */
  function pressKey(event) {
    const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (!shiftKey || ctrlKey || metaKey || altKey || /** @type {Element} */ (target).closest("dialog, input, select")) return;
    // A press of N would throw a lesson away, whose buttons do not offer that.
    const press = { N: isInCourse ? undefined : actions.newGame, F: full.toggle }[key.toUpperCase()];
    if (!press) return;
    // On a large board a letter by itself begins a coordinate.
    event.preventDefault();
    event.stopPropagation();
    press();
  }

  return {
    root,
    silence: { silent: notice.silent, heard: notice.heard, blame: patience.blame },
    /**
     * @param {View} view
     * @param {string} refusal why the last request was refused, or another warning, or nothing
     * @param {number} sayings how often there was a refusal, or none, to be told of
     */
    draw(view, refusal, sayings) {
      const { cells, columns, rows } = view.grid;
      table.dataset.size = cells.length <= 9 ? "small" : columns <= 9 ? "medium" : "large";
      table.toggleAttribute("data-named", hasCoordinates(view.grid));
      table.style.setProperty("--columns", String(columns));
      table.style.setProperty("--rows", String(rows));
      root.dataset.status = view.status;
      isInCourse = !!view.course;
      root.toggleAttribute("data-course", isInCourse);
      root.toggleAttribute("data-hints", view.hints);
      root.toggleAttribute("data-looking-back", view.viewed_ply != null);
      root.toggleAttribute("data-thinking", view.thinking != null);
      for (const piece of [course, players, board, actions, history, round, watching, notes, setup, learn, card, patience]) piece.draw(view);
      status.draw(view, refusal);
      speech.draw(view, refusal, sayings);
    },
    close() {
      course.close();
      notes.close();
      patience.close();
      round.close();
      speech.close();
      root.remove();
    },
  };
}

/**
 * Draw a board on `el` and keep it true to the model, until what is returned is called.
 * @param {{ model: Model, el: HTMLElement }} host
 */
function render({ model, el }) {
  const view = viewOf(model, [...DRAWN, ...SEEN]);
  const line = makeLine(model, () => ({ round: model.get("round"), ply: model.get("move_count") }));
  const screen = makeScreen(line, say);
  const rerun = makeRerun(model, el, line.isAsking);
  let refusal = "";
  let sayings = 0;
  let isOpen = true;

  const draw = () => screen.draw(view, refusal, sayings);
  const drawSoon = drawLater(() => { if (isOpen) draw(); });
  /** A refusal stands until the board changes. */
  function changed() {
    refusal = "";
    drawSoon();
    rerun(false);
  }
  function workedOut() {
    drawSoon();
    rerun(!!model.get("working"));
  }
  /** @param {string} text */
  function say(text) {
    sayings += 1;
    refusal = text;
    draw();
  }
  /** @param {Answer} answer */
  function answered({ ok, code, message }) {
    // What a request changed is drawn by then, unless there is a refusal to be taken back.
    if (ok && !refusal) return;
    // A stale click needs no word: the board that is there now says it all.
    say(ok || code === "stale" ? "" : message);
  }

  draw();
  el.append(screen.root);
  /** @type {[string, () => void][]} */
  const listeners = [...DRAWN, ...SEEN].map((name) => [`change:${name}`, WORKED_OUT.includes(name) ? workedOut : changed]);
  for (const [event, listener] of listeners) model.on(event, listener);
  line.open({ ...screen.silence, answered });
  return () => {
    isOpen = false;
    line.close();
    for (const [event, listener] of listeners) model.off(event, listener);
    screen.close();
  };
}

/** @satisfies {AnyWidget<Traits>} */
export default {
  initialize: emptyWhenClosed,
  render: renderOrSay("The board", render),
};
