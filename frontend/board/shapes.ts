// The objects in the traits of a board. The docstrings of its widget document each of them.

import type { Mark, Picture, Value } from "../shared/game.ts";

/** Value of a move for its player. No value if it is an estimate. */
export interface MoveValue {
  cell: number;
  /** The cell that the mark leaves, if it slides. */
  source?: number;
  /** The mark or text that it draws, if the player chooses it. */
  choice?: string;
  value: Value | null;
  remoteness: number | null;
  score: number;
  /** Win probability in %, if it is an estimate. */
  chance: number | null;
  /** One of the best moves, if a few stand out. */
  is_best: boolean;
  /** Whether to draw it. Large boards show only a few moves. */
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
  /** Plies to the end with the move played, including itself. */
  remoteness: number | null;
  /** Its score, -1 to 1, an estimate if no value is proved. */
  score: number;
  /** Its win probability in %, if that is an estimate. */
  chance: number | null;
  /** Evaluation for X after it, from 1 if X has won, to -1 if O has. */
  lead: number;
  /** Estimate of the best move minus that of this one, 0 to 2, or 0 if one is proved. */
  estimated_loss: number;
}

/** The decisive mistake, in sentences around a move. */
export interface TurningPoint {
  before: string;
  /** The name of the move in them. */
  move: string;
  after: string;
  /** Number of moves including it. */
  ply: number;
}

/** Present state of a lesson, a puzzle, or an example of a rule card. */
export interface Activity {
  kind: "lesson" | "puzzle" | "example";
  /** Name of a lesson of the package, otherwise empty. */
  name: string;
  title: string;
  /** Index of the present step, from 0. */
  step: number;
  steps: number;
  /** Whether each step is solved. */
  solved: boolean[];
  /** Indices of unsolved steps that were passed over. */
  skipped: number[];
  /** Paragraphs, with an empty line between them. */
  text: string;
  /** Task, or empty in a step that only has a text. */
  ask: string;
  state: "open" | "on" | "right" | "wrong" | "read";
  /** Feedback on the last move. */
  feedback: string;
  /** Hint, empty until a person requests it. */
  hint: string;
  has_hint: boolean;
  /** Highlighted cells. */
  look: number[];
  /** Wrong moves made at this step. */
  tries: number;
  /** Cell of the last move that was judged, or null. */
  cell: number | null;
  /** Summary, empty before the end of a lesson. */
  learnt: string;
  /** Name and title of the next lesson, empty after the last one. */
  next: string;
  next_title: string;
  /** Day of a daily puzzle, otherwise empty. */
  day: string;
  /** Days in a row with a solved daily puzzle. */
  streak: number;
}

/** A match of several games. */
export interface Match {
  wins_needed: number;
  /** Its score as a sentence, or empty once it is over. */
  score: string;
  /** Its winner as a sentence, while the game that decided it is on the board. */
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

/** An example of a rule card: a move, and the board before and after it. */
export interface CardExample extends Picture {
  text: string;
  /** Name of the cell for people. */
  position: string;
  message: string;
  refused: boolean;
  cell: number;
  before: (Mark | null)[];
}

/** A small picture of rules: a board and its marks, place by place. */
export interface RulesPicture {
  rows: number;
  columns: number;
  block: number;
  board: string;
}

/** Preview of rules that a person tries out. */
export interface RulesPreview {
  name: string;
  title: string;
  summary: string;
  picture: RulesPicture;
  /** The players that can play by them. */
  players: string[];
  /** All options. If the rules don't have an option, its choice is "". */
  switches: [name: string, legend: string, choices: [string, string][], chosen: string][];
  /** Result of best play, or null if it is not known. */
  winner: Mark | "draw" | null;
  /** The same as a sentence. */
  verdict: string;
}

/** The card of the present rules. */
export interface RulesCard {
  name: string;
  description: string;
  sections: [heading: string, points: string[]][];
  examples: CardExample[];
}
