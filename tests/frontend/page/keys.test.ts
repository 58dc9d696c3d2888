// Keys that are pressed on the page, outside the board.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";

import type { Shown } from "../host.ts";
import { document, find, GOMOKU, Model, show, useFreshPage, window } from "../host.ts";

const { handKeysOn } = await import("../../../frontend/page/keys.ts");

useFreshPage();

Object.assign(globalThis, { KeyboardEvent: window.KeyboardEvent });

const place = document.createElement("main");
handKeysOn(place);

/** Show a page with a button, a link, a field, and a board. */
function showPage(model = new Model()) {
  const share = document.createElement("button");
  const notebooks = document.createElement("a");
  notebooks.href = "lite/lab/index.html";
  const link = document.createElement("input");
  document.body.append(share, notebooks, link, place);
  const board = show(model, { into: place });
  return { board, share, notebooks, link, kinds: () => model.sent.map(({ kind }) => kind) };
}

/** Press a key where the focus is; return whether something has taken it. */
function press(key: string, options: KeyboardEventInit = {}) {
  const event = new window.KeyboardEvent("keydown", {
    key,
    bubbles: true,
    cancelable: true,
    ...options,
  });
  document.activeElement?.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Return the name of the focused cell, or nothing. */
const focusedCell = () => (document.activeElement as HTMLElement).dataset.name;

const played = ({ model }: Shown) =>
  model.sent.filter(({ kind }) => kind === "play").map(({ cell }) => cell);

beforeEach(() => {
  place.inert = false;
  place.replaceChildren();
});

describe("keys on the page", () => {
  it("play by a number where nothing has the focus, or a button or a link of the page has", () => {
    const { board, share, notebooks } = showPage();
    assert.ok(document.activeElement === document.body);
    assert.ok(press("5"));
    share.focus();
    assert.ok(press("1"));
    notebooks.focus();
    assert.ok(press("9"));
    assert.deepEqual(played(board), [4, 0, 8]);
    // Of the page's own button nothing is pressed by that, and it keeps the focus.
    assert.ok(document.activeElement === notebooks);
  });

  it("play once by a number that is pressed in the board", () => {
    const { board } = showPage();
    board.cells()[3].focus();
    press("5");
    board.button("Hints").focus();
    press("6");
    assert.deepEqual(played(board), [4, 5]);
  });

  it("lead to the board by an arrow, and to a typed coordinate", () => {
    const { share } = showPage(new Model(GOMOKU));
    share.focus();
    assert.ok(press("ArrowDown"));
    assert.equal(focusedCell(), "a1");
    assert.ok(press("ArrowDown"));
    assert.equal(focusedCell(), "a2");
    share.focus();
    for (const key of ["c", "1", "2"]) press(key);
    assert.equal(focusedCell(), "c12");
  });

  it("are those of the whole board with Shift", () => {
    const { share, kinds } = showPage();
    share.focus();
    assert.ok(press("N", { shiftKey: true }));
    assert.deepEqual(kinds(), ["new_game"]);
  });

  it("stay in a field, and with the browser where they have Ctrl, Meta or Alt, or no meaning", () => {
    const { share, link, kinds } = showPage();
    link.focus();
    for (const key of ["5", "ArrowDown"]) assert.equal(press(key), false);
    share.focus();
    for (const modifier of ["ctrlKey", "metaKey", "altKey"])
      assert.equal(press("5", { [modifier]: true }), false);
    for (const key of ["Enter", " ", "Tab", "Home", "PageDown", "q", "0"])
      assert.equal(press(key), false, key);
    assert.ok(document.activeElement === share);
    assert.deepEqual(kinds(), []);
  });

  it("do nothing while a sheet is open, or the board waits for Python", () => {
    const { board, share, kinds } = showPage();
    board.button("More").click();
    share.focus();
    assert.equal(press("5"), false);
    find<HTMLDialogElement>(board.el, "dialog[open]").close();
    place.inert = true;
    share.focus();
    assert.equal(press("5"), false);
    assert.deepEqual(kinds(), []);
  });
});
