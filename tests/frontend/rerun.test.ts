import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { document, EMPTY, Model, show, useFreshPage } from "./host.ts";

useFreshPage();

/** A model as marimo hands it out, which tells of each value that is set, also of the same. */
class MarimoModel extends Model {
  saved = 0;
  override set(name: string, value: unknown) {
    this.setOneByOne({ [name]: value });
  }
  override save_changes() {
    this.saved += 1;
  }
}

/** Show a board in the shadow of an element of that name. */
function showIn(name: string) {
  const host = document.createElement(name);
  document.body.append(host);
  const model = new MarimoModel();
  return { ...show(model, { into: host.attachShadow({ mode: "open" }) }), model };
}
const MOVED = { move_count: 1, moves: [0], message: "Player O's turn" };

describe("a board in marimo, whose cells run when a front end saves a value", () => {
  it("saves once for all that a person's move has changed, and the value of Python", async () => {
    const { click, model } = showIn("marimo-anywidget");
    click(0);
    assert.equal(model.saved, 0);
    await model.update(MOVED);
    model.answer();
    assert.equal(model.saved, 1);
    assert.equal(model.get("move_count"), 1);
    await model.update({ message: "Python renamed a player" });
    assert.equal(model.saved, 1);
  });

  it("saves nothing when Python code changes the board, nor when a request is refused", async () => {
    const { click, model } = showIn("marimo-anywidget");
    await model.update({ ...MOVED, round: 2 });
    click(0);
    model.answer({ ok: false, code: "illegal", message: "Position already taken" });
    await model.update({ ...EMPTY, round: 3 });
    assert.equal(model.saved, 0);
  });

  it("saves after the move of a bot as well, and no more when that is made", async () => {
    const { click, model } = showIn("marimo-anywidget");
    click(0);
    await model.update({ ...MOVED, thinking: "O" });
    model.answer();
    await model.update({ move_count: 2, moves: [0, 4], thinking: null });
    assert.equal(model.saved, 2);
    await model.update({ round: 2 });
    assert.equal(model.saved, 2);
  });

  it("saves when hints are asked for and when they are there, not while they are worked out", async () => {
    const { button, model } = showIn("marimo-anywidget");
    button("Hints").click();
    await model.update({ hints: true, working: "hints" });
    model.answer();
    await model.update({ comment: "So far" });
    await model.update({ comment: "More" });
    assert.equal(model.saved, 1);
    await model.update({ comment: "All", working: "" });
    assert.equal(model.saved, 2);
  });
});

describe("a board in another host", () => {
  it("saves nothing, also in a shadow", async () => {
    const { click, model } = showIn("other-host");
    click(0);
    await model.update(MOVED);
    assert.equal(model.saved, 0);
  });
});
