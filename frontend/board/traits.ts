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
  /** True when the board shows the value of each move; may be set. */
  hints: boolean;
  /** Names of the players, by mark; may be set, for one player or both. */
  names: Record<Mark, string>;
  /** Mark in each cell, by cell index: "X", "O" or None. */
  board: (Mark | null)[];
  /** Player to move, "X" or "O"; once the game is over, the player who moved last. */
  current_player: Mark;
  /** Player who has won, "X" or "O"; None for a draw or while the game goes on. */
  winner: Mark | null;
  /** Lines that ended the game, each as a tuple of cells. */
  winning_lines: number[][];
  /** True when the game ended without a winner. */
  is_draw: boolean;
  /** True once the game has ended. */
  is_over: boolean;
  /** Number of marks on the board: moves made, and marks of a set-up position. */
  move_count: number;
  /** State of the game: "playing", "won" or "draw". */
  status: "playing" | "won" | "draw";
  /**
   * Cells that may be played, ascending; empty once the game is over, and where a lesson
   * asks for no move.
   */
  legal_moves: number[];
  /** Cell that was played last; None before the first move. */
  last_move: number | null;
  /** Cells played so far, in order. */
  moves: number[];
  /** Message for the players by their names, such as "Player O's turn" or "Ada wins!". */
  message: string;
  /** Rounds won by "X" and "O", and "draws", under these rules since the last reset. */
  scores: Record<Mark | "draws", number>;
  /** Number of the round, from 1. */
  round: number;
  /** Result of each small board of ultimate, "X", "O", "draw" or None; else empty. */
  small_boards: (Mark | "draw" | null)[];
  /** Small boards of ultimate, 0 to 8, that may be played now; else empty. */
  open_boards: number[];
  /**
   * Who made the mark of each cell, "X", "O" or None, where the marks do not tell that;
   * else empty.
   */
  owners: (Mark | null)[];
  /** Player of each mark: "human", the name of a player, or that of a function. */
  players: Record<Mark, string>;
  /**
   * True while two players that are no people wait until they are let go on, or for a
   * single step; always False where a person plays.
   */
  paused: boolean;
  /**
   * Pace of two players that are no people: "slow", "normal" or "fast"; 1.8, 0.6 or 0.12
   * seconds before each move.
   */
  pace: "slow" | "normal" | "fast";
  /** Mark, "X" or "O", whose player is choosing a move; None when a person is to move. */
  thinking: Mark | null;
  /** Notice about a player that failed or was replaced; empty when all is well. */
  notice: string;
  /** Name of the rules, which `find_rules` reads. */
  rules_name: string;
  /** Short name of the rules for people. */
  rules_title: string;
  /** Rules in one paragraph. */
  rules_summary: string;
  /** Ply that is shown while looking back, 0 to the last; None for the present one. */
  viewed_ply: number | null;
  /**
   * Value of each legal move while `hints` are on: the "cell", its "value" ("win", "draw"
   * or "loss" for the player to move; None where it is not proved), "remoteness" (plies to
   * the end, None where unknown), "score" (-1 to 1), "chance" (to win, in %, where it is
   * estimated, else None), "is_best" (one of the best, where a few moves stand out),
   * "is_marked" (drawn: all on boards of up to nine cells, elsewhere the best few and the
   * threats) and "is_threat" (it wins at once, or the opponent would).
   */
  values: MoveValue[];
  /**
   * Comment on why the shown game's last move was good or bad, while `hints` are on; on
   * large boards also why none of the next moves is marked as best.
   */
  comment: string;
  /**
   * Review after the game: for each move its "ply" (moves before it), "player", "cell",
   * "verdict" ("best", "slower", "worse" or "unknown"), the values "best" and "played", of the
   * move that was played also "remoteness", "score" and "chance" as in `values`, "lead" (how
   * far X is ahead after it, 1 to -1, as `ReviewedMove.lead`) and "estimated_loss" (estimate
   * of the best move minus that of this one, 0 to 2, where neither is proved). It grows while
   * `working` is "review", the last move first. Where the rules cannot be solved, it is made
   * only while `hints` are on.
   */
  review: ReviewedMove[];
  /** Sentences on where the game was lost, as far as that is proved; empty before that. */
  review_summary: string;
  /**
   * `review_summary` where it speaks of a move, by name: "before", "move" (what it is called
   * there) and "after" make up the sentences, "ply" counts the moves of the round up to that
   * one, itself included; else None.
   */
  turning_point: TurningPoint | null;
  /**
   * Reminder for the next move, such as "Play in board 5", or the line that ended the game,
   * such as "Three in a row, on move 7"; mostly empty.
   */
  guide: string;
  /** Players that can play by these rules: "human", then named ones, weakest first. */
  player_choices: string[];
  /** What each named player does, in a few words, by its name. */
  player_summaries: Record<string, string>;
  /** Rules that can be chosen on the board: pairs of name and title. */
  rules_choices: [string, string][];
  /** Each of `rules_choices` in one paragraph, by its name. */
  rules_summaries: Record<string, string>;
  /**
   * A small picture of each of `rules_choices` by its name: "rows", "columns", "block" and
   * "board", the characters "X", "O" and "." row by row.
   */
  rules_pictures: Record<string, RulesPicture>;
  /** Names of those of `rules_choices` that "perfect" cannot play. */
  unsolved_rules: string[];
  /**
   * Rules that a person tries out with **Change the rules**, else None: "name", "title",
   * "summary", "picture" (as in `rules_pictures`; None for large boards), "players" (as
   * `player_choices`), "switches" (each its name, its legend, the pairs of name and title of
   * its choices, and the chosen one) and "verdict" (a sentence on who wins with best play).
   */
  rules_preview: RulesPreview | null;
  /**
   * What the players are called who have no names, by mark, where marks do not tell who drew
   * them: by the name of the rules, of `rules_choices`, the present ones and `rules_preview`.
   */
  shared_players: Record<string, Record<Mark, string>>;
  /** Mark that each player draws, by player; None for both where it is chosen. */
  drawn_marks: Record<Mark, Mark | null>;
  /**
   * Grid in which the cells are drawn: "rows", "columns", "cells" (the cell at each place,
   * row by row), "block" (side of the small boards or layers in cells, 0 where there are none),
   * "layers" (True where they are the layers of a cube) and "falls" (True where a mark falls to
   * the lowest free cell of its column).
   */
  grid: Grid;
  /**
   * Values of `board`, `owners`, `current_player`, `winning_lines`, `last_move`, `message`,
   * `guide`, `small_boards` and `open_boards` at `viewed_ply`, by name; None while the present
   * game is shown.
   */
  viewed: Position | null;
  /**
   * What is being worked out: "hints", "review", or "" when nothing is. What is known by
   * then of `values`, `comment` and `review` is shown while that goes on.
   */
  working: "" | "hints" | "review";
  /**
   * Lesson, puzzle or example that is given; None for a game. By name: "kind" ("lesson",
   * "puzzle" or "example"), "name" (of one of `LESSONS`, else empty), "title", "step" (from
   * 0), "steps" (how many), "solved" (whether each step is), "text" (paragraphs with an empty
   * line between), "ask" (the task; empty where nothing is asked), "state" ("read": nothing
   * is asked, "open", "on": right so far, "right", "wrong"), "feedback" (to the last move),
   * "hint" (empty until asked for, and after a move), "has_hint", "look" (cells that are
   * pointed at), "tries" (wrong moves since the step was opened), "cell" (of the last move that
   * was judged, or None), "learnt" (what was learnt; empty before the end), "next" and
   * "next_title" (name and title of the lesson after this one), "day" (of a daily puzzle, as
   * "2026-11-22", else empty) and "streak" (days in a row up to that day whose puzzle was
   * solved).
   */
  activity: Activity | null;
  /**
   * Lessons that can be opened on the board, in order: "name", "title", "about", and the
   * numbers of "steps" and of those "solved".
   */
  lessons: LessonEntry[];
  /**
   * Daily puzzles: the last "day" whose puzzle was solved (empty without one), "streak"
   * (days in a row up to it) and "best" (most days in a row ever).
   */
  puzzle_streak: { day: string; streak: number; best: number };
  /**
   * Rule card of these rules, once a front end has asked for it: "name", "description",
   * "sections" (pairs of a heading and its points) and "examples", each with its "text", the
   * "position" and the "cell" that is played (beyond the last where that is no cell), the
   * "message" of the rules, whether it is "refused", the marks "before" it, and after it
   * "board", "last_move", "winning_lines" and "small_boards".
   */
  rules_card: RulesCard | null;
}

/** The part of a host's model that is used. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
