// The traits of a tournament that Python syncs. The docstrings of its widget document each of
// them.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark, Picture, Position } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/**
 * A player's row in the standings, with strengths in Elo points that are null before the first
 * estimate.
 */
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
  /** Whether the player comes from this package. */
  built_in: boolean;
  /** Number of games lost by forfeit. */
  faults: number;
}

/** A game of a tournament, to step through. */
export interface WatchedGame {
  game: number;
  x: string;
  o: string;
  text: string;
  /** For each move the cell, the mark as it is drawn, its name, and the name of its player. */
  moves: [number, Mark, string, string][];
  winning_lines: number[][];
  /** Player of each mark. Empty if the marks show that. */
  owners: Position["owners"];
  /** Whether the players choose their marks, which have the colours of their shapes. */
  chooses_mark: boolean;
  winner: Mark | null;
  small_boards: Picture["small_boards"][];
}

/**
 * A page of the list of games: number, names of X and O, ending, and whether there was a
 * forfeit.
 */
export interface ListedGames {
  player: string;
  faulty: boolean;
  page: number;
  count: number;
  games: [number, string, string, string, boolean][];
}

/**
 * The traits of `Standings`. None arrives as null, and from JupyterLite's kernel as undefined.
 */
export interface Traits {
  /** Name of the player, reason, number of games. */
  faults: [string, string, number][];
  finding: [string, string];
  grid: Grid;
  intro: string;
  listed: ListedGames;
  live:
    | (Picture &
        Pick<WatchedGame, "owners" | "chooses_mark" | "winner" | "x" | "o" | "text"> & {
          title: string;
        })
    | null;
  /**
   * Games that each player won, drew and lost against each other player, in the order of the
   * standings.
   */
  meetings: [number, number, number][][];
  message: string;
  notes: string[];
  planned_count: number;
  played_count: number;
  players: string[];
  remarks: string[];
  rules_title: string;
  standings: Standing[];
  status: "ready" | "playing" | "stopped" | "done";
  time: string;
  watched: WatchedGame | null;
  language: string;
  texts: Texts;
}

/** The used part of the model of `Standings`. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
