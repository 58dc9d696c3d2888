// Keys that are pressed outside the board, but not in a field, are for the board.

const MOVES_FOCUS = /^Arrow(Left|Right|Up|Down)$/;
const IS_FOR_BOARD = /^[a-z0-9]$/i;

/** Hand keys on to the board from now on, which is in `place`. */
export function handKeysOn(place: HTMLElement): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    const { key } = event;
    // The board takes its own keys.
    if (place.contains(target) || target.closest("input")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (place.inert || document.querySelector("dialog[open]")) return;
    const cell = place.querySelector<HTMLElement>("[role=grid] button[tabindex='0']");
    if (!cell) return;
    if (MOVES_FOCUS.test(key)) {
      // The first press shows where one is.
      event.preventDefault();
      cell.focus();
    } else if (IS_FOR_BOARD.test(key)) {
      const isTaken = !cell.dispatchEvent(new KeyboardEvent("keydown", event));
      if (isTaken) event.preventDefault();
    }
  });
}
