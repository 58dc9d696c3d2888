import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { State } from "./host.ts";
import {
  CENTRE,
  document,
  EMPTY,
  find,
  labelOf,
  Model,
  observers,
  present,
  show,
  useFreshPage,
  WON,
  window,
} from "./host.ts";

useFreshPage();

/** A step of a lesson on forks, as Python tells it. */
const STEP = {
  kind: "lesson",
  name: "forks",
  title: "Forks",
  step: 1,
  steps: 3,
  solved: [true, false, false],
  text: "X has two corners.\n\nLook for a third one.",
  ask: "X to move: make two threats at once, and win.",
  state: "open",
  feedback: "",
  hint: "",
  has_hint: true,
  look: [0, 8],
  tries: 0,
  cell: null as number | null,
  learnt: "",
  next: "openings",
  next_title: "Openings",
  day: "",
  streak: 0,
};
const WRONG = {
  ...STEP,
  state: "wrong",
  tries: 1,
  cell: 4,
  feedback: "That loses: 3 would have won.",
};
const RIGHT = {
  ...STEP,
  state: "right",
  cell: 4,
  solved: [true, true, false],
  feedback: "Now 2 and 6 both win.",
};
const PUZZLE = {
  ...STEP,
  kind: "puzzle",
  name: "",
  title: "Puzzle",
  step: 0,
  steps: 1,
  solved: [false],
  next: "",
  next_title: "",
  day: "2026-11-21",
};
const EXAMPLE = { ...PUZZLE, kind: "example", title: "Example", day: "" };

/** Show a board on which an activity runs. */
function open(activity: State | null, game = EMPTY) {
  const board = show(new Model({ ...game, activity }));
  const seen = (selector: string) => find(board.el, selector);
  return {
    ...board,
    seen,
    head: () => seen(".ttt-activity-head p").textContent,
    told: () => [...seen(".ttt-told").children].map((part) => part.textContent),
    /** What is said below the board: the verdict on a move, or a hint. */
    answer: () =>
      [...seen(".ttt-answer").children].map((part) => part.textContent).filter(Boolean),
    bar: () =>
      [...seen(".ttt-activity-bar").querySelectorAll<HTMLElement>(":scope > *")]
        .filter((button) => !button.hidden)
        .map((button) => button.textContent),
    allowed: () =>
      [...seen(".ttt-activity-bar").querySelectorAll<HTMLElement>(":scope > *")]
        .filter((button) => !button.hidden && button.getAttribute("aria-disabled") !== "true")
        .map((button) => button.textContent),
    main: () => board.all(".ttt-activity-bar .ttt-main").map((button) => button.textContent),
    steps: () => board.all(".ttt-steps-bar button"),
    asked: () => board.model.sent.map(({ request, client, round, ply, ...rest }) => rest),
  };
}

describe("a step of a lesson", () => {
  it("shows its title, its place, its text, its task and what is pointed at", () => {
    const board = open(STEP);
    assert.equal(board.head(), "ForksStep 2 of 3");
    assert.deepEqual(board.told(), ["X has two corners.", "Look for a third one."]);
    assert.deepEqual(board.answer(), []);
    assert.equal(board.seen(".ttt-message").textContent, STEP.ask);
    assert.equal(board.all(".ttt-look").length, 2);
    assert.match(board.names()[8], /^9, .*, pointed at$/);
    assert.doesNotMatch(board.names()[4], /pointed at/);
    assert.equal(present(board.el.firstElementChild).hasAttribute("data-activity"), true);
  });

  it("is no part of a board on which no activity is given", async () => {
    const board = open(STEP);
    await board.model.update({ activity: null });
    assert.equal(board.all(".ttt-look").length, 0);
    assert.doesNotMatch(board.names()[8], /pointed at/);
    assert.deepEqual(
      board
        .all(".ttt-activity-head, .ttt-told, .ttt-activity, .ttt-steps-bar")
        .map((part) => part.hidden),
      [true, true, true, true],
    );
    assert.equal(board.seen(".ttt-message").textContent, EMPTY.message);
    assert.equal(present(board.el.firstElementChild).hasAttribute("data-activity"), false);
  });

  it("is gone through by Back and Next, and any step can be gone to", () => {
    const board = open(STEP);
    assert.deepEqual(board.bar(), ["Back", "Again", "Hint", "Next"]);
    board.button("Back").click();
    board.button("Next").click();
    assert.deepEqual(
      board.steps().map((button) => button.getAttribute("aria-label")),
      ["Step 1, done", "Step 2", "Step 3"],
    );
    assert.deepEqual(
      board.steps().map((button) => button.getAttribute("aria-current")),
      [null, "step", null],
    );
    board.steps()[2].click();
    assert.deepEqual(board.asked(), [
      { kind: "lesson_step", to: 0 },
      { kind: "lesson_step", to: 2 },
      { kind: "lesson_step", to: 2 },
    ]);
  });

  it("has one tab stop for all steps, moved by arrows", () => {
    const board = open(STEP);
    assert.deepEqual(
      board.steps().map((button) => button.tabIndex),
      [-1, 0, -1],
    );
    board.steps()[1].focus();
    board.press("ArrowLeft");
    assert.equal(document.activeElement, board.steps()[0]);
    board.press("End");
    assert.equal(document.activeElement, board.steps()[2]);
    assert.deepEqual(
      board.steps().map((button) => button.tabIndex),
      [-1, -1, 0],
    );
  });

  it("offers what makes sense in each state, and marks what to press next", () => {
    const cases: [typeof STEP, string[], string[]][] = [
      [STEP, ["Back", "Hint", "Next"], []],
      [{ ...STEP, hint: "Think of 7." }, ["Back", "Next"], []],
      [{ ...STEP, has_hint: false, step: 0 }, ["Next"], []],
      [WRONG, ["Back", "Again", "Hint", "Next"], []],
      [{ ...STEP, state: "on" }, ["Back", "Again", "Hint", "Next"], []],
      [RIGHT, ["Back", "Again", "Next"], ["Next"]],
      [{ ...STEP, state: "read", ask: "", has_hint: false }, ["Back", "Next"], ["Next"]],
    ];
    for (const [activity, allowed, main] of cases) {
      const board = open(activity);
      assert.deepEqual([board.allowed(), board.main()], [allowed, main], activity.state);
    }
  });

  it("asks for the hint and for the same step anew", () => {
    const hinted = open(STEP);
    hinted.button("Hint").click();
    const again = open(WRONG);
    again.button("Again").click();
    const solved = open(RIGHT);
    solved.button("Hint").click();
    assert.deepEqual(
      [hinted.asked(), again.asked(), solved.asked()],
      [[{ kind: "hint" }], [{ kind: "again" }], []],
    );
  });

  it("says by a sign and a word what became of a move, and then how to go on", async () => {
    const board = open(STEP);
    const said = [];
    for (const activity of [
      WRONG,
      { ...STEP, state: "on", feedback: "Right so far. O answers 1." },
      RIGHT,
      { ...RIGHT, feedback: "Right." },
    ]) {
      await board.model.update({ activity });
      said.push([
        board.answer().join(),
        board.seen(".ttt-message").textContent,
        board.seen(".ttt-guide").textContent,
      ]);
    }
    const after = "Your next move takes this back";
    assert.deepEqual(said, [
      ["✗ Not yet. That loses: 3 would have won.", STEP.ask, after],
      ["→ Right so far. O answers 1.", STEP.ask, ""],
      ["✓ Right. Now 2 and 6 both win.", "Press Next to go on", ""],
      ["✓ Right.", "Press Next to go on", ""],
    ]);
  });

  it("keeps its task in sight after a wrong move, also while one looks back", async () => {
    const board = open(WRONG, { ...WON, guide: "" });
    await board.model.update({ viewed_ply: 1, viewed: { ...CENTRE } });
    assert.equal(board.seen(".ttt-message").textContent, STEP.ask);
    assert.equal(board.seen(".ttt-guide").textContent, `Looking back: ${CENTRE.message}`);
  });

  it("shows after a wrong move with which mark another can be tried", async () => {
    // It is O's turn, or the game is over: the next move is X's all the same.
    for (const game of [CENTRE, { ...WON, board: CENTRE.board, winning_lines: [] }]) {
      const board = open(WRONG, game);
      assert.equal(board.seen(".ttt-rows").dataset.turn, "X");
      board.click(0);
      assert.deepEqual(board.asked(), [{ kind: "play", cell: 0 }]);
      await board.model.update({ activity: RIGHT });
      assert.notEqual(board.seen(".ttt-rows").dataset.turn, "X");
    }
  });

  it("folds the moves to the step back, and the focus stays on what is left", async () => {
    const board = open(WRONG, { ...WON, guide: "" });
    await board.model.update({ viewed_ply: 1, viewed: { ...CENTRE } });
    board.button("Now").focus();
    await board.model.update({ viewed_ply: null, viewed: null });
    assert.equal(labelOf(document.activeElement), "Step back");
  });

  it("has the focus on the board after Next, and where nothing is asked on Next", async () => {
    const board = open(RIGHT);
    for (const [activity, focused] of [
      [{ ...STEP, step: 2 }, () => board.cells()[0]],
      [{ ...STEP, step: 2, state: "read", ask: "" }, () => board.button("Next lesson")],
    ] as const) {
      await board.model.update({ activity: RIGHT });
      board.button("Next").focus();
      board.button("Next").click();
      await board.model.update({ activity });
      board.model.answer();
      assert.equal(document.activeElement, focused());
    }
  });

  it("has its task right after its text, and the answer right before what leads on", () => {
    const board = open(STEP);
    const follows = (first: string, second: string) =>
      board.seen(first).compareDocumentPosition(board.seen(second)) ===
      window.Node.DOCUMENT_POSITION_FOLLOWING;
    const order = [".ttt-activity-head", ".ttt-told", ".ttt-status", ".ttt-rows"];
    order.push(".ttt-history", ".ttt-answer", ".ttt-activity-bar", ".ttt-steps-bar");
    for (const [at, part] of order.slice(1).entries())
      assert.ok(follows(order[at], part), part);
    assert.ok(board.seen(".ttt-told").parentElement?.contains(board.seen(".ttt-status")));
    for (const [part, label] of [
      [".ttt-told", "Text of this step"],
      [".ttt-answer", "Answer"],
    ])
      assert.deepEqual([board.seen(part).role, labelOf(board.seen(part))], ["group", label]);
  });

  it("leads to the other lessons", () => {
    const board = open(STEP);
    board.button("Lessons").click();
    assert.equal(board.seen("dialog.ttt-learn").matches("[open]"), true);
    assert.deepEqual(board.asked(), []);
  });

  it("shows by its look what became of a move", async () => {
    const board = open(STEP);
    const verdicts = [board.seen(".ttt-answer").dataset.verdict];
    for (const activity of [WRONG, RIGHT, { ...STEP, hint: "Think of 7." }, STEP]) {
      await board.model.update({ activity });
      verdicts.push(board.seen(".ttt-answer").dataset.verdict);
    }
    assert.deepEqual(verdicts, [undefined, "wrong", "right", "hint", undefined]);
  });

  it("shows a hint once it was asked for", async () => {
    const board = open(STEP);
    await board.model.update({ activity: { ...STEP, hint: "Think of 7." } });
    assert.deepEqual(board.answer(), ["Hint: Think of 7."]);
  });

  it("shows a refusal in place of the task", () => {
    const board = open({ ...STEP, state: "read", ask: "" });
    board.click(4);
    board.model.answer({
      ok: false,
      code: "illegal",
      message: "Nothing to play here: press Next",
    });
    assert.equal(board.seen(".ttt-refusal").textContent, "Nothing to play here: press Next");
  });

  it("shows a hint in the place of what was said of a wrong move", async () => {
    const wrong = { ...STEP, state: "wrong", feedback: "Why." };
    const board = open({ ...wrong, hint: "Think of 7." });
    assert.deepEqual(board.answer(), ["Hint: Think of 7."]);
    await board.model.update({ activity: wrong });
    assert.deepEqual(board.answer(), ["✗ Not yet. Why."]);
  });

  it("takes text for text", async () => {
    const wrong = {
      ...STEP,
      text: "<img src=x>",
      title: "<b>",
      feedback: "<i>",
      state: "wrong",
    };
    const board = open(wrong);
    const answers = [board.answer()];
    await board.model.update({ activity: { ...wrong, hint: "<u>" } });
    answers.push(board.answer());
    assert.equal(
      board.all(":is(.ttt-told, .ttt-answer, .ttt-activity-head) :is(img, i, u)").length,
      0,
    );
    assert.deepEqual(
      [board.told(), answers],
      [["<img src=x>"], [["✗ Not yet. <i>"], ["Hint: <u>"]]],
    );
  });

  it("is not thrown away by the key that begins a new game", () => {
    const board = open(STEP);
    board.cells()[0].focus();
    board.press("N", { shiftKey: true });
    assert.deepEqual(board.asked(), []);
  });

  it("can be scrolled by keys where its text does not fit, as far as there is more", () => {
    const board = open(STEP);
    const told = board.seen(".ttt-told");
    assert.equal(told.hasAttribute("tabindex"), false);
    Object.defineProperties(told, {
      scrollHeight: { value: 300 },
      clientHeight: { value: 100 },
    });
    for (const { tell } of observers) tell();
    assert.equal(told.getAttribute("tabindex"), "0");
    assert.equal(told.hasAttribute("data-more"), true);
    told.scrollTop = 200;
    told.dispatchEvent(new window.Event("scroll"));
    assert.equal(told.hasAttribute("data-more"), false);
  });
});

describe("the end of a lesson", () => {
  const learnt = "Two threats are a fork.";
  const last = { ...RIGHT, step: 2, solved: [true, true, true], learnt };

  it("says what was learnt, and leads to the next lesson, where there is one", () => {
    const board = open(last);
    assert.deepEqual(board.told(), [`Remember: ${learnt}`]);
    assert.deepEqual(board.answer(), ["✓ Right. Now 2 and 6 both win."]);
    assert.equal(board.seen(".ttt-message").textContent, "Next lesson: Openings");
    assert.deepEqual(board.main(), ["Next lesson"]);
    board.button("Next lesson").click();
    assert.deepEqual(board.asked(), [{ kind: "lesson", name: "openings" }]);
  });

  it("says it after the text where that is to be read", () => {
    const board = open({ ...last, state: "read", ask: "", feedback: "" });
    assert.deepEqual(board.told(), STEP.text.split("\n\n"));
    assert.deepEqual(board.answer(), [`✓ Remember: ${learnt}`]);
  });

  it("leads back to one's own game otherwise", () => {
    const board = open({ ...last, next: "", next_title: "", learnt: "" });
    assert.deepEqual(board.told(), STEP.text.split("\n\n"));
    assert.equal(board.seen(".ttt-message").textContent, "That was the last step");
    board.button("Done").click();
    assert.deepEqual(board.asked(), [{ kind: "lesson", name: "" }]);
  });

  it("can be come to at any step by Leave, and the focus goes to where lessons are chosen", async () => {
    const board = open(STEP);
    board.button("Leave").focus();
    board.button("Leave").click();
    assert.deepEqual(board.asked(), [{ kind: "lesson", name: "" }]);
    await board.model.update({ activity: null });
    board.model.answer();
    assert.equal(document.activeElement, board.button("Learn"));
  });
});

describe("a puzzle and an example", () => {
  it("have no steps to go through", () => {
    const puzzle = open(PUZZLE);
    assert.deepEqual(puzzle.bar(), ["Again", "Hint"]);
    assert.equal(puzzle.seen(".ttt-steps-bar").hidden, true);
    assert.equal(puzzle.head(), "PuzzleA new one each day");
    const example = open(EXAMPLE);
    assert.deepEqual(example.bar(), ["Again", "Rules"]);
    assert.equal(example.head(), "ExampleAn example of the rules");
  });

  it("say in how many tries a puzzle was solved, and the days in a row", () => {
    const said = [0, 2]
      .map((tries) => open({ ...PUZZLE, state: "right", tries, streak: tries + 1 }))
      .map((board) => [board.seen(".ttt-message").textContent, board.head()]);
    assert.deepEqual(said, [
      ["Solved at the first try", "Puzzle1 day in a row"],
      ["Solved in 3 tries", "Puzzle3 days in a row"],
    ]);
  });

  it("lead from an example back to the rules", () => {
    const board = open(EXAMPLE);
    board.button("Rules").click();
    assert.equal(board.seen("dialog.ttt-card").matches("[open]"), true);
    assert.deepEqual(board.asked(), [{ kind: "card" }]);
  });
});

describe("what is read aloud of an activity", () => {
  const told = (board: ReturnType<typeof open>) => {
    mock.timers.tick(250);
    return board.seen('[role="status"]').textContent.replaceAll("\u200b", "");
  };

  it("is a new step, then what becomes of a move, then the hint, each once", async () => {
    const board = open(null, EMPTY);
    await board.model.update({ activity: { ...STEP, step: 0, text: "One." }, round: 2 });
    assert.equal(told(board), `Forks. Step 1 of 3. One. ${STEP.ask}`);
    await board.model.update({ activity: STEP });
    assert.equal(
      told(board),
      `Forks. Step 2 of 3. X has two corners. Look for a third one. ${STEP.ask}`,
    );
    await board.model.update({ ...CENTRE, round: 2, activity: WRONG });
    const wrong = `Not yet. ${WRONG.feedback} Your next move takes this back.`;
    assert.equal(told(board), `X, 5, row 2, column 2. ${wrong}`);
    // Another try in its place, from where one looks back, and the same once more.
    const retried = { board: ["X", ...EMPTY.board.slice(1)], moves: [0], move_count: 1 };
    for (const [round, tries] of [
      [3, 2],
      [4, 2],
    ]) {
      await board.model.update({ viewed_ply: 0, viewed: EMPTY });
      told(board);
      const activity = { ...WRONG, cell: 0, tries };
      await board.model.update({ ...retried, round, activity, viewed_ply: null, viewed: null });
      assert.equal(told(board), `X, 1, row 1, column 1. ${wrong}`);
    }
    await board.model.update({ ...EMPTY, round: 5, activity: { ...STEP, tries: 1 } });
    assert.equal(told(board), `Again. ${STEP.ask}`);
    await board.model.update({ activity: { ...STEP, tries: 1, hint: "Think of 7." } });
    assert.equal(told(board), "Hint: Think of 7.");
    await board.model.update({
      ...CENTRE,
      round: 5,
      activity: { ...RIGHT, tries: 1, hint: "Think of 7." },
    });
    assert.equal(told(board), "X, 5, row 2, column 2. Right. Now 2 and 6 both win.");
    const last = { ...STEP, step: 2, hint: "Think of 7." };
    await board.model.update({ ...EMPTY, round: 6, activity: last });
    told(board);
    const learnt = "Two threats are a fork.";
    const done = { ...RIGHT, step: 2, hint: "Think of 7.", learnt };
    await board.model.update({ ...CENTRE, round: 6, activity: done });
    assert.equal(
      told(board),
      "X, 5, row 2, column 2. Right. Now 2 and 6 both win. " +
        `Remember: ${learnt} Next lesson: Openings.`,
    );
    await board.model.update({ ...EMPTY, round: 7, activity: null });
    assert.equal(told(board), "Back to your own game. Player X's turn.");
  });

  it("is a refusal, and where one looks", async () => {
    const board = open(WRONG, { ...WON, guide: "" });
    assert.equal(
      told(board),
      "Forks. Step 2 of 3. X has two corners. Look for a third one. " +
        `Not yet. ${WRONG.feedback} ${STEP.ask}`,
    );
    board.click(2);
    board.model.answer({ ok: false, code: "illegal", message: "Position already taken" });
    assert.equal(told(board), "Position already taken.");
    await board.model.update({ viewed_ply: 1, viewed: CENTRE });
    assert.equal(
      told(board),
      "Looking back: move 1 of 5. X, 5, row 2, column 2. Player O's turn.",
    );
  });
});
