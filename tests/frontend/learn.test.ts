import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";

import {
  document,
  EMPTY,
  find,
  labelOf,
  Model,
  present,
  show,
  useFreshPage,
  wordsOf,
} from "./host.ts";

useFreshPage();
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: new Date(2024, 2, 1, 23, 30) });
});

const LESSONS = [
  { name: "rules", title: "The rules", about: "What you may do.", steps: 6, solved: 6 },
  { name: "forks", title: "Forks", about: "Two threats at once.", steps: 8, solved: 2 },
  { name: "misere", title: "Misère", about: "A line loses.", steps: 7, solved: 0 },
];
const EXAMPLES = [
  {
    text: "X begins.",
    position: "5",
    message: "Player O's turn",
    refused: false,
    cell: 4,
    before: Array(9).fill(null),
    board: [null, null, null, null, "X", null, null, null, null],
  },
  {
    text: "A taken cell is refused.",
    position: "5",
    message: "Position already taken",
    refused: true,
    cell: 4,
    before: [null, null, null, null, "X", null, null, null, null],
    board: [null, null, null, null, "X", null, null, null, null],
  },
  {
    text: "There is no tenth cell.",
    position: "10",
    message: "Invalid position: choose 1-9",
    refused: true,
    cell: 9,
    before: Array(9).fill(null),
    board: Array(9).fill(null),
  },
];
const CARD = {
  name: "Tic-tac-toe",
  description: "Three in a row win.",
  sections: [["Set-up", ["Draw a board.", "Decide who plays X."]]],
  examples: EXAMPLES,
};
const ACTIVITY = {
  kind: "lesson",
  name: "forks",
  title: "Forks",
  step: 0,
  steps: 1,
  solved: [false],
  text: "Text.",
  ask: "Play.",
  state: "open",
  feedback: "",
  hint: "",
  has_hint: false,
  look: [],
  tries: 0,
  cell: null,
  learnt: "",
  next: "",
  next_title: "",
  day: "",
  streak: 0,
};

/** Show a board and open what there is to learn. */
function openLearn(changes = {}, options = {}) {
  const board = show(new Model({ lessons: LESSONS, ...changes }), options);
  board.button("Learn").click();
  const seen = (selector: string) => find(board.el, selector);
  const sheet = (name: string) => find<HTMLDialogElement>(board.el, `dialog.${name}`);
  return {
    ...board,
    seen,
    sheet: sheet("ttt-learn"),
    card: sheet("ttt-card"),
    daily: seen(".ttt-daily"),
    lessons: () => board.all(".ttt-lesson"),
    refusal: (on: Element) => find(on, '[role="alert"]').textContent,
    asked: () => board.model.sent.map(({ request, client, round, ply, ...rest }) => rest),
  };
}

describe("what there is to learn", () => {
  it("is listed with what one learns and how far one is", () => {
    const board = openLearn();
    assert.equal(board.sheet.open, true);
    assert.equal(document.activeElement, board.daily);
    const lessons = board
      .lessons()
      .map((lesson) => [...lesson.children].map((part) => part.textContent));
    assert.deepEqual(lessons, [
      ["✓", "The rules", "What you may do.", "done"],
      ["2", "Forks", "Two threats at once.", "2 of 8 steps done"],
      ["3", "Misère", "A line loses.", "7 steps"],
    ]);
    // A ring around its number is closed as far as one is; the words are enough without it.
    assert.deepEqual(
      board
        .all(".ttt-ring")
        .map((ring) => [ring.style.getPropertyValue("--part"), ring.ariaHidden]),
      [
        ["100%", "true"],
        ["25%", "true"],
        ["0%", "true"],
      ],
    );
    assert.equal(wordsOf(board.lessons()[0]), "The rules What you may do. done");
    assert.deepEqual(board.asked(), []);
  });

  it("is followed while it is open", async () => {
    const board = openLearn();
    await board.model.update({ lessons: [{ ...LESSONS[2], solved: 1 }] });
    assert.equal(wordsOf(board.lessons()[0]), "Misère A line loses. 1 of 7 steps done");
  });

  it("opens a lesson, closes, and the focus goes to the board", async () => {
    const board = openLearn();
    board.lessons()[1].click();
    assert.deepEqual(board.asked(), [{ kind: "lesson", name: "forks" }]);
    assert.equal(board.sheet.open, true);
    await board.model.update({ activity: ACTIVITY });
    board.model.answer();
    assert.equal(board.sheet.open, false);
    assert.equal(document.activeElement, board.cells()[0]);
  });

  it("gives the focus to Next where a lesson begins with something to read", async () => {
    const board = openLearn();
    board.lessons()[0].click();
    await board.model.update({
      activity: { ...ACTIVITY, steps: 2, solved: [false, false], ask: "", state: "read" },
    });
    board.model.answer();
    assert.equal(document.activeElement, board.button("Next"));
  });

  it("opens the puzzle of the day that it is where the person is", () => {
    const board = openLearn();
    board.daily.click();
    assert.deepEqual(board.asked(), [{ kind: "puzzle", day: "2024-03-01" }]);
  });

  it("says how many days in a row were solved, and which puzzle is to come", () => {
    const said = [
      { day: "", streak: 0, best: 0 },
      { day: "2024-03-01", streak: 3, best: 5 },
      { day: "2024-02-29", streak: 1, best: 1 },
      { day: "2024-02-27", streak: 3, best: 5 },
      { day: "2024-12-24", streak: 3, best: 5 },
    ].map(
      (puzzle_streak) =>
        present(openLearn({ puzzle_streak }).daily.lastElementChild).textContent,
    );
    assert.deepEqual(said, [
      "A new one each day",
      "✓ Solved today: 3 days in a row",
      "1 day in a row: solve today's to go on",
      "A new one each day. Best: 5 days in a row",
      "A new one each day. Best: 5 days in a row",
    ]);
  });

  it("says in the sheet what was refused, until something else is asked", () => {
    const board = openLearn();
    board.daily.click();
    board.model.answer({
      ok: false,
      code: "illegal",
      message: "There is no puzzle on that day",
    });
    assert.equal(board.refusal(board.sheet), "There is no puzzle on that day");
    assert.equal(board.sheet.open, true);
    board.lessons()[0].click();
    assert.equal(board.refusal(board.sheet), "");
  });

  it("closes by its button and asks nothing", () => {
    const board = openLearn();
    find(board.sheet, ".ttt-dialog-head button").click();
    assert.equal(board.sheet.open, false);
    assert.deepEqual(board.asked(), []);
  });

  it("takes text for text", () => {
    const board = openLearn({
      lessons: [{ ...LESSONS[0], title: "<b>x</b>", about: "<img src=x>" }],
    });
    assert.equal(board.all("img").length, 0);
    assert.equal(wordsOf(board.lessons()[0]), "<b>x</b> <img src=x> done");
  });
});

describe("the rules", () => {
  /** Open the rules; `card` arrives as it does from Python, after they were asked for. */
  async function openRules(card: typeof CARD | null = CARD, changes = {}) {
    const board = openLearn(changes);
    board.seen(".ttt-to-rules").click();
    if (card) await board.model.update({ rules_card: card });
    board.model.answer();
    return { ...board, figures: () => board.all("figure") };
  }

  it("are asked for when they are opened, and the summary stands there until they come", async () => {
    const board = await openRules(null);
    assert.equal(board.sheet.open, false);
    assert.equal(board.card.open, true);
    assert.deepEqual(board.asked(), [{ kind: "card" }]);
    assert.equal(board.seen(".ttt-leaflet").textContent, EMPTY.rules_summary);
    assert.equal(document.activeElement, board.seen(".ttt-leaflet"));
  });

  it("are a leaflet: what the game is, its sections, and examples with pictures", async () => {
    const board = await openRules();
    assert.equal(find(board.card, "h2").textContent, "Rules: Tic-tac-toe");
    assert.equal(
      find(board.card, "section").textContent,
      "Set-upDraw a board.Decide who plays X.",
    );
    const captions = board.figures().map((figure) => find(figure, "figcaption").textContent);
    assert.deepEqual(captions, [
      "X begins. Play 5: Player O's turn",
      "A taken cell is refused. Play 5: refused: Position already taken",
      "There is no tenth cell. Play 10: refused: Invalid position: choose 1-9",
    ]);
    // A legal move is shown where it was made, a refused one where it was tried.
    const parts = (figure: HTMLElement) =>
      [".ttt-last", ".ttt-untried"].map(
        (name) => figure.querySelectorAll<HTMLElement>(name).length,
      );
    assert.deepEqual(board.figures().map(parts), [
      [1, 0],
      [0, 1],
      [0, 0],
    ]);
    assert.notEqual(find(board.figures()[0], ".ttt-x").getAttribute("d"), "");
  });

  it("let an example be tried on the board, but for a cell that the board does not have", async () => {
    const board = await openRules();
    const tries = board.figures().map((figure) => figure.querySelector("button"));
    assert.equal(tries[2], null);
    assert.equal(labelOf(tries[1]), "Try it: A taken cell is refused.");
    present(tries[1]).click();
    assert.deepEqual(board.asked().at(-1), { kind: "example", index: 1 });
    await board.model.update({ activity: { ...ACTIVITY, kind: "example" } });
    board.model.answer();
    assert.equal(board.card.open, false);
    assert.equal(document.activeElement, board.cells()[0]);
  });

  it("stay open with the reason where an example is refused", async () => {
    const board = await openRules();
    find<HTMLButtonElement>(board.figures()[0], "button").click();
    board.model.answer({ ok: false, code: "illegal", message: "There is no such example" });
    assert.equal(board.card.open, true);
    assert.equal(board.refusal(board.card), "There is no such example");
  });
});
