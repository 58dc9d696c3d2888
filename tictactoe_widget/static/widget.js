// @ts-check
// The board in a cell. Python holds the game: this file draws the traits it is
// given and sends requests, and knows no rule. One file, because a host imports
// it from a blob URL, where relative imports do not resolve.

/** @typedef {"X" | "O"} Mark */

/**
 * What is drawn of a game, now or as one looks back at it.
 * @typedef {object} Position
 * @property {(Mark | null)[]} board
 * @property {number[][]} winning_lines
 * @property {number | null} last_move
 * @property {string} message
 */

/**
 * The traits that Python syncs; the docstrings of `TicTacToe` say what each means.
 * @typedef {Position & {
 *   current_player: Mark,
 *   winner: Mark | null,
 *   is_draw: boolean,
 *   is_game_over: boolean,
 *   move_count: number,
 *   status: "playing" | "won" | "draw",
 *   legal_moves: number[],
 *   moves: number[],
 *   scores: Record<Mark | "draws", number>,
 *   round: number,
 *   rules: string,
 *   rules_title: string,
 *   rules_summary: string,
 *   grid: { rows: number, columns: number, cells: number[], block: number },
 *   viewed_ply: number | null,
 *   viewed: Position | null,
 *   names: Record<Mark, string>,
 * }} Traits
 */

/**
 * The part of a host's model that is used.
 * @typedef {object} Model
 * @property {<K extends keyof Traits>(name: K) => Traits[K]} get
 * @property {(event: string, callback: (...args: any[]) => void) => void} on
 * @property {(event: string, callback: (...args: any[]) => void) => void} off
 * @property {(content: object) => void} send
 */

/** @type {(keyof Traits)[]} */
const DRAWN = [
  "board", "current_player", "grid", "is_game_over", "last_move", "message",
  "move_count", "names", "round", "rules_summary", "rules_title", "scores", "status",
  "viewed", "viewed_ply", "winning_lines",
];

/** After this long without an answer the board says that it waits. */
const WAITING_MS = 3000;
/** After this long it says that Python may be gone, and offers to try again. */
const LOST_MS = 8000;

const WAITING = "Waiting for Python…";
const LOST = "Python is busy or not running. If it was restarted, run this cell again.";

// Helpers without a page.

/** A random name that needs no secure context, as `crypto.randomUUID` would. */
function randomName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {number} column from 0 */
function columnLetter(column) {
  return String.fromCharCode(97 + column);
}

/**
 * What people call the cell at a place of the grid.
 * @param {Traits["grid"]} grid
 * @param {number} place
 */
function placeName(grid, place) {
  const row = Math.floor(place / grid.columns);
  const column = place % grid.columns;
  if (!grid.block) return `row ${row + 1}, column ${column + 1}`;
  const { block } = grid;
  const board = Math.floor(row / block) * (grid.columns / block) + Math.floor(column / block);
  return `board ${board + 1}, row ${(row % block) + 1}, column ${(column % block) + 1}`;
}

/** Boards of more than nine cells have coordinates. @param {Traits["grid"]} grid */
function hasCoordinates(grid) {
  return grid.cells.length > 9;
}

/**
 * Where the focus goes from a place of the grid, or -1 when the key moves nothing.
 * @param {string} key
 * @param {number} place
 * @param {{ rows: number, columns: number }} grid
 */
function placeAfterKey(key, place, { rows, columns }) {
  const row = Math.floor(place / columns);
  const column = place % columns;
  switch (key) {
    case "ArrowLeft": return column > 0 ? place - 1 : place;
    case "ArrowRight": return column < columns - 1 ? place + 1 : place;
    case "ArrowUp": return row > 0 ? place - columns : place;
    case "ArrowDown": return row < rows - 1 ? place + columns : place;
    case "Home": return row * columns;
    case "End": return (row + 1) * columns - 1;
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

/**
 * A button that takes keys for itself. What may not be pressed now is told by
 * `aria-disabled`: a `disabled` button would drop the focus, and the keys that
 * follow would reach the notebook.
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
    if (content?.kind === "progress") {
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
    isWaiting: () => waiting.size > 0,
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
    columnNames.replaceChildren(...Array.from({ length: named ? grid.columns : 0 }, (_, at) => element("span", {}, columnLetter(at))));
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

  /** @param {Position} position @param {string} label @param {Traits["grid"]} next */
  function draw(position, label, next) {
    const wanted = JSON.stringify(next);
    if (wanted !== drawnGrid) lay(next);
    drawnGrid = wanted;
    rows.setAttribute("aria-label", label);
    const winning = new Set(position.winning_lines.flat());
    grid.cells.forEach((cell, place) => drawCell(place, {
      mark: position.board[cell],
      isLast: cell === position.last_move,
      isWinning: winning.has(cell),
    }));
    drawLines(position.winning_lines);
  }
  /** @param {number} place @param {{ mark: Mark | null, isLast: boolean, isWinning: boolean }} content */
  function drawCell(place, { mark, isLast, isWinning }) {
    const button = buttons[place];
    if (button.dataset.mark !== (mark ?? "")) {
      button.dataset.mark = mark ?? "";
      button.replaceChildren(...(mark ? [drawMark(mark)] : []));
    }
    button.toggleAttribute("data-last", isLast);
    button.toggleAttribute("data-winning", isWinning);
    const name = [placeName(grid, place), mark ?? "empty"];
    if (isLast) name.push("last move");
    if (isWinning) name.push("in the line");
    button.setAttribute("aria-label", name.join(", "));
  }
  /** @param {number[][]} lines */
  function drawLines(lines) {
    const wanted = JSON.stringify(lines);
    if (overlay.dataset.lines === wanted) return;
    overlay.dataset.lines = wanted;
    overlay.replaceChildren(...lines.map((line) => {
      const [[x1, y1], [x2, y2]] = [line[0], line[line.length - 1]].map((cell) => {
        const place = grid.cells.indexOf(cell);
        const [row, column] = [Math.floor(place / grid.columns), place % grid.columns];
        const middle = (/** @type {number} */ at) => (grid.block ? (Math.floor(at / grid.block) + 0.5) * grid.block : at + 0.5);
        return [middle(column), middle(row)];
      });
      // A third of a cell longer at both ends, so that it crosses the marks.
      const length = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [dx, dy] = [((x2 - x1) / length) * 0.34, ((y2 - y1) / length) * 0.34];
      return drawing("path", { d: `M${x1 - dx} ${y1 - dy}L${x2 + dx} ${y2 + dy}`, pathLength: 1 });
    }));
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
  const title = element("summary", { "data-lm-suppress-shortcuts": "true" });
  const summary = element("p");
  const rules = element("details", { class: "ttt-rules" }, title, summary);
  /** @type {Record<string, HTMLElement>} */
  const scores = {};
  const players = element("ul", { class: "ttt-players", "aria-label": "Scores" }, ...["X", "draws", "O"].map((who) => {
    scores[who] = element("li", { class: "ttt-player", "data-who": who });
    return scores[who];
  }));
  const moved = element("span", { class: "ttt-unseen" });
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const status = element("p", { class: "ttt-status", role: "status", "aria-atomic": "true" }, moved, refused, message);
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () => look(-1));
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () => look(1));
  const now = makeButton("Now", {}, () => line.ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const history = element("div", { class: "ttt-bar", role: "group", "aria-label": "History" }, back, ply, forward, now);
  const actions = element(
    "div",
    { class: "ttt-bar" },
    makeButton("New game", { class: "ttt-main" }, () => line.ask("new_game")),
    makeButton("Reset scores", {}, () => line.ask("reset_scores")),
  );
  const noticeText = element("span");
  const retry = makeButton("Retry", {}, line.retry);
  const notice = element("div", { class: "ttt-notice", role: "alert" }, noticeText, retry);
  notice.hidden = true;
  const panel = element("div", { class: "ttt-panel" }, rules, players, status);
  const controls = element("div", { class: "ttt-panel" }, notice, history, actions);
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
    const [counts, names] = [model.get("scores"), model.get("names")];
    const active = model.get("is_game_over") ? model.get("winner") : model.get("current_player");
    for (const who of /** @type {(Mark | "draws")[]} */ (["X", "draws", "O"])) {
      const name = who === "draws" ? "Draws" : names[who];
      const wanted = JSON.stringify([name, counts[who]]);
      if (scores[who].dataset.drawn !== wanted) {
        scores[who].dataset.drawn = wanted;
        scores[who].replaceChildren(
          ...(who === "draws" ? [] : [drawMark(who)]),
          element("span", { class: "ttt-name" }, name),
          element("span", { class: "ttt-score" }, String(counts[who])),
        );
      }
      scores[who].toggleAttribute("data-active", who === active);
    }
  }

  function drawHistory() {
    const viewed = model.get("viewed_ply");
    const count = model.get("moves").length;
    const at = viewed ?? count;
    root.toggleAttribute("data-looking-back", viewed !== null);
    setText(ply, `Move ${at} of ${count}`);
    allow(back, at > 0);
    allow(forward, at < count);
    allow(now, viewed !== null);
  }

  function draw() {
    const viewed = model.get("viewed");
    /** @type {Position} */
    const position = viewed ?? {
      board: model.get("board"),
      winning_lines: model.get("winning_lines"),
      last_move: model.get("last_move"),
      message: model.get("message"),
    };
    root.dataset.status = model.get("status");
    const { cells, columns } = model.get("grid");
    table.dataset.size = cells.length <= 9 ? "small" : columns <= 9 ? "medium" : "large";
    setText(title, model.get("rules_title"));
    setText(summary, model.get("rules_summary"));
    board.draw(position, `${model.get("rules_title")} board`, model.get("grid"));
    const last = position.last_move;
    setText(moved, last === null ? "" : `${position.board[last]}, ${board.nameOf(last)}. `);
    // The same refusal twice is two events for a screen reader: the text must differ.
    setText(refused, refusal && refusal + (repeats % 2 ? "\u200b" : ""));
    setText(message, position.message);
    drawPlayers();
    drawHistory();
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
