import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { CENTRE, DROP, EMPTY, GOMOKU, Model, ULTIMATE, document, show, useFreshPage } from "../support/host.js";

useFreshPage();

describe("the cells", () => {
  it("is a labelled grid of rows and cells with one tab stop", () => {
    const board = show();
    const [grid] = board.all('[role="grid"]');
    assert.equal(grid.getAttribute("aria-label"), "Tic-tac-toe board");
    assert.deepEqual(board.all('[role="row"]').map((row) => row.querySelectorAll('[role="gridcell"] > button').length), [3, 3, 3]);
    assert.deepEqual(board.cells().map((cell) => cell.tabIndex), [0, -1, -1, -1, -1, -1, -1, -1, -1]);
  });

  it("calls cells by their numbers on nine cells and by coordinates on all others", () => {
    const small = show(new Model({ board: Array(6).fill(null), grid: { rows: 2, columns: 3, cells: [0, 1, 2, 3, 4, 5], block: 0 } }));
    assert.deepEqual(small.cells().map((cell) => cell.dataset.name), ["a1", "b1", "c1", "a2", "b2", "c2"]);
    assert.deepEqual(show().cells().map((cell) => cell.dataset.name), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
  });

  it("names the cells of boards in boards, and has rows and columns to go by on large ones", () => {
    const ultimate = show(new Model(ULTIMATE));
    assert.equal(ultimate.names()[0], "a1, board 1, row 1, column 1, empty");
    assert.equal(ultimate.names()[40], "e5, board 5, row 2, column 2, X, last move, open");
    assert.equal(ultimate.names()[80], "i9, board 9, row 3, column 3, empty");
    const gomoku = show(new Model(GOMOKU));
    assert.equal(gomoku.all(".ttt-column-names span").map((name) => name.textContent).join(""), "abcdefghijklmno");
    assert.deepEqual(gomoku.all(".ttt-row-names span").map((name) => name.textContent), Array.from({ length: 15 }, (_, at) => `${at + 1}`));
  });

  it("draws a family of rules that it has never heard of", () => {
    const board = show(new Model(DROP));
    // X has filled the lowest row from a4 to d4; O lies on the first three of them.
    assert.equal(board.names()[0], "a1, row 1, column 1, empty");
    assert.deepEqual(board.names().slice(10), [
      "a3, row 3, column 1, O",
      "b3, row 3, column 2, O",
      "c3, row 3, column 3, O",
      "d3, row 3, column 4, empty",
      "e3, row 3, column 5, empty",
      "a4, row 4, column 1, X, in the line",
      "b4, row 4, column 2, X, in the line",
      "c4, row 4, column 3, X, in the line",
      "d4, row 4, column 4, X, last move, in the line",
      "e4, row 4, column 5, empty",
    ]);
    assert.equal(board.all(".ttt-line").length, 1);
    assert.match(board.status(), /Player X wins!/);
  });
});

describe("their keys", () => {
  it("moves the focus by arrows, Home and End, and stops at the edges", () => {
    const board = show();
    board.cells()[0].focus();
    const at = () => board.cells().indexOf(document.activeElement);
    const way = ["ArrowRight", "ArrowDown", "End", "ArrowRight", "ArrowDown", "ArrowDown", "Home", "ArrowUp", "ArrowLeft"];
    assert.deepEqual(way.map((key) => (board.press(key), at())), [1, 4, 5, 5, 8, 8, 6, 3, 3]);
    assert.deepEqual(board.cells().map((cell) => cell.tabIndex).filter((index) => index === 0).length, 1);
    assert.equal(board.cells()[3].tabIndex, 0);
  });

  it("plays a position by its number", () => {
    const board = show();
    board.cells()[0].focus();
    board.press("9");
    board.press("0");
    assert.deepEqual(board.model.sent.map(({ kind, cell }) => [kind, cell]), [["play", 8]]);
  });

  it("goes to a typed coordinate on larger boards", () => {
    const board = show(new Model(GOMOKU));
    board.cells()[0].focus();
    for (const key of ["b", "1", "2"]) board.press(key);
    assert.equal(document.activeElement.getAttribute("aria-label"), "b12, row 12, column 2, empty");
    assert.deepEqual(board.model.sent, []);
  });

  it("forgets what was typed once the focus has moved otherwise, or another key was pressed", () => {
    const coordinate = (between) => {
      const board = show(new Model(GOMOKU));
      board.cells()[0].focus();
      for (const key of ["b", "1"]) board.press(key);
      between(board);
      board.press("2");
      return document.activeElement.dataset.name;
    };
    assert.equal(coordinate((board) => board.press("Shift")), "b12");
    assert.equal(coordinate((board) => board.press("ArrowRight")), "c1");
    assert.equal(coordinate((board) => board.press("ArrowUp")), "b1");
    assert.equal(coordinate((board) => board.press("Enter")), "b1");
    assert.equal(coordinate((board) => board.cells()[4].focus()), "e1");
    assert.equal(coordinate((board) => { board.button("New game").focus(); board.cells()[1].focus(); }), "b1");
  });

  it("steps over small boards by PageUp and PageDown, and leaves these keys to the page elsewhere", async () => {
    const board = show(new Model(ULTIMATE));
    board.cells()[0].focus();
    assert.equal(board.press("PageDown").event.defaultPrevented, true);
    assert.equal(document.activeElement.dataset.name, "a4");
    assert.equal(board.press("PageUp").event.defaultPrevented, true);
    assert.equal(document.activeElement.dataset.name, "a1");
    for (const state of [EMPTY, GOMOKU]) {
      const flat = show(new Model(state));
      flat.cells()[0].focus();
      for (const key of ["PageUp", "PageDown"]) assert.equal(flat.press(key).event.defaultPrevented, false);
      assert.equal(document.activeElement, flat.cells()[0]);
      assert.deepEqual(flat.model.sent, []);
    }
  });

  it("does not take Ctrl with a number or an arrow for a move", () => {
    const board = show();
    board.cells()[4].focus();
    assert.equal(board.press("1", { ctrlKey: true }).event.defaultPrevented, false);
    assert.equal(board.press("ArrowUp", { metaKey: true }).event.defaultPrevented, false);
    assert.deepEqual(board.model.sent, []);
    assert.equal(document.activeElement, board.cells()[4]);
  });

  it("keeps the focus in the cell when its mark is drawn", async () => {
    const board = show();
    board.cells()[4].focus();
    await board.model.update(CENTRE);
    assert.equal(document.activeElement, board.cells()[4]);
  });
});
