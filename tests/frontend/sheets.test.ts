// The board's sheets. The bundled board requests their script from Python.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it, mock } from "node:test";

import type { LoadSheets } from "../../frontend/board/load_sheets.ts";
import { importShipped, Model, sheets, show, useFreshPage } from "./host.ts";

useFreshPage();
const { default: from } = await importShipped("board.js");
const [greeting, request] = ["hello", "sheets"];
const kinds = ({ sent }: Model) => sent.map(({ kind }) => kind);

it("A press before the script has arrived requests it, and a notice appears after a while", () => {
  const board = show(new Model(), { from });
  board.push("Players");
  assert.deepEqual(kinds(board.model), [greeting, request]);
  mock.timers.tick(3000);
  assert.equal(board.notice().textContent, "Waiting for Python…Retry");
});

it("A static board has no sheets and says why", () => {
  const board = show(new Model({ layout: { comm_live: false } }), { from, greeted: false });
  board.push("Players");
  assert.match(board.notice().textContent ?? "", /^This is a picture of a game/);
  mock.timers.tick(10_000);
  assert.deepEqual(kinds(board.model), []);
});

it("A sheet opens when the script arrives, and at once on later boards", async () => {
  const script = readFileSync("tictactoe_widget/static/sheets.js", "utf8");
  // Node can't import blob addresses.
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
  /** Press Players on a page's board. Return the board and functions that end the load. */
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

  it("is cancelled by Escape, which does nothing else", () => {
    const { board, arrive } = press();
    assert.ok(board.press("Escape").taken);
    assert.equal(board.press("Escape").taken, false);
    arrive();
    assert.deepEqual(opened(board), []);
  });

  it("is dropped if the script fails to load, even if it arrives later", () => {
    const { board, arrive, fail } = press();
    fail();
    arrive();
    assert.deepEqual(opened(board), []);
  });
});
