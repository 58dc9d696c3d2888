// @ts-check
// The bare page: hosts the front end of the board, unchanged, on a model whose other side is a
// Session in a worker. Nothing here knows the game.
import { makeKeeper } from "./keeper.js";
import { handKeysOn } from "./keys.js";
import { makeModel } from "./model.js";
import { share, wordsToShare } from "./share.js";
import widget from "./widget.js";
import { find, hush, notify, say } from "./words.js";

/** @import { Traits } from "../tictactoe_widget/widgets/types" */
/** @import { ToPage, ToWorker } from "./types" */

/** Milliseconds between the messages that keep the board calm while Python starts. */
const SIGN_OF_LIFE_MS = 1000;

const WORKER = new URL("./worker.js", import.meta.url);
const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
/** Where the worker leaves what it fetched for the service worker, by the name that sw.js knows. */
const HANDOVER = `tictactoe_widget ${new URL("./", import.meta.url)} handover`;

const DROPPED = "The game kept from your last visit could not be read and was dropped.";
const NOT_KEPT = "This browser keeps no games: once you close this page, this one is gone.";
const ELSEWHERE = "This game is open in another tab.";

const place = find("#board");
const bar = /** @type {HTMLProgressElement} */ (find("#loading"));
const shareButton = find("#share");
/** Buttons of the page that press one of the board, by the class of that. */
const PRESSES = { "#learn": ".ttt-to-learn", "#puzzle": ".ttt-daily" };

/** Return whether a link leads to a lesson or a puzzle. @param {string} link */
function isCourse(link) {
  const parts = new URLSearchParams(link);
  return parts.has("lesson") || parts.has("puzzle");
}

/** Show the board, start Python, and let the two talk. @param {string} link to a game, a lesson or a puzzle, which this page opens, or nothing */
function open(link) {
  // While a lesson or a puzzle runs, one's own game waits, so this is a page of that.
  const isLinked = link !== "" && !isCourse(link);
  const keeper = makeKeeper(isLinked);
  keeper.claim(lose);
  /** @type {Traits} */
  const initial = JSON.parse(/** @type {string} */ (find("#state").textContent));
  /** @type {ReturnType<typeof keeper.read>} */
  let kept = null;
  try {
    kept = keeper.read();
  } catch {
    drop();
  }
  // A link that is opened anew begins where it leads; on a reload, play goes on.
  const isToCome = link !== "" && kept?.link !== link;
  if (isToCome && isLinked) kept = null;
  const state = { ...initial, ...kept?.state };
  /** The link to the game as it stands. */
  let present = link;
  let isToldNotKept = false;

  /** @type {Worker} */
  let worker;
  /** Requests from before Python is there; null from then on. @type {Record<string, unknown>[] | null} */
  let held = [];
  /** Why Python could not be started; null while it may be. @type {string | null} */
  let reason = null;
  const model = makeModel(state, (content) => {
    if (held) hold(content);
    else post({ kind: "request", text: JSON.stringify(content) });
  });
  /** Tell the worker something. @param {ToWorker} message */
  function post(message) {
    worker.postMessage(message);
  }
  /** Forget a game that is damaged, and say so. */
  function drop() {
    keeper.drop();
    notify(DROPPED);
  }

  try {
    widget.render({ model, el: place });
  } catch {
    // Whatever was kept, it is no state of a game.
    place.replaceChildren();
    kept = null;
    drop();
    Object.assign(state, initial);
    widget.render({ model, el: place });
  }
  // A move on the board before that of the link would be another one there.
  place.inert = isToCome;
  if (!isToCome) showTurn();
  const life = setInterval(() => model.receive({ kind: "progress" }), SIGN_OF_LIFE_MS);

  /** Hold a request back until Python is there, and show that. @param {Record<string, unknown>} content */
  function hold(content) {
    const { kind, cell, request, client } = content;
    if (kind === "hello") {
      // Greeted by the page, the board hands everything on.
      queueMicrotask(() => model.receive({ kind: "ack", request, client, ok: true, code: "ok", message: "" }));
      return;
    }
    held?.push(content);
    tellFailure();
    const button = place.querySelector(`[data-position="${Number(cell) + 1}"]`);
    if (!button) say("That is kept until Python is there");
    else if (!place.querySelector("[data-waiting]")) {
      button.toggleAttribute("data-waiting", true);
      say(`Your move at ${button.ariaLabel?.split(",")[0]} is kept`);
    }
  }
  /** Send what was held back while Python started. */
  function release() {
    const requests = held ?? [];
    held = null;
    for (const button of place.querySelectorAll("[data-waiting]")) button.removeAttribute("data-waiting");
    requests.forEach(model.send);
  }
  /** Say in the title of the page which lesson runs, whose turn it is, or how the game ended. */
  function showTurn() {
    document.title = `${state.course?.title ?? state.message} – Tic-tac-toe`;
  }
  /** Have the address lead to what is shown, but for one's own game. @param {string} leads the link to it */
  function showAddress(leads) {
    // A lesson on the page of a link to a game leaves that its address.
    if (isLinked && isCourse(leads)) return;
    history.replaceState(null, "", isLinked || isCourse(leads) ? `#${leads}` : location.pathname + location.search);
  }
  /** Show what has changed. @param {Partial<Traits>} changes @param {string} leads the link to it */
  function change(changes, leads) {
    model.change(changes);
    showTurn();
    present = leads;
    showAddress(leads);
  }
  /** Keep the game for the next visit, unless another tab plays it. @param {unknown} saved */
  function keep(saved) {
    if (!keeper.isPlaying()) lose();
    else if (!keeper.write({ state, saved, link: present }) && !isLinked && !isToldNotKept) {
      isToldNotKept = true;
      notify(NOT_KEPT);
    }
  }
  /** Leave the game to the tab that has taken it over. */
  function lose() {
    worker.terminate();
    bar.hidden = true;
    say("");
    place.inert = true;
    for (const id of ["#share", ...Object.keys(PRESSES)]) find(id).hidden = true;
    notify(ELSEWHERE, { label: "Play here", act: () => location.reload() });
  }
  /** Do what the worker says. @param {MessageEvent<ToPage>} event */
  function receive({ data }) {
    switch (data.kind) {
      case "progress":
        bar.value = data.part;
        break;
      case "failed":
        fail(data.isOffline);
        break;
      case "ready":
        bar.hidden = true;
        shareButton.hidden = false;
        place.inert = false;
        say(isLinked ? "From a link" : "");
        document.body.dataset.python = data.start;
        if (data.refused) drop();
        if (data.faults.length) notify(data.faults.join(" "));
        clearInterval(life);
        change(data.state, data.link);
        release();
        // A page that is not served securely has no service worker.
        post({ kind: "hand over", cache: navigator.serviceWorker && !navigator.serviceWorker.controller ? HANDOVER : "" });
        break;
      case "handed over":
        navigator.serviceWorker?.register(SERVICE_WORKER).catch((error) => console.info("Not kept for offline use:", error));
        break;
      case "changes":
        change(data.changes, data.link);
        // The board draws in a microtask, which this one follows: storage can wait.
        queueMicrotask(() => keep(data.saved));
        break;
      case "message":
        model.receive(data.message);
        break;
    }
  }
  /** Give up starting Python, and offer to try again. @param {boolean} isOffline */
  function fail(isOffline) {
    worker.terminate();
    held ??= [];
    bar.hidden = true;
    reason = isOffline || !navigator.onLine ? ": no connection" : "";
    tellFailure();
  }
  /** Say that Python could not be started, and what is kept until it can. */
  function tellFailure() {
    if (reason === null || !held) return;
    const what = held.some(({ kind }) => kind === "play") ? " Your move is kept." : held.length ? " What you asked for is kept." : "";
    notify(`Python could not be loaded${reason}.${what}`, { label: "Try again", act: start });
  }
  /** Start Python in a worker of its own. */
  function start() {
    reason = null;
    hush();
    bar.hidden = false;
    bar.removeAttribute("value");
    worker = new Worker(WORKER, { type: "module" });
    worker.onmessage = receive;
    worker.onerror = (event) => {
      console.warn("Python could not be loaded:", event.message);
      // A script that does not arrive has no message of its own.
      fail(!event.message);
    };
    post({ kind: "start", saved: kept && JSON.stringify(kept.saved), link: isToCome ? link : null });
  }

  shareButton.addEventListener("click", () => share(present, wordsToShare(state.course)));
  for (const [id, pressed] of Object.entries(PRESSES)) {
    find(id).hidden = false;
    find(id).addEventListener("click", () => { if (!place.inert) find(`#board ${pressed}`).click(); });
  }
  find("#mine").hidden = !isLinked;
  handKeysOn(place);
  say(isToCome ? "Opening the link" : "Python is loading");
  start();
}

/** Say whether the notebooks can be reached. */
function showNetwork() {
  find("#offline").hidden = navigator.onLine;
}

document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("alone"));
showNetwork();
addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
addEventListener("hashchange", () => location.reload());
if (typeof WebAssembly === "object") open(location.hash.slice(1));
else notify("This page plays tic-tac-toe with Python in WebAssembly, which this browser lacks.");
