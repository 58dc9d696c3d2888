// A page and a model for the shipped widget.js, which is imported as it is.

import { JSDOM } from "jsdom";

const page = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true });
export const { window } = page;
export const { document } = window;
globalThis.document = document;

export const { default: widget } = await import("../../tictactoe_widget/static/widget.js");

/** What Python would sync of an empty 3x3 board. */
export const EMPTY = Object.freeze({
  board: Array(9).fill(null),
  current_player: "X",
  grid: { rows: 3, columns: 3, cells: [0, 1, 2, 3, 4, 5, 6, 7, 8], block: 0 },
  is_draw: false,
  is_game_over: false,
  last_move: null,
  legal_moves: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  message: "Player X's turn",
  move_count: 0,
  moves: [],
  names: { X: "Player X", O: "Player O" },
  round: 1,
  rules: "MNK(rows=3, columns=3, k=3, misere=False)",
  rules_summary: "Three in a row wins.",
  rules_title: "Tic-tac-toe",
  scores: { X: 0, O: 0, draws: 0 },
  status: "playing",
  viewed: null,
  viewed_ply: null,
  winner: null,
  winning_lines: [],
});

/** What changes when X plays the centre. */
export const CENTRE = Object.freeze({
  board: [null, null, null, null, "X", null, null, null, null],
  current_player: "O",
  last_move: 4,
  legal_moves: [0, 1, 2, 3, 5, 6, 7, 8],
  message: "Player O's turn",
  move_count: 1,
  moves: [4],
});

/** What changes when X has won down the middle: X 4, O 0, X 1, O 8, X 7. */
export const WON = Object.freeze({
  board: ["O", "X", null, null, "X", null, null, "X", "O"],
  current_player: "X",
  is_game_over: true,
  last_move: 7,
  legal_moves: [],
  message: "Player X wins!",
  move_count: 5,
  moves: [4, 0, 1, 8, 7],
  scores: { X: 1, O: 0, draws: 0 },
  status: "won",
  winner: "X",
  winning_lines: [[1, 4, 7]],
});

/** A model as hosts hand it out; the test plays Python. */
export class Model {
  constructor(changes = {}) {
    this.state = { ...EMPTY, ...changes };
    this.sent = [];
    this.send = (content) => {
      this.sent.push(content);
    };
    /** @type {[string, Function][]} */
    this.listeners = [];
  }

  get(name) {
    if (!(name in this.state)) throw new Error(`Python syncs no trait ${name}`);
    return this.state[name];
  }

  on(event, callback) {
    this.listeners.push([event, callback]);
  }

  off(event, callback) {
    const at = this.listeners.findIndex(([name, known]) => name === event && known === callback);
    if (at >= 0) this.listeners.splice(at, 1);
  }

  emit(event, ...values) {
    for (const [name, callback] of [...this.listeners]) if (name === event) callback(...values);
  }

  /** Set traits the way some hosts do: an event for each before the next is set. */
  setOneByOne(changes, between = () => {}) {
    for (const [name, value] of Object.entries(changes)) {
      this.state[name] = value;
      this.emit(`change:${name}`);
      between();
    }
  }

  /** Set traits and let the view draw. */
  async update(changes) {
    this.setOneByOne(changes);
    await Promise.resolve();
  }

  /** Answer a request, by default the last one, that all is well. */
  answer(changes = {}, to = this.sent.at(-1)) {
    const { request, client } = to;
    this.emit("msg:custom", { kind: "ack", request, client, ok: true, code: "ok", message: "", ...changes });
  }
}

/** Show a model in the page, greeted by Python unless told otherwise. */
export function show(model = new Model(), { greeted = true, into = document.body } = {}) {
  const el = document.createElement("div");
  into.append(el);
  const close = widget.render({ model, el });
  if (greeted) {
    model.answer();
    model.sent.length = 0;
  }
  const all = (selector) => [...el.querySelectorAll(selector)];
  const cells = () => all('[role="gridcell"] button');
  const button = (name) => all("button").find((made) => (made.getAttribute("aria-label") ?? made.textContent) === name);
  return {
    model,
    el,
    close,
    all,
    cells,
    button,
    click: (cell) => cells()[cell].click(),
    names: () => cells().map((cell) => cell.getAttribute("aria-label")),
    status: () => el.querySelector('[role="status"]').textContent,
    notice: () => el.querySelector('[role="alert"]'),
    /** Press a key on what has the focus; returns the event and whether the page outside heard it. */
    press(key, options = {}) {
      const target = el.getRootNode().activeElement;
      const event = new window.KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...options });
      let heard = false;
      const listen = () => {
        heard = true;
      };
      el.addEventListener("keydown", listen);
      target.dispatchEvent(event);
      el.removeEventListener("keydown", listen);
      return { event, heard };
    },
  };
}
