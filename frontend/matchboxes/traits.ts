// What Python syncs of matchboxes; the docstrings of its widget say what each trait means.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark } from "../shared/game.ts";

/** Shares of the games that a machine wins, draws and loses. */
export type Shares = [won: number, drawn: number, lost: number];

/**
 * A point of a learning curve: games, shares against random and perfect play, positions where
 * the machine may err.
 */
export type CurvePoint = [games: number, random: Shares, perfect: Shares, wrong: number];

/** A matchbox: the position that it is for, and its beads. */
export interface Matchbox {
  /** Number of the machine's move, from 0. */
  stage: number;
  board: (Mark | null)[];
  /** Cell, name of its position and number of beads. */
  beads: [number, string, number][];
  /** Where it was opened in the last game: the cell drawn, and its beads before. */
  drawn: [number, number] | null;
}

/** A machine of matchboxes, with a page of its boxes. */
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

/** The traits of `Matchboxes`. None arrives as null, from JupyterLite's kernel as undefined. */
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
}

/** The part of the model of `Matchboxes` that is used. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
