// @ts-check
// The bare page: hosts the front end of the board, unchanged, on a model whose other side is a
// Session in a worker. Nothing here knows the game.
import widget from "./widget.js";

/** @import { Traits } from "../tictactoe_widget/widgets/types" */
/** @import { KeptGame, ToPage, ToWorker } from "./types" */

/** Milliseconds between the messages that keep the board calm while Python starts. */
const SIGN_OF_LIFE_MS = 1000;

const WORKER = new URL("./worker.js", import.meta.url);
const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
/** Where the worker leaves what it fetched for the service worker, by the name that sw.js knows. */
const HANDOVER = `tictactoe_widget ${new URL("./", import.meta.url)} handover`;

/** Return the element that a selector names; the page has it. @param {string} selector */
function find(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

/** What a listener is told depends on the event. @typedef {(...values: any[]) => void} Listener */

/**
 * Make the model of a widget, as far as one widget needs it.
 * @param {Traits} state
 * @param {(content: object) => void} send
 */
function makeModel(state, send) {
  /** @type {Map<string, Set<Listener>>} */
  const listeners = new Map();
  /** @param {string} event @param {unknown[]} values */
  const tell = (event, ...values) => [...(listeners.get(event) ?? [])].forEach((listener) => listener(...values));
  return {
    /** @template {keyof Traits} Name @param {Name} name */
    get: (name) => state[name],
    // Python alone owns the state.
    set() {},
    save_changes() {},
    /** @param {string} event @param {Listener} listener */
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    /** @param {string | null} [event] @param {Listener | null} [listener] */
    off(event, listener) {
      if (event && listener) listeners.get(event)?.delete(listener);
    },
    send,
    /** Set traits, and tell who listens. @param {Partial<Traits>} changes */
    change(changes) {
      Object.assign(state, changes);
      for (const name of Object.keys(changes)) tell(`change:${name}`);
      tell("change");
    },
    /** Hand on a message of Python. @param {object} message */
    receive: (message) => tell("msg:custom", message),
  };
}

/**
 * The game that this browser keeps between visits; a page at another path has its own.
 * Storage may be forbidden or full: then nothing is kept.
 */
const keeper = {
  key: `tictactoe_widget ${new URL(".", location.href).pathname}`,
  /** Read the game that was kept, null when there is none. @returns {KeptGame | null} */
  read() {
    const text = localStorage.getItem(this.key);
    if (text === null) return null;
    const kept = JSON.parse(text);
    if (typeof kept?.state !== "object" || !("saved" in kept)) throw new SyntaxError("not a kept game");
    return kept;
  },
  /** Keep a game. @param {KeptGame} game */
  write(game) {
    try {
      localStorage.setItem(this.key, JSON.stringify(game));
    } catch {
      // Playing goes on without it.
    }
  },
  /** Forget the game that was kept. */
  drop() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // There is nothing to drop where nothing can be kept.
    }
  },
};

const loading = find("#loading");
const bar = /** @type {HTMLProgressElement} */ (find("#loading progress"));
const notice = find("#notice");
const again = find("#again");

/** Show a notice, or none. @param {string} text */
function say(text) {
  find("#notice span").textContent = text;
  notice.hidden = !text;
}

const DROPPED = "The game kept from your last visit could not be read and was dropped.";

/** Show the board, start Python, and let the two talk. */
function open() {
  /** @type {Traits} */
  const initial = JSON.parse(/** @type {string} */ (find("#state").textContent));
  /** @type {ReturnType<typeof keeper.read>} */
  let kept = null;
  try {
    kept = keeper.read();
  } catch {
    keeper.drop();
    say(DROPPED);
  }
  const state = { ...initial, ...kept?.state };

  /** @type {Worker} */
  let worker;
  /** Requests from before Python is there; null from then on. @type {object[] | null} */
  let held = [];
  const model = makeModel(state, (content) => {
    if (held) held.push(content);
    else post({ kind: "request", text: JSON.stringify(content) });
  });
  /** Tell the worker something. @param {ToWorker} message */
  function post(message) {
    worker.postMessage(message);
  }
  const place = find("#board");
  try {
    widget.render({ model, el: place });
  } catch {
    // Whatever was kept, it is no state of a game.
    place.replaceChildren();
    kept = null;
    keeper.drop();
    say(DROPPED);
    Object.assign(state, initial);
    widget.render({ model, el: place });
  }
  const life = setInterval(() => model.receive({ kind: "progress" }), SIGN_OF_LIFE_MS);

  /** Send what was held back while Python started. */
  function release() {
    const requests = held ?? [];
    held = null;
    requests.forEach(model.send);
  }
  /** Do what the worker says. @param {MessageEvent<ToPage>} event */
  function receive({ data }) {
    switch (data.kind) {
      case "progress":
        bar.value = data.part;
        break;
      case "failed":
        fail(data.reason);
        break;
      case "ready":
        loading.hidden = true;
        document.body.dataset.python = data.start;
        if (data.refused) {
          keeper.drop();
          say(DROPPED);
        }
        clearInterval(life);
        model.change(data.state);
        release();
        // A page that is not served securely has no service worker.
        post({ kind: "hand over", cache: navigator.serviceWorker && !navigator.serviceWorker.controller ? HANDOVER : "" });
        break;
      case "handed over":
        navigator.serviceWorker?.register(SERVICE_WORKER).catch((error) => console.info("Not kept for offline use:", error));
        break;
      case "changes":
        model.change(data.changes);
        // The board draws in a microtask, which this one follows: storage can wait.
        queueMicrotask(() => keeper.write({ state, saved: data.saved }));
        break;
      case "message":
        model.receive(data.message);
        break;
    }
  }
  /** Give up starting Python, and offer to try again. @param {string} reason */
  function fail(reason) {
    worker.terminate();
    held ??= [];
    loading.hidden = true;
    again.hidden = false;
    say(`Python could not be loaded (${reason}). Your move is kept.`);
  }
  /** Start Python in a worker of its own. */
  function start() {
    loading.hidden = false;
    again.hidden = true;
    bar.removeAttribute("value");
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = receive;
    // A script that does not arrive has no message of its own.
    worker.onerror = (event) => fail(event.message || "no connection");
    post({ kind: "start", saved: kept && JSON.stringify(kept.saved) });
  }
  again.addEventListener("click", () => {
    say("");
    start();
  });
  start();
}

if (typeof WebAssembly === "object") open();
else say("This page plays tic-tac-toe with Python in WebAssembly, which this browser lacks.");
