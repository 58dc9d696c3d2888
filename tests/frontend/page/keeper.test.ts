// What a browser keeps of a game between visits: every way in which it can be damaged.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { JSDOM } from "jsdom";

import type { KeptGame } from "../../../frontend/page/protocol.ts";

const { window } = new JSDOM("<!doctype html>", { url: "https://example.org/some/where/" });
globalThis.location = window.location;
globalThis.addEventListener = () => {};

const { makeKeeper } = await import("../../../frontend/page/keeper.ts");

const KEY = "tictactoe_widget /some/where/";
const PICTURE = `${KEY} picture`;

/** Values of every type, among them such as would be drawn for ever. */
const ANYTHING = [
  null,
  true,
  -1,
  7,
  30_000_000,
  1e308,
  "",
  "x",
  "5",
  [],
  [[[]]],
  {},
  { a: 1 },
  Array(1000).fill(0),
];

const GAME = {
  saved: { version: 1, rules: "standard", moves: [4], round: 1 },
  link: "moves=5",
  state: {
    board: [null, null, null, null, "X", null, null, null, null],
    grid: {
      rows: 3,
      columns: 3,
      cells: [0, 1, 2, 3, 4, 5, 6, 7, 8],
      block: 0,
      layers: false,
      falls: false,
    },
    activity: null,
    message: "Player O's turn",
    move_count: 1,
    hints: false,
    names: { X: "Player X", O: "Player O" },
  },
} satisfies KeptGame;

/** A storage of a browser, which can be forbidden or have little room. */
class Storage {
  items = new Map<string, string>();
  room = Infinity;
  isForbidden = false;
  allow() {
    if (this.isForbidden) throw new DOMException("no", "SecurityError");
  }
  getItem(name: string) {
    this.allow();
    return this.items.get(name) ?? null;
  }
  setItem(name: string, text: string) {
    this.allow();
    const others = [...this.items]
      .filter(([other]) => other !== name)
      .reduce((sum, [, { length }]) => sum + length, 0);
    if (others + text.length > this.room) throw new DOMException("full", "QuotaExceededError");
    this.items.set(name, text);
  }
  removeItem(name: string) {
    this.allow();
    this.items.delete(name);
  }
}

let storage: Storage;
beforeEach(() => {
  storage = new Storage();
  Object.defineProperty(globalThis, "localStorage", { get: () => storage, configurable: true });
  Object.defineProperty(globalThis, "sessionStorage", {
    get: () => storage,
    configurable: true,
  });
});

const keeperOf = (version = "1") => makeKeeper(false, version);

/** Keep the game, change what is stored under a name, and return what is read then. */
function readChanged(name: string, change: (text: string) => string) {
  assert.equal(keeperOf().write(GAME), true);
  const text = storage.items.get(name);
  assert.ok(text);
  storage.items.set(name, change(text));
  return keeperOf().read();
}

test("A game comes back with its picture, and what is kept of it is what Python saved", () => {
  assert.equal(keeperOf().read(), null);
  assert.equal(keeperOf().write(GAME), true);
  assert.deepEqual(keeperOf().read(), GAME);
  assert.deepEqual(JSON.parse(storage.items.get(KEY) ?? "null"), {
    saved: GAME.saved,
    link: GAME.link,
  });
  keeperOf().drop();
  assert.equal(storage.items.size, 0);
});

test("A picture with any of its values changed is thrown away alone", () => {
  let tried = 0;
  for (const [name, value] of Object.entries({ ...GAME.state, junk: undefined })) {
    for (const other of ANYTHING.filter(
      (each) => JSON.stringify(each) !== JSON.stringify(value),
    )) {
      const read = readChanged(PICTURE, (text) => {
        const [sum, picture] = text.split(/ (.*)/s);
        return `${sum} ${JSON.stringify({ ...JSON.parse(picture), [name]: other })}`;
      });
      assert.deepEqual(read, { ...GAME, state: null });
      tried += 1;
    }
  }
  assert.ok(tried > 100);
  for (const text of [
    "",
    " ",
    "7",
    "no picture",
    "7 {",
    `7 ${JSON.stringify(GAME.state)}`,
    "x".repeat(3_000_000),
  ]) {
    assert.deepEqual(
      readChanged(PICTURE, () => text),
      { ...GAME, state: null },
    );
  }
  for (const cut of [1, 10, 100]) {
    assert.equal(readChanged(PICTURE, (text) => text.slice(0, -cut))?.state, null);
    assert.equal(readChanged(PICTURE, (text) => text.slice(cut))?.state, null);
  }
});

test("A picture of another version of the page, or of another game, is not shown", () => {
  keeperOf("1").write(GAME);
  assert.deepEqual(keeperOf("2").read(), { ...GAME, state: null });
  const later = { ...GAME, saved: { ...GAME.saved, moves: [4, 0] } };
  const text = JSON.stringify({ saved: later.saved, link: later.link });
  assert.deepEqual(
    readChanged(KEY, () => text),
    { ...later, state: null },
  );
});

test("A game that was kept with its picture in one text comes back without that", () => {
  for (const state of [
    GAME.state,
    {
      grid: { rows: 30_000_000, columns: 3, cells: [], block: 0, layers: false, falls: false },
    },
    ...ANYTHING,
  ]) {
    const text = JSON.stringify({ state, saved: GAME.saved, link: GAME.link });
    storage.items.set(KEY, text);
    assert.deepEqual(keeperOf().read(), { ...GAME, state: null });
  }
});

test("What is no kept game is refused, whatever it is", () => {
  const damaged = ANYTHING.map((each) => JSON.stringify(each));
  for (const saved of ANYTHING.filter((each) => typeof each !== "object"))
    damaged.push(JSON.stringify({ ...GAME, saved }));
  for (const levels of [21, 3000, 200_000])
    damaged.push(`{"saved": ${"[".repeat(levels)}${"]".repeat(levels)}}`);
  damaged.push(
    "",
    "no JSON",
    "{",
    JSON.stringify({ link: "" }),
    `{"saved": {}, "junk": "${"x".repeat(3_000_000)}"}`,
  );
  for (const text of damaged) {
    storage.items.set(KEY, text);
    assert.throws(() => keeperOf().read(), text.slice(0, 80));
  }
});

test("A link of any type is handed on as it is, to be compared with that of the page", () => {
  for (const link of ANYTHING)
    assert.deepEqual(
      readChanged(KEY, () => JSON.stringify({ saved: GAME.saved, link }))?.link,
      link,
    );
});

test("A game is kept where there is no room for its picture, and none is left of the one before", () => {
  keeperOf().write(GAME);
  storage.room = 150;
  const later = { ...GAME, saved: { ...GAME.saved, moves: [4, 0] } };
  assert.equal(keeperOf().write(later), true);
  assert.deepEqual([...storage.items.keys()], [KEY]);
  assert.deepEqual(keeperOf().read(), { ...later, state: null });
  storage.room = 50;
  assert.equal(keeperOf().write(GAME), false);
  assert.equal(keeperOf().read(), null);
});

test("A picture that is large is not kept", () => {
  assert.equal(keeperOf().write({ ...GAME, state: { message: "x".repeat(600_000) } }), true);
  assert.deepEqual([...storage.items.keys()], [KEY]);
});

test("Storage that is forbidden is empty, and no damage", () => {
  storage.isForbidden = true;
  assert.equal(keeperOf().read(), null);
  assert.equal(keeperOf().write(GAME), false);
  keeperOf().drop();
  assert.equal(keeperOf().isPlaying(), true);
  Object.defineProperty(globalThis, "localStorage", {
    get() {
      throw new DOMException("no", "SecurityError");
    },
    configurable: true,
  });
  assert.equal(keeperOf().read(), null);
  assert.equal(keeperOf().write(GAME), false);
});
