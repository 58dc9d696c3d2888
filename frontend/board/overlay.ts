// What lies over the cells: won small boards, the ones in play, lines, and where a finger
// is about to play.

import { drawing, drawOnce } from "../shared/elements.ts";
import type { Grid, Mark, Position } from "../shared/game.ts";
import { cornerOf, drawMark, drawWon } from "../shared/marks.ts";

/** Make what lies over the cells. */
export function makeOverlay() {
  const [result, choice] = [drawing("g", {}), drawing("g", { class: "ttt-ghost" })];
  const root = drawing(
    "svg",
    { class: "ttt-lines", "aria-hidden": "true", preserveAspectRatio: "none" },
    result,
    choice,
  );

  let grid: Grid;

  /** Lie over the cells of another grid. */
  function lay(next: Grid) {
    grid = next;
    root.setAttribute("viewBox", `0 0 ${grid.columns} ${grid.rows}`);
  }
  /**
   * @param look cells that are pointed at
   */
  function draw(
    { small_boards: smallBoards, open_boards: openBoards, winning_lines: lines }: Position,
    look: number[],
  ) {
    drawOnce(result, [grid, smallBoards, openBoards, lines, look], () => [
      ...look.map((cell) => drawRing(grid, cell)),
      ...smallBoards.flatMap((result, at) =>
        drawSmallBoard(grid, at, result, openBoards.includes(at)),
      ),
      ...lines.map((line) => drawLine(grid, line)),
    ]);
  }
  /** Show that a mark is about to be made at a place, or at -1, which is nowhere. */
  function choose(place: number, mark: Mark) {
    drawOnce(choice, [grid, place, mark], () =>
      place < 0 ? [] : drawChoice(grid, place, mark),
    );
  }
  return { root, lay, draw, choose };
}

/** Draw over a small board who has won it, and a frame where it may be played. */
function drawSmallBoard(grid: Grid, at: number, result: Mark | "draw" | null, isOpen: boolean) {
  const drawn = drawWon(grid, at, result);
  if (isOpen) {
    const [x, y] = cornerOf(grid, at);
    const side = grid.block - 0.04;
    const frame = { x: x + 0.02, y: y + 0.02, width: side, height: side, rx: 0.16 };
    drawn.push(drawing("rect", { class: "ttt-open", ...frame }));
  }
  return drawn;
}

/** Draw a cross over the row and the column of a place, and the mark there. */
function drawChoice({ columns, rows }: Grid, place: number, mark: Mark) {
  const [x, y] = [place % columns, Math.floor(place / columns)];
  return [
    drawing("rect", { class: "ttt-cross", x: 0, y, width: columns, height: 1 }),
    drawing("rect", { class: "ttt-cross", x, y: 0, width: 1, height: rows }),
    drawing("rect", { class: "ttt-chosen", x, y, width: 1, height: 1 }),
    drawMark(mark, { x, y, width: 1, height: 1 }),
  ];
}

/** Draw a ring around what a lesson points at. */
function drawRing({ cells, columns }: Grid, cell: number) {
  const place = cells.indexOf(cell);
  return drawing("circle", {
    class: "ttt-look",
    cx: (place % columns) + 0.5,
    cy: Math.floor(place / columns) + 0.5,
    r: 0.4,
  });
}

/** Draw a line through the cells that ended the game. */
function drawLine(grid: Grid, line: number[]) {
  const [[x1, y1], [x2, y2]] = [middleOf(grid, line[0]), middleOf(grid, line[line.length - 1])];
  // A third of a cell longer at both ends, so that it crosses the marks.
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [((x2 - x1) / length) * 0.34, ((y2 - y1) / length) * 0.34];
  return drawing("path", {
    class: "ttt-line",
    d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`,
    pathLength: 1,
  });
}

/** Return where a line is drawn to: the middle of the cell, or of its small board. */
function middleOf(grid: Grid, cell: number) {
  const place = grid.cells.indexOf(cell);
  const size = grid.block || 1;
  const at = [place % grid.columns, Math.floor(place / grid.columns)];
  return at.map((index) => (Math.floor(index / size) + 0.5) * size);
}
