// Small pictures of positions.

import { drawing } from "./elements.ts";
import type { Grid } from "./game.ts";

/**
 * Draw a position with as few elements as possible.
 *
 * @param board text with the mark in each cell, and any other character for empty cells
 * @param last cell of the last move, or -1
 * @param cut cells of moves that were never tried
 */
export function drawBoard(
  { rows, columns, cells, block }: Pick<Grid, "rows" | "columns" | "cells" | "block">,
  board: ArrayLike<string | null>,
  last: number,
  cut: number[] = [],
) {
  const corner = (place: number) => [place % columns, Math.floor(place / columns)];
  const marks = (mark: string, draw: (x: number, y: number) => string) =>
    cells
      .map((cell, place) =>
        board[cell] === mark ? draw(...(corner(place) as [number, number])) : "",
      )
      .join("");
  const rules = (from: number, every: number) => {
    let path = "";
    for (let x = from; x < columns; x += every) path += `M${x} 0v${rows}`;
    for (let y = from; y < rows; y += every) path += `M0 ${y}h${columns}`;
    return path;
  };
  const frame = (name: string, cell: number, inset: number) => {
    const [x, y] = corner(cells.indexOf(cell));
    return drawing("rect", {
      class: name,
      x: x + inset,
      y: y + inset,
      width: 1 - 2 * inset,
      height: 1 - 2 * inset,
    });
  };
  return drawing(
    "svg",
    {
      class: "ttt-position",
      viewBox: `-0.05 -0.05 ${columns + 0.1} ${rows + 0.1}`,
      "aria-hidden": "true",
    },
    ...(last < 0 ? [] : [frame("ttt-last", last, 0.04)]),
    drawing("path", { class: "ttt-ruling", d: rules(1, 1) }),
    ...(block ? [drawing("path", { class: "ttt-blocks", d: rules(block, block) })] : []),
    ...cut.map((cell) => frame("ttt-untried", cell, 0.2)),
    drawing("path", {
      class: "ttt-x",
      d: marks("X", (x, y) => `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5`),
    }),
    drawing("path", {
      class: "ttt-o",
      d: marks("O", (x, y) => `M${x + 0.22} ${y + 0.5}a.28 .28 0 1 1 0 .01z`),
    }),
  );
}
