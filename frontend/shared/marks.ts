// Marks, and lines and small boards that players have won.

import { drawing, element } from "./elements.ts";
import type { Grid, Mark } from "./game.ts";

/** Both marks, starting with the first player's. */
export const MARKS: readonly Mark[] = ["X", "O"];

/** Return which small board is at a place in the grid, or -1 if there are no small boards. */
export function boardAt({ columns, block }: Grid, place: number) {
  if (!block) return -1;
  const across = columns / block;
  return Math.floor(place / columns / block) * across + Math.floor((place % columns) / block);
}

/** Return the column and the row of a small board's first cell. */
export function cornerOf({ columns, block }: Grid, at: number) {
  const across = columns / block;
  return [(at % across) * block, Math.floor(at / across) * block];
}

/**
 * Make a picture of a mark in its player's colour.
 *
 * @param mark mark, or a text to draw instead
 * @param other further attributes, such as the place in another drawing, or the owner if it
 * isn't the player with this mark
 */
export function drawMark(mark: string, other: Record<string, number | string> = {}) {
  const circle = { cx: 50, cy: 50, r: 25, pathLength: 1, transform: "rotate(-90 50 50)" };
  const strokes =
    mark === "X"
      ? [
          drawing("path", { d: "M27 27 73 73", pathLength: 1 }),
          drawing("path", { d: "M73 27 27 73", pathLength: 1 }),
        ]
      : mark === "O"
        ? [drawing("circle", circle)]
        : [drawing("text", { x: 50, y: 50 }, document.createTextNode(mark))];
  const attributes = {
    class: "ttt-mark",
    "data-mark": mark,
    viewBox: "0 0 100 100",
    "aria-hidden": "true",
  };
  return drawing("svg", { ...attributes, ...other }, ...strokes);
}

/** Make a player's number, for games in which marks don't identify the players. */
export function drawOrdinal(player: Mark) {
  const attributes = { class: "ttt-ordinal", "data-mark": player, "aria-hidden": "true" };
  return element("b", attributes, String(MARKS.indexOf(player) + 1));
}

/** Make the winner's mark, which covers a small board. If there is no winner, make nothing. */
export function drawWon(grid: Grid, at: number, result: Mark | "draw" | null) {
  if (result !== "X" && result !== "O") return [];
  const [x, y] = cornerOf(grid, at);
  return [drawMark(result, { x, y, width: grid.block, height: grid.block })];
}

/**
 * Draw a ribbon in a player's colour through the cells in a line that ended the game. If the
 * line crosses an edge or layers, so that the cells aren't in a straight row, draw a disc in
 * each cell instead.
 */
export function drawRibbon(grid: Grid, line: number[], owner: string | null) {
  const size = sizeOf(grid);
  const middles = line.map((cell) => middleOf(grid, cell));
  const steps = middles.slice(1).map(([x, y], at) => [x - middles[at][0], y - middles[at][1]]);
  const isStraight = steps.every(
    (step) => `${step}` === `${steps[0]}` && step.every((by) => by * by < 2),
  );
  return drawing("path", {
    class: "ttt-line",
    d:
      size > 1 || isStraight
        ? `M${middles[0].join(" ")}L${middles[line.length - 1].join(" ")}`
        : middles.map((at) => `M${at.join(" ")}h.01`).join(""),
    pathLength: 1,
    "stroke-width": 0.74 * size,
    ...(owner ? { "data-mark": owner } : {}),
  });
}

/** Draw the marks in lines so small that they fit into a ribbon. Draw each place only once. */
export function drawOnRibbons(grid: Grid, cells: number[], marks: (string | null)[]) {
  const side = 0.86 * sizeOf(grid);
  const drawn = new Map<string, Element>();
  cells.forEach((cell, at) => {
    const mark = marks[at];
    if (!mark || mark === "draw") return;
    const [x, y] = middleOf(grid, cell).map((middle) => middle - side / 2);
    drawn.set(`${x} ${y}`, drawMark(mark, { x, y, width: side, height: side }));
  });
  return drawn.values();
}

/** Return the size (in cells) of a line's parts, which are cells or small boards. */
function sizeOf({ block, layers }: Grid) {
  return layers ? 1 : block || 1;
}

/** Return the point where a line ends: the centre of a cell, or of its small board. */
function middleOf(grid: Grid, cell: number) {
  const place = grid.cells.indexOf(cell);
  const size = sizeOf(grid);
  const at = [place % grid.columns, Math.floor(place / grid.columns)];
  return at.map((index) => (Math.floor(index / size) + 0.5) * size);
}
