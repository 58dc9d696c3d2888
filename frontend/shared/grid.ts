// The names of a board's cells.

import type { Grid } from "./game.ts";

/** Return whether cell names are coordinates, as on all boards except those with nine cells. */
export function hasCoordinates(grid: Grid) {
  return grid.cells.length !== 9;
}

/**
 * Return a move's cell or, if a mark slides, the cell that it reaches. A move's number also
 * contains the chosen mark or text, or the cell that the mark leaves.
 */
export function cellOf(grid: Grid, move: number) {
  return move % grid.cells.length;
}

/** Return the index of a move's choice or, if a mark slides, the cell that it leaves. */
export function extraOf(grid: Grid, move: number) {
  return Math.floor(move / grid.cells.length);
}

/** Return the letter for a column, counted from 0. */
export function columnLetter(column: number) {
  return String.fromCharCode(97 + column);
}

/**
 * Return the name that people use for a cell, like `position_name` in Python: a number such as
 * "5" on boards with nine cells, and a coordinate such as "b12" on other boards.
 */
export function positionName(grid: Grid, cell: number) {
  if (!hasCoordinates(grid)) return String(cell + 1);
  const place = grid.cells.indexOf(cell);
  return `${columnLetter(place % grid.columns)}${Math.floor(place / grid.columns) + 1}`;
}
