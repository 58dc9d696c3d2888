// What an open sheet, which covers the header, says while what was asked there is kept.

/** Make what says, in the sheet that is open in `place`, how long Python is waited for. */
export function makeWaiting(place: HTMLElement) {
  const text = document.createElement("span");
  const bar = document.createElement("progress");
  bar.ariaLabel = "Python is loading";
  /** Where that is said now, and what stood there before. */
  let said: [Element, string] | null = null;

  /** Say it no more. */
  function hide(): void {
    if (said) said[0].textContent = said[1];
    said = null;
  }

  return {
    hide,
    /**
     * Say how long that still takes.
     *
     * @param wait in words
     * @param part of Python that has arrived, from 0 to 1; null where that is not known
     */
    show(wait: string, part: number | null): void {
      const here = place.querySelector("dialog[open] .ttt-waiting");
      if (here !== said?.[0]) {
        hide();
        if (here) said = [here, here.textContent ?? ""];
        here?.replaceChildren(text, bar);
      }
      text.textContent = `Kept until Python is there${wait} `;
      if (part === null) bar.removeAttribute("value");
      else bar.value = part;
    },
  };
}
