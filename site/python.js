// @ts-check
// Python in a worker: starts it, watches whether it gets on, says when it does not,
// and starts it again.

import { find, hush, notify, sayFirst, unsay } from "./words.js";

/** @import { Order, ToPage, ToWorker } from "./types" */

const WORKER = new URL("./worker.js", import.meta.url);
/** Hash of this script, which the build writes. */
const INTEGRITY = "";

/** Milliseconds without a byte after which a start is said to take long. */
const QUIET_MS = 20_000;
/** Milliseconds after which the script of the worker is checked: an empty one says nothing by itself. */
const CHECK_MS = 2000;

const LOADS = "Python is loading";
const NOTHING_ARRIVES = "Nothing has arrived for 20 seconds. The connection may be slow: loading goes on by itself, or you can try again";
const STARTS_SLOWLY = "Python is taking long to start. It goes on by itself, or you can try again";
const OPENS_SLOWLY = "Your game has not opened for 20 seconds";
const NOT_OPENED = "Your game could not be opened";
/** What is added to the word that Python could not be loaded. */
const REASONS = {
  offline: ": no connection",
  damaged: ": a part of it arrived damaged",
  blocked: ": WebAssembly is not allowed here",
  unknown: "",
};

const bar = /** @type {HTMLProgressElement} */ (find("#loading"));

/**
 * Make what runs Python for the page.
 * @param {object} page
 * @param {() => Order} page.order returns what a start begins with
 * @param {(message: ToPage) => void} page.hear is told what the worker says
 * @param {() => string} page.describeKept returns in words what is kept until Python is there
 * @param {(trouble: string) => void} page.tellUnopened is called when Python is there, and what it is to begin with does not open
 */
export function makePython({ order, hear, describeKept, tellUnopened }) {
  /** @type {Worker | null} */
  let worker = null;
  let isReady = false;
  /** Number of the start that runs, or of the last. */
  let turn = 0;
  /** What is wrong, in words. @type {string | null} */
  let trouble = null;
  /** Whether the start begins with a game or a link. */
  let isGiven = false;
  /** Whether Python is there, and opens that now. */
  let isOpening = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let quiet;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let checking;
  /** Addresses of files that are known to be as the build wrote them. @type {Set<string>} */
  const sound = new Set();

  /** Tell the worker something. @param {ToWorker} message */
  function post(message) {
    worker?.postMessage(message);
  }
  /** Say what is wrong and what is kept, and offer to start again. */
  function tell() {
    if (trouble === null) return;
    if (isOpening) tellUnopened(trouble);
    else notify(`${trouble}. ${describeKept()}`.trim(), { label: "Try again", act: restart });
  }
  /** Watch from now on how long nothing arrives. */
  function watch() {
    clearTimeout(quiet);
    if (isReady) return;
    quiet = setTimeout(() => {
      if (isOpening) trouble = OPENS_SLOWLY;
      else trouble = bar.value < 1 ? NOTHING_ARRIVES : STARTS_SLOWLY;
      tell();
    }, QUIET_MS);
  }
  /** Take back what was said, for it is no longer so. */
  function settle() {
    if (trouble !== null) hush();
    trouble = null;
  }
  /** End Python, or its start. */
  function stop() {
    turn++;
    worker?.terminate();
    worker = null;
    clearTimeout(quiet);
    clearTimeout(checking);
    bar.hidden = true;
    unsay(LOADS);
  }
  /** Give up, say why, and offer to start again. @param {keyof typeof REASONS} why */
  function fail(why) {
    stop();
    if (isOpening) trouble = NOT_OPENED;
    else trouble = isReady ? "Python has stopped" : `Python could not be loaded${navigator.onLine ? REASONS[why] : REASONS.offline}`;
    isReady = false;
    tell();
  }
  /** Hear what the worker says. @param {ToPage} message */
  function receive(message) {
    if (message.kind === "failed") return fail(message.why);
    settle();
    if (message.kind === "progress") bar.value = message.part;
    else if (message.kind === "sound") sound.add(message.file);
    else if (message.kind === "opening") isOpening = isGiven;
    else if (message.kind === "ready") {
      isReady = true;
      isOpening = false;
      bar.hidden = true;
    }
    watch();
    hear(message);
  }
  /** Give up because of the script of the worker, and find out what is wrong with it. */
  async function blame() {
    const own = turn;
    const response = await fetch(WORKER, { cache: "force-cache" }).catch(() => null);
    if (own === turn) fail(!response ? "offline" : response.ok ? "damaged" : "unknown");
  }
  /** Fetch the script of the worker and check it; fail when it is damaged. @param {RequestCache} cache */
  async function check(cache) {
    const own = turn;
    const isSound = await fetch(WORKER, { integrity: INTEGRITY, cache }).then(() => true, () => false);
    if (own !== turn) return false;
    if (!isSound) {
      // What a damaged script has started is as good as not loaded.
      isReady = false;
      blame();
    }
    return isSound;
  }
  /** Run the worker. @param {string[] | null} known files that need not be fetched again; null at first */
  function run(known) {
    const given = order();
    isGiven = given.saved !== null || given.link !== null;
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = (event) => {
      console.warn("Python could not be loaded:", event.message);
      blame();
    };
    post({ kind: "start", ...given, known });
    // By then the browser has the script, and is asked for the same bytes.
    if (!known) checking = setTimeout(check, CHECK_MS, "force-cache");
  }
  /** Start Python. */
  function start() {
    show();
    run(null);
  }
  /** Start Python again, from files that are fetched anew unless they are known to be sound. */
  async function restart() {
    stop();
    isReady = false;
    isOpening = false;
    settle();
    show();
    if (await check("reload")) run([...sound]);
  }
  /** Show that Python is loading. */
  function show() {
    sayFirst(LOADS);
    bar.hidden = false;
    bar.removeAttribute("value");
    watch();
  }

  return {
    start,
    restart,
    stop,
    post,
    tell,
    /** Return whether Python answers. */
    isReady: () => isReady,
  };
}
