// @ts-check
// The board in a cell. Python holds the game: this file draws the traits it is
// given and sends requests, and knows no rule. One file, because a host imports
// it from a blob URL, where relative imports do not resolve.

/** @import { Mark, Model, MoveValue, Position, Traits } from "./types" */

/** The traits that say what is drawn of a game. @type {(keyof Position)[]} */
const POSITION = ["board", "guide", "last_move", "message", "open_boards", "small_boards", "winning_lines"];

/** The traits whose change is drawn. @type {(keyof Traits)[]} */
const DRAWN = [
  ...POSITION, "comment", "current_player", "grid", "hints", "is_game_over", "move_count", "names", "notice",
  "player_choices", "players", "review", "round", "rules", "rules_choices", "rules_summary",
  "rules_title", "scores", "status", "thinking", "values", "viewed", "viewed_ply", "winner",
];

/** The columns of the score. @type {(Mark | "draws")[]} */
const WHO = ["X", "draws", "O"];

/** After this long without an answer the board says that it waits. */
const WAITING_MS = 3000;
/** After this long it says that Python may be gone, and offers to try again. */
const LOST_MS = 8000;

const WAITING = "Waiting for Python…";
const LOST = "Python is busy or not running. If it was restarted, run this cell again.";

// Helpers without a page.

/** A random name that needs no secure context, as `crypto.randomUUID` would. */
function randomName() {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** @param {string} name of a player, as Python has it */
function playerTitle(name) {
  return name === "human" ? "Person" : name[0].toUpperCase() + name.slice(1);
}

/** Values as signs, for those who do not see the shade. */
const SIGNS = { win: "+", draw: "=", loss: "−" };

/**
 * A value as a sign, a word and how soon; an estimate as the chance to win.
 * @param {MoveValue} move
 */
function hintParts({ value, remoteness, score }) {
  const percent = String(Math.round((score + 1) * 50));
  if (!value) return { sign: "≈", text: `${percent} %`, name: `about ${percent} percent`, soon: percent };
  const sign = SIGNS[value];
  const soon = value === "draw" || remoteness == null ? "" : String(remoteness);
  return { sign, text: `${value}${soon && ` in ${soon}`}`, name: `${value}${soon && ` in ${soon} ${remoteness === 1 ? "ply" : "plies"}`}`, soon };
}

/**
 * The small board that a place of the grid lies in, or -1 where the board is one.
 * @param {Traits["grid"]} grid
 * @param {number} place
 */
function boardAt({ columns, block }, place) {
  if (!block) return -1;
  const across = columns / block;
  return Math.floor(place / columns / block) * across + Math.floor((place % columns) / block);
}

/**
 * What people call the cell at a place of the grid.
 * @param {Traits["grid"]} grid
 * @param {number} place
 */
function placeName(grid, place) {
  const row = Math.floor(place / grid.columns);
  const column = place % grid.columns;
  const { block } = grid;
  if (!block) return `row ${row + 1}, column ${column + 1}`;
  return `board ${boardAt(grid, place) + 1}, row ${(row % block) + 1}, column ${(column % block) + 1}`;
}

/** All boards but those of nine cells have coordinates. @param {Traits["grid"]} grid */
function hasCoordinates(grid) {
  return grid.cells.length !== 9;
}

/**
 * Where the focus goes from a place of the grid, or -1 when the key moves nothing.
 * @param {string} key
 * @param {number} place
 * @param {{ rows: number, columns: number, block: number }} grid
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
    case "PageUp": return row >= block ? place - block * columns : place;
    case "PageDown": return row < rows - block ? place + block * columns : place;
    default: return -1;
  }
}

// Pieces of the page.

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
function drawing(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @param {Mark} mark */
function drawMark(mark) {
  const strokes = mark === "X"
    ? [drawing("path", { d: "M24 24 76 76", pathLength: 1 }), drawing("path", { d: "M76 24 24 76", pathLength: 1 })]
    : [drawing("circle", { cx: 50, cy: 50, r: 28, pathLength: 1, transform: "rotate(-90 50 50)" })];
  const attributes = { class: "ttt-mark", "data-mark": mark, viewBox: "0 0 100 100", "aria-hidden": "true" };
  return drawing("svg", attributes, ...strokes);
}

/** @param {ReturnType<typeof hintParts>} worth */
function drawHint({ sign, text, soon }) {
  // Where a cell is too small for the word, the number of plies is enough.
  const parts = [element("b", {}, sign), element("span", { class: "ttt-word" }, text)];
  if (soon) parts.push(element("span", { class: "ttt-soon" }, soon));
  return element("span", { class: "ttt-hint" }, ...parts);
}

/**
 * A button that takes keys for itself. `aria-disabled` tells what may not be pressed now:
 * with `disabled` the focus would be lost, and the next key go to the notebook.
 * @param {string} label
 * @param {Record<string, string>} attributes
 * @param {() => void} press
 */
function makeButton(label, attributes, press) {
  const made = element("button", { type: "button", "data-lm-suppress-shortcuts": "true", ...attributes }, label);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/**
 * A chooser that shows what Python says, and asks for what the person picks.
 * @param {string} label
 * @param {(value: string) => void} pick
 */
function makeChooser(label, pick) {
  const select = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": label, "data-lm-suppress-shortcuts": "true" }));
  select.addEventListener("change", () => pick(select.value));
  return {
    root: select,
    /** @param {[string, string][]} choices @param {[string, string]} chosen */
    draw(choices, chosen) {
      const all = choices.some(([value]) => value === chosen[0]) ? choices : [...choices, chosen];
      const wanted = JSON.stringify(all);
      if (select.dataset.drawn !== wanted) {
        select.dataset.drawn = wanted;
        select.replaceChildren(...all.map(([value, text]) => element("option", { value }, text)));
      }
      select.value = chosen[0];
    },
  };
}

/** @param {Element} target @param {boolean} allowed */
function allow(target, allowed) {
  target.setAttribute("aria-disabled", String(!allowed));
}

/** @param {Element} target @param {string} text */
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

// The line to Python.

/**
 * Send requests, and keep watch until each is answered.
 *
 * Until Python has answered the first one (`hello`) nothing else is sent: the
 * first request is kept and follows then, so that no click is lost while Python
 * starts. A request that is sent again has the same name, so Python applies it once.
 *
 * @param {Model} model
 * @param {{
 *   answered: (answer: { ok: boolean, code: string, message: string }) => void,
 *   silent: (text: string, lost: boolean) => void,
 *   heard: () => void,
 * }} on
 */
function openLine(model, on) {
  const client = randomName();
  /** @type {Map<string, object>} */
  const waiting = new Map();
  /** @type {{ request: string } | null} */
  let kept = null;
  let greeted = false;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];

  function stopWatch() {
    timers.forEach(clearTimeout);
    timers = [];
  }
  function startWatch() {
    stopWatch();
    timers = [
      setTimeout(() => on.silent(WAITING, false), WAITING_MS),
      setTimeout(() => on.silent(LOST, true), LOST_MS),
    ];
  }
  function lose() {
    stopWatch();
    on.silent(LOST, true);
  }
  /** @param {{ request: string }} message */
  function post(message) {
    waiting.set(message.request, message);
    if (!timers.length) startWatch();
    try {
      Promise.resolve(/** @type {unknown} */ (model.send(message))).catch(lose);
    } catch {
      lose();
    }
  }
  /** @param {string} kind @param {object} details */
  function ask(kind, details = {}) {
    const seen = { round: model.get("round"), ply: model.get("move_count") };
    const message = { kind, ...details, ...seen, request: randomName(), client };
    if (greeted || kind === "hello") post(message);
    else kept ??= message;
  }
  /** @param {any} content */
  function receive(content) {
    if (content?.kind === "progress" && waiting.size) {
      startWatch();
      on.heard();
    }
    if (content?.kind !== "ack" || content.client !== client) return;
    if (!waiting.delete(content.request)) return;
    if (waiting.size) startWatch();
    else stopWatch();
    on.heard();
    on.answered(content);
    if (greeted) return;
    greeted = true;
    if (kept) post(kept);
    kept = null;
  }

  model.on("msg:custom", receive);
  return {
    ask,
    retry() {
      on.silent(WAITING, false);
      startWatch();
      for (const message of waiting.values()) post(/** @type {{ request: string }} */ (message));
    },
    close() {
      stopWatch();
      model.off("msg:custom", receive);
    },
  };
}

// The board itself.

/**
 * The grid of cells: drawn from the state, focused by keys, pressed by the person.
 * @param {(cell: number) => void} press
 */
function makeBoard(press) {
  const rows = element("div", { class: "ttt-rows", role: "grid" });
  const overlay = drawing("svg", { class: "ttt-lines", "aria-hidden": "true", preserveAspectRatio: "none" });
  const columnNames = element("div", { class: "ttt-row ttt-column-names", "aria-hidden": "true" });
  const rowNames = element("div", { class: "ttt-row-names", "aria-hidden": "true" });
  const field = element("div", { class: "ttt-field" }, rows, overlay);
  const root = element("div", { class: "ttt-board" }, element("div", { class: "ttt-sheet" }, columnNames, rowNames, field));
  /** @type {HTMLElement[]} */
  let buttons = [];
  /** @type {Traits["grid"]} */
  let grid = { rows: 0, columns: 0, cells: [], block: 0 };
  let drawnGrid = "";
  let focused = 0;
  let typed = "";

  /** @param {number} place */
  function focusPlace(place) {
    buttons[focused].tabIndex = -1;
    focused = place;
    buttons[place].tabIndex = 0;
    buttons[place].focus();
  }
  /** Typing a coordinate moves there: "b", "1", "2" goes to b1, then to b12. @param {string} key */
  function typeCoordinate(key) {
    if (/^[a-z]$/i.test(key)) typed = key.toLowerCase();
    else if (/^[0-9]$/.test(key) && typed) typed += key;
    else return false;
    const column = typed.charCodeAt(0) - 97;
    const row = Number(typed.slice(1)) - 1;
    if (row >= 0 && row < grid.rows && column < grid.columns) focusPlace(row * grid.columns + column);
    return true;
  }
  rows.addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, altKey } = /** @type {KeyboardEvent} */ (event);
    if (ctrlKey || metaKey || altKey) return;
    const place = placeAfterKey(key, focused, grid);
    if (place >= 0) focusPlace(place);
    else if (hasCoordinates(grid)) {
      if (!typeCoordinate(key)) return;
    } else if (/^[1-9]$/.test(key) && buttons.length === 9) press(Number(key) - 1);
    else return;
    event.preventDefault();
  });

  /** @param {Traits["grid"]} next */
  function lay(next) {
    grid = next;
    focused = 0;
    root.style.setProperty("--columns", String(grid.columns));
    overlay.setAttribute("viewBox", `0 0 ${grid.columns} ${grid.rows}`);
    buttons = grid.cells.map((cell, place) => {
      const button = makeButton("", { class: "ttt-cell", tabindex: place ? "-1" : "0" }, () => press(cell));
      button.addEventListener("focus", () => {
        if (focused === place) return;
        buttons[focused].tabIndex = -1;
        focused = place;
        button.tabIndex = 0;
      });
      button.dataset.position = String(cell + 1);
      return button;
    });
    const named = hasCoordinates(grid);
    columnNames.replaceChildren(...Array.from({ length: named ? grid.columns : 0 }, (_, at) => element("span", {}, String.fromCharCode(97 + at))));
    rowNames.replaceChildren(...Array.from({ length: named ? grid.rows : 0 }, (_, at) => element("span", {}, String(at + 1))));
    rows.replaceChildren(...Array.from({ length: grid.rows }, (_, row) => {
      const cells = buttons.slice(row * grid.columns, (row + 1) * grid.columns).map((button, column) => {
        const cell = element("div", { role: "gridcell", class: "ttt-place" }, button);
        cell.toggleAttribute("data-block-start", !!grid.block && column > 0 && column % grid.block === 0);
        return cell;
      });
      const line = element("div", { role: "row", class: "ttt-row" }, ...cells);
      line.toggleAttribute("data-block-start", !!grid.block && row > 0 && row % grid.block === 0);
      return line;
    }));
  }

  /** @param {Position} position @param {string} label @param {Traits["grid"]} next @param {MoveValue[]} values */
  function draw(position, label, next, values) {
    const wanted = JSON.stringify(next);
    if (wanted !== drawnGrid) lay(next);
    drawnGrid = wanted;
    rows.setAttribute("aria-label", label);
    const winning = new Set(position.winning_lines.flat());
    const hints = new Map(values.map((move) => [move.cell, move]));
    grid.cells.forEach((cell, place) => {
      const board = boardAt(grid, place);
      drawCell(place, {
        mark: position.board[cell],
        isLast: cell === position.last_move,
        isWinning: winning.has(cell),
        boardResult: position.small_boards[board] ?? null,
        isOpen: position.open_boards.includes(board),
        hint: hints.get(cell),
      });
    });
    drawOverlay(position);
  }
  /**
   * @param {number} place
   * @param {{
   *   mark: Mark | null, isLast: boolean, isWinning: boolean,
   *   boardResult: Mark | "draw" | null, isOpen: boolean, hint: MoveValue | undefined,
   * }} content
   */
  function drawCell(place, { mark, isLast, isWinning, boardResult, isOpen, hint }) {
    const button = buttons[place];
    const worth = hint && hintParts(hint);
    button.toggleAttribute("data-open", isOpen);
    button.toggleAttribute("data-closed", boardResult != null && !isOpen);
    const wanted = mark ?? (worth ? worth.sign + worth.text : "");
    if (button.dataset.drawn !== wanted) {
      button.dataset.drawn = wanted;
      button.dataset.mark = mark ?? "";
      button.replaceChildren(...(mark ? [drawMark(mark)] : worth ? [drawHint(worth)] : []));
    }
    if (hint) button.dataset.value = hint.value ?? "estimate";
    else delete button.dataset.value;
    button.toggleAttribute("data-best", hint?.is_best ?? false);
    button.toggleAttribute("data-last", isLast);
    button.toggleAttribute("data-winning", isWinning);
    const name = [placeName(grid, place), mark ?? "empty"];
    if (isLast) name.push("last move");
    if (isWinning) name.push("in the line");
    if (boardResult) name.push(boardResult === "draw" ? "board drawn" : `board won by ${boardResult}`);
    if (isOpen) name.push("open");
    if (worth) name.push(worth.name);
    if (hint?.is_best) name.push("best");
    button.setAttribute("aria-label", name.join(", "));
  }
  /** Where a line is drawn to: the middle of the cell, or of its small board. @param {number} cell */
  function middleOf(cell) {
    const place = grid.cells.indexOf(cell);
    const size = grid.block || 1;
    const at = [place % grid.columns, Math.floor(place / grid.columns)];
    return at.map((index) => (Math.floor(index / size) + 0.5) * size);
  }
  /** What lies over the cells: won small boards, the ones in play, lines. @param {Position} position */
  function drawOverlay({ small_boards: smallBoards, open_boards: openBoards, winning_lines: lines }) {
    const wanted = JSON.stringify([smallBoards, openBoards, lines]);
    if (overlay.dataset.drawn === wanted) return;
    overlay.dataset.drawn = wanted;
    const { block, columns } = grid;
    const drawn = [];
    for (const [board, result] of smallBoards.entries()) {
      const [x, y] = [(board % (columns / block)) * block, Math.floor(board / (columns / block)) * block];
      if (result === "X" || result === "O") {
        const mark = drawMark(result);
        for (const [key, value] of Object.entries({ x, y, width: block, height: block })) mark.setAttribute(key, String(value));
        drawn.push(mark);
      }
      if (openBoards.includes(board)) {
        drawn.push(drawing("rect", { class: "ttt-open", x: x + 0.02, y: y + 0.02, width: block - 0.04, height: block - 0.04, rx: 0.16 }));
      }
    }
    for (const line of lines) {
      const [[x1, y1], [x2, y2]] = [middleOf(line[0]), middleOf(line[line.length - 1])];
      // A third of a cell longer at both ends, so that it crosses the marks.
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [((x2 - x1) / length) * 0.34, ((y2 - y1) / length) * 0.34];
      drawn.push(drawing("path", { class: "ttt-line", d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 }));
    }
    overlay.replaceChildren(...drawn);
  }

  return {
    root,
    draw,
    /** @param {number} cell */
    nameOf: (cell) => placeName(grid, grid.cells.indexOf(cell)),
  };
}

/**
 * Draw a board on `el` and keep it true to the model.
 * @param {{ model: Model, el: HTMLElement }} host
 */
function render({ model, el }) {
  let refusal = "";
  let repeats = 0;

  const line = openLine(model, {
    answered({ ok, code, message }) {
      // A stale click needs no word: the board that is there now says it all.
      refusal = ok || code === "stale" ? "" : message;
      repeats += 1;
      draw();
    },
    silent(text, lost) {
      root.dataset.connection = lost ? "lost" : "waiting";
      setText(noticeText, text);
      notice.hidden = false;
      retry.hidden = !lost;
    },
    heard() {
      root.dataset.connection = "live";
      notice.hidden = true;
    },
  });

  const board = makeBoard((cell) => line.ask("play", { cell }));
  const rules = makeChooser("Game", (name) => line.ask("rules", { rules: name }));
  const summary = element("p");
  const help = element("details", {}, element("summary", { "data-lm-suppress-shortcuts": "true" }, "Rules"), summary);
  const players = element("ul", { class: "ttt-players", "aria-label": "Players and scores" });
  /** @type {Record<string, { card: HTMLElement, name: Element, score: Element }>} */
  const cards = {};
  /** @type {Record<Mark, ReturnType<typeof makeChooser>>} */
  const seats = {
    X: makeChooser("Who plays X", (player) => line.ask("player", { mark: "X", player })),
    O: makeChooser("Who plays O", (player) => line.ask("player", { mark: "O", player })),
  };
  for (const who of WHO) {
    const [name, score] = [element("span", { class: "ttt-name" }), element("span", { class: "ttt-score" })];
    const parts = who === "draws" ? [name, score] : [drawMark(who), name, score, seats[who].root];
    const card = element("li", { class: "ttt-player", "data-who": who }, ...parts);
    cards[who] = { card, name, score };
    players.append(card);
  }
  const moved = element("span", { class: "ttt-unseen" });
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const status = element("p", { class: "ttt-status", role: "status", "aria-atomic": "true" }, moved, refused, message, guide);
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () => look(-1));
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () => look(1));
  const now = makeButton("Now", {}, () => line.ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const history = element("div", { class: "ttt-bar", role: "group", "aria-label": "History" }, back, ply, forward, now);
  const hints = makeButton("Hints", {}, () => line.ask("hints", { on: !model.get("hints") }));
  const actions = element(
    "div",
    { class: "ttt-bar" },
    makeButton("New game", { class: "ttt-main" }, () => line.ask("new_game")),
    hints,
    makeButton("Reset scores", {}, () => line.ask("reset_scores")),
  );
  const noticeText = element("span");
  const retry = makeButton("Retry", {}, line.retry);
  const notice = element("div", { class: "ttt-notice", role: "alert" }, noticeText, retry);
  notice.hidden = true;
  const panel = element("div", { class: "ttt-panel" }, element("div", { class: "ttt-rules" }, rules.root, help), players, status);
  const comment = element("p", { class: "ttt-comment" });
  const review = element("div", { class: "ttt-review", role: "group", "aria-label": "The moves and what each was worth" });
  const controls = element("div", { class: "ttt-panel" }, notice, comment, history, review, actions);
  const table = element("div", { class: "ttt-table" }, panel, board.root, controls);
  const root = element("section", { class: "ttt", "aria-label": "Tic-tac-toe" }, table);

  // Single keys belong to the board while it has the focus, not to the notebook.
  root.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && event.key !== "Tab") event.stopPropagation();
  });

  /** @param {number} step */
  function look(step) {
    const count = model.get("moves").length;
    line.ask("view", { to: (model.get("viewed_ply") ?? count) + step });
  }

  function drawPlayers() {
    const [scores, names, chosen] = [model.get("scores"), model.get("names"), model.get("players")];
    // Whose turn it is now would contradict the message of a position looked back at.
    const now = model.get("is_game_over") ? model.get("winner") : model.get("current_player");
    const active = model.get("viewed") ? null : now;
    /** @type {[string, string][]} */
    const choices = model.get("player_choices").map((name) => [name, playerTitle(name)]);
    for (const who of WHO) {
      const { card, name, score } = cards[who];
      setText(name, who === "draws" ? "Draws" : names[who]);
      setText(score, String(scores[who]));
      card.toggleAttribute("data-active", who === active);
      if (who !== "draws") seats[who].draw(choices, [chosen[who], chosen[who]]);
    }
  }

  function drawHistory() {
    const viewed = model.get("viewed_ply");
    const count = model.get("moves").length;
    const at = viewed ?? count;
    root.toggleAttribute("data-looking-back", viewed != null);
    setText(ply, `Move ${at} of ${count}`);
    now.classList.toggle("ttt-main", viewed != null);
    allow(back, at > 0);
    allow(forward, at < count);
    allow(now, viewed != null);
  }

  /** The strip of moves after the game; each leads back to what it made of the board. */
  function drawReview() {
    const moves = model.get("review");
    const wanted = JSON.stringify(moves);
    if (review.dataset.drawn !== wanted) {
      review.dataset.drawn = wanted;
      review.replaceChildren(...moves.map(({ ply, player, cell, verdict, best, played }) => {
        const label = `${player}${cell + 1} ${played ? SIGNS[played] : "≈"}${verdict === "worse" ? " ?" : ""}`;
        const lost = { worse: `, a ${best} given away`, slower: ", not the quickest way", best: "", unknown: "" }[verdict];
        // The label comes first, for voice control.
        const name = `${label} Move ${ply + 1}: ${played ?? "estimate"}${lost}`;
        const attributes = { "aria-label": name, title: name, "data-verdict": verdict };
        return makeButton(label, attributes, () => line.ask("view", { to: ply + 1 }));
      }));
    }
    const at = model.get("viewed_ply") ?? moves.length;
    [...review.children].forEach((button, ply) => {
      if (ply + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }

  function draw() {
    const position = model.get("viewed")
      ?? /** @type {any} */ (Object.fromEntries(POSITION.map((name) => [name, model.get(name)])));
    root.dataset.status = model.get("status");
    const { cells, columns } = model.get("grid");
    table.dataset.size = cells.length <= 9 ? "small" : columns <= 9 ? "medium" : "large";
    const title = model.get("rules_title");
    rules.draw(model.get("rules_choices"), [model.get("rules"), title]);
    setText(summary, model.get("rules_summary"));
    board.draw(position, `${title} board`, model.get("grid"), model.get("values"));
    hints.setAttribute("aria-pressed", String(model.get("hints")));
    const last = position.last_move;
    setText(moved, last == null ? "" : `${position.board[last]}, ${board.nameOf(last)}. `);
    // The same refusal twice is two events for a screen reader: the text must differ.
    setText(refused, refusal && refusal + (repeats % 2 ? "\u200b" : ""));
    setText(message, position.message);
    const [notice, thinking] = [model.get("notice"), model.get("thinking")];
    setText(guide, notice || (thinking ? `${model.get("names")[thinking]} is thinking…` : position.guide));
    guide.toggleAttribute("data-alert", notice !== "");
    root.toggleAttribute("data-thinking", thinking != null);
    setText(comment, model.get("comment"));
    root.toggleAttribute("data-hints", model.get("hints"));
    drawPlayers();
    drawHistory();
    drawReview();
  }

  // Some hosts tell of each trait as it is set: draw once, when all are.
  let isDue = false;
  let isOpen = true;
  function changed() {
    refusal = "";
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (isOpen) draw();
    });
  }

  draw();
  el.append(root);
  for (const name of DRAWN) model.on(`change:${name}`, changed);
  line.ask("hello");
  return () => {
    isOpen = false;
    line.close();
    for (const name of DRAWN) model.off(`change:${name}`, changed);
    root.remove();
  };
}

export default {
  /** @param {{ model: Model, el: HTMLElement }} host */
  render(host) {
    try {
      return render(host);
    } catch (error) {
      host.el.append(element("pre", { class: "ttt-error" }, `The board cannot be drawn: ${error}`));
      throw error;
    }
  },
};
