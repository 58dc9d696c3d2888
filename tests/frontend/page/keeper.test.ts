// Games stored in the browser between visits, including damaged ones.

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

/** Values of all types, including some that would take forever to draw. */
const ANYTHING: unknown[] = [
  ...JSON.parse('[null, true, -1, 7, 30000000, 1e308, "", "x", "5", [], [[[]]], {}, {"a": 1}]'),
  Array(1000).fill(0),
];
const asJson = ANYTHING.map((each) => JSON.stringify(each));

const GRID = { rows: 3, columns: 3, cells: [0, 1, 2, 3, 4, 5, 6, 7, 8] };
const GAME = {
  saved: { version: 1, rules: "standard", moves: [4], round: 1 },
  link: "moves=5",
  state: {
    board: [null, null, null, null, "X", null, null, null, null],
    grid: { ...GRID, block: 0, layers: false, falls: false },
    activity: null,
    message: "Player O's turn",
    move_count: 1,
    hints: false,
    names: { X: "Player X", O: "Player O" },
  },
} satisfies KeptGame;
const PICTURELESS = { ...GAME, state: null };
/** The game one move later. */
const LATER = { ...GAME, saved: { ...GAME.saved, moves: [4, 0] } };

/** Browser storage that can be forbidden or nearly full. */
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
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get: () => storage, configurable: true });
});

const keeperOf = (version = "1") => makeKeeper(false, version);

/** Store the game, change the value under a name, and return what the keeper reads. */
function readChanged(name: string, change: (text: string) => string) {
  assert.equal(keeperOf().write(GAME), true);
  const text = storage.items.get(name);
  assert.ok(text);
  storage.items.set(name, change(text));
  return keeperOf().read();
}

test("Restores a game with its picture, and keeps Python's own save", () => {
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

test("Forgets all personal data and stores no more", () => {
  const keeper = keeperOf();
  assert.equal(keeper.write(GAME), true);
  storage.items.set("tictactoe_widget student", "Ada");
  storage.items.set(`${KEY} settings`, "{}");
  keeper.forgetPerson();
  keeper.write(LATER);
  assert.deepEqual([...storage.items.keys()], [`${KEY} settings`]);
});

test("Discards only the picture if any of its values has changed", () => {
  let tried = 0;
  for (const [name, value] of Object.entries({ ...GAME.state, junk: undefined }))
    for (const other of asJson.filter((each) => each !== JSON.stringify(value))) {
      const read = readChanged(PICTURE, (text) => {
        const [sum, picture] = text.split(/ (.*)/s);
        const changed = { ...JSON.parse(picture), [name]: JSON.parse(other) };
        return `${sum} ${JSON.stringify(changed)}`;
      });
      assert.deepEqual(read, PICTURELESS);
      tried += 1;
    }
  assert.ok(tried > 100);
  const sevens = ["7", "7 {", `7 ${JSON.stringify(GAME.state)}`];
  for (const text of ["", " ", ...sevens, "no picture", "x".repeat(3_000_000)]) {
    const read = readChanged(PICTURE, () => text);
    assert.deepEqual(read, PICTURELESS);
  }
  for (const cut of [1, 10, 100]) {
    assert.equal(readChanged(PICTURE, (text) => text.slice(0, -cut))?.state, null);
    assert.equal(readChanged(PICTURE, (text) => text.slice(cut))?.state, null);
  }
});

test("Ignores a picture from another page version or another game", () => {
  keeperOf("1").write(GAME);
  assert.deepEqual(keeperOf("2").read(), PICTURELESS);
  const text = JSON.stringify({ saved: LATER.saved, link: LATER.link });
  const read = readChanged(KEY, () => text);
  assert.deepEqual(read, { ...LATER, state: null });
});

test("Restores a game stored with its picture in one text, without the picture", () => {
  const endless = { grid: { ...GAME.state.grid, rows: 30_000_000, cells: [] } };
  for (const state of [GAME.state, endless, ...ANYTHING]) {
    storage.items.set(KEY, JSON.stringify({ ...GAME, state }));
    assert.deepEqual(keeperOf().read(), PICTURELESS);
  }
});

test("Refuses any other stored value", () => {
  const scalars = ANYTHING.filter((each) => typeof each !== "object");
  for (const text of [
    ...asJson,
    ...scalars.map((saved) => JSON.stringify({ ...GAME, saved })),
    ...[21, 3000, 200_000].map((n) => `{"saved": ${"[".repeat(n)}${"]".repeat(n)}}`),
    ...["", "no JSON", "{", JSON.stringify({ link: "" })],
    `{"saved": {}, "junk": "${"x".repeat(3_000_000)}"}`,
  ]) {
    storage.items.set(KEY, text);
    assert.throws(() => keeperOf().read(), text.slice(0, 80));
  }
});

test("Passes on a link of any type, to be compared with the page's link", () => {
  for (const link of ANYTHING) {
    const read = readChanged(KEY, () => JSON.stringify({ saved: GAME.saved, link }));
    assert.deepEqual(read?.link, link);
  }
});

test("Stores the game without its picture, or not at all, if space is low", () => {
  keeperOf().write(GAME);
  storage.room = 150;
  assert.equal(keeperOf().write(LATER), true);
  assert.deepEqual([...storage.items.keys()], [KEY]);
  assert.deepEqual(keeperOf().read(), { ...LATER, state: null });
  storage.room = 50;
  assert.equal(keeperOf().write(GAME), false);
  assert.equal(keeperOf().read(), null);
});

test("Doesn't store a large picture", () => {
  assert.equal(keeperOf().write({ ...GAME, state: { message: "x".repeat(600_000) } }), true);
  assert.deepEqual([...storage.items.keys()], [KEY]);
});

test("Treats forbidden storage as empty, not as damaged", () => {
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
