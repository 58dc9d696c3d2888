// Notes about the game: the legend, remarks, and the moves.

import type { Ask } from "../shared/channel.ts";
import {
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import { hasCoordinates } from "../shared/grid.ts";
import { drawIcon, LookingBackIcon } from "../shared/icons.ts";
import { drawValue } from "../shared/signs.ts";
import { _, fill, fillParts } from "../shared/texts.ts";
import { ablePlayer, playersFor } from "./draft.ts";
import { makeMoves } from "./moves.ts";
import { drawPlayer } from "./players.ts";
import { makeStrength } from "./strength.ts";
import type { View } from "./view.ts";
import { computerMark, isOfOwnMarks, isToBegin, personName, shownPosition } from "./view.ts";
import { drawStar, drawThreat, nameValue } from "./worth.ts";

/** Make the notes: the computer's strength, a legend, remarks, and the moves. */
export function makeNotes(ask: Ask) {
  const moves = makeMoves(ask);
  const pieces = [makePower(ask), makeLegend(), makeVerdict(ask), makeRemarks(), moves];
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

/** Make the slider for the computer's strength, which is visible until the first move. */
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

/** Make the legend that explains the signs. */
function makeLegend() {
  const root = element("p", { class: "ttt-legend" });

  function draw(view: View) {
    const { activity, grid, hints, is_over: isOver, review, viewed } = view;
    const { current_player: mover } = shownPosition(view);
    // On boards with nine cells, all values are proved, so the legend doesn't need to explain
    // estimates.
    const isEstimated = hasCoordinates(grid);
    const isOfCells = hints && (!isOver || !!viewed);
    const isOfPlot = review.some(({ played }) => !played);
    root.hidden = !!activity || (!isOfCells && !isOfPlot);
    drawOnce(root, [isOfCells, isOfPlot, mover, isEstimated, isOfOwnMarks(view)], () => {
      const dashed = isOfPlot ? [element("span", {}, _("dashed: estimate"))] : [];
      if (!isOfCells) return dashed;
      const name = isOfOwnMarks(view) ? mover : personName(view.names[mover]);
      const player = element(
        "span",
        {},
        drawPlayer(view, mover),
        element("span", { class: "ttt-unseen" }, name),
      );
      const whose = fillParts("hints for {player}", { player });
      const sign = (drawn: Node, word: string) =>
        element("span", {}, drawn, element("b", {}, word));
      return [
        ...(["win", "draw", "loss"] as const).map((value) =>
          sign(drawValue(value), nameValue(value)),
        ),
        ...(isEstimated
          ? [element("span", {}, element("b", {}, "52"), _("chance of winning in %"))]
          : []),
        sign(drawStar(), _("best move")),
        sign(drawThreat(), _("wins or stops a win")),
        element("span", {}, _("number: moves until the win")),
        element("span", {}, ...whose),
        ...dashed,
      ];
    });
  }
  return { root, draw };
}

/** Make the review's sentence, in which the move that it mentions is a button. */
function makeVerdict(ask: Ask) {
  const root = makeScrolled("ttt-verdict", _("Review"));

  function draw(view: View) {
    const { is_over: isOver, moves, turning_point: point } = view;
    const text = isOver && moves.length ? reviewed(view) : "";
    root.hidden = !text;
    drawOnce(root, [text, point], () => {
      if (!point) return [text];
      const { before, move, after, ply } = point;
      const sentence = element("span", {}, before, element("b", {}, move), after);
      const button = makeButton("", {}, () => ask("view", { to: ply }));
      button.append(drawIcon(LookingBackIcon), sentence);
      return [button];
    });
    letScroll(root);
  }
  return { root, draw };
}

/** Return the text about a finished game's review. */
function reviewed({ hints, moves, review, review_summary: summary, working }: View) {
  if (working === "review")
    return fill("Moves reviewed: {done} of {count}", {
      done: review.length,
      count: moves.length,
    });
  return summary || (hints ? "" : _("Turn on Hints to review the moves."));
}

/** Make the other remarks: about a player that failed, and about the last move. */
function makeRemarks() {
  const news = element("p", { class: "ttt-news" });
  const comment = element("p", { class: "ttt-comment" });
  const root = makeScrolled("ttt-remarks", _("Notes"));
  root.append(news, comment);

  function draw(view: View) {
    setText(news, view.notice);
    setText(comment, view.comment);
    letScroll(root);
  }
  return { root, draw };
}

/** Make a part of the notes that keeps its height. */
function makeScrolled(name: string, label: string) {
  return element("div", {
    class: name,
    role: "group",
    "aria-label": label,
    ...KEEPS_KEYS,
  });
}

/** Let people use the keyboard to scroll text that doesn't fit. */
function letScroll(root: HTMLElement) {
  // Don't measure empty text. In a browser, measuring takes longer than drawing a move, and
  // most moves have no remark.
  const isLong = root.textContent !== "" && root.scrollHeight > root.clientHeight;
  setAttribute(root, "tabindex", isLong ? "0" : null);
}
