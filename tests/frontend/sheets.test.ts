// The sheets of a board, whose script the board as it ships requests from Python.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, mock } from "node:test";

import type { LoadSheets } from "../../frontend/board/load_sheets.ts";
import { importShipped, Model, sheets, show, useFreshPage } from "./host.ts";

useFreshPage();
const { default: from } = await importShipped("board.js");
const [greeting, request] = ["hello", "sheets"];
const kinds = ({ sent }: Model) => sent.map(({ kind }) => kind);

it("a press while the script is on its way asks for it, and says that it takes long", () => {
  const board = show(new Model(), { from });
  board.push("Players");
  assert.deepEqual(kinds(board.model), [greeting, request]);
  mock.timers.tick(3000);
  assert.equal(board.notice().textContent, "Waiting for Python…Retry");
});

it("a picture of a board has no sheets, and says why", () => {
  const board = show(new Model({ layout: { comm_live: false } }), { from, greeted: false });
  board.push("Players");
  assert.match(board.notice().textContent ?? "", /^This is a picture of a game/);
  mock.timers.tick(10_000);
  assert.deepEqual(kinds(board.model), []);
});

it("a sheet opens once the script is there, and at once on every later board", async () => {
  const script = readFileSync("tictactoe_widget/static/sheets.js", "utf8");
  // Node imports no addresses of blobs.
  const address = `data:text/javascript,${encodeURIComponent(script)}`;
  mock.method(URL, "createObjectURL", () => address);
  const [first, second] = [show(new Model(), { from }), show(new Model(), { from })];
  first.push("Players");
  const hearing = first.model.listeners.filter(([event]) => event === "msg:custom");
  await Promise.all(hearing.map(([, hear]) => hear({ kind: request, script })));
  assert.deepEqual(first.texts("dialog[open] h2"), ["Players and game"]);
  second.push("Learn");
  assert.deepEqual(second.texts("dialog[open] h2"), ["Learn"]);
  assert.deepEqual(kinds(second.model), []);
  mock.restoreAll();
});

describe("a press on Players while the page loads the script", () => {
  /** Show a board of a page, press Players, and return the board and each way the load ends. */
  function press() {
    const loads: Parameters<LoadSheets>[] = [];
    const loadSheets: LoadSheets = (...load) => loads.push(load);
    const board = show(new Model(), { loadSheets });
    board.push("Players");
    return { board, arrive: () => loads[0][0](sheets), fail: () => loads[0][1]?.() };
  }
  const opened = ({ texts }: ReturnType<typeof show>) => texts("dialog[open] h2");

  it("opens the sheet", () => {
    const { board, arrive } = press();
    arrive();
    assert.deepEqual(opened(board), ["Players and game"]);
  });

  it("is cancelled by Escape, which does no more", () => {
    const { board, arrive } = press();
    assert.ok(board.press("Escape").taken);
    assert.equal(board.press("Escape").taken, false);
    arrive();
    assert.deepEqual(opened(board), []);
  });

  it("is forgotten if the script cannot be loaded, also when it arrives later", () => {
    const { board, arrive, fail } = press();
    fail();
    arrive();
    assert.deepEqual(opened(board), []);
  });
});
