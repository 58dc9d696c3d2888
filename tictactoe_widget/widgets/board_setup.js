// @ts-check
// The choice of the game.

import { element, setText } from "./elements.js";
import { makeChooser } from "./line.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */

/** Make the choice of the game, with its rules in words. @param {Ask} ask */
export function makeRules(ask) {
  const chooser = makeChooser("Game", (rules) => ask("rules", { rules }));
  const summary = element("p");
  const help = element("details", {}, element("summary", { "data-lm-suppress-shortcuts": "true" }, "Rules"), summary);
  const root = element("div", { class: "ttt-rules" }, chooser.root, help);

  /** @param {View} view */
  function draw({ rules, rules_choices: choices, rules_summary: text, rules_title: title }) {
    chooser.draw(choices, [rules, title]);
    setText(summary, text);
  }
  return { root, draw };
}
