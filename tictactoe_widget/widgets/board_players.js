// @ts-check
// The players: their names, scores and seats.

import { element, setText } from "./elements.js";
import { makeChooser } from "./line.js";
import { drawMark } from "./marks.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */
/** @import { Mark } from "./types" */

/** Return how the chooser shows a player. @param {string} name of the player in Python */
function playerTitle(name) {
  return name === "human" ? "Person" : name[0].toUpperCase() + name.slice(1);
}

/** Make the cards of the players and of the draws. @param {Ask} ask */
export function makePlayers(ask) {
  const cards = [makePlayerCard("X", ask), makeDrawsCard(), makePlayerCard("O", ask)];
  const attributes = { class: "ttt-players", "aria-label": "Players and scores" };
  const root = element("ul", attributes, ...cards.map((card) => card.root));

  /** @param {View} view */
  function draw(view) {
    for (const card of cards) card.draw(view);
  }
  return { root, draw };
}

/** Make the card of a player: name, score, and who plays. @param {Mark} mark @param {Ask} ask */
function makePlayerCard(mark, ask) {
  const name = element("span", { class: "ttt-name" });
  const score = element("span", { class: "ttt-score" });
  const seat = makeChooser(`Who plays ${mark}`, (player) => ask("player", { mark, player }));
  const root = element("li", { class: "ttt-player", "data-who": mark }, drawMark(mark), name, score, seat.root);

  /** @param {View} view */
  function draw({ scores, names, players, player_choices: choices, is_game_over: isOver, winner, current_player: mover, viewed }) {
    setText(name, names[mark]);
    setText(score, String(scores[mark]));
    // Whose turn it is now would contradict the message of a position looked back at.
    root.toggleAttribute("data-active", !viewed && mark === (isOver ? winner : mover));
    seat.draw(choices.map((player) => [player, playerTitle(player)]), [players[mark], players[mark]]);
  }
  return { root, draw };
}

/** Make the card that counts the draws. */
function makeDrawsCard() {
  const name = element("span", { class: "ttt-name" }, "Draws");
  const score = element("span", { class: "ttt-score" });
  const root = element("li", { class: "ttt-player", "data-who": "draws" }, name, score);

  /** @param {View} view */
  function draw({ scores }) {
    setText(score, String(scores.draws));
  }
  return { root, draw };
}
