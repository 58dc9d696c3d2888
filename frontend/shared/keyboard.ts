// What keys mean, on keyboards with any layout.

/**
 * Return a key's letter or digit, or its name. If a key produces neither a Latin letter nor a
 * digit, as on Arabic and Cyrillic keyboards or in the top row on French keyboards, it counts
 * as the key in the same place on a US keyboard.
 */
export function keyOf({ key, code, shiftKey }: KeyboardEvent) {
  if (/^[a-z0-9]$/i.test(key) || !(key.length === 1 || key === "Process")) return key;
  const [, kind, character] = /^(Key|Digit|Numpad)(\w)$/.exec(code) ?? [];
  // On a US keyboard, Shift turns a digit into another character.
  if (kind === "Key" ? /^[ -~]$/.test(key) : shiftKey || !character) return key;
  return shiftKey ? character : character.toLowerCase();
}

/**
 * Return whether a key press is part of typing a character, for example in Chinese. In Safari,
 * the Enter that finishes the character comes afterwards, and has the key code 229.
 */
export function isComposing(event: KeyboardEvent) {
  return event.isComposing || event.keyCode === 229;
}

/** Return whether a key that is held down would press a button or type a character again. */
export function isRepeated({ key, repeat }: KeyboardEvent) {
  return repeat && (key === "Enter" || key.length === 1);
}

/**
 * If a widget is in a notebook cell, move the focus from the widget to the cell. Unless the key
 * is Escape, the cell also receives it.
 */
export function leaveToCell(root: HTMLElement, event: KeyboardEvent) {
  const cell = root.parentElement?.closest<HTMLElement>("[tabindex]");
  if (!cell) return;
  event.stopPropagation();
  cell.focus();
  if (event.key !== "Escape") cell.dispatchEvent(new KeyboardEvent("keydown", event));
}
