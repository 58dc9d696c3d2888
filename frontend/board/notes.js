// @ts-check
// What is said of the moves: what the signs mean, what there is to remark, and the review
// after the game.

import { SIGNS } from "./worth.js";
import { shownPosition } from "./view.js";
import { element, makeButton, setAttribute, setText } from "../shared/elements.js";
import { hasCoordinates, positionName } from "../shared/grid.js";
import { makeTabStop } from "../shared/toolbar.js";

/** @import { Ask } from "../shared/channel.js" */
/** @import { View } from "./view.js" */
/** @import { ReviewedMove } from "../shared/types" */

/** Make the notes: a legend, what there is to remark, and the moves of a game that is over. @param {Ask} ask */
export function makeNotes(ask) {
  const review = makeReview(ask);
  const pieces = [makeLegend(), makeRemarks(), review];
  const root = element("div", { class: "ttt-notes ttt-controls" }, ...pieces.map((piece) => piece.root));
  /** @param {View} view */
  function draw(view) {
    for (const piece of pieces) piece.draw(view);
  }
  return { root, draw, close: review.close };
}

/** Return whether the moves of the game are shown with what each was worth. @param {View} view */
function isReviewed({ review, working }) {
  return review.length > 0 || working === "review";
}

/** Make the line that says what the signs mean. */
function makeLegend() {
  const root = element("p", { class: "ttt-legend" });

  /** @param {View} view */
  function legend(view) {
    const { grid, hints, moves, review, working } = view;
    // A sign stays with its word where the line is broken.
    const signs = "+\u00a0win  =\u00a0draw  −\u00a0loss";
    // On nine cells nothing is estimated.
    const estimate = hasCoordinates(grid) ? "; ≈\u00a0chance in %" : "";
    const inCells = hints ? `; number: plies to the end${estimate}; ★\u00a0best  !\u00a0threat` : "";
    if (!isReviewed(view)) return hints ? `${signs}, for ${shownPosition(view).current_player} to move${inCells}` : "";
    const isAllKnown = review.length === moves.length && review.every(({ played }) => played);
    return `${signs}, for who moves${inCells}${isAllKnown || working ? "" : "; no sign: not known"}`;
  }
  return { root, draw: (/** @type {View} */ view) => setText(root, legend(view)) };
}

/** Make what there is to remark: a player that failed, the review in a sentence, the last move. */
function makeRemarks() {
  const news = element("p", { class: "ttt-news" });
  const verdict = element("p", { class: "ttt-verdict" });
  const comment = element("p", { class: "ttt-comment" });
  const root = element("div", { class: "ttt-remarks", role: "group", "aria-label": "Notes", "data-lm-suppress-shortcuts": "true" }, news, verdict, comment);

  /** @param {View} view */
  function reviewed({ hints, is_game_over: isOver, moves, review, review_summary: summary, working }) {
    if (working === "review") return `Working out the review: ${review.length} of ${moves.length}`;
    if (summary || !isOver || hints || review.length || !moves.length) return summary;
    return "Turn Hints on to have the moves reviewed.";
  }
  /** @param {View} view */
  function draw(view) {
    setText(news, view.notice);
    setText(verdict, reviewed(view));
    setText(comment, view.comment);
    // What does not fit is read by scrolling, also without a mouse. To measure takes the browser
    // longer than all else in a move, which mostly has no remark.
    const isLong = root.textContent !== "" && root.scrollHeight > root.clientHeight;
    setAttribute(root, "tabindex", isLong ? "0" : null);
  }
  return { root, draw };
}

/** Return what is said of a move beyond what it was worth. @param {ReviewedMove} move */
function judgement({ verdict, best, played }) {
  if (verdict === "worse") return `, a ${best} given away`;
  if (verdict !== "slower") return "";
  return played === "win" ? ", not the quickest way" : ", could have held out longer";
}

/** Make the strip of moves after the game; each leads back to what it made of the board. @param {Ask} ask */
function makeReview(ask) {
  const label = "The moves and what each was worth";
  const root = element("div", { class: "ttt-review", role: "toolbar", "aria-label": label });
  const stopAt = makeTabStop(root);
  /** The buttons by ply. @type {HTMLElement[]} */
  let buttons = [];
  /** The ply whose button is marked. */
  let marked = 0;

  /** @param {number} ply */
  function makeMove(ply) {
    const parts = [element("small", {}, String(ply)), " ", element("span")];
    const button = makeButton("", { tabindex: "-1" }, () => ask("view", { to: ply }));
    button.append(...parts);
    return button;
  }
  /** Show one move, as far as it is known. @param {HTMLElement} button @param {string} text @param {string} player @param {ReviewedMove | undefined} move */
  function drawMove(button, text, player, move) {
    const sign = move?.played ? ` ${SIGNS[move.played]}` : "";
    const mistake = move?.verdict === "worse" ? " ?" : "";
    setText(/** @type {Element} */ (button.lastElementChild), text + sign + mistake);
    const worth = move ? `${move.played ?? "not known"}${judgement(move)}` : "not known yet";
    // The label comes first, for voice control.
    const name = `${button.textContent} ${player}: ${worth}`;
    setAttribute(button, "aria-label", name);
    setAttribute(button, "title", name);
    setAttribute(button, "data-verdict", move?.played ? move.verdict : "unknown");
  }
  /** Mark the move that the shown position comes from. @param {number} ply */
  function mark(ply) {
    marked = ply;
    buttons.forEach((button, at) => setAttribute(button, "aria-current", at + 1 === ply ? "step" : null));
    stopAt(Math.max(ply, 1) - 1);
    bringIntoSight();
  }
  /** Scroll the strip to the marked move; the page stays where it is. */
  function bringIntoSight() {
    if (!buttons.length) return;
    const button = buttons[marked - 1];
    root.scrollLeft = button ? button.offsetLeft - (root.clientWidth - button.offsetWidth) / 2 : 0;
  }
  // The strip is drawn before it is in the page, where it has a width.
  const resized = new ResizeObserver(bringIntoSight);
  resized.observe(root);
  /** @param {View} view */
  function draw(view) {
    const { board, grid, moves, review, viewed_ply: viewed } = view;
    const shown = isReviewed(view) ? moves : [];
    const isNew = buttons.length !== shown.length;
    if (isNew) {
      buttons = shown.map((_, at) => makeMove(at + 1));
      root.replaceChildren(...buttons);
    }
    const known = new Map(review.map((move) => [move.ply, move]));
    shown.forEach((cell, at) => drawMove(buttons[at], positionName(grid, cell), board[cell] ?? "", known.get(at)));
    const ply = viewed ?? shown.length;
    if (isNew || ply !== marked) mark(ply);
  }
  return { root, draw, close: () => resized.disconnect() };
}
