// Other marks, edges and layers: how they are drawn, requested and announced.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Grid, Mark } from "../../frontend/shared/game.ts";
import type { Shown, State } from "./host.ts";
import {
  CENTRE,
  DROP,
  EMPTY,
  find,
  hintFor,
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

/** Players choose the mark for each move. Nothing has been played. */
const WILD: State = {
  ...EMPTY,
  names: NAMES,
  drawn_marks: { X: null, O: null },
  choices: ["X", "O"],
  legal_moves: upTo(18),
};
/** The same game after the first player has placed an O at 5 and the second an X at 1. */
const WILD_LATER: State = {
  ...WILD,
  board: boardOf(9, { 4: "O", 0: "X" }),
  owners: boardOf(9, { 4: "X", 0: "O" }),
  moves: [4 + 9, 0],
  move_count: 2,
  last_move: 0,
  legal_moves: upTo(18).filter((move) => move % 9 !== 4 && move % 9),
};
/** Both players place X: the first in the centre, then the second at 1. */
const SAME: State = {
  ...EMPTY,
  names: NAMES,
  drawn_marks: { X: "X", O: "X" },
  choices: [],
  board: boardOf(9, { 4: "X", 0: "X" }),
  owners: boardOf(9, { 4: "X", 0: "O" }),
  moves: [4, 0],
  move_count: 2,
  last_move: 0,
  legal_moves: [1, 2, 3, 5, 6, 7, 8],
};
/** Infinite tic-tac-toe after 8 moves. X's mark at 1 and O's at 2 have vanished. */
const INFINITE: State = {
  ...EMPTY,
  board: boardOf(9, { 2: "X", 3: "O", 4: "X", 5: "O", 6: "X", 0: "O" }),
  guide: "The X at 3 vanishes next",
  moves: [0, 1, 2, 3, 4, 5, 6, 0],
  move_count: 8,
  last_move: 0,
  legal_moves: [1, 7, 8],
  vanishing: 2,
};
/** A cube with 27 cells, whose layers are side by side. */
const LAYERS: Grid = {
  ...{ rows: 3, columns: 9, block: 3, layers: true, falls: false },
  cells: upTo(27).map(
    (place) => 9 * Math.floor((place % 9) / 3) + 3 * Math.floor(place / 9) + (place % 3),
  ),
};
const CUBE: State = { ...EMPTY, grid: LAYERS, board: boardOf(27, {}), legal_moves: upTo(27) };

/** Return the marks' shapes, recognized by their strokes, each with its colour. */
const looks = (board: Shown, selector: string) =>
  board
    .all(`${selector} .ttt-mark`)
    .map((mark) => `${mark.querySelector("circle") ? "O" : "X"}/${mark.dataset.mark}`)
    .join(" ");
const choice = (board: Shown) => board.seen(".ttt-which");
const chosen = (board: Shown) => labelOf(find(choice(board), "[aria-checked=true]"));
const free = (board: Shown) =>
  board.cells().flatMap((cell, at) => ("free" in cell.dataset ? [at] : []));

describe("a vanishing mark", () => {
  it("is marked before it vanishes, visually and in the cell's name", async () => {
    const board = show(new Model(INFINITE));
    const vanishing = () => board.cells().map(({ dataset }) => "vanishing" in dataset);
    assert.deepEqual(
      vanishing(),
      upTo(9).map((cell) => cell === 2),
    );
    assert.equal(board.names()[2], "3, row 1, column 3, X, vanishes next");
    await board.update({ ...INFINITE, vanishing: null });
    assert.equal(vanishing().includes(true), false);
    assert.equal(board.names()[2], "3, row 1, column 3, X");
  });

  it("stays in the move list and the track, with the player who placed it", () => {
    const board = show(new Model(INFINITE));
    assert.equal(looks(board, ".ttt-strip"), "X/X O/O X/X O/O X/X O/O X/X O/O");
    const track = board.all(".ttt-track i").map((dash) => dash.dataset.mark);
    assert.deepEqual(track, [..."XOXOXOXO"]);
  });
});

it("says which mark can be taken over while a person is to move", async () => {
  const begun: State = {
    ...EMPTY,
    board: boardOf(9, { 4: "X" }),
    current_player: "O",
    moves: [4],
    move_count: 1,
    last_move: 4,
    legal_moves: upTo(9),
  };
  const board = show(new Model(begun));
  assert.equal(board.names()[4], "5, row 2, column 2, X, last move, possible move");
  await board.update({ ...begun, thinking: true });
  assert.equal(board.names()[4], "5, row 2, column 2, X, last move");
});

describe("a mark without an owner", () => {
  it("has its player's colour, or is coloured by shape if players choose it", async () => {
    const board = show(new Model(WILD_LATER));
    assert.equal(looks(board, ".ttt-cell"), "X/X O/O");
    assert.match(board.names()[4], /^5, row 2, column 2, O$/);
    await board.update(SAME);
    assert.equal(looks(board, ".ttt-cell"), "X/O X/X");
    // Without owners, the mark itself shows the player.
    await board.update(CENTRE);
    assert.equal(looks(board, ".ttt-cell"), "X/X");
  });

  it("doesn't stand for a player: the cards have numbers instead", async () => {
    const board = show(new Model(SAME));
    assert.deepEqual(board.texts(".ttt-who"), ["1", "2"]);
    assert.equal(looks(board, ".ttt-player"), "");
    await board.update(EMPTY);
    assert.deepEqual(board.texts(".ttt-who"), ["", ""]);
    assert.equal(looks(board, ".ttt-player"), "X/X O/O");
  });

  it("doesn't stand for a player in the legend or next to the chart", async () => {
    const board = show(new Model({ ...WILD_LATER, hints: true, current_player: "O" }));
    const numbers = (within: string) =>
      board.all(`${within} .ttt-ordinal`).map((sign) => sign.textContent + sign.dataset.mark);
    assert.deepEqual(numbers(".ttt-legend"), ["2O"]);
    assert.deepEqual(numbers(".ttt-axis"), ["1X", "2O"]);
    assert.deepEqual(board.texts(".ttt-legend .ttt-unseen"), ["Second"]);
    await board.update({ ...CENTRE, hints: true });
    assert.equal(board.all(".ttt-ordinal").length, 0);
    assert.deepEqual(board.texts(".ttt-legend .ttt-unseen"), ["O"]);
  });

  it("is shown before the status and under the pointer as the next mark", async () => {
    const board = show(new Model({ ...SAME, current_player: "O" }));
    const next = () => {
      const { draws, turn } = board.seen(".ttt-rows").dataset;
      return [looks(board, ".ttt-sign"), `${draws}/${turn}`];
    };
    assert.deepEqual(next(), ["X/O", "X/O"]);
    await board.update(WILD);
    // The turn has no colour. The choice next to the status shows the mark.
    assert.deepEqual(next(), ["", "X/X"]);
    board.button("O").click();
    assert.deepEqual(next(), ["", "O/O"]);
    assert.equal(board.all("[data-wild]").length, 1);
  });

  it("is written after the cell, and moves and track have the board's colours", async () => {
    const board = show(new Model(WILD_LATER));
    const strip = () => board.all(".ttt-strip button").map(labelOf);
    const track = () => board.all(".ttt-track i").map((dash) => dash.dataset.mark);
    assert.deepEqual(
      [strip(), track()],
      [
        ["1 5o O", "2 1x X"],
        ["O", "X"],
      ],
    );
    assert.equal(looks(board, ".ttt-strip"), "O/O X/X");
    await board.update(SAME);
    assert.deepEqual(
      [strip(), track()],
      [
        ["1 5 X", "2 1 X"],
        ["X", "O"],
      ],
    );
  });

  it("has the winning line in the winner's colour, unless players choose marks", async () => {
    const board = show(
      new Model({
        ...SAME,
        board: boardOf(9, { 0: "X", 1: "X", 2: "X", 4: "O" }),
        owners: boardOf(9, { 0: "O", 1: "X", 2: "O", 4: "X" }),
        moves: [13, 0, 1, 2],
        winning_lines: [[0, 1, 2]],
        ...{ is_over: true, winner: "O", current_player: "O", status: "won" },
      }),
    );
    const lines = () => board.all(".ttt-line").map((line) => line.dataset.mark);
    assert.deepEqual(lines(), ["O"]);
    await board.update({ drawn_marks: WILD.drawn_marks, choices: WILD.choices });
    assert.deepEqual(lines(), [undefined]);
  });
});

describe("the mark chooser", () => {
  it("replaces Play from here and Computer begins while a move is possible", async () => {
    const board = show();
    const players = { X: "human", O: "keen" };
    const back = { viewed_ply: 1, viewed: WILD };
    const now = { viewed_ply: null, viewed: null };
    for (const [changes, expected] of [
      [{}, ""],
      [WILD, "choice"],
      [{ ...WILD, players }, "choice"],
      [{ ...WILD_LATER, ...back }, "Play from here"],
      [{ ...WILD_LATER, ...now }, "choice"],
      [{ is_over: true }, ""],
      [SAME, ""],
    ] as [State, string][]) {
      await board.update(changes);
      const there = board.all(".ttt-beside:not([hidden]) > *").filter((one) => !one.hidden);
      const names = there.map((one) => (one === choice(board) ? "choice" : one.textContent));
      assert.equal(names.join(), expected);
    }
  });

  it("is one tab stop with two radio buttons, X first, and arrows switch them", () => {
    const board = show(new Model(WILD));
    const [x, o] = [board.button("X"), board.button("O")];
    const state = () => [x, o].map((one) => [one.role, one.ariaChecked, one.tabIndex].join());
    assert.equal(labelOf(choice(board)), "Mark");
    assert.deepEqual(state(), ["radio,true,0", "radio,false,-1"]);
    x.focus();
    board.press("ArrowRight");
    assert.deepEqual(state(), ["radio,false,-1", "radio,true,0"]);
    assert.ok(board.active() === o);
    board.press("ArrowLeft");
    assert.equal(chosen(board), "X");
  });

  it("is sent with each move and stays for the next", async () => {
    const board = show(new Model(WILD));
    board.click(4);
    board.model.answer();
    board.button("O").click();
    board.click(0);
    board.model.answer();
    await board.update(WILD_LATER);
    board.cells()[1].focus();
    board.press("2");
    const asked = ["play cell=4", "play cell=9", "play cell=10"];
    assert.deepEqual(board.asked(), asked);
  });

  it("reacts to the keys x and o anywhere in the widget, and is announced", () => {
    const board = show(new Model(WILD));
    board.cells()[0].focus();
    assert.deepEqual(board.press("o"), { taken: true, heard: false });
    assert.equal(chosen(board), "O");
    assert.equal(board.hear(), "You chose O.");
    board.button("Hints").focus();
    board.press("x");
    assert.equal(chosen(board), "X");
    board.press("O", { shiftKey: false }); // CapsLock
    assert.equal(chosen(board), "O");
    // In a typed word, they are letters.
    board.button("Rename First").click();
    board.press("x");
    assert.equal(chosen(board), "O");
  });

  it("has no key if the letter can be a column", () => {
    const columns = 15;
    const grid = { ...EMPTY.grid, rows: 1, columns, cells: upTo(columns) };
    const board = show(
      new Model({ ...EMPTY, grid, board: boardOf(columns, {}), legal_moves: upTo(columns) }),
    );
    board.cells()[0].focus();
    for (const key of "o1") board.press(key);
    assert.ok(board.active() === board.cells()[14]);
  });

  it("shows the hints and legal moves for the selected mark", () => {
    const hints: [number, Mark, string][] = [
      [0, "X", "win"],
      [0, "O", "loss"],
      [1, "O", "draw"],
    ];
    const board = show(
      new Model({
        ...WILD,
        hints: true,
        values: hints.map(([cell, choice, value]) => hintFor(cell, { choice, value })),
        legal_moves: [0, 2, 9, 10],
      }),
    );
    const values = () => board.cells().map((cell) => cell.dataset.value ?? "");
    assert.deepEqual(
      [values().slice(0, 3), free(board)],
      [
        ["win", "", ""],
        [0, 2],
      ],
    );
    board.button("O").click();
    assert.deepEqual(
      [values().slice(0, 3), free(board)],
      [
        ["loss", "draw", ""],
        [0, 1],
      ],
    );
  });

  it("is announced with the move", async () => {
    const board = show(new Model(WILD));
    await board.update({
      ...WILD,
      board: boardOf(9, { 4: "O" }),
      owners: boardOf(9, { 4: "X" }),
      moves: [13],
      move_count: 1,
      last_move: 4,
      current_player: "O",
      message: "Second's turn",
    });
    assert.equal(board.hear(), "O, 5, row 2, column 2. Second's turn.");
  });
});

describe("free but illegal cells", () => {
  it("show no mark under the pointer, and still ask Python, which knows the reason", () => {
    // Marks fall: on an empty board with four rows and five columns, the lowest row is legal.
    const legal_moves = [15, 16, 17, 18, 19];
    const { grid } = DROP;
    const board = show(new Model({ ...EMPTY, grid, board: boardOf(20, {}), legal_moves }));
    assert.deepEqual(free(board), legal_moves);
    board.click(2);
    assert.deepEqual(board.asked(), ["play cell=2"]);
    board.refuse("Marks fall: c4 is free");
    assert.match(board.status(), /^Marks fall: c4 is free/);
  });
});

describe("a winning line that isn't straight on the board", () => {
  for (const [what, state, cells, expected] of [
    // Down to the right from 2: 2, 6, then 7 in the first column.
    ["discs beyond an edge", WON, [1, 5, 6], "M1.5 0.5h.01M2.5 1.5h.01M0.5 2.5h.01"],
    ["discs of two across the edge", WON, [0, 2], "M0.5 0.5h.01M2.5 0.5h.01"],
    ["a straight line on the board", WON, [0, 4, 8], "M0.5 0.5L2.5 2.5"],
    ["discs through layers", CUBE, [0, 13, 26], "M0.5 0.5h.01M4.5 1.5h.01M8.5 2.5h.01"],
    [
      "discs in the same place on each layer",
      CUBE,
      [4, 13, 22],
      "M1.5 1.5h.01M4.5 1.5h.01M7.5 1.5h.01",
    ],
    ["a straight line within a layer", CUBE, [11, 13, 15], "M5.5 0.5L3.5 2.5"],
  ] as [string, State, number[], string][])
    it(`is ${what}`, () => {
      const marks = Object.fromEntries(cells.map((cell) => [cell, "X"] as const));
      const board = show(
        new Model({
          ...state,
          board: boardOf((state.board as []).length, marks),
          winning_lines: [cells],
          is_over: true,
          status: "won",
          winner: "X",
        }),
      );
      const drawn = board.all(".ttt-line").map((path) => path.getAttribute("d"));
      assert.deepEqual(drawn, [expected]);
    });

  it("is announced with its cells' names", async () => {
    const board = show(new Model(CUBE));
    const won = { is_over: true, status: "won", message: "Player X wins!" };
    await board.update({ winning_lines: [[0, 13, 26]], ...won });
    assert.equal(board.hear(), "Player X wins! The line covers a1, e2 and i3.");
  });
});

describe("the layers of a cube", () => {
  it("have separate grids, and a label in the first cell", () => {
    const board = show(new Model(CUBE));
    const [thin, apart] = board.seen(".ttt-ruling").children;
    assert.equal(apart.getAttribute("class"), "ttt-apart");
    assert.equal(apart.getAttribute("d"), "M3 0v3M6 0v3");
    assert.match(String(thin.getAttribute("d")), /^M1 0v3M2 0v3M0 1h3M0 2h3M4 0v3/);
    const names = board.all(".ttt-place[data-layer]").map((place) => place.dataset.layer);
    assert.deepEqual(names, ["Layer 1", "Layer 2", "Layer 3"]);
  });

  it("are called layers, with cells named by the column and row in the layer", () => {
    const names = show(new Model(CUBE)).names();
    assert.equal(names[0], "a1, layer 1, row 1, column 1, empty");
    assert.equal(names[26], "i3, layer 3, row 3, column 3, empty");
    assert.equal(names[13], "e2, layer 2, row 2, column 2, empty");
  });
});
