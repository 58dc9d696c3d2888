// Marks, and the lines and small boards that they win.

import { drawing } from "./elements.ts";
import type { Grid, Mark } from "./game.ts";

/** Both marks, in the order of play. */
export const MARKS: readonly Mark[] = ["X", "O"];

/** Return the small board that a place of the grid lies in, or -1 where the board is one. */
export function boardAt({ columns, block }: Grid, place: number) {
  if (!block) return -1;
  const across = columns / block;
  return Math.floor(place / columns / block) * across + Math.floor((place % columns) / block);
}

/** Return the corner of a small board, in cells: its column and its row. */
export function cornerOf({ columns, block }: Grid, at: number) {
  const across = columns / block;
  return [(at % across) * block, Math.floor(at / across) * block];
}

/**
 * Make the picture of a mark.
 *
 * @param place where it is in another drawing
 */
export function drawMark(mark: Mark, place: Record<string, number> = {}) {
  const strokes =
    mark === "X"
      ? [
          drawing("path", { d: "M27 27 73 73", pathLength: 1 }),
          drawing("path", { d: "M73 27 27 73", pathLength: 1 }),
        ]
      : [
          drawing("circle", {
            cx: 50,
            cy: 50,
            r: 25,
            pathLength: 1,
            transform: "rotate(-90 50 50)",
          }),
        ];
  const attributes = {
    class: "ttt-mark",
    "data-mark": mark,
    viewBox: "0 0 100 100",
    "aria-hidden": "true",
  };
  return drawing("svg", { ...attributes, ...place }, ...strokes);
}

/** Make the mark of who has won a small board, all over it; nothing while nobody has. */
export function drawWon(grid: Grid, at: number, result: Mark | "draw" | null) {
  if (result !== "X" && result !== "O") return [];
  const [x, y] = cornerOf(grid, at);
  return [drawMark(result, { x, y, width: grid.block, height: grid.block })];
}

/** Draw a ribbon through the cells that ended the game, in the colour of who made them. */
export function drawRibbon(grid: Grid, line: number[], owner: string | null) {
  const [from, to] = [middleOf(grid, line[0]), middleOf(grid, line[line.length - 1])];
  return drawing("path", {
    class: "ttt-line",
    d: `M${from.join(" ")}L${to.join(" ")}`,
    pathLength: 1,
    "stroke-width": 0.74 * (grid.block || 1),
    ...(owner ? { "data-mark": owner } : {}),
  });
}

/** Return where a line is drawn to: the middle of the cell, or of its small board. */
function middleOf(grid: Grid, cell: number) {
  const place = grid.cells.indexOf(cell);
  const size = grid.block || 1;
  const at = [place % grid.columns, Math.floor(place / grid.columns)];
  return at.map((index) => (Math.floor(index / size) + 0.5) * size);
}
