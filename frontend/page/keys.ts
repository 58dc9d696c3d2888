// Outside the board, keys work in the same way as on the board, except in input fields.

import { keyOf } from "../shared/keyboard.ts";

const MOVES_FOCUS = /^Arrow(Left|Right|Up|Down)$/;
const IS_FOR_BOARD = /^([a-z0-9?]|Escape)$/i;

/** From now on, pass pressed keys on to the board in `place`. */
export function handKeysOn(place: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const key = keyOf(event);
    // The board itself handles keys that are pressed on it.
    if (place.contains(target) || target.closest("input")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (place.inert || document.querySelector("dialog[open]")) return;
    const cell = place.querySelector<HTMLElement>("[role=grid] button[tabindex='0']");
    if (!cell) return;
    if (MOVES_FOCUS.test(key)) {
      // The first key press only shows which square has the focus.
      event.preventDefault();
      cell.focus();
    } else if (IS_FOR_BOARD.test(key)) {
      const isTaken = !cell.dispatchEvent(new KeyboardEvent("keydown", event));
      if (isTaken) event.preventDefault();
    }
  });
}
