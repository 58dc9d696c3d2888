import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { document, EMPTY, Model, show, useFreshPage } from "./host.ts";

useFreshPage();

/** A model as marimo provides it: it reports each value that is set, even if it's unchanged. */
class MarimoModel extends Model {
  saved = 0;
  override set(name: string, value: unknown) {
    this.setOneByOne({ [name]: value });
  }
  override save_changes() {
    this.saved += 1;
  }
}

/** Show a board in the shadow root of an element with this tag. */
function showIn(name: string) {
  const host = document.createElement(name);
  document.body.append(host);
  const model = new MarimoModel();
  return { ...show(model, { into: host.attachShadow({ mode: "open" }) }), model };
}
const MOVED = { move_count: 1, moves: [0], message: "Player O's turn" };

describe("a board in marimo, where cells run when a front end saves a value", () => {
  it("saves once for all changes after a user's move, with Python's value", async () => {
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

  it("saves nothing when Python changes the board or refuses a request", async () => {
    const { click, model, refuse } = showIn("marimo-anywidget");
    await model.update({ ...MOVED, round: 2 });
    click(0);
    refuse("Position already taken");
    await model.update({ ...EMPTY, round: 3 });
    assert.equal(model.saved, 0);
  });

  for (const [what, button, ...steps] of [
    [
      "after the user's move and again after the bot's, but not later",
      "1, row 1, column 1, empty",
      [{ ...MOVED, thinking: "O" }, 1],
      [{ move_count: 2, moves: [0, 4], thinking: null }, 2],
      [{ round: 2 }, 2],
    ],
    [
      "when hints are requested and when they are complete, not in between",
      "Hints",
      [{ hints: true, working: "hints" }, 1],
      [{ comment: "So far" }, 1],
      [{ comment: "All", working: "" }, 2],
    ],
  ] as [string, string, ...[object, number][]][])
    it(`saves ${what}`, async () => {
      const board = showIn("marimo-anywidget");
      board.button(button).click();
      for (const [at, [changes, saved]] of steps.entries()) {
        await board.update({ ...changes });
        if (at === 0) board.model.answer();
        assert.equal(board.model.saved, saved);
      }
    });
});

it("A board in another host saves nothing, even in a shadow root", async () => {
  const { click, model } = showIn("other-host");
  click(0);
  await model.update(MOVED);
  assert.equal(model.saved, 0);
});
