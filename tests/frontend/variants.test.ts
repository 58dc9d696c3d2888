// Rules whose marks, edges and layers differ: what is drawn, asked for and said of them.

import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Grid, Mark } from "../../frontend/shared/game.ts";
import type { Shown, State } from "./host.ts";
import {
  CENTRE,
  DROP,
  document,
  EMPTY,
  find,
  labelOf,
  Model,
  show,
  useFreshPage,
  WON,
} from "./host.ts";

useFreshPage();

const NAMES = { X: "First", O: "Second" };
const upTo = (count: number) => Array.from(Array(count).keys());
const boardOf = (cells: number, marks: Record<number, Mark>) =>
  upTo(cells).map((cell) => marks[cell] ?? null);

/** Rules by which players choose the mark of each move; nothing is played. */
const WILD: State = {
  ...EMPTY,
  names: NAMES,
  drawn_marks: { X: null, O: null },
  legal_moves: upTo(18),
};
/** The same once the first player has drawn an O at 5 and the second an X at 1. */
const WILD_LATER: State = {
  ...WILD,
  board: boardOf(9, { 4: "O", 0: "X" }),
  owners: boardOf(9, { 4: "X", 0: "O" }),
  moves: [4 + 9, 0],
  move_count: 2,
  last_move: 0,
  legal_moves: upTo(18).filter((move) => move % 9 !== 4 && move % 9),
};
/** Rules by which both players draw X: the first in the middle, then the second at 1. */
const SAME: State = {
  ...EMPTY,
  names: NAMES,
  drawn_marks: { X: "X", O: "X" },
  board: boardOf(9, { 4: "X", 0: "X" }),
  owners: boardOf(9, { 4: "X", 0: "O" }),
  moves: [4, 0],
  move_count: 2,
  last_move: 0,
  legal_moves: [1, 2, 3, 5, 6, 7, 8],
};
/** A cube of 27 cells, whose layers lie side by side. */
const LAYERS: Grid = {
  rows: 3,
  columns: 9,
  cells: upTo(27).map(
    (place) => 9 * Math.floor((place % 9) / 3) + 3 * Math.floor(place / 9) + (place % 3),
  ),
  block: 3,
  layers: true,
  falls: false,
};
const CUBE: State = { ...EMPTY, grid: LAYERS, board: boardOf(27, {}), legal_moves: upTo(27) };

/** Return the strokes of a mark, by which its shape is known, and its colour. */
function looks(root: ParentNode, selector: string) {
  return [...root.querySelectorAll<SVGElement>(`${selector} .ttt-mark`)].map((mark) => [
    mark.querySelector("circle") ? "O" : "X",
    mark.dataset.mark,
  ]);
}
const played = (board: Shown) =>
  board.model.sent
    .filter(({ kind }) => kind === "play")
    .map(({ cell, mark }) => (mark === undefined ? cell : [cell, mark]));
const choice = (board: Shown) => board.all(".ttt-which")[0];
const chosen = (board: Shown) => labelOf(find(choice(board), "[aria-checked=true]"));

describe("a mark that belongs to no player", () => {
  it("has the shape that was drawn and the colour of who drew it", async () => {
    const board = show(new Model(WILD_LATER));
    assert.deepEqual(looks(board.el, ".ttt-cell"), [
      ["X", "O"],
      ["O", "X"],
    ]);
    assert.match(board.names()[4], /^5, row 2, column 2, O$/);
    await board.model.update(SAME);
    assert.deepEqual(looks(board.el, ".ttt-cell"), [
      ["X", "O"],
      ["X", "X"],
    ]);
    // An own mark once more: where owners are not told, it tells who made it.
    await board.model.update(CENTRE);
    assert.deepEqual(looks(board.el, ".ttt-cell"), [["X", "X"]]);
  });

  it("is no sign of a player: the cards have numbers instead", async () => {
    const board = show(new Model(SAME));
    const signs = () => board.all(".ttt-who").map((sign) => sign.textContent);
    assert.deepEqual(signs(), ["1", "2"]);
    assert.deepEqual(looks(board.el, ".ttt-player"), []);
    await board.model.update(EMPTY);
    assert.deepEqual(signs(), ["", ""]);
    assert.deepEqual(looks(board.el, ".ttt-player"), [
      ["X", "X"],
      ["O", "O"],
    ]);
  });

  it("is no sign of a player in the legend either, nor beside who was winning", async () => {
    const board = show(new Model({ ...WILD_LATER, hints: true, current_player: "O" }));
    const numbers = (within: string) =>
      board.all(`${within} .ttt-ordinal`).map((sign) => [sign.textContent, sign.dataset.mark]);
    assert.deepEqual(numbers(".ttt-legend"), [["2", "O"]]);
    assert.equal(find(board.el, ".ttt-legend .ttt-unseen").textContent, "Second");
    assert.deepEqual(numbers(".ttt-axis"), [
      ["1", "X"],
      ["2", "O"],
    ]);
    await board.model.update({ ...CENTRE, hints: true });
    assert.equal(board.all(".ttt-ordinal").length, 0);
    assert.equal(find(board.el, ".ttt-legend .ttt-unseen").textContent, "O");
  });

  it("stands before the sentence and under the pointer as it is about to be drawn", async () => {
    const board = show(new Model({ ...SAME, current_player: "O" }));
    const rows = () => {
      const { turn, draws } = board.all(".ttt-rows")[0].dataset;
      return [draws, turn];
    };
    assert.deepEqual(looks(board.el, ".ttt-sign"), [["X", "O"]]);
    assert.deepEqual(rows(), ["X", "O"]);
    await board.model.update(WILD);
    assert.deepEqual([looks(board.el, ".ttt-sign"), rows()], [[["X", "X"]], ["X", "X"]]);
    board.button("O").click();
    assert.deepEqual([looks(board.el, ".ttt-sign"), rows()], [[["O", "X"]], ["O", "X"]]);
  });

  it("colours the moves and the track by the players, and is written after the cell", async () => {
    const board = show(new Model(WILD_LATER));
    const track = () => board.all(".ttt-track i").map((dash) => dash.dataset.mark);
    const strip = () => board.all(".ttt-strip button").map(labelOf);
    assert.deepEqual(strip(), ["1 5o O", "2 1x X"]);
    assert.deepEqual(looks(board.el, ".ttt-strip"), [
      ["O", "X"],
      ["X", "O"],
    ]);
    assert.deepEqual(track(), ["X", "O"]);
    await board.model.update(SAME);
    assert.deepEqual(strip(), ["1 5 X", "2 1 X"]);
    assert.deepEqual(track(), ["X", "O"]);
  });

  it("has the line in the colour of who has won, whoever drew its marks", () => {
    const board = show(
      new Model({
        ...WILD_LATER,
        board: boardOf(9, { 0: "X", 1: "X", 2: "X", 4: "O" }),
        owners: boardOf(9, { 0: "O", 1: "X", 2: "O", 4: "X" }),
        moves: [13, 0, 1, 2],
        winning_lines: [[0, 1, 2]],
        is_over: true,
        winner: "O",
        current_player: "O",
        status: "won",
        legal_moves: [],
      }),
    );
    assert.deepEqual(
      board.all(".ttt-line").map((line) => line.dataset.mark),
      ["O"],
    );
  });
});

describe("the choice of a mark", () => {
  it("is there where players choose, while one may play, in the place of Play from here", async () => {
    const board = show();
    const isThere = () => !choice(board).hidden && !board.all(".ttt-beside")[0].hidden;
    assert.equal(isThere(), false);
    await board.model.update(WILD);
    assert.equal(isThere(), true);
    await board.model.update({ ...WILD_LATER, viewed_ply: 1, viewed: WILD });
    assert.deepEqual(
      [isThere(), choice(board).hidden, board.button("Play from here").hidden],
      [false, true, false],
    );
    await board.model.update({ ...WILD_LATER, viewed_ply: null, viewed: null });
    assert.deepEqual([isThere(), board.button("Play from here").hidden], [true, true]);
    await board.model.update({ is_over: true });
    assert.equal(isThere(), false);
    await board.model.update(SAME);
    assert.equal(isThere(), false);
  });

  it("keeps its place where the computer could begin", async () => {
    const board = show(new Model({ ...WILD, players: { X: "human", O: "keen" } }));
    assert.deepEqual(
      [choice(board).hidden, board.button("Computer begins").hidden],
      [false, true],
    );
  });

  it("is one tab stop of two radio buttons, X at first, which arrows exchange", () => {
    const board = show(new Model(WILD));
    const [x, o] = [board.button("X"), board.button("O")];
    const state = () => [x, o].map((one) => [one.role, one.ariaChecked, one.tabIndex]);
    assert.equal(labelOf(choice(board)), "Mark");
    assert.deepEqual(state(), [
      ["radio", "true", 0],
      ["radio", "false", -1],
    ]);
    x.focus();
    board.press("ArrowRight");
    assert.deepEqual(state(), [
      ["radio", "false", -1],
      ["radio", "true", 0],
    ]);
    assert.ok(document.activeElement === o);
    board.press("ArrowLeft");
    assert.equal(chosen(board), "X");
  });

  it("goes with each move, and stays for the next", async () => {
    const board = show(new Model(WILD));
    board.click(4);
    board.model.answer();
    board.button("O").click();
    board.click(0);
    board.model.answer();
    await board.model.update(WILD_LATER);
    board.cells()[1].focus();
    board.press("2");
    assert.deepEqual(played(board), [
      [4, "X"],
      [0, "O"],
      [1, "O"],
    ]);
  });

  it("is no part of a move where there is nothing to choose", () => {
    const board = show(new Model(SAME));
    board.click(1);
    assert.deepEqual(played(board), [1]);
  });

  it("is made by the keys x and o, wherever in the widget, and is said", async () => {
    const board = show(new Model(WILD));
    const [region] = board.all('[role="status"]');
    board.cells()[0].focus();
    const { event, heard } = board.press("o");
    assert.deepEqual([chosen(board), event.defaultPrevented, heard], ["O", true, false]);
    mock.timers.tick(250);
    assert.equal(region.textContent, "O is chosen.");
    board.button("Hints").focus();
    board.press("x");
    assert.equal(chosen(board), "X");
    board.press("O", { shiftKey: false }); // CapsLock
    assert.equal(chosen(board), "O");
    // Of a word that is typed, they are letters.
    board.button("Rename First").click();
    board.press("x");
    assert.equal(chosen(board), "O");
  });

  it("is no key where the letter can be a column's", () => {
    const columns = 15;
    const grid = { ...EMPTY.grid, rows: 1, columns, cells: upTo(columns) };
    const board = show(
      new Model({ ...EMPTY, grid, board: boardOf(columns, {}), legal_moves: upTo(columns) }),
    );
    board.cells()[0].focus();
    board.press("o");
    board.press("1");
    assert.ok(document.activeElement === board.cells()[14]);
  });

  it("has the hints of that mark shown, and its legal moves", () => {
    const value = (cell: number, mark: Mark, worth: string) => ({
      cell,
      mark,
      value: worth,
      remoteness: 3,
      score: 0,
      chance: null,
      is_best: false,
      is_marked: true,
      is_threat: false,
    });
    const board = show(
      new Model({
        ...WILD,
        hints: true,
        values: [value(0, "X", "win"), value(0, "O", "loss"), value(1, "O", "draw")],
        legal_moves: [0, 2, 9, 10],
      }),
    );
    const shown = () =>
      board
        .cells()
        .map((cell) => cell.dataset.value ?? "")
        .slice(0, 3);
    const free = () =>
      board.cells().flatMap((cell, at) => ("free" in cell.dataset ? [at] : []));
    assert.deepEqual(
      [shown(), free()],
      [
        ["win", "", ""],
        [0, 2],
      ],
    );
    board.button("O").click();
    assert.deepEqual(
      [shown(), free()],
      [
        ["loss", "draw", ""],
        [0, 1],
      ],
    );
  });

  it("is heard with the move", async () => {
    const board = show(new Model(WILD));
    await board.model.update({
      ...WILD,
      board: boardOf(9, { 4: "O" }),
      owners: boardOf(9, { 4: "X" }),
      moves: [13],
      move_count: 1,
      last_move: 4,
      current_player: "O",
      message: "Second's turn",
    });
    mock.timers.tick(250);
    assert.equal(
      board.all('[role="status"]')[0].textContent,
      "O, 5, row 2, column 2. Second's turn.",
    );
  });
});

describe("where rules refuse free cells", () => {
  it("shows no mark under the pointer, and still asks Python, who has the reason", () => {
    // Marks fall: of an empty board of four rows and five columns, the lowest row is legal.
    const board = show(
      new Model({
        ...DROP,
        board: boardOf(20, {}),
        moves: [],
        move_count: 0,
        winning_lines: [],
        last_move: null,
        is_over: false,
        winner: null,
        status: "playing",
        legal_moves: [15, 16, 17, 18, 19],
      }),
    );
    const free = board.cells().flatMap((cell, at) => ("free" in cell.dataset ? [at] : []));
    assert.deepEqual(free, [15, 16, 17, 18, 19]);
    board.click(2);
    assert.deepEqual(played(board), [2]);
    board.model.answer({ ok: false, code: "illegal", message: "Marks fall: c4 is free" });
    assert.match(board.status(), /^Marks fall: c4 is free/);
  });
});

describe("a line that as drawn is not straight", () => {
  const line = (state: State, ...cells: number[]) =>
    show(
      new Model({
        ...state,
        board: boardOf(
          (state.board as []).length,
          Object.fromEntries(cells.map((cell) => [cell, "X"])),
        ),
        winning_lines: [cells],
        is_over: true,
        status: "won",
        winner: "X",
      }),
    )
      .all(".ttt-line")
      .map((path) => path.getAttribute("d"));

  it("is a disc in each cell where it goes on beyond an edge", () => {
    // Down to the right from 2: 2, 6, then 7 in the first column.
    assert.deepEqual(line(WON, 1, 5, 6), ["M1.5 0.5h.01M2.5 1.5h.01M0.5 2.5h.01"]);
    // Two that touch across the edge alone.
    assert.deepEqual(line(WON, 0, 2), ["M0.5 0.5h.01M2.5 0.5h.01"]);
    assert.deepEqual(line(WON, 0, 4, 8), ["M0.5 0.5L2.5 2.5"]);
  });

  it("is a disc in each cell where it goes through layers, a ribbon within one", () => {
    assert.deepEqual(line(CUBE, 0, 13, 26), ["M0.5 0.5h.01M4.5 1.5h.01M8.5 2.5h.01"]);
    assert.deepEqual(line(CUBE, 4, 13, 22), ["M1.5 1.5h.01M4.5 1.5h.01M7.5 1.5h.01"]);
    assert.deepEqual(line(CUBE, 11, 13, 15), ["M5.5 0.5L3.5 2.5"]);
  });

  it("is told by the names of its cells", async () => {
    const board = show(new Model(CUBE));
    await board.model.update({
      winning_lines: [[0, 13, 26]],
      is_over: true,
      status: "won",
      message: "Player X wins!",
    });
    mock.timers.tick(250);
    assert.equal(
      board.all('[role="status"]')[0].textContent,
      "Player X wins! Line a1, e2, i3.",
    );
  });
});

describe("the layers of a cube", () => {
  it("have sheets of their own, and a number in their first cell", () => {
    const board = show(new Model(CUBE));
    const [thin, apart] = find(board.el, ".ttt-ruling").children;
    assert.deepEqual(
      [apart.getAttribute("class"), apart.getAttribute("d")],
      ["ttt-apart", "M3 0v3M6 0v3"],
    );
    assert.match(String(thin.getAttribute("d")), /^M1 0v3M2 0v3M0 1h3M0 2h3M4 0v3/);
    assert.deepEqual(
      board.all(".ttt-place[data-layer]").map((place) => place.dataset.layer),
      ["1", "2", "3"],
    );
  });

  it("are called layers, and their cells by the column and row of the sheet", () => {
    const names = show(new Model(CUBE)).names();
    assert.equal(names[0], "a1, layer 1, row 1, column 1, empty");
    assert.equal(names[26], "i3, layer 3, row 3, column 3, empty");
    assert.equal(names[13], "e2, layer 2, row 2, column 2, empty");
  });
});
