// Python in a worker: start, progress, errors, and restart.

import { sayWaiting } from "../shared/channel.ts";
import { _, fill, joinSentences, plural } from "../shared/texts.ts";
import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import { orderLanguage } from "./language.ts";
import { makeWorker } from "./make_worker.ts";
import type { Order, ToPage, ToWorker, Why } from "./protocol.ts";
import type { Write } from "./words.ts";
import { find, hush, notify, sayFirst, unsay } from "./words.ts";

/** Script of the worker, set during the build. */
declare const WORKER: BuiltFile;

const SCRIPT = new URL(WORKER.address, import.meta.url).href;

/** Milliseconds without a byte after which a start is reported as slow. */
const QUIET_MS = 20_000;
/**
 * Milliseconds after which the script of the worker is checked, because an empty one sends
 * nothing.
 */
const CHECK_MS = 2000;
/** Milliseconds in which a working network brings the script of the worker. */
const PROBE_MS = 5000;

/** Duration of a start, divided by the download time of its bytes. */
const WHOLE_START = 1.15;

/** Return that Python is loading. */
function sayLoading(): string {
  return _("Python is loading");
}

/** Return that Python could not be loaded, and the reason. */
function sayNotLoaded(why: Why): string {
  switch (why) {
    case "offline":
      return _("Python could not be loaded because there is no connection.");
    case "damaged":
      return _("Python could not be loaded because part of the download was damaged.");
    case "blocked":
      return _("Python could not be loaded because WebAssembly is not allowed here.");
    case "unknown":
      return _("Python could not be loaded.");
  }
}

const bar = find<HTMLProgressElement>("#loading");

/**
 * Return the remaining time of a start as a sentence.
 *
 * @param passed seconds since it began
 * @param part of its bytes that has arrived, above 0
 */
function wordsFor(passed: number, part: number): string {
  const left = passed * (WHOLE_START / part - 1);
  if (left < 10) return _("Waiting for Python: a few more seconds.");
  if (left < 55)
    return fill("Waiting for Python: about {count} seconds.", {
      count: Math.ceil(left / 10) * 10,
    });
  return plural(
    "Waiting for Python: about {count} minute.",
    "Waiting for Python: about {count} minutes.",
    Math.round(left / 60),
  );
}

/** Fetch the script of the worker, and return its fault or null. */
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

/**
 * Return whether the network brings files of this build, without touching the browser's copies.
 */
async function isReachable(): Promise<boolean> {
  return (await examine("no-store", AbortSignal.timeout(PROBE_MS))) === null;
}

/** Callbacks of a running Python. */
export interface PythonListener {
  /** Returns the input for Python, which is ready and answers from then on. */
  order(): Order;
  /** Handles a message of the worker. */
  hear(message: ToPage): void;
  /** Returns the text on the kept requests until Python is ready. */
  describeKept(): string;
  /** Reports that Python is ready but cannot open its input. */
  tellUnopened(trouble: Write): void;
}

/** Make the runner of Python for the page. */
export function makePython({ order, hear, describeKept, tellUnopened }: PythonListener) {
  let worker: Worker | null = null;
  let isReady = false;
  /** Number of the present start, or of the last one. */
  let turn = 0;
  /** Time of its beginning. */
  let shownAt = 0;
  /** The fault, in words. */
  let trouble: Write | null = null;
  /** Whether the fault is a start without progress. */
  let isStalled = false;
  /** Whether Python is ready and opens a game or a link now. */
  let isOpening = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  /** Addresses of files that are known to be valid. */
  const sound = new Set<string>();

  /** Send the worker a message. */
  function post(message: ToWorker): void {
    worker?.postMessage(message);
  }

  /** Tell Python whether the page is visible, because computers that nobody watches wait. */
  function tellVisibility(): void {
    if (isReady) post({ kind: "watch", on: !document.hidden });
  }
  document.addEventListener("visibilitychange", tellVisibility);

  /** Report a fault and the kept requests, and offer to start again. */
  function tell(): void {
    if (trouble === null) return;
    if (isOpening) {
      tellUnopened(trouble);
      return;
    }
    // A browser would share a stalled download with later requests for the same file.
    const mayStall = isStalled;
    const act = () => void restart(mayStall);
    const write = trouble;
    notify(() => joinSentences([write(), describeKept()]), {
      label: () => _("Try again"),
      act,
    });
  }

  /** Watch for a lack of progress from now on. */
  function watch(): void {
    clearTimeout(quiet);
    if (isReady) return;
    quiet = setTimeout(() => {
      isStalled = !isOpening;
      if (isOpening) trouble = () => _("Your game still has not opened after 20 seconds.");
      else if (bar.value < 1)
        trouble = () =>
          _(
            "No data has arrived for 20 seconds. Your connection may be slow. You can wait, or try again.",
          );
      else trouble = () => _("Python is slow to start. You can wait, or try again.");
      tell();
    }, QUIET_MS);
  }

  /** Withdraw the report, because it is no longer true. */
  function settle(): void {
    if (trouble !== null) hush();
    trouble = null;
  }

  /** Show that Python is loading. */
  function show(): void {
    sayFirst(sayLoading);
    bar.hidden = false;
    bar.removeAttribute("value");
    shownAt = performance.now();
    watch();
  }

  /** Stop Python, or its start. */
  function stop(): void {
    turn += 1;
    worker?.terminate();
    worker = null;
    clearTimeout(quiet);
    clearTimeout(checking);
    bar.hidden = true;
    unsay(sayLoading);
  }

  /** Give up with a reason, and offer to start again. */
  function fail(why: Why): void {
    stop();
    isStalled = false;
    if (isOpening) trouble = () => _("Your game could not be opened.");
    else trouble = isReady ? () => _("Python has stopped.") : () => sayNotLoaded(why);
    isReady = false;
    tell();
  }

  /** Handle a message of the worker. */
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
        if (document.hidden) tellVisibility();
        break;
    }
    watch();
    hear(message);
  }

  /** Send Python, which is ready, its input. */
  function open(): void {
    const given = order();
    isOpening = given.saved !== null || given.link !== null;
    post({ kind: "open", ...given });
  }

  /**
   * Run the worker from a script that is valid, or fail.
   *
   * @param ways to fetch the script, one after the other until it is valid
   * @param known files that may come from the browser's cache, or null if all may
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

  /** Start Python again from a newly fetched script. */
  function renew(): void {
    // The work of a damaged script counts as not loaded.
    reset();
    void runSound(["reload"], null);
  }

  /** Check the script of the worker, and fetch it again if it is damaged. */
  async function check(): Promise<void> {
    const own = turn;
    const why = await examine("force-cache");
    if (own === turn && why === "damaged") renew();
  }

  /**
   * Find out why the worker has failed, and give up unless its script must be fetched again.
   */
  async function blame(event: Event): Promise<void> {
    const own = turn;
    let why = isReady ? null : await examine("force-cache");
    if (!why && !(event instanceof ErrorEvent)) {
      // A valid script did not even begin. It stays in the cache, but running it takes too long
      // without a request.
      const isOffline = (await examine("no-store")) === "offline";
      why = isOffline ? "offline" : null;
    }
    if (own !== turn) return;
    if (why === "damaged") renew();
    else fail(why ?? "unknown");
  }

  /** Run the worker. `known` are files that may come from the browser's cache. */
  function run(known: string[] | null): void {
    worker = makeWorker(SCRIPT);
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => receive(data);
    worker.onerror = (event) => {
      console.warn("Python could not be loaded:", event.message);
      void blame(event);
    };
    post({ kind: "start", known, language: orderLanguage() });
  }

  /** Start Python. */
  function start(): void {
    show();
    run(null);
    // By then the browser has the script, and this requests the same bytes.
    checking = setTimeout(() => void check(), CHECK_MS);
  }

  /** Stop Python, or its start, and show that it is loading again. */
  function reset(): void {
    stop();
    isReady = false;
    isOpening = false;
    settle();
    show();
  }

  /**
   * Start Python again, from kept files as far as they are valid.
   *
   * @param isStalled whether some downloads may never end, so that they must be repeated
   */
  async function restart(isStalled = false): Promise<void> {
    reset();
    const own = turn;
    // Fetching again drops the kept copy.
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
    /** Return the time until Python is ready as a sentence, as far as it is known. */
    describeWait(): string {
      const passed = (performance.now() - shownAt) / 1000;
      return bar.hidden || bar.position <= 0 ? sayWaiting() : wordsFor(passed, bar.value);
    },
    /** Return the share of Python that has arrived, from 0 to 1, or null if it is unknown. */
    readPart: (): number | null => (bar.hidden || bar.position < 0 ? null : bar.value),
    /** Return whether Python answers. */
    isReady: (): boolean => isReady,
  };
}
