// Segments: one of a few choices, all of them in sight.

import type { Ask } from "./channel.ts";
import { drawOnce, element, makeButton, setAttribute } from "./elements.ts";

/**
 * Make segments that show what Python says is chosen.
 *
 * @param pick asks Python for what the person picks
 */
export function makeSegments(label: string, pick: (value: string) => ReturnType<Ask>) {
  const root = element("div", {
    class: "ttt-segments ttt-bar",
    role: "radiogroup",
    "aria-label": label,
  });
  const buttons = () => [...root.querySelectorAll("button")];
  root.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = all[(at + by + all.length) % all.length];
    to.focus();
    to.click();
  });

  /**
   * Show the choices, each with its value and what it means, and which one is chosen.
   */
  function draw(choices: [value: string, meaning: string][], chosen: string) {
    drawOnce(root, choices, () =>
      choices.map(([value, title]) =>
        makeButton(value, { role: "radio", title, "data-value": value }, () => pick(value)),
      ),
    );
    for (const button of buttons()) {
      const isChosen = button.dataset.value === chosen;
      setAttribute(button, "aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }
  return { root, draw };
}
