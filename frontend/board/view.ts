// The state that a board displays, and functions that read it.

import type { Mark, Position } from "../shared/game.ts";
import { cellOf } from "../shared/grid.ts";
import { _ } from "../shared/texts.ts";
import type { Traits } from "./traits.ts";

/** Traits that the board draws. A `View` passes them to the parts of the screen. */
export const DRAWN = [
  "board",
  "comment",
  "activity",
  "allows_set_up",
  "allows_undo",
  "away_names",
  "can_undo",
  "cell_texts",
  "choices",
  "current_player",
  "drawn_marks",
  "first_player",
  "grid",
  "guide",
  "hand_in",
  "hints",
  "is_over",
  "last_move",
  "legal_moves",
  "lessons",
  "match",
  "message",
  "move_count",
  "moves",
  "names",
  "notice",
  "open_boards",
  "owners",
  "pace",
  "paused",
  "player_choices",
  "player_summaries",
  "players",
  "puzzle_streak",
  "records",
  "resigned",
  "review",
  "review_summary",
  "round",
  "rules_name",
  "rules_card",
  "rules_choices",
  "rules_pictures",
  "rules_preview",
  "rules_summaries",
  "rules_summary",
  "rules_title",
  "scores",
  "shared_players",
  "sliding",
  "small_boards",
  "sources",
  "status",
  "thinking",
  "turning_point",
  "unsolved_rules",
  "values",
  "vanishing",
  "viewed",
  "viewed_ply",
  "winner",
  "winning_lines",
  "working",
] as const;

/** Traits that change when background work finishes, without a move. */
export const WORKED_OUT: readonly string[] = [
  "comment",
  "review",
  "review_summary",
  "rules_preview",
  "turning_point",
  "values",
  "working",
];

export type View = Readonly<Pick<Traits, (typeof DRAWN)[number]>>;

/** Return the displayed position: an earlier one, or the current one. */
export function shownPosition(view: Position & { viewed: Position | null }): Position {
  return view.viewed ?? view;
}

/**
 * Return the player whose colour the mark in a cell has. If players choose their marks, a mark
 * belongs to nobody, and its colour depends on its shape.
 */
export function ownerOf(
  view: View,
  cell: number,
  { board, owners }: Pick<Position, "board" | "owners"> = view,
) {
  return (!choosesMark(view) && owners[cell]) || board[cell];
}

/**
 * Return the player whose colour a move has (see `ownerOf`). An earlier move's mark could have
 * vanished, or the cell could contain another mark by now.
 */
export function ownerOfMove(view: View, at: number) {
  const { grid, moves } = view;
  const cell = cellOf(grid, moves[at]);
  if (view.choices.length) return ownerOf(view, cell);
  const last = moves.length - 1;
  const player = ownerOf(view, cellOf(grid, moves[last]));
  return (last - at) % 2 ? (player === "X" ? "O" : "X") : player;
}

/**
 * Return the player who makes the next move. In an activity, this move replaces a wrong move.
 */
export function nextPlayer(view: View): Mark {
  const { activity, board, current_player: mover, owners } = view;
  const cell = activity?.cell ?? -1;
  return (activity?.state === "wrong" && (owners[cell] ?? board[cell])) || mover;
}

/** Return whether players choose a mark for each move. */
export function choosesMark({ drawn_marks: drawn }: View) {
  return !drawn.X;
}

/** Return whether each player has their own mark, so that marks identify the players. */
export function isOfOwnMarks({ choices, drawn_marks: drawn }: View) {
  return drawn.X === "X" && drawn.O === "O" && !choices.length;
}

/** Default names for players who are identified by their marks, as in Python. */
export const PLAIN_NAMES: Record<Mark, string> = { X: "Player X", O: "Player O" };

/** Maximum length of a name, as in Python. */
export const LONGEST_NAME = "40";

/**
 * Return a built-in player's name in the current language.
 *
 * @param name player's name in Python
 */
export function playerTitle(name: string) {
  // Translated: _("Random"), _("Beginner"), _("Casual"), _("Keen"), _("Regular"), _("Skilled"),
  // _("Advanced"), _("Strong"), _("Expert"), _("Perfect").
  return _(name[0].toUpperCase() + name.slice(1));
}

/**
 * Return a computer player's name in the current language. A student's function keeps its name
 * from Python.
 */
export function computerTitle({ player_summaries: summaries }: View, player: string) {
  return player in summaries ? playerTitle(player) : player;
}

/**
 * Return a person's name in the current language. In the traits, default names are in English.
 */
export function personName(name: string) {
  // Translated: _("Player X"), _("Player O"), _("First"), _("Second").
  return /^(Player [XO]|First|Second)$/.test(name) ? _(name) : name;
}

/** Return whether two computers play each other, so that people only watch. */
export function isWatched({ X, O }: Traits["players"]) {
  return X !== "human" && O !== "human";
}

/** Return the computer's mark if a person plays against a computer, otherwise null. */
export function computerMark({ X, O }: Traits["players"]): Mark | null {
  if ((X === "human") === (O === "human")) return null;
  return X === "human" ? "O" : "X";
}

/** Return whether a person's own game has not begun yet. */
export function isToBegin({ activity, is_over: isOver, moves, players }: View) {
  return !activity && !moves.length && !isOver && !isWatched(players);
}
