// @ts-check
// What is said of the moves: the comment on the last one, and the review after the game.

import { SIGNS } from "./board_worth.js";
import { drawOnce, element, makeButton, setText } from "./elements.js";
import { positionName } from "./grid.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */
/** @import { Traits } from "./types" */

/** Make the notes: what is said of a failed player, of the last move, and of the whole game. @param {Ask} ask */
export function makeNotes(ask) {
  const pieces = [makeNews(), makeComment(), makeReview(ask)];
  const root = element("div", { class: "ttt-notes ttt-controls" }, ...pieces.map((piece) => piece.root));
  /** @param {View} view */
  function draw(view) {
    for (const piece of pieces) piece.draw(view);
  }
  return { root, draw };
}

/** Make the notice of a player that failed or was replaced. */
function makeNews() {
  const root = element("p", { class: "ttt-news" });
  /** @param {View} view */
  function draw({ notice }) {
    setText(root, notice);
  }
  return { root, draw };
}

/** Make the comment on the last move. */
function makeComment() {
  const root = element("p", { class: "ttt-comment" });
  /** @param {View} view */
  function draw({ comment }) {
    setText(root, comment);
  }
  return { root, draw };
}

/** Make the strip of moves after the game; each leads back to what it made of the board. @param {Ask} ask */
function makeReview(ask) {
  const label = "The moves and what each was worth";
  const root = element("div", { class: "ttt-review", role: "group", "aria-label": label });

  /** @param {Traits["review"][number] & { position: string }} move */
  function makeMove({ ply, player, position, verdict, best, played }) {
    const mistake = verdict === "worse" ? " ?" : "";
    const text = `${player}${position} ${played ? SIGNS[played] : "≈"}${mistake}`;
    const slower = played === "win" ? ", not the quickest way" : ", could have held out longer";
    const lost = { worse: `, a ${best} given away`, slower, best: "", unknown: "" }[verdict];
    // The label comes first, for voice control.
    const name = `${text} Move ${ply + 1}: ${played ?? "estimate"}${lost}`;
    const attributes = { "aria-label": name, title: name, "data-verdict": verdict };
    return makeButton(text, attributes, () => ask("view", { to: ply + 1 }));
  }
  /** @param {View} view */
  function draw({ grid, review, viewed_ply: viewed }) {
    const moves = review.map((move) => ({ ...move, position: positionName(grid, move.cell) }));
    drawOnce(root, moves, () => moves.map(makeMove));
    const at = viewed ?? review.length;
    [...root.children].forEach((button, ply) => {
      if (ply + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
  return { root, draw };
}
