// The choices on the sheet until a person presses **Start**, and the available players.

import type { Mark } from "../shared/game.ts";
import type { Icon } from "../shared/icons.ts";
import { MARKS } from "../shared/marks.ts";
import { _, fill, joinSentences } from "../shared/texts.ts";
import type { RulesPicture } from "./shapes.ts";
import type { View } from "./view.ts";
import { PLAIN_NAMES, playerTitle } from "./view.ts";

/** Who plays: two people, one person against the computer, or two computers. */
export type Mode = "people" | "computer" | "computers";

/** Choices on the sheet. */
export interface Draft {
  mode: Mode;
  /** Opponent of a single person. */
  strength: string;
  /** Mark of a single person's opponent. */
  computer: Mark;
  /** Players of a game that people only watch. */
  watched: Record<Mark, string>;
  names: Record<Mark, string>;
  /** Names to restore if a person replaces a computer or vice versa. */
  away: Record<Mark, string>;
  /** Whether moves can be taken back. */
  undo: boolean;
  /** Number of wins needed to win the match, or 0 for single games. */
  match: number;
  /** Who begins the next game. */
  first: View["first_player"];
  rules: string;
}

/** One of several options that a person can choose. */
export interface Choice {
  value: string;
  title: string;
  /** Icons for the kinds of players. */
  icons?: Icon[];
  /** Picture of the board. */
  picture?: RulesPicture;
}

/** One of several players that a person can choose. */
export interface PlayerChoice extends Choice {
  /** Description of the player. */
  words: string;
  can: boolean;
  /** Whether the player is a function, whose strength is unknown. */
  isFunction?: boolean;
}

/** Default opponent of a person. */
export const FIRST_STRENGTH = "beginner";

/**
 * Return the players that a person can choose for some rules: first the functions that are
 * already playing, then the named players from weakest to strongest.
 */
export function playersFor(
  {
    player_choices: able,
    player_summaries: summaries,
    players,
    records,
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
    const { won = 0, drawn = 0, lost = 0 } = (rules === present && records[value]) || {};
    const past =
      won + drawn + lost > 0
        ? joinSentences([
            words,
            fill("Your games: {won} won, {drawn} drawn, {lost} lost.", { won, drawn, lost }),
          ])
        : words;
    return { value, title: playerTitle(value), words: past, can };
  });
  return [
    ...functions.map((value) => ({
      value,
      title: value,
      words: _("Your function"),
      can: true,
      isFunction: true,
    })),
    ...named,
  ];
}

/** Return the wanted player or, if this player can't play, the strongest available one. */
export function ablePlayer(choices: PlayerChoice[], wanted: string) {
  const able = choices.filter(({ can }) => can).map(({ value }) => value);
  return able.includes(wanted) ? wanted : able[able.length - 1];
}

/**
 * Return the names after the players have changed sides. "Player X" and "Player O" stay with
 * their marks.
 */
export function swappedNames({ X, O }: Draft["names"]): Draft["names"] {
  return {
    X: O === PLAIN_NAMES.O ? PLAIN_NAMES.X : O,
    O: X === PLAIN_NAMES.X ? PLAIN_NAMES.O : X,
  };
}

/**
 * Return the choices on a sheet that has just been opened.
 *
 * @param mode who plays if no computer is playing
 */
export function draftOf(
  {
    allows_undo: undo,
    away_names: away,
    first_player: first,
    match,
    names,
    players: { X, O },
    rules_name: rules,
    shared_players: shared,
  }: View,
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
      X: names.X === shared[rules]?.X ? PLAIN_NAMES.X : names.X,
      O: names.O === shared[rules]?.O ? PLAIN_NAMES.O : names.O,
    },
    away,
    undo,
    match: match?.wins_needed ?? 0,
    first,
    rules,
  };
}

/** Return the choices after a change, with the new players' names. */
export function changedDraft(draft: Draft, part: Partial<Draft>): Draft {
  const next = { ...draft, ...part };
  if (part.names) return next;
  const [before, after] = [draft, next].map((choices) => seatsOf(choices, []));
  for (const mark of MARKS) {
    if ((before[mark] === "human") === (after[mark] === "human")) continue;
    next.names = { ...next.names, [mark]: draft.away[mark] };
    next.away = { ...next.away, [mark]: draft.names[mark] };
  }
  return next;
}

/** Return the player of each mark. */
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
