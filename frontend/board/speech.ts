// Texts about a board for screen readers. Each event is reported once, the newest one first.

import { element } from "../shared/elements.ts";
import type { Grid, Position } from "../shared/game.ts";
import { cellOf, positionName } from "../shared/grid.ts";
import { boardAt, MARKS } from "../shared/marks.ts";
import { _, fill, joinAnd, joinSentences } from "../shared/texts.ts";
import { adviseAfterWrong, subtitleOf, taskOf, toldOf, verdictOf } from "./activity.ts";
import { isUnnamed, messageOf, thinkingMessage } from "./address.ts";
import { spokenName, spokenText } from "./cells.ts";
import type { Activity } from "./shapes.ts";
import type { View } from "./view.ts";
import { computerTitle, DRAWN, isWatched, personName, shownPosition } from "./view.ts";

/**
 * Number of milliseconds for which a change waits for others, so that screen readers read them
 * together. If texts come too quickly one after another, screen readers skip some of them.
 */
const BREATH_MS = 250;
/** Maximum number of moves to read if several arrive together. */
const MOST_MOVES = 2;
/** Invisible character, which makes screen readers read the same text again if it is added. */
const AGAIN = "\u200b";

/** The state at one moment, as far as screen readers report it. */
type Heard = View & {
  /** Last refusal or warning. */
  refusal: string;
  /** Number of refusals and successes to announce. */
  sayings: number;
  /** Number of moves in the round when the board first showed it. */
  begun: number;
};

/** Return a copy of the current state, which later changes to the traits don't affect. */
function hear(view: View, refusal: string, sayings: number, before: Heard | null) {
  const traits = Object.fromEntries(DRAWN.map((name) => [name, view[name] ?? null]));
  const now = { ...traits, refusal, sayings } as Heard;
  now.begun = before && isSameRound(before, now) ? before.begun : now.moves.length;
  return now;
}

/** Return whether the round is the same and no move has been taken back. */
function isSameRound(before: Heard, now: Heard) {
  return before.round === now.round && before.moves.every((move, at) => now.moves[at] === move);
}

/**
 * Make the live region, whose text screen readers read aloud.
 *
 * @param useLanguage makes texts appear in the board's language
 */
export function makeSpeech(useLanguage: () => void) {
  const root = element("p", { class: "ttt-unseen", role: "status", "aria-atomic": "true" });
  /** State that was read last. */
  let told: Heard | null = null;
  /** State to read next. */
  let now: Heard | null = null;
  /** Text from another part of the screen. */
  let aside = "";
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tellSoon() {
    timer ??= setTimeout(tell, BREATH_MS);
  }
  function tell() {
    timer = undefined;
    useLanguage();
    const text = joinSentences([aside, told && now ? whatIsNew(told, now) : ""]);
    told = now;
    aside = "";
    if (text) root.textContent = text === root.textContent ? text + AGAIN : text;
  }
  return {
    root,
    /**
     * @param refusal reason for the last refusal, or an empty text
     * @param sayings number of refusals and successes to announce
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
    /** Read a text that isn't in the traits. */
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
 * Return what is new between two states. The text is empty if nothing worth reporting has
 * changed.
 */
function whatIsNew(before: Heard, now: Heard) {
  return now.activity || before.activity
    ? whatIsNewInActivity(before, now)
    : whatIsNewInGame(before, now);
}

/** Return what is new in an activity: a new step's text, and the feedback on a move. */
function whatIsNewInActivity(before: Heard, now: Heard) {
  const { activity } = now;
  if (!activity)
    return joinSentences([_("Back to your own game."), describeTurn(now, now.guide)]);
  const refusal = now.sayings === before.sayings ? "" : now.refusal;
  const past = before.activity;
  if (!past || stepOf(past) !== stepOf(activity))
    return joinSentences([refusal, describeStep(now)]);
  const isJudged = judgementOf(past, before) !== judgementOf(activity, now);
  const looked = !isJudged && now.viewed_ply !== before.viewed_ply;
  const { hint } = activity;
  return joinSentences([
    refusal,
    ...(isJudged ? describeJudgement(now, activity) : []),
    hint && !past.hint ? fill("Hint: {hint}", { hint }) : "",
    ...(looked ? [describeView(now, looked), describeTurn(now, shownPosition(now).guide)] : []),
  ]);
}

/** Return texts about a move's result, or about a step that begins again. */
function describeJudgement(now: Heard, activity: Activity) {
  const { ask, cell, learnt, state } = activity;
  if (state === "open") return [_("Try again."), ask];
  const [, word, why] = verdictOf(activity);
  return [
    cell == null ? "" : describeMove(now, cell),
    word,
    why,
    state === "wrong" ? adviseAfterWrong() : "",
    ...(learnt ? [...toldOf(activity), taskOf(activity)] : []),
  ];
}

/** Return a key that identifies an activity's step. */
function stepOf({ day, kind, step, text, title }: Activity) {
  return JSON.stringify([kind, title, day, step, text]);
}

/** Return a key that identifies the feedback on a move. */
function judgementOf({ feedback, state }: Activity, { round }: Heard) {
  return [state, round, feedback].join();
}

/** Return a step's texts and its task. */
function describeStep({ activity, guide }: Heard) {
  if (!activity) return "";
  const [, ...judged] = verdictOf(activity);
  return joinSentences([
    activity.title,
    subtitleOf(activity),
    ...toldOf(activity),
    ...judged,
    taskOf(activity),
    guide,
  ]);
}

/** Return what is new in a person's own game. */
function whatIsNewInGame(before: Heard, now: Heard) {
  const isNewRound = !isSameRound(before, now);
  const made = [...now.moves.keys()].slice(isNewRound ? now.begun : before.moves.length);
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
  return joinSentences([
    refusal,
    ...made
      .slice(-MOST_MOVES)
      .reverse()
      .map((at) => describeMove(now, cellOf(now.grid, now.moves[at]), now.sources[at])),
    ...(made.length && !isNewRound ? describeWonBoards(before, now) : []),
    isNewRound ? describeRound(before, now) : "",
    ...describePlayers(before, now, isNewRound),
    now.notice === before.notice ? "" : now.notice,
    describePause(before, now),
    looked || (made.length && now.viewed) ? describeView(now, looked) : "",
    isTold ? turn : "",
    scoreOf(now) === scoreOf(before) ? "" : scoreOf(now),
    isReset(before, now) ? _("The scores are reset.") : "",
    describeHints(before, now),
    reviewOf(now) === reviewOf(before) ? "" : reviewOf(now),
  ]);
}

/**
 * Return a sentence about what is in a square.
 *
 * @param source cell from which the mark has slid, if it has
 */
export function describeMove(
  view: View,
  cell: number,
  source?: number | null,
  {
    board,
    cell_texts: texts,
    owners,
  }: Pick<Position, "board" | "cell_texts" | "owners"> = view,
) {
  const [text, mark] = [texts[cell], board[cell] ?? _("empty")];
  const square = spokenName(view.grid, cell);
  if (text) return spokenText(view, square, text, owners[cell] ?? board[cell]);
  return source == null
    ? fill("{mark}, {square}.", { mark, square })
    : fill("{mark} from {source} to {square}.", {
        mark,
        source: positionName(view.grid, source),
        square,
      });
}

/** Return the results of small boards that have just been decided. */
function describeWonBoards(before: Heard, now: Heard) {
  return now.small_boards.map((result, at) => {
    if (result === before.small_boards[at] || !result) return "";
    return result === "draw"
      ? fill("Board {board} is a draw.", { board: at + 1 })
      : fill("{mark} wins board {board}.", { mark: result, board: at + 1 });
  });
}

function describeRound(before: Heard, now: Heard) {
  const { begun, rules_title: game } = now;
  if (game !== before.rules_title) return fill("New game: {game}.", { game });
  const isUndone =
    begun < before.moves.length && now.moves.every((move, at) => before.moves[at] === move);
  if (begun && isUndone && !before.viewed) return fill("Back to move {move}.", { move: begun });
  if (begun) return fill("The game continues from move {move}.", { move: begun });
  return now.board.filter(Boolean).length > now.moves.length
    ? _("New game. Some marks are already on the board.")
    : _("New game.");
}

/** Return sentences about players that have changed. */
function describePlayers(before: Heard, now: Heard, isNewRound: boolean) {
  return MARKS.map((mark) => {
    const [name, seat] = [personName(now.names[mark]), now.players[mark]];
    const isOther =
      seat !== before.players[mark] ||
      (isNewRound && seat !== "human" && name !== personName(before.names[mark]));
    if (!isOther && name === personName(before.names[mark])) return "";
    const isPlain = isUnnamed(now, mark);
    if (!isOther) return fill("{mark} is now {name}.", { mark, name });
    if (seat === "human")
      return isPlain
        ? fill("A person now plays {mark}.", { mark })
        : fill("{name} now plays {mark}.", { mark, name });
    const player = computerTitle(now, seat);
    return isPlain || name === player
      ? fill("{player} now plays {mark}.", { mark, player })
      : fill("{player} now plays {mark} as {name}.", { mark, player, name });
  });
}

function describePause(before: Heard, now: Heard) {
  if (now.paused === before.paused) return "";
  return now.paused ? _("Paused.") : isWatched(now.players) ? _("The game continues.") : "";
}

/**
 * Return text about the displayed position and the move that led to it.
 *
 * @param looked whether a person has just opened this position
 */
function describeView(now: Heard, looked: boolean) {
  const position = shownPosition(now);
  const last = position.last_move;
  const source = now.sources[(now.viewed_ply ?? now.moves.length) - 1];
  const where = now.viewed
    ? fill("You're looking back at move {move} of {count}.", {
        move: now.viewed_ply ?? 0,
        count: now.moves.length,
      })
    : _("Back to the latest move.");
  return joinSentences([
    where,
    looked && last != null ? describeMove(now, last, source, position) : "",
  ]);
}

/** Return the text about a board that is shown for the first time. */
function describeAll(now: Heard) {
  return now.activity ? describeStep(now) : describeTurn(now, shownPosition(now).guide);
}

/**
 * Return text that says whose turn it is or how the game ended, followed by `guide` and the
 * winning lines.
 */
function describeTurn(now: Heard, guide: string) {
  const { guide: reminder, winning_lines: lines } = shownPosition(now);
  if (now.thinking && !now.viewed)
    return isWatched(now.players) ? "" : thinkingMessage(now, now.thinking);
  // Without a guide, these are plain Python rules, whose lines need not be straight.
  const told = lines.map((line) => describeLine(now.grid, line, !!reminder));
  return joinSentences([messageOf(now), guide, ...told]);
}

function describeLine(grid: Grid, line: number[], isRow: boolean) {
  if (grid.block && !grid.layers) {
    const boards = new Set(line.map((cell) => boardAt(grid, grid.cells.indexOf(cell)) + 1));
    return fill("The row covers boards {boards}.", {
      boards: joinAnd([...boards].map(String)),
    });
  }
  const squares = joinAnd(line.map((cell) => positionName(grid, cell)));
  return isRow
    ? fill("The row covers {squares}.", { squares })
    : fill("The line covers {squares}.", { squares });
}

/**
 * Return the reminder for the next move. Open boards are mentioned each time, other reminders
 * only if they are new.
 */
function describeGuide(before: Heard, now: Heard) {
  const { guide, open_boards: open } = shownPosition(now);
  const isNew = guide !== shownPosition(before).guide || now.round !== before.round;
  return isNew || open.length ? guide : "";
}

/** Return the sentence about the score of a match that is not over. */
function scoreOf({ match }: Heard) {
  return match?.score ?? "";
}

/**
 * Return whether the scores were reset. In a match, the answer is no, because the score is read
 * anyway.
 */
function isReset(before: Heard, now: Heard) {
  const [old, all] = [before, now].map(({ scores }) => scores.X + scores.O + scores.draws);
  return !now.match && old > 0 && all === 0 && before.rules_title === now.rules_title;
}

/**
 * Return a new comment on the displayed move. If there is no comment, return a message that
 * hints are ready.
 */
function describeHints(before: Heard, now: Heard) {
  const [there, here] = [before, now].map((heard) =>
    [heard.round, heard.moves.length, heard.viewed_ply].join(),
  );
  const isSame = there === here;
  if (now.comment) return isSame && now.comment === before.comment ? "" : now.comment;
  return isSame && areHintsThere(now) && !areHintsThere(before) ? _("Hints are ready.") : "";
}

function areHintsThere({ hints, values, working }: Heard) {
  return hints && values.length > 0 && working !== "hints";
}

/** Return the review's result, if the review is complete. */
function reviewOf({ review_summary: summary, working }: Heard) {
  return summary && working !== "review" ? fill("Review: {summary}", { summary }) : "";
}
