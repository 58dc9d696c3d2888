import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Model, show, useFreshPage, window } from "../support/host.js";

useFreshPage();

describe("the choosers", () => {
  it("asks for rules and players by the choosers, and shows what Python says", async () => {
    const board = show();
    const choose = (label, value) => {
      const [select] = board.all(`select[aria-label="${label}"]`);
      select.value = value;
      select.dispatchEvent(new window.Event("change", { bubbles: true }));
      return select;
    };
    const rules = choose("Game", "misere");
    const player = choose("Who plays O", "random");
    assert.deepEqual(board.model.sent.map(({ kind, rules: name, mark, player: who }) => [kind, name, mark, who]), [
      ["rules", "misere", undefined, undefined],
      ["player", undefined, "O", "random"],
    ]);
    board.model.answer({ ok: false, code: "illegal", message: "No" });
    assert.deepEqual([rules.value, player.value], ["standard", "human"]);
  });

  it("shows what Python says in a chooser whose pick is not sent, because another request is kept", () => {
    const board = show(new Model(), { greeted: false });
    const [rules] = board.all('select[aria-label="Game"]');
    const choose = (value) => {
      rules.value = value;
      rules.dispatchEvent(new window.Event("change", { bubbles: true }));
      return rules.value;
    };
    assert.equal(choose("misere"), "misere");
    assert.equal(choose("gomoku"), "standard");
    board.model.answer();
    assert.deepEqual(board.model.sent.map(({ kind, rules: name }) => [kind, name]), [["hello", undefined], ["rules", "misere"]]);
  });
});
