// Invitations around the board before the first move.

import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";

import { document, EMPTY, find, Model, show, useFreshPage } from "../host.ts";

const { makeInvite } = await import("../../../frontend/page/invite.ts");

useFreshPage();
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: new Date(2024, 2, 1, 23, 30) });
});

describe("the invitation to today's puzzle", () => {
  const { root, draw } = makeInvite(document.body, (selector) =>
    find(document, selector).click(),
  );
  const words = () =>
    [...root.querySelectorAll("button")]
      .map((button) => button.textContent)
      .filter((text) => text?.startsWith("Puzzle"));

  it("says whether today's puzzle is solved", () => {
    draw({ ...EMPTY, puzzle_streak: { day: "2024-02-29", streak: 2, best: 2, month: [29] } });
    assert.deepEqual(words(), ["Puzzle of the day A new puzzle every day"]);
    draw({ ...EMPTY, puzzle_streak: { day: "2024-03-01", streak: 3, best: 3, month: [1] } });
    assert.deepEqual(words(), ["Puzzle of the day ✓ Solved today. 3 days in a row."]);
  });

  it("opens the puzzle on the board", () => {
    const board = show(new Model());
    board.push("Learn");
    board.button("Close", ".ttt-learn").click();
    document.body.append(root);
    draw(EMPTY);
    root.querySelectorAll("button")[1].click();
    assert.deepEqual(board.asked(), ["puzzle day=2024-03-01"]);
  });
});
