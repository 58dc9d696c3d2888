// @ts-check
// The board in a cell. Python holds the game: this file draws the traits it is
// given and sends requests, and knows no rule.
//
// From top to bottom: helpers that need no page, the pieces of the screen, and `render`,
// which ties them together.

import { allow, drawOnce, drawing, element, keepKeys, makeButton, renderOrSay, setText } from "./elements.js";
import { columnLetter, hasCoordinates, positionName } from "./grid.js";
import { drawLater, makeChooser, makeLine, makeNotice, viewOf } from "./line.js";
import { boardAt, cornerOf, drawMark, drawWon } from "./marks.js";

/** @import { AnyWidget } from "@anywidget/types" */
/** @import { Ask } from "./line.js" */
/** @import { Answer, Grid, Mark, Model, MoveValue, Position, Traits, Value } from "./types" */

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = /** @type {const} */ ([
  "board", "comment", "current_player", "grid", "guide", "hints", "is_game_over", "last_move", "message",
  "moves", "names", "notice", "open_boards", "player_choices", "players", "review", "rules",
  "rules_choices", "rules_summary", "rules_title", "scores", "small_boards", "status", "thinking",
  "values", "viewed", "viewed_ply", "winner", "winning_lines",
]);

/** Those of them that arrive once they are worked out; nobody has made a move. @type {readonly string[]} */
const WORKED_OUT = ["comment", "review", "values"];

/** The traits that say which state a person saw; every request carries them. */
const SEEN = /** @type {const} */ (["round", "move_count"]);

/** @typedef {Readonly<Pick<Traits, typeof DRAWN[number]>>} View */

// Helpers that need no page.

/** Return how the chooser shows a player. @param {string} name of the player in Python */
function playerTitle(name) {
  return name === "human" ? "Person" : name[0].toUpperCase() + name.slice(1);
}

/** Values as signs, for those who do not see the shade. @type {Record<Value, string>} */
const SIGNS = { win: "+", draw: "=", loss: "−" };

/**
 * Return a value as a sign, a word and how soon; an estimate as the chance to win.
 * @param {MoveValue} move
 */
function hintParts({ value, remoteness, score }) {
  if (!value) {
    const percent = String(Math.round((score + 1) * 50));
    return { sign: "≈", text: `${percent} %`, name: `about ${percent} percent`, soon: percent };
  }
  const soon = value === "draw" || remoteness == null ? "" : String(remoteness);
  const plies = remoteness === 1 ? "ply" : "plies";
  return {
    sign: SIGNS[value],
    text: soon ? `${value} in ${soon}` : value,
    name: soon ? `${value} in ${soon} ${plies}` : value,
    soon,
  };
}

/**
 * Return the spoken name of a cell: what people call it, then where it lies.
 * @param {Grid} grid
 * @param {number} cell
 */
function spokenName(grid, cell) {
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

/** Return what is drawn of the game: as one looks back at it, or as it is now. @param {View} view @returns {Position} */
function shownPosition(view) {
  return view.viewed ?? view;
}

/** Make what an empty cell shows of its worth. @param {ReturnType<typeof hintParts>} worth */
function drawHint({ sign, text, soon }) {
  // Where a cell is too small for the word, the number of plies is enough.
  const plies = soon ? [element("span", { class: "ttt-soon" }, soon)] : [];
  return element("span", { class: "ttt-hint" }, element("b", {}, sign), element("span", { class: "ttt-word" }, text), ...plies);
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** Make the choice of the game, with its rules in words. @param {Ask} ask */
function makeRules(ask) {
  const chooser = makeChooser("Game", (rules) => ask("rules", { rules }));
  const summary = element("p");
  const help = element("details", {}, element("summary", { "data-lm-suppress-shortcuts": "true" }, "Rules"), summary);
  const root = element("div", { class: "ttt-rules" }, chooser.root, help);

  /** @param {View} view */
  function draw({ rules, rules_choices: choices, rules_summary: text, rules_title: title }) {
    chooser.draw(choices, [rules, title]);
    setText(summary, text);
  }
  return { root, draw };
}

/** Make the cards of the players and of the draws. @param {Ask} ask */
function makePlayers(ask) {
  const cards = [makePlayerCard("X", ask), makeDrawsCard(), makePlayerCard("O", ask)];
  const attributes = { class: "ttt-players", "aria-label": "Players and scores" };
  const root = element("ul", attributes, ...cards.map((card) => card.root));

  /** @param {View} view */
  function draw(view) {
    for (const card of cards) card.draw(view);
  }
  return { root, draw };
}

/** Make the card of a player: name, score, and who plays. @param {Mark} mark @param {Ask} ask */
function makePlayerCard(mark, ask) {
  const name = element("span", { class: "ttt-name" });
  const score = element("span", { class: "ttt-score" });
  const seat = makeChooser(`Who plays ${mark}`, (player) => ask("player", { mark, player }));
  const root = element("li", { class: "ttt-player", "data-who": mark }, drawMark(mark), name, score, seat.root);

  /** @param {View} view */
  function draw({ scores, names, players, player_choices: choices, is_game_over: isOver, winner, current_player: mover, viewed }) {
    setText(name, names[mark]);
    setText(score, String(scores[mark]));
    // Whose turn it is now would contradict the message of a position looked back at.
    root.toggleAttribute("data-active", !viewed && mark === (isOver ? winner : mover));
    seat.draw(choices.map((player) => [player, playerTitle(player)]), [players[mark], players[mark]]);
  }
  return { root, draw };
}

/** Make the card that counts the draws. */
function makeDrawsCard() {
  const name = element("span", { class: "ttt-name" }, "Draws");
  const score = element("span", { class: "ttt-score" });
  const root = element("li", { class: "ttt-player", "data-who": "draws" }, name, score);

  /** @param {View} view */
  function draw({ scores }) {
    setText(score, String(scores.draws));
  }
  return { root, draw };
}

/** Make the live region, which says what happened and what is to be done. */
function makeStatus() {
  const moved = element("span", { class: "ttt-unseen" });
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status", role: "status", "aria-atomic": "true" }, moved, refused, message, guide);

  /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
  function draw(view, refusal) {
    const { grid, names, notice, thinking } = view;
    const { board, guide: advice, last_move: last, message: text } = shownPosition(view);
    setText(moved, last == null ? "" : `${board[last]}, ${spokenName(grid, last)}. `);
    setText(refused, refusal);
    setText(message, text);
    setText(guide, notice || (thinking ? `${names[thinking]} is thinking…` : advice));
    guide.toggleAttribute("data-alert", notice !== "");
  }
  return { root, draw };
}

/** Make the comment on the last move. */
function makeComment() {
  const root = element("p", { class: "ttt-comment" });
  /** @param {View} view */
  function draw({ comment }) {
    setText(root, comment);
  }
  return { root, draw };
}

/** Make the buttons that look back at earlier moves. @param {Ask} ask */
function makeHistory(ask) {
  /** The ply that is shown. */
  let at = 0;
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () => ask("view", { to: at - 1 }));
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () => ask("view", { to: at + 1 }));
  const now = makeButton("Now", {}, () => ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const root = element("div", { class: "ttt-bar", role: "group", "aria-label": "History" }, back, ply, forward, now);

  /** @param {View} view */
  function draw({ moves, viewed_ply: viewed }) {
    const last = moves.length;
    at = viewed ?? last;
    setText(ply, `Move ${at} of ${last}`);
    now.classList.toggle("ttt-main", viewed != null);
    allow(back, at > 0);
    allow(forward, at < last);
    allow(now, viewed != null);
  }
  return { root, draw };
}

/** Make the strip of moves after the game; each leads back to what it made of the board. @param {Ask} ask */
function makeReview(ask) {
  const label = "The moves and what each was worth";
  const root = element("div", { class: "ttt-review", role: "group", "aria-label": label });

  /** @param {Traits["review"][number] & { position: string }} move */
  function makeMove({ ply, player, position, verdict, best, played }) {
    const mistake = verdict === "worse" ? " ?" : "";
    const text = `${player}${position} ${played ? SIGNS[played] : "≈"}${mistake}`;
    const slower = played === "win" ? ", not the quickest way" : ", could have held out longer";
    const lost = { worse: `, a ${best} given away`, slower, best: "", unknown: "" }[verdict];
    // The label comes first, for voice control.
    const name = `${text} Move ${ply + 1}: ${played ?? "estimate"}${lost}`;
    const attributes = { "aria-label": name, title: name, "data-verdict": verdict };
    return makeButton(text, attributes, () => ask("view", { to: ply + 1 }));
  }
  /** @param {View} view */
  function draw({ grid, review, viewed_ply: viewed }) {
    const moves = review.map((move) => ({ ...move, position: positionName(grid, move.cell) }));
    drawOnce(root, moves, () => moves.map(makeMove));
    const at = viewed ?? review.length;
    [...root.children].forEach((button, ply) => {
      if (ply + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
  return { root, draw };
}

/** Make the buttons below the board. @param {Ask} ask */
function makeActions(ask) {
  let isOn = false;
  const newGame = makeButton("New game", { class: "ttt-main" }, () => ask("new_game"));
  const hints = makeButton("Hints", {}, () => ask("hints", { on: !isOn }));
  const reset = makeButton("Reset scores", {}, () => ask("reset_scores"));
  const root = element("div", { class: "ttt-bar" }, newGame, hints, reset);

  /** @param {View} view */
  function draw(view) {
    isOn = view.hints;
    hints.setAttribute("aria-pressed", String(isOn));
  }
  return { root, draw };
}

/** Make the board: the cells, what lies over them, and the names of rows and columns. @param {Ask} ask */
function makeBoard(ask) {
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

/** Make what lies over the cells: won small boards, the ones in play, lines. */
function makeOverlay() {
  const root = drawing("svg", { class: "ttt-lines", "aria-hidden": "true", preserveAspectRatio: "none" });

  /** @type {Grid} */
  let grid;

  /** Lie over the cells of another grid. @param {Grid} next */
  function lay(next) {
    grid = next;
    root.setAttribute("viewBox", `0 0 ${grid.columns} ${grid.rows}`);
  }
  /** @param {Position} position */
  function draw({ small_boards: smallBoards, open_boards: openBoards, winning_lines: lines }) {
    drawOnce(root, [grid, smallBoards, openBoards, lines], () => [
      ...smallBoards.flatMap((result, at) => drawSmallBoard(grid, at, result, openBoards.includes(at))),
      ...lines.map((line) => drawLine(grid, line)),
    ]);
  }
  return { root, lay, draw };
}

/**
 * Draw over a small board who has won it, and a frame where it may be played.
 * @param {Grid} grid
 * @param {number} at
 * @param {Mark | "draw" | null} result
 * @param {boolean} isOpen
 */
function drawSmallBoard(grid, at, result, isOpen) {
  const drawn = drawWon(grid, at, result);
  if (isOpen) {
    const [x, y] = cornerOf(grid, at);
    const side = grid.block - 0.04;
    const frame = { x: x + 0.02, y: y + 0.02, width: side, height: side, rx: 0.16 };
    drawn.push(drawing("rect", { class: "ttt-open", ...frame }));
  }
  return drawn;
}

/** Draw a line through the cells that ended the game. @param {Grid} grid @param {number[]} line */
function drawLine(grid, line) {
  const [[x1, y1], [x2, y2]] = [middleOf(grid, line[0]), middleOf(grid, line[line.length - 1])];
  // A third of a cell longer at both ends, so that it crosses the marks.
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [((x2 - x1) / length) * 0.34, ((y2 - y1) / length) * 0.34];
  return drawing("path", { class: "ttt-line", d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
}

/** Return where a line is drawn to: the middle of the cell, or of its small board. @param {Grid} grid @param {number} cell */
function middleOf(grid, cell) {
  const place = grid.cells.indexOf(cell);
  const size = grid.block || 1;
  const at = [place % grid.columns, Math.floor(place / grid.columns)];
  return at.map((index) => (Math.floor(index / size) + 0.5) * size);
}

// All of it together.

/** Make the whole screen. @param {ReturnType<typeof makeLine>} line */
function makeScreen({ ask, retry }) {
  const [rules, players, status, board] = [makeRules(ask), makePlayers(ask), makeStatus(), makeBoard(ask)];
  const [comment, history, review, actions] = [makeComment(), makeHistory(ask), makeReview(ask), makeActions(ask)];
  const notice = makeNotice(retry);
  const above = element("div", { class: "ttt-panel ttt-controls" }, rules.root, players.root, status.root);
  const below = element("div", { class: "ttt-panel ttt-controls" }, ...[notice, comment, history, review, actions].map((piece) => piece.root));
  const table = element("div", { class: "ttt-table" }, above, board.root, below);
  const root = element("section", { class: "ttt", "aria-label": "Tic-tac-toe" }, table);

  keepKeys(root);

  return {
    root,
    notice,
    /** @param {View} view @param {string} refusal why the last request was refused, or nothing */
    draw(view, refusal) {
      const { cells, columns } = view.grid;
      table.dataset.size = cells.length <= 9 ? "small" : columns <= 9 ? "medium" : "large";
      root.dataset.status = view.status;
      root.toggleAttribute("data-hints", view.hints);
      root.toggleAttribute("data-looking-back", view.viewed_ply != null);
      root.toggleAttribute("data-thinking", view.thinking != null);
      for (const piece of [rules, players, board, comment, history, review, actions]) piece.draw(view);
      status.draw(view, refusal);
    },
  };
}

/**
 * Draw a board on `el` and keep it true to the model, until what is returned is called.
 * @param {{ model: Model, el: HTMLElement }} host
 */
function render({ model, el }) {
  const view = viewOf(model, DRAWN);
  const line = makeLine(model, () => ({ round: model.get("round"), ply: model.get("move_count") }));
  const screen = makeScreen(line);
  let refusal = "";
  let answers = 0;
  let isOpen = true;

  const draw = () => screen.draw(view, refusal);
  const drawSoon = drawLater(() => { if (isOpen) draw(); });
  /** A refusal stands until the board changes. */
  function changed() {
    refusal = "";
    drawSoon();
  }
  /** @param {Answer} answer */
  function answered({ ok, code, message }) {
    answers += 1;
    // What a request changed is drawn by then, unless there is a refusal to be taken back.
    if (ok && !refusal) return;
    // A stale click needs no word: the board that is there now says it all. The same
    // refusal twice is two events for a screen reader: the text must differ.
    refusal = ok || code === "stale" || !message ? "" : message + (answers % 2 ? "\u200b" : "");
    draw();
  }

  draw();
  el.append(screen.root);
  /** @type {[string, () => void][]} */
  const listeners = [...DRAWN, ...SEEN].map((name) => [`change:${name}`, WORKED_OUT.includes(name) ? drawSoon : changed]);
  for (const [event, listener] of listeners) model.on(event, listener);
  line.open({ ...screen.notice, answered });
  return () => {
    isOpen = false;
    line.close();
    for (const [event, listener] of listeners) model.off(event, listener);
    screen.root.remove();
  };
}

/** @satisfies {AnyWidget<Traits>} */
export default {
  render: renderOrSay("The board", render),
};
