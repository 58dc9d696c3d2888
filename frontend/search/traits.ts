// The traits of a search that Python syncs. The docstrings of its widget document each of them.

import type { Grid } from "../shared/game.ts";
import type { Texts } from "../shared/texts.ts";

/** The traits of `SearchView`. */
export interface Traits {
  grid: Grid;
  known: string;
  summary: string;
  tree: string;
  language: string;
  texts: Texts;
}

/** Contents of `Traits.tree` as JSON, documented at `tree_columns` in Python. */
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
