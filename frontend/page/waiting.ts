// Text on an open sheet while the sheet's request waits for Python. The text is on the sheet
// because the sheet covers the header.

import { _ } from "../shared/texts.ts";

/**
 * Make the text for the open sheet in `place`, which says how long it takes until Python is
 * ready.
 */
export function makeWaiting(place: HTMLElement) {
  const text = document.createElement("span");
  const bar = document.createElement("progress");
  bar.ariaLabel = _("Python is loading");
  /** Element that shows the text, and its previous content. */
  let said: [Element, string] | null = null;

  /** Remove the text. */
  function hide(): void {
    if (said) said[0].textContent = said[1];
    said = null;
  }

  return {
    hide,
    /**
     * Show the remaining time.
     *
     * @param wait sentence about the remaining time
     * @param part how much of Python's files has arrived, from 0 to 1, or null if it is unknown
     */
    show(wait: string, part: number | null): void {
      const here = place.querySelector("dialog[open] .ttt-waiting");
      if (here !== said?.[0]) {
        hide();
        if (here) said = [here, here.textContent ?? ""];
        here?.replaceChildren(text, " ", bar);
      }
      text.textContent = wait;
      if (part === null) bar.removeAttribute("value");
      else bar.value = part;
    },
  };
}
