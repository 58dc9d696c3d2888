// Python in a worker: its start and restart, the progress, and errors.

import { sayWaiting } from "../shared/channel.ts";
import { _, fill, joinSentences, plural } from "../shared/texts.ts";
import type { BuiltFile } from "./integrity.ts";
import { isBuilt } from "./integrity.ts";
import { orderLanguage } from "./language.ts";
import { makeWorker } from "./make_worker.ts";
import type { Order, ToPage, ToWorker, Why } from "./protocol.ts";
import type { Write } from "./words.ts";
import { find, hush, notify, sayFirst, unsay } from "./words.ts";

/** The worker's script, set during the build. */
declare const WORKER: BuiltFile;

const SCRIPT = new URL(WORKER.address, import.meta.url).href;

/** After this many milliseconds without any progress, a start is reported as slow. */
const QUIET_MS = 20_000;
/**
 * After this many milliseconds, the worker's script is checked, because an empty script never
 * sends a message.
 */
const CHECK_MS = 2000;
/** A working network delivers the worker's script within this many milliseconds. */
const PROBE_MS = 5000;

/** How long a start takes, divided by its download time. */
const WHOLE_START = 1.15;

/** Return the message that Python is loading. */
function sayLoading(): string {
  return _("Python is loading");
}

/** Return the message that Python could not be loaded, with the reason. */
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
 * Return a sentence about how much longer a start will take.
 *
 * @param passed number of seconds since the start began
 * @param part fraction of the bytes that has arrived, greater than 0
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

/**
 * Fetch and check the worker's script. Return the reason why the script isn't usable, or null.
 */
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
 * Return whether the network delivers this build's files. The browser's cache is neither used
 * nor changed.
 */
async function isReachable(): Promise<boolean> {
  return (await examine("no-store", AbortSignal.timeout(PROBE_MS))) === null;
}

/** Callbacks for when Python is running. */
export interface PythonListener {
  /** Returns Python's input. Called when Python is ready to answer requests. */
  order(): Order;
  /** Handles a message from the worker. */
  hear(message: ToPage): void;
  /** Returns a text about the requests that are kept until Python is ready. */
  describeKept(): string;
  /** Reports that Python is ready but can't open its input. */
  tellUnopened(trouble: Write): void;
}

/** Make the object that starts and stops Python for the page. */
export function makePython({ order, hear, describeKept, tellUnopened }: PythonListener) {
  let worker: Worker | null = null;
  let isReady = false;
  /** Number of the current or last start. */
  let turn = 0;
  /** Time at which this start began. */
  let shownAt = 0;
  /** Text that describes the current problem, or null if there is none. */
  let trouble: Write | null = null;
  /** Whether the problem is that the start makes no progress. */
  let isStalled = false;
  /** Whether Python is ready and is opening a game or a link. */
  let isOpening = false;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let checking: ReturnType<typeof setTimeout> | undefined;
  /** Addresses of files that are known to be valid. */
  const sound = new Set<string>();

  /** Send a message to the worker. */
  function post(message: ToWorker): void {
    worker?.postMessage(message);
  }

  /**
   * Tell Python whether the page is visible, so that automatic players wait while nobody is
   * watching.
   */
  function tellVisibility(): void {
    if (isReady) post({ kind: "watch", on: !document.hidden });
  }
  document.addEventListener("visibilitychange", tellVisibility);

  /** Report the problem and any kept requests, and offer to start Python again. */
  function tell(): void {
    if (trouble === null) return;
    if (isOpening) {
      tellUnopened(trouble);
      return;
    }
    // Stop the worker, because later requests for the same file would share its stalled
    // download.
    const mayStall = isStalled;
    const act = () => void restart(mayStall);
    const write = trouble;
    notify(() => joinSentences([write(), describeKept()]), {
      label: () => _("Try again"),
      act,
    });
  }

  /** Start watching for a lack of progress. */
  function watch(): void {
    clearTimeout(quiet);
    if (isReady) return;
    quiet = setTimeout(() => {
      isStalled = !isOpening;
      if (isOpening) trouble = () => _("Your game still has not opened after 20 seconds.");
      else if (bar.value < 1)
        trouble = () =>
          _(
            "No data has arrived for 20 seconds. Your connection might be slow. You can wait, or try again.",
          );
      else trouble = () => _("Python is slow to start. You can wait, or try again.");
      tell();
    }, QUIET_MS);
  }

  /** Withdraw the report of a problem that no longer exists. */
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

  /** Stop Python, even while it is starting. */
  function stop(): void {
    turn += 1;
    worker?.terminate();
    worker = null;
    clearTimeout(quiet);
    clearTimeout(checking);
    bar.hidden = true;
    unsay(sayLoading);
  }

  /** Give up for the given reason, and offer to start Python again. */
  function fail(why: Why): void {
    stop();
    isStalled = false;
    if (isOpening) trouble = () => _("Your game could not be opened.");
    else trouble = isReady ? () => _("Python has stopped.") : () => sayNotLoaded(why);
    isReady = false;
    tell();
  }

  /** Handle a message from the worker. */
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

  /** Send the input to Python, which is ready. */
  function open(): void {
    const given = order();
    isOpening = given.saved !== null || given.link !== null;
    post({ kind: "open", ...given });
  }

  /**
   * Run the worker's script, or fail if it is not valid.
   *
   * @param ways ways to fetch the script, which are tried one after another until it is valid
   * @param known files that can be taken from the browser's cache, or null for all files
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

  /** Fetch the worker's script again, and start Python from the new copy. */
  function renew(): void {
    // Ignore everything that a damaged script has loaded.
    reset();
    void runSound(["reload"], null);
  }

  /** Check the worker's script, and fetch a damaged script again. */
  async function check(): Promise<void> {
    const own = turn;
    const why = await examine("force-cache");
    if (own === turn && why === "damaged") renew();
  }

  /**
   * Find out why the worker has failed. If its script is damaged, fetch the script again. For
   * any other reason, give up.
   */
  async function blame(event: Event): Promise<void> {
    const own = turn;
    let why = isReady ? null : await examine("force-cache");
    if (!why && !(event instanceof ErrorEvent)) {
      // A valid script in the cache did not even start. Without a network, a browser can take
      // too long to run the script, so check the network.
      const isOffline = (await examine("no-store")) === "offline";
      why = isOffline ? "offline" : null;
    }
    if (own !== turn) return;
    if (why === "damaged") renew();
    else fail(why ?? "unknown");
  }

  /** Run the worker. Only the files in `known` can be taken from the browser's cache. */
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
    // By then, the browser has the script in its cache, so that the same bytes are checked.
    checking = setTimeout(() => void check(), CHECK_MS);
  }

  /** Stop Python, even while it is starting, and show that it is loading again. */
  function reset(): void {
    stop();
    isReady = false;
    isOpening = false;
    settle();
    show();
  }

  /**
   * Start Python again, from stored files if they are valid.
   *
   * @param isStalled whether some downloads might never end, so that they must be repeated
   */
  async function restart(isStalled = false): Promise<void> {
    reset();
    const own = turn;
    // Fetching a file again drops the cached copy.
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
    /** Return a sentence about the time until Python is ready, if it is known. */
    describeWait(): string {
      const passed = (performance.now() - shownAt) / 1000;
      return bar.hidden || bar.position <= 0 ? sayWaiting() : wordsFor(passed, bar.value);
    },
    /** Return how much of Python's files has arrived, from 0 to 1, or null if it is unknown. */
    readPart: (): number | null => (bar.hidden || bar.position < 0 ? null : bar.value),
    /** Return whether Python is ready to answer requests. */
    isReady: (): boolean => isReady,
  };
}
