import assert from "node:assert/strict";
import { beforeEach, describe, it, mock } from "node:test";

import {
  EMPTY,
  find,
  LESSON,
  labelOf,
  Model,
  present,
  show,
  useFreshPage,
  window,
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
const { board } = EMPTY;
const TAKEN = board.with(4, "X");
const TRY = {
  position: "5",
  cell: 4,
  refused: true,
  before: TAKEN,
  board: TAKEN,
  winning_lines: [],
};
const OUTSIDE = { ...TRY, position: "10", cell: 9, before: board, board };
const EXAMPLES = [
  { ...TRY, text: "X begins.", message: "Player O's turn", refused: false, before: board },
  { ...TRY, text: "A taken cell is refused.", message: "Position already taken" },
  { ...OUTSIDE, text: "There is no tenth cell.", message: "Invalid position: choose 1-9" },
];
const CARD = {
  name: "Tic-tac-toe",
  description: "Three in a row win.",
  sections: [["Set-up", ["Draw a board.", "Decide who plays X."]]],
  examples: EXAMPLES,
};
const ACTIVITY = { ...present(LESSON.activity), step: 0, state: "open", ask: "Play." };

/** Show a board and open the Learn sheet. */
function openLearn(changes = {}) {
  const shown = show(new Model({ lessons: LESSONS, ...changes }));
  shown.button("Learn").click();
  const sheet = (name: string) => find<HTMLDialogElement>(shown.el, `dialog.${name}`);
  return {
    ...shown,
    sheet: sheet("ttt-learn"),
    card: sheet("ttt-card"),
    daily: shown.seen(".ttt-daily"),
    lessons: () => shown.all(".ttt-lesson"),
    refusal: (on: Element) => find(on, '[role="alert"]').textContent,
  };
}

describe("the Learn sheet", () => {
  it("lists each lesson with its subject and progress", async () => {
    const learn = openLearn();
    assert.equal(learn.sheet.open, true);
    assert.equal(learn.active(), learn.daily);
    const words = () =>
      learn.lessons().map((lesson) => [...lesson.children].map((part) => part.textContent));
    assert.deepEqual(words(), [
      ["✓", "The rules", "What you may do.", "done"],
      ["2", "Forks", "Two threats at once.", "2 of 8 steps done"],
      ["3", "Misère", "A line loses.", "7 steps"],
    ]);
    // The ring around the number shows the progress. The words also say it.
    const rings = learn.all(".ttt-ring");
    const parts = rings.map((ring) => ring.style.getPropertyValue("--part"));
    assert.deepEqual(parts, ["100%", "25%", "0%"]);
    assert.equal(wordsOf(learn.lessons()[0]), "The rules What you may do. done");
    assert.deepEqual(learn.asked(), []);
    await learn.update({ lessons: [{ ...LESSONS[2], solved: 1 }] });
    assert.deepEqual(words(), [["1", "Misère", "A line loses.", "1 of 7 steps done"]]);
  });

  it("opens a lesson, closes, and moves the focus to the board, or to Next after a text", async () => {
    for (const [changes, focused] of [
      [{}, "1, row 1, column 1, empty"],
      [{ ask: "", state: "read" }, "Next"],
    ] as const) {
      const learn = openLearn();
      learn.lessons()[1].click();
      assert.deepEqual(learn.asked(), ["lesson name=forks"]);
      assert.equal(learn.sheet.open, true);
      await learn.update({ activity: { ...ACTIVITY, ...changes } });
      learn.model.answer();
      assert.equal(learn.sheet.open, false);
      assert.equal(learn.focused(), focused);
    }
  });

  it("opens today's puzzle on the board", () => {
    const learn = openLearn();
    learn.daily.click();
    assert.deepEqual(learn.asked(), ["puzzle day=2024-03-01"]);
  });

  it("shows the streak and when the next puzzle comes", () => {
    for (const [day, streak, best, expected] of [
      ["", 0, 0, "A new puzzle every day."],
      ["2024-03-01", 3, 5, "✓ Solved today. 3 days in a row."],
      ["2024-02-29", 1, 1, "1 day in a row. Solve today's puzzle too!"],
      ["2024-02-27", 3, 5, "A new puzzle every day. Your record: 5 days in a row."],
      ["2024-12-24", 3, 5, "A new puzzle every day. Your record: 5 days in a row."],
    ]) {
      const { daily } = openLearn({ puzzle_streak: { day, streak, best } });
      assert.equal(daily.lastElementChild?.textContent, expected);
    }
  });

  it("shows a refusal until the next request", () => {
    const learn = openLearn();
    learn.daily.click();
    learn.refuse("There is no puzzle on that day");
    assert.equal(learn.refusal(learn.sheet), "There is no puzzle on that day");
    assert.equal(learn.sheet.open, true);
    learn.lessons()[0].click();
    assert.equal(learn.refusal(learn.sheet), "");
  });

  it("escapes HTML", () => {
    const lesson = { ...LESSONS[0], title: "<b>x</b>", about: "<img src=x>" };
    const learn = openLearn({ lessons: [lesson] });
    assert.equal(learn.all("img").length, 0);
    assert.equal(wordsOf(learn.lessons()[0]), "<b>x</b> <img src=x> done");
  });
});

describe("the rules sheet", () => {
  /** Open the rules. As in Python, `card` arrives after the request. */
  async function openRules(card: typeof CARD | null = CARD) {
    const learn = openLearn();
    learn.seen(".ttt-to-rules").click();
    if (card) await learn.update({ rules_card: card });
    learn.model.answer();
    return { ...learn, figures: learn.all("figure") };
  }

  it("requests the rules when it opens, and shows the summary until they arrive", async () => {
    const learn = await openRules(null);
    assert.deepEqual([learn.sheet.open, learn.card.open], [false, true]);
    assert.deepEqual(learn.asked(), ["card"]);
    const leaflet = learn.seen(".ttt-leaflet");
    assert.equal(leaflet.textContent, EMPTY.rules_summary);
    assert.equal(learn.active(), leaflet);
  });

  it("shows a leaflet: the game, its sections, and examples with pictures", async () => {
    const { card, figures } = await openRules();
    assert.equal(find(card, "h2").textContent, "Rules: Tic-tac-toe");
    const section = find(card, "section").textContent;
    assert.equal(section, "Set-upDraw a board.Decide who plays X.");
    assert.deepEqual(
      figures.map((figure) => find(figure, "figcaption").textContent),
      [
        "X begins. Play 5: Player O's turn",
        "A taken cell is refused. You can't play 5. Position already taken",
        "There is no tenth cell. You can't play 10. Invalid position: choose 1-9",
      ],
    );
    // A legal move is marked as the last move, an illegal one as refused.
    const count = (name: string) =>
      figures.map((figure) => figure.querySelectorAll(name).length);
    assert.deepEqual(
      [count(".ttt-last"), count(".ttt-untried")],
      [
        [1, 0, 0],
        [0, 1, 0],
      ],
    );
    assert.notEqual(find(figures[0], ".ttt-x").getAttribute("d"), "");
  });

  it("is printed instead of the page only while it's open", async () => {
    const { card } = await openRules();
    const printed = () => {
      window.dispatchEvent(new window.Event("beforeprint"));
      const text = document.querySelector("body > .ttt-paper")?.textContent;
      window.dispatchEvent(new window.Event("afterprint"));
      assert.equal(document.querySelector(".ttt-paper"), null);
      return text;
    };
    assert.match(present(printed()), /^Rules: Tic-tac-toe.*Decide who plays X\./);
    card.close();
    assert.equal(printed(), undefined);
  });

  it("offers to try each example except one with a cell off the board", async () => {
    const learn = await openRules();
    const tries = learn.figures.map((figure) => figure.querySelector("button"));
    assert.equal(tries[2], null);
    assert.equal(labelOf(tries[1]), "Try it: A taken cell is refused.");
    present(tries[1]).click();
    assert.equal(learn.asked().at(-1), "example index=1");
    await learn.update({ activity: { ...ACTIVITY, kind: "example" } });
    learn.model.answer();
    assert.equal(learn.card.open, false);
    assert.equal(learn.active(), learn.cells()[0]);
  });

  it("stays open and shows the reason if Python refuses an example", async () => {
    const learn = await openRules();
    find<HTMLButtonElement>(learn.figures[0], "button").click();
    learn.refuse("There is no such example");
    assert.equal(learn.card.open, true);
    assert.equal(learn.refusal(learn.card), "There is no such example");
  });
});
