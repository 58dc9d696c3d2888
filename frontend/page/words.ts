// The page's texts around the board. No text moves other parts of the page.

/** On a phone, a text with at least this many characters replaces the title. */
const LONG = 40;

/** Function that returns a text in the current language. */
export type Write = () => string;

/** A notice's button, with its action. */
export interface NoticeButton {
  label: Write;
  act: () => void;
}

/** Return the element that matches a selector. The page must contain such an element. */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const place = find("#word");
const notice = find("#notice");
const press = find<HTMLButtonElement>("#press");

const writeNothing: Write = () => "";
/** Function for the text in the header. */
let said = writeNothing;
/** Functions for the notice's text and the label on its button. */
let [noticed, label] = [writeNothing, writeNothing];

/**
 * Show a text in the header until the next one replaces it. Without an argument, show no text.
 */
export function say(write = writeNothing): void {
  said = write;
  const text = write();
  place.textContent = text;
  place.toggleAttribute("data-long", text.length >= LONG);
}

/** Show a text in the header if there is no text yet. */
export function sayFirst(write: Write): void {
  if (!said()) say(write);
}

/** Remove a text from the header, unless another one is there. */
export function unsay(write: Write): void {
  if (said === write) say();
}

/** Show the current texts again after the language has changed. */
export function sayAgain(): void {
  say(said);
  drawNotice();
}

/** Write the notice and its button. */
function drawNotice(): void {
  find("#notice span").textContent = noticed();
  press.textContent = label();
}

/**
 * Show a notice over the end of the page, until it is closed or another notice replaces it.
 *
 * @param write returns the notice's text
 * @param button the notice's button. Without a button, people can close the notice.
 */
export function notify(write: Write, button: NoticeButton | null = null): void {
  [noticed, label] = [write, button?.label ?? writeNothing];
  drawNotice();
  press.hidden = !button;
  press.onclick = button ? button.act : null;
  find("#close").hidden = !!button;
  notice.hidden = false;
}

/** Remove the notice. */
export function hush(): void {
  notice.hidden = true;
}

find("#close").addEventListener("click", hush);
