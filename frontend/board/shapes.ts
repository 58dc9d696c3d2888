// Types for the objects in a board's traits. The Python widget's docstrings describe them.

import type { Mark, Picture, Value } from "../shared/game.ts";

/** A move's value for the player who makes it. Estimates have no `value`. */
export interface MoveValue {
  cell: number;
  /** Cell that the mark leaves, if it slides. */
  source?: number;
  /** Mark or text that the move places, if the player chooses it. */
  choice?: string;
  value: Value | null;
  remoteness: number | null;
  score: number;
  /** Win probability in percent, if the value is only an estimate. */
  chance: number | null;
  /** Whether this is one of the best moves, if only a few moves stand out. */
  is_best: boolean;
  /** Whether to show the value on the board. Large boards show only a few values. */
  is_marked: boolean;
  /** Whether the move wins at once, or blocks such a win. */
  is_threat: boolean;
}

/** A move in a finished game, compared with the best move. */
export interface ReviewedMove {
  ply: number;
  player: Mark;
  cell: number;
  verdict: "best" | "slower" | "worse" | "unknown";
  best: Value | null;
  played: Value | null;
  /** Number of plies to the end of the game, counted from the played move and including it. */
  remoteness: number | null;
  /** Played move's score from -1 to 1, which is an estimate if no value is proved. */
  score: number;
  /** Played move's win probability in percent, if its value is not proved. */
  chance: number | null;
  /** Evaluation after the move, from 1 if X has won to -1 if O has won. */
  lead: number;
  /**
   * Estimate for the best move minus the estimate for this move, from 0 to 2, or 0 if either
   * value is proved.
   */
  estimated_loss: number;
}

/**
 * Text about the decisive mistake, in three parts, of which the middle one mentions the move.
 */
export interface TurningPoint {
  before: string;
  /** The part that mentions the move. */
  move: string;
  after: string;
  /** Number of moves up to and including the mistake. */
  ply: number;
}

/** State of the open lesson or puzzle, or of an example from a rule card. */
export interface Activity {
  kind: "lesson" | "puzzle" | "example";
  /** Name of a lesson in the package, or an empty text for anything else. */
  name: string;
  title: string;
  /** Index of the current step, counted from 0. */
  step: number;
  steps: number;
  /** Whether each step is solved. */
  solved: boolean[];
  /** Indices of unsolved steps that the person has skipped. */
  skipped: number[];
  /** Paragraphs, separated by empty lines. */
  text: string;
  /** The step's task, or an empty text if it has none. */
  ask: string;
  state: "open" | "on" | "right" | "wrong" | "read";
  /** Feedback on the last move. */
  feedback: string;
  /** Hint, which is empty until a person requests it. */
  hint: string;
  has_hint: boolean;
  /** Cells that the step highlights. */
  look: number[];
  /** Number of wrong moves at this step. */
  tries: number;
  /** Cell of the move that was judged last, or null. */
  cell: number | null;
  /** Summary, which is empty until the end of a lesson. */
  learnt: string;
  /** Name of the next lesson, which is empty after the last lesson. */
  next: string;
  next_title: string;
  /** A daily puzzle's date, or an empty text for anything else. */
  day: string;
  /** Number of days in a row on which the daily puzzle was solved. */
  streak: number;
}

/** A match, which consists of several games. */
export interface Match {
  wins_needed: number;
  /** Sentence about the score, which is empty after the match. */
  score: string;
  /** Sentence about the winner, while the board shows the game that decided the match. */
  result: string;
}

/** An available lesson, with the number of solved steps. */
export interface LessonEntry {
  name: string;
  title: string;
  about: string;
  steps: number;
  solved: number;
}

/** An example from a rule card: a move, and the board before and after it. */
export interface CardExample extends Picture {
  text: string;
  /** Name that people use for the cell. */
  position: string;
  message: string;
  refused: boolean;
  cell: number;
  before: (Mark | null)[];
}

/** A small picture that stands for rules: a board, with the mark in each place. */
export interface RulesPicture {
  rows: number;
  columns: number;
  block: number;
  board: string;
}

/** Preview of rules that a person is trying out. */
export interface RulesPreview {
  name: string;
  title: string;
  summary: string;
  picture: RulesPicture;
  /** Players that can play by these rules. */
  players: string[];
  /** All options. If the rules don't have an option, its choice is "". */
  switches: [name: string, legend: string, choices: [string, string][], chosen: string][];
  /** Result with best play, or null if it is unknown. */
  winner: Mark | "draw" | null;
  /** Sentence about the result with best play. */
  verdict: string;
}

/** Rule card for the current rules. */
export interface RulesCard {
  name: string;
  description: string;
  sections: [heading: string, points: string[]][];
  examples: CardExample[];
}
