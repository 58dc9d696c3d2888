// The names of the cells of a board.

import type { Grid } from "./game.ts";

/** Return whether cells have coordinates as names: on all boards except those of nine cells. */
export function hasCoordinates(grid: Grid) {
  return grid.cells.length !== 9;
}

/**
 * Return the cell of a move. If marks slide, it is the one that they reach. A move also says which
 * mark or text was chosen, or which cell the mark leaves.
 */
export function cellOf(grid: Grid, move: number) {
  return move % grid.cells.length;
}

/** Return the index of the choice in a move or, if a mark slides, the cell that it leaves. */
export function extraOf(grid: Grid, move: number) {
  return Math.floor(move / grid.cells.length);
}

/** Return the letter of a column, counted from 0. */
export function columnLetter(column: number) {
  return String.fromCharCode(97 + column);
}

/**
 * Return the name of a cell for people, as `position_name` does in Python: "5" on nine cells,
 * otherwise "b12".
 */
export function positionName(grid: Grid, cell: number) {
  if (!hasCoordinates(grid)) return String(cell + 1);
  const place = grid.cells.indexOf(cell);
  return `${columnLetter(place % grid.columns)}${Math.floor(place / grid.columns) + 1}`;
}
