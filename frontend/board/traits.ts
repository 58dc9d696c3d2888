// The traits of a board. frontend/traits.py writes this file from the docstrings of the widget.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark, Position } from "../shared/game.ts";
import type {
  Activity,
  LessonEntry,
  Match,
  MoveValue,
  ReviewedMove,
  RulesCard,
  RulesPicture,
  RulesPreview,
  TurningPoint,
} from "./shapes.ts";

/** Traits that Python syncs. None arrives as null, or as undefined from JupyterLite. */
export interface Traits {
  /** True if the board shows the value of each move. You can set this trait. */
  hints: boolean;
  /**
   * Players' display names by mark, "X" or "O". You can set one name or both. Default names,
   * such as "Player X", are in English here and in the board's language on screen.
   */
  names: Record<Mark, string>;
  /** Language of everything that the board says, such as "de". You can set this trait. */
  language: string;
  /** Contents of each cell, in the order of the cell numbers: "X", "O" or None. */
  board: (Mark | null)[];
  /** Player to move, "X" or "O". Once the game is over, the player who moved last. */
  current_player: Mark;
  /** Winner, "X" or "O". None during the game and after a draw. */
  winner: Mark | null;
  /** Completed lines that ended the game, each as a tuple of cells. */
  winning_lines: number[][];
  /** True if the game ended without a winner. */
  is_draw: boolean;
  /** True once the game is over. */
  is_over: boolean;
  /** Player who resigned in this round: "X" or "O". None if nobody resigned. */
  resigned: Mark | null;
  /** Number of moves so far, including the moves for marks in the starting position. */
  move_count: number;
  /** State of the game: "playing", "won" or "draw". */
  status: "playing" | "won" | "draw";
  /**
   * Legal moves in ascending order, as cells. If players choose their marks or marks slide,
   * each move is a number as in `moves`. Empty once the game is over, or if a lesson doesn't ask
   * for a move.
   */
  legal_moves: number[];
  /** True if the moves in `legal_moves` slide marks instead of placing them. */
  sliding: boolean;
  /**
   * Marks or texts, such as "X" or "7", from which players choose one for each move. Empty if
   * the rules leave no choice.
   */
  choices: string[];
  /**
   * Cell of the last move, or None before the first move. If a mark has slid, this is the
   * cell that it has reached.
   */
  last_move: number | null;
  /**
   * Moves played so far, in order, as cells. If players choose their marks, a cell's number
   * stands for the first of the `choices`. To get the number of any other choice, add the number
   * of cells on the board once for each choice before it. If a mark slides, the move is the cell
   * that the mark leaves, times the number of cells, plus the cell that it reaches.
   */
  moves: number[];
  /**
   * Cell that a mark has left in each of the `moves`, or None if the move placed a mark.
   * Empty if marks never slide.
   */
  sources: (number | null)[];
  /** Message for the players, such as "Player O's turn" or "Ada wins!". */
  message: string;
  /**
   * Number of rounds won by "X" and by "O", and number of "draws". Only rounds with the
   * current rules since the last reset count. During a match, only the rounds of the match
   * count.
   */
  scores: Record<Mark | "draws", number>;
  /**
   * A person's results against each named player with the current rules. The keys are the
   * players' names. "won", "drawn" and "lost" are the numbers of rounds since the last reset.
   */
  records: Record<string, Record<"won" | "drawn" | "lost", number>>;
  /**
   * Match, or None if no match is played. "wins_needed" is the number of wins needed to win
   * the match. "score" is a sentence, such as "Ada leads 2–1.", until the match is over.
   * "result" is a sentence, such as "You won the match 3–1.", while the board shows the round
   * that decided the match. At all other times, "score" and "result" are empty.
   */
  match: Match | null;
  /**
   * Rule that decides who plays X in the next round: "same" for the player who plays X now,
   * "alternate" for the other player, or "loser" for the loser of this round.
   */
  first_player: "same" | "alternate" | "loser";
  /** Number of the current round, counted from 1. */
  round: number;
  /**
   * In ultimate tic-tac-toe, the result of each small board: "X", "O", "draw" or, if it isn't
   * finished, None. Empty for other rules.
   */
  small_boards: (Mark | "draw" | null)[];
  /**
   * In ultimate tic-tac-toe, the small boards, 0 to 8, in which the next move can be made.
   * Empty for other rules.
   */
  open_boards: number[];
  /** Cell of the mark that vanishes with the next move, or None if no mark vanishes. */
  vanishing: number | null;
  /**
   * Player who placed the mark in each cell, in the order of the cell numbers: "X", "O" or
   * None. Empty if the marks identify the players.
   */
  owners: (Mark | null)[];
  /**
   * Text in each cell, such as "7" or None, if the board draws texts in the players' colours.
   * Empty if the board draws the marks.
   */
  cell_texts: (string | null)[];
  /** Players of "X" and "O": "human", the name of a player, or the name of a function. */
  players: Record<Mark, string>;
  /** True if the game is paused. Only a game between two automatic players can be paused. */
  paused: boolean;
  /**
   * Pace of a game between two automatic players: "slow", "normal" or "fast". The players
   * wait 1.8, 0.6 or 0.12 seconds before each move.
   */
  pace: "slow" | "normal" | "fast";
  /** Automatic player that is choosing a move, "X" or "O". None if it's a person's turn. */
  thinking: Mark | null;
  /** Notice about a player that failed or was replaced, or "" if there is none. */
  notice: string;
  /** Name of the rules, in a form that `find_rules` accepts. */
  rules_name: string;
  /** Short title of the rules, for display. */
  rules_title: string;
  /** Summary of the rules, one paragraph long. */
  rules_summary: string;
  /**
   * If the board shows an earlier position, the number of moves made before it. None if the
   * board shows the current position.
   */
  viewed_ply: number | null;
  /** True if the front end offers to set up a position for the current rules. */
  allows_set_up: boolean;
  /** True if players can undo moves, False if moves are final (see `allow_undo`). */
  allows_undo: boolean;
  /** True if `undo` can take back a move now. */
  can_undo: boolean;
  /**
   * Values of the legal moves while `hints` are on, with one dict for each move. "cell" is
   * the cell in which the move is made. "choice" is the mark or text that the move places, and
   * is present only if players choose it. "source" is the cell that the mark leaves, and is
   * present only if the mark slides. "value" is "win", "draw" or "loss" for the player to move,
   * or None if the value is unproved. "remoteness" is the number of plies to the end of the
   * game. "remoteness" is None if this number is unknown. "remoteness" is also None if the
   * players don't alternate, unless the move ends the game. "score" expresses the value as a
   * number from -1 to 1. "chance" is the win probability as a percentage, or None if the value
   * is proved. "is_best" is True for the best moves, if only a few moves stand out. "is_marked"
   * is True if the board highlights the move. The board highlights all best moves and threats.
   * The board also highlights other moves with a proved value, unless the board would then
   * highlight more than 25 moves. If no value is proved, the board highlights at most 5 moves.
   * "is_threat" is True if the move wins at once, or if it would win at once for the
   * opponent.
   */
  values: MoveValue[];
  /**
   * While `hints` are on, a comment that explains why the last move was good or bad. If no
   * move is marked as best, the comment explains why.
   */
  comment: string;
  /**
   * Review of a finished game, with one dict for each move. "ply" is the number of moves
   * before this move. "player" is the player who made the move, and "cell" is the cell that was
   * played. "verdict" is "best", "slower", "worse" or "unknown". "best" is the value of the best
   * move, and "played" is the value of the move actually played. "remoteness", "score" and
   * "chance" describe the move played, as in `values`. "lead" is the evaluation after the move,
   * from 1 (X wins) to -1 (O wins), as in `ReviewedMove.lead`. "estimated_loss" is the estimated
   * value of the best move minus the estimated value of the move played, from 0 to 2. If one of
   * these two values is proved, "estimated_loss" is 0. While `working` is "review", the review
   * is incomplete: it starts with the last move and works backwards. If the rules cannot be
   * solved, games are reviewed only while `hints` are on.
   */
  review: ReviewedMove[];
  /**
   * Sentences about the decisive mistakes that the review has proved. Empty until the review
   * is complete.
   */
  review_summary: string;
  /**
   * Translations of the front end's own texts. The keys are the English texts. Each value is
   * a text or, for a text with a number, the list of its plural forms. Empty for English.
   */
  texts: Record<string, string | string[]>;
  /**
   * Parts of `review_summary`, or None if the summary mentions no decisive mistake. "move" is
   * the part of the text that mentions the mistake. "before" and "after" are the texts before
   * and after "move". "ply" is the number of moves up to and including the mistake.
   */
  turning_point: TurningPoint | null;
  /**
   * Reminder for the next move, such as "Play in board 5". Once the game is over, the reason
   * why it ended, such as "Three in a row on move 7.". Often empty.
   */
  guide: string;
  /**
   * Players that can play by the current rules: "human", followed by the built-in players
   * from weakest to strongest.
   */
  player_choices: string[];
  /** Short descriptions of the built-in players, with the players' names as keys. */
  player_summaries: Record<string, string>;
  /** Rules that people can choose on the board, as pairs of the rules' name and title. */
  rules_choices: [string, string][];
  /** One-paragraph summaries of the rules in `rules_choices`, with the names as keys. */
  rules_summaries: Record<string, string>;
  /**
   * Small pictures of all rules in `rules_choices`, with the rules' names as keys. Each
   * picture consists of "rows", "columns", "block" and "board". The text "board" contains the
   * characters "X", "O" and "." row by row.
   */
  rules_pictures: Record<string, RulesPicture>;
  /** Names of the rules in `rules_choices` that the player "perfect" cannot play by. */
  unsolved_rules: string[];
  /**
   * Preview of rules that someone is trying out with **Change the rules**, or None if there
   * is no preview. "name", "title" and "summary" describe the rules. "picture" is a picture as
   * in `rules_pictures`, but always of the whole board. "players" lists the players that can
   * play by these rules, as in `player_choices`. "switches" lists the rule options. Each option
   * is given as its name, its legend, its choices (pairs of a name and a title) and the current
   * choice, which is "" if the rules don't have this option. "winner" is the winner with best
   * play ("X" or "O"), "draw", or None if the result is unknown. "verdict" reports the result in
   * a sentence.
   */
  rules_preview: RulesPreview | null;
  /**
   * Default player names for rules in which marks do not identify the players. Each key is
   * the name of such rules, and each value is a dict with the default names of "X" and "O". The
   * rules come from `rules_choices`, `rules_name` and `rules_preview`.
   */
  shared_players: Record<string, Record<Mark, string>>;
  /** For each mark, name to restore if a person replaces a computer player or vice versa. */
  away_names: Record<Mark, string>;
  /**
   * Mark that each player places, by player ("X" or "O"). Both values are None if the players
   * choose their marks.
   */
  drawn_marks: Record<Mark, Mark | null>;
  /**
   * Grid in which the front end draws the cells. "rows" and "columns" are the size of the
   * grid. "cells" lists the cells row by row. If the grid consists of small boards or layers,
   * "block" is the side length of one small board or layer in cells. In all other grids, "block"
   * is 0. "layers" is True if the blocks are the layers of a cube. "falls" is True if marks fall
   * to the lowest free cell in their column. "links" lists the pairs of neighbouring cells
   * between which marks slide, if the front end draws lines between them.
   */
  grid: Grid;
  /**
   * Earlier position that the board shows, or None if the board shows the current position.
   * The dict contains the values that `board`, `owners`, `current_player`, `winning_lines`,
   * `last_move`, `message`, `guide`, `small_boards`, `open_boards`, `vanishing` and `cell_texts`
   * had at `viewed_ply`.
   */
  viewed: Position | null;
  /**
   * Background work in progress: "hints", "review", or "" if there is none. `values`,
   * `comment` and `review` contain the results so far.
   */
  working: "" | "hints" | "review";
  /**
   * Lesson, puzzle or example that is open on the board, or None during a game. "kind" is
   * "lesson", "puzzle" or "example". "name" is the name of a lesson in `LESSONS`, or "" for
   * anything that is not in `LESSONS`. "title" is the title of the lesson, puzzle or example.
   * "step" is the number of the current step, counted from 0, and "steps" is the number of
   * steps. "solved" contains True or False for each step. "skipped" lists the unsolved steps
   * that the person has skipped. "text" is the text of the current step, with empty lines
   * between paragraphs. "ask" is the task of the current step, or "" if it has no task. "state"
   * is "read" if the step has no task, "open" before the first move, and "right" or "wrong"
   * after a move. "state" is "on" if all moves are right so far but the step isn't solved yet.
   * "feedback" is the response to the last move. "hint" is the hint if someone has requested it
   * since the last move, and otherwise "". "has_hint" is True if the step has a hint. "look"
   * lists the highlighted cells. "tries" is the number of wrong moves since the step was opened.
   * "cell" is the cell of the last move that was judged, or None. "learnt" is the summary at the
   * end of the lesson, and "" before the end. "next" and "next_title" are the name and the title
   * of the next lesson. "day" is the date of a daily puzzle, such as "2026-11-22", and otherwise
   * "". "streak" is the number of consecutive days with solved puzzles up to that date.
   */
  activity: Activity | null;
  /**
   * Lessons that people can open on the board, in order. Each lesson is a dict. "name",
   * "title" and "about" (its subject) are texts. "steps" is the number of its steps, and
   * "solved" is the number of steps that are solved.
   */
  lessons: LessonEntry[];
  /**
   * Progress in the daily puzzles. "day" is the last day whose puzzle is solved, or "" if
   * there is none. "streak" is the number of consecutive solved days up to that day. "best" is
   * the length of the longest streak so far. "month" contains the solved days of that month, as
   * numbers from 1.
   */
  puzzle_streak: { day: string; streak: number; best: number; month: number[] };
  /**
   * Progress code with the latest lessons and daily puzzles. "name" is the student's name, or
   * "" until someone has typed it. "code" is the code, or "" if there is no name or if nothing
   * has been tried.
   */
  hand_in: { name: string; code: string };
  /**
   * Rule card for the current rules, or None until a front end requests it. The card consists
   * of a "name", a "description", "sections" (pairs of a heading and its points) and "examples".
   * Each example shows one move, and its "text" explains the move. "position" is the name of the
   * square, or its number if it is outside the board. "cell" is the cell to play, which can be a
   * number beyond the last cell. "message" is the rules' response to the move. "refused" is True
   * if the rules refuse the move. "before" is the board before the move. "board", "last_move",
   * "winning_lines" and "small_boards" describe the position after the move.
   */
  rules_card: RulesCard | null;
}

/** Parts of a model that the board uses. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
