// The layer under the cells: lines, the outline around open boards, and the winning line.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { makePaper } from "../../frontend/board/paper.ts";
import type { Grid, Mark, Position } from "../../frontend/shared/game.ts";
import { DROP, EMPTY, find, GOMOKU, Model, show, ULTIMATE, useFreshPage } from "./host.ts";

useFreshPage();

const FLAT: Grid = { ...EMPTY.grid, columns: 4, cells: Array.from(Array(12).keys()) };

/** Return the classes and paths of a grid's lines, the bold ones last. */
function linesOf(grid: Grid) {
  const { under, over, lay } = makePaper();
  lay(grid);
  for (const part of [under, over])
    assert.equal(part.getAttribute("viewBox"), `0 0 ${grid.columns} ${grid.rows}`);
  const lines = [...find<SVGElement>(under, ".ttt-ruling").children];
  return lines.map((path) => [path.getAttribute("class"), String(path.getAttribute("d"))]);
}

/**
 * Draw a position. Return the attributes of the elements that match a selector.
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
  const read =
    (part: Element) =>
    (selector: string, ...names: string[]) =>
      [...part.querySelectorAll(selector)].map((one) =>
        names.map((name) => one.getAttribute(name)).join(" "),
      );
  return { under: read(under), over: read(over) };
}
/** Results of nine small boards. */
const boards = (results: Record<number, Mark | "draw">) =>
  Array.from({ length: 9 }, (_, at) => results[at] ?? null);

describe("the lines", () => {
  it("form a # on nine cells, with ends inside the edge", () => {
    assert.deepEqual(linesOf(EMPTY.grid), [
      [null, "M1 0.07v2.86M2 0.07v2.86M0.07 1h2.86M0.07 2h2.86"],
    ]);
  });

  it("form a full grid on other boards, from edge to edge", () => {
    assert.deepEqual(linesOf(FLAT), [[null, "M1 0v3M2 0v3M3 0v3M0 1h4M0 2h4"]]);
    const [[, large]] = linesOf(GOMOKU.grid);
    assert.equal(large?.match(/M\d+ 0v15/g)?.length, 14);
    assert.equal(large?.match(/M0 \d+h15/g)?.length, 14);
  });

  it("are bold between small boards, with a # in each", () => {
    const [[, thin], strong] = linesOf(ULTIMATE.grid);
    const path = "M3 0.07v8.86M6 0.07v8.86M0.07 3h8.86M0.07 6h8.86";
    assert.deepEqual(strong, ["ttt-strong", path]);
    assert.equal(thin?.match(/M/g)?.length, 36);
    // The first small board, and the middle one in the last row.
    assert.ok(thin?.startsWith("M1 0.2v2.6M2 0.2v2.6M0.2 1h2.6M0.2 2h2.6"));
    assert.ok(thin?.includes("M4 6.2v2.6M5 6.2v2.6M3.2 7h2.6M3.2 8h2.6"));
  });

  it("are redrawn for another grid", async () => {
    const board = show(new Model(ULTIMATE));
    const ruling = () => board.seen(".ttt-ruling").innerHTML;
    const before = ruling();
    await board.update(EMPTY);
    assert.notEqual(ruling(), before);
    assert.equal(board.all(".ttt-strong").length, 0);
  });
});

describe("the outline around open boards", () => {
  const outline = (...open_boards: number[]) =>
    paperOf(ULTIMATE.grid, { open_boards })
      .under(".ttt-open", "d")
      .map((path) => (path.match(/M[^M]+/g) ?? []).sort().join(" "));

  for (const [what, open, ...expected] of [
    ["is a square around one", [4], "M3 3h3 M3 3v3 M3 6h3 M6 3v3"],
    ["is a square at the first corner", [0], "M0 0h3 M0 0v3 M0 3h3 M3 0v3"],
    ["is a square at the last corner", [8], "M6 6h3 M6 6v3 M6 9h3 M9 6v3"],
    ["surrounds neighbours in a row", [4, 5], "M3 3h3 M3 3v3 M3 6h3 M6 3h3 M6 6h3 M9 3v3"],
    ["surrounds neighbours in a column", [1, 4], "M3 0h3 M3 0v3 M3 3v3 M3 6h3 M6 0v3 M6 3v3"],
    [
      "separates the end of one row from the start of the next",
      [2, 3],
      "M0 3h3 M0 3v3 M0 6h3 M3 3v3 M6 0h3 M6 0v3 M6 3h3 M9 0v3",
    ],
    [
      "surrounds all nine",
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
      "M0 0h3 M0 0v3 M0 3v3 M0 6v3 M0 9h3 M3 0h3 M3 9h3 M6 0h3 M6 9h3 M9 0v3 M9 3v3 M9 6v3",
    ],
    ["is absent if no board is open", []],
  ] as [string, number[], ...string[]][])
    it(what, () => {
      assert.deepEqual(outline(...open), expected);
    });

  it("has a background in each open board, and is absent without small boards", () => {
    assert.equal(show().all(".ttt-open, .ttt-open-ground").length, 0);
    const paper = paperOf(ULTIMATE.grid, { open_boards: [4, 5] });
    const grounds = paper.under(".ttt-open-ground", "x", "y", "width", "height");
    assert.deepEqual(grounds, ["3 3 3 3", "6 3 3 3"]);
  });
});

describe("the winning line", () => {
  const ribbons = (grid: Grid, changes: Partial<Position>) =>
    paperOf(grid, changes).over(".ttt-line", "data-mark", "d", "stroke-width");
  /** Return a board on which a player has these cells. */
  const held = (cells: number, mark: Mark, ...at: number[]) =>
    Array.from({ length: cells }, (_, cell) => (at.includes(cell) ? mark : null));

  it("runs between cell centres, in the colour of the line's owner", () => {
    for (const mark of ["X", "O"] as const) {
      const board = held(9, mark, 2, 4, 6);
      // If completing a line loses, its owner is neither the winner nor to move.
      const current_player = mark === "X" ? "O" : "X";
      const drawn = ribbons(EMPTY.grid, { board, winning_lines: [[2, 4, 6]], current_player });
      assert.deepEqual(drawn, [`${mark} M2.5 0.5L0.5 2.5 0.74`]);
    }
  });

  it("is drawn for each of two lines", () => {
    const board = held(9, "O", 0, 1, 2, 3, 6);
    const winning_lines = [
      [0, 1, 2],
      [0, 3, 6],
    ];
    const drawn = ribbons(EMPTY.grid, { board, winning_lines });
    assert.deepEqual(drawn, ["O M0.5 0.5L2.5 0.5 0.74", "O M0.5 0.5L0.5 2.5 0.74"]);
  });

  it("follows the drawn layout on a board with another shape", () => {
    assert.match(ribbons(DROP.grid, DROP)[0], /^. M0.5 3.5L3.5 3.5 /);
  });

  it("joins small boards, in their winner's colour", () => {
    // The diagonals of boards 1, 5 and 9, by Python's cell numbers. O has a cell in board 1.
    const drawn = ribbons(ULTIMATE.grid, {
      board: held(81, "O", 0),
      small_boards: boards({ 0: "X", 4: "X", 8: "X" }),
      winning_lines: [[0, 4, 8, 36, 40, 44, 72, 76, 80]],
    });
    assert.deepEqual(drawn, [`X M1.5 1.5L7.5 7.5 ${0.74 * 3}`]);
  });

  it("shows the covered marks once, through a mask with the same line", () => {
    const paper = paperOf(EMPTY.grid, {
      board: held(9, "O", 0, 1, 2, 3, 6),
      winning_lines: [
        [0, 1, 2],
        [0, 3, 6],
      ],
    });
    assert.equal(paper.over("[mask] .ttt-mark[data-mark=O]").length, 5);
    assert.deepEqual(paper.over("mask .ttt-covered", "d"), paper.over(".ttt-line", "d"));
    const [[id], [named]] = [paper.over("mask", "id"), paper.over("g[mask]", "mask")];
    assert.equal(named, `url(#${id})`);
  });

  it("is above the marks, and drawn once", async () => {
    const board = show(new Model(DROP));
    const line = board.seen(".ttt-line");
    assert.equal(line.compareDocumentPosition(board.cells()[0]), 2);
    await board.update({ comment: "O's move loses." });
    assert.ok(board.seen(".ttt-line") === line);
  });
});

describe("above the marks", () => {
  it("a won small board shows its mark on a tint, a drawn one doesn't", () => {
    const small_boards = boards({ 1: "X", 3: "O", 4: "draw" });
    const paper = paperOf(ULTIMATE.grid, { small_boards });
    const marks = paper.over(".ttt-mark", "data-mark", "x", "y", "width");
    assert.deepEqual(marks, ["X 3 0 3", "O 0 3 3"]);
    assert.deepEqual(paper.under(".ttt-wash", "data-mark"), ["X", "O"]);
  });

  it("won boards stay readable where play continues", () => {
    const small_boards = boards({ 2: "X", 6: "O" });
    const paper = paperOf(ULTIMATE.grid, { small_boards, open_boards: [0, 6] });
    assert.deepEqual(paper.over(".ttt-mark[data-open]", "data-mark"), ["O"]);
  });

  it("a ring surrounds each cell that a lesson highlights", () => {
    const rings = paperOf(EMPTY.grid, {}, [0, 5]).over(".ttt-look", "cx", "cy");
    assert.deepEqual(rings, ["0.5 0.5", "2.5 1.5"]);
  });
});
