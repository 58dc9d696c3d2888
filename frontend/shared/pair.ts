// Choices between a few options, all of which are visible.

import { element, setAttribute } from "./elements.ts";

/**
 * Make a choice between buttons, which work like radio buttons. Other buttons can be added to
 * the root later.
 *
 * @param name CSS class for the choice
 */
export function makePair(label: string, name: string, buttons: HTMLElement[]) {
  const root = element(
    "div",
    { class: `ttt-pair ${name}`, role: "radiogroup", "aria-label": label },
    ...buttons,
  );
  const options = () => [...root.children] as HTMLElement[];
  root.addEventListener("keydown", (event) => {
    if (!/^Arrow/.test(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const free = options().filter((one) => one.getAttribute("aria-disabled") !== "true");
    const step = /Left|Up/.test(event.key) ? -1 : 1;
    const at = free.indexOf(event.target as HTMLElement) + step;
    const other = free.at(at % free.length);
    other?.focus();
    other?.click();
  });

  /** Show the button with the given index as chosen. */
  function draw(chosen: number) {
    for (const [at, button] of options().entries()) {
      setAttribute(button, "role", "radio");
      setAttribute(button, "aria-checked", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    }
  }
  return { root, draw };
}
