// Python in a worker: starts it, watches whether it gets on, says when it does not,
// and starts it again.

import type { BuiltFile } from "./integrity.ts";
import { makeWorker } from "./make_worker.ts";
import type { Order, ToPage, ToWorker, Why } from "./protocol.ts";
import { find, hush, notify, sayFirst, unsay } from "./words.ts";

/** Script of the worker; the build defines it. */
declare const WORKER: BuiltFile;

const SCRIPT = new URL(WORKER.address, import.meta.url);

/** Milliseconds without a byte after which a start is said to take long. */
const QUIET_MS = 20_000;
/**
 * Milliseconds after which the script of the worker is checked: an empty one says nothing
 * by itself.
 */
const CHECK_MS = 2000;

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

/** What running Python asks of the page. */
export interface PythonListener {
  /** Return what a start begins with. */
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
  /** What is wrong, in words. */
  let trouble: string | null = null;
  /** Whether the start begins with a game or a link. */
  let isGiven = false;
  /** Whether Python is there, and opens that now. */
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
    const act = () => void restart();
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
    else trouble = `Python could not be loaded${REASONS[navigator.onLine ? why : "offline"]}`;
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
        isOpening = isGiven;
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

  /** Give up because of the script of the worker, and find out what is wrong with it. */
  async function blame(): Promise<void> {
    const own = turn;
    const response = await fetch(SCRIPT, { cache: "force-cache" }).catch(() => null);
    if (own !== turn) return;
    if (!response) fail("offline");
    else fail(response.ok ? "damaged" : "unknown");
  }

  /** Fetch the script of the worker and check it; fail when it is damaged. */
  async function check(cache: RequestCache): Promise<boolean> {
    const own = turn;
    const isSound = await fetch(SCRIPT, { integrity: WORKER.integrity, cache }).then(
      () => true,
      () => false,
    );
    if (own !== turn) return false;
    if (!isSound) {
      // What a damaged script has started is as good as not loaded.
      isReady = false;
      void blame();
    }
    return isSound;
  }

  /** Run the worker; `known` are files that need not be fetched again, null at first. */
  function run(known: string[] | null): void {
    const given = order();
    isGiven = given.saved !== null || given.link !== null;
    worker = makeWorker(SCRIPT);
    worker.onmessage = ({ data }: MessageEvent<ToPage>) => receive(data);
    worker.onerror = (event) => {
      console.warn("Python could not be loaded:", event.message);
      void blame();
    };
    post({ kind: "start", ...given, known });
    // By then the browser has the script, and is asked for the same bytes.
    if (!known) checking = setTimeout(() => void check("force-cache"), CHECK_MS);
  }

  /** Start Python. */
  function start(): void {
    show();
    run(null);
  }

  /** Start Python again, from files that are fetched anew unless they are known to be sound. */
  async function restart(): Promise<void> {
    stop();
    isReady = false;
    isOpening = false;
    settle();
    show();
    if (await check("reload")) run([...sound]);
  }

  return {
    start,
    restart,
    stop,
    post,
    tell,
    /** Return whether Python answers. */
    isReady: (): boolean => isReady,
  };
}
