// The sheet where a student types a name and copies a progress code.

import assert from "node:assert/strict";
import { it } from "node:test";

import { find, Model, show, useFreshPage, window } from "./host.ts";

useFreshPage();
globalThis.CustomEvent = window.CustomEvent as unknown as typeof CustomEvent;
const kept = new Map<string, string>();
globalThis.localStorage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => kept.set(name, value),
} as unknown as Storage;
const CODE = "ttt1.eNabc.01234567";

/** Show a board and open the sheet from Learn. */
function openSheet(handIn = { name: "", code: "" }) {
  const board = show(new Model({ hand_in: handIn }));
  const codes: unknown[] = [];
  board.el.addEventListener("ttt-code", (event) => {
    codes.push((event as CustomEvent).detail.code);
  });
  board.button("Learn").click();
  board.button("Hand in your progress").click();
  const sheet = find<HTMLDialogElement>(board.el, "dialog.ttt-hand-in");
  const main = () => find(sheet, ".ttt-main:not([hidden])").textContent;
  return { ...board, sheet, codes, main, name: find<HTMLInputElement>(sheet, "input") };
}

it("asks for a name once, and remembers it for other boards", async () => {
  const board = openSheet();
  assert.equal(board.sheet.open, true);
  assert.equal(board.active(), board.name);
  assert.equal(board.main(), "Show my code");
  board.name.value = "Ada";
  board.button("Show my code").click();
  assert.deepEqual(board.asked(), ["hand_in name=Ada"]);
  board.model.answer();
  await board.update({ hand_in: { name: "Ada", code: CODE } });
  assert.equal(find<HTMLTextAreaElement>(board.sheet, "textarea").value, CODE);
  assert.equal(board.main(), "Copy code");
  // The page draws a QR code next to the code.
  assert.deepEqual(board.codes, [CODE]);
  assert.equal(openSheet().name.value, "Ada");
});

it("hides a code for another name, and the copied message", async () => {
  const board = openSheet({ name: "Ada", code: CODE });
  const shown = () => find(board.sheet, ".ttt-draft").textContent ?? "";
  const clipboard = { writeText: async () => {} };
  Object.defineProperty(globalThis, "navigator", { value: { clipboard } });
  board.button("Copy code").click();
  await new Promise(setImmediate);
  assert.match(shown(), /Copied\./);
  board.name.value = "Bob";
  board.name.dispatchEvent(new window.Event("input"));
  assert.equal(board.main(), "Show my code");
  assert.equal(find<HTMLTextAreaElement>(board.sheet, "textarea").hidden, true);
  board.button("Show my code").click();
  board.model.answer();
  assert.equal(board.main(), "Copy code");
  assert.doesNotMatch(shown(), /Copied\./);
});

it("says what is missing if nothing is solved", () => {
  const board = openSheet({ name: "Ada", code: "" });
  assert.match(board.sheet.textContent ?? "", /Solve a lesson or a puzzle first\./);
  assert.deepEqual(board.codes, []);
});
