// The position editor: a draft on the board. Python checks it and starts a game from it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { BACK, CENTRE, EMPTY, Model, show, ULTIMATE, useFreshPage } from "./host.ts";

useFreshPage();

const TOO_MANY = "X has 3 marks and O has 1: X can have at most one more";

/** Show a board in the editor. */
function setUp(state = CENTRE) {
  const board = show(new Model(state));
  board.push("More");
  board.push("Set up a position");
  const marks = () => board.cells().map(({ dataset }) => dataset.mark || ".");
  return {
    ...board,
    marks: () => marks().join(""),
    play: board.button("Play from here", ".ttt-editor"),
  };
}

describe("the position editor", () => {
  it("places and removes marks, and says why a position is impossible", () => {
    const board = setUp();
    assert.deepEqual(board.asked(), ["check_position board=....X...."]);
    board.model.answer({ message: "Player O's turn" });
    assert.equal(board.status(), "Set up a positionPlayer O's turn");
    assert.equal(board.hear(), "Set up a position. Player O's turn.");
    board.press("1");
    board.press("2");
    board.press("o");
    board.press("9");
    assert.equal(board.marks(), "XX..X...O");
    assert.equal(board.asked().at(-1), "check_position board=XX..X...O");
    board.refuse(TOO_MANY, "bad");
    assert.equal(board.status(), `Set up a position${TOO_MANY}`);
    assert.equal(board.play.ariaDisabled, "true");
    assert.equal(board.hear(), `O, 9, row 3, column 3. ${TOO_MANY}.`);
    board.click(8);
    board.model.answer({ message: "Player O's turn" });
    assert.equal(board.marks(), "XX..X....");
    assert.equal(board.hear(), "empty, 9, row 3, column 3. Player O's turn.");
    board.push("Clear");
    assert.equal(board.asked().at(-1), "check_position board=.........");
  });

  it("uses only the answer to the last change", () => {
    const board = setUp();
    const first = board.model.sent[0];
    board.click(0);
    board.refuse(TOO_MANY, "bad");
    board.model.answer({ message: "Player X's turn" }, first);
    assert.equal(board.play.ariaDisabled, "true");
  });

  it("closes when it starts a game", async () => {
    const board = setUp();
    board.model.answer({ message: "Player O's turn" });
    board.play.click();
    assert.equal(board.asked().at(-1), "set_position board=....X....");
    assert.equal(board.active(), board.cells()[0]);
    await board.update({ round: 2 });
    board.click(0);
    assert.equal(board.asked().at(-1), "play cell=0");
  });

  it("hides everything else, and returns to the game with Cancel", () => {
    for (const state of [CENTRE, BACK]) {
      const before = show(new Model(state));
      const board = setUp(state);
      board.click(3);
      board.press("z", { ctrlKey: true });
      board.press("N", { shiftKey: true });
      assert.deepEqual(
        [...new Set(board.model.sent.map(({ kind }) => kind))],
        ["check_position"],
      );
      board.push("Cancel");
      assert.deepEqual([board.names(), board.status()], [before.names(), before.status()]);
      assert.equal(board.hear(), "Back to your own game.");
      assert.equal(board.active(), board.cells()[3]);
    }
  });

  it("offers only the rules' marks, and requires marks to show where play continues", () => {
    for (const [state, isOffered] of [
      [EMPTY, true],
      [{ ...EMPTY, drawn_marks: { X: "X", O: "X" } }, false],
    ] as const) {
      const board = setUp(state as typeof EMPTY);
      board.click(0);
      assert.equal(board.marks(), "X........");
      assert.equal(board.seen(".ttt-which").hidden, !isOffered);
    }
    assert.equal(show(new Model(ULTIMATE)).button("Set up a position").hidden, true);
  });
});
