// What Python syncs of a search; the docstrings of its widget say what each trait means.

import type { Grid } from "../shared/game.ts";

/** The traits of `SearchView`. */
export interface Traits {
  grid: Grid;
  known: string;
  summary: string;
  tree: string;
}

/** What `Traits.tree` holds as JSON; `tree_columns` in Python says what it means. */
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
