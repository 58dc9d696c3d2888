// @ts-check
// The buttons of a board.

import { allow, element, makeButton, setText } from "./elements.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */

/** Make the buttons that look back at earlier moves. @param {Ask} ask */
export function makeHistory(ask) {
  /** The ply that is shown. */
  let at = 0;
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () => ask("view", { to: at - 1 }));
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () => ask("view", { to: at + 1 }));
  const now = makeButton("Now", {}, () => ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const root = element("div", { class: "ttt-bar", role: "group", "aria-label": "History" }, back, ply, forward, now);

  /** @param {View} view */
  function draw({ moves, viewed_ply: viewed }) {
    const last = moves.length;
    at = viewed ?? last;
    setText(ply, `Move ${at} of ${last}`);
    now.classList.toggle("ttt-main", viewed != null);
    allow(back, at > 0);
    allow(forward, at < last);
    allow(now, viewed != null);
  }
  return { root, draw };
}

/** Make the buttons below the board. @param {Ask} ask */
export function makeActions(ask) {
  let isOn = false;
  const newGame = makeButton("New game", { class: "ttt-main" }, () => ask("new_game"));
  const hints = makeButton("Hints", {}, () => ask("hints", { on: !isOn }));
  const reset = makeButton("Reset scores", {}, () => ask("reset_scores"));
  const root = element("div", { class: "ttt-bar" }, newGame, hints, reset);

  /** @param {View} view */
  function draw(view) {
    isOn = view.hints;
    hints.setAttribute("aria-pressed", String(isOn));
  }
  return { root, draw };
}
