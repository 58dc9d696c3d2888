// What is drawn of a board, and when a person's request is out of date.

import type { Mark, Position } from "../shared/game.ts";
import type { Traits } from "./traits.ts";

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
export const DRAWN = [
  "board",
  "comment",
  "activity",
  "current_player",
  "drawn_marks",
  "grid",
  "guide",
  "hints",
  "is_over",
  "last_move",
  "legal_moves",
  "lessons",
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
  "small_boards",
  "status",
  "thinking",
  "turning_point",
  "unsolved_rules",
  "values",
  "viewed",
  "viewed_ply",
  "winner",
  "winning_lines",
  "working",
] as const;

/** Those of them that arrive once they are worked out; nobody has made a move. */
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

/** Return what is drawn of the game: as one looks back at it, or as it is now. */
export function shownPosition(view: Position & { viewed: Position | null }): Position {
  return view.viewed ?? view;
}

/** Return who made the mark in a cell. */
export function ownerOf({ board, owners }: Pick<Position, "board" | "owners">, cell: number) {
  return owners[cell] ?? board[cell];
}

/** Return who makes the next move; a wrong one in an activity is taken back for it. */
export function nextPlayer(view: View): Mark {
  const { activity, current_player: mover } = view;
  return (activity?.state === "wrong" && ownerOf(view, activity.cell ?? -1)) || mover;
}

/** Return whether players choose the mark of each move. */
export function choosesMark({ drawn_marks: drawn }: View) {
  return !drawn.X;
}

/** Return whether each player has a mark of their own, by which both are known. */
export function isOfOwnMarks({ drawn_marks: drawn }: View) {
  return drawn.X === "X" && drawn.O === "O";
}

/** Greatest length of a name, as Python has it. */
export const LONGEST_NAME = "40";

/**
 * Return how a named player is called on screen.
 *
 * @param name of the player in Python
 */
export function playerTitle(name: string) {
  return name[0].toUpperCase() + name.slice(1);
}

/** Return whether the players move among themselves, and people watch. */
export function isWatched({ X, O }: Traits["players"]) {
  return X !== "human" && O !== "human";
}

/** Return the mark of the one computer that plays against a person, or null. */
export function computerMark({ X, O }: Traits["players"]): Mark | null {
  if ((X === "human") === (O === "human")) return null;
  return X === "human" ? "O" : "X";
}

/** Return whether a game of one's own has not begun. */
export function isToBegin({ activity, is_over: isOver, moves, players }: View) {
  return !activity && !moves.length && !isOver && !isWatched(players);
}
