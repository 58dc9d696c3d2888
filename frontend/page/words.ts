// Texts of the page around the board. None of them moves anything.

/** Milliseconds for which a short text stays. */
const SHORT_MS = 5000;
/** Length from which a text gets the room of the title on a phone. */
const LONG = 40;

/** A button of a notice, and its action. */
export interface NoticeButton {
  label: string;
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

/** The text without another one. */
let standing = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Put a text in its place in the header. */
function put(text: string): void {
  place.textContent = text;
  place.toggleAttribute("data-long", text.length >= LONG);
}

/** Show a text in its place in the header, until the next one. */
export function say(text: string): void {
  clearTimeout(timer);
  standing = text;
  put(text);
}

/** Show a text if there is none. */
export function sayFirst(text: string): void {
  if (!standing) say(text);
}

/** Remove a text, if it is the shown one. */
export function unsay(text: string): void {
  if (standing === text) say("");
}

/** Show a text for a short time. */
export function sayShortly(text: string): void {
  clearTimeout(timer);
  // Screen readers must read the same text a second time too.
  put("");
  put(text);
  timer = setTimeout(say, SHORT_MS, standing);
}

/**
 * Show a notice over the end of the page, until it is closed or another is shown.
 *
 * @param text text of the notice
 * @param button to press. Without one the notice can be closed.
 */
export function notify(text: string, button: NoticeButton | null = null): void {
  find("#notice span").textContent = text;
  press.hidden = !button;
  press.textContent = button?.label ?? "";
  press.onclick = button ? button.act : null;
  find("#close").hidden = !!button;
  notice.hidden = false;
}

/** Remove the notice. */
export function hush(): void {
  notice.hidden = true;
}

find("#close").addEventListener("click", hush);
