// The paper under the cells: its lines, the outline around open boards, the ribbon of a win.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makePaper } from "../../frontend/board/paper.ts";
import type { Grid, Mark, Position } from "../../frontend/shared/game.ts";
import { DROP, EMPTY, find, GOMOKU, Model, show, ULTIMATE, useFreshPage } from "./host.ts";

useFreshPage();

const FLAT: Grid = {
  rows: 3,
  columns: 4,
  cells: Array.from(Array(12).keys()),
  block: 0,
  layers: false,
  falls: false,
};

/** Return the paths of the lines of a grid, and of the strong ones among them. */
function linesOf(grid: Grid) {
  const { under, over, lay } = makePaper();
  lay(grid);
  for (const part of [under, over])
    assert.equal(part.getAttribute("viewBox"), `0 0 ${grid.columns} ${grid.rows}`);
  return [...find<SVGElement>(under, ".ttt-ruling").children].map((path) => [
    path.getAttribute("class"),
    path.getAttribute("d"),
  ]);
}

/**
 * Draw what a position shows of ultimate.
 *
 * @param changes to a position in which all boards are open and empty
 */
function paperOf(grid: Grid, changes: Partial<Position>, look: number[] = []) {
  const { under, over, lay, draw } = makePaper();
  const cells = grid.cells.length;
  const position = {
    ...EMPTY,
    board: Array(cells).fill(null),
    small_boards: Array(grid.block ? 9 : 0).fill(null),
    ...changes,
  };
  lay(grid);
  draw(position, look, null);
  const all = (part: Element, selector: string) => [
    ...part.querySelectorAll<SVGElement>(selector),
  ];
  return {
    under: (selector: string) => all(under, selector),
    over: (selector: string) => all(over, selector),
  };
}

describe("the lines of a sheet", () => {
  it("are the # of nine cells, whose ends stop short of the edge", () => {
    assert.deepEqual(linesOf(EMPTY.grid), [
      [null, "M1 0.07v2.86M2 0.07v2.86M0.07 1h2.86M0.07 2h2.86"],
    ]);
  });

  it("are squared paper on other boards, from edge to edge", () => {
    assert.deepEqual(linesOf(FLAT), [[null, "M1 0v3M2 0v3M3 0v3M0 1h4M0 2h4"]]);
    const [[, large]] = linesOf(GOMOKU.grid);
    assert.equal(large?.match(/M\d+ 0v15/g)?.length, 14);
    assert.equal(large?.match(/M0 \d+h15/g)?.length, 14);
  });

  it("are strong between small boards, with a # of its own in each", () => {
    const [[, thin], [name, strong]] = linesOf(ULTIMATE.grid);
    assert.equal(name, "ttt-strong");
    assert.equal(strong, "M3 0.07v8.86M6 0.07v8.86M0.07 3h8.86M0.07 6h8.86");
    const each = thin?.match(/M[^M]+/g);
    assert.equal(each?.length, 36);
    // Those of the first small board, and of that in the middle of the last row of boards.
    assert.deepEqual(each?.slice(0, 4), [
      "M1 0.2v2.6",
      "M2 0.2v2.6",
      "M0.2 1h2.6",
      "M0.2 2h2.6",
    ]);
    assert.deepEqual(each?.slice(28, 32), [
      "M4 6.2v2.6",
      "M5 6.2v2.6",
      "M3.2 7h2.6",
      "M3.2 8h2.6",
    ]);
  });

  it("are drawn anew for another grid", async () => {
    const board = show(new Model(ULTIMATE));
    const ruling = () => find(board.el, ".ttt-ruling").innerHTML;
    const before = ruling();
    await board.model.update(EMPTY);
    assert.notEqual(ruling(), before);
    assert.equal(board.all(".ttt-strong").length, 0);
  });
});

describe("the outline around open boards", () => {
  const outline = (open: number[]) =>
    paperOf(ULTIMATE.grid, { open_boards: open })
      .under(".ttt-open")
      .map((path) =>
        path
          .getAttribute("d")
          ?.match(/M[^M]+/g)
          ?.sort(),
      );

  it("is a square around one", () => {
    assert.deepEqual(outline([4]), [["M3 3h3", "M3 3v3", "M3 6h3", "M6 3v3"]]);
    // At the corners of the sheet as well.
    assert.deepEqual(outline([0]), [["M0 0h3", "M0 0v3", "M0 3h3", "M3 0v3"]]);
    assert.deepEqual(outline([8]), [["M6 6h3", "M6 6v3", "M6 9h3", "M9 6v3"]]);
  });

  it("goes around two neighbours together, with nothing between them", () => {
    assert.deepEqual(outline([4, 5]), [
      ["M3 3h3", "M3 3v3", "M3 6h3", "M6 3h3", "M6 6h3", "M9 3v3"],
    ]);
    assert.deepEqual(outline([1, 4]), [
      ["M3 0h3", "M3 0v3", "M3 3v3", "M3 6h3", "M6 0v3", "M6 3v3"],
    ]);
  });

  it("does not take the last of a row and the first of the next for neighbours", () => {
    assert.equal(outline([2, 3])[0]?.length, 8);
  });

  it("is one around the whole sheet where all nine are open, and none where none is", () => {
    assert.deepEqual(outline([0, 1, 2, 3, 4, 5, 6, 7, 8]), [
      [
        "M0 0h3",
        "M0 0v3",
        "M0 3v3",
        "M0 6v3",
        "M0 9h3",
        "M3 0h3",
        "M3 9h3",
        "M6 0h3",
        "M6 9h3",
        "M9 0v3",
        "M9 3v3",
        "M9 6v3",
      ],
    ]);
    assert.deepEqual(outline([]), []);
    assert.equal(show().all(".ttt-open, .ttt-open-ground").length, 0);
  });

  it("has a ground in each open board", () => {
    const grounds = paperOf(ULTIMATE.grid, { open_boards: [4, 5] })
      .under(".ttt-open-ground")
      .map((ground) => ["x", "y", "width", "height"].map((name) => ground.getAttribute(name)));
    assert.deepEqual(grounds, [
      ["3", "3", "3", "3"],
      ["6", "3", "3", "3"],
    ]);
  });
});

describe("the ribbon of a win", () => {
  const ribbons = (grid: Grid, changes: Partial<Position>) =>
    paperOf(grid, changes)
      .under(".ttt-line")
      .map((line) => ["data-mark", "d", "stroke-width"].map((name) => line.getAttribute(name)));
  /** Return a board on which a player has these cells. */
  const held = (cells: number, mark: Mark, ...at: number[]) =>
    at.reduce<(Mark | null)[]>(
      (board, cell) => board.with(cell, mark),
      Array(cells).fill(null),
    );

  it("is drawn from middle to middle, in the colour of who holds the line", () => {
    for (const mark of ["X", "O"] as const)
      assert.deepEqual(
        ribbons(EMPTY.grid, {
          board: held(9, mark, 2, 4, 6),
          winning_lines: [[2, 4, 6]],
          // Where completing a line loses, its owner is not who has won, nor who is to move.
          current_player: mark === "X" ? "O" : "X",
        }),
        [[mark, "M2.5 0.5L0.5 2.5", "0.74"]],
      );
  });

  it("is one for each of two lines", () => {
    const lines = [
      [0, 1, 2],
      [0, 3, 6],
    ];
    assert.deepEqual(
      ribbons(EMPTY.grid, { board: held(9, "O", 0, 1, 2, 3, 6), winning_lines: lines }),
      [
        ["O", "M0.5 0.5L2.5 0.5", "0.74"],
        ["O", "M0.5 0.5L0.5 2.5", "0.74"],
      ],
    );
  });

  it("goes by where cells are drawn, on a board of another form", () => {
    const [[, d]] = ribbons(DROP.grid, DROP);
    assert.equal(d, "M0.5 3.5L3.5 3.5");
  });

  it("leads through small boards, in the colour of who has won these", () => {
    // The diagonals of boards 1, 5 and 9, as Python counts their cells; O has a cell of board 1.
    const line = [0, 4, 8, 36, 40, 44, 72, 76, 80];
    const won: Position["small_boards"] = Array(9).fill(null);
    for (const at of [0, 4, 8]) won[at] = "X";
    assert.deepEqual(
      ribbons(ULTIMATE.grid, {
        board: held(81, "O", 0),
        small_boards: won,
        winning_lines: [line],
      }),
      [["X", "M1.5 1.5L7.5 7.5", String(0.74 * 3)]],
    );
  });

  it("lies under the marks, and is drawn once", async () => {
    const board = show(new Model(DROP));
    const [line] = board.all(".ttt-line");
    const follows = line.compareDocumentPosition(board.cells()[0]);
    assert.equal(follows, 4);
    await board.model.update({ comment: "O's last move loses." });
    assert.ok(board.all(".ttt-line")[0] === line);
  });
});

describe("what lies over the marks", () => {
  it("is the mark of who has won a small board, on a wash of theirs; a drawn one has neither", () => {
    const results: Position["small_boards"] = Array(9).fill(null);
    [results[1], results[3], results[4]] = ["X", "O", "draw"];
    const paper = paperOf(ULTIMATE.grid, { small_boards: results });
    const place = (part: SVGElement) =>
      ["data-mark", "x", "y", "width"].map((name) => part.getAttribute(name));
    assert.deepEqual(paper.over(".ttt-mark").map(place), [
      ["X", "3", "0", "3"],
      ["O", "0", "3", "3"],
    ]);
    assert.deepEqual(
      paper.under(".ttt-wash").map((wash) => wash.getAttribute("data-mark")),
      ["X", "O"],
    );
  });

  it("lets the cells of a won board be read where play goes on", () => {
    const results: Position["small_boards"] = Array(9).fill(null);
    [results[2], results[6]] = ["X", "O"];
    const paper = paperOf(ULTIMATE.grid, { small_boards: results, open_boards: [0, 6] });
    const open = paper.over(".ttt-mark").filter((mark) => mark.hasAttribute("data-open"));
    assert.deepEqual(
      open.map((mark) => mark.getAttribute("data-mark")),
      ["O"],
    );
  });

  it("is a ring around each cell that a lesson points at", () => {
    const rings = paperOf(EMPTY.grid, {}, [0, 5])
      .over(".ttt-look")
      .map((ring) => [ring.getAttribute("cx"), ring.getAttribute("cy")]);
    assert.deepEqual(rings, [
      ["0.5", "0.5"],
      ["2.5", "1.5"],
    ]);
  });
});
