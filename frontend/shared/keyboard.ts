// Keys by their meaning, on keyboards of every layout.

/**
 * Return the letter or digit of a key, or its name. A key without one of its own, as on an Arabic
 * or Cyrillic layout or in the top row of a French one, has that of its place on a US keyboard.
 */
export function keyOf({ key, code, shiftKey }: KeyboardEvent) {
  if (/^[a-z0-9]$/i.test(key) || !(key.length === 1 || key === "Process")) return key;
  const [, kind, character] = /^(Key|Digit|Numpad)(\w)$/.exec(code) ?? [];
  // On a US keyboard, Shift turns a digit into another character.
  if (kind === "Key" ? /^[ -~]$/.test(key) : shiftKey || !character) return key;
  return shiftKey ? character : character.toLowerCase();
}

/**
 * Return whether a key belongs to the input of a character, for example in Chinese. In Safari, the
 * Enter that ends such an input comes after it, with the code 229.
 */
export function isComposing(event: KeyboardEvent) {
  return event.isComposing || event.keyCode === 229;
}

/** Return whether a key that is held down would press a button or type again. */
export function isRepeated({ key, repeat }: KeyboardEvent) {
  return repeat && (key === "Enter" || key.length === 1);
}

/**
 * Move the focus out of a widget to its cell in the notebook, if it is in one. The cell receives
 * the key, too, unless that is Escape.
 */
export function leaveToCell(root: HTMLElement, event: KeyboardEvent) {
  const cell = root.parentElement?.closest<HTMLElement>("[tabindex]");
  if (!cell) return;
  event.stopPropagation();
  cell.focus();
  if (event.key !== "Escape") cell.dispatchEvent(new KeyboardEvent("keydown", event));
}
