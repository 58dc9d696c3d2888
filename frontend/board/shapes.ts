// The objects in the traits of a board; the docstrings of its widget say what each means.

import type { Mark, Picture, Value } from "../shared/game.ts";

/** What a move is worth to who makes it; no value where it is an estimate. */
export interface MoveValue {
  cell: number;
  /** The mark that it draws, where that is chosen. */
  mark?: Mark;
  value: Value | null;
  remoteness: number | null;
  score: number;
  /** The chance to win in %, where it is an estimate. */
  chance: number | null;
  /** One of the best moves, where a few stand out. */
  is_best: boolean;
  /** Whether to draw it: large boards show a few moves only. */
  is_marked: boolean;
  /** Whether it wins at once or blocks such a win. */
  is_threat: boolean;
}

/** A move of a finished game, compared with the best one available. */
export interface ReviewedMove {
  ply: number;
  player: Mark;
  cell: number;
  verdict: "best" | "slower" | "worse" | "unknown";
  best: Value | null;
  played: Value | null;
  /** Plies to the end with the move that was played, itself included. */
  remoteness: number | null;
  /** What it was worth, -1 to 1; an estimate where no value is proved. */
  score: number;
  /** Its chance to win in %, where that is an estimate. */
  chance: number | null;
  /** How far X is ahead after it, from 1, where X has won, to -1, where O has. */
  lead: number;
  /** Estimate of the best move minus that of this one, 0 to 2; 0 where one is proved. */
  estimated_loss: number;
}

/** Where the game was lost, in sentences that speak of a move. */
export interface TurningPoint {
  before: string;
  /** What the move is called in them. */
  move: string;
  after: string;
  /** How many moves the game had with it. */
  ply: number;
}

/** What runs of a lesson, a puzzle, or an example of a rule card. */
export interface Activity {
  kind: "lesson" | "puzzle" | "example";
  /** Name of a lesson of the package, else empty. */
  name: string;
  title: string;
  /** Index of the present step, from 0. */
  step: number;
  steps: number;
  /** Whether each step is solved. */
  solved: boolean[];
  /** Paragraphs, with an empty line between them. */
  text: string;
  /** Task, empty where there is nothing to do but read. */
  ask: string;
  state: "open" | "on" | "right" | "wrong" | "read";
  /** What is said of the last move. */
  feedback: string;
  /** Hint, empty until it is asked for. */
  hint: string;
  has_hint: boolean;
  /** Cells that are pointed at. */
  look: number[];
  /** Wrong moves made at this step. */
  tries: number;
  /** Cell of the last move that was judged, or null. */
  cell: number | null;
  /** What was learnt, empty before the end of a lesson. */
  learnt: string;
  /** Name and title of the lesson to take next, empty after the last one. */
  next: string;
  next_title: string;
  /** Day of a daily puzzle, else empty. */
  day: string;
  /** Days in a row on which the daily puzzle was solved. */
  streak: number;
}

/** A lesson that can be taken, with how many of its steps are solved. */
export interface LessonEntry {
  name: string;
  title: string;
  about: string;
  steps: number;
  solved: number;
}

/** An example of a rule card: a move, and the board before and after it. */
export interface CardExample extends Picture {
  text: string;
  /** What people call the cell. */
  position: string;
  message: string;
  refused: boolean;
  cell: number;
  before: (Mark | null)[];
}

/** A small picture of rules: a board, its marks place by place. */
export interface RulesPicture {
  rows: number;
  columns: number;
  block: number;
  board: string;
}

/** Rules that are tried out on the sheet. */
export interface RulesPreview {
  name: string;
  title: string;
  summary: string;
  /** Null where the board is large. */
  picture: RulesPicture | null;
  /** Who can play by them. */
  players: string[];
  switches: [name: string, legend: string, choices: [string, string][], chosen: string][];
  /** Who wins with best play, as far as that is known. */
  verdict: string;
}

/** The card of the present rules. */
export interface RulesCard {
  name: string;
  description: string;
  sections: [heading: string, points: string[]][];
  examples: CardExample[];
}
