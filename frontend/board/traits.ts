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
  /** True to show the value of each move on the board. You can set this trait. */
  hints: boolean;
  /** Names of the players, by mark. You can set one name or both. */
  names: Record<Mark, string>;
  /** Mark in each cell, by cell index: "X", "O" or None. */
  board: (Mark | null)[];
  /** Player to move: "X" or "O". Once the game is over, the player who moved last. */
  current_player: Mark;
  /** Winner: "X" or "O". None after a draw and while the game is unfinished. */
  winner: Mark | null;
  /** Lines that ended the game, each as a tuple of cells. */
  winning_lines: number[][];
  /** True if the game ended without a winner. */
  is_draw: boolean;
  /** True once the game has ended. */
  is_over: boolean;
  /** Player who resigned in this round: "X" or "O". None if nobody resigned. */
  resigned: Mark | null;
  /** Number of marks on the board, including marks of a starting position. */
  move_count: number;
  /** State of the game: "playing", "won" or "draw". */
  status: "playing" | "won" | "draw";
  /**
   * Legal moves, in ascending order: cells, or numbers as in `moves` if players choose their
   * marks. Empty once the game is over, and while a lesson asks for no move.
   */
  legal_moves: number[];
  /** Cell of the last move, or None before the first move. */
  last_move: number | null;
  /**
   * Moves played so far, in order: cells. If players choose their marks, a cell itself means
   * an X there, and the cell plus the number of cells means an O there.
   */
  moves: number[];
  /** Message to the players, such as "Player O's turn" or "Ada wins!". */
  message: string;
  /**
   * Number of rounds that "X" won, that "O" won, and "draws". Only rounds under the current
   * rules since the last reset count.
   */
  scores: Record<Mark | "draws", number>;
  /** Number of the current round, counted from 1. */
  round: number;
  /**
   * Result of each small board in ultimate: "X", "O", "draw" or None if it has none yet.
   * Empty under other rules.
   */
  small_boards: (Mark | "draw" | null)[];
  /**
   * Small boards, 0 to 8, in which the next move may be made in ultimate. Empty under other
   * rules.
   */
  open_boards: number[];
  /**
   * Player who placed the mark in each cell, by cell index: "X", "O" or None. Empty under
   * rules in which each player always places the same mark.
   */
  owners: (Mark | null)[];
  /** Player of each mark: "human", the name of a player, or the name of a function. */
  players: Record<Mark, string>;
  /** True while two automatic players are paused. Always False if a person plays. */
  paused: boolean;
  /**
   * Pace of two automatic players: "slow", "normal" or "fast". They wait 1.8, 0.6 or 0.12
   * seconds before each move.
   */
  pace: "slow" | "normal" | "fast";
  /** Automatic player that is choosing a move: "X" or "O". None on a person's turn. */
  thinking: Mark | null;
  /** Notice about a player that failed or was replaced. Otherwise empty. */
  notice: string;
  /** Name of the rules, in the form that `find_rules` accepts. */
  rules_name: string;
  /** Short title of the rules, for display. */
  rules_title: string;
  /** Summary of the rules in one paragraph. */
  rules_summary: string;
  /**
   * Ply of the displayed earlier position, counted from 0. None if the board shows the
   * current position.
   */
  viewed_ply: number | null;
  /** True if players can undo moves, False if moves are final (see `allow_undo`). */
  allows_undo: boolean;
  /** True if there is a move that `undo` takes back. */
  can_undo: boolean;
  /**
   * Values of the legal moves while `hints` are on, with one dict for each move. "cell" is
   * the cell of the move. "mark" is the mark that the move places, given only if players choose
   * their marks. "value" is "win", "draw" or "loss" for the player to move, or None if it is
   * unproved. "remoteness" is the number of plies to the end of the game, or None if it is
   * unknown. "score" is the value as a number from -1 to 1. "chance" is the win probability in
   * %, or None if the value is proved. "is_best" is True for the best moves, provided that only
   * a few moves stand out. "is_marked" is True if the board marks the move. The board
   * marks every best move and threat, and other moves with a proved value if at most 25 moves
   * are marked. If no value is proved, it marks up to 5 moves.
   * "is_threat" is True if the move wins at once, or would win at once for the opponent.
   */
  values: MoveValue[];
  /**
   * While `hints` are on, a comment on why the last move was good or bad. It also explains
   * why no next move is marked as best.
   */
  comment: string;
  /**
   * Review of the game after its end, with one dict for each move. "ply" is the number of
   * moves before this move. "player" made the move, and "cell" is the cell of the move.
   * "verdict" is "best", "slower", "worse" or "unknown". "best" is the value of the best move,
   * and "played" is the value of the move played. "remoteness", "score" and "chance" describe
   * the move played, as in `values`. "lead" is the evaluation for X after the move, 1 to -1, as
   * in `ReviewedMove.lead`. "estimated_loss" is the estimate of the best move minus that of the
   * move played, 0 to 2. It is 0 if one of the two values is proved. The review starts with the
   * last move and works backwards while `working` is "review". If the rules cannot be solved,
   * there is a review only while `hints` are on.
   */
  review: ReviewedMove[];
  /** Sentences about the proved decisive mistakes. Empty until the review is complete. */
  review_summary: string;
  /**
   * Parts of `review_summary`, or None if it mentions no decisive move. "move" is the mention
   * of the move in that text. "before" and "after" are the parts of the text around the mention.
   * "ply" is the number of moves up to and including this move.
   */
  turning_point: TurningPoint | null;
  /**
   * Reminder for the next move, such as "Play in board 5". After the game, the
   * reason why it ended, such as "Three in a row on move 7.". Often empty.
   */
  guide: string;
  /**
   * Players that can play by the current rules: "human", then named players from weakest to
   * strongest.
   */
  player_choices: string[];
  /** Short description of each named player, by name. */
  player_summaries: Record<string, string>;
  /** Rules that people can choose on the board, as pairs of a name and a title. */
  rules_choices: [string, string][];
  /** Summary of each of the `rules_choices` in one paragraph, by name. */
  rules_summaries: Record<string, string>;
  /**
   * Small picture of each of the `rules_choices`, by name. A picture has "rows", "columns",
   * "block" and "board": the characters "X", "O" and "." row by row.
   */
  rules_pictures: Record<string, RulesPicture>;
  /** Names of those `rules_choices` that the player "perfect" cannot play. */
  unsolved_rules: string[];
  /**
   * Preview of rules while a person tries them out with **Change the rules**, otherwise None.
   * The rules have a "name", a "title" and a "summary". "picture" is a picture as in
   * `rules_pictures`, or None for large boards. "players" lists the players that can play by
   * these rules, as in `player_choices`. "switches" lists the rule options. Each option has its
   * name, its legend, its choices (pairs of a name and a title) and the current choice.
   * "verdict" is a sentence about the winner with best play.
   */
  rules_preview: RulesPreview | null;
  /**
   * Default names of the players under rules in which marks do not identify players. For each
   * name of such rules, the dict contains the default name by mark. It covers `rules_choices`,
   * the current rules and the rules of `rules_preview`.
   */
  shared_players: Record<string, Record<Mark, string>>;
  /**
   * Mark that each player places, by player. None for both if the players choose their
   * marks.
   */
  drawn_marks: Record<Mark, Mark | null>;
  /**
   * Grid in which the front end draws the cells. "rows" and "columns" are the size of the
   * grid. "cells" is the cell at each place, row by row. "block" is the side of a small board or
   * of a layer in cells, or 0 without such blocks. "layers" is True if the blocks are the layers
   * of a cube. "falls" is True if a mark falls to the lowest free cell of its column.
   */
  grid: Grid;
  /**
   * Displayed earlier position at `viewed_ply`, or None while the board shows the current
   * position. The dict contains the values of `board`, `owners`, `current_player`,
   * `winning_lines`, `last_move`, `message`, `guide`, `small_boards` and `open_boards` at that
   * ply.
   */
  viewed: Position | null;
  /**
   * Background work in progress: "hints", "review", or "" if there is none. The results so
   * far are in `values`, `comment` and `review`.
   */
  working: "" | "hints" | "review";
  /**
   * Lesson, puzzle or example on the board, or None during a game. "kind" is "lesson",
   * "puzzle" or "example". "name" is the name of the lesson in `LESSONS`, or empty for anything
   * else. "title" is the title of the lesson, puzzle or example. "step" is the number of the
   * current step, counted from 0, and "steps" is the number of steps. "solved" is True or False
   * for each step. "text" is the text of the step, with empty lines between paragraphs. "ask" is
   * the task of the step, or empty without a task. "state" is "read" without a task, "open"
   * before the first move, and then "right" or "wrong". It is "on" if all moves are right so far
   * and the step continues. "feedback" is the response to the last move. "hint" is empty until a
   * person requests the hint, and after a move. "has_hint" is True if the step has a hint.
   * "look" lists the highlighted cells. "tries" is the number of wrong moves since the step was
   * opened. "cell" is the cell of the last move that the exercise judged, or None. "learnt" is
   * the summary of the lesson, or empty before its end. "next" and "next_title" are the name and
   * the title of the next lesson. "day" is the day of a daily puzzle, such as "2026-11-22", and
   * otherwise empty. "streak" is the number of consecutive days with solved puzzles up to that
   * day.
   */
  activity: Activity | null;
  /**
   * Lessons that people can open on the board, in order. Each is a dict with its "name", its
   * "title", its subject ("about"), the number of its "steps", and how many of them are
   * "solved".
   */
  lessons: LessonEntry[];
  /**
   * Progress in the daily puzzles. "day" is the last day with a solved puzzle, or empty if no
   * puzzle was solved. "streak" is the number of consecutive days up to that day. "best" is the
   * length of the longest streak so far.
   */
  puzzle_streak: { day: string; streak: number; best: number };
  /**
   * Rule card of the current rules, or None until a front end requests it. It has a "name", a
   * "description", "sections" (pairs of a heading and its points) and "examples". The "text" of
   * an example explains it. "position" is the name of the square, or its number if it is outside
   * the board. "cell" is the cell to play, or a number beyond the last cell if it is outside the
   * board. "message" is the response of the rules to the move. "refused" is True if the rules
   * refuse the move. "before" is the board before the move. "board", "last_move",
   * "winning_lines" and "small_boards" describe the position after the move.
   */
  rules_card: RulesCard | null;
}

/** The part of a host's model that is used. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
