// A board's traits. frontend/traits.py writes this file from the widget's docstrings.

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
  /** True if the board shows each move's value. You can set this trait. */
  hints: boolean;
  /**
   * Names that are displayed for the players, by mark ("X" or "O"). You can set one name or
   * both names. Default names, such as "Player X", are in English here, and in the board's
   * language on screen.
   */
  names: Record<Mark, string>;
  /** Language of all texts on the board, such as "de". You can set this trait. */
  language: string;
  /** Contents of each cell, in the order of the cell numbers: "X", "O" or None. */
  board: (Mark | null)[];
  /** Player to move, "X" or "O". After the game, the player who made the last move. */
  current_player: Mark;
  /** Winner, "X" or "O". None during the game and in a draw. */
  winner: Mark | null;
  /** Lines that ended the game, each as a tuple of cells. */
  winning_lines: number[][];
  /** True if the game ended without a winner. */
  is_draw: boolean;
  /** True once the game is over. */
  is_over: boolean;
  /** Player who resigned in this round: "X" or "O". None if nobody resigned. */
  resigned: Mark | null;
  /** Number of moves made so far. Each mark in the starting position counts as a move. */
  move_count: number;
  /** State of the game: "playing", "won" or "draw". */
  status: "playing" | "won" | "draw";
  /**
   * Legal moves, as cells in ascending order. If players choose their marks or marks slide,
   * each move is a number as in `moves`. Empty if the game is over, or if a lesson doesn't ask
   * for a move.
   */
  legal_moves: number[];
  /** True if the next move slides a mark instead of placing one. */
  sliding: boolean;
  /**
   * Marks or texts, such as "X" or "7", from which a player chooses one for each move. Empty
   * if the rules leave no choice.
   */
  choices: string[];
  /**
   * Cell of the last move, or None before the first move. After a slide, the cell that the
   * mark has reached.
   */
  last_move: number | null;
  /**
   * Moves played so far, in order, as cells. If players choose their marks, a cell's number
   * stands for the first of the `choices`. To get the number for another choice, add the number
   * of cells on the board once for each choice before it. If a mark slides, the move is the cell
   * that the mark leaves, times the number of cells, plus the cell that it reaches.
   */
  moves: number[];
  /**
   * For each of the `moves`, the cell from which it slid a mark, or None if it placed one.
   * Empty if marks never slide.
   */
  sources: (number | null)[];
  /** Message for the players, such as "Player O's turn" or "Ada wins!". */
  message: string;
  /**
   * Number of rounds that "X" won, that "O" won, and that were "draws". Only rounds with the
   * current rules since the last reset count. During a match, only the match's own rounds
   * count.
   */
  scores: Record<Mark | "draws", number>;
  /**
   * A person's results against each named player with the current rules. The keys are the
   * players' names. "won", "drawn" and "lost" count the rounds since the last reset.
   */
  records: Record<string, Record<"won" | "drawn" | "lost", number>>;
  /**
   * Match, or None if there is none. "wins_needed" is the number of wins needed to win the
   * match. "score" is a sentence, such as "Ada leads 2–1.", until the match is over. "result" is
   * a sentence, such as "You won the match 3–1.", while the board shows the round that decided
   * the match. At all other times, "score" and "result" are empty.
   */
  match: Match | null;
  /**
   * Who plays X in the next round: "same" for the player who has X in this round, "alternate"
   * for the other player, or "loser" for the player who loses this round.
   */
  first_player: "same" | "alternate" | "loser";
  /** Number of the current round, counted from 1. */
  round: number;
  /**
   * In ultimate tic-tac-toe, each small board's result: "X", "O", "draw", or None if it isn't
   * finished. Empty for other rules.
   */
  small_boards: (Mark | "draw" | null)[];
  /**
   * In ultimate tic-tac-toe, the numbers (0 to 8) of the small boards in which the next move
   * can be made. Empty for other rules.
   */
  open_boards: number[];
  /** Cell of the mark that will vanish with the next move, or None if none will. */
  vanishing: number | null;
  /**
   * Who placed the mark in each cell, in the order of the cell numbers: "X", "O" or None.
   * Empty if the marks identify the players.
   */
  owners: (Mark | null)[];
  /**
   * Text in each cell, such as "7", or None if the cell is empty. Empty for games in which
   * the board draws marks instead of texts.
   */
  cell_texts: (string | null)[];
  /** Who plays "X" and "O": "human", a player's name, or a function's name. */
  players: Record<Mark, string>;
  /** True if the game is paused. Only a game between two automatic players can be paused. */
  paused: boolean;
  /**
   * Pace of a game between two automatic players: "slow", "normal" or "fast". The players
   * wait 1.8, 0.6 or 0.12 seconds before each move.
   */
  pace: "slow" | "normal" | "fast";
  /** Automatic player that is choosing a move, "X" or "O", or None if it's a person's turn. */
  thinking: Mark | null;
  /**
   * Notice, such as one about a player that failed or was replaced, or "" if there is
   * none.
   */
  notice: string;
  /** Name of the rules, in a form that `find_rules` accepts. */
  rules_name: string;
  /** Short title of the rules, for display. */
  rules_title: string;
  /** Summary of the rules, in one paragraph. */
  rules_summary: string;
  /**
   * Number of moves before the displayed position. None if the board shows the current
   * position.
   */
  viewed_ply: number | null;
  /** True if people can set up a position for the current rules on screen. */
  allows_set_up: boolean;
  /** True if moves can be taken back, False if they are final (see `allow_undo`). */
  allows_undo: boolean;
  /** True if `undo` can take back a move at the moment. */
  can_undo: boolean;
  /**
   * While `hints` are on, the legal moves' values, with one dict for each move. "cell" is the
   * cell in which the move is made. "choice" is the mark or text that the move places, and is
   * present only if players choose it. "source" is the cell that the mark leaves, and is present
   * only if the mark slides. "value" is "win", "draw" or "loss" for the player to move, or None
   * if the value is unproved. "remoteness" is the number of plies to the end of the game.
   * "remoteness" is None if this number is unknown, or if the players don't take turns and the
   * move doesn't end the game. "score" expresses the value as a number from -1 to 1. "chance" is
   * the win probability in percent, or None if the value is proved. "is_best" is True for the
   * best moves, if only a few moves stand out. "is_marked" is True if the board highlights the
   * move. The board highlights all best moves and threats, and also other moves with a proved
   * value, unless more than 25 moves would be highlighted. If no value is proved, the board
   * highlights up to 5 moves. "is_threat" is True if the move wins at once, or if it would win
   * at once for the opponent.
   */
  values: MoveValue[];
  /**
   * While `hints` are on, a comment that explains why the last move was good or bad. If no
   * move is marked as best, the comment also explains the reason for that.
   */
  comment: string;
  /**
   * Review of a finished game, with one dict for each move. "ply" is the number of moves
   * before this move. "player" is the player who made the move, and "cell" is the cell that was
   * played. "verdict" is "best", "slower", "worse" or "unknown". "best" is the best move's
   * value, and "played" is the value of the move that was played. "remoteness", "score" and
   * "chance" describe this move, as in `values`. "lead" is the evaluation after the move, from 1
   * (X wins) to -1 (O wins), as in `ReviewedMove.lead`. "estimated_loss" is the best move's
   * estimated value minus the played move's estimated value, from 0 to 2. If one of these two
   * values is proved, "estimated_loss" is 0. While `working` is "review", the review is
   * incomplete: it starts with the last move and works backwards. With rules that can't be
   * solved, games are reviewed only while `hints` are on.
   */
  review: ReviewedMove[];
  /**
   * Sentences about the decisive mistakes that the review has proved. Empty until the review
   * is complete.
   */
  review_summary: string;
  /**
   * Translations of the front end's own texts, by English text. For a text with a number, the
   * value is a list of plural forms. Empty for English.
   */
  texts: Record<string, string | string[]>;
  /**
   * Parts of `review_summary`, or None if it mentions no decisive mistake. "move" is the part
   * that mentions the mistake. "before" and "after" are the parts before and after "move". "ply"
   * is the number of moves up to and including the mistake.
   */
  turning_point: TurningPoint | null;
  /**
   * Reminder for the next move, such as "Play in board 5". After the game, the reason why it
   * ended, such as "Three in a row on move 7.". Often empty.
   */
  guide: string;
  /**
   * Players that can play by the current rules: "human", then the built-in players from
   * weakest to strongest.
   */
  player_choices: string[];
  /** Short descriptions of the built-in players, by name. */
  player_summaries: Record<string, string>;
  /** Rules that people can choose on the board, as pairs of a name and a title. */
  rules_choices: [string, string][];
  /** One-paragraph summaries of the rules in `rules_choices`, by name. */
  rules_summaries: Record<string, string>;
  /**
   * Small pictures for the rules in `rules_choices`, by name. Each picture consists of
   * "rows", "columns", "block" and "board". In a picture, "board" is text with the characters
   * "X", "O" and ".", row by row.
   */
  rules_pictures: Record<string, RulesPicture>;
  /** Names of those rules in `rules_choices` by which the player "perfect" can't play. */
  unsolved_rules: string[];
  /**
   * Preview of rules that someone is trying out under **Change the rules**, or None if nobody
   * is. "name", "title" and "summary" describe the rules. "picture" is a picture as in
   * `rules_pictures`, but always of the whole board. "players" lists the players that can play
   * by these rules, as in `player_choices`. "switches" lists the rule options. Each option
   * consists of a name, a legend, the choices (pairs of a name and a title) and the current
   * choice, which is "" if the rules don't have this option. "winner" is who wins with best play
   * ("X" or "O"), "draw", or None if the result is unknown. "verdict" is a sentence about the
   * result.
   */
  rules_preview: RulesPreview | null;
  /**
   * Default player names for rules under which marks do not identify the players. Each key is
   * the rules' name, and each value is a dict with the default names for "X" and "O". The dict
   * covers `rules_choices`, `rules_name` and `rules_preview`.
   */
  shared_players: Record<string, Record<Mark, string>>;
  /**
   * For each mark, the name to restore if a person replaces a computer player or vice
   * versa.
   */
  away_names: Record<Mark, string>;
  /**
   * Mark that each player places, by player ("X" or "O"). If players choose their marks, both
   * values are None.
   */
  drawn_marks: Record<Mark, Mark | null>;
  /**
   * Grid in which the front end draws the cells. "rows" and "columns" are the grid's size.
   * "cells" lists the cells row by row. If the grid consists of small boards or layers, "block"
   * is the side length of one of them, in cells. For other grids, "block" is 0. "layers" is True
   * if the blocks are a cube's layers. "falls" is True if marks fall to the lowest free cell in
   * their column. "links" lists the pairs of neighbouring cells between which marks slide, if
   * the front end draws lines between them.
   */
  grid: Grid;
  /**
   * Earlier position that the board shows, or None if it shows the current position. The dict
   * contains the values that `board`, `owners`, `current_player`, `winning_lines`, `last_move`,
   * `message`, `guide`, `small_boards`, `open_boards`, `vanishing` and `cell_texts` had after
   * `viewed_ply` moves.
   */
  viewed: Position | null;
  /**
   * Work that is going on in the background: "hints", "review", or "" if there is none.
   * `values`, `comment` and `review` contain the results so far.
   */
  working: "" | "hints" | "review";
  /**
   * Lesson, puzzle or example that is open on the board, or None during a game. "kind" is
   * "lesson", "puzzle" or "example". "name" is the name of a lesson in `LESSONS`, or "" for
   * anything else. "title" is the lesson's, puzzle's or example's title. "step" is the number of
   * the current step, counted from 0, and "steps" is the number of steps. "solved" contains True
   * or False for each step. "skipped" lists the unsolved steps that the person has skipped.
   * "text" is the current step's text, with empty lines between paragraphs. "ask" is the current
   * step's task, or "" if it has none. "state" is "read" if the step has no task, "open" before
   * the first move, and "right" or "wrong" after a move. "state" is "on" if all moves so far are
   * right, but the step isn't solved yet. "feedback" is the response to the last move. "hint" is
   * the hint if someone has requested it since the last move, otherwise "". "has_hint" is True
   * if the step has a hint. "look" lists the highlighted cells. "tries" is the number of wrong
   * moves since the step was opened. "cell" is the cell of the move that was judged last, or
   * None. "learnt" is the summary at the end of a lesson, and "" before. "next" and "next_title"
   * are the next lesson's name and title. "day" is a daily puzzle's date, such as "2026-11-22",
   * otherwise "". "streak" is the number of consecutive days, up to that date, whose puzzles
   * were solved.
   */
  activity: Activity | null;
  /**
   * Lessons that people can open on the board, in order, with one dict for each. "name",
   * "title" and "about" (the lesson's subject) are texts. "steps" is the number of steps, and
   * "solved" is the number of solved steps.
   */
  lessons: LessonEntry[];
  /**
   * Progress in the daily puzzles. "day" is the latest day whose puzzle was solved, or "" if
   * there is none. "streak" is the number of consecutive days, up to that day, whose puzzles
   * were solved. "best" is the longest streak so far. "month" lists the days in that month whose
   * puzzles were solved, as numbers from 1.
   */
  puzzle_streak: { day: string; streak: number; best: number; month: number[] };
  /**
   * Progress code for the latest lessons and daily puzzles. "name" is the student's name, or
   * "" until someone has typed it. "code" is the code, or "" if there is no name or nothing has
   * been tried.
   */
  hand_in: { name: string; code: string };
  /**
   * Rule card for the current rules, or None until a front end requests it. The card consists
   * of a "name", a "description", "sections" (pairs of a heading and a list of points) and
   * "examples". Each example shows one move, which its "text" explains. "position" is the name
   * of the square, or its number if it is outside the board. "cell" is the cell to play, whose
   * number can be above the last cell's. "message" is the response to the move. "refused" is
   * True if the rules refuse the move. "before" is the board before the move. "board",
   * "last_move", "winning_lines" and "small_boards" describe the position after the move.
   */
  rules_card: RulesCard | null;
}

/** Parts of a model that the board uses. */
export type Model = Pick<
  AnyModel<Traits>,
  "get" | "on" | "off" | "send" | "set" | "save_changes"
>;
