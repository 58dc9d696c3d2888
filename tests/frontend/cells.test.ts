import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  CENTRE,
  DROP,
  document,
  EMPTY,
  GOMOKU,
  labelOf,
  Model,
  present,
  show,
  ULTIMATE,
  useFreshPage,
  window,
} from "./host.ts";

useFreshPage();

describe("the cells", () => {
  it("is a labelled grid of rows and cells with one tab stop", () => {
    const board = show();
    const [grid] = board.all('[role="grid"]');
    assert.equal(grid.getAttribute("aria-label"), "Tic-tac-toe board");
    assert.deepEqual(
      board
        .all('[role="row"]')
        .map((row) => row.querySelectorAll<HTMLElement>('[role="gridcell"] > button').length),
      [3, 3, 3],
    );
    assert.deepEqual(
      board.cells().map((cell) => cell.tabIndex),
      [0, -1, -1, -1, -1, -1, -1, -1, -1],
    );
  });

  it("calls cells by their numbers on nine cells and by coordinates on all others", () => {
    const small = show(
      new Model({
        board: Array(6).fill(null),
        grid: { rows: 2, columns: 3, cells: [0, 1, 2, 3, 4, 5], block: 0, layers: false },
      }),
    );
    assert.deepEqual(
      small.cells().map((cell) => cell.dataset.name),
      ["a1", "b1", "c1", "a2", "b2", "c2"],
    );
    assert.deepEqual(
      show()
        .cells()
        .map((cell) => cell.dataset.name),
      ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    );
  });

  it("names the cells of boards in boards, and has rows and columns to go by on large ones", () => {
    const ultimate = show(new Model(ULTIMATE));
    assert.equal(ultimate.names()[0], "a1, board 1, row 1, column 1, empty");
    assert.equal(ultimate.names()[40], "e5, board 5, row 2, column 2, X, last move, open");
    assert.equal(ultimate.names()[80], "i9, board 9, row 3, column 3, empty");
    const gomoku = show(new Model(GOMOKU));
    assert.equal(
      gomoku
        .all(".ttt-column-names span")
        .map((name) => name.textContent)
        .join(""),
      "abcdefghijklmno",
    );
    assert.deepEqual(
      gomoku.all(".ttt-row-names span").map((name) => name.textContent),
      Array.from({ length: 15 }, (_, at) => `${at + 1}`),
    );
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

describe("hints in the cells", () => {
  const move = (cell: number, changes = {}) => ({
    cell,
    value: "draw",
    remoteness: 5,
    score: 0,
    chance: null,
    is_best: false,
    is_marked: true,
    is_threat: false,
    ...changes,
  });
  /** Return the names of the cells with hints, and their signs and words. */
  const shown = (values: State[]) => {
    const board = show(new Model({ ...GOMOKU, hints: true, values }));
    const sign = (drawn: SVGElement) =>
      drawn.dataset.value ?? present(drawn.getAttribute("class")).replace("ttt-", "");
    return board.cells().flatMap((cell, at) => {
      if (!cell.childElementCount) return [];
      const signs = [...cell.querySelectorAll("svg")].map(sign);
      const words = [...cell.querySelectorAll("span")].filter(
        (part) => !part.childElementCount,
      );
      const said = [...signs, ...words.map((part) => part.textContent)];
      return [[board.names()[at], said.join(", ")]];
    });
  };

  it("draws and names the moves that Python marks alone", () => {
    assert.deepEqual(
      shown([move(0), move(1, { is_marked: false }), move(2, { value: null, chance: 65 })]),
      [
        ["a1, row 1, column 1, empty, draw", "draw, draw"],
        ["c1, row 1, column 3, empty, about 65 percent", "65"],
      ],
    );
  });

  it("tells best moves by a star and threats by an exclamation mark, in words too", () => {
    const win = { value: "win", remoteness: 3, is_best: true };
    assert.deepEqual(
      shown([move(0, win), move(1, { is_threat: true }), move(2, { ...win, is_threat: true })]),
      [
        ["a1, row 1, column 1, empty, win in 2 moves, best", "win, best, win in 2, 2"],
        ["b1, row 1, column 2, empty, draw, threat", "draw, threat, draw"],
        [
          "c1, row 1, column 3, empty, win in 2 moves, best, threat",
          "win, best, threat, win in 2, 2",
        ],
      ],
    );
  });

  it("counts how soon a win comes as people do: the moves of who wins, this one included", () => {
    const soon = (value: string, remoteness: number) =>
      show(new Model({ hints: true, values: [move(0, { value, remoteness })] })).names()[0];
    assert.deepEqual(
      [1, 3, 5].map((remoteness) => soon("win", remoteness)),
      ["1 move", "2 moves", "3 moves"].map(
        (moves) => `1, row 1, column 1, empty, win in ${moves}`,
      ),
    );
    // The opponent wins: by as many moves of theirs.
    assert.deepEqual(
      [2, 4].map((remoteness) => soon("loss", remoteness)),
      ["1 move", "2 moves"].map((moves) => `1, row 1, column 1, empty, loss in ${moves}`),
    );
  });

  it("has a shape and a sign in it of its own for each value, which differ from each other", () => {
    const values = ["win", "draw", "loss"].map((value, cell) => move(cell, { value }));
    const board = show(new Model({ hints: true, values }));
    const drawn = board
      .all(".ttt-cell .ttt-value")
      .map((sign) => [...sign.querySelectorAll("path")].map((path) => path.getAttribute("d")));
    assert.deepEqual(
      drawn.map((paths) => paths.length),
      [2, 2, 2],
    );
    assert.equal(new Set(drawn.flat()).size, 6);
    assert.deepEqual(
      board
        .cells()
        .slice(0, 4)
        .map(({ dataset }) => dataset.value),
      ["win", "draw", "loss", undefined],
    );
  });

  it("fills the bar of an estimate as far as its number says", () => {
    const estimates = [1, 52, 99].map((chance, cell) => move(cell, { value: null, chance }));
    const board = show(new Model({ ...GOMOKU, hints: true, values: estimates }));
    assert.deepEqual(
      board
        .all(".ttt-estimate")
        .map((made) => [made.textContent, made.style.getPropertyValue("--chance")]),
      [
        ["1", "1%"],
        ["52", "52%"],
        ["99", "99%"],
      ],
    );
  });
});

describe("taps on cells", () => {
  const SIDE = 15;

  /** Show gomoku with cells of so many pixels. */
  function showSized(pixels: number, changes = {}) {
    const board = show(new Model({ ...GOMOKU, ...changes }));
    const [rows] = board.all('[role="grid"]');
    const [left, top, side] = [100, 50, SIDE * pixels];
    rows.getBoundingClientRect = () => ({ left, top, width: side, height: side }) as DOMRect;
    const place = (name: string) =>
      name.charCodeAt(0) - 97 + SIDE * (Number(name.slice(1)) - 1);
    const point = (name: string) => ({
      clientX: 100 + ((place(name) % SIDE) + 0.5) * pixels,
      clientY: 50 + (Math.floor(place(name) / SIDE) + 0.5) * pixels,
    });
    // jsdom knows no PointerEvent.
    const fire = (target: Element, type: string, { pointerType = "touch", ...init }) => {
      target.dispatchEvent(
        Object.assign(new window.MouseEvent(type, { bubbles: true, ...init }), { pointerType }),
      );
    };
    const cell = (name: string) => board.cells()[place(name)];
    const finger = {
      down: (name: string, init: PointerEventInit = {}) =>
        fire(cell(name), "pointerdown", { ...point(name), ...init }),
      /** Move on, captured by the cell where the finger came down. */
      move: (from: string, to: string) => fire(cell(from), "pointermove", point(to)),
      up: (name: string) => fire(cell(name), "click", { detail: 1 }),
    };
    return {
      board,
      finger,
      tap(name: string, init: PointerEventInit = {}) {
        finger.down(name, init);
        finger.up(name);
      },
      /** What the button says, or nothing while it is hidden. */
      offer: () =>
        board
          .all(".ttt-confirm")
          .map((made) => (made.hidden ? "" : made.textContent))
          .join(),
      played: () =>
        board.model.sent.filter(({ kind }) => kind === "play").map(({ cell: at }) => at),
      chosen: () =>
        board
          .all("[data-chosen]")
          .map((name) => name.textContent)
          .join(""),
    };
  }

  it("chooses by the first tap, moves the choice by another, and plays by a tap on the chosen cell", () => {
    const { board, tap, offer, played, chosen } = showSized(17);
    tap("j10");
    assert.deepEqual([offer(), chosen(), played()], ["Play j10", "j10", []]);
    tap("c2");
    assert.deepEqual([offer(), chosen(), played()], ["Play c2", "c2", []]);
    assert.equal(board.all(".ttt-cross").length, 2);
    assert.equal(board.all(".ttt-ghost [data-mark=X]").length, 1);
    tap("c2");
    assert.deepEqual([offer(), chosen(), played()], ["", "", [17]]);
    assert.equal(board.all(".ttt-ghost *").length, 0);
  });

  it("plays by the button, whose focus goes to the cell, and says what is chosen", () => {
    const { board, tap, offer, played } = showSized(17);
    tap("b1");
    mock.timers.tick(250);
    assert.equal(
      board.all('[role="status"]')[0].textContent,
      "b1, row 1, column 2. Tap again to play.",
    );
    const button = board.button("Play b1");
    button.focus();
    button.click();
    assert.deepEqual([offer(), played()], ["", [1]]);
    assert.equal(document.activeElement, board.cells()[1]);
  });

  it("moves the choice with the finger that is drawn over the board, and does not play where it ends", () => {
    const { finger, tap, offer, played } = showSized(17);
    finger.down("a1");
    finger.move("a1", "c3"); // the page scrolls as long as nothing is chosen
    assert.equal(offer(), "");
    tap("a1");
    finger.down("e5");
    assert.equal(offer(), "Play e5");
    finger.move("e5", "f6");
    assert.equal(offer(), "Play f6");
    finger.up("e5");
    assert.deepEqual([offer(), played()], ["Play f6", []]);
    finger.down("f6");
    finger.move("f6", "f7");
    finger.move("f6", "f6");
    finger.up("f6");
    assert.deepEqual([offer(), played()], ["Play f6", []]);
    finger.down("f6");
    finger.move("f6", "o40"); // past the edge
    assert.equal(offer(), "Play o15");
  });

  it("plays at once by a mouse, by keys, by what presses for a person, and where cells are large", () => {
    const small = showSized(17);
    small.tap("b1", { pointerType: "mouse" });
    small.finger.down("c1");
    small.board.click(3); // tells of no pointer
    assert.deepEqual([small.offer(), small.played()], ["", [1, 3]]);
    const large = showSized(28);
    large.tap("b1");
    assert.deepEqual([large.offer(), large.played()], ["", [1]]);
  });

  it("asks at once where no one can play, because Python has the reason", () => {
    for (const [changes, asked] of [
      [{ board: Array(225).fill(null).with(1, "X"), legal_moves: [0, 2] }, [1]],
      // Free, but for what these rules say.
      [{ legal_moves: [0, 2] }, [1]],
      [{ is_over: true }, [1]],
      [{ thinking: "O" }, [1]],
    ]) {
      const { tap, offer, played } = showSized(17, changes);
      tap("b1");
      assert.deepEqual([offer(), played()], ["", asked], JSON.stringify(changes));
    }
  });

  it("forgets the choice when the game goes on or another begins, not when hints arrive", async () => {
    const { board, tap, offer } = showSized(17);
    tap("j10");
    await board.model.update({ values: [], comment: "A draw." });
    assert.equal(offer(), "Play j10");
    await board.model.update({ moves: [0], board: Array(225).fill(null).with(0, "X") });
    assert.equal(offer(), "");
    tap("j10");
    await board.model.update({ round: 2 });
    assert.equal(offer(), "");
    tap("j10");
    await board.model.update(EMPTY);
    assert.equal(offer(), "");
    assert.equal(board.all(".ttt-ghost *").length, 0);
  });
});

describe("their keys", () => {
  it("moves the focus by arrows, Home and End, and stops at the edges", () => {
    const board = show();
    board.cells()[0].focus();
    const at = () => board.cells().indexOf(document.activeElement as HTMLElement);
    const way = [
      "ArrowRight",
      "ArrowDown",
      "End",
      "ArrowRight",
      "ArrowDown",
      "ArrowDown",
      "Home",
      "ArrowUp",
      "ArrowLeft",
    ];
    assert.deepEqual(
      way.map((key) => {
        board.press(key);
        return at();
      }),
      [1, 4, 5, 5, 8, 8, 6, 3, 3],
    );
    assert.deepEqual(
      board
        .cells()
        .map((cell) => cell.tabIndex)
        .filter((index) => index === 0).length,
      1,
    );
    assert.equal(board.cells()[3].tabIndex, 0);
  });

  it("plays a position by its number", () => {
    const board = show();
    board.cells()[0].focus();
    board.press("9");
    board.press("0");
    assert.deepEqual(
      board.model.sent.map(({ kind, cell }) => [kind, cell]),
      [["play", 8]],
    );
  });

  it("goes to a typed coordinate on larger boards", () => {
    const board = show(new Model(GOMOKU));
    board.cells()[0].focus();
    for (const key of ["b", "1", "2"]) board.press(key);
    assert.equal(labelOf(document.activeElement), "b12, row 12, column 2, empty");
    assert.deepEqual(board.model.sent, []);
  });

  it("reads a coordinate with CapsLock on, and leaves a letter with Shift to the keys of the whole board", () => {
    const board = show(new Model(GOMOKU));
    board.cells()[0].focus();
    for (const key of ["C", "3"]) board.press(key);
    assert.equal((document.activeElement as HTMLElement).dataset.name, "c3");
    for (const key of ["B", "b"])
      assert.equal(board.press(key, { shiftKey: true }).event.defaultPrevented, false);
    assert.equal((document.activeElement as HTMLElement).dataset.name, "c3");
    // Where digits need Shift, they are digits still.
    board.press("d");
    board.press("4", { shiftKey: true });
    assert.equal((document.activeElement as HTMLElement).dataset.name, "d4");
  });

  it("forgets what was typed once the focus has moved otherwise, or another key was pressed", () => {
    const coordinate = (between: (board: Shown) => void) => {
      const board = show(new Model(GOMOKU));
      board.cells()[0].focus();
      for (const key of ["b", "1"]) board.press(key);
      between(board);
      board.press("2");
      return (document.activeElement as HTMLElement).dataset.name;
    };
    assert.equal(
      coordinate((board: Shown) => board.press("Shift")),
      "b12",
    );
    assert.equal(
      coordinate((board: Shown) => board.press("ArrowRight")),
      "c1",
    );
    assert.equal(
      coordinate((board: Shown) => board.press("ArrowUp")),
      "b1",
    );
    assert.equal(
      coordinate((board: Shown) => board.press("Enter")),
      "b1",
    );
    assert.equal(
      coordinate((board: Shown) => board.cells()[4].focus()),
      "e1",
    );
    assert.equal(
      coordinate((board: Shown) => {
        board.button("New game").focus();
        board.cells()[1].focus();
      }),
      "b1",
    );
  });

  it("steps over small boards by PageUp and PageDown, and leaves these keys to the page elsewhere", async () => {
    const board = show(new Model(ULTIMATE));
    board.cells()[0].focus();
    assert.equal(board.press("PageDown").event.defaultPrevented, true);
    assert.equal((document.activeElement as HTMLElement).dataset.name, "a4");
    assert.equal(board.press("PageUp").event.defaultPrevented, true);
    assert.equal((document.activeElement as HTMLElement).dataset.name, "a1");
    for (const state of [EMPTY, GOMOKU]) {
      const flat = show(new Model(state));
      flat.cells()[0].focus();
      for (const key of ["PageUp", "PageDown"])
        assert.equal(flat.press(key).event.defaultPrevented, false);
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
