import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { State } from "./host.ts";
import {
  BACK,
  CENTRE,
  document,
  EMPTY,
  GOMOKU,
  Model,
  observers,
  show,
  ULTIMATE,
  useFreshPage,
  WON,
} from "./host.ts";

useFreshPage();

/** Show a state with its notes. */
function showNotes(state: State) {
  const board = show(new Model(state));
  const text = (name: string) =>
    board.all(`.ttt-${name}`)[0].textContent.replaceAll("\u00a0", " ");
  const moves = () => board.all(".ttt-review button");
  return {
    ...board,
    text,
    moves,
    names: () => moves().map((move) => move.getAttribute("aria-label")),
  };
}

/** What Python says of a move. */
const move = (ply: number, cell: number, played, verdict = "best", best = played) => ({
  ply,
  player: "XO"[ply % 2],
  cell,
  verdict,
  best,
  played,
});

/** X took the centre, O the corner 1; X 2, O 9 where only 8 would have held, X 8. */
const REVIEW = [
  move(0, 4, "draw"),
  move(1, 0, "draw"),
  move(2, 1, "draw"),
  move(3, 8, "loss", "worse", "draw"),
  move(4, 7, "win"),
];
const UNREVIEWED = { ...WON, working: "", review: [], review_summary: "" };
const REVIEWED = {
  ...WON,
  working: "",
  review: REVIEW,
  review_summary: "O lost the draw at move 4 (9): 8 would have held.",
};

describe("the legend", () => {
  it("says what the signs mean while hints are on, and who is to move", async () => {
    const notes = showNotes(EMPTY);
    assert.equal(notes.text("legend"), "");
    await notes.model.update({ hints: true });
    assert.equal(
      notes.text("legend"),
      "+ win  = draw  − loss, for X to move; number: plies to the end; ★ best  ! threat",
    );
    await notes.model.update({ ...CENTRE, hints: true });
    assert.match(notes.text("legend"), /for O to move/);
  });

  it("speaks of who was to move in the position one looks back at", async () => {
    const notes = showNotes({ ...CENTRE, hints: true });
    assert.match(notes.text("legend"), /for O to move/);
    await notes.model.update({ viewed_ply: 0, viewed: { ...EMPTY } });
    assert.match(notes.text("legend"), /for X to move/);
  });

  it("explains estimates where cells are named by coordinates", () => {
    for (const state of [GOMOKU, ULTIMATE])
      assert.match(showNotes({ ...state, hints: true }).text("legend"), /≈ chance in %/);
  });

  it("explains the strip, and moves without a sign only where there are some", async () => {
    const notes = showNotes(REVIEWED);
    assert.equal(notes.text("legend"), "+ win  = draw  − loss, for who moves");
    await notes.model.update({ review: [move(0, 4, null, "unknown"), ...REVIEW.slice(1)] });
    assert.match(notes.text("legend"), /no sign: not known$/);
  });
});

describe("the remarks", () => {
  it("say that a player failed", async () => {
    const notes = showNotes({
      ...EMPTY,
      notice: "my_bot raised KeyError. Choose who plays X from here on",
    });
    assert.equal(notes.text("news"), "my_bot raised KeyError. Choose who plays X from here on");
    await notes.model.update(EMPTY);
    assert.equal(notes.text("news"), "");
  });

  it("say how far the review is, then what it found", async () => {
    const notes = showNotes({ ...UNREVIEWED, working: "review", review: REVIEW.slice(3) });
    assert.equal(notes.text("verdict"), "Working out the review: 2 of 5");
    await notes.model.update(REVIEWED);
    assert.equal(notes.text("verdict"), REVIEWED.review_summary);
    await notes.model.update({ hints: true, comment: "O's last move loses." });
    assert.equal(notes.text("comment"), "O's last move loses.");
    assert.equal(notes.text("verdict"), REVIEWED.review_summary);
  });

  it("say how to have a game reviewed that is reviewed with hints alone", async () => {
    const notes = showNotes(UNREVIEWED);
    assert.match(notes.text("verdict"), /Turn Hints on/);
    for (const state of [{ hints: true }, EMPTY, REVIEWED]) {
      await notes.model.update(state);
      assert.doesNotMatch(notes.text("verdict"), /Turn Hints on/);
    }
  });

  it("can be scrolled by keys where they do not fit, and are no stop of Tab where they do", async () => {
    const notes = showNotes(EMPTY);
    const [remarks] = notes.all(".ttt-remarks");
    assert.equal(remarks.hasAttribute("tabindex"), false);
    Object.defineProperty(remarks, "scrollHeight", { value: 90 });
    await notes.model.update({ notice: "long" });
    assert.equal(remarks.getAttribute("tabindex"), "0");
    assert.ok(remarks.hasAttribute("data-lm-suppress-shortcuts"));
  });
});

describe("the review", () => {
  it("has the number, the cell and the sign of each move, with the word in its name and its tooltip", () => {
    const notes = showNotes(REVIEWED);
    assert.deepEqual(notes.names(), [
      "1 5 = X: draw",
      "2 1 = O: draw",
      "3 2 = X: draw",
      "4 9 − ? O: loss, a draw given away",
      "5 8 + X: win",
    ]);
    for (const button of notes.moves()) {
      assert.equal(button.title, button.getAttribute("aria-label"));
      assert.ok(button.title.startsWith(button.textContent));
    }
  });

  it("calls cells as the board does", () => {
    const strip = (state: State, cell: number) =>
      showNotes({ ...state, moves: [cell], review: [move(0, cell, "draw")] }).moves()[0]
        .textContent;
    assert.equal(strip(GOMOKU, 3 * 15 + 7), "1 h4 =");
    // Cells of ultimate count small board by small board: 34 is the last but one of the fourth.
    assert.equal(strip(ULTIMATE, 34), "1 b6 =");
  });

  it("says of a slower win that it was not the quickest way, and of a quicker loss that it could have taken longer", () => {
    const said = (value: string) =>
      showNotes({ ...WON, review: [move(0, 4, value, "slower")] }).names()[0];
    assert.equal(said("win"), "1 5 + X: win, not the quickest way");
    assert.equal(said("loss"), "1 5 − X: loss, could have held out longer");
  });

  it("shows all moves at once and fills them in as they become known, in any order", async () => {
    const notes = showNotes({ ...UNREVIEWED, working: "review" });
    const before = notes.moves();
    assert.deepEqual(
      before.map((button) => button.textContent),
      ["1 5", "2 1", "3 2", "4 9", "5 8"],
    );
    assert.equal(notes.names()[3], "4 9 O: not known yet");
    before[3].focus();
    await notes.model.update({ review: [REVIEW[4], REVIEW[3]] });
    assert.deepEqual(
      notes.moves().map((button) => button.textContent),
      ["1 5", "2 1", "3 2", "4 9 − ?", "5 8 +"],
    );
    await notes.model.update(REVIEWED);
    assert.deepEqual(notes.moves(), before);
    assert.equal(document.activeElement, before[3]);
  });

  it("shows moves of which nothing is known by their cells alone", () => {
    const notes = showNotes({
      ...REVIEWED,
      review: [move(0, 4, null, "unknown"), ...REVIEW.slice(1)],
    });
    assert.equal(notes.names()[0], "1 5 X: not known");
    assert.deepEqual(
      notes.moves().map((button) => button.dataset.verdict),
      ["unknown", "best", "best", "worse", "best"],
    );
  });

  it("is not there before the game is over, nor where it is not reviewed", () => {
    for (const state of [EMPTY, CENTRE, GOMOKU, UNREVIEWED])
      assert.deepEqual(showNotes(state).moves(), []);
  });

  it("looks back to a move that is pressed, and marks the one that is shown", async () => {
    const notes = showNotes(REVIEWED);
    const current = () =>
      notes
        .moves()
        .filter((button) => button.getAttribute("aria-current") === "step")
        .map((button) => button.textContent);
    assert.deepEqual(current(), ["5 8 +"]);
    notes.moves()[0].click();
    assert.deepEqual(
      notes.model.sent.map(({ kind, to }) => [kind, to]),
      [["view", 1]],
    );
    await notes.model.update({ viewed: BACK.viewed, viewed_ply: BACK.viewed_ply });
    assert.deepEqual(current(), ["1 5 ="]);
    await notes.model.update({ viewed_ply: 0 });
    assert.deepEqual(current(), []);
  });

  it("brings the move that is shown into sight within the strip, also once that has a width", async () => {
    observers.clear();
    const notes = showNotes(REVIEWED);
    const [strip] = notes.all(".ttt-review");
    Object.defineProperty(strip, "clientWidth", { value: 100 });
    notes.moves().forEach((button, at) => {
      Object.defineProperty(button, "offsetLeft", { value: 60 * at });
      Object.defineProperty(button, "offsetWidth", { value: 60 });
    });
    for (const observer of observers) observer.tell();
    assert.equal(strip.scrollLeft, 4 * 60 - (100 - 60) / 2);
    await notes.model.update({ viewed: BACK.viewed, viewed_ply: 3 });
    assert.equal(strip.scrollLeft, 2 * 60 - (100 - 60) / 2);
    notes.close();
    assert.equal(observers.size, 0);
  });

  it("is one stop of Tab, with arrows, Home and End between the moves", () => {
    const notes = showNotes(REVIEWED);
    const stops = () => notes.moves().filter((button) => button.tabIndex === 0);
    assert.deepEqual(stops(), [notes.moves()[4]]);
    notes.moves()[4].focus();
    const way = [
      "ArrowLeft",
      "ArrowLeft",
      "Home",
      "ArrowLeft",
      "ArrowRight",
      "End",
      "ArrowRight",
    ];
    assert.deepEqual(
      way.map((key) => {
        notes.press(key);
        return notes.moves().indexOf(document.activeElement as HTMLElement);
      }),
      [3, 2, 0, 0, 1, 4, 4],
    );
    notes.press("ArrowLeft");
    assert.deepEqual(stops(), [notes.moves()[3]]);
    assert.equal(notes.press("ArrowLeft", { ctrlKey: true }).event.defaultPrevented, false);
    assert.equal(document.activeElement, notes.moves()[3]);
  });
});
