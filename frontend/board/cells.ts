// The cells: their contents, their names, and the keys that lead to them.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, makeButton, setAttribute } from "../shared/elements.ts";
import type { Grid, Mark } from "../shared/game.ts";
import { columnLetter, hasCoordinates, positionName } from "../shared/grid.ts";
import { keyOf } from "../shared/keyboard.ts";
import { boardAt, drawMark } from "../shared/marks.ts";
import { _, fill, joinList, joinSentences } from "../shared/texts.ts";
import type { MarkChoice } from "./mark_choice.ts";
import { makePaper } from "./paper.ts";
import type { MoveValue } from "./shapes.ts";
import { makeTaps } from "./taps.ts";
import type { View } from "./view.ts";
import { choosesMark, nextPlayer, ownerOf, shownPosition } from "./view.ts";
import { drawHint, hintParts } from "./worth.ts";

const MOVES_FOCUS = /^Arrow(Left|Right|Up|Down)$/;
/** Time after a move in which a press on the same place is half of a double click, in ms. */
const DOUBLE_CLICK = 350;
/** The names of the cells. */
const IS_TYPED = /^[a-z0-9]$/i;

/** Return the spoken name of a cell: its name for people, then its row and column. */
export function spokenName(grid: Grid, cell: number) {
  const { block, columns } = grid;
  const place = grid.cells.indexOf(cell);
  const side = block || grid.cells.length;
  const slots = {
    square: positionName(grid, cell),
    row: (Math.floor(place / columns) % side) + 1,
    column: ((place % columns) % side) + 1,
    board: boardAt(grid, place) + 1,
  };
  if (!block) return fill("{square}, row {row}, column {column}", slots);
  return grid.layers
    ? fill("{square}, layer {board}, row {row}, column {column}", slots)
    : fill("{square}, board {board}, row {row}, column {column}", slots);
}

/** Return where a key moves the focus from a place of the grid, or -1 if it does not. */
function placeAfterKey(key: string, place: number, { rows, columns, block }: Grid) {
  const row = Math.floor(place / columns);
  const column = place % columns;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? place - 1 : place;
    case "ArrowRight":
      return column < columns - 1 ? place + 1 : place;
    case "ArrowUp":
      return row > 0 ? place - columns : place;
    case "ArrowDown":
      return row < rows - 1 ? place + columns : place;
    case "Home":
      return row * columns;
    case "End":
      return (row + 1) * columns - 1;
    case "PageUp":
      return !block ? -1 : row >= block ? place - block * columns : place;
    case "PageDown":
      return !block ? -1 : row < rows - block ? place + block * columns : place;
    default:
      return -1;
  }
}

/** Set an attribute on one element of several, or on none for an index of -1. */
function flagOne(elements: Iterable<Element>, name: string, index: number) {
  for (const [at, one] of [...elements].entries()) one.toggleAttribute(name, at === index);
}

/**
 * Return the place of a typed coordinate such as "b12", or -1 without one.
 *
 * @param typed a small letter, then digits
 */
function placeOf(typed: string, { rows, columns }: Grid) {
  const column = typed.charCodeAt(0) - 97;
  const row = Number(typed.slice(1)) - 1;
  return row >= 0 && row < rows && column < columns ? row * columns + column : -1;
}

/**
 * Make the board: the cells, the paper under them, and the names of rows and columns.
 *
 * @param say reads a text aloud
 * @param choice of the mark that the next move draws
 * @param advise shows advice about the place under the pointer, or removes it
 */
export function makeBoard(
  ask: Ask,
  say: (text: string) => void,
  choice: MarkChoice,
  advise: (text: string) => void,
) {
  const paper = makePaper();
  const columnNames = element("div", {
    class: "ttt-row ttt-column-names",
    "aria-hidden": "true",
  });
  const rowNames = element("div", { class: "ttt-row-names", "aria-hidden": "true" });
  const cells = makeCells(ask, { columnNames, showPlace, showFall }, choice);
  const field = element("div", { class: "ttt-field" }, paper.under, cells.root, paper.over);
  const root = element(
    "div",
    { class: "ttt-board", dir: "ltr" },
    element("div", { class: "ttt-sheet" }, columnNames, rowNames, field),
  );
  /** The traits that were drawn last. */
  let view: View;
  let laid = "";

  /** Rebuild everything for another grid. */
  function lay(grid: Grid) {
    const { columns, rows } = grid;
    const names = (count: number, name: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => element("span", {}, name(at)));
    const named = hasCoordinates(grid);
    const head = named ? columnLetter : () => "";
    columnNames.replaceChildren(...names(named || grid.falls ? columns : 0, head));
    rowNames.replaceChildren(...names(named ? rows : 0, (row) => String(row + 1)));
    cells.lay(grid);
    paper.lay(grid);
  }
  /**
   * Show the place that a finger is about to play: its row, its column and the mark.
   *
   * @param place -1 is nowhere
   */
  function showPlace(place: number) {
    const { grid } = view;
    const [row, column] = [Math.floor(place / grid.columns), place % grid.columns];
    flagOne(rowNames.children, "data-chosen", row);
    flagOne(columnNames.children, "data-chosen", column);
    root.toggleAttribute("data-choosing", place >= 0);
    const mark = choice.of(view);
    paper.choose(place, mark, choosesMark(view) ? mark : nextPlayer(view));
    if (place >= 0)
      say(joinSentences([spokenName(grid, grid.cells[place]), _("Tap again to play.")]));
  }
  /**
   * Show the place that a mark falls to in the column under the pointer.
   *
   * @param place -1 is nowhere
   */
  function showFall(place: number) {
    const { grid } = view;
    flagOne(columnNames.children, "data-aimed", place % grid.columns);
    paper.aim(place, nextPlayer(view));
    const square = place < 0 ? "" : positionName(grid, grid.cells[place]);
    advise(square && fill("The mark lands on {square}", { square }));
  }
  function draw(next: View) {
    view = next;
    const wanted = JSON.stringify(view.grid);
    if (wanted !== laid) lay(view.grid);
    laid = wanted;
    cells.draw(view);
    // A line of marks that belong to nobody has no player's colour.
    const winner = choosesMark(view) ? null : view.winner;
    paper.draw(shownPosition(view), view.activity?.look ?? [], winner);
  }
  return { root, confirm: cells.confirm, draw, focus: cells.focus, takeKey: cells.takeKey };
}

/** The surroundings of the cells. */
interface Surroundings {
  /** The heads of the columns. If marks fall, a head is a button for its column. */
  columnNames: HTMLElement;
  /** Shows the place that a finger is about to play. -1 is nowhere. */
  showPlace: (place: number) => void;
  /** Shows the place that a mark would fall to. -1 is nowhere. */
  showFall: (place: number) => void;
}

/** Make the grid of cells. It is one tab stop, moved by keys. A press requests a move. */
function makeCells(
  ask: Ask,
  { columnNames, showPlace, showFall }: Surroundings,
  choice: MarkChoice,
) {
  const root = element("div", { class: "ttt-rows", role: "grid" });
  let grid: Grid = { rows: 0, columns: 0, cells: [], block: 0, layers: false, falls: false };
  /** The mark to send with a move. */
  let named: { mark?: Mark } = {};
  /** The buttons by place. */
  let buttons: HTMLElement[] = [];
  /** The spoken names by place. */
  let names: string[] = [];
  /** The place of the tab stop. */
  let focused = 0;
  /** The part of a coordinate typed so far. Any other action clears it. */
  let typed = "";
  /** The cells that a person may play. */
  let free = new Set<number>();
  /** The state of the last drawn game. */
  let drawn = "";
  /** The place under the pointer if marks fall, or -1. */
  let pointed = -1;
  let [round, ply] = [0, 0];
  /** The last press that played, with the state that it was for. */
  let played = { round, ply, spot: -1, at: 0 };
  const taps = makeTaps({
    root,
    heads: columnNames,
    size: () => [grid.columns, grid.rows],
    target: (place) => (landing(place) < 0 ? place : landing(place)),
    isFree: (place) => free.has(grid.cells[place]),
    show: showPlace,
    nameOf: (place) => positionName(grid, grid.cells[place]),
    play(place, isChosen) {
      // Two taps that choose a square and play there aren't a double click.
      if (!isChosen && isSecond(place)) return;
      // Some browsers don't focus a pressed element. Keys must not go to the notebook.
      if (!grid.falls || !root.matches(":focus-within"))
        buttons[place].focus({ preventScroll: true });
      played = { round, ply, spot: spotOf(place), at: performance.now() };
      play(grid.cells[place]);
    },
  });

  /** Return the place that a mark played at a place falls to, or -1 if none is free. */
  function landing(place: number) {
    const { cells, columns, falls } = grid;
    if (!falls) return free.has(cells[place]) ? place : -1;
    return cells.findIndex((cell, at) => free.has(cell) && (at - place) % columns === 0);
  }
  /** Show where a mark played at a place would fall. -1 is nowhere. */
  function aim(place: number) {
    if (!grid.falls) return;
    pointed = place;
    const at = place < 0 ? -1 : landing(place);
    flagOne(buttons, "data-aimed", at);
    showFall(at);
  }
  function play(cell: number) {
    ask("play", { cell, ...named });
  }
  /** Return whether a press is the second one of a double click, and would play again. */
  function isSecond(place: number) {
    const isAgain = round === played.round && ply > played.ply && spotOf(place) === played.spot;
    const isQuick = performance.now() - played.at <= DOUBLE_CLICK;
    return isAgain && isQuick && free.has(grid.cells[place]);
  }
  /** Return the column of a place if marks fall, or the place itself. */
  function spotOf(place: number) {
    return grid.falls ? place % grid.columns : place;
  }
  function moveTabStop(place: number) {
    buttons[focused].tabIndex = -1;
    focused = place;
    buttons[place].tabIndex = 0;
    typed = "";
  }
  function focusPlace(place: number) {
    moveTabStop(place);
    buttons[place].focus();
  }
  /** Move to a coordinate while it is typed: "b", "1", "2" leads to b1, then to b12. */
  function typeCoordinate(key: string) {
    const next = /^[a-z]$/i.test(key)
      ? key.toLowerCase()
      : /^[0-9]$/.test(key) && typed
        ? typed + key
        : "";
    const place = placeOf(next, grid);
    if (place >= 0) focusPlace(place);
    // Some keyboards need Shift to type a digit.
    if (key !== "Shift") typed = next;
    return next !== "";
  }
  /** Act on a key, and return whether it has a meaning. */
  function pressKey(event: KeyboardEvent) {
    const key = keyOf(event);
    const place = placeAfterKey(key, focused, grid);
    if (place >= 0) focusPlace(place);
    // A letter with Shift is a key of the whole widget. With CapsLock it is a letter.
    else if (event.shiftKey && /^[a-z]$/i.test(key)) return false;
    else if (choice.takeKey(key)) typed = "";
    else if (hasCoordinates(grid)) return typeCoordinate(key);
    else if (/^[1-9]$/.test(key)) play(Number(key) - 1);
    else return false;
    return true;
  }
  /**
   * Act on a key pressed outside the board, and return whether it has a meaning. The focus
   * moves to the board.
   */
  function takeKey(event: KeyboardEvent) {
    // The first arrow only shows the present place.
    const isTaken =
      MOVES_FOCUS.test(event.key) || (IS_TYPED.test(keyOf(event)) && pressKey(event));
    if (isTaken) buttons[focused].focus();
    return isTaken;
  }
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && pressKey(event))
      event.preventDefault();
  });
  root.addEventListener("focusout", () => {
    typed = "";
    aim(-1);
  });
  root.addEventListener("focusin", ({ target }) => {
    if ((target as Element).matches(":focus-visible")) aim(focused);
  });
  for (const surface of [root, columnNames]) {
    surface.addEventListener("pointerover", ({ pointerType, target }) => {
      if (grid.falls && pointerType === "mouse") aim(placeOver(target as Element));
    });
    surface.addEventListener("pointerleave", () => aim(-1));
  }
  columnNames.addEventListener("click", ({ target }) => {
    const place = placeOver(target as Element);
    if (grid.falls && place >= 0) taps.press(place);
  });

  /** Return the place of a cell, or the first one of the column for its head, or -1. */
  function placeOver(target: Element) {
    const place = buttons.findIndex((button) => button.contains(target));
    return place < 0 ? [...columnNames.children].indexOf(target) : place;
  }
  function makeCell(cell: number, place: number) {
    const button = makeButton("", { class: "ttt-cell", tabindex: place ? "-1" : "0" }, () =>
      taps.press(place),
    );
    button.addEventListener("focus", () => {
      if (focused !== place) moveTabStop(place);
    });
    button.dataset.position = String(cell + 1);
    button.dataset.name = positionName(grid, cell);
    button.dataset.mark = "";
    button.style.setProperty("--row", String(Math.floor(place / grid.columns)));
    return button;
  }
  /** Make the element around a cell. The first one of a small board names that board. */
  function makePlace(button: HTMLElement, place: number) {
    const made = element("div", { role: "gridcell", class: "ttt-place" }, button);
    const { block, columns } = grid;
    const isFirst = block && place % block === 0 && Math.floor(place / columns) % block === 0;
    if (isFirst)
      made.dataset[grid.layers ? "layer" : "board"] = String(boardAt(grid, place) + 1);
    return made;
  }
  function makeRow(row: number) {
    const first = row * grid.columns;
    const places = buttons
      .slice(first, first + grid.columns)
      .map((button, column) => makePlace(button, first + column));
    return element("div", { role: "row", class: "ttt-row" }, ...places);
  }
  /** Rebuild the cells for another grid. */
  function lay(next: Grid) {
    grid = next;
    focused = 0;
    pointed = -1;
    typed = "";
    names = grid.cells.map((cell) => spokenName(grid, cell));
    buttons = grid.cells.map(makeCell);
    root.replaceChildren(...Array.from({ length: grid.rows }, (_, row) => makeRow(row)));
  }
  function draw(view: View) {
    const position = shownPosition(view);
    const winning = new Set(position.winning_lines.flat());
    const look = new Set(view.activity?.look);
    const mark = choice.of(view);
    named = choosesMark(view) ? { mark } : {};
    const hints = new Map(
      view.values
        .filter((move) => move.is_marked && (move.mark ?? mark) === mark)
        .map((move) => [move.cell, move]),
    );
    const isWrong = view.activity?.state === "wrong";
    const isTurn = isWrong || (!view.is_over && !view.viewed && !view.thinking);
    const isPerson = view.players[view.current_player] === "human";
    const legal = new Set(view.legal_moves);
    const offset = named.mark === "O" ? grid.cells.length : 0;
    // The legal moves belong to the position after a wrong move, not before it.
    const isFree = (cell: number) =>
      isWrong ? !position.board[cell] : legal.has(cell + offset);
    free = new Set(isTurn ? grid.cells.filter(isFree) : []);
    [round, ply] = [view.round, view.moves.length];
    const state = [round, ply, view.viewed_ply, view.thinking].join();
    if (state !== drawn) taps.clear();
    drawn = state;
    const isShown = isTurn && isPerson;
    const colour = choosesMark(view) ? mark : nextPlayer(view);
    for (const part of [root, columnNames])
      setAttribute(part, "data-turn", isShown ? colour : null);
    setAttribute(root, "data-draws", isShown ? mark : null);
    root.setAttribute("aria-label", fill("{game} board", { game: view.rules_title }));
    grid.cells.forEach((cell, place) => {
      const small = boardAt(grid, place);
      const lands = landing(place);
      drawCell(buttons[place], {
        name: names[place],
        mark: position.board[cell],
        player: ownerOf(view, cell, position),
        isFree: free.has(cell),
        isLast: cell === position.last_move,
        isWinning: winning.has(cell),
        isVanishing: cell === position.vanishing,
        isLook: look.has(cell),
        boardResult: position.small_boards[small] ?? null,
        isOpen: position.open_boards.includes(small),
        hint: hints.get(cell),
        lands: lands < 0 || lands === place ? "" : positionName(grid, grid.cells[lands]),
      });
    });
    aim(pointed);
  }
  return {
    root,
    confirm: taps.button,
    lay,
    draw,
    takeKey,
    focus: () => buttons[focused].focus({ preventScroll: true }),
  };
}

/** The contents of one cell. */
export interface Content {
  /** The name of the cell. */
  name: string;
  mark: Mark | null;
  /** Player of that mark. */
  player: Mark | null;
  /** Whether a person may play here. */
  isFree: boolean;
  /** Whether the last move was here. */
  isLast: boolean;
  /** Whether it is part of a line that ended the game. */
  isWinning: boolean;
  /** Whether its mark vanishes with the next move. */
  isVanishing: boolean;
  /** Whether a lesson highlights it. */
  isLook: boolean;
  /** Result of its small board. */
  boardResult: Mark | "draw" | null;
  /** Whether its small board may be played. */
  isOpen: boolean;
  /** Value of a move here. */
  hint: MoveValue | undefined;
  /** The place that a mark played here falls to, if it is another one. */
  lands: string;
}

/** Draw the contents of a cell. */
function drawCell(button: HTMLElement, content: Content) {
  const { mark, player, isFree, isLast, isWinning, boardResult, isOpen, hint } = content;
  const isNew = drawOnce(button, mark ? [mark, player] : hint, () =>
    mark ? [drawMark(mark, { "data-mark": player ?? mark })] : hint ? drawHint(hint) : [],
  );
  if (isNew) button.dataset.mark = mark ?? "";
  if (hint) button.dataset.value = hint.value ?? "estimate";
  else delete button.dataset.value;
  button.toggleAttribute("data-free", isFree);
  button.toggleAttribute("data-open", isOpen);
  button.toggleAttribute("data-closed", boardResult != null && !isOpen);
  button.toggleAttribute("data-best", hint?.is_best ?? false);
  button.toggleAttribute("data-last", isLast);
  button.toggleAttribute("data-winning", isWinning);
  button.toggleAttribute("data-vanishing", content.isVanishing);
  button.setAttribute("aria-label", spokenContent(content));
}

/** Return the name and contents of a cell, as they are read aloud. */
function spokenContent({
  name,
  mark,
  isLast,
  isWinning,
  isVanishing,
  isLook,
  boardResult,
  isOpen,
  hint,
  lands,
}: Content) {
  const parts = [name, mark ?? _("empty")];
  if (isLast) parts.push(_("last move"));
  if (isWinning) parts.push(_("in the row"));
  if (isVanishing) parts.push(_("vanishes next"));
  if (isLook) parts.push(_("highlighted"));
  if (boardResult)
    parts.push(
      boardResult === "draw"
        ? _("drawn board")
        : fill("board won by {mark}", { mark: boardResult }),
    );
  if (isOpen) parts.push(_("open board"));
  if (hint) parts.push(hintParts(hint).name);
  if (hint?.is_best) parts.push(_("best move"));
  if (hint?.is_threat) parts.push(_("wins or stops a win"));
  if (lands) parts.push(fill("lands on {square}", { square: lands }));
  return joinList(parts);
}
