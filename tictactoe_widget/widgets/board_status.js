// @ts-check
// What happened and what is to be done.

import { spokenName } from "./board_cells.js";
import { shownPosition } from "./board_view.js";
import { element, setText } from "./elements.js";

/** @import { View } from "./board_view.js" */

/** Make the live region, which says what happened and what is to be done. */
export function makeStatus() {
  const moved = element("span", { class: "ttt-unseen" });
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status", role: "status", "aria-atomic": "true" }, moved, refused, message, guide);

  /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
  function draw(view, refusal) {
    const { grid, names, notice, thinking } = view;
    const { board, guide: advice, last_move: last, message: text } = shownPosition(view);
    setText(moved, last == null ? "" : `${board[last]}, ${spokenName(grid, last)}. `);
    setText(refused, refusal);
    setText(message, text);
    setText(guide, notice || (thinking ? `${names[thinking]} is thinking…` : advice));
    guide.toggleAttribute("data-alert", notice !== "");
  }
  return { root, draw };
}
