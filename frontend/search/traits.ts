// Types for the traits of `SearchView`, which the Python widget's docstrings describe.

import type { Grid } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/** Traits of `SearchView`. */
export interface Traits {
  grid: Grid;
  known: string;
  summary: string;
  tree: string;
  language: string;
  texts: Texts;
}

/** Parsed JSON from `Traits.tree`, which the Python function `tree_columns` describes. */
export interface TreeColumns {
  depth: number[];
  columns: Record<
    | "alpha"
    | "arguments"
    | "beta"
    | "board"
    | "bound"
    | "calls"
    | "cell"
    | "chosen"
    | "cut"
    | "function"
    | "raised"
    | "tried_for"
    | "value"
    | "visits",
    number[] | number
  >;
  boards: string[];
  cells: number[][];
  functions: string[];
  texts: string[];
  worths: string[];
}
