import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Shown } from "./host.ts";
import { CENTRE, document, Model, show } from "./host.ts";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => {
  mock.timers.reset();
  document.body.replaceChildren();
});

const THINKING = { ...CENTRE, players: { X: "human", O: "ada" }, thinking: "O" };
const kinds = ({ model }: Shown) => model.sent.map(({ kind }) => kind);
const said = (board: Shown) => {
  const shown = [...board.notice().querySelectorAll<HTMLElement>(":scope > *")].filter(
    ({ hidden }) => !hidden,
  );
  return board.notice().hidden ? "" : shown.map(({ textContent }) => textContent).join(" ");
};

describe("a player that never answers", () => {
  it("is named after 20 seconds, although nobody presses anything, with what to do", () => {
    const board = show(new Model(THINKING));
    mock.timers.tick(11_999);
    assert.deepEqual(kinds(board), []);
    mock.timers.tick(1);
    assert.deepEqual(kinds(board), ["hello"]);
    mock.timers.tick(7999);
    assert.equal(said(board), "Waiting for Python…");
    mock.timers.tick(1);
    assert.equal(
      said(board),
      "Player ada (O) has not answered for 20 s. Interrupt the kernel to play O yourself, or else restart it.",
    );
    mock.timers.tick(60_000);
    assert.deepEqual(kinds(board), ["hello"], "it is asked once, until it answers");
    board.close();
  });

  it("is named 8 seconds after a press that is not answered, and no more once Python answers", async () => {
    const board = show(new Model(THINKING));
    mock.timers.tick(3000);
    board.button("New game").click();
    mock.timers.tick(8000);
    assert.match(said(board), /^Player ada \(O\) has not answered for 11 s\. /);
    board.model.answer();
    assert.equal(said(board), "");
    await board.model.update({ thinking: null, players: { X: "human", O: "human" } });
    mock.timers.tick(3000);
    board.button("New game").click();
    mock.timers.tick(8000);
    assert.match(said(board), /^Python is busy or not running/);
    board.close();
  });

  it("is nobody's business while Python answers, however long the player takes", () => {
    const board = show(new Model(THINKING));
    for (let asked = 1; asked <= 5; asked += 1) {
      mock.timers.tick(12_000);
      assert.equal(board.model.sent.length, asked);
      board.model.answer();
      assert.equal(said(board), "");
    }
    board.close();
    mock.timers.tick(60_000);
    assert.equal(board.model.sent.length, 5);
  });

  it("does not take back what the person was refused", () => {
    const board = show(new Model(THINKING));
    board.click(0);
    board.model.answer({ ok: false, code: "busy", message: "Not your turn: Player O to move" });
    mock.timers.tick(12_000);
    board.model.answer();
    assert.match(board.status(), /Not your turn/);
    board.close();
  });

  it("is given its time anew for each move", async () => {
    const board = show(new Model({ ...THINKING, players: { X: "bob", O: "ada" } }));
    mock.timers.tick(11_000);
    await board.model.update({ move_count: 2, thinking: "X" });
    mock.timers.tick(11_000);
    assert.deepEqual(kinds(board), []);
    await board.model.update({ thinking: null });
    mock.timers.tick(60_000);
    assert.deepEqual(kinds(board), []);
    board.close();
  });

  it("is not blamed where a request cannot be sent at all", async () => {
    const board = show(new Model(THINKING));
    board.model.send = () => Promise.reject(new Error("closed"));
    board.button("New game").click();
    await Promise.resolve();
    assert.match(said(board), /^Python is busy or not running/);
    board.close();
  });
});
