// The traits of matchboxes that Python syncs. The docstrings of its widget document each of
// them.

import type { AnyModel } from "@anywidget/types";
import type { Grid, Mark } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/** Shares of the games that a machine wins, draws and loses. */
export type Shares = [won: number, drawn: number, lost: number];

/**
 * A point of a learning curve: games, shares against random and perfect play, number of
 * positions in which the machine may err.
 */
export type CurvePoint = [games: number, random: Shares, perfect: Shares, wrong: number];

/** A matchbox: its position and its beads. */
export interface Matchbox {
  /** Number of the machine's move, from 0. */
  stage: number;
  board: (Mark | null)[];
  /** Cell, name of its position and number of beads. */
  beads: [number, string, number][];
  /** If the last game opened it: the drawn cell, and its beads before. */
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

/**
 * The traits of `Matchboxes`. None arrives as null, and from JupyterLite's kernel as undefined.
 */
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

/** The used part of the model of `Matchboxes`. */
export type Model = Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">;
