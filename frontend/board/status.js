// @ts-check
// What is to be done now, for the eye; board_speech.js says what is read aloud.

import { taskOf } from "./lesson.js";
import { isWatched, shownPosition } from "./view.js";
import { element, setText } from "../shared/elements.js";

/** @import { View } from "./view.js" */
/** @import { Course } from "../shared/types" */

/** Make the status: a refusal, whose turn it is or who has won, and advice. */
export function makeStatus() {
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status" }, refused, message, guide);

  /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
  function draw(view, refusal) {
    const { course } = view;
    setText(refused, refusal);
    setText(message, course ? taskOf(course) : shownPosition(view).message);
    setText(guide, course ? asideOf(view, course) : adviceOf(view));
  }
  return { root, draw };
}

/** Return what to know besides whose turn it is, or nothing. @param {View} view */
function adviceOf({ guide, moves, names, paused, players, is_game_over: isOver, thinking, viewed_ply: viewed, working }) {
  if (viewed != null) return `Looking back: move ${viewed} of ${moves.length}`;
  if (thinking) return `${names[thinking]} is thinking…`;
  if (paused && !isOver && isWatched(players)) return "Paused";
  return working === "hints" ? "Working out hints…" : guide;
}

/** Return what to know besides what is to be done in a course: where one looks, what was asked, where to play. @param {View} view @param {Course} course */
function asideOf(view, { ask, state }) {
  const { guide, message } = shownPosition(view);
  if (view.viewed_ply != null) return `${adviceOf(view)}. ${message}`;
  return state === "wrong" || state === "right" ? ask : guide;
}
