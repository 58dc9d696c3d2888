// @ts-check
// Keys that are pressed while nothing has the focus are for the board.

const MOVES_FOCUS = /^Arrow(Left|Right|Up|Down)$/;
const IS_FOR_BOARD = /^[a-z0-9]$/i;

/** Hand keys on to the board from now on. @param {HTMLElement} place of the board */
export function handKeysOn(place) {
  document.addEventListener("keydown", (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const isElsewhere = target !== document.body && target !== document.documentElement;
    if (isElsewhere || ctrlKey || metaKey || altKey || place.inert || document.querySelector("dialog[open]")) return;
    /** @type {HTMLElement | null} */
    const cell = place.querySelector("[role=grid] button[tabindex='0']");
    if (!cell) return;
    if (MOVES_FOCUS.test(key)) {
      // The first press shows where one is.
      event.preventDefault();
      cell.focus();
    } else if (IS_FOR_BOARD.test(key) && !cell.dispatchEvent(new KeyboardEvent("keydown", event))) {
      event.preventDefault();
    }
  });
}
