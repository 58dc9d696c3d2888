// @ts-check
// The cells: what each shows and is called, and the keys that lead to it.

import { makeOverlay } from "./board_overlay.js";
import { shownPosition } from "./board_view.js";
import { drawHint, hintParts } from "./board_worth.js";
import { drawOnce, element, makeButton } from "./elements.js";
import { columnLetter, hasCoordinates, positionName } from "./grid.js";
import { boardAt, drawMark } from "./marks.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */
/** @import { Grid, Mark, MoveValue } from "./types" */

/**
 * Return the spoken name of a cell: what people call it, then where it lies.
 * @param {Grid} grid
 * @param {number} cell
 */
export function spokenName(grid, cell) {
  const { block, columns } = grid;
  const place = grid.cells.indexOf(cell);
  const [row, column] = [Math.floor(place / columns), place % columns];
  const where = block
    ? `board ${boardAt(grid, place) + 1}, row ${(row % block) + 1}, column ${(column % block) + 1}`
    : `row ${row + 1}, column ${column + 1}`;
  return `${positionName(grid, cell)}, ${where}`;
}

/**
 * Return where the focus goes from a place of the grid, or -1 when the key moves nothing.
 * @param {string} key
 * @param {number} place
 * @param {Grid} grid
 */
function placeAfterKey(key, place, { rows, columns, block }) {
  const row = Math.floor(place / columns);
  const column = place % columns;
  switch (key) {
    case "ArrowLeft": return column > 0 ? place - 1 : place;
    case "ArrowRight": return column < columns - 1 ? place + 1 : place;
    case "ArrowUp": return row > 0 ? place - columns : place;
    case "ArrowDown": return row < rows - 1 ? place + columns : place;
    case "Home": return row * columns;
    case "End": return (row + 1) * columns - 1;
    case "PageUp": return !block ? -1 : row >= block ? place - block * columns : place;
    case "PageDown": return !block ? -1 : row < rows - block ? place + block * columns : place;
    default: return -1;
  }
}

/**
 * Return the place that a typed coordinate such as "b12" names, or -1 where there is none.
 * @param {string} typed a small letter, then digits
 * @param {Grid} grid
 */
function placeOf(typed, { rows, columns }) {
  const column = typed.charCodeAt(0) - 97;
  const row = Number(typed.slice(1)) - 1;
  return row >= 0 && row < rows && column < columns ? row * columns + column : -1;
}

/** Make the board: the cells, what lies over them, and the names of rows and columns. @param {Ask} ask */
export function makeBoard(ask) {
  const cells = makeCells(ask);
  const overlay = makeOverlay();
  const columnNames = element("div", { class: "ttt-row ttt-column-names", "aria-hidden": "true" });
  const rowNames = element("div", { class: "ttt-row-names", "aria-hidden": "true" });
  const field = element("div", { class: "ttt-field" }, cells.root, overlay.root);
  const root = element("div", { class: "ttt-board" }, element("div", { class: "ttt-sheet" }, columnNames, rowNames, field));
  let laid = "";

  /** Make everything anew for another grid. @param {Grid} grid */
  function lay(grid) {
    const { columns, rows } = grid;
    root.style.setProperty("--columns", String(columns));
    /** @param {number} count @param {(at: number) => string} name */
    const names = (count, name) => Array.from({ length: count }, (_, at) => element("span", {}, name(at)));
    const named = hasCoordinates(grid);
    columnNames.replaceChildren(...names(named ? columns : 0, columnLetter));
    rowNames.replaceChildren(...names(named ? rows : 0, (row) => String(row + 1)));
    cells.lay(grid);
    overlay.lay(grid);
  }
  /** @param {View} view */
  function draw(view) {
    const wanted = JSON.stringify(view.grid);
    if (wanted !== laid) lay(view.grid);
    laid = wanted;
    cells.draw(view);
    overlay.draw(shownPosition(view));
  }
  return { root, draw };
}

/** Make the grid of cells: one tab stop, moved by keys; a press asks for a move. @param {Ask} ask */
function makeCells(ask) {
  const root = element("div", { class: "ttt-rows", role: "grid" });
  /** @type {Grid} */
  let grid = { rows: 0, columns: 0, cells: [], block: 0 };
  /** The buttons by place. @type {HTMLElement[]} */
  let buttons = [];
  /** The spoken names by place. @type {string[]} */
  let names = [];
  /** The place of the tab stop. */
  let focused = 0;
  /** What was typed of a coordinate so far; forgotten when anything else comes between. */
  let typed = "";

  /** @param {number} place */
  function moveTabStop(place) {
    buttons[focused].tabIndex = -1;
    focused = place;
    buttons[place].tabIndex = 0;
    typed = "";
  }
  /** @param {number} place */
  function focusPlace(place) {
    moveTabStop(place);
    buttons[place].focus();
  }
  /** Go to a coordinate as it is typed: "b", "1", "2" leads to b1, then to b12. @param {string} key */
  function typeCoordinate(key) {
    const next = /^[a-z]$/i.test(key) ? key.toLowerCase() : /^[0-9]$/.test(key) && typed ? typed + key : "";
    const place = placeOf(next, grid);
    if (place >= 0) focusPlace(place);
    // On some keyboards it takes Shift to type a digit.
    if (key !== "Shift") typed = next;
    return next !== "";
  }
  /** Do what a key stands for; return whether it stands for anything. @param {string} key */
  function pressKey(key) {
    const place = placeAfterKey(key, focused, grid);
    if (place >= 0) focusPlace(place);
    else if (hasCoordinates(grid)) return typeCoordinate(key);
    else if (/^[1-9]$/.test(key)) ask("play", { cell: Number(key) - 1 });
    else return false;
    return true;
  }
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && pressKey(event.key)) event.preventDefault();
  });
  root.addEventListener("focusout", () => { typed = ""; });

  /** @param {number} cell @param {number} place */
  function makeCell(cell, place) {
    const button = makeButton("", { class: "ttt-cell", tabindex: place ? "-1" : "0" }, () => ask("play", { cell }));
    button.addEventListener("focus", () => {
      if (focused !== place) moveTabStop(place);
    });
    button.dataset.position = String(cell + 1);
    button.dataset.name = positionName(grid, cell);
    button.dataset.mark = "";
    return button;
  }
  /** @param {HTMLElement} made @param {number} index of the row or column */
  function markBlockStart(made, index) {
    made.toggleAttribute("data-block-start", !!grid.block && index > 0 && index % grid.block === 0);
    return made;
  }
  /** @param {number} row */
  function makeRow(row) {
    const places = buttons
      .slice(row * grid.columns, (row + 1) * grid.columns)
      .map((button, column) => markBlockStart(element("div", { role: "gridcell", class: "ttt-place" }, button), column));
    return markBlockStart(element("div", { role: "row", class: "ttt-row" }, ...places), row);
  }
  /** Make the cells anew for another grid. @param {Grid} next */
  function lay(next) {
    grid = next;
    focused = 0;
    typed = "";
    names = grid.cells.map((cell) => spokenName(grid, cell));
    buttons = grid.cells.map(makeCell);
    root.replaceChildren(...Array.from({ length: grid.rows }, (_, row) => makeRow(row)));
  }
  /** @param {View} view */
  function draw(view) {
    const position = shownPosition(view);
    const winning = new Set(position.winning_lines.flat());
    const hints = new Map(view.values.map((move) => [move.cell, move]));
    root.setAttribute("aria-label", `${view.rules_title} board`);
    grid.cells.forEach((cell, place) => {
      const small = boardAt(grid, place);
      drawCell(buttons[place], {
        name: names[place],
        mark: position.board[cell],
        isLast: cell === position.last_move,
        isWinning: winning.has(cell),
        boardResult: position.small_boards[small] ?? null,
        isOpen: position.open_boards.includes(small),
        hint: hints.get(cell),
      });
    });
  }
  return { root, lay, draw };
}

/**
 * @typedef {object} Content what one cell shows
 * @property {string} name what the cell is called
 * @property {Mark | null} mark
 * @property {boolean} isLast whether the last move was made here
 * @property {boolean} isWinning whether it lies in a line that ended the game
 * @property {Mark | "draw" | null} boardResult how its small board ended
 * @property {boolean} isOpen whether its small board may be played
 * @property {MoveValue | undefined} hint what a move here is worth
 */

/** Show in a cell what it holds. @param {HTMLElement} button @param {Content} content */
function drawCell(button, content) {
  const { mark, isLast, isWinning, boardResult, isOpen, hint } = content;
  const worth = hint && hintParts(hint);
  const isNew = drawOnce(button, mark ?? worth, () => (mark ? [drawMark(mark)] : worth ? [drawHint(worth)] : []));
  if (isNew) button.dataset.mark = mark ?? "";
  if (hint) button.dataset.value = hint.value ?? "estimate";
  else delete button.dataset.value;
  button.toggleAttribute("data-open", isOpen);
  button.toggleAttribute("data-closed", boardResult != null && !isOpen);
  button.toggleAttribute("data-best", hint?.is_best ?? false);
  button.toggleAttribute("data-last", isLast);
  button.toggleAttribute("data-winning", isWinning);
  button.setAttribute("aria-label", spokenContent(content));
}

/** Return the name of a cell and what it holds, as it is read aloud. @param {Content} content */
function spokenContent({ name, mark, isLast, isWinning, boardResult, isOpen, hint }) {
  const parts = [name, mark ?? "empty"];
  if (isLast) parts.push("last move");
  if (isWinning) parts.push("in the line");
  if (boardResult) parts.push(boardResult === "draw" ? "board drawn" : `board won by ${boardResult}`);
  if (isOpen) parts.push("open");
  if (hint) parts.push(hintParts(hint).name);
  if (hint?.is_best) parts.push("best");
  return parts.join(", ");
}
