// The toolbar, which never changes, and the sheet with less frequent commands.

import type { Ask } from "../shared/channel.ts";
import { allow, element, setText } from "../shared/elements.ts";
import {
  BoardIcon,
  FullScreenIcon,
  HintsIcon,
  LearnIcon,
  MoreIcon,
  makeTool,
  NewGameIcon,
  PlayersIcon,
  PlayIcon,
  ResetIcon,
  RulesIcon,
  ShareIcon,
  SwapIcon,
} from "../shared/icons.ts";
import { makeSheet, OPENS_SHEET } from "../shared/sheet.ts";
import { _, fill } from "../shared/texts.ts";
import { nameEditor } from "./editor.ts";
import type { makeFull } from "./full_screen.ts";
import type { View } from "./view.ts";

/** Callbacks for the buttons, and for the start of a game. */
export interface Doors {
  setUp: () => void;
  learn: () => void;
  showRules: () => void;
  share: () => void;
  edit: () => void;
  replay: () => void;
  begun: () => void;
}

/** The object that turns full screen on and off. */
type FullScreen = ReturnType<typeof makeFull>;

/** Make the toolbar. */
export function makeTools(ask: Ask, doors: Doors, full: FullScreen) {
  let isOn = false;
  const more = makeMore(ask, doors, full);
  const start = makeTool(_("New game"), NewGameIcon, newGame, {
    "aria-keyshortcuts": "Shift+N",
    title: _("Shift+N"),
  });
  const hints = makeTool(_("Hints"), HintsIcon, () => ask("hints", { on: !isOn }));
  const learner = makeTool(_("Learn"), LearnIcon, doors.learn, OPENS_SHEET);
  const players = makeTool(_("Players"), PlayersIcon, doors.setUp, {
    class: "ttt-set-up",
    ...OPENS_SHEET,
  });
  const opener = makeTool(_("More"), MoreIcon, () => more.open(opener), OPENS_SHEET);
  const root = element(
    "div",
    { class: "ttt-bar ttt-tools ttt-controls", role: "group", "aria-label": _("Game") },
    start,
    hints,
    learner,
    players,
    opener,
  );

  function newGame() {
    if (ask("new_game")) doors.begun();
  }
  function draw(view: View) {
    isOn = view.hints;
    hints.setAttribute("aria-pressed", String(isOn));
    start.classList.toggle("ttt-main", view.is_over && view.viewed_ply == null);
    more.draw(view);
  }
  return {
    root,
    more: more.root,
    draw,
    newGame,
    focus: () => learner.focus(),
    close: more.close,
  };
}

/** **Reset scores** must be pressed a second time within this many milliseconds. */
const FORGET_MS = 4000;

/** Make the sheet **More**. */
function makeMore(ask: Ask, doors: Doors, full: FullScreen) {
  let scores = "";
  const resetName = _("Reset scores");
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const swap = makeTool(_("Swap sides"), SwapIcon, () => {
    root.close();
    if (ask("swap")) doors.begun();
  });
  const edit = makeTool(nameEditor(), BoardIcon, () => {
    root.close();
    doors.edit();
  });
  const replay = makeTool(_("Replay"), PlayIcon, () => {
    root.close();
    doors.replay();
  });
  const share = makeTool(
    _("Share"),
    ShareIcon,
    () => {
      root.close();
      doors.share();
    },
    { class: "ttt-share", ...OPENS_SHEET },
  );
  const screen = makeTool(
    _("Full screen"),
    FullScreenIcon,
    () => {
      root.close();
      full.toggle();
    },
    { "aria-keyshortcuts": "Shift+F" },
  );
  screen.append(element("small", { "aria-hidden": "true" }, _("Shift+F")));
  const rules = makeTool(
    _("Rules of this game"),
    RulesIcon,
    () => {
      root.close();
      doors.showRules();
    },
    OPENS_SHEET,
  );
  const reset = makeTool("", ResetIcon, pressReset);
  const again = element("small");
  reset.append(again);
  // Screen readers don't read anything outside an open sheet.
  const warning = element("p", { class: "ttt-unseen", role: "alert" });
  const help = element("p", {}, _("Press ? to see the keys."));
  const tools = [swap, edit, replay, share, screen, rules, reset];
  const root = makeSheet(_("More"), "ttt-more", ...tools, help, warning);

  function forget() {
    clearTimeout(forgetting);
    forgetting = undefined;
    reset.classList.remove("ttt-sure");
    nameReset(resetName, "", "");
  }
  function nameReset(name: string, then: string, warned: string) {
    setText(reset.querySelector("span") as Element, name);
    setText(again, then);
    setText(warning, warned);
  }
  function pressReset() {
    if (forgetting) {
      forget();
      root.close();
      ask("reset_scores");
      return;
    }
    forgetting = setTimeout(forget, FORGET_MS);
    reset.classList.add("ttt-sure");
    const warned = _("Press “Reset” again to set all scores to zero.");
    nameReset(fill("Really reset {scores}?", { scores }), _("press again"), warned);
  }
  /** Open the sheet next to its button or, on a small screen, at the bottom. */
  function open(beside: HTMLElement) {
    forget();
    setText(
      screen.querySelector("span") as Element,
      full.isFull() ? _("Exit full screen") : _("Full screen"),
    );
    const { left, right, top } = beside.getBoundingClientRect();
    const isMirrored = root.closest<HTMLElement>("[dir]")?.dir === "rtl";
    root.style.setProperty("--end", `${isMirrored ? left : innerWidth - right}px`);
    root.style.setProperty("--bottom", `${innerHeight - top}px`);
    root.showModal();
  }
  root.addEventListener("close", forget);
  forget();

  function draw(view: View) {
    const { is_over: isOver, moves } = view;
    const { X, O, draws } = view.scores;
    scores = fill("{X} : {draws} : {O}", { X, draws, O });
    // In the middle of a round, this button would discard the round.
    allow(swap, isOver || !moves.length);
    allow(replay, moves.length > 0);
    edit.hidden = !view.allows_set_up;
  }
  return { root, open, draw, close: forget };
}
