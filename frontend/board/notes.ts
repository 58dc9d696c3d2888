// What is said of the moves: what the signs mean, what there is to remark, and the review
// after the game.

import type { Ask } from "../shared/channel.ts";
import { element, makeButton, setAttribute, setText } from "../shared/elements.ts";
import { hasCoordinates, positionName } from "../shared/grid.ts";
import { makeTabStop } from "../shared/toolbar.ts";
import type { ReviewedMove } from "./traits.ts";
import type { View } from "./view.ts";
import { shownPosition } from "./view.ts";
import { SIGNS } from "./worth.ts";

/** Make the notes: a legend, what there is to remark, and the moves of a game that is over. */
export function makeNotes(ask: Ask) {
  const review = makeReview(ask);
  const pieces = [makeLegend(), makeRemarks(), review];
  const root = element(
    "div",
    { class: "ttt-notes ttt-controls" },
    ...pieces.map((piece) => piece.root),
  );
  function draw(view: View) {
    for (const piece of pieces) piece.draw(view);
  }
  return { root, draw, close: review.close };
}

/** Return whether the moves of the game are shown with what each was worth. */
function isReviewed({ review, working }: View) {
  return review.length > 0 || working === "review";
}

/** Make the line that says what the signs mean. */
function makeLegend() {
  const root = element("p", { class: "ttt-legend" });

  function legend(view: View) {
    const { grid, hints, moves, review, working } = view;
    // A sign stays with its word where the line is broken.
    const signs = "+\u00a0win  =\u00a0draw  −\u00a0loss";
    // On nine cells nothing is estimated.
    const estimate = hasCoordinates(grid) ? "; ≈\u00a0chance in %" : "";
    const inCells = hints
      ? `; number: plies to the end${estimate}; ★\u00a0best  !\u00a0threat`
      : "";
    if (!isReviewed(view))
      return hints
        ? `${signs}, for ${shownPosition(view).current_player} to move${inCells}`
        : "";
    const isAllKnown = review.length === moves.length && review.every(({ played }) => played);
    const unknown = isAllKnown || working ? "" : "; no sign: not known";
    return `${signs}, for who moves${inCells}${unknown}`;
  }
  return { root, draw: (view: View) => setText(root, legend(view)) };
}

/**
 * Make what there is to remark: a player that failed, the review in a sentence, the last move.
 */
function makeRemarks() {
  const news = element("p", { class: "ttt-news" });
  const verdict = element("p", { class: "ttt-verdict" });
  const comment = element("p", { class: "ttt-comment" });
  const root = element(
    "div",
    {
      class: "ttt-remarks",
      role: "group",
      "aria-label": "Notes",
      "data-lm-suppress-shortcuts": "true",
    },
    news,
    verdict,
    comment,
  );

  function reviewed({
    hints,
    is_over: isOver,
    moves,
    review,
    review_summary: summary,
    working,
  }: View) {
    if (working === "review")
      return `Working out the review: ${review.length} of ${moves.length}`;
    if (summary || !isOver || hints || review.length || !moves.length) return summary;
    return "Turn Hints on to have the moves reviewed.";
  }
  function draw(view: View) {
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

/** Return what is said of a move beyond what it was worth. */
function judgement({ verdict, best, played }: ReviewedMove) {
  if (verdict === "worse") return `, a ${best} given away`;
  if (verdict !== "slower") return "";
  return played === "win" ? ", not the quickest way" : ", could have held out longer";
}

/** Make the strip of moves after the game; each leads back to what it made of the board. */
function makeReview(ask: Ask) {
  const label = "The moves and what each was worth";
  const root = element("div", { class: "ttt-review", role: "toolbar", "aria-label": label });
  const stopAt = makeTabStop(root);
  /** The buttons by ply. */
  let buttons: HTMLElement[] = [];
  /** The ply whose button is marked. */
  let marked = 0;

  function makeMove(ply: number) {
    const parts = [element("small", {}, String(ply)), " ", element("span")];
    const button = makeButton("", { tabindex: "-1" }, () => ask("view", { to: ply }));
    button.append(...parts);
    return button;
  }
  /** Show one move, as far as it is known. */
  function drawMove(
    button: HTMLElement,
    text: string,
    player: string,
    move: ReviewedMove | undefined,
  ) {
    const sign = move?.played ? ` ${SIGNS[move.played]}` : "";
    const mistake = move?.verdict === "worse" ? " ?" : "";
    setText(button.lastElementChild as Element, text + sign + mistake);
    const worth = move ? `${move.played ?? "not known"}${judgement(move)}` : "not known yet";
    // The label comes first, for voice control.
    const name = `${button.textContent} ${player}: ${worth}`;
    setAttribute(button, "aria-label", name);
    setAttribute(button, "title", name);
    setAttribute(button, "data-verdict", move?.played ? move.verdict : "unknown");
  }
  /** Mark the move that the shown position comes from. */
  function mark(ply: number) {
    marked = ply;
    for (const [at, button] of buttons.entries())
      setAttribute(button, "aria-current", at + 1 === ply ? "step" : null);
    stopAt(Math.max(ply, 1) - 1);
    bringIntoSight();
  }
  /** Scroll the strip to the marked move; the page stays where it is. */
  function bringIntoSight() {
    if (!buttons.length) return;
    const button = buttons[marked - 1];
    root.scrollLeft = button
      ? button.offsetLeft - (root.clientWidth - button.offsetWidth) / 2
      : 0;
  }
  // The strip is drawn before it is in the page, where it has a width.
  const resized = new ResizeObserver(bringIntoSight);
  resized.observe(root);
  function draw(view: View) {
    const { board, grid, moves, review, viewed_ply: viewed } = view;
    const shown = isReviewed(view) ? moves : [];
    const isNew = buttons.length !== shown.length;
    if (isNew) {
      buttons = shown.map((_, at) => makeMove(at + 1));
      root.replaceChildren(...buttons);
    }
    const known = new Map(review.map((move) => [move.ply, move]));
    for (const [at, cell] of shown.entries())
      drawMove(buttons[at], positionName(grid, cell), board[cell] ?? "", known.get(at));
    const ply = viewed ?? shown.length;
    if (isNew || ply !== marked) mark(ply);
  }
  return { root, draw, close: () => resized.disconnect() };
}
