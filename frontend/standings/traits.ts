// What Python syncs of a tournament; the docstrings of its widget say what each trait means.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark, Picture, Position } from "../shared/game.ts";

/** A player's row in the standings; strengths in points, null before the first estimate. */
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
  /** Whether the package brings this player. */
  built_in: boolean;
  /** Number of games lost by a fault. */
  faults: number;
}

/** A game of a tournament, to step through. */
export interface WatchedGame {
  game: number;
  x: string;
  o: string;
  text: string;
  /** Of each move the cell, the mark as it is drawn, its name, and what its player is called. */
  moves: [number, Mark, string, string][];
  winning_lines: number[][];
  /** Who made each mark; empty where the marks tell that. */
  owners: Position["owners"];
  winner: Mark | null;
  small_boards: Picture["small_boards"][];
}

/** A page of the list of games: number, names of X and O, ending, and whether there was a fault. */
export interface ListedGames {
  player: string;
  faulty: boolean;
  page: number;
  count: number;
  games: [number, string, string, string, boolean][];
}

/** The traits of `Standings`. None arrives as null, from JupyterLite's kernel as undefined. */
export interface Traits {
  /** Name of the player, what it did, number of games. */
  faults: [string, string, number][];
  finding: [string, string];
  grid: Grid;
  intro: string;
  listed: ListedGames;
  live:
    | (Picture &
        Pick<WatchedGame, "owners" | "winner" | "x" | "o" | "text"> & { title: string })
    | null;
  /** Games that each player won, drew and lost against each, in the order of the standings. */
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
}

/** The part of the model of `Standings` that is used. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
