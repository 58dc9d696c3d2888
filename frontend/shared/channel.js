// @ts-check
// The line to Python: requests and their answers, traits, and what a person sees of both.

import { drawOnce, element, makeButton, setText } from "./elements.js";
import { randomId } from "./presence.js";

/** @import { AnyModel } from "@anywidget/types" */
/** @import { Answer, Request } from "./types" */

/** Milliseconds without an answer after which it is said that the widget waits. */
const WAITING_MS = 3000;
/** Milliseconds after which it is said that Python may be gone, with an offer to try again. */
const LOST_MS = 8000;

const WAITING = "Waiting for Python…";
const LOST = "Python is busy or not running. If it was restarted, run this cell again.";
const PICTURE = "A picture of a game: run the notebook to play";

/**
 * Return whether a page, such as an exported notebook, shows what was saved and has no Python.
 *
 * anywidget hands out no more of the model than its traits, but one of these, the layout,
 * is a whole model of ipywidgets, which says whether it is connected.
 * @param {Pick<AnyModel, "get">} model
 */
function isPicture(model) {
  const layout = model.get("layout");
  return layout?.comm_live === false && !layout.comm;
}

/**
 * @typedef {object} Listener what becomes of the requests of a view
 * @property {(answer: Answer) => void} answered hears each answer of Python
 * @property {(text: string, lost: boolean) => void} silent hears that an answer is overdue, and whether Python may be gone
 * @property {() => void} heard hears that Python is there
 * @property {() => string} [blame] returns what to say when Python does not answer for long, instead of that it may be gone; or nothing
 */

/** @type {Listener} */
const NOBODY = { answered() {}, silent() {}, heard() {} };

/**
 * Make a line that sends requests, and keeps watch until each is answered.
 *
 * Until Python has answered the first one (`hello`) nothing else is sent: the
 * first request is kept and follows then, so that no click is lost while Python
 * starts. A request that is sent again keeps its id, so Python applies it once.
 *
 * @param {Pick<AnyModel, "get" | "on" | "off" | "send">} model
 * @param {() => Record<string, unknown>} seen returns what tells the state that the person saw
 */
export function makeLine(model, seen = () => ({})) {
  const client = randomId();
  /** Requests without an answer, by id. @type {Map<string, Request>} */
  const waiting = new Map();
  /** Those who hear the answer to a request instead of the listener, by its id. @type {Map<string, Listener["answered"]>} */
  const askers = new Map();
  /** @type {Request | null} */
  let kept = null;
  let greeted = false;
  const isAlone = isPicture(model);
  let listener = NOBODY;
  /** @type {ReturnType<typeof setTimeout>[]} */
  let timers = [];

  function stopWatch() {
    timers.forEach(clearTimeout);
    timers = [];
  }
  function startWatch() {
    stopWatch();
    timers = [setTimeout(() => listener.silent(WAITING, false), WAITING_MS), setTimeout(lose, LOST_MS)];
  }
  function lose() {
    const blame = listener.blame?.();
    // Who is known to be busy need not be asked once more.
    listener.silent(blame || LOST, !blame);
  }
  /** @param {Request} request */
  async function post(request) {
    waiting.set(request.request, request);
    if (!timers.length) startWatch();
    try {
      await model.send(request); // some hosts return a promise
    } catch {
      stopWatch();
      listener.silent(LOST, true);
    }
  }
  /** @param {any} content of a message, which may be for another view or no answer at all */
  function receive(content) {
    if (content?.kind === "progress" && waiting.size) {
      startWatch();
      listener.heard();
    }
    if (content?.kind !== "ack" || content.client !== client) return;
    if (!waiting.delete(content.request)) return;
    if (waiting.size) startWatch();
    else stopWatch();
    listener.heard();
    (askers.get(content.request) ?? listener.answered)(content);
    askers.delete(content.request);
    if (!greeted) sendKept();
  }
  function sendKept() {
    greeted = true;
    if (kept) post(kept);
    kept = null;
  }
  /**
   * Ask Python; return whether the request is, or will be, sent.
   * @param {string} kind
   * @param {Record<string, unknown>} details
   * @param {Listener["answered"]} [answered] hears the answer, instead of the listener
   */
  function ask(kind, details = {}, answered) {
    if (isAlone) {
      listener.silent(PICTURE, false);
      return false;
    }
    const request = { kind, ...details, ...seen(), request: randomId(), client };
    if (greeted || kind === "hello") post(request);
    else kept ??= request;
    const isSent = !kept || kept === request;
    if (answered && isSent) askers.set(request.request, answered);
    return isSent;
  }

  return {
    ask,
    /** Greet Python, and have a listener told what becomes of the requests. @param {Listener} on */
    open(on) {
      listener = on;
      model.on("msg:custom", receive);
      ask("hello");
    },
    /** Return whether a request but the greeting has no answer yet. */
    isAsking() {
      return [...waiting.values()].some(({ kind }) => kind !== "hello");
    },
    /** Send again what has no answer. */
    retry() {
      listener.silent(WAITING, false);
      startWatch();
      for (const request of waiting.values()) post(request);
    },
    /** Listen no more. */
    close() {
      stopWatch();
      model.off("msg:custom", receive);
    },
  };
}

/** @typedef {ReturnType<typeof makeLine>["ask"]} Ask */

/**
 * Return traits as an object; each is read from the model when it is asked for.
 * @template {Record<string, any>} Traits
 * @template {keyof Traits & string} Name
 * @param {Pick<AnyModel<Traits>, "get">} model
 * @param {readonly Name[]} names
 */
export function viewOf(model, names) {
  const view = {};
  for (const name of names) Object.defineProperty(view, name, { get: () => model.get(name) });
  return /** @type {Readonly<Pick<Traits, Name>>} */ (view);
}

/**
 * Return a function after which `draw` is called once, when all that is happening is over:
 * some hosts tell of each trait as it is set.
 * @param {() => void} draw
 */
export function drawLater(draw) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      draw();
    });
  };
}

/**
 * Make the notice of a silent Python, with a button to try again; the root of the widget
 * around it gets `data-connection`.
 * @param {() => void} retry
 */
export function makeNotice(retry) {
  const text = element("span");
  const button = makeButton("Retry", {}, retry);
  const root = element("div", { class: "ttt-notice", role: "alert" }, text, button);
  root.hidden = true;
  /** @param {"live" | "waiting" | "lost"} connection */
  function setConnection(connection) {
    const widget = /** @type {HTMLElement} */ (root.closest(".ttt"));
    widget.dataset.connection = connection;
  }
  return {
    root,
    /** Say that Python has not answered. @param {string} what @param {boolean} lost whether it may be gone */
    silent(what, lost) {
      setConnection(lost ? "lost" : "waiting");
      setText(text, what);
      root.hidden = false;
      button.hidden = !lost;
    },
    heard() {
      setConnection("live");
      root.hidden = true;
    },
  };
}

/**
 * Make a chooser that shows what Python says, and asks for what the person picks.
 * @param {string} label
 * @param {(value: string) => boolean} pick returns whether Python is, or will be, asked
 */
export function makeChooser(label, pick) {
  const root = /** @type {HTMLSelectElement} */ (element("select", { "aria-label": label, "data-lm-suppress-shortcuts": "true" }));
  let said = "";
  root.addEventListener("change", () => { if (!pick(root.value)) root.value = said; });

  /**
   * Show the choices, each with its value and its text, and which one Python says is chosen.
   * @param {[string, string][]} choices
   * @param {[string, string]} chosen
   */
  function draw(choices, chosen) {
    const all = choices.some(([value]) => value === chosen[0]) ? choices : [...choices, chosen];
    drawOnce(root, all, () => all.map(([value, text]) => element("option", { value }, text)));
    root.value = said = chosen[0];
  }
  return { root, draw };
}
