// Texts of the page around the board. None of them moves anything.

/** Length from which a text gets the room of the title on a phone. */
const LONG = 40;

/** Returns a text in the present language. */
export type Write = () => string;

/** A button of a notice, and its action. */
export interface NoticeButton {
  label: Write;
  act: () => void;
}

/** Return the element of a selector, which the page has. */
export function find<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

const place = find("#word");
const notice = find("#notice");
const press = find<HTMLButtonElement>("#press");

const writeNothing: Write = () => "";
/** The text in the header. */
let said = writeNothing;
/** The text of the notice, and the label of its button. */
let [noticed, label] = [writeNothing, writeNothing];

/** Show a text in its place in the header, until the next one. Without one, it is empty. */
export function say(write = writeNothing): void {
  said = write;
  const text = write();
  place.textContent = text;
  place.toggleAttribute("data-long", text.length >= LONG);
}

/** Show a text if there is none. */
export function sayFirst(write: Write): void {
  if (!said()) say(write);
}

/** Remove a text, if it is the shown one. */
export function unsay(write: Write): void {
  if (said === write) say();
}

/** Show the present texts in another language. */
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
 * Show a notice over the end of the page, until it is closed or another is shown.
 *
 * @param write returns the text of the notice
 * @param button to press. Without one the notice can be closed.
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
