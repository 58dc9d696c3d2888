// Marks, and the lines and small boards that they win.

import { drawing, element } from "./elements.ts";
import type { Grid, Mark } from "./game.ts";

/** Both marks, in the order of play. */
export const MARKS: readonly Mark[] = ["X", "O"];

/** Return the small board of a place of the grid, or -1 if there are none. */
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
 * Make the picture of a mark, in the colour of its player.
 *
 * @param mark or another text that is drawn in its place
 * @param other further attributes: its place in another drawing, its owner if that is not the
 * player of the mark
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

/** Make the number of a player, if the marks do not identify players. */
export function drawOrdinal(player: Mark) {
  const attributes = { class: "ttt-ordinal", "data-mark": player, "aria-hidden": "true" };
  return element("b", attributes, String(MARKS.indexOf(player) + 1));
}

/** Make the winner's mark over a whole small board, or nothing without a winner. */
export function drawWon(grid: Grid, at: number, result: Mark | "draw" | null) {
  if (result !== "X" && result !== "O") return [];
  const [x, y] = cornerOf(grid, at);
  return [drawMark(result, { x, y, width: grid.block, height: grid.block })];
}

/**
 * Draw a ribbon through the cells that ended the game, in the colour of a player. If the drawn
 * cells do not touch in one direction, because a line crosses an edge or layers, draw a disc in
 * each of them.
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

/** Draw the marks of lines in a size that fits in a ribbon, each place once. */
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

/** Return the side of the parts of a line, in cells: of the cells, or their small boards. */
function sizeOf({ block, layers }: Grid) {
  return layers ? 1 : block || 1;
}

/** Return an end of a line: the middle of the cell, or of its small board. */
function middleOf(grid: Grid, cell: number) {
  const place = grid.cells.indexOf(cell);
  const size = sizeOf(grid);
  const at = [place % grid.columns, Math.floor(place / grid.columns)];
  return at.map((index) => (Math.floor(index / size) + 0.5) * size);
}
