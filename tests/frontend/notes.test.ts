import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  BACK,
  CENTRE,
  document,
  EMPTY,
  find,
  GOMOKU,
  labelOf,
  Model,
  observers,
  show,
  ULTIMATE,
  useFreshPage,
  WON,
  window,
  wordsOf,
} from "./host.ts";

useFreshPage();

/** Show a state with its notes. */
function showNotes(state: State) {
  const board = show(new Model(state));
  const text = (name: string) =>
    board.all(`.ttt-${name}`)[0].textContent.replaceAll("\u00a0", " ");
  const moves = () => board.all(".ttt-strip button");
  return {
    ...board,
    text,
    moves,
    names: () => moves().map(labelOf),
  };
}

/** Return the words on the moves of a state. */
const texts = (state: State) => showNotes(state).moves().map(wordsOf);

/** Return the ways from dot to dot, each with what is said of the move that it leads to. */
const ways = (notes: Shown) =>
  notes.all(".ttt-bands .ttt-way").map((way) => [way.dataset.verdict, way.getAttribute("d")]);

/** The scores of what is proved. */
const SCORES: State = { win: 1, draw: 0, loss: -1 };

/** How far X is ahead after a move of proved value, as Python works it out. */
function leadOf(ply: number, played: string, remoteness: number | null) {
  const ahead = Number(SCORES[played]) * (ply % 2 ? -1 : 1);
  return ahead * (remoteness ? 0.4 + 1.8 / (remoteness + 2) : 0.4);
}

/** What Python says of a move of proved value that ends the game in so many plies. */
const move = (
  ply: number,
  cell: number,
  played: string,
  remoteness: number | null = null,
  verdict = "best",
  best = played,
) => ({
  ply,
  player: "XO"[ply % 2],
  cell,
  verdict,
  best,
  played,
  remoteness,
  score: SCORES[played],
  chance: null,
  lead: leadOf(ply, played, remoteness),
});
/** What Python says of a move of which there is an estimate. */
const estimated = (ply: number, cell: number, score: number) => ({
  ...move(ply, cell, "draw", null, "unknown"),
  best: null,
  played: null,
  score,
  chance: 50 + 50 * score,
  lead: ply % 2 ? -score : score,
});

/** X took the centre, O the corner 1; X 2, O 9 where only 8 would have held, X 8. */
const REVIEW = [
  move(0, 4, "draw"),
  move(1, 0, "draw"),
  move(2, 1, "draw"),
  move(3, 8, "loss", 2, "worse", "draw"),
  move(4, 7, "win", 1),
];
const UNREVIEWED = {
  ...WON,
  working: "",
  review: [],
  review_summary: "",
  turning_point: null,
};
const REVIEWED = {
  ...WON,
  working: "",
  review: REVIEW,
  review_summary: "O could have held the draw at move 4, with 8 instead of 9.",
  turning_point: {
    before: "O could have held the draw at ",
    move: "move 4",
    after: ", with 8 instead of 9.",
    ply: 4,
  },
};

describe("the legend", () => {
  it("says what the signs mean while hints are on, and who is to move", async () => {
    const notes = showNotes(EMPTY);
    const [legend] = notes.all(".ttt-legend");
    const parts = () => [...legend.children].map((part) => part.textContent);
    assert.equal(legend.hidden, true);
    await notes.model.update({ hints: true });
    assert.equal(legend.hidden, false);
    assert.deepEqual(parts(), [
      "win",
      "draw",
      "loss",
      "best",
      "stop it",
      "for X",
      "number: winner's moves",
    ]);
    // Each word stands beside the very shape that is on the cells.
    const shapes = [...legend.children].map((part) => {
      const [shape] = part.querySelectorAll("svg");
      return shape && (shape.getAttribute("data-value") ?? shape.getAttribute("class"));
    });
    assert.deepEqual(shapes, [
      "win",
      "draw",
      "loss",
      "ttt-best",
      "ttt-threat",
      "ttt-mark",
      undefined,
    ]);
    await notes.model.update({ ...CENTRE, hints: true });
    assert.equal(parts()[5], "for O");
    assert.equal(find(legend, ".ttt-mark").getAttribute("data-mark"), "O");
  });

  it("speaks of who was to move in the position one looks back at", async () => {
    const notes = showNotes({ ...CENTRE, hints: true });
    assert.match(notes.text("legend"), /for O/);
    await notes.model.update({ viewed_ply: 0, viewed: { ...EMPTY } });
    assert.match(notes.text("legend"), /for X/);
  });

  it("explains estimates where cells are named by coordinates", () => {
    for (const state of [GOMOKU, ULTIMATE])
      assert.match(showNotes({ ...state, hints: true }).text("legend"), /52chance in %/);
  });

  it("explains the plot, whose bands have words, only where there are estimates", async () => {
    const notes = showNotes(REVIEWED);
    const [legend] = notes.all(".ttt-legend");
    assert.equal(legend.hidden, true);
    await notes.model.update({ review: [estimated(0, 4, 0.2), ...REVIEW.slice(1)] });
    assert.equal(legend.hidden, false);
    assert.equal(notes.text("legend"), "dashed: estimated");
  });

  it("is there when one looks back with hints on, also after the game", async () => {
    const notes = showNotes({ ...REVIEWED, hints: true });
    const [legend] = notes.all(".ttt-legend");
    assert.equal(legend.hidden, true);
    await notes.model.update({ viewed_ply: 0, viewed: { ...EMPTY } });
    assert.equal(legend.hidden, false);
    assert.match(notes.text("legend"), /^windrawloss.*for X/);
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
    const notes = showNotes({ ...UNREVIEWED, working: "review", review: [] });
    assert.equal(notes.text("verdict"), "Reviewed: 0 of 5 moves");
    await notes.model.update({ review: REVIEW.slice(3) });
    assert.equal(notes.text("verdict"), "Reviewed: 2 of 5 moves");
    await notes.model.update(REVIEWED);
    assert.equal(notes.text("verdict"), REVIEWED.review_summary);
    await notes.model.update({ hints: true, comment: "O's last move loses." });
    assert.equal(notes.text("comment"), "O's last move loses.");
    assert.equal(notes.text("verdict"), REVIEWED.review_summary);
  });

  it("lead to the move that the review speaks of, whose name stands out", () => {
    const notes = showNotes(REVIEWED);
    const button = find<HTMLElement>(notes.el, ".ttt-verdict button");
    assert.equal(button.textContent, REVIEWED.review_summary);
    assert.equal(find(button, "b").textContent, "move 4");
    button.click();
    assert.deepEqual(
      notes.model.sent.map(({ kind, to }) => [kind, to]),
      [["view", 4]],
    );
  });

  it("lead nowhere where the review speaks of no move, nor during a game", async () => {
    const notes = showNotes({
      ...UNREVIEWED,
      review_summary: "Nobody made a mistake.",
    });
    assert.equal(notes.text("verdict"), "Nobody made a mistake.");
    assert.equal(notes.all(".ttt-verdict button").length, 0);
    await notes.model.update(CENTRE);
    assert.equal(notes.all(".ttt-verdict")[0].hidden, true);
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

describe("how strong the computer is", () => {
  const AGAINST = { ...EMPTY, players: { X: "human", O: "casual" } };
  /** Show the slider. */
  function showSlider(state: State = AGAINST) {
    const notes = showNotes(state);
    const slider = find<HTMLInputElement>(notes.el, ".ttt-notes input[type=range]");
    return {
      ...notes,
      slider,
      isThere: () => !find(notes.el, ".ttt-notes .ttt-strength").hidden,
      slide(at: number, ...events: string[]) {
        slider.value = String(at);
        for (const event of events)
          slider.dispatchEvent(new window.Event(event, { bubbles: true }));
      },
      said: () => slider.getAttribute("aria-valuetext"),
      steps: () =>
        notes
          .all(".ttt-notes .ttt-rising i")
          .map((step) => Number(step.hasAttribute("data-on")))
          .join(""),
      asked: () => notes.model.sent.map(({ kind, mark, player }) => [kind, mark, player]),
    };
  }

  it("is chosen in the notes before the first move against a computer, and only then", async () => {
    const notes = showSlider();
    const there = [notes.isThere()];
    for (const state of [
      EMPTY,
      { players: { X: "casual", O: "human" } },
      { players: { X: "casual", O: "casual" } },
      { ...CENTRE, players: AGAINST.players },
      { ...WON, players: AGAINST.players },
    ]) {
      await notes.model.update(state);
      there.push(notes.isThere());
    }
    assert.deepEqual(there, [true, false, true, false, false, false]);
  });

  it("is a slider of ten rising steps, which says who that is and what it does", () => {
    const { slider, said, steps } = showSlider();
    assert.equal(labelOf(slider), "How strong");
    assert.deepEqual([slider.min, slider.max, slider.value], ["0", "9", "2"]);
    assert.equal(said(), "Casual: Takes a win and blocks yours");
    assert.equal(steps(), "1110000000");
  });

  it("says each step as one slides, and asks once, for the one where one stops", async () => {
    const notes = showSlider();
    notes.slide(3, "input");
    assert.equal(notes.said(), "Keen: Follows the last move, misses much");
    notes.slide(9, "input");
    assert.deepEqual(
      [notes.said(), notes.steps()],
      ["Perfect: Never makes a mistake", "1111111111"],
    );
    assert.deepEqual(notes.asked(), []);
    notes.slide(9, "change");
    assert.deepEqual(notes.asked(), [["player", "O", "perfect"]]);
    await notes.model.update({ players: { X: "human", O: "perfect" } });
    assert.deepEqual(
      [notes.slider.value, notes.said()],
      ["9", "Perfect: Never makes a mistake"],
    );
  });

  it("is asked for the computer that begins", () => {
    const notes = showSlider({ ...EMPTY, players: { X: "casual", O: "human" } });
    notes.slide(0, "input", "change");
    assert.deepEqual(notes.asked(), [["player", "X", "random"]]);
  });

  it("has no step for who cannot play the game", () => {
    const { slider } = showSlider({ ...GOMOKU, players: AGAINST.players });
    assert.equal(slider.max, "8");
  });
});

describe("the moves", () => {
  it("are there from the first move, each a button with its number, its mark and its cell", async () => {
    const notes = showNotes(EMPTY);
    const [moves] = notes.all(".ttt-moves");
    assert.equal(moves.hidden, true);
    await notes.model.update(CENTRE);
    assert.equal(moves.hidden, false);
    assert.deepEqual([notes.moves().map(wordsOf), notes.names()], [["1 5"], ["1 5 X"]]);
    const [first] = notes.moves();
    assert.equal(find(first, ".ttt-mark").getAttribute("data-mark"), "X");
    await notes.model.update(UNREVIEWED);
    assert.deepEqual(notes.names(), ["1 5 X", "2 1 O", "3 2 X", "4 9 O", "5 8 X"]);
    // The buttons of the moves before are the same: what has the focus keeps it.
    assert.ok(notes.moves()[0] === first);
    await notes.model.update(CENTRE);
    assert.deepEqual(notes.names(), ["1 5 X"]);
    await notes.model.update(EMPTY);
    assert.deepEqual([notes.moves(), moves.hidden], [[], true]);
  });

  it("show what none was worth during the game, nor where it is not reviewed", () => {
    for (const state of [CENTRE, ULTIMATE, UNREVIEWED]) {
      const notes = showNotes(state);
      assert.equal(notes.all(".ttt-dot, .ttt-bands *").length, 0);
      assert.deepEqual(
        notes.all(".ttt-moves .ttt-heading, .ttt-axis").map(({ hidden }) => hidden),
        [true, true],
      );
    }
  });
});

describe("the review", () => {
  it("has the number and the cell of each move, with its worth in its name and its tooltip", () => {
    const notes = showNotes(REVIEWED);
    assert.deepEqual(notes.names(), [
      "1 5 X: draw",
      "2 1 O: draw",
      "3 2 X: draw",
      "4 9 O: loss in 1 move, a draw given away",
      "5 8 X: win in 1 move",
    ]);
    for (const button of notes.moves()) {
      assert.equal(button.title, button.getAttribute("aria-label"));
      assert.ok(button.title.startsWith(wordsOf(button)));
    }
  });

  it("is a plot of who was winning, in three bands with words beside them", () => {
    const notes = showNotes(REVIEWED);
    const [title, axis] = notes.all(".ttt-moves .ttt-heading, .ttt-axis");
    assert.equal(title.textContent, "Who was winning, move by move");
    assert.deepEqual([title.hidden, axis.hidden], [false, false]);
    assert.deepEqual(
      [...axis.children].map((band) => [
        band.querySelector(".ttt-mark")?.getAttribute("data-mark"),
        band.textContent,
      ]),
      [
        ["X", "wins"],
        [undefined, "draw"],
        ["O", "wins"],
      ],
    );
    assert.deepEqual(
      notes.all(".ttt-bands [data-band]").map((band) => band.dataset.band),
      ["X", "draw", "O"],
    );
    // Five columns of three bands; a way leads from each dot to the next.
    assert.equal(find(notes.el, ".ttt-bands").getAttribute("viewBox"), "0 0 5 3");
    assert.deepEqual(ways(notes), [
      ["best", "M0.5 1.50L1.5 1.50"],
      ["best", "M1.5 1.50L2.5 1.50"],
      ["worse", "M2.5 1.50L3.5 0.39"],
      ["best", "M3.5 0.39L4.5 0.20"],
    ]);
  });

  /** Return how far below the top of the plot the dots of a review are, of three bands. */
  const heights = (review: unknown[]) =>
    showNotes({ ...REVIEWED, review })
      .all(".ttt-dot")
      .map((dot) => Number(dot.style.getPropertyValue("--height")));

  it("has a dot for each move, with the mark of who moved", () => {
    const dots = showNotes(REVIEWED)
      .moves()
      .map((button) => find(button, ".ttt-dot"))
      .map((dot) => [
        find(dot, ".ttt-mark").getAttribute("data-mark"),
        dot.dataset.verdict,
        dot.hasAttribute("data-estimate"),
      ]);
    assert.deepEqual(dots, [
      ["X", "best", false],
      ["O", "best", false],
      ["X", "best", false],
      // O's mistake, which stands out.
      ["O", "worse", false],
      ["X", "best", false],
    ]);
  });

  it("has each dot in its band, the nearer the edge the sooner the game is won", () => {
    const [drawn, , , lost, won] = heights(REVIEW);
    assert.equal(drawn, 1.5);
    // From O's mistake on X wins, at the top.
    assert.ok(0 < won && won < lost && lost < 1, `${won} ${lost}`);
    const sooner = heights([5, 4, 3, 2, 1].map((left, ply) => move(ply, 4, "win", left)));
    // Each wins in turn: X's dots rise at the top, O's fall at the bottom.
    const [first, second, third, fourth, fifth] = sooner;
    assert.ok(1 > first && first > third && third > fifth && fifth > 0, String(sooner));
    assert.ok(2 < second && second < fourth && fourth < 3, String(sooner));
    // Where it is proved who wins, but not when, it is a late win, in its band all the same.
    const [late] = heights([move(0, 4, "win")]);
    assert.ok(first < late && late < 1, String(late));
  });

  it("draws an estimate as one: dashed, at the height of the chance, and says so", () => {
    const review = [estimated(0, 4, 0.6), estimated(1, 0, 0.2), ...REVIEW.slice(2)];
    const notes = showNotes({ ...REVIEWED, review });
    assert.deepEqual(notes.names().slice(0, 2), [
      "1 5 X: about 80 percent",
      "2 1 O: about 60 percent",
    ]);
    const isDashed = (part: Element) => part.hasAttribute("data-estimate");
    assert.deepEqual(notes.all(".ttt-dot").map(isDashed), [true, true, false, false, false]);
    // So is the way to what is proved.
    assert.deepEqual(notes.all(".ttt-way").map(isDashed), [true, true, false, false]);
    const [ofX, ofO] = heights(review);
    assert.ok(0 < ofX && ofX < 1.5 && 1.5 < ofO && ofO < 3, `${ofX} ${ofO}`);
    // What is as good for X as for O lies in the middle; a sure estimate no further than a win.
    assert.deepEqual(heights([estimated(0, 4, 0)]), [1.5]);
    assert.ok(heights([estimated(0, 4, 1)])[0] >= heights([move(0, 4, "win", 1)])[0]);
  });

  it("calls cells as the board does", () => {
    const strip = (state: State, cell: number) =>
      texts({ ...state, moves: [cell], review: [move(0, cell, "draw")] })[0];
    assert.equal(strip(GOMOKU, 3 * 15 + 7), "1 h4");
    // Cells of ultimate count small board by small board: 34 is the last but one of the fourth.
    assert.equal(strip(ULTIMATE, 34), "1 b6");
  });

  it("says of a slower win that it was not the quickest way, and of a quicker loss that it could have taken longer", () => {
    const said = (value: string) =>
      showNotes({ ...WON, review: [move(0, 4, value, null, "slower")] }).names()[0];
    assert.equal(said("win"), "1 5 X: win, not the quickest way");
    assert.equal(said("loss"), "1 5 X: loss, could have held out longer");
  });

  it("shows all moves at once and fills them in as they become known, in any order", async () => {
    const notes = showNotes({ ...UNREVIEWED, working: "review" });
    const before = notes.moves();
    const dotted = () =>
      notes.moves().map((button) => button.querySelectorAll(".ttt-dot").length);
    assert.deepEqual(before.map(wordsOf), ["1 5", "2 1", "3 2", "4 9", "5 8"]);
    assert.equal(notes.names()[3], "4 9 O: not known yet");
    assert.deepEqual(dotted(), [0, 0, 0, 0, 0]);
    before[3].focus();
    await notes.model.update({ review: [REVIEW[4], REVIEW[3]] });
    assert.deepEqual(notes.names(), [
      "1 5 X: not known yet",
      "2 1 O: not known yet",
      "3 2 X: not known yet",
      "4 9 O: loss in 1 move, a draw given away",
      "5 8 X: win in 1 move",
    ]);
    assert.deepEqual(dotted(), [0, 0, 0, 1, 1]);
    assert.deepEqual(ways(notes), [["best", "M3.5 0.39L4.5 0.20"]]);
    await notes.model.update(REVIEWED);
    assert.deepEqual(dotted(), [1, 1, 1, 1, 1]);
    assert.equal(ways(notes).length, 4);
    assert.ok(notes.moves().every((button, at) => button === before[at]));
    assert.ok(document.activeElement === before[3]);
  });

  it("looks back to a move that is pressed, and marks the one that is shown", async () => {
    const notes = showNotes(REVIEWED);
    const current = () =>
      notes
        .moves()
        .filter((button) => button.getAttribute("aria-current") === "step")
        .map(wordsOf);
    assert.deepEqual(current(), ["5 8"]);
    notes.moves()[0].click();
    assert.deepEqual(
      notes.model.sent.map(({ kind, to }) => [kind, to]),
      [["view", 1]],
    );
    await notes.model.update({ viewed: BACK.viewed, viewed_ply: BACK.viewed_ply });
    assert.deepEqual(current(), ["1 5"]);
    await notes.model.update({ viewed_ply: 0 });
    assert.deepEqual(current(), []);
  });

  it("brings the move that is shown into sight within the strip, also once that has a width", async () => {
    observers.clear();
    const notes = showNotes(REVIEWED);
    const [strip] = notes.all(".ttt-scrolled");
    Object.defineProperty(strip, "clientWidth", { value: 100 });
    notes.moves().forEach((button, at) => {
      Object.defineProperty(button, "offsetLeft", { value: 60 * at });
      Object.defineProperty(button, "offsetWidth", { value: 60 });
    });
    for (const observer of observers) observer.tell();
    assert.equal(strip.scrollLeft, 4 * 60 - (100 - 60) / 2);
    await notes.model.update({ viewed: BACK.viewed, viewed_ply: 3 });
    for (const observer of observers) observer.tell();
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
