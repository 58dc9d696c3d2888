// @ts-check
// The bare page: hosts the front end of the board, unchanged, on a model whose other side is a
// Session in a worker. Nothing here knows the game.
import { makeKeeper } from "./keeper.js";
import { handKeysOn } from "./keys.js";
import { makeModel } from "./model.js";
import { makePulse } from "./pulse.js";
import { makePython } from "./python.js";
import { makeRequests } from "./requests.js";
import { share, wordsToShare } from "./share.js";
import widget from "./widget.js";
import { find, hush, notify, say } from "./words.js";

/** @import { Mark, Traits } from "../frontend/shared/types" */
/** @import { Content } from "./requests.js" */
/** @import { ToPage } from "./types" */

/** Milliseconds between the messages that keep the board calm while Python starts. */
const SIGN_OF_LIFE_MS = 1000;

const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
/** Where the worker leaves what it fetched for the service worker, by the name that sw.js knows. */
const HANDOVER = `tictactoe_widget ${new URL("./", import.meta.url)} handover`;

const DROPPED = "The game kept from your last visit could not be read and was dropped.";
const NOT_KEPT = "This browser keeps no games: once you close this page, this one is gone.";
const ELSEWHERE = "This game is open in another tab.";
const LEFT_ALONE = "The game from before is kept for your next visit. This one is not kept.";

const place = find("#board");
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
  // Its address changes with every file that the page imports.
  const keeper = makeKeeper(isLinked, import.meta.url);
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

  const requests = makeRequests(place);
  /** The table as it stands, as Python saved it. */
  let saved = kept?.saved;
  /** Link that is still to be opened. */
  let toCome = isToCome ? link : null;
  /** Mark whose player was stopped, and is a person once Python is there again. @type {Mark | null} */
  let freed = null;
  /** Whether Python was stopped, and has answered nothing since. */
  let isStopped = false;
  /** Whether the game that was kept is left as it is, and another is played. */
  let isLeftAlone = false;
  const python = makePython({
    order: () => ({ saved: saved === undefined ? null : JSON.stringify(saved), link: toCome, freed }),
    hear: receive,
    describeKept: requests.describe,
    tellUnopened,
  });
  const pulse = makePulse({ ask: () => python.post({ kind: "ping" }), tell: tellSilence, calm: hush });
  const model = makeModel(state, (content) => {
    if (python.isReady()) pass(content);
    else hold(content);
  });
  /** Forget a game that is damaged, and say so. */
  function drop() {
    keeper.drop();
    notify(DROPPED);
  }

  // A move on the board before that of the link, or of the game that was kept, would be
  // another one there.
  place.inert = isToCome || !!kept && !kept.state;
  try {
    widget.render({ model, el: place });
  } catch {
    // What was saved may still be sound: Python will say.
    keeper.dropPicture();
    place.replaceChildren();
    place.inert = true;
    Object.assign(state, initial);
    widget.render({ model, el: place });
  }
  if (!place.inert) showTurn();

  const life = setInterval(() => {
    const isAwaited = requests.isOpen() || state.thinking != null;
    if (python.isReady() && isAwaited) pulse.tick();
    // The board stays calm: here the page says what is to be said of Python.
    if (isAwaited || !python.isReady()) model.receive({ kind: "progress" });
  }, SIGN_OF_LIFE_MS);

  /** Pass a request on to Python. @param {Content} content */
  function pass(content) {
    requests.add(content);
    python.post({ kind: "request", text: JSON.stringify(content) });
  }
  /** Hold a request back until Python is there, and show that. @param {Content} content */
  function hold(content) {
    const { kind, request, client } = content;
    if (kind === "hello") {
      // Greeted by the page, the board hands everything on.
      queueMicrotask(() => model.receive({ kind: "ack", request, client, ok: true, code: "ok", message: "" }));
      return;
    }
    requests.add(content);
    python.tell();
    requests.show(content);
  }
  /** Say that Python is silent, and offer to stop it. @param {number} seconds */
  function tellSilence(seconds) {
    const { players, thinking } = state;
    if (isStopped && !thinking) return tellUnopened("Python does not answer this time either");
    const who = thinking ? `Player ${players[thinking]} (${thinking})` : "Python";
    const then = thinking ? `to play ${thinking} yourself` : "to start it again";
    notify(`${who} has not answered for ${seconds} seconds. Press Stop ${then}: the game stays as it is.`, { label: "Stop", act: stopSilent });
  }
  /** Start Python again without what it does now. */
  function stopSilent() {
    pulse.heard();
    isStopped = true;
    freed = state.thinking;
    // Asked again, it would be silent again.
    if (!freed) refuseAll();
    python.restart();
  }
  /** Refuse what Python was asked for and has not answered. */
  function refuseAll() {
    for (const { request, client } of requests.drop()) model.receive({ kind: "ack", request, client, ok: false, code: "internal", message: "Python did not answer that, and was stopped" });
  }
  /** Say that Python cannot go on with the game, and offer to play another. @param {string} trouble */
  function tellUnopened(trouble) {
    notify(`${trouble}. The game stays kept for your next visit; you can play without it now.`, { label: "Play without it", act: leaveAlone });
  }
  /** Leave the game as it is, and start Python again without it. */
  function leaveAlone() {
    pulse.heard();
    isLeftAlone = true;
    saved = undefined;
    toCome = null;
    freed = null;
    refuseAll();
    python.restart();
  }
  /** Say in the title of the page which lesson runs, whose turn it is, or how the game ended. */
  function showTurn() {
    document.title = `${state.course?.title ?? state.message} – Tic-tac-toe`;
  }
  /** Have the address lead to what is shown, but for one's own game. @param {string} leads the link to it */
  function showAddress(leads) {
    // A lesson on the page of a link to a game leaves that its address.
    if (isLeftAlone || (isLinked && isCourse(leads))) return;
    const bare = location.pathname + location.search;
    const address = isLinked || isCourse(leads) ? `${bare}#${leads}` : bare;
    // To replace it takes the browser milliseconds, even by the same one.
    if (address !== bare + location.hash) history.replaceState(null, "", address);
  }
  /** Show what has changed. @param {Partial<Traits>} changes @param {string} leads the link to it */
  function change(changes, leads) {
    model.change(changes);
    showTurn();
    present = leads;
    showAddress(leads);
  }
  /** Keep the game for the next visit, unless another tab plays it. */
  function keep() {
    if (!keeper.isPlaying()) lose();
    else if (!isLeftAlone && !keeper.write({ state, saved, link: present }) && !isLinked && !isToldNotKept) {
      isToldNotKept = true;
      notify(NOT_KEPT);
    }
  }
  /** Leave the game to the tab that has taken it over. */
  function lose() {
    python.stop();
    clearInterval(life);
    say("");
    place.inert = true;
    for (const id of ["#share", ...Object.keys(PRESSES)]) find(id).hidden = true;
    notify(ELSEWHERE, { label: "Play here", act: () => location.reload() });
  }
  /** Show the table that Python has set. @param {Extract<ToPage, { kind: "ready" }>} message */
  function begin({ start, state: shown, link: leads, refused, faults }) {
    shareButton.hidden = false;
    place.inert = false;
    say(isLinked ? "From a link" : "");
    document.body.dataset.python = start;
    if (refused) drop();
    if (faults.length) notify(faults.join(" "));
    change(shown, leads);
    requests.release().forEach(pass);
    if (freed) notify(`${freed} is yours to play: its player was stopped.`);
    if (isLeftAlone) notify(LEFT_ALONE);
    freed = null;
    // A page that is not served securely has no service worker.
    python.post({ kind: "hand over", cache: navigator.serviceWorker && !navigator.serviceWorker.controller ? HANDOVER : "" });
  }
  /** Do what Python says. @param {ToPage} message */
  function receive(message) {
    pulse.heard();
    switch (message.kind) {
      case "ready":
        begin(message);
        break;
      case "handed over":
        navigator.serviceWorker?.register(SERVICE_WORKER).catch((error) => {
          console.info("Not kept for offline use:", error);
          return caches.delete(HANDOVER);
        });
        break;
      case "changes":
        saved = message.saved;
        toCome = null;
        change(message.changes, message.link);
        // The board draws in a microtask, which this one follows: storage can wait.
        queueMicrotask(keep);
        break;
      case "message":
        isStopped = false;
        requests.close(message.message.request);
        model.receive(message.message);
        break;
    }
  }

  shareButton.addEventListener("click", () => share(present, wordsToShare(state.course)));
  for (const [id, pressed] of Object.entries(PRESSES)) {
    find(id).hidden = false;
    find(id).addEventListener("click", () => { if (!place.inert) find(`#board ${pressed}`).click(); });
  }
  find("#mine").hidden = !isLinked;
  handKeysOn(place);
  if (isToCome) say("Opening the link");
  python.start();
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
