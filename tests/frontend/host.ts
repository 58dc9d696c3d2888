// A page and a model for front-end tests, which import the sources. Also loads the bundled
// front ends.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, it, mock } from "node:test";

import { JSDOM } from "jsdom";

import type { LoadSheets } from "../../frontend/board/load_sheets.ts";
import type { Traits } from "../../frontend/board/traits.ts";
import type { Answer } from "../../frontend/shared/protocol.ts";

/** Trait values by name, for any widget. */
export type State = Record<string, unknown>;
/** A message sent by a front end. */
export type Sent = State & { kind: string; request: string; client: string };
/** The part of a front end that tests use. */
export interface FrontEnd {
  initialize(host: { model: Model }): void;
  render(host: { model: Model; el: HTMLElement; loadSheets?: LoadSheets }): () => void;
}
/** jsdom's elements with the arguments that a listener gets. */
type Listener = (...values: unknown[]) => void;

const page = new JSDOM("<!doctype html><body></body>", { pretendToBeVisual: true });
export const { window } = page;
export const { document } = window;
globalThis.document = document;
globalThis.KeyboardEvent = window.KeyboardEvent;

/** Size observers. jsdom has no layout, so the test calls `tell`. */
export const observers = new Set<{ tell: () => void }>();
globalThis.ResizeObserver = class {
  tell: () => void;
  constructor(tell: ResizeObserverCallback) {
    this.tell = () => tell([], this);
  }
  unobserve() {}
  observe() {
    observers.add(this);
  }
  disconnect() {
    observers.delete(this);
  }
};
/** The element that had the focus before a dialog opened. */
const openers = new WeakMap<HTMLDialogElement, HTMLElement>();
// jsdom has no modal dialogs. These only open, close, restore the focus and send the close
// event.
Object.assign(window.HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    openers.set(this, (this.getRootNode() as Document).activeElement as HTMLElement);
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    openers.get(this)?.focus();
    this.dispatchEvent(new window.Event("close"));
  },
});
// The window's size. A dialog can open next to the board if there is room.
Object.assign(globalThis, { innerWidth: window.innerWidth, innerHeight: window.innerHeight });
// The window's listeners.
Object.assign(globalThis, {
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
});

/** Style sheets in a document or shadow root, which jsdom lacks. */
Object.assign(globalThis, {
  STYLES: "",
  CSSStyleSheet: class {
    replaceSync() {}
  },
});
for (const kind of [window.Document, window.ShadowRoot])
  Object.assign(kind.prototype, { adoptedStyleSheets: [] });

export const { default: widget } = await import("../../frontend/board/board.ts");

// In tests, the sheets' script is always loaded.
const { keepSheets } = await import("../../frontend/board/load_sheets.ts");
export const { default: sheets } = await import("../../frontend/board/sheets.ts");
keepSheets(sheets);

const PYTHON = {
  env: { ...process.env, PYTHONPATH: "." },
  encoding: "utf8",
  maxBuffer: 2 ** 26,
} as const;

/** Import a bundled front end as a browser does: one text, from an address without a folder. */
export function importShipped(name: string): Promise<{ default: FrontEnd }> {
  const text = readFileSync(`tictactoe_widget/static/${name}`, "utf8");
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

/** Return a value that must exist. */
export function present<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new Error("what the test looks for is not there");
  return value;
}

/** Return the first element that matches a selector and must exist. */
export function find<Found extends Element = HTMLElement>(root: ParentNode, selector: string) {
  const found = root.querySelector<Found>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
}

/** Return an element's accessible name, which must exist. */
export function labelOf(element: Element | null | undefined): string {
  return present(present(element).getAttribute("aria-label"));
}

/** Return an element's text without parts hidden from screen readers. */
export function wordsOf(element: Element): string {
  return [...element.childNodes]
    .filter((part) => !(part instanceof window.Element && part.ariaHidden === "true"))
    .map((part) => part.textContent?.trim())
    .filter(Boolean)
    .join(" ");
}

/** Return a button's name. */
export function nameOf(button: Element | null): string {
  return present(button).getAttribute("aria-label") ?? wordsOf(present(button));
}

/** Return an element's inner HTML without lit-html's marker comments. */
export function htmlOf(element: Element): string {
  return element.innerHTML.replaceAll(/<!--.*?-->/g, "");
}

/** Run a script in tests/support/scenes. Return the JSON that it prints. */
export const runScene = (name: string) =>
  JSON.parse(execFileSync("python3", [`tests/support/scenes/${name}`], PYTHON));

/** States synced by Python itself, by their names in board_states.py. */
export const STATES: Record<
  "EMPTY" | "CENTRE" | "WON" | "BACK" | "GOMOKU" | "ULTIMATE" | "LESSON" | "DROP",
  Traits & State
> = runScene("board_states.py");
export const { EMPTY, CENTRE, WON, BACK, GOMOKU, ULTIMATE, LESSON, DROP } = STATES;

/** A hint for a move. By default, it's a draw. */
export const hintFor = (cell: number, changes: State = {}) => ({
  cell,
  value: "draw",
  remoteness: 5,
  score: 0,
  chance: null,
  is_best: false,
  is_marked: true,
  is_threat: false,
  ...changes,
});

const GONE = new Error("no comm");
/** Ways in which sending can fail. */
export const FAILURES: Record<string, () => Promise<void>> = {
  throws: () => {
    throw GONE;
  },
  "returns a promise that fails": () => Promise.reject(GONE),
};

/** Start each test in a file with an empty page, and with timers that the test controls. */
export function useFreshPage(...timers: ("setInterval" | "Date")[]) {
  beforeEach(() => mock.timers.enable({ apis: ["setTimeout", ...timers] }));
  afterEach(() => {
    mock.timers.reset();
    document.body.replaceChildren();
  });
}

/** A model as hosts provide it. The test plays Python's part. */
export class Model {
  state: State;
  /** Names of the traits that were read. */
  reads: string[] = [];
  sent: Sent[] = [];
  listeners: [string, Listener][] = [];

  constructor(changes: State = {}) {
    this.state = { ...EMPTY, ...changes };
  }

  send(content: unknown): void | Promise<void> {
    this.sent.push(content as Sent);
  }

  /** Return a trait's value as the type that the front end expects. */
  get(name: string): never {
    if (name === "layout") return this.state.layout as never; // ipywidgets' own trait
    if (!(name in this.state)) throw new Error(`Python syncs no trait ${name}`);
    this.reads.push(name);
    return this.state[name] as never;
  }

  set(name: string, value: unknown) {
    this.state[name] = value;
  }

  save_changes() {}

  on(event: string, callback: Listener) {
    this.listeners.push([event, callback]);
  }

  off(event: string, callback: Listener) {
    const at = this.listeners.findIndex(
      ([name, known]) => name === event && known === callback,
    );
    if (at >= 0) this.listeners.splice(at, 1);
  }

  emit(event: string, ...values: unknown[]) {
    for (const [name, callback] of [...this.listeners]) if (name === event) callback(...values);
  }

  /** Set traits as some hosts do: each with its event before the next. */
  setOneByOne(changes: State, between = () => {}) {
    for (const [name, value] of Object.entries(changes)) {
      this.state[name] = value;
      this.emit(`change:${name}`);
      between();
    }
  }

  /** Set traits and let the view draw. */
  async update(changes: State) {
    this.setOneByOne(changes);
    await Promise.resolve();
  }

  /** Answer a request, by default the last one, with success. */
  answer(changes: Partial<Answer & Sent> = {}, to = this.sent[this.sent.length - 1]) {
    const { request, client } = to;
    const accepted = { ok: true, code: "ok", message: "" };
    this.emit("msg:custom", { kind: "ack", request, client, ...accepted, ...changes });
  }
}

/** A displayed board. */
export type Shown = ReturnType<typeof show>;

/** Show a model. Python has answered the greeting unless `greeted` is false. */
export function show(
  model = new Model(),
  {
    greeted = true,
    into = document.body as ParentNode,
    from = widget as FrontEnd,
    loadSheets = undefined as LoadSheets | undefined,
  } = {},
) {
  const el = document.createElement("div");
  into.append(el);
  const close = from.render({ model, el, loadSheets });
  if (greeted) {
    model.answer();
    model.sent.length = 0;
  }
  const all = <Found extends HTMLElement = HTMLElement>(selector: string) => [
    ...el.querySelectorAll<Found>(selector),
  ];
  const cells = () => all('[role="gridcell"] button');
  const active = () =>
    (el.getRootNode() as Document | ShadowRoot).activeElement as HTMLElement | null;
  /** Return the first button with a name, anywhere or within a selector's elements. */
  const button = (name: string, within = "") =>
    all(`${within} button`).find((made) => nameOf(made) === name) as HTMLButtonElement;
  return {
    model,
    el,
    close,
    all,
    cells,
    button,
    active,
    update: (changes: State) => model.update(changes),
    seen: (selector: string) => find(el, selector),
    texts: (selector: string) => all(selector).map((part) => part.textContent),
    /** Focus a button and press it, as a mouse does. */
    push(name: string, within?: string) {
      button(name, within).focus();
      button(name, within).click();
    },
    click: (cell: number) => cells()[cell].click(),
    names: () => cells().map(labelOf),
    status: () => find(el, ".ttt-status").textContent,
    notice: () => find(el, '[role="alert"]'),
    /** Return the requests without common parts, such as `play cell=4`. */
    asked: () =>
      model.sent.map(({ kind, request, client, round, ply, ...rest }) =>
        [kind, ...Object.entries(rest).map(([name, value]) => `${name}=${value}`)].join(" "),
      ),
    /** Refuse the last request. */
    refuse: (message: string, code: Answer["code"] = "illegal") =>
      model.answer({ ok: false, code, message }),
    /** Return the focused element's name. */
    focused: () => nameOf(active()),
    /** Return the live region's text after a moment, or nothing if it's unchanged. */
    hear() {
      const region = find(el, '[role="status"]');
      const before = region.textContent;
      mock.timers.tick(250);
      return region.textContent === before ? "" : region.textContent.replaceAll("\u200b", "");
    },
    /** Press a key on the focused element. Return whether the board and the page handled it. */
    press(key: string, options: KeyboardEventInit = {}) {
      const init = { key, bubbles: true, composed: true, cancelable: true, ...options };
      const event = new window.KeyboardEvent("keydown", init);
      let heard = false;
      const listen = () => {
        heard = true;
      };
      el.addEventListener("keydown", listen);
      active()?.dispatchEvent(event);
      el.removeEventListener("keydown", listen);
      return { taken: event.defaultPrevented, heard };
    },
  };
}

/** Show another front end. Python has answered the greeting unless `greeted` is false. */
export function open(
  from: FrontEnd,
  state: State,
  { greeted = true, into = document.body as ParentNode } = {},
) {
  const model = new Model();
  // The record of a search has no language.
  model.state = { language: "en", texts: {}, ...state };
  const el = document.createElement("div");
  into.append(el);
  const close = from.render({ model, el });
  if (greeted) {
    model.answer();
    model.sent.length = 0;
  }
  const all = <Found extends HTMLElement = HTMLElement>(selector: string) => [
    ...el.querySelectorAll<Found>(selector),
  ];
  const button = (name: string) =>
    present(
      all<HTMLButtonElement>("button").find(
        (made) => (made.getAttribute("aria-label") ?? made.textContent) === name,
      ),
    );
  return {
    model,
    el,
    close,
    all,
    button,
    press: (name: string) => button(name).click(),
    text: (selector: string) => find(el, selector).textContent.trim(),
    texts: (selector: string) => all(selector).map((made) => made.textContent.trim()),
    /** The requests to Python. */
    asked: () => model.sent.map(({ request, client, ...rest }) => rest),
    /** Press a key on the focused or another element. Return the event. */
    key(key: string, options: KeyboardEventInit = {}, on = document.activeElement) {
      const init = { key, bubbles: true, cancelable: true, ...options };
      const event = new window.KeyboardEvent("keydown", init);
      present(on).dispatchEvent(event);
      return event;
    },
    /** Enter a value into a field. */
    enter(selector: string, value: string) {
      const field = find<HTMLInputElement | HTMLSelectElement>(el, selector);
      field.value = value;
      field.dispatchEvent(new window.Event(field.matches("select") ? "change" : "input"));
    },
  };
}

/** Test that a bundled front end draws the same as its sources and leaves nothing behind. */
export function itShips(
  name: string,
  source: FrontEnd,
  states: Record<string, State>,
  { act = (_shown: ReturnType<typeof open>) => {}, greeted = true } = {},
) {
  for (const [moment, state] of Object.entries(states))
    it(`draws the same in the bundled script: ${moment}`, async () => {
      const { default: from } = await importShipped(`${name}.js`);
      const [shipped, written] = [from, source].map((one) => open(one, state, { greeted }));
      assert.equal(htmlOf(shipped.el), htmlOf(written.el));
      act(shipped);
      act(written);
      assert.equal(htmlOf(shipped.el), htmlOf(written.el));
      assert.deepEqual(shipped.asked(), written.asked());
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
}
