// @ts-check
// What the page says around the board. None of it moves anything.

/** Milliseconds for which a short word stands. */
const SHORT_MS = 5000;

/** Return the element that a selector names; the page has it. @param {string} selector */
export function find(selector) {
  return /** @type {HTMLElement} */ (document.querySelector(selector));
}

const place = find("#word");
const notice = find("#notice");
const press = /** @type {HTMLButtonElement} */ (find("#press"));
const field = /** @type {HTMLInputElement} */ (find("#link"));

/** The word that stands while no other does. */
let standing = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Say a word in its place in the header, until another is said. @param {string} text */
export function say(text) {
  clearTimeout(timer);
  standing = text;
  place.textContent = text;
}

/** Say a word where none stands. @param {string} text */
export function sayFirst(text) {
  if (!standing) say(text);
}

/** Take a word back, if it is the one that stands. @param {string} text */
export function unsay(text) {
  if (standing === text) say("");
}

/** Say a word for a short time. @param {string} text */
export function sayShortly(text) {
  clearTimeout(timer);
  // The same word a second time is news for a screen reader too.
  place.textContent = "";
  place.textContent = text;
  timer = setTimeout(say, SHORT_MS, standing);
}

/**
 * Show a notice over the end of the page, until it is closed or another is shown.
 * @param {string} text
 * @param {{ label: string, act: () => void } | null} button to press; without one it can be closed
 * @param {string} copy text to be copied by hand
 */
export function notify(text, button = null, copy = "") {
  find("#notice span").textContent = text;
  press.hidden = !button;
  press.textContent = button?.label ?? "";
  press.onclick = button && button.act;
  field.hidden = !copy;
  field.value = copy;
  find("#close").hidden = !!button;
  notice.hidden = false;
  if (copy) field.select();
}

/** Take the notice away. */
export function hush() {
  notice.hidden = true;
}

find("#close").addEventListener("click", hush);
