// The record of a traced search: its calls, with their beginnings and ends.

import type { Grid, Mark, Value } from "../shared/game.ts";
import { positionName } from "../shared/grid.ts";
import { _, fill, formatNumber, joinList } from "../shared/texts.ts";
import type { TreeColumns } from "./traits.ts";

export type Search = ReturnType<typeof readSearch>;

/** Read the columns of a record. `node` is the index of a call in them. */
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
  /** The event of each step: a node for the beginning of a call, or `~node` for the end. */
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
    // Calls within an earlier call count even if they were not kept.
    if (node)
      numbers[node] = numbers[node - 1] + (parents[node] === node - 1 ? 1 : calls(node - 1));
    around.push(node);
    events[step++] = node;
    begins[node] = step;
  }

  /** Return the inner calls of a call, in order. */
  function children(node: number) {
    const found = [];
    for (let at = node + 1; depth[at] > depth[node]; at = afterCall(at)) found.push(at);
    return found;
  }
  /** Return the first node after a call and the calls within it. */
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

  /**
   * Return the move that a call tries, by itself or as a helper of the call around it, or -1.
   */
  function tries(node: number) {
    return cell(node) < 0 ? triedFor(node) : cell(node);
  }
  /**
   * Return the call that chooses among the moves of which a call tries one, or -1 at the root.
   */
  function chooser(node: number) {
    let at = parents[node];
    while (at >= 0 && triedFor(at) >= 0) at = parents[at];
    return at;
  }

  /** Return the last move of a position as its mark and its square, or null if unknown. */
  function move(node: number): [mark: Mark, square: string] | null {
    const mark = board(node)?.[cell(node)];
    return mark ? [mark as Mark, positionName(grid, cell(node))] : null;
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
    /** Number of calls around a call, and the maximum of that. */
    depth: (node: number) => depth[node],
    deepest: depth.reduce((most, deep) => Math.max(most, deep), 0),
    /** Number of steps: one for the beginning and one for the end of each call. */
    last: events.length,
    events,
    begins,
    ends,
    parents,
    /** Whether any moves are cut, so that a person can predict cuts. */
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
    /** Cells of the move that a call chose, or of the moves with its value. */
    chosen: (node: number) => chosen(node) ?? [],
    /** Number of a call for people, from 1. */
    number: (node: number) => formatNumber(numbers[node] + 1),
    /** Names of cells for people. */
    names: (list: number[]) => joinList(list.map((at) => positionName(grid, at))),
  };
}

/** Return the number in the text of a value, or NaN without one. */
export function numberOf(text = "NaN") {
  return Number(text.replace("\u2212", "-").replace("\u221e", "Infinity") || "NaN");
}

/** Return the sign of a value: above zero, below, or zero. */
export function signOf(text?: string): Value | undefined {
  const value = numberOf(text);
  return value > 0 ? "win" : value < 0 ? "loss" : value === 0 ? "draw" : undefined;
}

/** Return a position as text for screen readers, row by row. */
export function spokenBoard({ rows, columns, cells }: Grid, board: string) {
  const marks = cells.map((cell) => (board[cell] === "." ? _("empty") : board[cell]));
  return Array.from({ length: rows }, (_row, row) =>
    fill("row {row}: {marks}", {
      row: row + 1,
      marks: joinList(marks.slice(row * columns, (row + 1) * columns)),
    }),
  ).join("; ");
}
