// Text in an open sheet, which covers the header, while its request waits for Python.

import { _ } from "../shared/texts.ts";

/** Make the text in the open sheet of `place` on the time until Python is ready. */
export function makeWaiting(place: HTMLElement) {
  const text = document.createElement("span");
  const bar = document.createElement("progress");
  bar.ariaLabel = _("Python is loading");
  /** The element of the text, and its former content. */
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
     * @param wait as a sentence
     * @param part of Python that has arrived, from 0 to 1, or null if it is unknown
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
