// The cells: their contents, their names, and the keys that move the focus to them.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, makeButton, setAttribute } from "../shared/elements.ts";
import type { Grid, Mark } from "../shared/game.ts";
import { cellOf, columnLetter, extraOf, hasCoordinates, positionName } from "../shared/grid.ts";
import { keyOf } from "../shared/keyboard.ts";
import { boardAt, drawMark, MARKS } from "../shared/marks.ts";
import { _, fill, joinAnd, joinList, joinSentences } from "../shared/texts.ts";
import type { MarkChoice } from "./mark_choice.ts";
import { makePaper } from "./paper.ts";
import type { MoveValue } from "./shapes.ts";
import { makeTaps } from "./taps.ts";
import type { View } from "./view.ts";
import { choosesMark, nextPlayer, ownerOf, personName, shownPosition } from "./view.ts";
import { drawHint, hintParts } from "./worth.ts";

const MOVES_FOCUS = /^Arrow(Left|Right|Up|Down)$/;
/** Another press on the same place within this many milliseconds counts as a double click. */
const DOUBLE_CLICK = 350;
/** Pattern of the keys with which people can type the name of a cell. */
const IS_TYPED = /^[a-z0-9]$/i;

/** Return a cell's name for screen readers: its usual name, then its row and column. */
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

/**
 * Return a sentence for screen readers about a text on the board, with its square and its
 * player.
 */
export function spokenText(view: View, square: string, text: string, owner: Mark | null) {
  const player = owner ? personName(view.names[owner]) : "";
  return fill("{square}: {text}, {player}", { square, text, player });
}

/** Return the place to which a key moves the focus, or -1 if the key doesn't move the focus. */
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

/** Return the player whose colour the next move has (see `ownerOf`). */
function colourOf(view: View, mark: string) {
  return choosesMark(view) ? MARKS[view.choices.indexOf(mark)] : nextPlayer(view);
}

/** Set an attribute only on the element with the given index, or on no element for -1. */
function flagOne(elements: Iterable<Element>, name: string, index: number) {
  for (const [at, one] of [...elements].entries()) one.toggleAttribute(name, at === index);
}

/**
 * Return the place for a typed coordinate such as "b12", or -1 if there is no such place.
 *
 * @param typed a lower-case letter, followed by digits
 */
function placeOf(typed: string, { rows, columns }: Grid) {
  const column = typed.charCodeAt(0) - 97;
  const row = Number(typed.slice(1)) - 1;
  return row >= 0 && row < rows && column < columns ? row * columns + column : -1;
}

/**
 * Make the board: the cells, the paper behind them, and the row and column names.
 *
 * @param say makes screen readers read a text
 * @param choice the buttons that choose which mark the next move places
 * @param advise shows advice about the place under the pointer, or removes the advice
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
  const cells = makeCells(ask, { columnNames, showPlace, showFall, say, advise }, choice);
  const field = element("div", { class: "ttt-field" }, paper.under, cells.root, paper.over);
  const root = element(
    "div",
    { class: "ttt-board", dir: "ltr" },
    element("div", { class: "ttt-sheet" }, columnNames, rowNames, field),
  );
  /** Traits that were drawn last. */
  let view: View;
  let laid = "";

  /** Rebuild the board for another grid. */
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
   * Show a place that a finger has chosen: its row, its column and the mark.
   *
   * @param place place to show, or -1 to show none
   */
  function showPlace(place: number) {
    const { grid } = view;
    const [row, column] = [Math.floor(place / grid.columns), place % grid.columns];
    flagOne(rowNames.children, "data-chosen", row);
    flagOne(columnNames.children, "data-chosen", column);
    root.toggleAttribute("data-choosing", place >= 0);
    const mark = choice.of(view);
    paper.choose(place, mark, colourOf(view, mark));
    if (place >= 0)
      say(joinSentences([spokenName(grid, grid.cells[place]), _("Tap again to play.")]));
  }
  /**
   * Show the place to which a mark would fall in the column under the pointer.
   *
   * @param place place to show, or -1 to show none
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
    // If the marks in a line belong to nobody, the line doesn't have a player's colour.
    const winner = choosesMark(view) ? null : view.winner;
    paper.draw(shownPosition(view), view.activity?.look ?? [], winner);
  }
  const { confirm, focus, release, takeKey } = cells;
  return { root, confirm, draw, focus, release, takeKey };
}

/** Parts of the board around the cells. */
interface Surroundings {
  /** Column headings. If marks fall, each heading is a button for its column. */
  columnNames: HTMLElement;
  /** Shows the place that a finger has chosen, or no place for -1. */
  showPlace: (place: number) => void;
  /** Shows the place to which a mark would fall, or no place for -1. */
  showFall: (place: number) => void;
  /** Makes screen readers read a text. */
  say: (text: string) => void;
  /** Shows advice, or removes the advice if the text is empty. */
  advise: (text: string) => void;
}

/**
 * Make the grid of cells. The grid is a single tab stop, in which keys move the focus. Pressing
 * a cell requests a move.
 */
function makeCells(
  ask: Ask,
  { columnNames, showPlace, showFall, say, advise }: Surroundings,
  choice: MarkChoice,
) {
  const root = element("div", { class: "ttt-rows", role: "grid" });
  let grid: Grid = { rows: 0, columns: 0, cells: [], block: 0, layers: false, falls: false };
  /** View that was drawn last. */
  let view: View;
  /** If marks slide, the cells to which each mark can go, by the mark's cell. */
  let slides = new Map<number, number[]>();
  /** Cell of the mark that a person has chosen to move, or -1. */
  let source = -1;
  /** Place of the mark that a pointer is dragging, or -1. */
  let dragged = -1;
  /** Buttons, by place. */
  let buttons: HTMLElement[] = [];
  /** Names for screen readers, by place. */
  let names: string[] = [];
  /** Place of the tab stop. */
  let focused = 0;
  /** What a person has typed of a coordinate so far. Any other action clears this text. */
  let typed = "";
  /** Cells in which a person is allowed to play. */
  let free = new Set<number>();
  /** Key for the game state that was drawn last. */
  let drawn = "";
  /** Place under the pointer if marks fall, otherwise -1. */
  let pointed = -1;
  let [round, ply] = [0, 0];
  /** Last press that made a move, and the state in which this happened. */
  let played = { round, ply, spot: -1, at: 0 };
  const taps = makeTaps({
    root,
    heads: columnNames,
    size: () => [grid.columns, grid.rows],
    target: (place) => (landing(place) < 0 ? place : landing(place)),
    isFree: (place) => free.has(grid.cells[place]),
    show: showPlace,
    nameOf: (place) => nameOf(grid.cells[place]),
    play(place, isChosen) {
      // If one tap chooses a square and another plays there, this isn't a double click.
      if (!isChosen && isSecond(place)) return;
      // Some browsers don't focus a pressed element, but keys must not go to the notebook.
      if (!grid.falls || !root.matches(":focus-within"))
        buttons[place].focus({ preventScroll: true });
      played = { round, ply, spot: spotOf(place), at: performance.now() };
      play(grid.cells[place]);
    },
  });

  /** Return the place to which a mark played at a place falls, or -1 if the column is full. */
  function landing(place: number) {
    const { cells, columns, falls } = grid;
    if (!falls) return free.has(cells[place]) ? place : -1;
    return cells.findIndex((cell, at) => free.has(cell) && (at - place) % columns === 0);
  }
  /** Show the place to which a mark played at a place would fall, or no place for -1. */
  function aim(place: number) {
    if (!grid.falls) return;
    pointed = place;
    const at = place < 0 ? -1 : landing(place);
    flagOne(buttons, "data-aimed", at);
    showFall(at);
  }
  function play(cell: number) {
    const { choices, sliding } = view;
    if (!sliding) {
      const index = Math.max(choices.indexOf(choice.of(view)), 0);
      ask("play", { cell: index * grid.cells.length + cell });
    } else if (cell === source) release();
    else if (free.has(cell) && slides.has(cell)) take(cell);
    // If no mark can move from this cell or to it, Python returns advice.
    else ask("play", { cell: (source < 0 ? cell : source) * grid.cells.length + cell });
  }
  /** Choose a mark to move. */
  function take(cell: number) {
    source = cell;
    draw(view);
    const mark = nameOf(cell);
    const squares = joinAnd((slides.get(cell) ?? []).map(nameOf));
    const told = fill("You chose {mark}. It can move to {squares}.", { mark, squares });
    advise(told);
    say(told);
  }
  /** Cancel the choice of a mark. Return whether a mark was chosen. */
  function release() {
    if (source < 0) return false;
    source = -1;
    draw(view);
    advise("");
    say(_("No mark is chosen."));
    return true;
  }
  function nameOf(cell: number) {
    return positionName(grid, cell);
  }
  /** Return whether a press is a double click's second press, which would play again. */
  function isSecond(place: number) {
    if (round !== played.round || spotOf(place) !== played.spot) return false;
    const isQuick = performance.now() - played.at <= DOUBLE_CLICK;
    return isQuick && (view.sliding || (ply > played.ply && free.has(grid.cells[place])));
  }
  /** Return the column of a place if marks fall, or the place itself if they don't. */
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
  /**
   * Move the focus while a person types a coordinate. After "b1", the focus is on b1. After
   * another "2", it is on b12.
   */
  function typeCoordinate(key: string) {
    const next = /^[a-z]$/i.test(key)
      ? key.toLowerCase()
      : /^[0-9]$/.test(key) && typed
        ? typed + key
        : "";
    const place = placeOf(next, grid);
    if (place >= 0) focusPlace(place);
    // On some keyboards, people need Shift to type a digit.
    if (key !== "Shift") typed = next;
    return next !== "";
  }
  /** React to a key. Return whether the key has a meaning. */
  function pressKey(event: KeyboardEvent) {
    const key = keyOf(event);
    const place = placeAfterKey(key, focused, grid);
    if (place >= 0) focusPlace(place);
    // A letter that is typed with Shift is a key for the whole widget. With CapsLock, the same
    // letter is an ordinary one.
    else if (event.shiftKey && /^[a-z]$/i.test(key)) return false;
    // Digits that belong to a coordinate don't choose a text.
    else if (!(typed && /\d/.test(key)) && choice.takeKey(key, view)) typed = "";
    // A hyphen can follow a coordinate, as in "a1-b2".
    else if (key === "-" && view.sliding && typed) {
      typed = "";
      play(grid.cells[focused]);
    } else if (hasCoordinates(grid)) return typeCoordinate(key);
    else if (/^[1-9]$/.test(key)) play(Number(key) - 1);
    else return false;
    return true;
  }
  /**
   * React to a key that is pressed outside the board. Return whether the key has a meaning. If
   * the key has one, the focus moves to the board.
   */
  function takeKey(event: KeyboardEvent) {
    // The first press on an arrow key only shows which square has the focus.
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
    surface.addEventListener("pointerleave", () => {
      dragged = -1;
      aim(-1);
    });
  }
  root.addEventListener("pointerdown", (event) => {
    const place = taps.placeAt(event);
    dragged = free.has(grid.cells[place]) && slides.has(grid.cells[place]) ? place : -1;
  });
  root.addEventListener("pointermove", (event) => {
    const cell = grid.cells[dragged];
    if (dragged >= 0 && cell !== source && taps.placeAt(event) !== dragged) take(cell);
  });
  root.addEventListener("pointerup", (event) => {
    const place = taps.placeAt(event);
    if (dragged >= 0 && place !== dragged) play(grid.cells[place]);
    dragged = -1;
  });
  columnNames.addEventListener("click", ({ target }) => {
    const place = placeOver(target as Element);
    if (grid.falls && place >= 0) taps.press(place);
  });

  /**
   * Return a cell's place. For a column's heading, return the column's first place. For any
   * other element, return -1.
   */
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
  /**
   * Make the element around a cell. For a small board's first cell, the element also names the
   * board.
   */
  function makePlace(button: HTMLElement, place: number) {
    const made = element("div", { role: "gridcell", class: "ttt-place" }, button);
    const { block, columns } = grid;
    const isFirst = block && place % block === 0 && Math.floor(place / columns) % block === 0;
    if (!isFirst) return made;
    const number = boardAt(grid, place) + 1;
    if (grid.layers) made.dataset.layer = fill("Layer {number}", { number });
    else made.dataset.board = String(number);
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
  function draw(next: View) {
    view = next;
    const position = shownPosition(view);
    const winning = new Set(position.winning_lines.flat());
    const look = new Set(view.activity?.look);
    const mark = choice.of(view);
    const isWrong = view.activity?.state === "wrong";
    const isTurn = isWrong || (!view.is_over && !view.viewed && !view.thinking);
    const isPerson = view.players[view.current_player] === "human";
    const legal = new Set(view.legal_moves);
    const offset = Math.max(view.choices.indexOf(mark), 0) * grid.cells.length;
    [round, ply] = [view.round, view.moves.length];
    const state = [round, ply, view.viewed_ply, view.thinking].join();
    if (state !== drawn) {
      taps.clear();
      if (source >= 0) advise("");
      source = -1;
    }
    drawn = state;
    // After a wrong move, the legal moves are for the position after it, not before it.
    slides = view.sliding ? findSlides() : new Map();
    const isFree = (cell: number) =>
      view.sliding
        ? slides.has(cell) || !!slides.get(source)?.includes(cell)
        : isWrong
          ? !position.board[cell]
          : legal.has(cell + offset);
    free = new Set(isTurn ? grid.cells.filter(isFree) : []);
    const hints = findHints(mark);
    const isShown = isTurn && isPerson;
    const colour = colourOf(view, mark);
    for (const part of [root, columnNames])
      setAttribute(part, "data-turn", isShown ? colour : null);
    setAttribute(root, "data-draws", isShown ? mark : null);
    root.style.setProperty("--text", JSON.stringify(mark));
    root.toggleAttribute("data-slides", view.sliding);
    const left = view.sources[(view.viewed_ply ?? ply) - 1] ?? -1;
    root.setAttribute("aria-label", fill("{game} board", { game: view.rules_title }));
    grid.cells.forEach((cell, place) => {
      const small = boardAt(grid, place);
      const lands = landing(place);
      const [owner, text] = [position.board[cell], position.cell_texts[cell] ?? ""];
      const placer = position.owners[cell] ?? owner;
      const isLast = cell === position.last_move;
      drawCell(buttons[place], {
        name: text ? spokenText(view, names[place], text, placer) : names[place],
        text,
        mark: owner,
        player: ownerOf(view, cell, position),
        isFree: free.has(cell),
        isLast,
        // How far the pointer has moved, in cells.
        slid: isLast && left >= 0 ? stepOf(place, grid.cells.indexOf(left)) : "",
        isSource: cell === source,
        isTarget: free.has(cell) && view.sliding === !owner,
        isWinning: winning.has(cell),
        isVanishing: cell === position.vanishing,
        isLook: look.has(cell),
        boardResult: position.small_boards[small] ?? null,
        isOpen: position.open_boards.includes(small),
        hint: hints.get(cell),
        lands: lands < 0 || lands === place ? "" : nameOf(grid.cells[lands]),
      });
    });
    aim(pointed);
  }
  /** Return the cells to which each mark can slide, by the mark's cell. */
  function findSlides() {
    const found = new Map<number, number[]>();
    for (const move of view.legal_moves) {
      const from = extraOf(grid, move);
      found.set(from, [...(found.get(from) ?? []), cellOf(grid, move)]);
    }
    return found;
  }
  /**
   * Return the hint for each cell. If the mark in the cell can slide, this is the hint for its
   * best move.
   */
  function findHints(mark: string) {
    const hints = new Map<number, MoveValue>();
    for (const move of view.values) {
      if (!move.is_marked || (move.choice ?? mark) !== mark) continue;
      const cell = source < 0 ? (move.source ?? move.cell) : move.cell;
      if (source >= 0 && move.source !== source) continue;
      const known = hints.get(cell);
      if (!known || move.score > known.score || move.is_best) hints.set(cell, move);
    }
    return hints;
  }
  /** Return the distance from one place to another, in columns and rows. */
  function stepOf(place: number, from: number) {
    const { columns } = grid;
    const rows = Math.floor(from / columns) - Math.floor(place / columns);
    return `${100 * ((from % columns) - (place % columns))}% ${100 * rows}%`;
  }
  return {
    root,
    confirm: taps.button,
    lay,
    draw,
    release,
    takeKey,
    focus: () => buttons[focused].focus({ preventScroll: true }),
  };
}

/** What a cell shows. */
export interface Content {
  /** Name of the cell. */
  name: string;
  mark: Mark | null;
  /** Text to draw instead of the mark, if any. */
  text: string;
  /** Player of the mark. */
  player: Mark | null;
  /** Whether a person is allowed to play here. */
  isFree: boolean;
  /** Whether the last move was in this cell. */
  isLast: boolean;
  /** Distance to the cell that the mark has left, or an empty text if the mark hasn't moved. */
  slid: string;
  /** Whether the mark in this cell is chosen to move. */
  isSource: boolean;
  /** Whether the chosen mark can move to this cell, or the mark here can be taken over. */
  isTarget: boolean;
  /** Whether the cell is in a line that ended the game. */
  isWinning: boolean;
  /** Whether the mark in this cell will vanish with the next move. */
  isVanishing: boolean;
  /** Whether a lesson highlights the cell. */
  isLook: boolean;
  /** Result of the cell's small board. */
  boardResult: Mark | "draw" | null;
  /** Whether the next move can be made in the cell's small board. */
  isOpen: boolean;
  /** Value of a move in this cell. */
  hint: MoveValue | undefined;
  /** Name of the cell to which a mark played here falls, if it isn't this cell. */
  lands: string;
}

/** Draw what a cell shows. */
function drawCell(button: HTMLElement, content: Content) {
  const { mark, text, player, isFree, isLast, isWinning, boardResult, isOpen, hint, slid } =
    content;
  // A mark that can be taken over has the signs of its hint, such as the star, in its corners.
  const shown = (!mark || content.isTarget) && hint;
  const isNew = drawOnce(button, [mark, text, player, shown], () => {
    const signs = shown ? drawHint(shown) : [];
    if (!mark) return signs;
    const made = drawMark(text || mark, { "data-mark": player ?? mark });
    made.toggleAttribute("data-slid", slid !== "");
    made.style.setProperty("--slid", slid);
    return [made, ...signs.slice(1)];
  });
  if (isNew) button.dataset.mark = mark ?? "";
  if (hint) button.dataset.value = hint.value ?? "estimate";
  else delete button.dataset.value;
  button.toggleAttribute("data-free", isFree);
  button.toggleAttribute("data-open", isOpen);
  button.toggleAttribute("data-closed", boardResult != null && !isOpen);
  button.toggleAttribute("data-best", hint?.is_best ?? false);
  button.toggleAttribute("data-last", isLast);
  button.toggleAttribute("data-source", content.isSource);
  button.toggleAttribute("data-winning", isWinning);
  button.toggleAttribute("data-vanishing", content.isVanishing);
  button.setAttribute("aria-label", spokenContent(content));
}

/** Return a cell's name and contents for screen readers. */
function spokenContent({
  name,
  mark,
  text,
  isLast,
  isSource,
  isTarget,
  isWinning,
  isVanishing,
  isLook,
  boardResult,
  isOpen,
  hint,
  lands,
}: Content) {
  const parts = text ? [name] : [name, mark ?? _("empty")];
  if (isLast) parts.push(_("last move"));
  if (isSource) parts.push(_("chosen"));
  if (isTarget) parts.push(_("possible move"));
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
