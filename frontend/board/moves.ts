// The list of moves and, after the game, the evaluation of each move.

import type { Ask } from "../shared/channel.ts";
import { drawing, drawOnce, element, makeButton, setAttribute } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { cellOf, extraOf, positionName } from "../shared/grid.ts";
import { drawMark, MARKS } from "../shared/marks.ts";
import { _, fill, fillParts, joinSentences } from "../shared/texts.ts";
import { makeTabStop } from "../shared/toolbar.ts";
import { drawPlayer } from "./players.ts";
import type { ReviewedMove } from "./shapes.ts";
import type { View } from "./view.ts";
import { isOfOwnMarks, ownerOfMove, personName } from "./view.ts";
import { hintParts } from "./worth.ts";

/** Return whether the moves are shown with values. */
function isReviewed({ review, working }: View) {
  return review.length > 0 || working === "review";
}

/** Return a remark to show with a move's value. */
function judgement({ verdict, best, played }: ReviewedMove) {
  if (verdict === "worse")
    return best === "win" ? _("This move gave away a win.") : _("This move gave away a draw.");
  if (verdict !== "slower") return "";
  return played === "win"
    ? _("There was a quicker win.")
    : _("The game could have lasted longer.");
}

/** Return a move's name, with its value and a remark if it has been reviewed. */
function nameOf({ ply, text: square, mark, name, reviewed }: Move, isReviewed: boolean) {
  // For voice control, the name begins with the visible text.
  const move = fill("{ply} {square} {mark}", { ply, square, mark: name ?? mark ?? "" });
  if (!isReviewed) return move;
  if (!reviewed) return fill("{move}: not reviewed yet", { move });
  const { name: value } = hintParts({ ...reviewed, value: reviewed.played });
  const named = fill("{move}: {value}", { move, value });
  const remark = judgement(reviewed);
  return remark ? joinSentences([named, remark]) : named;
}

/**
 * Return a move's vertical position in the chart, from 0 at the top to 3. Each result has its
 * own band.
 */
function heightOf({ lead }: ReviewedMove) {
  return (1.5 - 1.3 * lead).toFixed(2);
}

/** Data for drawing a move. */
interface Move {
  ply: number;
  text: string;
  mark: Mark | null;
  /** Player who made the move. */
  player: Mark | null;
  /** Player's name, if the text doesn't identify the player. */
  name: string | null;
  /** The move's review, or undefined during the game. */
  reviewed: ReviewedMove | undefined;
}

/**
 * Make the strip of moves. Each move has a button, which shows the board after the move. If the
 * strip doesn't fit, it scrolls, so that its size never changes.
 */
export function makeMoves(ask: Ask) {
  const title = element("p", { class: "ttt-heading" }, _("Who was winning, move by move"));
  const axis = element("div", { class: "ttt-axis", "aria-hidden": "true" });
  const bands = drawing("svg", {
    class: "ttt-bands",
    preserveAspectRatio: "none",
    "aria-hidden": "true",
  });
  const strip = element("div", {
    class: "ttt-strip",
    role: "toolbar",
    "aria-label": _("Moves"),
  });
  const area = element("div", { class: "ttt-scrolled", dir: "ltr" }, bands, strip);
  const root = element("div", { class: "ttt-moves" }, title, axis, area);
  const stopAt = makeTabStop(strip);
  /** Ply whose button is marked. */
  let marked = 0;

  /** Return the buttons, in the order of the plies. */
  const buttons = () => strip.querySelectorAll<HTMLElement>("button");

  function makeMove(ply: number) {
    return makeButton("", { tabindex: "-1" }, () => ask("view", { to: ply }));
  }
  function drawMove(button: HTMLElement, move: Move, isReviewed: boolean) {
    const { ply, text, mark, player, reviewed } = move;
    const draw = () => (mark ? [drawMark(mark, { "data-mark": player ?? mark })] : []);
    const isNew = drawOnce(button, [move, isReviewed], () => {
      const parts: (Node | string)[] = [
        element("small", {}, String(ply)),
        " ", // so that the text is the same as in the button's name
        element("span", {}, ...draw(), text),
      ];
      if (!reviewed) return parts;
      const dot = element("i", { class: "ttt-dot", "data-verdict": reviewed.verdict });
      dot.toggleAttribute("data-estimate", !reviewed.played);
      dot.style.setProperty("--height", heightOf(reviewed));
      dot.append(...draw());
      return [dot, ...parts];
    });
    if (!isNew) return;
    const name = nameOf(move, isReviewed);
    setAttribute(button, "aria-label", name);
    setAttribute(button, "title", name);
  }
  /** Mark the move that led to the displayed position. */
  function mark(ply: number) {
    marked = ply;
    for (const [at, button] of buttons().entries())
      setAttribute(button, "aria-current", at + 1 === ply ? "step" : null);
    stopAt(Math.max(ply, 1) - 1);
    // Measure only after the browser has laid out the page, because forcing a layout takes
    // longer than drawing a move.
    resized.unobserve(area);
    resized.observe(area);
  }
  /** Scroll the strip, but not the page, to the marked move. */
  function bringIntoSight() {
    const button = buttons()[marked - 1];
    area.scrollLeft = button
      ? button.offsetLeft - (area.clientWidth - button.offsetWidth) / 2
      : 0;
    // During a game, the moves next to a large board are in a table, which scrolls vertically.
    area.scrollTop = button?.offsetTop ?? 0;
  }
  const resized = new ResizeObserver(bringIntoSight);

  function draw(view: View) {
    const { activity, board, drawn_marks: drawn, grid, moves, review } = view;
    const viewed = view.viewed_ply;
    const known = new Map(review.map((move) => [move.ply, move]));
    const reviewed = isReviewed(view);
    root.hidden = !!activity || !moves.length;
    root.toggleAttribute("data-reviewed", reviewed);
    title.hidden = axis.hidden = !reviewed;
    drawOnce(axis, isOfOwnMarks(view), () => {
      const [x, o] = MARKS.map((one) => {
        const words = fillParts("{player} wins", { player: drawPlayer(view, one) });
        return element("span", {}, ...words);
      });
      return [x, element("span", {}, _("draw")), o];
    });
    const shown = buttons().length;
    const isNew = shown !== moves.length;
    for (let ply = shown; ply > moves.length; ply -= 1) strip.lastElementChild?.remove();
    for (let ply = shown + 1; ply <= moves.length; ply += 1) strip.append(makeMove(ply));
    for (const [at, button] of buttons().entries()) {
      const player = ownerOfMove(view, at);
      const hasText = view.cell_texts.length > 0;
      const mark = hasText
        ? null
        : ((player && drawn[player]) ?? board[cellOf(grid, moves[at])]);
      const placer = view.owners[cellOf(grid, moves[at])] ?? player;
      const name = hasText && placer ? personName(view.names[placer]) : null;
      const text = moveName(view, at);
      const move = { ply: at + 1, text, mark, player, name, reviewed: known.get(at) };
      drawMove(button, move, reviewed);
    }
    drawOnce(bands, reviewed ? [moves.length, review] : [], () =>
      reviewed ? drawBands(moves.length, review) : [],
    );
    bands.setAttribute("viewBox", `0 0 ${moves.length} 3`);
    const ply = viewed ?? moves.length;
    if (isNew || ply !== marked) mark(ply);
  }
  return { root, draw, close: () => resized.disconnect() };
}

/** Return the name that people use for a move, like `move_name` in Python. */
function moveName({ choices, grid, moves, sources }: View, at: number) {
  const square = positionName(grid, cellOf(grid, moves[at]));
  const source = sources[at];
  if (source != null) return `${positionName(grid, source)}-${square}`;
  const choice = choices[extraOf(grid, moves[at])]?.toLowerCase() ?? "";
  return square + (/^[a-z]?$/.test(choice) ? "" : "=") + choice;
}

/** Draw the bands and a line from move to move, and emphasize mistakes. */
function drawBands(count: number, review: ReviewedMove[]) {
  const bands = ["X", "draw", "O"].map((name, at) =>
    drawing("path", { "data-band": name, d: `M0 ${at}h${count}v1h${-count}z` }),
  );
  // Sort the reviews, because they can arrive in any order.
  const known = new Map(review.map((move) => [move.ply, move]));
  const steps = review.flatMap((move) => {
    const { ply, verdict } = move;
    const before = known.get(ply - 1);
    if (!before) return [];
    const d = `M${ply - 0.5} ${heightOf(before)}L${ply + 0.5} ${heightOf(move)}`;
    const way = drawing("path", { class: "ttt-way", "data-verdict": verdict, d });
    way.toggleAttribute("data-estimate", !before.played || !move.played);
    return [way];
  });
  return [...bands, ...steps];
}
