// What is read aloud of a board: each thing that happened, once, the newest first.

import { element } from "../shared/elements.ts";
import type { Grid, Position } from "../shared/game.ts";
import { cellOf, positionName } from "../shared/grid.ts";
import { boardAt, MARKS } from "../shared/marks.ts";
import { AFTER_WRONG, subtitleOf, taskOf, toldOf, verdictOf } from "./activity.ts";
import { spokenName } from "./cells.ts";
import type { Activity } from "./shapes.ts";
import type { View } from "./view.ts";
import { isWatched, shownPosition } from "./view.ts";

/**
 * Milliseconds that a change waits for others, to be told together with them: of texts that
 * follow each other too closely, screen readers leave some out.
 */
const BREATH_MS = 250;
/** How many moves are told, when several come together. */
const MOST_MOVES = 2;
/** Text without width: with it a text differs from an equal one, and is read once more. */
const AGAIN = "\u200b";

/** The traits that are told of. */
const HEARD = [
  "board",
  "comment",
  "activity",
  "current_player",
  "grid",
  "guide",
  "hints",
  "is_over",
  "last_move",
  "message",
  "moves",
  "names",
  "notice",
  "open_boards",
  "owners",
  "paused",
  "players",
  "review_summary",
  "round",
  "rules_title",
  "scores",
  "small_boards",
  "thinking",
  "values",
  "viewed",
  "viewed_ply",
  "winning_lines",
  "working",
] as const;

/** What there is to hear at one moment. */
type Heard = Pick<View, (typeof HEARD)[number]> & {
  /** What the person was last refused or warned of. */
  refusal: string;
  /** How often there was a refusal, or none, to be told of. */
  sayings: number;
  /** How many moves the round had when it was first seen. */
  begun: number;
};

/** Return what there is to hear now; the traits may change later, this does not. */
function hear(view: View, refusal: string, sayings: number, before: Heard | null) {
  const traits = Object.fromEntries(HEARD.map((name) => [name, view[name] ?? null]));
  const now = { ...traits, refusal, sayings } as Heard;
  now.begun = before && isSameRound(before, now) ? before.begun : now.moves.length;
  return now;
}

/** Return whether a round goes on: no moves are gone. */
function isSameRound(before: Heard, now: Heard) {
  return before.round === now.round && before.moves.every((move, at) => now.moves[at] === move);
}

/** Make the live region. */
export function makeSpeech() {
  const root = element("p", { class: "ttt-unseen", role: "status", "aria-atomic": "true" });
  /** What the person was told of. */
  let told: Heard | null = null;
  /** What there is to tell now. */
  let now: Heard | null = null;
  /** What another piece of the screen has to say. */
  let aside = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tellSoon() {
    timer ??= setTimeout(tell, BREATH_MS);
  }
  function tell() {
    timer = undefined;
    const text = [aside, told && now ? whatIsNew(told, now) : ""].filter(Boolean).join(" ");
    told = now;
    aside = "";
    if (text) root.textContent = text === root.textContent ? text + AGAIN : text;
  }
  return {
    root,
    /**
     * @param refusal why the last request was refused, or nothing
     * @param sayings how often there was a refusal, or none, to be told of
     */
    draw(view: View, refusal: string, sayings: number) {
      now = hear(view, refusal, sayings, now);
      if (told) {
        tellSoon();
        return;
      }
      told = now;
      root.textContent = describeAll(now);
    },
    /** Say something that is not in the traits. */
    say(text: string) {
      aside = text;
      tellSoon();
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/**
 * Return what a person should hear of what happened between two moments; nothing when
 * only such values changed that nobody waits for.
 */
function whatIsNew(before: Heard, now: Heard) {
  return now.activity || before.activity
    ? whatIsNewInActivity(before, now)
    : whatIsNewInGame(before, now);
}

/** Return the same of an activity: what a new step tells, and what is said of a move. */
function whatIsNewInActivity(before: Heard, now: Heard) {
  const { activity } = now;
  if (!activity) return `Back to your own game. ${describeTurn(now, sentence(now.guide))}`;
  const refusal = now.sayings === before.sayings ? "" : sentence(now.refusal);
  const past = before.activity;
  if (!past || stepOf(past) !== stepOf(activity))
    return [refusal, describeStep(now)].filter(Boolean).join(" ");
  const isJudged = judgementOf(past, before) !== judgementOf(activity, now);
  const looked = !isJudged && now.viewed_ply !== before.viewed_ply;
  return [
    refusal,
    ...(isJudged ? describeJudgement(now, activity) : []),
    activity.hint && !past.hint ? `Hint: ${activity.hint}` : "",
    looked
      ? `${describeView(now, looked)} ${describeTurn(now, sentence(shownPosition(now).guide))}`
      : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Tell what became of a move, or that the step begins anew. */
function describeJudgement({ board, grid }: Heard, activity: Activity) {
  const { ask, cell, learnt, state } = activity;
  if (state === "open") return ["Again.", sentence(ask)];
  const [, word, why] = verdictOf(activity);
  return [
    cell == null ? "" : describeMove(grid, board, cell),
    word,
    why,
    state === "wrong" ? sentence(AFTER_WRONG) : "",
    ...(learnt ? [...toldOf(activity), taskOf(activity)].map(sentence) : []),
  ];
}

/** Return what tells one step of an activity from all others. */
function stepOf({ day, kind, step, text, title }: Activity) {
  return JSON.stringify([kind, title, day, step, text]);
}

/** Return what tells a judgement from the one before. */
function judgementOf({ feedback, state }: Activity, { round }: Heard) {
  return [state, round, feedback].join();
}

/** Tell what a step tells and asks. */
function describeStep({ activity, guide }: Heard) {
  if (!activity) return "";
  const [, ...judged] = verdictOf(activity);
  return [
    activity.title,
    subtitleOf(activity),
    ...toldOf(activity),
    judged.join(" ").trim(),
    taskOf(activity),
    guide,
  ]
    .filter(Boolean)
    .map(sentence)
    .join(" ");
}

/** Return the same of a person's own game. */
function whatIsNewInGame(before: Heard, now: Heard) {
  const isNewRound = !isSameRound(before, now);
  const made = now.moves.slice(isNewRound ? now.begun : before.moves.length);
  const looked = !isNewRound && now.viewed_ply !== before.viewed_ply;
  const refusal = now.sayings === before.sayings ? "" : now.refusal;
  const isSeated = MARKS.some((mark) => now.players[mark] !== before.players[mark]);
  const isOn =
    now.thinking !== before.thinking ||
    now.paused !== before.paused ||
    now.is_over !== before.is_over;
  const isNews = isNewRound || looked || isSeated || isOn || made.length > 0;
  const turn = describeTurn(now, refusal ? "" : describeGuide(before, now));
  const isTold = refusal ? !now.is_over && !now.viewed : isNews && (looked || !now.viewed);
  return [
    sentence(refusal),
    ...made
      .slice(-MOST_MOVES)
      .reverse()
      .map((move) => describeMove(now.grid, now.board, cellOf(now.grid, move))),
    ...(made.length && !isNewRound ? describeWonBoards(before, now) : []),
    isNewRound ? describeRound(before, now) : "",
    ...describePlayers(before, now, isNewRound),
    now.notice === before.notice ? "" : sentence(now.notice),
    describePause(before, now),
    looked || (made.length && now.viewed) ? describeView(now, looked) : "",
    isTold ? turn : "",
    isReset(before, now) ? "The scores are reset." : "",
    describeHints(before, now),
    reviewOf(now) === reviewOf(before) ? "" : reviewOf(now),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Return a text as a sentence. */
function sentence(text: string) {
  return text && !/[.!?\u2026]$/.test(text) ? `${text}.` : text;
}

function describeMove(grid: Grid, board: Position["board"], cell: number) {
  return `${board[cell]}, ${spokenName(grid, cell)}.`;
}

/** Tell which small boards were decided. */
function describeWonBoards(before: Heard, now: Heard) {
  return now.small_boards.map((result, at) => {
    if (result === before.small_boards[at] || !result) return "";
    return `Board ${at + 1} is ${result === "draw" ? "drawn" : `won by ${result}`}.`;
  });
}

function describeRound(before: Heard, now: Heard) {
  if (now.rules_title !== before.rules_title) return `New game: ${now.rules_title}.`;
  if (now.begun) return `Playing on from move ${now.begun}.`;
  return now.board.filter(Boolean).length > now.moves.length
    ? "New game from a position."
    : "New game.";
}

/** Tell who plays now, where that has changed. */
function describePlayers(before: Heard, now: Heard, isNewRound: boolean) {
  return MARKS.map((mark) => {
    const [name, player] = [now.names[mark], now.players[mark]];
    const isOther =
      player !== before.players[mark] ||
      (isNewRound && player !== "human" && name !== before.names[mark]);
    if (!isOther && name === before.names[mark]) return "";
    const who = isOther ? ` (${player === "human" ? "a person" : player})` : "";
    return `${mark} is now ${name}${who}.`;
  });
}

function describePause(before: Heard, now: Heard) {
  if (now.paused === before.paused) return "";
  return now.paused ? "Paused." : isWatched(now.players) ? "Playing on." : "";
}

/**
 * Tell where a person looks, with the move that led there.
 *
 * @param looked whether they have just turned there
 */
function describeView(now: Heard, looked: boolean) {
  const { board, last_move: last } = shownPosition(now);
  const where = now.viewed
    ? `Looking back: move ${now.viewed_ply} of ${now.moves.length}.`
    : "Back to now.";
  return looked && last != null ? `${where} ${describeMove(now.grid, board, last)}` : where;
}

/** Tell what there is when the board is first seen. */
function describeAll(now: Heard) {
  return now.activity
    ? describeStep(now)
    : describeTurn(now, sentence(shownPosition(now).guide));
}

/** Tell whose turn it is or how the game ended, by which lines, or what `guide` reminds of. */
function describeTurn(now: Heard, guide: string) {
  const { message, winning_lines: lines } = shownPosition(now);
  if (now.thinking && !now.viewed)
    return isWatched(now.players) ? "" : `${now.names[now.thinking]} is thinking…`;
  const told = lines.length ? lines.map((line) => describeLine(now.grid, line)) : [guide];
  return [sentence(message), ...told].filter(Boolean).join(" ");
}

function describeLine(grid: Grid, line: number[]) {
  if (!grid.block || grid.layers)
    return `Line ${line.map((cell) => positionName(grid, cell)).join(", ")}.`;
  const boards = new Set(line.map((cell) => boardAt(grid, grid.cells.indexOf(cell)) + 1));
  return `Line of boards ${[...boards].join(", ")}.`;
}

/**
 * Return what to mind with the next move: where play may go on each time, all else when it is
 * new.
 */
function describeGuide(before: Heard, now: Heard) {
  const { guide, open_boards: open } = shownPosition(now);
  const isNew = guide !== shownPosition(before).guide || now.round !== before.round;
  return isNew || open.length ? sentence(guide) : "";
}

/** Return whether the scores were set to zero. */
function isReset(before: Heard, now: Heard) {
  const [old, all] = [before, now].map(({ scores }) => scores.X + scores.O + scores.draws);
  return old > 0 && all === 0 && before.rules_title === now.rules_title;
}

/** Tell the comment on the shown move when it is there, or else that hints are. */
function describeHints(before: Heard, now: Heard) {
  const [there, here] = [before, now].map((heard) =>
    [heard.round, heard.moves.length, heard.viewed_ply].join(),
  );
  const isSame = there === here;
  if (now.comment) return isSame && now.comment === before.comment ? "" : now.comment;
  return isSame && areHintsThere(now) && !areHintsThere(before) ? "Hints are there." : "";
}

function areHintsThere({ hints, values, working }: Heard) {
  return hints && values.length > 0 && working !== "hints";
}

/** Return what the review of the round found, once it is complete. */
function reviewOf({ review_summary: summary, working }: Heard) {
  return summary && working !== "review" ? `Review: ${summary}` : "";
}
