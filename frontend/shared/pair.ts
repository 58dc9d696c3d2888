// Choices between a few visible options.

import { element, setAttribute } from "./elements.ts";

/**
 * Make one choice of buttons, which are radio buttons. Its root may get other buttons later.
 *
 * @param name separate class of the choice
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

  /** Show the chosen one, by its index. */
  function draw(chosen: number) {
    for (const [at, button] of options().entries()) {
      setAttribute(button, "role", "radio");
      setAttribute(button, "aria-checked", String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    }
  }
  return { root, draw };
}
