// The buttons of the steps, and the strip of all steps, which is a slider.

import {
  allow,
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import {
  BackIcon,
  drawIcon,
  FinishIcon,
  FirstIcon,
  ForwardIcon,
  LastIcon,
  makeIconButton,
  makeTool,
  PauseIcon,
  PlayIcon,
  PredictIcon,
} from "../shared/icons.ts";
import { formatCount } from "./record.ts";
import type { Act, Unit, Walk } from "./walk.ts";
import {
  currentNode,
  finishCall,
  goBack,
  goForward,
  goTo,
  innermostCall,
  sayStep,
  togglePredicting,
} from "./walk.ts";

/** Milliseconds between two steps while the search plays. */
const PLAY_MS = 1500;
/** Most columns of the strip: of a longer search one stands for several steps. */
const MOST_COLUMNS = 80;

const UNITS: [Unit, string][] = [
  ["any", "All"],
  ["call", "Calls"],
  ["return", "Returns"],
];

/** Make the buttons and the slider of the steps. */
export function makeSteps(walk: Walk, act: Act) {
  const { search } = walk;
  let timer: ReturnType<typeof setInterval> | undefined;
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  /** Do what a person asks for by hand: the playing ends. */
  const byHand = (change: () => void) => () =>
    act(() => {
      pause();
      change();
    });
  const first = makeIconButton(
    "To the start",
    FirstIcon,
    byHand(() => goTo(walk, 0)),
  );
  const back = makeIconButton(
    "Step back",
    BackIcon,
    byHand(() => goBack(walk)),
  );
  const forward = makeIconButton(
    "Step forward",
    ForwardIcon,
    byHand(() => goForward(walk)),
  );
  const last = makeIconButton(
    "To the end",
    LastIcon,
    byHand(() => goTo(walk, search.last)),
  );
  const play = makeButton("", { class: "ttt-play" }, () =>
    act(() => {
      if (timer !== undefined) return pause();
      goForward(walk);
      timer = setInterval(
        () =>
          act(() => {
            if (walk.question || walk.step === search.last) pause();
            else goForward(walk);
          }),
        PLAY_MS,
      );
    }),
  );
  const finish = makeTool(
    "Finish call",
    FinishIcon,
    byHand(() => finishCall(walk)),
  );
  const units = UNITS.map(([unit, label]) =>
    makeButton(
      label,
      {},
      byHand(() => {
        walk.unit = unit;
      }),
    ),
  );
  const predict = makeTool(
    "Predict first",
    PredictIcon,
    byHand(() => togglePredicting(walk)),
  );
  const strip = makeStrip(walk);
  const slider = element("input", {
    type: "range",
    min: "0",
    max: String(search.last),
    "aria-label": "Step",
    ...KEEPS_KEYS,
  });
  slider.addEventListener(
    "input",
    byHand(() => goTo(walk, Number(slider.value))),
  );
  strip.root.append(slider);
  const counter = element("span", { class: "ttt-counter" });
  const root = element(
    "div",
    { class: "ttt-steps ttt-controls" },
    element(
      "div",
      { class: "ttt-bar" },
      first,
      back,
      forward,
      last,
      play,
      finish,
      element("div", { class: "ttt-units", role: "group", "aria-label": "Step by" }, ...units),
      predict,
    ),
    element("div", { class: "ttt-scrub" }, strip.root, counter),
  );

  function draw() {
    const { step } = walk;
    const isPlaying = timer !== undefined && step < search.last && !walk.question;
    if (!isPlaying) pause();
    for (const button of [first, back]) allow(button, step > 0);
    for (const button of [forward, play]) allow(button, step < search.last && !walk.question);
    allow(last, step < search.last);
    allow(finish, innermostCall(walk) >= 0);
    drawOnce(play, isPlaying, () =>
      isPlaying ? [drawIcon(PauseIcon), "Pause"] : [drawIcon(PlayIcon), "Play"],
    );
    for (const [at, [unit]] of UNITS.entries())
      setAttribute(units[at], "aria-pressed", String(unit === walk.unit));
    setAttribute(predict, "aria-pressed", String(walk.predicts));
    slider.value = String(step);
    const where = `Step ${formatCount(step)} of ${formatCount(search.last)}`;
    setAttribute(slider, "aria-valuetext", `${where}: ${sayStep(walk).join("")}`);
    const depth = search.depth(currentNode(walk));
    setText(counter, `${where}\ndepth ${formatCount(depth)} of ${formatCount(search.deepest)}`);
    strip.draw();
  }
  return {
    root,
    draw,
    pause,
    /** Do what a key stands for; return whether it stands for anything. */
    press(key: string) {
      const button = { n: forward, p: back, f: finish }[key];
      button?.click();
      return button !== undefined;
    },
  };
}

/** Make the strip of all steps: each is a column, as long as its call is deep. */
function makeStrip(walk: Walk) {
  const { last, events, depth, deepest } = walk.search;
  const count = Math.min(last, MOST_COLUMNS);
  const depths: number[] = new Array(count).fill(0);
  for (const [step, event] of events.entries()) {
    const at = Math.floor((step * count) / last);
    depths[at] = Math.max(depths[at], depth(event < 0 ? ~event : event));
  }
  const columns = depths.map((deep) =>
    element("i", { style: `--deep: ${deep / Math.max(deepest, 1)}` }),
  );
  const root = element("div", { class: "ttt-strip" }, ...columns);
  function draw() {
    const now = Math.ceil((walk.step * count) / last) - 1;
    for (const [at, column] of columns.entries())
      setAttribute(column, "class", at < now ? "ttt-gone" : at === now ? "ttt-now" : null);
  }
  return { root, draw };
}
