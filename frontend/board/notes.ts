// What is said of the game: what the signs mean, what there is to remark, and the moves.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, setAttribute, setText } from "../shared/elements.ts";
import { hasCoordinates } from "../shared/grid.ts";
import { drawMark } from "../shared/marks.ts";
import { drawValue } from "../shared/signs.ts";
import { ablePlayer, playersFor } from "./draft.ts";
import type { Ways } from "./invite.ts";
import { makeInvite } from "./invite.ts";
import { isReviewed, makeMoves } from "./moves.ts";
import { makeStrength } from "./strength.ts";
import type { View } from "./view.ts";
import { computerMark, isToBegin, shownPosition } from "./view.ts";
import { drawStar, drawThreat } from "./worth.ts";

/** Make the notes: invitations, a legend, what there is to remark, and the moves. */
export function makeNotes(ask: Ask, ways: Ways) {
  const moves = makeMoves(ask);
  const remarks = makeRemarks();
  const pieces = [makeInvite(ways), makePower(ask), makeLegend(), remarks, moves];
  const root = element(
    "div",
    { class: "ttt-notes ttt-controls" },
    ...pieces.map((piece) => piece.root),
  );
  function draw(view: View) {
    for (const piece of pieces) piece.draw(view);
  }
  return { root, draw, close: moves.close };
}

/** Make the choice of how strong the computer is, until the first move. */
function makePower(ask: Ask) {
  let view: View;
  const strength = makeStrength((player) => {
    const mark = computerMark(view.players);
    if (mark) ask("player", { mark, player });
  });
  function draw(next: View) {
    view = next;
    const mark = isToBegin(view) ? computerMark(view.players) : null;
    strength.root.hidden = mark === null;
    if (!mark) return;
    const able = playersFor(view, view.rules_name).filter(({ can }) => can);
    strength.draw(able, ablePlayer(able, view.players[mark]));
  }
  return { root: strength.root, draw };
}

/** Make the line that says what the signs mean. */
function makeLegend() {
  const root = element("p", { class: "ttt-legend" });

  function draw(view: View) {
    const { activity, grid, hints, is_over: isOver, moves, review, working } = view;
    const reviewed = isReviewed(view);
    const { current_player: mover } = shownPosition(view);
    // On nine cells nothing is estimated.
    const isEstimated = hasCoordinates(grid);
    const isAllKnown = review.length === moves.length && review.every(({ played }) => played);
    const isUnknown = reviewed && !isAllKnown && !working;
    const isOfCells = hints && !isOver;
    root.hidden = !!activity || (!isOfCells && !isUnknown);
    drawOnce(root, [isOfCells, mover, isEstimated], () => {
      if (!isOfCells) return [element("span", {}, "no dot: not known")];
      const sign = (drawn: Node, word: string) =>
        element("span", {}, drawn, element("b", {}, word));
      return [
        ...(["win", "draw", "loss"] as const).map((value) => sign(drawValue(value), value)),
        ...(isEstimated ? [element("span", {}, element("b", {}, "52"), "chance in %")] : []),
        sign(drawStar(), "best"),
        sign(drawThreat(), "stop it"),
        element(
          "span",
          {},
          "for ",
          drawMark(mover),
          element("span", { class: "ttt-unseen" }, mover),
        ),
        element("span", {}, "number: winner's moves"),
      ];
    });
  }
  return { root, draw };
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
