// Text in an open sheet while the sheet's request waits for Python. The text is there because
// the sheet covers the header.

import { _ } from "../shared/texts.ts";

/** Make the text, about the time until Python is ready, for the open sheet in `place`. */
export function makeWaiting(place: HTMLElement) {
  const text = document.createElement("span");
  const bar = document.createElement("progress");
  bar.ariaLabel = _("Python is loading");
  /** Element that shows the text, and the element's earlier content. */
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
     * @param part fraction of Python's files that has arrived, from 0 to 1, or null if it is
     * unknown
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
