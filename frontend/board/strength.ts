// The computer's strength, as a slider with rising steps. A student's function has its own step
// before the others.

import { drawOnce, element, KEEPS_KEYS, setAttribute, setText } from "../shared/elements.ts";
import { _, fill } from "../shared/texts.ts";
import type { PlayerChoice } from "./draft.ts";

/**
 * Make the slider for the computer's strength.
 *
 * @param choose called with the chosen player
 */
export function makeStrength(choose: (player: string) => void) {
  let choices: PlayerChoice[] = [];
  const slider = element("input", {
    type: "range",
    min: "0",
    "aria-label": _("How strong"),
    ...KEEPS_KEYS,
  });
  const steps = element("span", { class: "ttt-rising", "aria-hidden": "true" });
  const name = element("b");
  const words = element("span");
  const root = element(
    "div",
    { class: "ttt-strength" },
    element("p", { class: "ttt-heading" }, _("How strong?")),
    element("div", { class: "ttt-slider" }, steps, slider),
    element(
      "p",
      { "aria-hidden": "true" },
      element("span", {}, _("easy")),
      element("span", {}, _("strong")),
    ),
    element("p", { "aria-hidden": "true" }, name, " ", words),
  );
  slider.addEventListener("input", () => show(Number(slider.value)));
  slider.addEventListener("change", () => choose(choices[Number(slider.value)].value));

  function show(at: number) {
    const { title, words: meaning } = choices[at];
    for (const [step, bar] of [...steps.children].entries()) {
      bar.toggleAttribute("data-on", step <= at && !choices[step].isFunction);
      bar.toggleAttribute("data-at", step === at);
    }
    setText(name, title);
    setText(words, meaning);
    setAttribute(slider, "aria-valuetext", fill("{title}: {meaning}", { title, meaning }));
  }
  /**
   * @param players available players: first functions, then named players from weakest to
   * strongest
   * @param chosen the chosen player, which is one of `players`
   */
  function draw(players: PlayerChoice[], chosen: string) {
    choices = players;
    const own = players.filter(({ isFunction }) => isFunction).length;
    drawOnce(steps, [own, players.length], () =>
      players.map((_player, at) => {
        const step = element("i");
        const height = at < own ? 1 : (at + 1 - own) / (players.length - own);
        step.toggleAttribute("data-own", at < own);
        step.style.setProperty("--height", String(height));
        return step;
      }),
    );
    slider.max = String(players.length - 1);
    const at = players.findIndex(({ value }) => value === chosen);
    slider.value = String(at);
    show(at);
  }
  return { root, draw, focus: () => slider.focus() };
}
