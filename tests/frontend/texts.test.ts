// Templates with named slots.

import assert from "node:assert/strict";
import { it } from "node:test";

import {
  fill,
  fillParts,
  joinAnd,
  joinSentences,
  plural,
} from "../../frontend/shared/texts.ts";

it("fills each slot of a template by its name", () => {
  const filled = fill("{player} plays {square}, {player}!", { square: "b2", player: "Ada" });
  assert.equal(filled, "Ada plays b2, Ada!");
  // The content of a slot is not a template.
  assert.equal(fill("{player} wins!", { player: "{player}" }), "{player} wins!");
});

it("keeps elements in slots", () => {
  const mark = { tag: "svg" };
  assert.deepEqual(fillParts("for {player}", { player: mark }), ["for ", mark, ""]);
});

it("chooses the sentence by the number of things", () => {
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
