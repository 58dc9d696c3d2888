// Scripts with parts that are less often needed, which are loaded on demand.

import type { Sheets } from "../board/load_sheets.ts";
import { _ } from "../shared/texts.ts";
import { presentLanguage, presentTexts } from "./language.ts";
import { notify } from "./words.ts";

/** The scripts' addresses, set during the build. */
declare const EXTRAS: string;
declare const SHEETS: string;

/** Import one of the site's scripts. */
const load = (address: string) => import(new URL(address, import.meta.url).href);

/** Return the message that a part of the page could not be loaded. */
const sayUnloaded = () =>
  _("This part of the page could not be loaded. Check your network, then try again.");

/** Show that a part of the page cannot be loaded. */
export function tellUnloaded(error: unknown): void {
  console.info(error);
  notify(sayUnloaded);
}

/** Return an action that does nothing after a person has pressed Escape. */
export function unlessEscaped<Values extends unknown[]>(act: (...values: Values) => void) {
  let isCancelled = false;
  const notice = ({ key }: KeyboardEvent) => {
    isCancelled ||= key === "Escape";
  };
  addEventListener("keydown", notice, { capture: true });
  return (...values: Values): void => {
    removeEventListener("keydown", notice, { capture: true });
    if (!isCancelled) act(...values);
  };
}

/**
 * Load the script with the board's sheets, and pass it to a function.
 *
 * @param fail called if the script can't be loaded, after a notice has told the person who is
 * waiting for it
 */
export async function withSheets(
  use: (sheets: Sheets) => void,
  fail?: () => void,
): Promise<void> {
  try {
    use((await load(SHEETS)).default);
  } catch (error) {
    if (!fail) return;
    tellUnloaded(error);
    fail();
  }
}

/**
 * Load the script with the page's sheets, which use the styles of the board's sheets, and pass
 * it to a function.
 */
export async function withExtras(
  use: (extras: typeof import("./extras.ts")) => unknown,
): Promise<void> {
  try {
    const [extras, { default: sheets }] = await Promise.all([load(EXTRAS), load(SHEETS)]);
    sheets.addStyles(document);
    extras.useLanguage(presentLanguage(), presentTexts());
    use(extras);
  } catch (error) {
    tellUnloaded(error);
  }
}
