import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { CENTRE, Model, ULTIMATE, show, useFreshPage } from "../support/host.js";

useFreshPage();

describe("the live region", () => {
  it("calls cells as the board does", () => {
    assert.match(show(new Model(CENTRE)).status(), /^X, 5, row 2, column 2\. /);
    assert.match(show(new Model(ULTIMATE)).status(), /^X, e5, board 5, row 2, column 2\. /);
  });

  it("says the same refusal again in a text that differs, so that it is spoken again", () => {
    const board = show(new Model(CENTRE));
    const said = [0, 1].map(() => {
      board.click(4);
      board.model.answer({ ok: false, code: "illegal", message: "Position already taken" });
      return board.status();
    });
    assert.notEqual(said[0], said[1]);
    assert.equal(said[0].replaceAll("\u200b", ""), said[1].replaceAll("\u200b", ""));
  });

  it("says nothing of a stale click", () => {
    const board = show();
    const before = board.status();
    board.click(4);
    board.model.answer({ ok: false, code: "stale", message: "The board has changed since" });
    assert.equal(board.status(), before);
  });
});
