// The sheet of paper behind the cells: its lines, and what is drawn behind and in front of the
// marks.

import { drawing, drawOnce, forget } from "../shared/elements.ts";
import type { Grid, Mark, Position } from "../shared/game.ts";
import {
  boardAt,
  cornerOf,
  drawMark,
  drawOnRibbons,
  drawRibbon,
  drawWon,
} from "../shared/marks.ts";
import { randomId } from "../shared/presence.ts";

/** Distance between the lines on a board or small board and its edge, in cells. */
const ENDS_BEFORE = 0.07;
const ENDS_BEFORE_IN_BLOCK = 0.2;

/** Make the drawings behind the cells and in front of them. */
export function makePaper() {
  const [ground, fall, ruling, outline, marks, result, choice] = [
    "ground",
    "fall",
    "ruling",
    "outline",
    "marks",
    "result",
    "ghost",
  ].map((name) => drawing("g", { class: `ttt-${name}` }));
  const [under, over] = [
    [ground, fall, ruling, outline],
    [marks, result, choice],
  ].map((parts) =>
    drawing(
      "svg",
      { class: "ttt-lines", "aria-hidden": "true", preserveAspectRatio: "none" },
      ...parts,
    ),
  );

  const maskId = `ttt-${randomId()}`;
  let grid: Grid;

  /** Draw the lines for another grid. */
  function lay(next: Grid) {
    grid = next;
    for (const part of [under, over])
      part.setAttribute("viewBox", `0 0 ${grid.columns} ${grid.rows}`);
    ruling.replaceChildren(...drawRuling(grid));
    for (const part of [ground, fall, outline, marks, result, choice]) forget(part);
  }
  /**
   * @param look cells to highlight
   * @param winner player whose colour the winning lines get if the marks don't determine it
   */
  function draw(position: Position, look: number[], winner: Mark | null) {
    const {
      board,
      cell_texts: texts,
      owners,
      small_boards: smallBoards,
      open_boards: openBoards,
      winning_lines: lines,
    } = position;
    const owner = (cell: number) =>
      owners.length || texts.length
        ? winner
        : (smallBoards[boardOf(grid, cell)] ?? board[cell]);
    drawOnce(ground, [smallBoards, openBoards], () => [
      ...smallBoards.flatMap((result, at) => drawWash(grid, at, result)),
      ...openBoards.map((at) => drawOpenGround(grid, at)),
    ]);
    drawOnce(outline, openBoards, () => drawOutline(grid, openBoards));
    const winning = lines.flat().map((cell) => boardOf(grid, cell));
    drawOnce(marks, [smallBoards, openBoards, winning, look], () => [
      ...look.map((cell) => drawRing(grid, cell)),
      ...smallBoards.flatMap((result, at) => {
        const won = drawWon(grid, at, result);
        for (const mark of won) {
          mark.toggleAttribute("data-winning", winning.includes(at));
          mark.toggleAttribute("data-open", openBoards.includes(at));
        }
        return won;
      }),
    ]);
    const ribbons = lines.map((line) => ({ line, owner: owner(line[0]) }));
    const won = lines
      .flat()
      .map((cell) => smallBoards[boardOf(grid, cell)] ?? texts[cell] ?? board[cell]);
    drawOnce(result, [ribbons, won], () =>
      lines.length
        ? [
            ...ribbons.map(({ line, owner }) => drawRibbon(grid, line, owner)),
            ...drawCovered(grid, lines, won, maskId),
          ]
        : [],
    );
  }
  /**
   * Show that a player is about to place a mark at a place, or show nothing for -1.
   *
   * @param player player of the mark
   */
  function choose(place: number, mark: string, player: Mark) {
    drawOnce(choice, [place, mark, player], () =>
      place < 0 ? [] : drawChoice(grid, place, mark, player),
    );
  }
  /**
   * Show the column in which a mark would fall to a place, or show nothing for -1.
   *
   * @param player player of the mark
   */
  function aim(place: number, player: Mark) {
    drawOnce(fall, [place, player], () => (place < 0 ? [] : drawFall(grid, place, player)));
  }
  return { under, over, lay, draw, choose, aim };
}

/** Return which small board a cell is in, or -1 if there are no small boards. */
function boardOf(grid: Grid, cell: number) {
  return boardAt(grid, grid.cells.indexOf(cell));
}

/**
 * Draw the lines between cells and the stronger lines between small boards, or the lines along
 * which marks slide.
 */
function drawRuling(grid: Grid) {
  const drawLink = (link: number[]) =>
    `M${link
      .map((cell) => cells.indexOf(cell))
      .map((at) => [(at % columns) + 0.5, Math.floor(at / columns) + 0.5].join(" "))
      .join("L")}`;
  const { rows, columns, block, cells, layers, links } = grid;
  if (links?.length) return [drawing("path", { d: links.map(drawLink).join("") })];
  const whole = { x: 0, y: 0, width: columns, height: rows };
  if (!block) {
    // On larger boards, lines run from edge to edge, as on squared paper.
    const before = cells.length === 9 ? ENDS_BEFORE : 0;
    return [drawing("path", { d: linesIn(whole, 1, before) })];
  }
  const blocks = (rows * columns) / (block * block);
  const thin = Array.from({ length: blocks }, (_, at) => {
    const [x, y] = cornerOf(grid, at);
    return linesIn({ x, y, width: block, height: block }, 1, layers ? 0 : ENDS_BEFORE_IN_BLOCK);
  });
  // Each layer has its own sheet of paper.
  const strong = linesIn(whole, block, layers ? 0 : ENDS_BEFORE);
  return [
    drawing("path", { d: thin.join("") }),
    drawing("path", { class: layers ? "ttt-apart" : "ttt-strong", d: strong }),
  ];
}

/**
 * Return the path for the lines in a rectangle of cells.
 *
 * @param every number of cells between two lines
 * @param before distance between the lines' ends and the edge
 */
function linesIn(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  every: number,
  before: number,
) {
  let path = "";
  for (let at = every; at < width; at += every)
    path += `M${x + at} ${y + before}v${height - 2 * before}`;
  for (let at = every; at < height; at += every)
    path += `M${x + before} ${y + at}h${width - 2 * before}`;
  return path;
}

/** Draw the background of a small board that a player has won. */
function drawWash(grid: Grid, at: number, result: Mark | "draw" | null) {
  if (result !== "X" && result !== "O") return [];
  const [x, y] = cornerOf(grid, at);
  const side = grid.block - 0.2;
  const shape = { x: x + 0.1, y: y + 0.1, width: side, height: side, rx: 0.3 };
  return [drawing("rect", { class: "ttt-wash", "data-mark": result, ...shape })];
}

/** Draw the background of a small board in which the next move can be made. */
function drawOpenGround(grid: Grid, at: number) {
  const [x, y] = cornerOf(grid, at);
  const { block } = grid;
  return drawing("rect", { class: "ttt-open-ground", x, y, width: block, height: block });
}

/** Draw an outline around all small boards in which the next move can be made. */
function drawOutline(grid: Grid, open: number[]) {
  if (!open.length) return [];
  const { block, columns } = grid;
  const across = columns / block;
  const isOpen = new Set(open);
  const sides = open.map((at) => {
    const [x, y] = cornerOf(grid, at);
    const column = at % across;
    return [
      isOpen.has(at - across) ? "" : `M${x} ${y}h${block}`,
      isOpen.has(at + across) ? "" : `M${x} ${y + block}h${block}`,
      column > 0 && isOpen.has(at - 1) ? "" : `M${x} ${y}v${block}`,
      column < across - 1 && isOpen.has(at + 1) ? "" : `M${x + block} ${y}v${block}`,
    ].join("");
  });
  return [drawing("path", { class: "ttt-open", d: sides.join("") })];
}

/**
 * Draw the marks in lines in front of the ribbons. The drawn marks are visible only where a
 * ribbon covers them, even while the ribbon is being drawn.
 *
 * @param marks returns the mark for a cell in a line
 */
function drawCovered(grid: Grid, lines: number[][], marks: (string | null)[], id: string) {
  const ribbons = lines.map((line) => drawRibbon(grid, line, null));
  for (const ribbon of ribbons) ribbon.setAttribute("class", "ttt-covered");
  const whole = { x: 0, y: 0, width: grid.columns, height: grid.rows };
  return [
    drawing("mask", { id, maskUnits: "userSpaceOnUse", ...whole }, ...ribbons),
    drawing("g", { mask: `url(#${id})` }, ...drawOnRibbons(grid, lines.flat(), marks)),
  ];
}

/** Draw a cross over a place's row and column, and the mark in this place. */
function drawChoice({ columns, rows }: Grid, place: number, mark: string, player: Mark) {
  const [x, y] = [place % columns, Math.floor(place / columns)];
  return [
    drawing("rect", { class: "ttt-cross", x: 0, y, width: columns, height: 1 }),
    drawing("rect", { class: "ttt-cross", x, y: 0, width: 1, height: rows }),
    drawing("rect", { class: "ttt-chosen", x, y, width: 1, height: 1 }),
    drawMark(mark, { x, y, width: 1, height: 1, "data-mark": player }),
  ];
}

/** Draw the background of a column, and a dotted line down to a place in the column. */
function drawFall({ columns, rows }: Grid, place: number, player: Mark) {
  const [x, y] = [place % columns, Math.floor(place / columns)];
  return [
    drawing("rect", {
      class: "ttt-wash",
      "data-mark": player,
      x,
      y: 0,
      width: 1,
      height: rows,
      rx: 0.1,
    }),
    drawing("path", { class: "ttt-down", "data-mark": player, d: `M${x + 0.5} .1V${y}` }),
  ];
}

/** Draw a ring around a cell that a lesson highlights. */
function drawRing({ cells, columns }: Grid, cell: number) {
  const place = cells.indexOf(cell);
  return drawing("circle", {
    class: "ttt-look",
    cx: (place % columns) + 0.5,
    cy: Math.floor(place / columns) + 0.5,
    r: 0.36,
  });
}
