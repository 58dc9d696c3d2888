// The traits of a board, written by frontend/traits.py from the docstrings of its widget.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark, Position } from "../shared/game.ts";
import type {
  Activity,
  LessonEntry,
  MoveValue,
  ReviewedMove,
  RulesCard,
  RulesPicture,
  RulesPreview,
  TurningPoint,
} from "./shapes.ts";

/** The traits that Python syncs. None is null here, from JupyterLite's kernel undefined. */
export interface Traits {
  /** True if the board shows the value of each move. You can set it. */
  hints: boolean;
  /** Names of the players, by mark. You can set one or both. */
  names: Record<Mark, string>;
  /** Mark in each cell, by cell index: "X", "O" or None. */
  board: (Mark | null)[];
  /** Player to move, "X" or "O". Once the game is over, the player of the last move. */
  current_player: Mark;
  /** Winner, "X" or "O", or None for a draw or an unfinished game. */
  winner: Mark | null;
  /** Lines that ended the game, each as a tuple of cells. */
  winning_lines: number[][];
  /** True if the game ended without a winner. */
  is_draw: boolean;
  /** True once the game has ended. */
  is_over: boolean;
  /** Number of marks on the board, including those of a set-up position. */
  move_count: number;
  /** State of the game: "playing", "won" or "draw". */
  status: "playing" | "won" | "draw";
  /**
   * Legal moves as cells, ascending. Empty once the game is over, or while a lesson asks for
   * no move.
   */
  legal_moves: number[];
  /** Cell of the last move, or None before the first one. */
  last_move: number | null;
  /** Cells played so far, in order. */
  moves: number[];
  /** Message to the players, such as "Player O's turn" or "Ada wins!". */
  message: string;
  /** Rounds won by "X" and "O", and "draws", under these rules since the last reset. */
  scores: Record<Mark | "draws", number>;
  /** Number of the round, from 1. */
  round: number;
  /** Result of each small board in ultimate: "X", "O", "draw" or None. Otherwise empty. */
  small_boards: (Mark | "draw" | null)[];
  /** Small boards, 0 to 8, that may be played now in ultimate. Otherwise empty. */
  open_boards: number[];
  /**
   * Player of each mark on the board, "X" or "O", by cell, or None. Empty if each player
   * always draws the same mark.
   */
  owners: (Mark | null)[];
  /** Player of each mark: "human", or the name of a player or of a function. */
  players: Record<Mark, string>;
  /**
   * True while two automatic players wait for a step or for the end of the pause. Always
   * False if a person plays.
   */
  paused: boolean;
  /**
   * Pace of two automatic players: "slow", "normal" or "fast", with 1.8, 0.6 or 0.12 seconds
   * before each move.
   */
  pace: "slow" | "normal" | "fast";
  /** Player that is choosing a move, "X" or "O", or None on a person's turn. */
  thinking: Mark | null;
  /** Notice about a player that failed or was replaced, otherwise empty. */
  notice: string;
  /** Name of the rules, which `find_rules` reads. */
  rules_name: string;
  /** Short name of the rules for people. */
  rules_title: string;
  /** Rules in one paragraph. */
  rules_summary: string;
  /** Ply that is shown while looking back, from 0, or None for the present position. */
  viewed_ply: number | null;
  /**
   * Values of the legal moves while `hints` are on, one dict per move. Its items are "cell",
   * "value" ("win", "draw" or "loss" for the player to move, None if it is not proved),
   * "remoteness" (plies to the end, None if unknown), "score" (-1 to 1), "chance" (win
   * probability in %, None if it is not estimated), "is_best" (among the best, if a few moves
   * stand out), "is_marked" (drawn on the board: all moves on boards of up to nine cells,
   * otherwise the best few and the threats) and "is_threat" (wins at once, or would for the
   * opponent).
   */
  values: MoveValue[];
  /**
   * Comment on why the last move was good or bad, while `hints` are on. On large boards it
   * also explains why no next move is marked as best.
   */
  comment: string;
  /**
   * Review after the game, one dict per move. Its items are "ply" (moves before it),
   * "player", "cell", "verdict" ("best", "slower", "worse" or "unknown"), the values "best" and
   * "played", and "remoteness", "score" and "chance" of the move played, as in `values`. The
   * others are "lead" (evaluation for X after the move, 1 to -1, as `ReviewedMove.lead`) and
   * "estimated_loss" (estimate of the best move minus that of this one, 0 to 2, if neither is
   * proved). The review grows from the last move backwards while `working` is "review". If the
   * rules cannot be solved, it is made only while `hints` are on.
   */
  review: ReviewedMove[];
  /** Sentences on the decisive mistakes, as far as they are proved. Empty until then. */
  review_summary: string;
  /**
   * `review_summary` split around a decisive move, or None if there is none. By name: the
   * text "before", the "move" as it is called there, the text "after", and the "ply" after the
   * move.
   */
  turning_point: TurningPoint | null;
  /**
   * Reminder for the next move, such as "Play in board 5", or the line that ended the game,
   * such as "Three in a row, on move 7". Often empty.
   */
  guide: string;
  /**
   * Players that can play by these rules: "human", then the named ones from weakest to
   * strongest.
   */
  player_choices: string[];
  /** Short description of each named player, by name. */
  player_summaries: Record<string, string>;
  /** Rules that can be chosen on the board: pairs of name and title. */
  rules_choices: [string, string][];
  /** Each of `rules_choices` in one paragraph, by name. */
  rules_summaries: Record<string, string>;
  /**
   * Small picture of each of `rules_choices`, by name: "rows", "columns", "block" and
   * "board", the characters "X", "O" and "." row by row.
   */
  rules_pictures: Record<string, RulesPicture>;
  /** Names of the `rules_choices` that "perfect" cannot play. */
  unsolved_rules: string[];
  /**
   * Preview of rules while a person tries them out with **Change the rules**, otherwise None.
   * By name: "name", "title", "summary", "picture" (as in `rules_pictures`, None for large
   * boards), "players" (as `player_choices`), "switches" (each with its name, its legend, the
   * pairs of name and title of its choices, and the chosen one) and "verdict" (a sentence on the
   * winner with best play).
   */
  rules_preview: RulesPreview | null;
  /**
   * Default names of players, by mark, if the marks do not identify the players. They are
   * grouped by the name of the rules: those of `rules_choices`, the present ones and those of
   * `rules_preview`.
   */
  shared_players: Record<string, Record<Mark, string>>;
  /** Mark that each player draws, by player. None for both players if they choose it. */
  drawn_marks: Record<Mark, Mark | null>;
  /**
   * Grid in which the cells are drawn: "rows", "columns", "cells" (the cell at each place,
   * row by row), "block" (side of the small boards or layers in cells, 0 without any), "layers"
   * (True if the blocks are the layers of a cube) and "falls" (True if a mark falls to the
   * lowest free cell of its column).
   */
  grid: Grid;
  /**
   * Values of `board`, `owners`, `current_player`, `winning_lines`, `last_move`, `message`,
   * `guide`, `small_boards` and `open_boards` at `viewed_ply`, by name. None while the present
   * game is shown.
   */
  viewed: Position | null;
  /**
   * Background work in progress: "hints", "review", or "" without any. Meanwhile the results
   * so far are in `values`, `comment` and `review`.
   */
  working: "" | "hints" | "review";
  /**
   * Lesson, puzzle or example on the board, or None during a game. By name: "kind" ("lesson",
   * "puzzle" or "example"), "name" (of one of `LESSONS`, otherwise empty), "title", "step" (from
   * 0), "steps" (their number), "solved" (whether each step is), "text" (paragraphs with an
   * empty line between), "ask" (the task, empty without one), "state" ("read" without a task,
   * "open", "on" if right so far, "right", "wrong"), "feedback" (to the last move), "hint"
   * (empty until requested, and after a move), "has_hint", "look" (highlighted cells), "tries"
   * (wrong moves since the step was opened), "cell" (of the last move that was judged, or None),
   * "learnt" (summary, empty before the end), "next" and "next_title" (name and title of the
   * next lesson), "day" (of a daily puzzle, as "2026-11-22", otherwise empty) and "streak" (days
   * in a row up to that day with solved puzzles).
   */
  activity: Activity | null;
  /**
   * Lessons that can be opened on the board, in order: "name", "title", "about", and the
   * numbers of "steps" and of "solved" ones.
   */
  lessons: LessonEntry[];
  /**
   * Daily puzzles: the last "day" with a solved puzzle (empty without one), "streak" (days in
   * a row up to it) and "best" (longest streak ever).
   */
  puzzle_streak: { day: string; streak: number; best: number };
  /**
   * Rule card of these rules, or None until a front end requests it. By name: "name",
   * "description", "sections" (pairs of a heading and its points) and "examples". Each example
   * has its "text", the "position", the "cell" to play (beyond the last one if there is none),
   * the "message" of the rules, whether it is "refused", the marks "before" it, and then
   * "board", "last_move", "winning_lines" and "small_boards" after it.
   */
  rules_card: RulesCard | null;
}

/** The part of a host's model that is used. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
