// @ts-check
// What is to be done now, for the eye; board_speech.js says what is read aloud.

import { isWatched, shownPosition } from "./board_view.js";
import { element, setText } from "./elements.js";

/** @import { View } from "./board_view.js" */

/** Make the status: a refusal, whose turn it is or who has won, and advice. */
export function makeStatus() {
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status" }, refused, message, guide);

  /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
  function draw(view, refusal) {
    setText(refused, refusal);
    setText(message, shownPosition(view).message);
    setText(guide, adviceOf(view));
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
