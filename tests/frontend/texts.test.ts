// Templates with named slots.

import assert from "node:assert/strict";
import { afterEach, it } from "node:test";

import {
  _,
  fill,
  fillParts,
  joinAnd,
  joinSentences,
  plural,
  useLanguage,
} from "../../frontend/shared/texts.ts";

afterEach(() => useLanguage("en", {}));

it("fills each slot in a template by name", () => {
  const filled = fill("{player} plays {square}, {player}!", { square: "b2", player: "Ada" });
  assert.equal(filled, "Ada plays b2, Ada!");
  // A slot's content isn't a template.
  assert.equal(fill("{player} wins!", { player: "{player}" }), "{player} wins!");
});

it("keeps elements in slots", () => {
  const mark = { tag: "svg" };
  assert.deepEqual(fillParts("for {player}", { player: mark }), ["for ", mark, ""]);
});

it("chooses singular or plural", () => {
  const count = (games: number) => plural("{count} game", "{count} games", games);
  assert.deepEqual([0, 1, 2, 1000].map(count), ["0 games", "1 game", "2 games", "1,000 games"]);
});

it("joins lists and sentences", () => {
  assert.deepEqual([["5"], ["5", "6"], ["5", "6", "7"]].map(joinAnd), [
    "5",
    "5 and 6",
    "5, 6 and 7",
  ]);
  assert.equal(joinSentences(["You win!", "", "Well done."]), "You win! Well done.");
});

it("translates, and keeps English if there is no translation", () => {
  useLanguage("de", {
    Undo: "Zurück",
    "{player} wins": "{player} gewinnt",
    "{items} and {last}": "{items} und {last}",
    "{count} game": ["{count} Spiel", "{count} Spiele"],
  });
  assert.deepEqual([_("Undo"), _("Hints")], ["Zurück", "Hints"]);
  assert.equal(fill("{player} wins", { player: "Ada" }), "Ada gewinnt");
  assert.equal(joinAnd(["5", "6"]), "5 und 6");
  assert.equal(plural("{count} game", "{count} games", 1000), "1.000 Spiele");
});

it("chooses the catalogue's plural form for a number", () => {
  const choose = (counts: number[]) =>
    counts.map((count) => plural("{count} game", "{count} games", count).slice(-1));
  const forms = (letters: string) => ({ "{count} game": [...letters] });
  useLanguage("ar", forms("012fmo"));
  assert.deepEqual(choose([0, 1, 2, 3, 10, 11, 99, 100]), [..."012ffmmo"]);
  useLanguage("fr", forms("ab"));
  assert.deepEqual(choose([0, 1, 2, 1_000_000]), [..."aabb"]);
  useLanguage("zh-CN", forms("a"));
  assert.deepEqual(choose([0, 1, 2]), [..."aaa"]);
});

it("isolates slots in right-to-left languages", () => {
  useLanguage("ar", { "{value} at {square}": "{square}: {value}" });
  const filled = fill("{value} at {square}", { value: "−3", square: "b12" });
  assert.equal(filled, "\u2068b12\u2069: \u2068−3\u2069");
});
