// What the page says around the board. None of it moves anything.

/** Milliseconds for which a short word stands. */
const SHORT_MS = 5000;
/** Letters of a word from which on it is given the room of the title on a phone. */
const LONG = 40;

/** A button of a notice, and what pressing it does. */
export interface NoticeButton {
  label: string;
  act: () => void;
}

/** Return the element that a selector names; the page has it. */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const place = find("#word");
const notice = find("#notice");
const press = find<HTMLButtonElement>("#press");
const field = find<HTMLInputElement>("#link");

/** The word that stands while no other does. */
let standing = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Put a word in its place in the header. */
function put(text: string): void {
  place.textContent = text;
  place.toggleAttribute("data-long", text.length >= LONG);
}

/** Say a word in its place in the header, until another is said. */
export function say(text: string): void {
  clearTimeout(timer);
  standing = text;
  put(text);
}

/** Say a word where none stands. */
export function sayFirst(text: string): void {
  if (!standing) say(text);
}

/** Take a word back, if it is the one that stands. */
export function unsay(text: string): void {
  if (standing === text) say("");
}

/** Say a word for a short time. */
export function sayShortly(text: string): void {
  clearTimeout(timer);
  // The same word a second time is news for a screen reader too.
  put("");
  put(text);
  timer = setTimeout(say, SHORT_MS, standing);
}

/**
 * Show a notice over the end of the page, until it is closed or another is shown.
 *
 * @param text
 * @param button to press; without one it can be closed
 * @param copy text to be copied by hand
 */
export function notify(text: string, button: NoticeButton | null = null, copy = ""): void {
  find("#notice span").textContent = text;
  press.hidden = !button;
  press.textContent = button?.label ?? "";
  press.onclick = button ? button.act : null;
  field.hidden = !copy;
  field.value = copy;
  find("#close").hidden = !!button;
  notice.hidden = false;
  if (copy) field.select();
}

/** Take the notice away. */
export function hush(): void {
  notice.hidden = true;
}

find("#close").addEventListener("click", hush);
