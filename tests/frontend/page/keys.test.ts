// Keys pressed on the page outside the board.

import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";

import { document, find, GOMOKU, Model, show, useFreshPage } from "../host.ts";

const { handKeysOn } = await import("../../../frontend/page/keys.ts");

useFreshPage();

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
  const press = (key: string, options?: KeyboardEventInit) => board.press(key, options).taken;
  return { ...board, press, share, notebooks, link };
}

beforeEach(() => {
  place.inert = false;
  place.replaceChildren();
});

describe("keys on the page", () => {
  it("play a number without focus, or from a button or link on the page", () => {
    const { active, press, share, notebooks, asked } = showPage();
    assert.ok(active() === document.body);
    assert.ok(press("5"));
    share.focus();
    assert.ok(press("1"));
    notebooks.focus();
    assert.ok(press("9"));
    assert.deepEqual(asked(), ["play cell=4", "play cell=0", "play cell=8"]);
    // The page's own button isn't pressed and keeps the focus.
    assert.ok(active() === notebooks);
    assert.ok(press("?"));
  });

  it("play a number once if it's pressed on the board", () => {
    const { button, cells, press, asked } = showPage();
    cells()[3].focus();
    press("5");
    button("Hints").focus();
    press("6");
    assert.deepEqual(asked(), ["play cell=4", "play cell=5"]);
  });

  it("move the focus to the board with an arrow or a typed coordinate", () => {
    const { active, press, share } = showPage(new Model(GOMOKU));
    share.focus();
    for (const name of ["a1", "a2"]) {
      assert.ok(press("ArrowDown"));
      assert.equal(active()?.dataset.name, name);
    }
    share.focus();
    for (const key of "c12") press(key);
    assert.equal(active()?.dataset.name, "c12");
  });

  it("work like the board's keys with Shift", () => {
    const { press, share, asked } = showPage();
    share.focus();
    assert.ok(press("N", { shiftKey: true }));
    assert.deepEqual(asked(), ["new_game"]);
  });

  it("are ignored in fields, with Ctrl, Meta or Alt, and if they have no meaning", () => {
    const { active, press, share, link, asked } = showPage();
    link.focus();
    for (const key of ["5", "ArrowDown"]) assert.equal(press(key), false);
    share.focus();
    for (const modifier of ["ctrlKey", "metaKey", "altKey"])
      assert.equal(press("5", { [modifier]: true }), false);
    for (const key of ["Enter", " ", "Tab", "Home", "PageDown", "q", "0"])
      assert.equal(press(key), false, key);
    assert.ok(active() === share);
    assert.deepEqual(asked(), []);
  });

  it("do nothing while a sheet is open or the board waits for Python", () => {
    const { el, button, press, share, asked } = showPage();
    button("More").click();
    share.focus();
    assert.equal(press("5"), false);
    find<HTMLDialogElement>(el, "dialog[open]").close();
    place.inert = true;
    share.focus();
    assert.equal(press("5"), false);
    assert.deepEqual(asked(), []);
  });
});
