// The channel to Python, which sends requests and receives answers, and the notice that Python
// is silent.

import type { AnyModel } from "@anywidget/types";
import { drawOnce, element, KEEPS_KEYS, makeButton, setText } from "./elements.ts";
import { randomId } from "./presence.ts";
import type { Answer, Message, Request } from "./protocol.ts";
import { _, useLanguageOf } from "./texts.ts";

/** After this many milliseconds without an answer, the widget reports that it is waiting. */
const WAITING_MS = 3000;
/**
 * After this many milliseconds, the widget reports that Python might be gone, and offers to try
 * again.
 */
const LOST_MS = 8000;

/** Return the message to show while an answer from Python is overdue. */
export function sayWaiting() {
  return _("Waiting for Python…");
}
function sayLost() {
  return _("Python is busy or not running. After a restart, rerun this cell.");
}
/** Return the message for a page without Python. */
export function sayPicture() {
  return _("This is a picture of a game. Run the notebook to play.");
}

/**
 * Return whether a page, such as an exported notebook, shows a saved state without Python.
 * anywidget gives access only to the model's traits. But one of them, the layout, is a complete
 * ipywidgets model, which shows whether it is connected.
 */
function isPicture(model: Pick<AnyModel, "get">) {
  const layout = model.get("layout");
  return layout?.comm_live === false && !layout.comm;
}

/** Callbacks for a view's requests. */
export interface Listener {
  /** Called with each answer from Python. */
  answered: (answer: Answer) => void;
  /** Called when an answer is overdue. `lost` is true if Python might be gone. */
  silent: (text: string, lost: boolean) => void;
  /** Called when Python responds. */
  heard: () => void;
  /**
   * Returns a message that replaces the usual message about a long silence, or an empty text.
   */
  blame?: () => string;
}

const NOBODY: Listener = { answered() {}, silent() {}, heard() {} };

/**
 * Make a channel that sends requests and waits for their answers. Until Python has answered the
 * first request (`hello`), the channel sends no other. The channel keeps a person's requests
 * until then, so that no click is lost while Python starts. Each request includes the state
 * that the person saw, so that only one of several moves counts. A repeated request keeps its
 * id, so that Python applies it only once.
 *
 * @param seen returns a description of the state that the person saw
 */
export function makeChannel(
  model: Pick<AnyModel, "get" | "on" | "off" | "send">,
  seen: () => Record<string, unknown> = () => ({}),
) {
  const client = randomId();
  /** Unanswered requests, by id. */
  const waiting = new Map<string, Request>();
  /**
   * Callbacks that receive the answer to a request instead of the listener, by the request's
   * id.
   */
  const askers = new Map<string, Listener["answered"]>();
  let kept: Request[] = [];
  let greeted = false;
  const isAlone = isPicture(model);
  let listener = NOBODY;
  let timers: ReturnType<typeof setTimeout>[] = [];

  function stopWatch() {
    timers.forEach(clearTimeout);
    timers = [];
  }
  function startWatch() {
    stopWatch();
    timers = [setTimeout(wait, WAITING_MS), setTimeout(lose, LOST_MS)];
  }
  function wait() {
    useLanguageOf(model);
    listener.silent(sayWaiting(), false);
  }
  function lose() {
    useLanguageOf(model);
    const blame = listener.blame?.();
    // If Python is known to be busy with a player, don't check again.
    listener.silent(blame || sayLost(), !blame);
  }
  async function post(request: Request) {
    waiting.set(request.request, request);
    if (!timers.length) startWatch();
    try {
      await model.send(request); // because some hosts return a promise
    } catch {
      stopWatch();
      listener.silent(sayLost(), true);
    }
  }
  /**
   * @param content content of a message, which can be for another view, and need not be an
   * answer
   */
  function receive(content: Message) {
    useLanguageOf(model);
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
    for (const request of kept) post(request);
    kept = [];
  }
  /**
   * Send a request to Python. Return whether the request is sent, now or later. A saved state
   * never sends requests.
   *
   * @param answered callback that receives the answer instead of the listener
   */
  function ask(
    kind: string,
    details: Record<string, unknown> = {},
    answered?: Listener["answered"],
  ) {
    if (isAlone) {
      listener.silent(sayPicture(), false);
      return false;
    }
    const request = { kind, ...details, ...seen(), request: randomId(), client };
    if (greeted || kind === "hello") post(request);
    else kept.push(request);
    if (answered) askers.set(request.request, answered);
    return true;
  }

  return {
    ask,
    /** Send the greeting to Python, and tell a listener about the progress of requests. */
    open(on: Listener) {
      listener = on;
      model.on("msg:custom", receive);
      ask("hello");
    },
    /** Return whether a request other than the greeting is unanswered. */
    isAsking() {
      return [...waiting.values()].some(({ kind }) => kind !== "hello");
    },
    /** Repeat the unanswered requests. */
    retry() {
      wait();
      startWatch();
      for (const request of waiting.values()) post(request);
    },
    /** Stop listening. */
    close() {
      stopWatch();
      model.off("msg:custom", receive);
    },
  };
}

export type Channel = ReturnType<typeof makeChannel>;
export type Ask = Channel["ask"];

/** Return an object with the given traits, which are read from the model on access. */
export function viewOf<Traits extends object, Name extends keyof Traits & string>(
  model: Pick<AnyModel<Traits>, "get">,
  names: readonly Name[],
) {
  const view = {};
  for (const name of names)
    Object.defineProperty(view, name, { enumerable: true, get: () => model.get(name) });
  return view as Readonly<Pick<Traits, Name>>;
}

/**
 * Make the notice that Python is silent, with a button to try again. The root of the widget
 * that contains the notice gets the attribute `data-connection`.
 */
export function makeNotice(retry: () => void) {
  const text = element("span");
  const button = makeButton(_("Retry"), {}, retry);
  const root = element("div", { class: "ttt-notice", role: "alert" }, text, button);
  root.hidden = true;
  function setConnection(connection: "live" | "waiting" | "lost") {
    const widget = root.closest(".ttt") as HTMLElement;
    widget.dataset.connection = connection;
  }
  return {
    root,
    /**
     * Show that Python has not answered.
     *
     * @param lost whether Python might be gone
     */
    silent(what: string, lost: boolean) {
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
 * Make a selection list that shows Python's value and requests a person's choice.
 *
 * @param pick requests a value, and returns whether the request is sent, now or later
 */
export function makeChooser(label: string, pick: (value: string) => boolean) {
  const root = element("select", {
    "aria-label": label,
    ...KEEPS_KEYS,
  });
  let said = "";
  root.addEventListener("change", () => {
    if (!pick(root.value)) root.value = said;
  });

  /** Show the choices, each with its value and its text, and Python's current choice. */
  function draw(choices: [string, string][], chosen: [string, string]) {
    const all = choices.some(([value]) => value === chosen[0]) ? choices : [...choices, chosen];
    drawOnce(root, all, () => all.map(([value, text]) => element("option", { value }, text)));
    root.value = said = chosen[0];
  }
  return { root, draw };
}
