// What the cells of a board are called.

import type { Grid } from "./game.ts";

/** Return whether cells are named by coordinates: on all boards but those of nine cells. */
export function hasCoordinates(grid: Grid) {
  return grid.cells.length !== 9;
}

/** Return the cell of a move: where marks are chosen, those of O are counted on from X's. */
export function cellOf(grid: Grid, move: number) {
  return move % grid.cells.length;
}

/** Return the letter of a column, counted from 0. */
export function columnLetter(column: number) {
  return String.fromCharCode(97 + column);
}

/**
 * Return what people call a cell, as `position_name` does in Python: "5" on nine cells, else
 * "b12".
 */
export function positionName(grid: Grid, cell: number) {
  if (!hasCoordinates(grid)) return String(cell + 1);
  const place = grid.cells.indexOf(cell);
  return `${columnLetter(place % grid.columns)}${Math.floor(place / grid.columns) + 1}`;
}
