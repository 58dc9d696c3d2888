// Decorations: confetti, computer faces and comments.

import assert from "node:assert/strict";
import { it } from "node:test";

import type { Traits } from "../../../frontend/board/traits.ts";
import { CENTRE, document, EMPTY, Model, show, useFreshPage, WON, window } from "../host.ts";

const { makeDelight } = await import("../../../frontend/page/delight.ts");

useFreshPage();

/** Show a board and return its decorations. */
function open(isReduced = false) {
  globalThis.matchMedia = () => ({ matches: isReduced }) as MediaQueryList;
  const board = show(new Model());
  return { board, delight: makeDelight(document.body) };
}

it("bursts once after a win, but not for a win that was already shown", () => {
  const { board, delight } = open();
  delight(WON);
  assert.equal(board.all(".burst").length, 0);
  delight(CENTRE);
  delight(WON);
  delight({ ...WON, hints: true });
  assert.equal(board.all(".burst").length, 1);
  board.seen(".burst i").dispatchEvent(new window.Event("animationend"));
  assert.equal(board.all(".burst").length, 0);
});

it("doesn't move if reduced motion is preferred", () => {
  const { board, delight } = open(true);
  delight(CENTRE);
  delight(WON);
  assert.equal(board.all(".burst").length, 0);
});

it("gives the computer a face, and a comment at the end of a game", () => {
  const { board, delight } = open();
  const players = { X: "human", O: "casual" };
  delight({ ...EMPTY, players });
  const card = board.seen("[data-who=O]");
  assert.equal(card.querySelectorAll(".face").length, 1);
  assert.deepEqual(board.texts(".phrase"), [""]);
  // X has won, so the computer has lost.
  delight({ ...(WON as Traits), players, round: 1 });
  assert.deepEqual(board.texts(".phrase"), ["Nice!"]);
  assert.equal(board.all(".burst").length, 1);
  // A win for the computer doesn't cause a burst.
  delight({ ...EMPTY, players });
  board.seen(".burst").remove();
  delight({ ...(WON as Traits), players: { X: "casual", O: "human" }, round: 1 });
  assert.deepEqual(board.texts("[data-who=X] .phrase"), ["Mine!"]);
  assert.equal(board.all(".burst").length, 0);
  delight(EMPTY);
  assert.equal(board.all(".face, .phrase").length, 0);
});
