// A page and a model for the board, whose sources are imported as they are; and the
// front ends as they ship.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, mock } from "node:test";

import { JSDOM } from "jsdom";

const page = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true });
export const { window } = page;
export const { document } = window;
globalThis.document = document;

/** The observers of sizes; jsdom gives nothing a size, so it is the test that calls `tell`. */
export const observers = new Set();
globalThis.ResizeObserver = class {
  constructor(tell) {
    this.tell = tell;
  }
  observe() {
    observers.add(this);
  }
  disconnect() {
    observers.delete(this);
  }
};
// jsdom draws no modal dialogs: of them there is whether they are open.
Object.assign(window.HTMLDialogElement.prototype, {
  showModal() {
    this.open = true;
  },
  close() {
    this.open = false;
  },
});

export const { default: widget } = await import("../../frontend/board/board.ts");

const PYTHON = { env: { ...process.env, PYTHONPATH: "." }, encoding: "utf8" };

/** Import a front end as a browser gets it: one text, from an address without a folder. */
export function importShipped(name) {
  const text = readFileSync(`tictactoe_widget/static/${name}`, "utf8");
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** What Python itself syncs, at the moments that states.py names. */
export const { EMPTY, CENTRE, WON, BACK, GOMOKU, ULTIMATE, LESSON, DROP } = JSON.parse(
  execFileSync("python3", ["tests/support/scenes/board_states.py"], PYTHON),
);

/** Begin each test of a file with an empty page, and with timers that the test moves. */
export function useFreshPage() {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
  afterEach(() => {
    mock.timers.reset();
    document.body.replaceChildren();
  });
}

/** A model as hosts hand it out; the test plays Python. */
export class Model {
  constructor(changes = {}) {
    this.state = { ...EMPTY, ...changes };
    /** Names of the traits that were asked for. @type {string[]} */
    this.reads = [];
    this.sent = [];
    this.send = (content) => {
      this.sent.push(content);
    };
    /** @type {[string, Function][]} */
    this.listeners = [];
  }

  get(name) {
    if (name === "layout") return this.state.layout; // ipywidgets' own
    if (!(name in this.state)) throw new Error(`Python syncs no trait ${name}`);
    this.reads.push(name);
    return this.state[name];
  }

  on(event, callback) {
    this.listeners.push([event, callback]);
  }

  off(event, callback) {
    const at = this.listeners.findIndex(
      ([name, known]) => name === event && known === callback,
    );
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
    this.emit("msg:custom", {
      kind: "ack",
      request,
      client,
      ok: true,
      code: "ok",
      message: "",
      ...changes,
    });
  }
}

/** Show a model in the page, greeted by Python unless told otherwise. */
export function show(
  model = new Model(),
  { greeted = true, into = document.body, from = widget } = {},
) {
  const el = document.createElement("div");
  into.append(el);
  const close = from.render({ model, el });
  if (greeted) {
    model.answer();
    model.sent.length = 0;
  }
  const all = (selector) => [...el.querySelectorAll(selector)];
  const cells = () => all('[role="gridcell"] button');
  const button = (name) =>
    all("button").find(
      (made) => (made.getAttribute("aria-label") ?? made.textContent) === name,
    );
  return {
    model,
    el,
    close,
    all,
    cells,
    button,
    click: (cell) => cells()[cell].click(),
    names: () => cells().map((cell) => cell.getAttribute("aria-label")),
    status: () => el.querySelector(".ttt-status").textContent,
    notice: () => el.querySelector('[role="alert"]'),
    /** Press a key on what has the focus; returns the event and whether the page outside heard it. */
    press(key, options = {}) {
      const target = el.getRootNode().activeElement;
      const event = new window.KeyboardEvent("keydown", {
        key,
        bubbles: true,
        composed: true,
        cancelable: true,
        ...options,
      });
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
