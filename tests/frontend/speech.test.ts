import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Answer } from "../../frontend/shared/protocol.ts";
import type { State } from "./host.ts";
import {
  BACK,
  CENTRE,
  EMPTY,
  find,
  Model,
  runScene,
  show,
  ULTIMATE,
  useFreshPage,
  WON,
} from "./host.ts";

useFreshPage();

/** Changes and answers from Python in order, starting from a state. */
interface Story {
  state: State;
  steps: ({ changes: State; answer?: never } | { changes?: never; answer: Answer })[][];
}

/** What Python itself sends during the games in spoken_games.py. */
const STORIES: Record<string, Story> = runScene("spoken_games.py");

/** Show a state. Its first announcement counts as heard. */
const showState = (state: State) => show(new Model(state));

/** Play back a recorded game. Return the announcement after each step. */
async function follow({ state, steps }: Story) {
  const board = showState(state);
  const said = [];
  for (const step of steps) {
    for (const { changes, answer } of step) {
      if (changes) {
        await board.update(changes);
      } else {
        board.click(0); // the recorded request as Python receives it
        board.model.answer({ ok: answer.ok, code: answer.code, message: answer.message });
      }
    }
    said.push(board.hear());
  }
  return said;
}

describe("screen reader announcements", () => {
  it("name moves, refusals, the winning line and the position viewed", async () => {
    assert.deepEqual(await follow(STORIES.PEOPLE), [
      "X, 5, row 2, column 2. Grace's turn.",
      "Position already taken. Grace's turn.",
      "Position already taken. Grace's turn.",
      "O, 1, row 1, column 1. Ada's turn.",
      "X, 2, row 1, column 2. Grace's turn.",
      "O, 9, row 3, column 3. Ada's turn.",
      "X, 8, row 3, column 2. Ada wins! Three in a row on move 5. The row covers 2, 5 and 8. Review: On move 4, Grace could have drawn by playing 8 instead of 9.",
      "Ada wins!",
      "You're looking back at move 3 of 5. X, 2, row 1, column 2. Grace's turn.",
      "You're looking back at move 2 of 5. O, 1, row 1, column 1. Ada's turn.",
      "Press “Play from here”.",
      "Back to the latest move. X, 8, row 3, column 2. Ada wins! Three in a row on move 5. The row covers 2, 5 and 8.",
      "New game. Ada's turn.",
      "The scores are reset.",
    ]);
  });

  it("name a match's score and result, and that the players swap sides", async () => {
    const said = await follow(STORIES.MATCH);
    assert.match(said[4], /Ada wins! .* The row covers 2, 5 and 8\. Ada leads 1–0\. Review: /);
    const swapped = "Ben's turn. The players have swapped sides.";
    assert.equal(said[5], `New game. X is now Ben. O is now Ada. ${swapped}`);
    assert.match(said[11], /^O, 6, row 2, column 3\. Ada won the match 2–0\. Three in a row /);
    assert.match(said[12], /The players have swapped sides\. Wins needed: 2\.$/);
  });

  it("name a draw", async () => {
    assert.deepEqual((await follow(STORIES.DRAWN)).slice(-2), [
      "O, 6, row 2, column 3. Player X's turn.",
      "X, 7, row 3, column 1. It's a draw! The board is full. Review: Nobody made a mistake.",
    ]);
  });

  it("name only the computer's answer if both moves arrive together", async () => {
    assert.deepEqual(await follow(STORIES.COMPUTER), [
      "O, 1, row 1, column 1. X, 5, row 2, column 2. Your turn.",
      "O, 2, row 1, column 2. X, 4, row 2, column 1. Your turn.",
      "X, 6, row 2, column 3. You win! Three in a row on move 5. The row covers 4, 5 and 6. Review: On move 4, O could have drawn by playing 6 instead of 2.",
      "New game. Your turn.",
      "X, 1, row 1, column 1. New game. first_free now plays X. A person now plays O. Your turn.",
    ]);
  });

  it("name the player who resigned, and the winner", async () => {
    assert.deepEqual((await follow(STORIES.RESIGNED)).slice(1), [
      "X, 9, row 3, column 3. The computer resigned. You win!",
      "New game. Your turn.",
    ]);
  });

  it("say once that the computer is thinking, then name its answer", async () => {
    const board = showState(STORIES.COMPUTER.state);
    const [made, , answered] = STORIES.COMPUTER.steps[0];
    await board.update(made.changes ?? {});
    assert.equal(board.hear(), "X, 5, row 2, column 2. The computer is thinking…");
    assert.equal(board.hear(), "");
    await board.update(answered.changes ?? {});
    assert.equal(board.hear(), "O, 1, row 1, column 1. Your turn.");
  });

  it("remind of the rules once, and say each time where to play", async () => {
    const misere = await follow(STORIES.MISERE);
    assert.equal(misere[0], "X, 1, row 1, column 1. Player O's turn.");
    assert.match(
      String(misere.at(-2)),
      /^X, 3, row 1, column 3\. Player O wins! Player X completed a row, so Player O wins\. The row covers 1, 2 and 3\. Review: On move 3, X could have drawn by playing 6, 8 or 9 instead of 2/,
    );
    assert.equal(misere.at(-1), "New game. Player X's turn. If you complete a row, you lose.");
    assert.deepEqual((await follow(STORIES.ULTIMATE)).slice(-5), [
      "X, g7, board 9, row 1, column 1. Player O's turn. Play in board 1.",
      "O, c2, board 1, row 2, column 3. O wins board 1. Player X's turn. Play in board 6.",
      "X, g4, board 6, row 1, column 1. Player O's turn. Play in any open board.",
      "Play in board 2, 3, 4, 5, 6, 7, 8 or 9. Player O's turn.",
      "O, a4, board 4, row 1, column 1. Player X's turn. Play in any open board.",
    ]);
  });

  it("name the boards in a line of boards", async () => {
    const board = showState(STORIES.ULTIMATE.state);
    // The diagonals of boards 1, 5 and 9, by Python's cell numbers.
    const line = [0, 4, 8, 36, 40, 44, 72, 76, 80];
    await board.update({
      moves: [0],
      board: line.reduce((cells, at) => cells.with(at, "X"), Array(81).fill(null)),
      winning_lines: [line],
      message: "Player X wins!",
      guide: "Three boards in a row on move 1.",
      open_boards: [],
      is_over: true,
    });
    assert.equal(
      board.hear(),
      "X, a1, board 1, row 1, column 1. Player X wins! Three boards in a row on move 1. The row covers boards 1, 5 and 9.",
    );
  });

  it("repeat the comment on a position or on each move, even if it's the same", async () => {
    const comments = STORIES.HINTS.steps.map(
      (step) => step.findLast(({ changes }) => changes)?.changes?.comment,
    );
    assert.ok(comments[1] && comments[2] && comments[3] === comments[1]);
    assert.deepEqual(await follow(STORIES.HINTS), [
      "X draws with any move.",
      `X, 1, row 1, column 1. Player O's turn. ${comments[1]}`,
      `O, 5, row 2, column 2. Player X's turn. ${comments[2]}`,
      `You're looking back at move 1 of 2. X, 1, row 1, column 1. Player O's turn. ${comments[1]}`,
      "",
    ]);
    const board = showState({ ...CENTRE, hints: true, comment: "A draw." });
    await board.update({
      ...STORIES.PEOPLE.steps[3][0].changes,
      moves: [4, 0],
      comment: "A draw.",
    });
    assert.match(board.hear(), / A draw\.$/);
  });

  it("name the new players, and the position that play continues from", async () => {
    assert.deepEqual(await follow(STORIES.SEATS), [
      "X is now Ada.",
      "X, 5, row 2, column 2. Player O's turn.",
      "O, 1, row 1, column 1. first_free now plays O. Ada's turn.",
      "You're looking back at move 1 of 2. X, 5, row 2, column 2. Player O's turn.",
      "O, 1, row 1, column 1. The game continues from move 1. Ada's turn.",
      "New game: 4 × 4, 4 in a row. Bea now plays O. Ada's turn.",
    ]);
  });

  it("say that a move was undone and that the game isn't scored", async () => {
    const { state } = STORIES.COMPUTER;
    const board = showState({ ...state, moves: [4, 0, 8, 2] });
    const round = Number(state.round) + 1;
    await board.update({ round, moves: [4, 0], guide: "This game isn't scored." });
    assert.equal(board.hear(), "Back to move 2. Your turn. This game isn't scored.");
  });

  it("use a named player's name as on screen", async () => {
    const board = show();
    board.hear();
    await board.update({ players: { X: "human", O: "beginner" } });
    assert.equal(board.hear(), "Beginner now plays O. Your turn.");
    assert.match(board.texts(".ttt-seat").join(), /Beginner/);
  });

  it("report a player's failure", async () => {
    assert.deepEqual(await follow(STORIES.FAILED), [
      "X, 5, row 2, column 2. Player O (tired) raised RuntimeError: out of ideas. " +
        "Choose who plays as O from now on, or start a new game. The computer's turn.",
      "A person now plays O. Player O's turn.",
    ]);
  });

  it("name moves between computers, at most the last two, and pauses", async () => {
    assert.deepEqual((await follow(STORIES.WATCHED)).slice(1), [
      "New game. Player X's turn.",
      "X, 1, row 1, column 1. Player O's turn.",
      "O, 2, row 1, column 2. Player X's turn.",
      "X, 7, row 3, column 1. O, 6, row 2, column 3. The game continues. Player X wins! Three in a row on move 7. The row covers 3, 5 and 7. " +
        "Review: On move 4, O could have drawn by playing 5 instead of 4.",
    ]);
    const { state, steps } = STORIES.WATCHED;
    const board = showState(state);
    const said = [];
    for (const { changes } of steps.flat()) {
      if (!changes) continue;
      await board.update(changes);
      said.push(board.hear());
    }
    assert.deepEqual(said.slice(-7), [
      "The game continues.",
      "X, 3, row 1, column 3.",
      "O, 4, row 2, column 1.",
      "X, 5, row 2, column 2.",
      "O, 6, row 2, column 3.",
      "X, 7, row 3, column 1. Player X wins! Three in a row on move 7. The row covers 3, 5 and 7.",
      "Review: On move 4, O could have drawn by playing 5 instead of 4.",
    ]);
  });

  it("begin with what to do, or with the result", () => {
    const first = (state: State) => showState(state).seen('[role="status"]').textContent;
    assert.deepEqual([EMPTY, WON, BACK, ULTIMATE, STORIES.MISERE.state].map(first), [
      "Player X's turn.",
      "Player X wins! Three in a row on move 5. The row covers 2, 5 and 8.",
      "Player O's turn.",
      "Player O's turn. Play in board 5.",
      "Player X's turn. If you complete a row, you lose.",
    ]);
  });

  it("ignore outdated presses and changes that nobody waits for", async () => {
    const board = showState(WON);
    assert.equal(board.hear(), "");
    board.click(0);
    board.refuse("The board has changed. Try again.", "stale");
    assert.equal(board.hear(), "");
    const quiet = [{ review: [] }, { pace: "fast" }, { values: [] }, { working: "review" }];
    for (const changes of quiet) {
      await board.update(changes);
      assert.equal(board.hear(), "", JSON.stringify(changes));
    }
  });

  it("use one polite live region that is read as a whole, and stop with the view", async () => {
    const board = showState(EMPTY);
    const region = find(board.el, '[role="status"]');
    const before = region.textContent;
    assert.equal(board.all('[role="status"]').length, 1);
    assert.equal(board.all("[aria-live]").length, 0);
    assert.equal(region.getAttribute("aria-atomic"), "true");
    await board.update(CENTRE);
    board.close();
    mock.timers.tick(250);
    assert.equal(region.textContent, before);
  });
});
