import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  CENTRE,
  DROP,
  EMPTY,
  GOMOKU,
  hintFor,
  Model,
  present,
  show,
  ULTIMATE,
  useFreshPage,
  window,
} from "./host.ts";

useFreshPage();

/** Return the focused cell's name. */
const at = (board: Shown) => board.active()?.dataset.name;
const cellNames = (board: Shown) => board.cells().map(({ dataset }) => dataset.name);

describe("the cells", () => {
  it("form a labelled grid of rows with one tab stop", () => {
    const board = show();
    assert.equal(board.seen('[role="grid"]').ariaLabel, "Tic-tac-toe board");
    const rows = board.all('[role="row"]');
    const sizes = rows.map((row) => row.querySelectorAll('[role="gridcell"] > button').length);
    assert.deepEqual(sizes, [3, 3, 3]);
    const stops = board.cells().map((cell) => cell.tabIndex);
    assert.deepEqual(stops, [0, -1, -1, -1, -1, -1, -1, -1, -1]);
  });

  it("have numbers on nine cells, and coordinates on other boards", () => {
    const grid = { rows: 2, columns: 3, cells: [0, 1, 2, 3, 4, 5], block: 0, layers: false };
    const small = show(new Model({ board: Array(6).fill(null), grid }));
    assert.deepEqual(cellNames(small), ["a1", "b1", "c1", "a2", "b2", "c2"]);
    assert.deepEqual(cellNames(show()), [..."123456789"]);
  });

  it("include the small board in their names", () => {
    const names = show(new Model(ULTIMATE)).names();
    assert.equal(names[0], "a1, board 1, row 1, column 1, empty");
    assert.equal(names[40], "e5, board 5, row 2, column 2, X, last move, open board");
    assert.equal(names[80], "i9, board 9, row 3, column 3, empty");
  });

  it("have row and column headings on large boards", () => {
    const board = show(new Model(GOMOKU));
    assert.deepEqual(board.texts(".ttt-column-names span"), [..."abcdefghijklmno"]);
    const rows = Array.from({ length: 15 }, (_, row) => `${row + 1}`);
    assert.deepEqual(board.texts(".ttt-row-names span"), rows);
  });

  it("draw an unknown family of rules", () => {
    const board = show(new Model(DROP));
    // X has filled the lowest row from a4 to d4. O is on the first three of X's marks.
    assert.equal(board.names()[0], "a1, row 1, column 1, empty");
    assert.deepEqual(board.names().slice(12, 16), [
      "c3, row 3, column 3, O",
      "d3, row 3, column 4, empty",
      "e3, row 3, column 5, empty",
      "a4, row 4, column 1, X, in the row",
    ]);
    assert.equal(board.names()[18], "d4, row 4, column 4, X, last move, in the row");
    assert.equal(board.all(".ttt-line").length, 1);
    assert.match(board.status(), /Player X wins!/);
  });
});

describe("hints in the cells", () => {
  /** Return the names of the cells with hints, with their symbols and words. */
  const shown = (...values: State[]) => {
    const board = show(new Model({ ...GOMOKU, hints: true, values }));
    const sign = (drawn: SVGElement) =>
      drawn.dataset.value ?? present(drawn.getAttribute("class")).replace("ttt-", "");
    return board.cells().flatMap((cell, place) => {
      if (!cell.childElementCount) return [];
      const signs = [...cell.querySelectorAll("svg")].map(sign);
      const words = [...cell.querySelectorAll("span")].filter(
        (part) => !part.childElementCount,
      );
      const said = [...signs, ...words.map((part) => part.textContent)];
      return [[board.names()[place], said.join(", ")]];
    });
  };

  it("show symbols and words only for the marked moves", () => {
    const win = { value: "win", remoteness: 3, is_best: true };
    for (const [changes, name, signs] of [
      [{}, "draw", "draw, draw"],
      [{ value: null, chance: 65 }, "about 65% chance of winning", "65"],
      [win, "win in 2 moves, best move", "win, best, win in 2, 2"],
      [{ is_threat: true }, "draw, wins or stops a win", "draw, threat, draw"],
      [
        { ...win, is_threat: true },
        "win in 2 moves, best move, wins or stops a win",
        "win, best, threat, win in 2, 2",
      ],
    ] as const)
      assert.deepEqual(shown(hintFor(0, changes), hintFor(1, { is_marked: false })), [
        [`a1, row 1, column 1, empty, ${name}`, signs],
      ]);
  });

  it("count the winner's moves, including this one", () => {
    for (const [value, remoteness, expected] of [
      ["win", 1, "win in 1 move"],
      ["win", 3, "win in 2 moves"],
      ["win", 5, "win in 3 moves"],
      // If the opponent wins, count the opponent's moves.
      ["loss", 2, "loss in 1 move"],
      ["loss", 4, "loss in 2 moves"],
    ]) {
      const [[name]] = shown(hintFor(0, { value, remoteness }));
      assert.equal(name, `a1, row 1, column 1, empty, ${expected}`);
    }
  });

  it("have a different shape and symbol for each value", () => {
    const values = ["win", "draw", "loss"].map((value, cell) => hintFor(cell, { value }));
    const board = show(new Model({ hints: true, values }));
    const drawn = board
      .all(".ttt-cell .ttt-value")
      .map((sign) => [...sign.querySelectorAll("path")].map((path) => path.getAttribute("d")));
    const counts = drawn.map((paths) => paths.length);
    assert.deepEqual([counts, new Set(drawn.flat()).size], [[2, 2, 2], 6]);
    const shapes = board.cells().map(({ dataset }) => dataset.value);
    assert.deepEqual(shapes.slice(0, 4), ["win", "draw", "loss", undefined]);
  });

  it("fill an estimate's bar to its percentage", () => {
    const values = [1, 52, 99].map((chance, cell) => hintFor(cell, { value: null, chance }));
    const board = show(new Model({ ...GOMOKU, hints: true, values }));
    const bars = board
      .all(".ttt-estimate")
      .map((made) => [made.textContent, made.style.getPropertyValue("--chance")].join());
    assert.deepEqual(bars, ["1,1%", "52,52%", "99,99%"]);
  });
});

describe("taps on cells", () => {
  const SIDE = 15;

  /** Show gomoku with cells of this size in pixels. */
  function showSized(pixels: number, changes = {}) {
    const board = show(new Model({ ...GOMOKU, ...changes }));
    const [left, top, side] = [100, 50, SIDE * pixels];
    board.seen('[role="grid"]').getBoundingClientRect = () =>
      ({ left, top, width: side, height: side }) as DOMRect;
    const place = (name: string) =>
      name.charCodeAt(0) - 97 + SIDE * (Number(name.slice(1)) - 1);
    const point = (name: string) => ({
      clientX: left + ((place(name) % SIDE) + 0.5) * pixels,
      clientY: top + (Math.floor(place(name) / SIDE) + 0.5) * pixels,
    });
    // jsdom has no PointerEvent.
    const fire = (name: string, type: string, { pointerType = "touch", ...init }) => {
      const event = new window.MouseEvent(type, { bubbles: true, ...init });
      board.cells()[place(name)].dispatchEvent(Object.assign(event, { pointerType }));
    };
    const finger = {
      down: (name: string, init: PointerEventInit = {}) =>
        fire(name, "pointerdown", { ...point(name), ...init }),
      /** Move to another cell. The cell where the finger started captures the pointer. */
      move: (from: string, to: string) => fire(from, "pointermove", point(to)),
      up: (name: string) => fire(name, "click", { detail: 1 }),
    };
    return {
      ...board,
      finger,
      tap(name: string, init: PointerEventInit = {}) {
        finger.down(name, init);
        finger.up(name);
      },
      /** The button's text, the selected cell, and the moves played. */
      outcome: () => [
        ...board.all(".ttt-confirm").map((made) => (made.hidden ? "" : made.textContent)),
        board.texts("[data-chosen]").join(""),
        ...board.asked(),
      ],
    };
  }
  /** The same while a cell is selected. */
  const chosen = (name: string) => [`Play ${name}`, name];

  it("select with the first tap, and play with a second tap on the selected cell", () => {
    const board = showSized(17);
    board.tap("j10");
    assert.deepEqual(board.outcome(), chosen("j10"));
    board.tap("c2");
    assert.deepEqual(board.outcome(), chosen("c2"));
    assert.equal(board.all(".ttt-cross").length, 2);
    assert.equal(board.all(".ttt-ghost [data-mark=X]").length, 1);
    board.tap("c2");
    assert.deepEqual(board.outcome(), ["", "", "play cell=17"]);
    assert.equal(board.all(".ttt-ghost *").length, 0);
  });

  it("are no double click if the next player taps the same square at once", async () => {
    const board = showSized(17);
    for (const _ of [1, 2]) board.tap("c2");
    await board.update({ moves: [17], move_count: 1 });
    for (const _ of [1, 2]) board.tap("c2");
    assert.deepEqual(board.asked(), ["play cell=17", "play cell=17"]);
  });

  it("show the selected cell. The button plays it and focuses the cell", () => {
    const board = showSized(17);
    board.tap("b1");
    assert.equal(board.hear(), "b1, row 1, column 2. Tap again to play.");
    board.push("Play b1");
    assert.deepEqual(board.outcome(), ["", "", "play cell=1"]);
    assert.equal(board.active(), board.cells()[1]);
  });

  it("let the selection follow the finger, and don't play where the finger stops", () => {
    const board = showSized(17);
    const { finger } = board;
    finger.down("a1");
    finger.move("a1", "c3"); // the page scrolls if nothing is selected
    assert.deepEqual(board.outcome(), ["", ""]);
    board.tap("a1");
    finger.down("e5");
    assert.deepEqual(board.outcome(), chosen("e5"));
    finger.move("e5", "f6");
    assert.deepEqual(board.outcome(), chosen("f6"));
    finger.up("e5");
    assert.deepEqual(board.outcome(), chosen("f6"));
    finger.down("f6");
    finger.move("f6", "f7");
    finger.move("f6", "f6");
    finger.up("f6");
    assert.deepEqual(board.outcome(), chosen("f6"));
    finger.down("f6");
    finger.move("f6", "o40"); // beyond the edge
    assert.deepEqual(board.outcome(), chosen("o15"));
  });

  it("play at once with a mouse, with assistive technology, and on large cells", () => {
    const small = showSized(17);
    small.tap("b1", { pointerType: "mouse" });
    small.finger.down("c1");
    small.click(3); // a click without pointer events
    assert.deepEqual(small.outcome(), ["", "", "play cell=1", "play cell=3"]);
    const large = showSized(28);
    large.tap("b1");
    assert.deepEqual(large.outcome(), ["", "", "play cell=1"]);
  });

  it("ask Python at once if the square is illegal, because Python knows the reason", () => {
    for (const changes of [
      { board: Array(225).fill(null).with(1, "X"), legal_moves: [0, 2] },
      { legal_moves: [0, 2] }, // free, but illegal in these rules
      { is_over: true },
      { thinking: "O" },
    ]) {
      const board = showSized(17, changes);
      board.tap("b1");
      assert.deepEqual(board.outcome(), ["", "", "play cell=1"], JSON.stringify(changes));
    }
  });

  it("lose their selection when the game changes, but not when hints arrive", async () => {
    const board = showSized(17);
    for (const [changes, isKept] of [
      [{ values: [], comment: "A draw." }, true],
      [{ moves: [0], board: Array(225).fill(null).with(0, "X") }, false],
      [{ round: 2 }, false],
      [EMPTY, false],
    ] as [State, boolean][]) {
      if (!board.outcome()[0]) board.tap("j10");
      await board.update(changes);
      assert.deepEqual(board.outcome(), isKept ? chosen("j10") : ["", ""]);
    }
    assert.equal(board.all(".ttt-ghost *").length, 0);
  });
});

describe("double clicks", () => {
  it("play once if the column or square can be pressed again", async (t) => {
    let now = 1000;
    t.mock.method(performance, "now", () => now);
    const going = { is_over: false, winner: null, winning_lines: [] };
    const legal = { legal_moves: [0, 1, 2, 3, 4, 5, 6], move_count: 7 };
    const board = show(new Model({ ...DROP, ...going, ...legal }));
    const column = (at: number) => board.cells()[at].click();
    column(0);
    await board.update({ moves: [...DROP.moves, 15], move_count: 8 });
    now += 349;
    column(0);
    assert.deepEqual(board.asked(), ["play cell=0"]);
    column(1);
    assert.deepEqual(board.asked(), ["play cell=0", "play cell=1"]);
    await board.update({ moves: [...DROP.moves, 15, 16], move_count: 9 });
    now += 351;
    column(1);
    assert.equal(board.asked().length, 3);
    // After New game, a quick press on the same column is a move.
    await board.update({ round: 2, moves: [], move_count: 0 });
    column(1);
    assert.equal(board.asked().length, 4);
  });
});

describe("the cells' keys", () => {
  it("move the focus with arrows, Home and End, and stop at the edges", () => {
    const board = show();
    board.cells()[0].focus();
    for (const [key, name] of [
      ["ArrowRight", "2"],
      ["ArrowDown", "5"],
      ["End", "6"],
      ["ArrowRight", "6"],
      ["ArrowDown", "9"],
      ["ArrowDown", "9"],
      ["Home", "7"],
      ["ArrowUp", "4"],
      ["ArrowLeft", "4"],
    ]) {
      board.press(key);
      assert.equal(at(board), name);
    }
    const stops = board.cells().filter((cell) => cell.tabIndex === 0);
    assert.deepEqual(stops, [board.cells()[3]]);
  });

  it("play a square by its number", () => {
    const board = show();
    board.cells()[0].focus();
    board.press("9");
    board.press("0");
    assert.deepEqual(board.asked(), ["play cell=8"]);
  });

  it("are read by position on layouts with other letters, or with digits on Shift", () => {
    const board = show();
    board.cells()[0].focus();
    for (const [key, code] of [
      ["&", "Digit1"], // French
      ["ě", "Digit2"], // Czech
      ["٣", "Digit3"], // Arabic
      ["۴", "Numpad4"], // Persian
      ["५", "Digit5"], // Hindi
    ])
      board.press(key, { code });
    const played = [0, 1, 2, 3, 4].map((cell) => `play cell=${cell}`);
    assert.deepEqual(board.asked(), played);
    // On a US keyboard these aren't digits.
    assert.equal(board.press("!", { code: "Digit1", shiftKey: true }).taken, false);
    assert.equal(board.press("PageDown", { code: "Numpad3" }).taken, false);
    const large = show(new Model(GOMOKU));
    for (const key of ["с", "ψ", "ב", "ㅊ", "Process"]) {
      large.cells()[0].focus();
      large.press(key, { code: "KeyC" });
      large.press("3");
      assert.equal(at(large), "c3", key);
    }
  });

  it("read a coordinate with CapsLock on, and ignore letters with Shift", () => {
    const board = show(new Model(GOMOKU));
    board.cells()[0].focus();
    for (const key of "C3") board.press(key);
    assert.equal(at(board), "c3");
    for (const key of "Bb") assert.equal(board.press(key, { shiftKey: true }).taken, false);
    assert.equal(at(board), "c3");
    // If digits need Shift, they still count as digits.
    board.press("d");
    board.press("4", { shiftKey: true });
    assert.equal(at(board), "d4");
    assert.deepEqual(board.asked(), []);
  });

  it("forget typed characters after the focus moves or after another key", () => {
    for (const [between, expected] of [
      ["Shift", "b12"],
      ["ArrowRight", "c1"],
      ["ArrowUp", "b1"],
      ["Enter", "b1"],
      [(board: Shown) => board.cells()[4].focus(), "e1"],
      [
        (board: Shown) => {
          board.button("New game").focus();
          board.cells()[1].focus();
        },
        "b1",
      ],
    ] as const) {
      const board = show(new Model(GOMOKU));
      board.cells()[0].focus();
      for (const key of "b1") board.press(key);
      if (typeof between === "string") board.press(between);
      else between(board);
      board.press("2");
      assert.equal(at(board), expected);
    }
  });

  it("jump between small boards with PageUp and PageDown, which other boards ignore", () => {
    const board = show(new Model(ULTIMATE));
    board.cells()[0].focus();
    assert.deepEqual([board.press("PageDown").taken, at(board)], [true, "a4"]);
    assert.deepEqual([board.press("PageUp").taken, at(board)], [true, "a1"]);
    for (const state of [EMPTY, GOMOKU]) {
      const flat = show(new Model(state));
      flat.cells()[0].focus();
      for (const key of ["PageUp", "PageDown"]) assert.equal(flat.press(key).taken, false);
      assert.equal(flat.active(), flat.cells()[0]);
      assert.deepEqual(flat.asked(), []);
    }
  });

  it("keep the focus in the cell when its mark appears", async () => {
    const board = show();
    board.cells()[4].focus();
    await board.update(CENTRE);
    assert.equal(board.active(), board.cells()[4]);
  });
});
