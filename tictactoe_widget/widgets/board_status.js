// @ts-check
// What is to be done now, for the eye; board_speech.js says what is read aloud.

import { shownPosition } from "./board_view.js";
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
    const position = shownPosition(view);
    setText(refused, refusal);
    setText(message, position.message);
    setText(guide, statusGuide(view) || position.guide);
  }
  return { root, draw };
}

/** Return what Python is busy with, as a person should read it, or nothing. @param {View} view */
function statusGuide({ names, thinking, working }) {
  if (thinking) return `${names[thinking]} is thinking…`;
  return working === "hints" ? "Working out hints…" : "";
}
