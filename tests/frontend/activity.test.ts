import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { State } from "./host.ts";
import {
  CENTRE,
  EMPTY,
  find,
  LESSON,
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

/** A step in a lesson on forks, in the form that Python sends. */
const STEP = {
  ...present(LESSON.activity),
  steps: 3,
  solved: [true, false, false],
  text: "X has two corners.\n\nLook for a third one.",
  state: "open",
  feedback: "",
  look: [0, 8],
  tries: 0,
  cell: null as number | null,
  next_title: "Openings",
};
const FEEDBACK = "If you play 9, O plays 6 and wins.";
const WRONG = { ...STEP, state: "wrong", tries: 1, cell: 4, feedback: FEEDBACK };
const WON_BY = { feedback: "Now 2 and 6 both win.", solved: [true, true, false] };
const RIGHT = { ...STEP, state: "right", cell: 4, ...WON_BY };
const READ = { ...STEP, state: "read", ask: "", has_hint: false };
const HINTED = { ...STEP, hint: "Think of 7." };
const ALONE = { name: "", step: 0, steps: 1, solved: [false], next: "", next_title: "" };
const PUZZLE = { ...STEP, ...ALONE, kind: "puzzle", title: "Puzzle", day: "2026-11-21" };
const EXAMPLE = { ...PUZZLE, kind: "example", title: "Example", day: "" };
const LEARNT = "Two threats are a fork.";

/** Show a board with an activity. */
function open(activity: State | null, game = EMPTY) {
  const board = show(new Model({ ...game, activity }));
  const { seen } = board;
  const parts = (selector: string) => [...seen(selector).children] as HTMLElement[];
  const bar = () => parts(".ttt-activity-bar").filter((button) => !button.hidden);
  const words = (elements: Element[]) => elements.map((part) => part.textContent);
  return {
    ...board,
    head: () => seen(".ttt-activity-head p").textContent,
    told: () => words(parts(".ttt-told")),
    /** The text below the board: the verdict on a move, or a hint. */
    answer: () => words(parts(".ttt-answer")).join(""),
    task: () => seen(".ttt-message").textContent,
    bar: () => words(bar()),
    allowed: () => words(bar().filter((button) => button.ariaDisabled !== "true")),
    main: () => board.texts(".ttt-activity-bar .ttt-main"),
    steps: () => board.all(".ttt-steps-bar button"),
    become: (activity: State | null, changes: State = {}) =>
      board.update({ ...changes, activity }),
  };
}

describe("a lesson step", () => {
  it("shows its title, number, text, task and highlighted cells", () => {
    const board = open(STEP);
    assert.equal(board.head(), "ForksStep 2 of 3");
    assert.deepEqual(board.told(), ["X has two corners.", "Look for a third one."]);
    assert.deepEqual([board.answer(), board.task()], ["", STEP.ask]);
    assert.equal(board.all(".ttt-look").length, 2);
    assert.match(board.names()[8], /^9, .*, highlighted$/);
    assert.doesNotMatch(board.names()[4], /highlighted/);
    assert.equal(board.all(":scope > [data-activity]").length, 1);
  });

  it("is absent without an activity", async () => {
    const board = open(STEP);
    await board.become(null);
    assert.equal(board.all(".ttt-look").length, 0);
    assert.doesNotMatch(board.names()[8], /highlighted/);
    for (const part of ["activity-head", "told", "activity", "steps-bar"])
      assert.equal(board.seen(`.ttt-${part}`).hidden, true, part);
    assert.equal(board.task(), EMPTY.message);
    assert.equal(board.all(":scope > [data-activity]").length, 0);
  });

  it("changes with Back and Next, and any step can be selected", () => {
    const board = open(STEP);
    assert.deepEqual(board.bar(), ["Back", "Again", "Hint", "Next"]);
    board.button("Back").click();
    board.button("Next").click();
    assert.deepEqual(board.steps().map(labelOf), ["Step 1, done", "Step 2", "Step 3"]);
    const skipping = open({ ...STEP, step: 2, skipped: [1] });
    assert.deepEqual(skipping.steps().map(labelOf), [
      "Step 1, done",
      "Step 2, skipped",
      "Step 3",
    ]);
    const current = board.steps().map((button) => button.getAttribute("aria-current"));
    assert.deepEqual(current, [null, "step", null]);
    board.steps()[2].click();
    const asked = [0, 2, 2].map((to) => `lesson_step to=${to}`);
    assert.deepEqual(board.asked(), asked);
  });

  it("has one tab stop for all steps, with arrows", () => {
    const board = open(STEP);
    const stops = () => board.steps().map((button) => button.tabIndex);
    assert.deepEqual(stops(), [-1, 0, -1]);
    board.steps()[1].focus();
    board.press("ArrowLeft");
    assert.equal(board.active(), board.steps()[0]);
    board.press("End");
    assert.equal(board.active(), board.steps()[2]);
    assert.deepEqual(stops(), [-1, -1, 0]);
  });

  it("offers the buttons for each state, and highlights the next one to press", () => {
    for (const [activity, allowed, main] of [
      [STEP, "Back Hint Next", ""],
      [HINTED, "Back Next", ""],
      [{ ...STEP, has_hint: false, step: 0 }, "Next", ""],
      [WRONG, "Back Again Hint Next", ""],
      [{ ...STEP, state: "on" }, "Back Again Hint Next", ""],
      [RIGHT, "Back Again Next", "Next"],
      [READ, "Back Next", "Next"],
    ] as const) {
      const board = open(activity);
      assert.equal(board.allowed().join(" "), allowed, activity.state);
      assert.equal(board.main().join(" "), main, activity.state);
    }
  });

  it("requests the hint and the same step again", () => {
    for (const [activity, name, ...asked] of [
      [STEP, "Hint", "hint"],
      [WRONG, "Again", "again"],
      [RIGHT, "Hint"],
    ] as const) {
      const board = open(activity);
      board.button(name).click();
      assert.deepEqual(board.asked(), asked);
    }
  });

  it("shows a move's result with a symbol, a word and a colour, then how to continue", async () => {
    const board = open(STEP);
    const after = "Try another move";
    const next = "Press “Next” to continue";
    for (const [activity, ...expected] of [
      [STEP, "", undefined, STEP.ask, ""],
      [WRONG, `✗ Not yet. ${FEEDBACK}`, "wrong", STEP.ask, after],
      [
        { ...STEP, state: "on", feedback: "Right so far. O plays 1." },
        "→ Right so far. O plays 1.",
        "on",
        STEP.ask,
        "",
      ],
      [RIGHT, "✓ Right. Now 2 and 6 both win.", "right", next, ""],
      [{ ...RIGHT, feedback: "Right." }, "✓ Right.", "right", next, ""],
      // A hint replaces the verdict until the hint is removed.
      [{ ...WRONG, hint: "Think of 7." }, "Hint: Think of 7.", "hint", STEP.ask, after],
      [WRONG, `✗ Not yet. ${FEEDBACK}`, "wrong", STEP.ask, after],
      [HINTED, "Hint: Think of 7.", "hint", STEP.ask, ""],
      [STEP, "", undefined, STEP.ask, ""],
    ] as const) {
      await board.become(activity);
      const guide = board.seen(".ttt-guide").textContent;
      const { verdict } = board.seen(".ttt-answer").dataset;
      assert.deepEqual([board.answer(), verdict, board.task(), guide], expected);
    }
  });

  it("keeps the task visible while stepping back after a wrong move", async () => {
    const board = open(WRONG, { ...WON, guide: "" });
    await board.update({ viewed_ply: 1, viewed: { ...CENTRE } });
    assert.equal(board.task(), STEP.ask);
    assert.equal(board.seen(".ttt-guide").textContent, `Looking back. ${CENTRE.message}.`);
    // The moves fold into the step back button, which keeps the focus.
    board.button("Latest").focus();
    await board.update({ viewed_ply: null, viewed: null });
    assert.equal(board.focused(), "Step back");
  });

  it("shows after a wrong move which mark to try next", async () => {
    // It's O's turn, or the game is over. The next move is still X's.
    for (const game of [CENTRE, { ...WON, board: CENTRE.board, winning_lines: [] }]) {
      const board = open(WRONG, game);
      assert.equal(board.seen(".ttt-rows").dataset.turn, "X");
      board.click(0);
      assert.deepEqual(board.asked(), ["play cell=0"]);
      await board.become(RIGHT);
      assert.notEqual(board.seen(".ttt-rows").dataset.turn, "X");
    }
  });

  it("focuses the board after Next, or Next if there is no task", async () => {
    const board = open(RIGHT);
    for (const [activity, focused] of [
      [{ ...STEP, step: 2 }, () => board.cells()[0]],
      [{ ...READ, step: 2 }, () => board.button("Next lesson")],
    ] as const) {
      await board.become(RIGHT);
      board.push("Next");
      await board.become(activity);
      board.model.answer();
      assert.equal(board.active(), focused());
    }
  });

  it("has its task after its text, and the answer before the buttons", () => {
    const board = open(STEP);
    const order = ["activity-head", "told", "status", "rows", "history", "answer"];
    order.push("activity-bar", "steps-bar");
    const parts = order.map((part) => board.seen(`.ttt-${part}`));
    for (const [at, part] of parts.slice(1).entries())
      assert.equal(parts[at].compareDocumentPosition(part), 4, order[at + 1]);
    assert.ok(parts[1].parentElement?.contains(parts[2]));
    const groups = [parts[1], parts[5]].map((part) => [part.role, labelOf(part)].join(": "));
    assert.deepEqual(groups, ["group: Text of this step", "group: Answer"]);
  });

  it("opens the other lessons", () => {
    const board = open(STEP);
    board.button("Lessons").click();
    assert.equal(board.seen("dialog.ttt-learn").matches("[open]"), true);
    assert.deepEqual(board.asked(), []);
  });

  it("shows a refusal instead of the task", () => {
    const board = open(READ);
    board.click(4);
    board.refuse("There's nothing to play here. Press “Next”.");
    const refusal = board.seen(".ttt-refusal").textContent;
    assert.equal(refusal, "There's nothing to play here. Press “Next”.");
  });

  it("escapes HTML", async () => {
    const texts = { text: "<img src=x>", title: "<b>", feedback: "<i>" };
    const board = open({ ...WRONG, ...texts });
    assert.deepEqual([board.told(), board.answer()], [["<img src=x>"], "✗ Not yet. <i>"]);
    await board.become({ ...WRONG, ...texts, hint: "<u>" });
    assert.equal(board.answer(), "Hint: <u>");
    const made = ":is(.ttt-told, .ttt-answer, .ttt-activity-head) :is(img, i, u)";
    assert.equal(board.all(made).length, 0);
  });

  it("isn't closed by the New game key", () => {
    const board = open(STEP);
    board.cells()[0].focus();
    board.press("N", { shiftKey: true });
    assert.deepEqual(board.asked(), []);
  });

  it("can be scrolled with keys if its text overflows, and shows that there is more", () => {
    const told = open(STEP).seen(".ttt-told");
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
  const last = { ...RIGHT, step: 2, solved: [true, true, true], learnt: LEARNT };

  it("shows what was learned, and opens the next lesson", () => {
    const board = open(last);
    assert.deepEqual(board.told(), [`Remember: ${LEARNT}`]);
    assert.equal(board.answer(), "✓ Right. Now 2 and 6 both win.");
    assert.equal(board.task(), "Lesson complete! Next: Openings");
    assert.deepEqual(board.main(), ["Next lesson"]);
    board.button("Next lesson").click();
    assert.deepEqual(board.asked(), ["lesson name=openings"]);
  });

  it("offers to hand in, except for a teacher's own lesson", () => {
    assert.ok(open(last).bar().includes("Hand in"));
    for (const other of [{ name: "" }, { step: 1 }, { state: "wrong" }])
      assert.ok(
        !open({ ...last, ...other })
          .bar()
          .includes("Hand in"),
      );
  });

  it("isn't called complete before all steps are solved", () => {
    assert.equal(
      open({ ...last, solved: [true, false, true] }).task(),
      "Next lesson: Openings",
    );
  });

  it("shows the summary after a final text", () => {
    const board = open({ ...last, state: "read", ask: "", feedback: "" });
    assert.deepEqual(board.told(), STEP.text.split("\n\n"));
    assert.equal(board.answer(), `✓ Remember: ${LEARNT}`);
  });

  it("returns to the user's own game if there is no next lesson", () => {
    const board = open({ ...last, next: "", next_title: "", learnt: "" });
    assert.deepEqual(board.told(), STEP.text.split("\n\n"));
    assert.equal(board.task(), "Lesson complete!");
    board.button("Done").click();
    assert.deepEqual(board.asked(), ["lesson name="]);
  });

  it("is possible at any step with Leave, which focuses Learn", async () => {
    const board = open(STEP);
    board.push("Leave");
    assert.deepEqual(board.asked(), ["lesson name="]);
    await board.become(null);
    board.model.answer();
    assert.equal(board.focused(), "Learn");
  });
});

describe("a puzzle and an example", () => {
  it("have no list of steps", () => {
    const puzzle = open(PUZZLE);
    assert.deepEqual(puzzle.bar(), ["Again", "Hint"]);
    assert.equal(puzzle.seen(".ttt-steps-bar").hidden, true);
    assert.equal(puzzle.head(), "PuzzleA new puzzle every day");
    const example = open(EXAMPLE);
    assert.deepEqual(example.bar(), ["Again", "Rules"]);
    assert.equal(example.head(), "ExampleAn example from the rules");
  });

  it("show the number of tries for a solved puzzle, and the streak", () => {
    for (const [tries, task, head] of [
      [0, "You solved it on the first try!", "Puzzle1 day in a row"],
      [2, "You solved it in 3 tries!", "Puzzle3 days in a row"],
    ] as const) {
      const board = open({ ...PUZZLE, state: "right", tries, streak: tries + 1 });
      assert.deepEqual([board.task(), board.head()], [task, head]);
    }
  });

  it("lead from a solved puzzle to the previous one, and to a game", () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: new Date(2026, 10, 21, 23) });
    const board = open({ ...PUZZLE, state: "right" });
    assert.deepEqual(board.bar(), ["Again", "Hand in", "Yesterday's puzzle", "Play a game"]);
    assert.deepEqual(board.main(), ["Play a game"]);
    board.button("Yesterday's puzzle").click();
    board.button("Play a game").click();
    assert.deepEqual(board.asked(), ["puzzle day=2026-11-20", "lesson name="]);
    const earlier = open({ ...PUZZLE, state: "right", day: "2026-11-20" });
    assert.deepEqual(earlier.bar(), ["Again", "Hand in", "Earlier puzzle", "Play a game"]);
    assert.deepEqual(open({ ...PUZZLE, state: "right", day: "" }).bar(), [
      "Again",
      "Play a game",
    ]);
  });

  it("lead from an example back to the rules", () => {
    const board = open(EXAMPLE);
    board.button("Rules").click();
    assert.equal(board.seen("dialog.ttt-card").matches("[open]"), true);
    assert.deepEqual(board.asked(), ["card"]);
  });
});

describe("announcements in an activity", () => {
  const TEXT = "X has two corners. Look for a third one.";
  const PLAYED = "X, 5, row 2, column 2.";

  it("name a new step, then a move's result, then the hint, each once", async () => {
    const board = open(null, EMPTY);
    board.hear();
    await board.become({ ...STEP, step: 0, text: "One." }, { round: 2 });
    assert.equal(board.hear(), `Forks. Step 1 of 3. One. ${STEP.ask}`);
    await board.become(STEP);
    assert.equal(board.hear(), `Forks. Step 2 of 3. ${TEXT} ${STEP.ask}`);
    await board.become(WRONG, { ...CENTRE, round: 2 });
    const wrong = `Not yet. ${FEEDBACK} Try another move.`;
    assert.equal(board.hear(), `${PLAYED} ${wrong}`);
    // Another try at the same place after stepping back, and the same try again.
    const retried = { board: ["X", ...EMPTY.board.slice(1)], moves: [0], move_count: 1 };
    for (const round of [3, 4]) {
      await board.update({ viewed_ply: 0, viewed: EMPTY });
      board.hear();
      const now = { ...retried, round, viewed_ply: null, viewed: null };
      await board.become({ ...WRONG, cell: 0, tries: 2 }, now);
      assert.equal(board.hear(), `X, 1, row 1, column 1. ${wrong}`);
    }
    await board.become({ ...STEP, tries: 1 }, { ...EMPTY, round: 5 });
    assert.equal(board.hear(), `Try again. ${STEP.ask}`);
    await board.become({ ...HINTED, tries: 1 });
    assert.equal(board.hear(), "Hint: Think of 7.");
    const { hint } = HINTED;
    await board.become({ ...RIGHT, tries: 1, hint }, { ...CENTRE, round: 5 });
    assert.equal(board.hear(), `${PLAYED} Right. Now 2 and 6 both win.`);
    await board.become({ ...STEP, step: 2, hint }, { ...EMPTY, round: 6 });
    board.hear();
    const done = { ...RIGHT, step: 2, solved: [true, true, true], hint, learnt: LEARNT };
    await board.become(done, { ...CENTRE, round: 6 });
    const right = "Right. Now 2 and 6 both win.";
    const end = `Remember: ${LEARNT} Lesson complete! Next: Openings.`;
    assert.equal(board.hear(), `${PLAYED} ${right} ${end}`);
    await board.become(null, { ...EMPTY, round: 7 });
    assert.equal(board.hear(), "Back to your own game. Player X's turn.");
  });

  it("name a refusal and the viewed position", async () => {
    const board = open(WRONG, { ...WON, guide: "" });
    const region = find(board.el, '[role="status"]');
    const all = `Forks. Step 2 of 3. ${TEXT} Not yet. ${FEEDBACK} ${STEP.ask}`;
    assert.equal(region.textContent, all);
    board.click(2);
    board.refuse("Position already taken");
    assert.equal(board.hear(), "Position already taken.");
    await board.update({ viewed_ply: 1, viewed: CENTRE });
    assert.equal(
      board.hear(),
      `You're looking back at move 1 of 5. ${PLAYED} Player O's turn.`,
    );
  });
});
