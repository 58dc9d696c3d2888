// The buttons for the steps, and a strip with all steps that works as a slider.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Icon } from "../shared/icons.ts";
import {
  BackIcon,
  FinishIcon,
  FirstIcon,
  ForwardIcon,
  LastIcon,
  PauseIcon,
  PlayIcon,
  PredictIcon,
} from "../shared/icons.ts";
import { button, icon, tool } from "../shared/templates.ts";
import { _, fill, formatNumber } from "../shared/texts.ts";
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

/** Number of milliseconds between two steps during playback. */
const PLAY_MS = 1500;
/**
 * Maximum number of columns in the strip. In a longer search, a column stands for several
 * steps.
 */
const MOST_COLUMNS = 80;

const listUnits = (): [Unit, string][] => [
  ["any", _("All")],
  ["call", _("Calls")],
  ["return", _("Returns")],
];

/** Make the buttons and the slider for the steps. */
export function makeSteps(walk: Walk, act: Act) {
  const { search } = walk;
  const depths = depthsOf(walk);
  let timer: ReturnType<typeof setInterval> | undefined;
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  /** Return a function that carries out a manual command, which also ends playback. */
  const byHand = (change: () => void) => () =>
    act(() => {
      pause();
      change();
    });
  const back = () => goBack(walk);
  const forward = () => goForward(walk);
  const finish = () => finishCall(walk);
  const predict = () => togglePredicting(walk);
  /** Return which commands are currently available. */
  const can = () => ({
    back: walk.step > 0,
    forward: walk.step < search.last && !walk.question,
    finish: innermostCall(walk) >= 0,
  });
  const play = () =>
    act(() => {
      if (timer !== undefined) return pause();
      if (walk.step === search.last) goTo(walk, 0);
      else goForward(walk);
      timer = setInterval(() => act(playOn), PLAY_MS);
    });
  function playOn() {
    if (walk.question || walk.step === search.last) pause();
    else goForward(walk);
  }

  function draw() {
    const { step } = walk;
    const allowed = can();
    if (!allowed.forward) pause();
    const isPlaying = timer !== undefined;
    const where = fill("Step {step} of {last}", {
      step: formatNumber(step),
      last: formatNumber(search.last),
    });
    const depth = fill("depth {depth} of {deepest}", {
      depth: formatNumber(search.depth(currentNode(walk))),
      deepest: formatNumber(search.deepest),
    });
    const now = fill("{where}: {event}", { where, event: sayStep(walk).join("") });
    const jump = (label: string, which: Icon, change: () => void, isAllowed: boolean) =>
      button(icon(which), byHand(change), { label, title: label, allowed: isAllowed });
    const [which, word] = isPlaying ? [PauseIcon, _("Pause")] : [PlayIcon, _("Play")];
    const playing = html`${icon(which)}${word}`;
    const choose = ([unit, label]: [Unit, string]) =>
      button(
        label,
        byHand(() => {
          walk.unit = unit;
        }),
        { pressed: unit === walk.unit },
      );
    const scrub = ({ target }: Event) =>
      byHand(() => goTo(walk, Number((target as HTMLInputElement).value)))();
    return html`
      <div class="ttt-steps ttt-controls">
        <div class="ttt-bar">
          ${jump(_("To the start"), FirstIcon, () => goTo(walk, 0), allowed.back)}
          ${jump(_("Step back"), BackIcon, back, allowed.back)}
          ${jump(_("Step forward"), ForwardIcon, forward, allowed.forward)}
          ${jump(_("To the end"), LastIcon, () => goTo(walk, search.last), step < search.last)}
          ${button(playing, play, { allowed: !walk.question, name: "ttt-play" })}
          ${tool(_("Finish call"), FinishIcon, byHand(finish), { allowed: allowed.finish })}
          <div class="ttt-units" role="group" aria-label=${_("Step by")}>${listUnits().map(choose)}</div>
          ${tool(_("Predict first"), PredictIcon, byHand(predict), { pressed: walk.predicts })}
        </div>
        <div class="ttt-scrub">
          <div class="ttt-strip">
            ${drawColumns(depths, search.deepest, step / search.last)}
            <input type="range" data-lm-suppress-shortcuts="true" aria-label=${_("Step")}
              min="0" max=${search.last} .value=${live(String(step))}
              aria-valuetext=${now} @input=${scrub}>
          </div>
          <span class="ttt-counter">${[where, depth].join("\n")}</span>
        </div>
      </div>`;
  }
  return {
    draw,
    pause,
    /** React to a key. Return whether the key has a meaning. */
    press(key: string) {
      const name = ({ n: "forward", p: "back", f: "finish" } as const)[key];
      if (name && can()[name]) byHand({ forward, back, finish }[name])();
      return name !== undefined;
    },
  };
}

/** Return the depth of the call at each step, reduced to the maximum number of columns. */
function depthsOf({ search: { last, events, depth } }: Walk) {
  const depths: number[] = new Array(Math.min(last, MOST_COLUMNS)).fill(0);
  for (const [step, event] of events.entries()) {
    const at = Math.floor((step * depths.length) / last);
    depths[at] = Math.max(depths[at], depth(event < 0 ? ~event : event));
  }
  return depths;
}

/** Return the strip's columns. Each column's length shows its call's depth. */
function drawColumns(depths: number[], deepest: number, done: number) {
  const now = Math.ceil(done * depths.length) - 1;
  return depths.map((deep, at) => {
    const name = at < now ? "ttt-gone" : at === now ? "ttt-now" : nothing;
    return html`<i class=${name} style=${`--deep: ${deep / Math.max(deepest, 1)}`}></i>`;
  });
}
