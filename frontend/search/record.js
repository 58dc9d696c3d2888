// @ts-check
// The record of a traced search: what each call was, and when it began and ended.

import { positionName } from "../shared/grid.js";

/** @import { Grid, TreeColumns } from "../shared/types" */

/** @typedef {ReturnType<typeof readSearch>} Search */

/**
 * Read the columns of a record; a call is named by its place in them, `node`.
 * @param {string} text
 * @param {Grid} grid
 */
export function readSearch(text, grid) {
  /** @type {TreeColumns} */
  const { depth, columns, boards, cells, functions, texts, worths } = JSON.parse(text);
  const count = depth.length;

  /** Return a function that reads a column. @param {keyof TreeColumns["columns"]} name @returns {(node: number) => number} */
  function column(name) {
    const values = columns[name];
    return typeof values === "number" ? () => values : (node) => values[node];
  }
  /** @template T @param {keyof TreeColumns["columns"]} name @param {T[]} table @returns {(node: number) => T | undefined} */
  function lookUp(name, table) {
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
  /** @type {number[]} */
  const around = [];
  let step = 0;
  for (let node = 0; node <= count; node++) {
    while (around.length > (depth[node] ?? 0)) {
      const ended = /** @type {number} */ (around.pop());
      events[step++] = ~ended;
      ends[ended] = step;
    }
    if (node === count) break;
    parents[node] = around[around.length - 1] ?? -1;
    // What an earlier call made and was not kept is counted all the same.
    if (node) numbers[node] = numbers[node - 1] + (parents[node] === node - 1 ? 1 : calls(node - 1));
    around.push(node);
    events[step++] = node;
    begins[node] = step;
  }

  /** Return the calls that a call made, in order. @param {number} node */
  function children(node) {
    const found = [];
    for (let at = node + 1; depth[at] > depth[node]; at = afterCall(at)) found.push(at);
    return found;
  }
  /** Return the first node that is not within a call. @param {number} node */
  function afterCall(node) {
    return node + (ends[node] - begins[node] + 1) / 2;
  }

  const cell = column("cell");
  const cut = lookUp("cut", cells);
  const chosen = lookUp("chosen", cells);
  const board = lookUp("board", boards);
  const alpha = lookUp("alpha", texts);
  const beta = lookUp("beta", texts);

  /** Return the last move of a position as "O 5"; nothing where it is not known. @param {number} node */
  function move(node) {
    const mark = board(node)?.[cell(node)];
    return mark ? `${mark}\u00a0${positionName(grid, cell(node))}` : "";
  }
  /** @param {number} node */
  const bounds = (node) =>
    [["α", alpha(node)], ["β", beta(node)]].filter(([, bound]) => bound !== undefined).map((pair) => pair.join(" ")).join("  ");

  return {
    count,
    grid,
    /** Number of steps: each call begins and ends. */
    last: events.length,
    events,
    begins,
    ends,
    parents,
    /** Whether moves are cut somewhere, so that there is something to predict. */
    cuts: columns.cut !== -1,
    severalFunctions: functions.length > 1,
    worths,
    children,
    calls,
    cell,
    move,
    bounds,
    board,
    function: lookUp("function", functions),
    value: lookUp("value", texts),
    raised: lookUp("raised", texts),
    arguments: lookUp("arguments", texts),
    bound: lookUp("bound", texts),
    /** Cells of the moves that were never tried. @param {number} node */
    cut: (node) => cut(node) ?? [],
    /** Cells of the moves that a call chose, one, or that have its value. @param {number} node */
    chosen: (node) => chosen(node) ?? [],
    /** Number of a call for people, from 1. @param {number} node */
    number: (node) => formatCount(numbers[node] + 1),
    /** Names of cells for people. @param {number[]} list */
    names: (list) => list.map((at) => positionName(grid, at)).join(", "),
  };
}

const COUNTS = new Intl.NumberFormat("en");

/** @param {number} count */
export function formatCount(count) {
  return COUNTS.format(count);
}

/** Return a position as it is read aloud, row by row. @param {Grid} grid @param {string} board */
export function spokenBoard({ rows, columns, cells }, board) {
  const marks = cells.map((cell) => (board[cell] === "." ? "empty" : board[cell]));
  return Array.from({ length: rows }, (_, row) => `row ${row + 1}: ${marks.slice(row * columns, (row + 1) * columns).join(", ")}`).join("; ");
}
