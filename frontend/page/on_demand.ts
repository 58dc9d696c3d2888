// The script with what is needed less often, which a browser loads on demand.

import { _ } from "../shared/texts.ts";
import { presentLanguage, presentTexts } from "./language.ts";
import { notify } from "./words.ts";

/** Address of the script, set during the build. */
declare const EXTRAS: string;

/** Pass the script on, or show that it cannot be loaded. */
export async function withExtras(
  use: (extras: typeof import("./extras.ts")) => unknown,
): Promise<void> {
  try {
    const extras = await import(new URL(EXTRAS, import.meta.url).href);
    extras.useLanguage(presentLanguage(), presentTexts());
    use(extras);
  } catch (error) {
    console.info(error);
    notify(_("This part of the page could not be loaded. Check your network, then try again."));
  }
}
