// What Python syncs and what a host gives, for the type check of the front ends. The
// docstrings of `TicTacToe` and `SearchView` say what each trait means.

import type { AnyModel } from "@anywidget/types";

export type Mark = "X" | "O";
export type Value = "win" | "draw" | "loss";

/** What is drawn of a game, now or as one looks back at it. */
export interface Position {
  board: (Mark | null)[];
  /** Who is to move; once the game is over, who moved last. */
  current_player: Mark;
  winning_lines: number[][];
  last_move: number | null;
  message: string;
  guide: string;
  small_boards: (Mark | "draw" | null)[];
  open_boards: number[];
}

/** What a move is worth to who makes it; no value where it is an estimate. */
export interface MoveValue {
  cell: number;
  value: Value | null;
  remoteness: number | null;
  score: number;
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
  /** Estimate of the best move minus that of this one, 0 to 2; 0 where one is proved. */
  estimated_loss: number;
}

/** Where cells are drawn: `cells` holds the cell at each place, row by row. */
export interface Grid {
  rows: number;
  columns: number;
  cells: number[];
  /** Side of the small boards, 0 where there are none. */
  block: number;
}

/** What runs of a lesson, a puzzle, or an example of a rule card. */
export interface Course {
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
  /** Name of the lesson to take next, empty at the end. */
  next: string;
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

/** The card of the present rules. */
export interface RulesCard {
  name: string;
  description: string;
  sections: [heading: string, points: string[]][];
  examples: CardExample[];
}

/** The traits that Python syncs. None arrives as null, from JupyterLite's kernel as undefined. */
export interface Traits extends Position {
  comment: string;
  course: Course | null;
  grid: Grid;
  hints: boolean;
  is_draw: boolean;
  is_game_over: boolean;
  lessons: LessonEntry[];
  legal_moves: number[];
  move_count: number;
  moves: number[];
  names: Record<Mark, string>;
  notice: string;
  pace: "slow" | "normal" | "fast";
  paused: boolean;
  player_choices: string[];
  player_summaries: Record<string, string>;
  players: Record<Mark, string>;
  puzzle_streak: { day: string; streak: number; best: number };
  review: ReviewedMove[];
  review_summary: string;
  round: number;
  rules: string;
  rules_card: RulesCard | null;
  rules_choices: [string, string][];
  rules_summaries: Record<string, string>;
  rules_summary: string;
  rules_title: string;
  scores: Record<Mark | "draws", number>;
  status: "playing" | "won" | "draw";
  thinking: Mark | null;
  unsolved_rules: string[];
  values: MoveValue[];
  viewed: Position | null;
  viewed_ply: number | null;
  winner: Mark | null;
  working: "" | "hints" | "review";
}

/** The part of a host's model that is used. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send" | "set" | "save_changes">;

/** What is drawn of a game that is not played on. */
export type Picture = Pick<Position, "board" | "last_move" | "winning_lines" | "small_boards">;

/** A player's line in the standings of a tournament; strengths in points, null before the first estimate. */
export interface Standing {
  name: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  score: number;
  strength: number | null;
  low: number | null;
  high: number | null;
}

/** A game of a tournament, to step through. */
export interface WatchedGame {
  game: number;
  x: string;
  o: string;
  text: string;
  /** Cell, mark and name of the position of each move. */
  moves: [number, Mark, string][];
  winning_lines: number[][];
  small_boards: Picture["small_boards"][];
}

/** A page of the list of games: number, names of X and O, ending, and whether there was a fault. */
export interface ListedGames {
  player: string;
  faulty: boolean;
  page: number;
  count: number;
  games: [number, string, string, string, boolean][];
}

/** The traits of `Standings`. None arrives as null, from JupyterLite's kernel as undefined. */
export interface StandingsTraits {
  grid: Grid;
  listed: ListedGames;
  live: (Picture & { x: string; o: string; text: string }) | null;
  message: string;
  notes: string[];
  planned: number;
  played: number;
  players: string[];
  rules_title: string;
  standings: Standing[];
  status: "ready" | "playing" | "stopped" | "done";
  watched: WatchedGame | null;
}

/** The part of the model of `Standings` that is used. */
export type StandingsModel = Pick<AnyModel<StandingsTraits>, "get" | "on" | "off" | "send">;

/** A point of a learning curve: games, points a game against random and perfect play, positions where the machine may err. */
export type CurvePoint = [number, number, number, number];

/** A matchbox: the position that it is for, and its beads. */
export interface Matchbox {
  /** Number of the machine's move, from 0. */
  stage: number;
  board: (Mark | null)[];
  /** Cell, name of its position and number of beads. */
  beads: [number, string, number][];
  /** Where it was opened in the last game: the cell drawn, and its beads before. */
  drawn: [number, number] | null;
}

/** A machine of matchboxes, with a page of its boxes. */
export interface Machine {
  name: string;
  games: number;
  summary: string;
  last: string;
  resigns: boolean;
  curve: CurvePoint[];
  count: number;
  page: number;
  pages: number;
  boxes: Matchbox[];
}

/** The traits of `Matchboxes`. None arrives as null, from JupyterLite's kernel as undefined. */
export interface MatchboxesTraits {
  grid: Grid;
  machines: Machine[];
  mark: Mark;
  message: string;
  opponent: string;
  opponents: [string, string][];
  page: number;
  planned: number;
  played: number;
  rules_title: string;
  stage: number;
  stages: number[];
  status: "ready" | "training";
}

/** The part of the model of `Matchboxes` that is used. */
export type MatchboxesModel = Pick<AnyModel<MatchboxesTraits>, "get" | "on" | "off" | "send">;

/** What a view asks of Python; each kind has details of its own besides. */
export interface Request {
  kind: string;
  /** Idempotency key: a repeated id is answered again, not applied again. */
  request: string;
  /** Id of the view that asks. */
  client: string;
  /** On a board, the round and the move count that the person saw. */
  round?: number;
  ply?: number;
}

/** How a request ended. */
export interface Answer {
  ok: boolean;
  code: "ok" | "stale" | "illegal" | "over" | "busy" | "bad" | "internal";
  /** What a person should read, empty when all is well. */
  message: string;
}

/** The traits of `SearchView`. */
export interface SearchTraits {
  grid: Grid;
  known: string;
  summary: string;
  tree: string;
}

/** What `SearchTraits.tree` holds as JSON; `tree_columns` in Python says what it means. */
export interface TreeColumns {
  depth: number[];
  columns: Record<
    | "alpha" | "arguments" | "beta" | "board" | "bound" | "calls" | "cell" | "chosen" | "cut"
    | "function" | "raised" | "value",
    number[] | number
  >;
  boards: string[];
  cells: number[][];
  functions: string[];
  texts: string[];
  worths: string[];
}
