// Choices between two visible options.

import { element, setAttribute } from "./elements.ts";

/**
 * Make one choice of two buttons, which are radio buttons.
 *
 * @param name separate class of the choice
 */
export function makePair(label: string, name: string, buttons: HTMLElement[]) {
  const root = element(
    "div",
    { class: `ttt-pair ${name}`, role: "radiogroup", "aria-label": label },
    ...buttons,
  );
  root.addEventListener("keydown", (event) => {
    if (!/^Arrow/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const other = buttons[event.target === buttons[0] ? 1 : 0];
    other.focus();
    other.click();
  });
  for (const button of buttons) setAttribute(button, "role", "radio");

  /** Show the chosen one, by its index. */
  function draw(chosen: number) {
    for (const [at, button] of buttons.entries()) {
      setAttribute(button, "aria-checked", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    }
  }
  return { root, draw };
}
