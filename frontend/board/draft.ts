// What is chosen on the sheet before Start is pressed, and who can be chosen.

import type { Mark } from "../shared/game.ts";
import type { Icon } from "../shared/icons.ts";
import { MARKS } from "../shared/marks.ts";
import type { RulesPicture, RulesPreview } from "./shapes.ts";
import type { View } from "./view.ts";
import { playerTitle } from "./view.ts";

/** Who plays: two people, one against the computer, or nobody. */
export type Mode = "people" | "computer" | "computers";

/** What is chosen on the sheet. */
export interface Draft {
  mode: Mode;
  /** Who plays against one person. */
  strength: string;
  /** The mark that it plays. */
  computer: Mark;
  /** Who plays while people watch. */
  watched: Record<Mark, string>;
  names: Record<Mark, string>;
  rules: string;
  /** The rules that were tried out last, since the sheet was opened. */
  tried?: RulesPreview;
}

/** One of several. */
export interface Choice {
  value: string;
  title: string;
  /** Who plays. */
  icons?: Icon[];
  /** What the board looks like. */
  picture?: RulesPicture | null | false;
}

/** A player among several. */
export interface PlayerChoice extends Choice {
  /** What it does, or why it cannot be chosen. */
  words: string;
  can: boolean;
}

/** Who plays against a person who has not chosen yet. */
export const FIRST_STRENGTH = "beginner";

/** What is said of a student's function, whose strength nobody knows. */
export const YOUR_FUNCTION = "Your function";

const TOO_LARGE = "Cannot play this game: too large to solve";

/**
 * Return who can be chosen to play by some rules: functions that have a seat, then named
 * players, weakest first.
 */
export function playersFor(
  {
    player_choices: able,
    player_summaries: summaries,
    players,
    rules_name: present,
    rules_preview: tried,
    unsolved_rules: unsolved,
  }: View,
  rules: string,
): PlayerChoice[] {
  const functions = [...new Set(MARKS.map((mark) => players[mark]))].filter(
    (name) => name !== "human" && !(name in summaries),
  );
  const named = Object.entries(summaries).map(([value, words]) => {
    const can =
      rules === present
        ? able.includes(value)
        : rules === tried?.name
          ? tried.players.includes(value)
          : value !== "perfect" || !unsolved.includes(rules);
    return { value, title: playerTitle(value), words: can ? words : TOO_LARGE, can };
  });
  return [
    ...functions.map((value) => ({ value, title: value, words: YOUR_FUNCTION, can: true })),
    ...named,
  ];
}

/** Return the wanted player, or the strongest that can play where that one cannot. */
export function ablePlayer(choices: PlayerChoice[], wanted: string) {
  const able = choices.filter(({ can }) => can).map(({ value }) => value);
  return able.includes(wanted) ? wanted : able[able.length - 1];
}

/**
 * Return names whose players have changed sides; "Player X" and "Player O" belong to the marks.
 */
export function swappedNames({ X, O }: Draft["names"]): Draft["names"] {
  return { X: O === "Player O" ? "Player X" : O, O: X === "Player X" ? "Player O" : X };
}

/**
 * Return what is chosen on a sheet that was just opened.
 *
 * @param mode who plays unless a computer has a seat
 */
export function draftOf(
  { names, players: { X, O }, rules_name: rules, shared_players: shared }: View,
  mode: Mode,
): Draft {
  const computers = [X, O].filter((name) => name !== "human");
  const [strength = FIRST_STRENGTH] = computers;
  return {
    mode: computers.length === 2 ? "computers" : computers.length ? "computer" : mode,
    strength,
    computer: X === "human" ? "O" : "X",
    watched: { X: X === "human" ? FIRST_STRENGTH : X, O: O === "human" ? FIRST_STRENGTH : O },
    names: {
      X: names.X === shared[rules]?.X ? "Player X" : names.X,
      O: names.O === shared[rules]?.O ? "Player O" : names.O,
    },
    rules,
  };
}

/** Return who is to play each mark. */
export function seatsOf(
  { mode, strength, computer, watched }: Draft,
  choices: PlayerChoice[],
): Record<Mark, string> {
  if (mode === "computers")
    return { X: ablePlayer(choices, watched.X), O: ablePlayer(choices, watched.O) };
  const seats = { X: "human", O: "human" };
  if (mode === "computer") seats[computer] = ablePlayer(choices, strength);
  return seats;
}
