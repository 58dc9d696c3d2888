// A traced search's record, with the beginning and end of each call.

import type { Grid, Mark, Value } from "../shared/game.ts";
import { positionName } from "../shared/grid.ts";
import { _, fill, formatNumber, joinList } from "../shared/texts.ts";
import type { TreeColumns } from "./traits.ts";

export type Search = ReturnType<typeof readSearch>;

/** Read a record's columns. In this module, `node` is a call's index in these columns. */
export function readSearch(text: string, grid: Grid) {
  const { depth, columns, boards, cells, functions, texts, worths }: TreeColumns =
    JSON.parse(text);
  const count = depth.length;

  /** Return a function that reads the column with the given name. */
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
  /** Numbers of the steps that begin and end each call. */
  const [begins, ends] = [new Int32Array(count), new Int32Array(count)];
  /** Event at each step: `node` if a call begins, or `~node` if a call ends. */
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
    // Calls inside an earlier call count even if they weren't recorded.
    if (node)
      numbers[node] = numbers[node - 1] + (parents[node] === node - 1 ? 1 : calls(node - 1));
    around.push(node);
    events[step++] = node;
    begins[node] = step;
  }

  /** Return the calls directly inside a call, in order. */
  function children(node: number) {
    const found = [];
    for (let at = node + 1; depth[at] > depth[node]; at = afterCall(at)) found.push(at);
    return found;
  }
  /** Return the first node after a call and all calls inside it. */
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
   * Return the move that a call tries (for itself or as a helper for the outer call), or -1.
   */
  function tries(node: number) {
    return cell(node) < 0 ? triedFor(node) : cell(node);
  }
  /**
   * Return the outer call that chooses from several moves, one of which this call tries. For
   * the root, return -1.
   */
  function chooser(node: number) {
    let at = parents[node];
    while (at >= 0 && triedFor(at) >= 0) at = parents[at];
    return at;
  }

  /**
   * Return the mark and the square of a position's last move, or null if the move is unknown.
   */
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
    /** How many calls are around each call, and the maximum of these numbers. */
    depth: (node: number) => depth[node],
    deepest: depth.reduce((most, deep) => Math.max(most, deep), 0),
    /** Number of steps: one for the beginning and one for the end of each call. */
    last: events.length,
    events,
    begins,
    ends,
    parents,
    /** Whether the search cuts off any moves, so that people can predict cutoffs. */
    cuts: columns.cut !== -1,
    severalFunctions: functions.length > 1,
    /** Whether the record is a tree with visits instead of calls. */
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
    /** Cells of the moves that a call never tried. */
    cut: (node: number) => cut(node) ?? [],
    /** Cell of the move that a call chose, or cells of the moves with its value. */
    chosen: (node: number) => chosen(node) ?? [],
    /** A call's number for display, counted from 1. */
    number: (node: number) => formatNumber(numbers[node] + 1),
    /** Names that people use for cells. */
    names: (list: number[]) => joinList(list.map((at) => positionName(grid, at))),
  };
}

/** Return the number in a value's text, or NaN if there is none. */
export function numberOf(text = "NaN") {
  return Number(text.replace("\u2212", "-").replace("\u221e", "Infinity") || "NaN");
}

/** Return the sign for a value: a win above zero, a loss below zero, or a draw for zero. */
export function signOf(text?: string): Value | undefined {
  const value = numberOf(text);
  return value > 0 ? "win" : value < 0 ? "loss" : value === 0 ? "draw" : undefined;
}

/** Return a position for screen readers, row by row. */
export function spokenBoard({ rows, columns, cells }: Grid, board: string) {
  const marks = cells.map((cell) => (board[cell] === "." ? _("empty") : board[cell]));
  return Array.from({ length: rows }, (_row, row) =>
    fill("row {row}: {marks}", {
      row: row + 1,
      marks: joinList(marks.slice(row * columns, (row + 1) * columns)),
    }),
  ).join("; ");
}
