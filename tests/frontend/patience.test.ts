import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Shown } from "./host.ts";
import { CENTRE, document, Model, show } from "./host.ts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
let board: Shown;
afterEach(() => {
  board.close();
  mock.timers.reset();
  document.body.replaceChildren();
});

const THINKING = { ...CENTRE, players: { X: "human", O: "ada" }, thinking: "O" };
const said = () => {
  const parts = [...board.notice().children] as HTMLElement[];
  const shown = board.notice().hidden ? [] : parts.filter(({ hidden }) => !hidden);
  return shown.map(({ textContent }) => textContent).join(" ");
};
const pressAndWait = () => {
  mock.timers.tick(3000);
  board.button("New game").click();
  mock.timers.tick(8000);
};

describe("a player that never answers", () => {
  it("is reported after 20 seconds without a press, with advice", () => {
    board = show(new Model(THINKING));
    mock.timers.tick(11_999);
    assert.deepEqual(board.asked(), []);
    mock.timers.tick(1);
    assert.deepEqual(board.asked(), ["hello"]);
    mock.timers.tick(7999);
    assert.equal(said(), "Waiting for Python…");
    mock.timers.tick(1);
    assert.equal(
      said(),
      "ada (O) hasn't moved for 20 seconds. To play O yourself, interrupt the kernel. If that doesn't help, restart it.",
    );
    mock.timers.tick(60_000);
    assert.deepEqual(board.asked(), ["hello"], "it is asked once, until it answers");
  });

  it("is reported 8 seconds after an unanswered press, until Python answers", async () => {
    board = show(new Model(THINKING));
    pressAndWait();
    assert.match(said(), /^ada \(O\) hasn't moved for 11 seconds\. /);
    board.model.answer();
    assert.equal(said(), "");
    await board.update({ thinking: null, players: { X: "human", O: "human" } });
    pressAndWait();
    assert.match(said(), /^Python is busy or not running/);
  });

  it("isn't reported while Python answers, however long the player takes", () => {
    board = show(new Model(THINKING));
    for (let asked = 1; asked <= 5; asked += 1) {
      mock.timers.tick(12_000);
      assert.equal(board.model.sent.length, asked);
      board.model.answer();
      assert.equal(said(), "");
    }
    board.close();
    mock.timers.tick(60_000);
    assert.equal(board.model.sent.length, 5);
  });

  it("doesn't remove a refusal", () => {
    board = show(new Model(THINKING));
    board.click(0);
    board.refuse("Not your turn: Player O to move", "busy");
    mock.timers.tick(12_000);
    board.model.answer();
    assert.match(board.status(), /Not your turn/);
  });

  it("gets the full time for each move", async () => {
    board = show(new Model({ ...THINKING, players: { X: "bob", O: "ada" } }));
    mock.timers.tick(11_000);
    await board.update({ move_count: 2, thinking: "X" });
    mock.timers.tick(11_000);
    assert.deepEqual(board.asked(), []);
    await board.update({ thinking: null });
    mock.timers.tick(60_000);
    assert.deepEqual(board.asked(), []);
  });

  it("isn't blamed if a request can't be sent", async () => {
    board = show(new Model(THINKING));
    board.model.send = () => Promise.reject(new Error("closed"));
    board.button("New game").click();
    await Promise.resolve();
    assert.match(said(), /^Python is busy or not running/);
  });
});
