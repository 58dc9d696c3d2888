// @ts-check
// What the cells of a board are called.

/** @import { Grid } from "./types" */

/** Return whether cells are named by coordinates: on all boards but those of nine cells. @param {Grid} grid */
export function hasCoordinates(grid) {
  return grid.cells.length !== 9;
}

/** Return the letter of a column, counted from 0. @param {number} column */
export function columnLetter(column) {
  return String.fromCharCode(97 + column);
}

/**
 * Return what people call a cell, as `position_name` does in Python: "5" on nine cells, else "b12".
 * @param {Grid} grid
 * @param {number} cell
 */
export function positionName(grid, cell) {
  if (!hasCoordinates(grid)) return String(cell + 1);
  const place = grid.cells.indexOf(cell);
  return `${columnLetter(place % grid.columns)}${Math.floor(place / grid.columns) + 1}`;
}
