// How strong the computer is: rising steps, of which one is chosen as on a slider.

import { drawOnce, element, KEEPS_KEYS, setAttribute, setText } from "../shared/elements.ts";
import type { Choice } from "./draft.ts";

/**
 * Make the slider.
 *
 * @param choose hears the player that is chosen
 */
export function makeStrength(choose: (player: string) => void) {
  let choices: Required<Choice>[] = [];
  const slider = element("input", {
    type: "range",
    min: "0",
    "aria-label": "How strong",
    ...KEEPS_KEYS,
  });
  const steps = element("span", { class: "ttt-rising", "aria-hidden": "true" });
  const name = element("b");
  const words = element("span");
  const root = element(
    "div",
    { class: "ttt-strength" },
    element("p", { class: "ttt-heading" }, "How strong?"),
    element("div", { class: "ttt-slider" }, steps, slider),
    element(
      "p",
      { "aria-hidden": "true" },
      element("span", {}, "easy"),
      element("span", {}, "strong"),
    ),
    element("p", { "aria-hidden": "true" }, name, " ", words),
  );
  slider.addEventListener("input", () => show(Number(slider.value)));
  slider.addEventListener("change", () => choose(choices[Number(slider.value)].value));

  function show(at: number) {
    const { title, words: meaning } = choices[at] ?? { title: "None of these", words: "" };
    for (const [step, bar] of [...steps.children].entries()) {
      bar.toggleAttribute("data-on", step <= at);
      bar.toggleAttribute("data-at", step === at);
    }
    setText(name, title);
    setText(words, meaning);
    setAttribute(slider, "aria-valuetext", meaning ? `${title}: ${meaning}` : title);
  }
  /**
   * @param players that can be chosen, weakest first
   * @param chosen one of them, or another player
   */
  function draw(players: Required<Choice>[], chosen: string) {
    choices = players;
    drawOnce(steps, players.length, () =>
      players.map((_, at) => {
        const step = element("i");
        step.style.setProperty("--height", String((at + 1) / players.length));
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
