// @ts-check
// What is read aloud of a board.

import { spokenName } from "./board_cells.js";
import { shownPosition } from "./board_view.js";
import { element, setText } from "./elements.js";

/** @import { View } from "./board_view.js" */

/** Make the live region: what happened, then what is to be done. */
export function makeSpeech() {
  const root = element("p", { class: "ttt-unseen", role: "status", "aria-atomic": "true" });

  /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
  function draw(view, refusal) {
    const { grid, names, notice, thinking } = view;
    const { board, guide, last_move: last, message } = shownPosition(view);
    const moved = last == null ? "" : `${board[last]}, ${spokenName(grid, last)}. `;
    const advice = notice || (thinking ? `${names[thinking]} is thinking…` : guide);
    setText(root, `${moved}${[refusal, message, advice].filter(Boolean).join(" ")}`);
  }
  return { root, draw };
}
