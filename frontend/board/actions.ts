// The buttons of a board. None of them ever moves: one that makes no sense just now
// keeps its place.

import type { Ask } from "../shared/channel.ts";
import { makeChooser } from "../shared/channel.ts";
import { allow, element, makeButton, setText } from "../shared/elements.ts";
import type { View } from "./view.ts";
import { isWatched } from "./view.ts";

/** Milliseconds after which a first press on Reset scores is forgotten. */
const FORGET_MS = 4000;

/**
 * Make the buttons that people look for first.
 *
 * @param sheets opens the choice of the game and its players, or what there is to learn
 */
export function makeActions(
  ask: Ask,
  { setUp, learn }: { setUp: () => void; learn: () => void },
  full: { button: HTMLElement },
) {
  let isOn = false;
  const newGame = () => ask("new_game");
  const start = makeButton(
    "New game",
    { class: "ttt-main", "aria-keyshortcuts": "Shift+N", title: "Shift+N" },
    newGame,
  );
  const hints = makeButton("Hints", {}, () => ask("hints", { on: !isOn }));
  const learner = makeButton(
    "Learn",
    { class: "ttt-to-learn", "aria-haspopup": "dialog" },
    learn,
  );
  const opener = makeButton("", { class: "ttt-to-setup", "aria-haspopup": "dialog" }, setUp);
  const root = element(
    "div",
    { class: "ttt-bar ttt-actions" },
    start,
    hints,
    learner,
    opener,
    full.button,
  );

  function draw({ hints: on, players }: View) {
    isOn = on;
    hints.setAttribute("aria-pressed", String(isOn));
    const areAllPeople = players.X === "human" && players.O === "human";
    setText(opener, areAllPeople ? "Play the computer" : "Game and players");
  }
  return { root, draw, newGame, focus: () => learner.focus() };
}

/** Make the buttons that look back at earlier moves. */
export function makeHistory(ask: Ask) {
  /** The ply that was asked for last, or is shown: two quick presses are two steps. */
  let at = 0;
  let last = 0;
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () =>
    step(-1),
  );
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () =>
    step(1),
  );
  const now = makeButton("Now", {}, () => ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const root = element(
    "div",
    { class: "ttt-bar ttt-history", role: "group", "aria-label": "History" },
    back,
    ply,
    forward,
    now,
  );

  function step(by: number) {
    const to = at + by;
    if (to >= 0 && to <= last && ask("view", { to })) at = to;
  }
  function draw({ moves, viewed_ply: viewed }: View) {
    last = moves.length;
    at = viewed ?? last;
    setText(ply, `Move ${at} of ${last}`);
    now.classList.toggle("ttt-main", viewed != null);
    allow(back, at > 0);
    allow(forward, at < last);
    allow(now, viewed != null);
  }
  return { root, draw };
}

/**
 * Make the buttons that begin a round in another way, and that end the series.
 *
 * @param say shows and reads aloud what is not to be overlooked
 */
export function makeRound(ask: Ask, say: (text: string) => void) {
  /** The ply that one looks back at. */
  let viewed = 0;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const playFrom = makeButton("Play from here", {}, () => ask("play_from", { to: viewed }));
  const swap = makeButton("Swap sides", {}, () => ask("swap"));
  const reset = makeButton("", {}, pressReset);
  const root = element("div", { class: "ttt-bar ttt-round" }, playFrom, swap, reset);

  function forget() {
    clearTimeout(forgetting);
    forgetting = undefined;
    setText(reset, "Reset scores");
  }
  function pressReset() {
    if (forgetting) {
      forget();
      ask("reset_scores");
      return;
    }
    forgetting = setTimeout(forget, FORGET_MS);
    setText(reset, "Reset? Press again");
    say("Press Reset again to set all scores to zero");
  }
  reset.addEventListener("blur", forget);
  forget();

  function draw({ is_over: isOver, moves, viewed_ply: ply }: View) {
    viewed = ply ?? 0;
    allow(playFrom, ply != null);
    // In the midst of a round a press would throw it away.
    allow(swap, isOver || !moves.length);
  }
  return { root, draw, close: forget };
}

/** Make what governs two computers at play; hidden while a person plays. */
export function makeWatching(ask: Ask) {
  let isPaused = false;
  const pause = makeButton("", {}, () => ask("pause", { on: !isPaused }));
  const step = makeButton("Step", {}, () => ask("step"));
  const pace = makeChooser("Speed", (value) => ask("pace", { pace: value }));
  const root = element(
    "div",
    { class: "ttt-bar ttt-watching", role: "group", "aria-label": "Watching" },
    pause,
    step,
    pace.root,
  );

  function draw({ pace: now, paused, players, is_over: isOver }: View) {
    isPaused = paused;
    root.hidden = !isWatched(players);
    setText(pause, paused ? "Play" : "Pause");
    allow(step, paused && !isOver);
    pace.draw(
      [
        ["slow", "Slow"],
        ["normal", "Normal"],
        ["fast", "Fast"],
      ],
      [now, now],
    );
  }
  return { root, draw };
}
