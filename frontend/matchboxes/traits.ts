// Types for the traits of `Matchboxes`, which the Python widget's docstrings describe.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/** Shares of the games that a machine wins, draws and loses. */
export type Shares = [won: number, drawn: number, lost: number];

/**
 * A point on a learning curve. The last number is the number of positions with possible
 * mistakes.
 */
export type CurvePoint = [games: number, random: Shares, perfect: Shares, wrong: number];

/** A matchbox, with its position and its beads. */
export interface Matchbox {
  /** Number of the machine's move, counted from 0. */
  stage: number;
  board: (Mark | null)[];
  /** Cell, name of the square, and number of beads, for each move. */
  beads: [number, string, number][];
  /**
   * Cell for the bead that was taken in the last game, and the number of beads for this cell
   * before that game. Null if the last game didn't open the box.
   */
  drawn: [number, number] | null;
}

/** A matchbox machine, with a page of its boxes. */
export interface Machine {
  name: string;
  games: number;
  summary: string;
  last: string;
  outcome: string;
  resigns: boolean;
  curve: CurvePoint[];
  count: number;
  page: number;
  pages: number;
  boxes: Matchbox[];
}

/** Traits of `Matchboxes`. None arrives as null, or as undefined from JupyterLite. */
export interface Traits {
  finding: [string, string];
  grid: Grid;
  intro: string;
  machines: Machine[];
  mark: Mark;
  message: string;
  opponent: string;
  opponents: [string, string][];
  page: number;
  planned_count: number;
  played_count: number;
  rules_title: string;
  stage: number;
  stages: number[];
  status: "ready" | "training";
  language: string;
  texts: Texts;
}

/** Parts of the model that `Matchboxes` uses. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
