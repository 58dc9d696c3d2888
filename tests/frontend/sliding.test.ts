// Sliding marks, and texts instead of marks: how they are chosen, drawn and announced.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Shown, State } from "./host.ts";
import { EMPTY, find, hintFor, labelOf, Model, show, useFreshPage, window } from "./host.ts";

useFreshPage();

const upTo = (count: number) => Array.from(Array(count).keys());
const marks = (text: string) => Array.from(text, (mark) => (mark === "." ? null : mark));
const slide = (from: number, to: number, cells = 9) => from * cells + to;

/** Three men's morris after all marks are placed. X slides from 2 to 3, or from 4 to 7. */
const MORRIS: State = {
  ...EMPTY,
  board: marks("OX.XXO.O."),
  moves: [4, 0, 3, 5, 1, 7],
  sources: Array(6).fill(null),
  move_count: 6,
  last_move: 7,
  sliding: true,
  legal_moves: [slide(1, 2), slide(3, 6)],
};
/** The same position after X has slid from 2 to 3. */
const SLID: State = {
  ...MORRIS,
  board: marks("O.XXXO.O."),
  moves: [4, 0, 3, 5, 1, 7, slide(1, 2)],
  sources: [...Array(6).fill(null), 1],
  move_count: 7,
  last_move: 2,
  current_player: "O",
  message: "Player O's turn",
  legal_moves: [slide(0, 1), slide(5, 8), slide(7, 6), slide(7, 8)],
};

/** Return the names of the cells with an attribute. */
const having = (board: Shown, attribute: string) =>
  board
    .cells()
    .filter((cell) => cell.hasAttribute(`data-${attribute}`))
    .map((cell) => cell.dataset.name)
    .join("");

/** Return the names of the squares that the chosen mark can move to. */
const targets = (board: Shown) =>
  board
    .cells()
    .filter((cell) => labelOf(cell).includes("possible move"))
    .map((cell) => cell.dataset.name)
    .join("");

describe("a sliding mark", () => {
  /** Show a board and wait a second between presses. */
  function showMorris(t: { mock: typeof import("node:test").mock }, state = MORRIS) {
    let now = 0;
    t.mock.method(performance, "now", () => now);
    const board = show(new Model(state));
    return {
      ...board,
      tap(cell: number) {
        now += 1000;
        board.click(cell);
      },
    };
  }

  it("is selected by a tap, and moves to a highlighted square with a second tap", (t) => {
    const board = showMorris(t);
    board.tap(1);
    assert.deepEqual([having(board, "source"), targets(board)], ["2", "3"]);
    assert.equal(board.names()[1], "2, row 1, column 2, X, chosen");
    assert.equal(board.names()[2], "3, row 1, column 3, empty, possible move");
    assert.equal(board.hear(), "You chose 2. It can move to 3.");
    assert.deepEqual(board.texts(".ttt-guide"), ["You chose 2. It can move to 3."]);
    assert.deepEqual(board.asked(), []);
    board.tap(2);
    assert.deepEqual(board.asked(), ["play cell=11"]);
  });

  it("is replaced by another selection, and deselected by a tap on it or Escape", (t) => {
    const board = showMorris(t);
    board.tap(1);
    board.tap(3);
    assert.deepEqual([having(board, "source"), targets(board)], ["4", "7"]);
    board.tap(3);
    assert.equal(having(board, "source") + targets(board), "");
    assert.equal(board.hear(), "No mark is chosen.");
    board.tap(3);
    board.cells()[8].focus();
    assert.deepEqual(board.press("Escape"), { taken: true, heard: false });
    assert.equal(having(board, "source"), "");
    assert.equal(board.press("Escape").taken, false);
  });

  it("stays selected after the second press of a double click", () => {
    const board = show(new Model(MORRIS));
    board.click(1);
    board.click(1);
    assert.equal(having(board, "source"), "2");
    board.click(2);
    board.click(2);
    assert.deepEqual(board.asked(), ["play cell=11"]);
  });

  it("lets Python explain what to do after a press on any other square", (t) => {
    const board = showMorris(t);
    for (const cell of [0, 2]) board.tap(cell);
    board.tap(1);
    board.tap(8);
    assert.deepEqual(board.asked(), ["play cell=0", "play cell=20", "play cell=17"]);
    board.refuse("The mark at 2 can't slide to 9");
    assert.match(board.status(), /^The mark at 2 can't slide to 9/);
    assert.equal(having(board, "source"), "2");
  });

  it("moves with two square numbers", () => {
    const board = show(new Model(MORRIS));
    board.cells()[0].focus();
    for (const key of "2-3") board.press(key);
    assert.deepEqual(board.asked(), ["play cell=11"]);
  });

  it("is selected by the hyphen in a typed move such as a1-b2", () => {
    const grid = { ...EMPTY.grid, rows: 4, columns: 4, cells: upTo(16) };
    const board = show(
      new Model({
        ...MORRIS,
        grid,
        board: marks("X..............."),
        legal_moves: [slide(0, 5, 16)],
      }),
    );
    board.cells()[9].focus();
    for (const key of "a1-b2") board.press(key);
    assert.equal(having(board, "source"), "a1");
    assert.equal(board.active(), board.cells()[5]);
    board.click(5);
    assert.deepEqual(board.asked(), ["play cell=5"]);
  });

  it("can be dragged to its square", () => {
    const board = show(new Model(MORRIS));
    board.seen('[role="grid"]').getBoundingClientRect = () =>
      ({ left: 0, top: 0, width: 90, height: 90 }) as DOMRect;
    const fire = (type: string, from: number, [x, y]: number[]) =>
      board
        .cells()
        [from].dispatchEvent(
          new window.MouseEvent(type, { bubbles: true, clientX: x, clientY: y }),
        );
    fire("pointerdown", 1, [45, 15]);
    fire("pointermove", 1, [50, 15]); // within the cell
    assert.equal(having(board, "source"), "");
    fire("pointermove", 1, [70, 15]);
    assert.equal(having(board, "source"), "2");
    fire("pointerup", 1, [75, 15]);
    assert.deepEqual(board.asked(), ["play cell=11"]);
    // Nothing follows the pointer any more.
    fire("pointermove", 1, [15, 75]);
    fire("pointerup", 1, [15, 75]);
    assert.deepEqual(board.asked(), ["play cell=11"]);
  });

  it("shows its path, and is announced and listed with both squares", async () => {
    const board = show(new Model(MORRIS));
    await board.update(SLID);
    const mark = find(board.cells()[2], "[data-slid]") as HTMLElement;
    assert.equal(mark.style.getPropertyValue("--slid"), "-100% 0%");
    assert.equal(board.hear(), "X from 2 to 3, row 1, column 3. Player O's turn.");
    const names = board.all(".ttt-strip button").map(labelOf);
    assert.deepEqual(names.slice(-2), ["6 8 O", "7 2-3 X"]);
    assert.equal(having(board, "source"), "");
  });

  it("shows its best move's hint, and after selection the hints for its squares", (t) => {
    const values = [
      hintFor(2, { source: 1, value: "loss", score: -0.9 }),
      hintFor(6, { source: 3, value: "loss", score: -0.8 }),
      hintFor(7, { source: 3, value: "win", score: 0.9, is_best: true }),
    ];
    const board = showMorris(t, { ...MORRIS, hints: true, values });
    const shown = () => board.cells().map((cell) => cell.dataset.value ?? "");
    assert.deepEqual(shown(), ["", "loss", "", "win", "", "", "", "", ""]);
    board.tap(3);
    assert.deepEqual(shown(), ["", "", "", "", "", "", "loss", "win", ""]);
  });
});

/** Numerical tic-tac-toe: First has placed 7 in the centre, Second 2 at 1. */
const NUMBERS: State = {
  ...EMPTY,
  names: { X: "First", O: "Second" },
  choices: upTo(9).map((number) => String(number + 1)),
  board: marks("O...X...."),
  cell_texts: marks("2...7...."),
  moves: [slide(6, 4), slide(1, 0)],
  move_count: 2,
  last_move: 0,
  legal_moves: [0, 2, 4, 8].flatMap((number) =>
    [1, 2, 3, 5, 6, 7, 8].map((cell) => slide(number, cell)),
  ),
};

describe("a text instead of a mark", () => {
  it("has its player's colour, and is announced with both", async () => {
    const board = show(
      new Model({ ...NUMBERS, cell_texts: [], board: EMPTY.board, moves: [] }),
    );
    await board.update(NUMBERS);
    const drawn = board.all(".ttt-cell .ttt-mark");
    assert.deepEqual(
      drawn.map((mark) => `${mark.textContent}/${mark.dataset.mark}`),
      ["2/O", "7/X"],
    );
    assert.equal(board.names()[4], "5, row 2, column 2: 7, First");
    assert.equal(
      board.hear(),
      "1, row 1, column 1: 2, Second. 5, row 2, column 2: 7, First. Player X's turn.",
    );
    assert.deepEqual(board.all(".ttt-strip button").map(labelOf), [
      "1 5=7 First",
      "2 1=2 Second",
    ]);
  });

  it("is chosen among the player's texts, where used ones are disabled", async () => {
    const board = show(new Model(NUMBERS));
    const options = () =>
      board
        .all(".ttt-which button")
        .map((one) => labelOf(one) + (one.ariaDisabled === "true" ? " used" : ""));
    assert.deepEqual(options(), ["1", "3", "5", "7 used", "9"]);
    board.click(8);
    board.button("9").click();
    board.button("7").click();
    board.click(8);
    assert.deepEqual(board.asked(), ["play cell=8", "play cell=80"]);
    // The computer's numbers aren't offered while it thinks.
    await board.update({ thinking: "O", current_player: "O", legal_moves: [slide(3, 1)] });
    assert.equal(options().length, 5);
    await board.update({ thinking: null });
    assert.deepEqual(options(), ["2 used", "4"]);
  });

  it("is chosen by its digit, which then doesn't stand for a square", () => {
    const board = show(new Model(NUMBERS));
    board.cells()[8].focus();
    board.press("5");
    assert.equal(board.hear(), "You chose 5.");
    board.press("2");
    assert.equal(board.hear(), "You can't choose 2 now.");
    assert.deepEqual(board.asked(), []);
    board.click(8);
    assert.deepEqual(board.asked(), ["play cell=44"]);
  });

  it("is coloured by shape if players choose it, and named with its player", () => {
    const board = show(
      new Model({
        ...NUMBERS,
        drawn_marks: { X: null, O: null },
        choices: ["S", "O"],
        board: marks("O...X...."),
        owners: marks("X...O...."),
        cell_texts: marks("O...S...."),
        moves: [slide(1, 0), 4],
        legal_moves: [1, 10],
      }),
    );
    const colours = (within: string) =>
      board.all(`${within} .ttt-mark`).map(({ dataset }) => dataset.mark);
    assert.deepEqual(
      [colours(".ttt-cell"), colours(".ttt-which")],
      [
        ["O", "X"],
        ["X", "O"],
      ],
    );
    assert.equal(board.seen(".ttt-rows").dataset.turn, "X");
    assert.equal(board.names()[4], "5, row 2, column 2: S, Second");
    assert.deepEqual(board.all(".ttt-strip button").map(labelOf), [
      "1 1o First",
      "2 5s Second",
    ]);
  });

  it("is part of the line that ends the game", () => {
    const board = show(
      new Model({
        ...NUMBERS,
        board: marks("O...X...X"),
        cell_texts: marks("2...7...6"),
        winning_lines: [[0, 4, 8]],
        ...{ is_over: true, winner: "X", status: "won" },
      }),
    );
    assert.deepEqual(board.texts(".ttt-result .ttt-mark"), ["2", "7", "6"]);
    assert.equal(board.seen(".ttt-line").dataset.mark, "X");
  });
});
