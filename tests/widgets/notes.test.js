import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { GOMOKU, Model, ULTIMATE, WON, show, useFreshPage } from "../support/host.js";

useFreshPage();

describe("the review", () => {
  it("calls cells as the board does", () => {
    const move = { ply: 0, player: "X", verdict: "unknown", best: null, played: null };
    const strip = (state, cell) => {
      const board = show(new Model({ ...state, review: [{ ...move, cell }] }));
      const [button] = board.all(".ttt-review button");
      return [button.textContent, button.getAttribute("aria-label")];
    };
    assert.deepEqual(strip(WON, 4), ["X5 ≈", "X5 ≈ Move 1: estimate"]);
    assert.deepEqual(strip(GOMOKU, 3 * 15 + 7), ["Xh4 ≈", "Xh4 ≈ Move 1: estimate"]);
    // Cells of ultimate count small board by small board: 34 is the last but one of the fourth.
    assert.deepEqual(strip(ULTIMATE, 34), ["Xb6 ≈", "Xb6 ≈ Move 1: estimate"]);
  });

  it("says of a slower win that it was not the quickest way, and of a quicker loss that it could have taken longer", () => {
    const move = { ply: 0, player: "X", cell: 4, verdict: "slower" };
    const said = (value) => {
      const board = show(new Model({ ...WON, review: [{ ...move, best: value, played: value }] }));
      return board.all(".ttt-review button")[0].getAttribute("aria-label");
    };
    assert.equal(said("win"), "X5 + Move 1: win, not the quickest way");
    assert.equal(said("loss"), "X5 − Move 1: loss, could have held out longer");
  });
});
