// The record of a traced search: what each call was, and when it began and ended.

import type { Grid, Value } from "../shared/game.ts";
import { positionName } from "../shared/grid.ts";
import type { TreeColumns } from "./traits.ts";

export type Search = ReturnType<typeof readSearch>;

/** Read the columns of a record; a call is named by its place in them, `node`. */
export function readSearch(text: string, grid: Grid) {
  const { depth, columns, boards, cells, functions, texts, worths }: TreeColumns =
    JSON.parse(text);
  const count = depth.length;

  /** Return a function that reads a column. */
  function column(name: keyof TreeColumns["columns"]): (node: number) => number {
    const values = columns[name];
    return typeof values === "number" ? () => values : (node) => values[node];
  }
  function lookUp<T>(
    name: keyof TreeColumns["columns"],
    table: T[],
  ): (node: number) => T | undefined {
    const at = column(name);
    return (node) => table[at(node)];
  }

  const calls = column("calls");
  const parents = new Int32Array(count).fill(-1);
  const numbers = new Int32Array(count);
  /** The steps after which a call has begun, and has ended. */
  const [begins, ends] = [new Int32Array(count), new Int32Array(count)];
  /** What happens at each step: the beginning of a call is its node, the end is `~node`. */
  const events = new Int32Array(2 * count);
  const around: number[] = [];
  let step = 0;
  for (let node = 0; node <= count; node++) {
    while (around.length > (depth[node] ?? 0)) {
      const ended = around.pop() as number;
      events[step++] = ~ended;
      ends[ended] = step;
    }
    if (node === count) break;
    parents[node] = around[around.length - 1] ?? -1;
    // What an earlier call made and was not kept is counted all the same.
    if (node)
      numbers[node] = numbers[node - 1] + (parents[node] === node - 1 ? 1 : calls(node - 1));
    around.push(node);
    events[step++] = node;
    begins[node] = step;
  }

  /** Return the calls that a call made, in order. */
  function children(node: number) {
    const found = [];
    for (let at = node + 1; depth[at] > depth[node]; at = afterCall(at)) found.push(at);
    return found;
  }
  /** Return the first node that is not within a call. */
  function afterCall(node: number) {
    return node + (ends[node] - begins[node] + 1) / 2;
  }

  const cell = column("cell");
  const triedFor = column("tried_for");
  const cut = lookUp("cut", cells);
  const chosen = lookUp("chosen", cells);
  const board = lookUp("board", boards);
  const alpha = lookUp("alpha", texts);
  const beta = lookUp("beta", texts);

  /** Return the move that a call tries, itself or as a helper of the call around it; or -1. */
  function tries(node: number) {
    return cell(node) < 0 ? triedFor(node) : cell(node);
  }
  /** Return the call that chooses among the moves of which a call tries one; -1 at the root. */
  function chooser(node: number) {
    let at = parents[node];
    while (at >= 0 && triedFor(at) >= 0) at = parents[at];
    return at;
  }

  /** Return the last move of a position as "O 5"; nothing where it is not known. */
  function move(node: number) {
    const mark = board(node)?.[cell(node)];
    return mark ? `${mark}\u00a0${positionName(grid, cell(node))}` : "";
  }
  const bounds = (node: number) =>
    [
      ["α", alpha(node)],
      ["β", beta(node)],
    ]
      .filter(([, bound]) => bound !== undefined)
      .map((pair) => pair.join(" "))
      .join("  ");

  return {
    count,
    grid,
    /** How many calls are around a call, and most of that. */
    depth: (node: number) => depth[node],
    deepest: depth.reduce((most, deep) => Math.max(most, deep), 0),
    /** Number of steps: each call begins and ends. */
    last: events.length,
    events,
    begins,
    ends,
    parents,
    /** Whether moves are cut somewhere, so that there is something to predict. */
    cuts: columns.cut !== -1,
    severalFunctions: functions.length > 1,
    /** Whether it is a tree with visits, without calls. */
    isVisits: columns.visits !== -1,
    visits: column("visits"),
    worths,
    children,
    calls,
    cell,
    tries,
    chooser,
    move,
    alpha,
    beta,
    bounds,
    board,
    function: lookUp("function", functions),
    value: lookUp("value", texts),
    raised: lookUp("raised", texts),
    arguments: lookUp("arguments", texts),
    bound: lookUp("bound", texts),
    /** Cells of the moves that were never tried. */
    cut: (node: number) => cut(node) ?? [],
    /** Cells of the moves that a call chose, one, or that have its value. */
    chosen: (node: number) => chosen(node) ?? [],
    /** Number of a call for people, from 1. */
    number: (node: number) => formatCount(numbers[node] + 1),
    /** Names of cells for people. */
    names: (list: number[]) => list.map((at) => positionName(grid, at)).join(", "),
  };
}

/** Return the number that a text of a value stands for; NaN where it is none. */
export function numberOf(text = "NaN") {
  return Number(text.replace("\u2212", "-").replace("\u221e", "Infinity") || "NaN");
}

/** Return the sign that a value is drawn with: it is above 0, below, or that itself. */
export function signOf(text?: string): Value | undefined {
  const value = numberOf(text);
  return value > 0 ? "win" : value < 0 ? "loss" : value === 0 ? "draw" : undefined;
}

const COUNTS = new Intl.NumberFormat("en");

export function formatCount(count: number) {
  return COUNTS.format(count);
}

/** Return a position as it is read aloud, row by row. */
export function spokenBoard({ rows, columns, cells }: Grid, board: string) {
  const marks = cells.map((cell) => (board[cell] === "." ? "empty" : board[cell]));
  return Array.from(
    { length: rows },
    (_, row) => `row ${row + 1}: ${marks.slice(row * columns, (row + 1) * columns).join(", ")}`,
  ).join("; ");
}
