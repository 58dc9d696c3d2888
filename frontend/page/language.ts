// The language of the page: the one that a person has chosen, that of the site, or the browser's.

import type { Traits } from "../board/traits.ts";
import type { Texts } from "../shared/texts.ts";
import { _, directionOf, useLanguage } from "../shared/texts.ts";
import type { Answers } from "./answers.ts";
import type { BuiltFile } from "./integrity.ts";
import type { Order } from "./protocol.ts";
import { readSettings } from "./settings.ts";

/** Files of the languages other than English, by their codes, set during the build. */
declare const LANGUAGES: Record<string, { words: BuiltFile; catalogue: BuiltFile }>;
/** Language of the site, or empty for that of the browser, set during the build. */
declare const LANGUAGE: string;
/** Title of the site, set during the build. */
declare const TITLE: string;

/** Milliseconds after which the page appears in English, because the words have not arrived. */
const PATIENCE_MS = 5000;

/** What the page says in a language until Python is ready. */
interface Words {
  /** Parts of a new session state that differ from English. */
  state: Partial<Traits>;
  /** Parts of the answers that differ from English. */
  answers: Partial<Answers>;
}

/** The present words, as `site/answers.py` writes them. */
export let words: Words = { state: {}, answers: {} };

/** Codes of the languages of the site. */
export const listLanguages = () => ["en", ...Object.keys(LANGUAGES)];

/** Return the first of the wanted languages that there is, at least in another country. */
export function findLanguage(wanted: readonly string[], known: readonly string[]): string {
  const main = (code: string) => code.split("-")[0];
  for (const code of wanted) {
    const found = known.includes(code) ? code : known.find((one) => main(one) === main(code));
    if (found) return found;
  }
  return "en";
}

/** Return the present language. */
export const presentLanguage = (): string => words.state.language ?? "en";

/** Return the translations of the page's texts. */
export const presentTexts = (): Texts => words.state.texts ?? {};

/** Return what Python needs to know of the language. */
export function orderLanguage(): Order["language"] {
  const code = presentLanguage();
  return code === "en" ? null : { code, catalogue: LANGUAGES[code].catalogue };
}

/** Show the texts of the board's page, which are in English until then. */
function showTexts(): void {
  const texts = {
    h1: _(TITLE),
    "#mine": _("My game"),
    "#puzzle": _("Puzzle"),
    "#share": _("Share"),
    "#install": _("Install"),
    "footer .narrow[type]": _("Install"),
    "#notebooks": _("Notebooks"),
    "footer .narrow[href]": _("Notebooks"),
    "footer p": _("The rules are written in Python and run in this page."),
    "#offline": _("You're offline. The notebooks need the network."),
    'footer [href="docs/"]': _("Manual"),
    'footer [href="links.html"]': _("For teachers"),
    "#settings": _("Settings"),
    'footer [href="./?alone"]': _("Only the board"),
    'footer [href="licenses/"]': _("Licenses"),
    "#close": _("Close"),
  };
  // The icon of the title comes before its text.
  for (const [selector, text] of Object.entries(texts))
    document.querySelector(selector)?.lastChild?.replaceWith(text);
  document.querySelector("#loading")?.setAttribute("aria-label", _("Python is loading"));
  document.querySelector("footer nav")?.setAttribute("aria-label", _("Notebooks"));
}

/** Use the language of this visit, once its words have arrived. Without them it is English. */
export async function loadLanguage(): Promise<void> {
  const wanted = [readSettings().language, LANGUAGE, ...navigator.languages];
  const code = findLanguage(wanted.filter(Boolean), listLanguages());
  if (code === "en") return;
  try {
    const { address, integrity } = LANGUAGES[code].words;
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(new URL(address, import.meta.url), { integrity, signal });
    words = await response.json();
  } catch (error) {
    console.info("The page stays in English:", error);
    return;
  }
  useLanguage(code, presentTexts());
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
  showTexts();
}
