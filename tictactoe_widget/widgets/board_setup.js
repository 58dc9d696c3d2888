// @ts-check
// The choice of the game and of who plays.

import { element, makeButton, setText } from "./elements.js";
import { makeChooser } from "./line.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */
/** @import { Mark } from "./types" */

/** Return how a chooser shows a player. @param {string} name of the player in Python */
function playerTitle(name) {
  return name === "human" ? "Person" : name[0].toUpperCase() + name.slice(1);
}

/** Make the sheet on which the game and its players are chosen. @param {Ask} ask */
export function makeSetup(ask) {
  const rules = makeRules(ask);
  const seats = [makeSeat("X", ask), makeSeat("O", ask)];
  const close = makeButton("Close", {}, () => root.close());
  const root = /** @type {HTMLDialogElement} */ (
    element("dialog", { class: "ttt-setup ttt-controls", "aria-label": "Game and players" }, rules.root, ...seats.map((seat) => seat.root), close)
  );

  /** @param {View} view */
  function draw(view) {
    for (const piece of [rules, ...seats]) piece.draw(view);
  }
  return { root, draw, open: () => root.showModal() };
}

/** Make the choice of the game, with its rules in words. @param {Ask} ask */
function makeRules(ask) {
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

/** Make the choice of who plays a mark. @param {Mark} mark @param {Ask} ask */
function makeSeat(mark, ask) {
  const { root, draw: choose } = makeChooser(`Who plays ${mark}`, (player) => ask("player", { mark, player }));

  /** @param {View} view */
  function draw({ players, player_choices: choices }) {
    choose(choices.map((player) => [player, playerTitle(player)]), [players[mark], players[mark]]);
  }
  return { root, draw };
}
