// The changing row below the board. Before the first move, people choose their opponent here.
// Later, the row contains buttons for the moves, or for a game between two computers. The row
// is always in the same place.

import type { Ask } from "../shared/channel.ts";
import { makeChooser } from "../shared/channel.ts";
import { allow, drawOnce, element, makeButton, setText } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import type { Icon } from "../shared/icons.ts";
import {
  BackIcon,
  ComputerIcon,
  drawIcon,
  ForwardIcon,
  makeIconButton,
  makeTool,
  NowIcon,
  PauseIcon,
  PeopleIcon,
  PlayIcon,
  StepIcon,
  UndoIcon,
} from "../shared/icons.ts";
import { MARKS } from "../shared/marks.ts";
import { makePair } from "../shared/pair.ts";
import { _, fill } from "../shared/texts.ts";
import { ablePlayer, FIRST_STRENGTH, playersFor } from "./draft.ts";
import type { View } from "./view.ts";
import { computerMark, isToBegin, isWatched, ownerOfMove } from "./view.ts";

/** If there are more moves than this, the dashes for the moves are closer together. */
const MANY_MOVES = 24;
/** Number of milliseconds from one move to the next in a replay. */
const REPLAY_MS = 800;

/** Make the row, which shows one of its parts at a time. */
export function makeNow(ask: Ask) {
  const [whom, history, watching] = [makeWhom(ask), makeHistory(ask), makeWatching(ask)];
  const pieces = [whom, history, watching];
  const root = element(
    "div",
    { class: "ttt-now ttt-controls" },
    ...pieces.map((piece) => piece.root),
  );

  function draw(view: View) {
    const { activity, is_over: isOver, players, viewed_ply: viewed } = view;
    const isRunning = isWatched(players) && !activity && !isOver && viewed == null;
    const present = isRunning ? watching : isToBegin(view) ? whom : history;
    const { activeElement } = root.getRootNode() as Document | ShadowRoot;
    // In an activity, only the row's first button is shown, unless the board shows an earlier
    // position.
    const isFolded = !!activity && viewed == null;
    const isLost =
      root.contains(activeElement) && (isFolded || !present.root.contains(activeElement));
    for (const piece of pieces) {
      piece.root.hidden = piece !== present;
      piece.draw(view);
    }
    // If the element with the focus disappears, move the focus, so that the next key doesn't go
    // to the notebook.
    if (isLost) present.root.querySelector<HTMLElement>("button:not([tabindex='-1'])")?.focus();
  }
  return { root, draw, replay: history.replay, close: history.close };
}

/** Make the choice between a friend and the computer. */
function makeWhom(ask: Ask) {
  let view: View;
  /** Latest opponent for a single person. */
  let strength = FIRST_STRENGTH;
  /** Marks that computers play in the view that was drawn last. */
  let computers: Mark[] = [];
  /** Opponent that was requested last, which counts until Python has received the request. */
  let asked: "friend" | "computer" | null = null;
  const pair = makePair(_("Play with"), "ttt-whom", [
    makeTool(_("A friend"), PeopleIcon, playFriend),
    makeTool(_("The computer"), ComputerIcon, playComputer),
  ]);

  function playFriend() {
    if (!computers.length && asked !== "computer") return;
    const marks: readonly Mark[] = computers.length ? computers : ["O"];
    for (const mark of marks) ask("player", { mark, player: "human" });
    asked = "friend";
  }
  function playComputer() {
    if (computers.length && asked !== "friend") return;
    const player = ablePlayer(playersFor(view, view.rules_name), strength);
    if (ask("player", { mark: "O", player })) asked = "computer";
  }
  function draw(next: View) {
    view = next;
    const mark = computerMark(view.players);
    if (mark) strength = view.players[mark];
    computers = MARKS.filter((mark) => view.players[mark] !== "human");
    pair.draw(mark ? 1 : 0);
  }
  return { root: pair.root, draw };
}

/** Make the buttons that take back a move or show earlier positions. */
function makeHistory(ask: Ask) {
  /**
   * Ply that was requested last, or the displayed ply, so that two quick presses go two steps.
   */
  let at = 0;
  let last = 0;
  const back = makeStep(_("Step back"), BackIcon, () => step(-1));
  const undo = makeTool(_("Undo"), UndoIcon, () => ask("undo"), {
    "aria-keyshortcuts": "Control+Z",
    title: _("Ctrl+Z"),
  });
  const forward = makeStep(_("Step forward"), ForwardIcon, () => step(1));
  const now = makeTool(_("Latest"), NowIcon, () => ask("view", { to: null }));
  const ply = element("span", { class: "ttt-ply" });
  const track = element("span", { class: "ttt-track", "aria-hidden": "true" });
  const root = element(
    "div",
    { class: "ttt-history", role: "group", "aria-label": _("History") },
    back,
    undo,
    element("p", {}, ply, track),
    forward,
    now,
  );

  let timer: ReturnType<typeof setTimeout> | undefined;

  function step(by: number) {
    const to = at + by;
    if (to >= 0 && to <= last && ask("view", { to })) at = to;
  }
  /** Show the game move by move from the start, until a person goes to another position. */
  function replay(to = 0) {
    close();
    const isLast = to >= last;
    if (!ask("view", { to: isLast ? null : to }) || isLast) return;
    timer = setTimeout(() => {
      if (at === to) replay(to + 1);
    }, REPLAY_MS);
  }
  function close() {
    clearTimeout(timer);
  }
  function draw(view: View) {
    const { moves, viewed_ply: viewed } = view;
    last = moves.length;
    at = viewed ?? last;
    setText(ply, fill("Move {move} of {count}", { move: at, count: last }));
    drawOnce(track, [moves, at], () =>
      moves.map((_move, ply) =>
        element("i", {
          "data-mark": ownerOfMove(view, ply) ?? "",
          ...(ply < at ? {} : { "data-later": "" }),
        }),
      ),
    );
    track.toggleAttribute("data-many", moves.length > MANY_MOVES);
    now.classList.toggle("ttt-outlined", viewed != null);
    undo.hidden = !view.allows_undo;
    allow(undo, view.can_undo && viewed == null);
    allow(back, at > 0);
    allow(forward, at < last);
    allow(now, viewed != null);
  }
  return { root, draw, replay, close };
}

/** Make the controls for a game between two computers. */
function makeWatching(ask: Ask) {
  let isPaused = false;
  let last = 0;
  const back = makeStep(_("Step back"), BackIcon, () => ask("view", { to: last - 1 }));
  const pause = makeButton("", { class: "ttt-main" }, () => ask("pause", { on: !isPaused }));
  const step = makeTool(_("Step"), StepIcon, () => ask("step"));
  const pace = makeChooser(_("Speed"), (value) => ask("pace", { pace: value }));
  const root = element(
    "div",
    { class: "ttt-watching", role: "group", "aria-label": _("Watching") },
    back,
    pause,
    step,
    pace.root,
  );

  function draw({ moves, pace: now, paused, is_over: isOver }: View) {
    isPaused = paused;
    last = moves.length;
    drawOnce(pause, paused, () => [
      drawIcon(paused ? PlayIcon : PauseIcon),
      paused ? _("Play") : _("Pause"),
    ]);
    allow(back, last > 0);
    allow(step, paused && !isOver);
    pace.draw(
      [
        ["slow", _("Slow")],
        ["normal", _("Normal")],
        ["fast", _("Fast")],
      ],
      [now, now],
    );
  }
  return { root, draw };
}

/** Make a button that goes one move back or forward. */
function makeStep(label: string, icon: Icon, press: () => void) {
  return makeIconButton(label, icon, press, { class: "ttt-step" });
}
