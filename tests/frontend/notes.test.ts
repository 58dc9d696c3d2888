import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  BACK,
  CENTRE,
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
  const moves = () => board.all(".ttt-strip button");
  return {
    ...board,
    text: (name: string) => board.seen(`.ttt-${name}`).textContent.replaceAll("\u00a0", " "),
    moves,
    moveNames: () => moves().map(labelOf),
  };
}

/** Return the lines between dots, each with the verdict on the move that it leads to. */
const ways = (notes: Shown) =>
  notes
    .all(".ttt-bands .ttt-way")
    .map((way) => `${way.dataset.verdict} ${way.getAttribute("d")}`);

/** X took the centre, O the corner 1, X 2, O 9 (only 8 would have drawn), X 8. */
const REVIEW = WON.review;
const UNREVIEWED = { ...WON, review: [], review_summary: "", turning_point: null };

/** A reviewed move with a proved value. It ends the game in this many plies. */
const move = (
  ply: number,
  cell: number,
  played: "win" | "draw" | "loss",
  remoteness: number | null = null,
  verdict = "best",
) => {
  const score = { win: 1, draw: 0, loss: -1 }[played];
  // X's lead, as Python calculates it.
  const lead = score * (ply % 2 ? -1 : 1) * (remoteness ? 0.4 + 1.8 / (remoteness + 2) : 0.4);
  const player = "XO"[ply % 2];
  const proved = { verdict, best: played, played, remoteness, score, lead };
  return { ...REVIEW[0], ply, player, cell, ...proved };
};
/** A reviewed move with an estimate. */
const estimated = (ply: number, cell: number, score: number) => ({
  ...move(ply, cell, "draw", null, "unknown"),
  best: null,
  played: null,
  score,
  chance: 50 + 50 * score,
  lead: ply % 2 ? -score : score,
});

describe("the legend", () => {
  it("explains the symbols while hints are on, and names the player to move", async () => {
    const notes = showNotes(EMPTY);
    const legend = notes.seen(".ttt-legend");
    /** Each word with the shape next to it, which is the one on the cells. */
    const parts = () =>
      [...legend.children].map((part) => {
        const shape = part.querySelector("svg");
        const sign = shape && (shape.dataset.value ?? shape.getAttribute("class"));
        return `${part.textContent} ${sign}`;
      });
    assert.equal(legend.hidden, true);
    await notes.update({ hints: true });
    assert.equal(legend.hidden, false);
    assert.deepEqual(parts(), [
      "win win",
      "draw draw",
      "loss loss",
      "best move ttt-best",
      "wins or stops a win ttt-threat",
      "number: moves until the win null",
      "hints for X ttt-mark",
    ]);
    await notes.update({ ...CENTRE, hints: true });
    assert.equal(parts()[6], "hints for O ttt-mark");
    assert.equal(find(legend, ".ttt-mark").getAttribute("data-mark"), "O");
  });

  it("describes the viewed position, also after the game", async () => {
    const notes = showNotes({ ...WON, hints: true });
    const legend = notes.seen(".ttt-legend");
    assert.equal(legend.hidden, true);
    await notes.update({ viewed_ply: 1, viewed: CENTRE });
    assert.equal(legend.hidden, false);
    assert.match(notes.text("legend"), /^windrawloss.*for O/);
    await notes.update({ viewed_ply: 0, viewed: { ...EMPTY } });
    assert.match(notes.text("legend"), /^windrawloss.*for X/);
  });

  it("explains estimates if cells are named by coordinates", () => {
    for (const state of [GOMOKU, ULTIMATE])
      assert.match(
        showNotes({ ...state, hints: true }).text("legend"),
        /52chance of winning in %/,
      );
  });

  it("explains the chart only if there are estimates", async () => {
    const notes = showNotes(WON);
    const legend = notes.seen(".ttt-legend");
    assert.equal(legend.hidden, true);
    await notes.update({ review: [estimated(0, 4, 0.2), ...REVIEW.slice(1)] });
    assert.deepEqual([legend.hidden, notes.text("legend")], [false, "dashed: estimate"]);
  });
});

describe("the remarks", () => {
  it("report a failed player", async () => {
    const notice =
      "my_bot raised KeyError. Choose who plays as X from now on, or start a new game.";
    const notes = showNotes({ ...EMPTY, notice });
    assert.equal(notes.text("news"), notice);
    await notes.update(EMPTY);
    assert.equal(notes.text("news"), "");
  });

  it("show the review's progress, then its result", async () => {
    const notes = showNotes({ ...UNREVIEWED, working: "review" });
    assert.equal(notes.text("verdict"), "Moves reviewed: 0 of 5");
    await notes.update({ review: REVIEW.slice(3) });
    assert.equal(notes.text("verdict"), "Moves reviewed: 2 of 5");
    await notes.update(WON);
    assert.equal(notes.text("verdict"), WON.review_summary);
    await notes.update({ hints: true, comment: "O's move loses." });
    assert.equal(notes.text("comment"), "O's move loses.");
    assert.equal(notes.text("verdict"), WON.review_summary);
  });

  it("link to the move in the review's sentence and emphasize its name", () => {
    const notes = showNotes(WON);
    const button = notes.seen(".ttt-verdict button");
    assert.equal(button.textContent, WON.review_summary);
    assert.equal(find(button, "b").textContent, "move 4");
    button.click();
    assert.deepEqual(notes.asked(), ["view to=4"]);
  });

  it("have no link if the review names no move, or during a game", async () => {
    const notes = showNotes({ ...UNREVIEWED, review_summary: "Nobody made a mistake." });
    assert.equal(notes.text("verdict"), "Nobody made a mistake.");
    assert.equal(notes.all(".ttt-verdict button").length, 0);
    await notes.update(CENTRE);
    assert.equal(notes.seen(".ttt-verdict").hidden, true);
  });

  it("say how to get a review if only hints can start it", async () => {
    const notes = showNotes(UNREVIEWED);
    assert.match(notes.text("verdict"), /Turn on Hints/);
    for (const state of [{ hints: true }, EMPTY, WON]) {
      await notes.update(state);
      assert.doesNotMatch(notes.text("verdict"), /Turn on Hints/);
    }
  });

  it("are a tab stop only if they overflow", async () => {
    const notes = showNotes(EMPTY);
    const remarks = notes.seen(".ttt-remarks");
    assert.equal(remarks.hasAttribute("tabindex"), false);
    Object.defineProperty(remarks, "scrollHeight", { value: 90 });
    await notes.update({ notice: "long" });
    assert.equal(remarks.getAttribute("tabindex"), "0");
    assert.ok(remarks.hasAttribute("data-lm-suppress-shortcuts"));
  });
});

describe("the strength slider", () => {
  const AGAINST = { ...EMPTY, players: { X: "human", O: "casual" } };
  /** Show the slider. */
  function showSlider(state: State = AGAINST) {
    const notes = showNotes(state);
    const slider = find<HTMLInputElement>(notes.el, ".ttt-notes input[type=range]");
    return {
      ...notes,
      slider,
      slide(step: number, ...events: string[]) {
        slider.value = String(step);
        for (const event of events)
          slider.dispatchEvent(new window.Event(event, { bubbles: true }));
      },
      /** Return the words and the number of filled steps. */
      said: () => [
        slider.getAttribute("aria-valuetext"),
        notes.all(".ttt-notes .ttt-rising i[data-on]").length,
      ],
    };
  }

  it("appears in the notes before the first move against a single computer", async () => {
    const notes = showSlider();
    for (const [state, isThere] of [
      [{}, true],
      [EMPTY, false],
      [{ players: { X: "casual", O: "human" } }, true],
      [{ players: { X: "casual", O: "casual" } }, false],
      [{ ...CENTRE, players: AGAINST.players }, false],
      [{ ...WON, players: AGAINST.players }, false],
    ] as [State, boolean][]) {
      await notes.update(state);
      assert.equal(notes.seen(".ttt-notes .ttt-strength").hidden, !isThere);
    }
  });

  it("shows the person's record against this strength", () => {
    const records = { casual: { won: 3, drawn: 1, lost: 2 } };
    const [words] = showSlider({ ...AGAINST, records }).said();
    assert.match(String(words), /blocks you\. Your games: 3 won, 1 drawn, 2 lost\.$/);
  });

  it("has ten rising steps with words", () => {
    const notes = showSlider();
    const { slider } = notes;
    assert.equal(labelOf(slider), "How strong");
    assert.deepEqual([slider.min, slider.max, slider.value], ["0", "9", "2"]);
    assert.deepEqual(notes.said(), ["Casual: Wins if it can, and blocks you", 3]);
    assert.deepEqual(
      notes.all(".ttt-notes .ttt-rising i").map((step) => step.hasAttribute("data-on")),
      Array.from({ length: 10 }, (_, step) => step < 3),
    );
  });

  it("names each step while sliding, and sends only the last one", async () => {
    const notes = showSlider();
    notes.slide(3, "input");
    assert.deepEqual(notes.said(), ["Keen: Doesn't look ahead and misses a lot", 4]);
    notes.slide(9, "input");
    assert.deepEqual(notes.said(), ["Perfect: Never makes a mistake", 10]);
    assert.deepEqual(notes.asked(), []);
    notes.slide(9, "change");
    assert.deepEqual(notes.asked(), ["player mark=O player=perfect"]);
    await notes.update({ players: { X: "human", O: "perfect" } });
    assert.equal(notes.slider.value, "9");
    assert.deepEqual(notes.said(), ["Perfect: Never makes a mistake", 10]);
  });

  it("applies to a computer that begins", () => {
    const notes = showSlider({ ...EMPTY, players: { X: "casual", O: "human" } });
    notes.slide(0, "input", "change");
    assert.deepEqual(notes.asked(), ["player mark=X player=random"]);
  });

  it("has no step for a player that can't play this game", () => {
    const { slider } = showSlider({ ...GOMOKU, players: AGAINST.players });
    assert.equal(slider.max, "8");
  });
});

describe("the moves", () => {
  it("are buttons with number, mark and cell from the first move on", async () => {
    const notes = showNotes(EMPTY);
    const moves = notes.seen(".ttt-moves");
    assert.equal(moves.hidden, true);
    await notes.update(CENTRE);
    assert.equal(moves.hidden, false);
    assert.deepEqual([notes.moves().map(wordsOf), notes.moveNames()], [["1 5"], ["1 5 X"]]);
    const [first] = notes.moves();
    assert.equal(find(first, ".ttt-mark").getAttribute("data-mark"), "X");
    await notes.update(UNREVIEWED);
    assert.deepEqual(notes.moveNames(), ["1 5 X", "2 1 O", "3 2 X", "4 9 O", "5 8 X"]);
    // Earlier buttons are reused, so the focus stays.
    assert.ok(notes.moves()[0] === first);
    await notes.update(CENTRE);
    assert.deepEqual(notes.moveNames(), ["1 5 X"]);
    await notes.update(EMPTY);
    assert.deepEqual([notes.moves(), moves.hidden], [[], true]);
  });

  it("have no values during the game or without a review", () => {
    for (const state of [CENTRE, ULTIMATE, UNREVIEWED]) {
      const notes = showNotes(state);
      assert.equal(notes.all(".ttt-dot, .ttt-bands *").length, 0);
      const plot = notes.all(".ttt-moves .ttt-heading, .ttt-axis");
      assert.deepEqual([plot[0].hidden, plot[1].hidden], [true, true]);
    }
  });
});

describe("the review", () => {
  it("names each move's value, also in the tooltip", () => {
    const notes = showNotes(WON);
    assert.deepEqual(notes.moveNames(), [
      "1 5 X: draw",
      "2 1 O: draw",
      "3 2 X: draw",
      "4 9 O: loss in 1 move. This move gave away a draw.",
      "5 8 X: win in 1 move",
    ]);
    for (const button of notes.moves()) {
      assert.equal(button.title, labelOf(button));
      assert.ok(button.title.startsWith(wordsOf(button)));
    }
  });

  it("is a chart of who was winning, in three labelled bands", () => {
    const notes = showNotes(WON);
    const [title, axis] = notes.all(".ttt-moves .ttt-heading, .ttt-axis");
    assert.equal(title.textContent, "Who was winning, move by move");
    assert.deepEqual([title.hidden, axis.hidden], [false, false]);
    const bands = [...axis.children].map(
      (band) =>
        `${band.querySelector<SVGElement>(".ttt-mark")?.dataset.mark} ${band.textContent.trim()}`,
    );
    assert.deepEqual(bands, ["X wins", "undefined draw", "O wins"]);
    const drawn = notes.all(".ttt-bands [data-band]").map((band) => band.dataset.band);
    assert.deepEqual(drawn, ["X", "draw", "O"]);
    // Five columns with three bands. A line joins each dot to the next.
    assert.equal(notes.seen(".ttt-bands").getAttribute("viewBox"), "0 0 5 3");
    assert.deepEqual(ways(notes), [
      "best M0.5 1.50L1.5 1.50",
      "best M1.5 1.50L2.5 1.50",
      "worse M2.5 1.50L3.5 0.40",
      "best M3.5 0.40L4.5 0.20",
    ]);
  });

  /** Return the dots' distances from the chart's top, in thirds of its height. */
  const heights = (review: unknown[]) =>
    showNotes({ ...WON, review })
      .all(".ttt-dot")
      .map((dot) => Number(dot.style.getPropertyValue("--height")));

  it("has a dot for each move, with the player's mark", () => {
    const dots = showNotes(WON)
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
      // O's mistake is emphasized.
      ["O", "worse", false],
      ["X", "best", false],
    ]);
  });

  it("draws each dot in its band, nearer to the edge if the game is won sooner", () => {
    const [drawn, , , lost, won] = heights(REVIEW);
    assert.equal(drawn, 1.5);
    // After O's mistake X wins, at the top.
    assert.ok(0 < won && won < lost && lost < 1, `${won} ${lost}`);
    const sooner = heights([5, 4, 3, 2, 1].map((left, ply) => move(ply, 4, "win", left)));
    // Each wins in turn: X's dots rise at the top, O's fall at the bottom.
    const [first, second, third, fourth, fifth] = sooner;
    assert.ok(1 > first && first > third && third > fifth && fifth > 0, String(sooner));
    assert.ok(2 < second && second < fourth && fourth < 3, String(sooner));
    // A proved win of unknown length counts as late, but stays in its band.
    const [late] = heights([move(0, 4, "win")]);
    assert.ok(first < late && late < 1, String(late));
  });

  it("draws estimates dashed at the winning probability, and says so", () => {
    const review = [estimated(0, 4, 0.6), estimated(1, 0, 0.2), ...REVIEW.slice(2)];
    const notes = showNotes({ ...WON, review });
    const names = ["1 5 X: about 80% chance of winning", "2 1 O: about 60% chance of winning"];
    assert.deepEqual(notes.moveNames().slice(0, 2), names);
    const isDashed = (part: Element) => part.hasAttribute("data-estimate");
    assert.deepEqual(notes.all(".ttt-dot").map(isDashed), [true, true, false, false, false]);
    // The line to a proved value is dashed, too.
    assert.deepEqual(notes.all(".ttt-way").map(isDashed), [true, true, false, false]);
    const [ofX, ofO] = heights(review);
    assert.ok(0 < ofX && ofX < 1.5 && 1.5 < ofO && ofO < 3, `${ofX} ${ofO}`);
    // Equal chances are in the middle. A certain estimate is no further than a win.
    assert.deepEqual(heights([estimated(0, 4, 0)]), [1.5]);
    assert.ok(heights([estimated(0, 4, 1)])[0] >= heights([move(0, 4, "win", 1)])[0]);
  });

  it("names cells as the board does", () => {
    for (const [state, cell, expected] of [
      [GOMOKU, 3 * 15 + 7, "1 h4"],
      // Ultimate counts cells by small board: 34 is the last but one in the fourth board.
      [ULTIMATE, 34, "1 b6"],
    ] as const) {
      const notes = showNotes({ ...state, moves: [cell], review: [move(0, cell, "draw")] });
      assert.equal(wordsOf(notes.moves()[0]), expected);
    }
  });

  it("mentions a better move for slower wins and quicker losses", () => {
    for (const [value, expected] of [
      ["win", "1 5 X: win. There was a quicker win."],
      ["loss", "1 5 X: loss. The game could have lasted longer."],
    ] as const) {
      const notes = showNotes({ ...WON, review: [move(0, 4, value, null, "slower")] });
      assert.equal(notes.moveNames()[0], expected);
    }
  });

  it("shows all moves at once and fills in the values in any order", async () => {
    const notes = showNotes({ ...UNREVIEWED, working: "review" });
    const shown = notes.moves();
    const dotted = () => notes.moves().map((move) => move.querySelectorAll(".ttt-dot").length);
    assert.deepEqual(shown.map(wordsOf), ["1 5", "2 1", "3 2", "4 9", "5 8"]);
    assert.equal(notes.moveNames()[3], "4 9 O: not reviewed yet");
    assert.deepEqual(dotted(), [0, 0, 0, 0, 0]);
    shown[3].focus();
    await notes.update({ review: [REVIEW[4], REVIEW[3]] });
    assert.deepEqual(notes.moveNames().slice(2), [
      "3 2 X: not reviewed yet",
      "4 9 O: loss in 1 move. This move gave away a draw.",
      "5 8 X: win in 1 move",
    ]);
    assert.deepEqual(dotted(), [0, 0, 0, 1, 1]);
    assert.deepEqual(ways(notes), ["best M3.5 0.40L4.5 0.20"]);
    await notes.update(WON);
    assert.deepEqual(dotted(), [1, 1, 1, 1, 1]);
    assert.equal(ways(notes).length, 4);
    assert.ok(notes.moves().every((button, at) => button === shown[at]));
    assert.ok(notes.active() === shown[3]);
  });

  it("steps back to a pressed move, and marks the viewed one", async () => {
    const notes = showNotes(WON);
    const current = () => notes.all(".ttt-strip [aria-current=step]").map(wordsOf);
    assert.deepEqual(current(), ["5 8"]);
    notes.moves()[0].click();
    assert.deepEqual(notes.asked(), ["view to=1"]);
    await notes.update({ viewed: BACK.viewed, viewed_ply: BACK.viewed_ply });
    assert.deepEqual(current(), ["1 5"]);
    await notes.update({ viewed_ply: 0 });
    assert.deepEqual(current(), []);
  });

  it("scrolls to the viewed move, also after the strip gets a width", async () => {
    observers.clear();
    const notes = showNotes(WON);
    const strip = notes.seen(".ttt-scrolled");
    Object.defineProperty(strip, "clientWidth", { value: 100 });
    for (const [at, button] of notes.moves().entries()) {
      Object.defineProperty(button, "offsetLeft", { value: 60 * at });
      Object.defineProperty(button, "offsetWidth", { value: 60 });
    }
    for (const observer of observers) observer.tell();
    assert.equal(strip.scrollLeft, 4 * 60 - (100 - 60) / 2);
    await notes.update({ viewed: BACK.viewed, viewed_ply: 3 });
    for (const observer of observers) observer.tell();
    assert.equal(strip.scrollLeft, 2 * 60 - (100 - 60) / 2);
    notes.close();
    assert.equal(observers.size, 0);
  });

  it("is one tab stop, with arrows, Home and End between the moves", () => {
    const notes = showNotes(WON);
    const stops = () => notes.moves().filter((button) => button.tabIndex === 0);
    assert.deepEqual(stops(), [notes.moves()[4]]);
    notes.moves()[4].focus();
    for (const [key, at] of [
      ["ArrowLeft", 3],
      ["ArrowLeft", 2],
      ["Home", 0],
      ["ArrowLeft", 0],
      ["ArrowRight", 1],
      ["End", 4],
      ["ArrowRight", 4],
      ["ArrowLeft", 3],
    ] as const) {
      notes.press(key);
      assert.ok(notes.active() === notes.moves()[at], key);
    }
    assert.deepEqual(stops(), [notes.moves()[3]]);
    assert.equal(notes.press("ArrowLeft", { ctrlKey: true }).taken, false);
    assert.equal(notes.active(), notes.moves()[3]);
  });
});
