// Python in a worker: starts it, watches whether it gets on, says when it does not,
// and starts it again.

import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import { makeWorker } from "./make_worker.ts";
import type { Order, ToPage, ToWorker, Why } from "./protocol.ts";
import { find, hush, notify, sayFirst, unsay } from "./words.ts";

/** Script of the worker; the build defines it. */
declare const WORKER: BuiltFile;

const SCRIPT = new URL(WORKER.address, import.meta.url).href;

/** Milliseconds without a byte after which a start is said to take long. */
const QUIET_MS = 20_000;
/**
 * Milliseconds after which the script of the worker is checked: an empty one says nothing
 * by itself.
 */
const CHECK_MS = 2000;
/** Milliseconds in which a network that is there brings the script of the worker. */
const PROBE_MS = 5000;

/** Length of a start, over the time in which its bytes arrive. */
const WHOLE_START = 1.15;

const LOADS = "Python is loading";
const NOTHING_ARRIVES =
  "Nothing has arrived for 20 seconds. The connection may be slow: " +
  "loading goes on by itself, or you can try again";
const STARTS_SLOWLY =
  "Python is taking long to start. It goes on by itself, or you can try again";
const OPENS_SLOWLY = "Your game has not opened for 20 seconds";
const NOT_OPENED = "Your game could not be opened";
/** What is added to the word that Python could not be loaded. */
const REASONS: Record<Why, string> = {
  offline: ": no connection",
  damaged: ": a part of it arrived damaged",
  blocked: ": WebAssembly is not allowed here",
  unknown: "",
};

const bar = find<HTMLProgressElement>("#loading");

/**
 * Return in words how long a start still takes.
 *
 * @param passed seconds since it began
 * @param part of its bytes that has arrived, above 0
 */
function wordsFor(passed: number, part: number): string {
  const left = passed * (WHOLE_START / part - 1);
  if (left < 10) return "in a few seconds";
  if (left < 55) return `in about ${Math.ceil(left / 10) * 10} seconds`;
  const minutes = Math.round(left / 60);
  return minutes === 1 ? "in about a minute" : `in about ${minutes} minutes`;
}

/** Fetch the script of the worker; return what is wrong with it, or null. */
async function examine(cache: RequestCache, signal?: AbortSignal): Promise<Why | null> {
  try {
    const response = await fetch(SCRIPT, { cache, ...(signal && { signal }) });
    if (!response.ok) return "unknown";
    const isSound = await isBuilt(SCRIPT, WORKER.integrity, await response.blob());
    return isSound ? null : "damaged";
  } catch {
    return "offline";
  }
}

/** Return whether the network brings files of this build; what the browser keeps stays. */
async function isReachable(): Promise<boolean> {
  return (await examine("no-store", AbortSignal.timeout(PROBE_MS))) === null;
}

/** What running Python asks of the page. */
export interface PythonListener {
  /** Return what Python begins with, which is there now and answers from then on. */
  order(): Order;
  /** Hear what the worker says. */
  hear(message: ToPage): void;
  /** Return in words what is kept until Python is there. */
  describeKept(): string;
  /** Say that Python is there, and what it is to begin with does not open. */
  tellUnopened(trouble: string): void;
}

/** Make what runs Python for the page. */
export function makePython({ order, hear, describeKept, tellUnopened }: PythonListener) {
  let worker: Worker | null = null;
  let isReady = false;
  /** Number of the start that runs, or of the last. */
  let turn = 0;
  /** When it began. */
  let shownAt = 0;
  /** What is wrong, in words. */
  let trouble: string | null = null;
  /** Whether Python is there, and opens a game or a link now. */
  let isOpening = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  /** Addresses of files that are known to be as the build wrote them. */
  const sound = new Set<string>();

  /** Tell the worker something. */
  function post(message: ToWorker): void {
    worker?.postMessage(message);
  }

  /** Say what is wrong and what is kept, and offer to start again. */
  function tell(): void {
    if (trouble === null) return;
    if (isOpening) {
      tellUnopened(trouble);
      return;
    }
    // What has stalled, a browser would share with whoever asks for the same again.
    const isStalled = trouble === NOTHING_ARRIVES || trouble === STARTS_SLOWLY;
    const act = () => void restart(isStalled);
    notify(`${trouble}. ${describeKept()}`.trim(), { label: "Try again", act });
  }

  /** Watch from now on how long nothing arrives. */
  function watch(): void {
    clearTimeout(quiet);
    if (isReady) return;
    quiet = setTimeout(() => {
      if (isOpening) trouble = OPENS_SLOWLY;
      else trouble = bar.value < 1 ? NOTHING_ARRIVES : STARTS_SLOWLY;
      tell();
    }, QUIET_MS);
  }

  /** Take back what was said, for it is no longer so. */
  function settle(): void {
    if (trouble !== null) hush();
    trouble = null;
  }

  /** Show that Python is loading. */
  function show(): void {
    sayFirst(LOADS);
    bar.hidden = false;
    bar.removeAttribute("value");
    shownAt = performance.now();
    watch();
  }

  /** End Python, or its start. */
  function stop(): void {
    turn += 1;
    worker?.terminate();
    worker = null;
    clearTimeout(quiet);
    clearTimeout(checking);
    bar.hidden = true;
    unsay(LOADS);
  }

  /** Give up, say why, and offer to start again. */
  function fail(why: Why): void {
    stop();
    if (isOpening) trouble = NOT_OPENED;
    else if (isReady) trouble = "Python has stopped";
    else trouble = `Python could not be loaded${REASONS[why]}`;
    isReady = false;
    tell();
  }

  /** Hear what the worker says. */
  function receive(message: ToPage): void {
    if (message.kind === "failed") {
      fail(message.why);
      return;
    }
    settle();
    switch (message.kind) {
      case "progress":
        bar.value = message.part;
        break;
      case "sound":
        sound.add(message.file);
        break;
      case "opening":
        open();
        break;
      case "ready":
        isReady = true;
        isOpening = false;
        bar.hidden = true;
        break;
    }
    watch();
    hear(message);
  }

  /** Tell Python, which is there, what to begin with. */
  function open(): void {
    const given = order();
    isOpening = given.saved !== null || given.link !== null;
    post({ kind: "open", ...given });
  }

  /**
   * Run the worker from a script that was found sound, or else fail.
   *
   * @param ways to fetch the script, one after the other until it is sound
   * @param known files that may come from what the browser keeps; null where all may
   */
  async function runSound(ways: RequestCache[], known: string[] | null): Promise<void> {
    const own = turn;
    let why: Why | null = null;
    for (const cache of ways) {
      why = await examine(cache);
      if (own !== turn) return;
      if (!why) break;
    }
    if (why) fail(why);
    else run(known);
  }

  /** Start Python again from a script that is fetched anew. */
  function renew(): void {
    // What a damaged script has started is as good as not loaded.
    reset();
    void runSound(["reload"], null);
  }

  /** Check the script of the worker, and fetch it anew if it is damaged. */
  async function check(): Promise<void> {
    const own = turn;
    const why = await examine("force-cache");
    if (own === turn && why === "damaged") renew();
  }

  /** Find out why the worker has failed, and give up unless its script is to be fetched anew. */
  async function blame(event: Event): Promise<void> {
    const own = turn;
    let why = isReady ? null : await examine("force-cache");
    if (!why && !(event instanceof ErrorEvent)) {
      // A sound script did not even begin: it is kept, but for too long to be run unasked.
      const isOffline = (await examine("no-store")) === "offline";
      why = isOffline ? "offline" : null;
    }
    if (own !== turn) return;
    if (why === "damaged") renew();
    else fail(why ?? "unknown");
  }

  /** Run the worker; `known` are files that may come from what the browser keeps. */
  function run(known: string[] | null): void {
    worker = makeWorker(SCRIPT);
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => receive(data);
    worker.onerror = (event) => {
      console.warn("Python could not be loaded:", event.message);
      void blame(event);
    };
    post({ kind: "start", known });
  }

  /** Start Python. */
  function start(): void {
    show();
    run(null);
    // By then the browser has the script, and is asked for the same bytes.
    checking = setTimeout(() => void check(), CHECK_MS);
  }

  /** End Python, or its start, and show that it is loading again. */
  function reset(): void {
    stop();
    isReady = false;
    isOpening = false;
    settle();
    show();
  }

  /**
   * Start Python again, from files that are kept, as far as they are sound.
   *
   * @param isStalled whether some may be on their way for ever, and are to be fetched anew
   */
  async function restart(isStalled = false): Promise<void> {
    reset();
    const own = turn;
    // To fetch anew drops what is kept.
    const isAnew = isStalled && (await isReachable());
    if (own !== turn) return;
    if (isAnew) await runSound(["reload"], [...sound]);
    else await runSound(["force-cache", "reload"], null);
  }

  return {
    start,
    restart,
    stop,
    post,
    tell,
    /** Return in words how long it takes until Python is there, as far as that is known. */
    describeWait(): string {
      const passed = (performance.now() - shownAt) / 1000;
      return bar.hidden || bar.position <= 0 ? "" : wordsFor(passed, bar.value);
    },
    /** Return how much of Python has arrived, from 0 to 1; null where that is not known. */
    readPart: (): number | null => (bar.hidden || bar.position < 0 ? null : bar.value),
    /** Return whether Python answers. */
    isReady: (): boolean => isReady,
  };
}
