// @ts-check
// Marks, and the small boards that they win.

import { drawing } from "./elements.js";

/** @import { Grid, Mark } from "./types" */

/** Both marks, in the order of play. @type {readonly Mark[]} */
export const MARKS = ["X", "O"];

/**
 * Return the small board that a place of the grid lies in, or -1 where the board is one.
 * @param {Grid} grid
 * @param {number} place
 */
export function boardAt({ columns, block }, place) {
  if (!block) return -1;
  const across = columns / block;
  return Math.floor(place / columns / block) * across + Math.floor((place % columns) / block);
}

/** Return the corner of a small board, in cells: its column and its row. @param {Grid} grid @param {number} at */
export function cornerOf({ columns, block }, at) {
  const across = columns / block;
  return [(at % across) * block, Math.floor(at / across) * block];
}

/** Make the picture of a mark. @param {Mark} mark @param {Record<string, number>} place where it is in another drawing */
export function drawMark(mark, place = {}) {
  const strokes = mark === "X"
    ? [drawing("path", { d: "M24 24 76 76", pathLength: 1 }), drawing("path", { d: "M76 24 24 76", pathLength: 1 })]
    : [drawing("circle", { cx: 50, cy: 50, r: 28, pathLength: 1, transform: "rotate(-90 50 50)" })];
  const attributes = { class: "ttt-mark", "data-mark": mark, viewBox: "0 0 100 100", "aria-hidden": "true" };
  return drawing("svg", { ...attributes, ...place }, ...strokes);
}

/** Make the mark of who has won a small board, all over it; nothing while nobody has. @param {Grid} grid @param {number} at @param {Mark | "draw" | null} result */
export function drawWon(grid, at, result) {
  if (result !== "X" && result !== "O") return [];
  const [x, y] = cornerOf(grid, at);
  return [drawMark(result, { x, y, width: grid.block, height: grid.block })];
}
