// Types for the traits of `Standings`, which the Python widget's docstrings describe.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark, Picture, Position } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/**
 * A player's row in the standings. Strengths are in Elo points, and are null before the first
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
  /** Whether the player comes with this package. */
  built_in: boolean;
  /** Number of games that the player lost by forfeit. */
  faults: number;
}

/** A game in a tournament, through which people can step. */
export interface WatchedGame {
  game: number;
  x: string;
  o: string;
  text: string;
  /** For each move, the cell, the mark, the square's name, and the player's name. */
  moves: [number, Mark, string, string][];
  winning_lines: number[][];
  /** Player of each mark. Empty if the marks identify the players. */
  owners: Position["owners"];
  /** Whether the players choose their marks, whose colours then depend on their shapes. */
  chooses_mark: boolean;
  winner: Mark | null;
  small_boards: Picture["small_boards"][];
}

/**
 * A page of the game list. For each game, the page contains the number, the names of X and O,
 * how the game ended, and whether a player forfeited it.
 */
export interface ListedGames {
  player: string;
  faulty: boolean;
  page: number;
  count: number;
  games: [number, string, string, string, boolean][];
}

/** Traits of `Standings`. None arrives as null, or as undefined from JupyterLite. */
export interface Traits {
  /** Name of the player, reason, and number of games. */
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
   * Numbers of games that each player won, drew and lost against every other player, in the
   * order of the standings.
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

/** Parts of the model that `Standings` uses. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
