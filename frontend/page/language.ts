// The page's texts in its language, which a person can change at any time.

import type { Traits } from "../board/traits.ts";
import type { Texts } from "../shared/texts.ts";
import { _, directionOf, useLanguage } from "../shared/texts.ts";
import type { Answers } from "./answers.ts";
import type { BuiltFile } from "./integrity.ts";
import { wantedLanguage } from "./own_texts.ts";
import type { Order } from "./protocol.ts";
import { fetchWords } from "./words_file.ts";

/** Files for the languages other than English, by language code, set during the build. */
declare const LANGUAGES: Record<string, { words: BuiltFile; catalogue: BuiltFile }>;
/** Title of the site, set during the build. */
declare const TITLE: string;

/** A language's texts, which the page uses until Python is ready. */
export interface Words {
  /** Parts of a new session's state that differ from English. */
  state: Partial<Traits>;
  /** Parts of the recorded answers that differ from English. */
  answers: Partial<Answers>;
}

/** The current texts, as `site/answers.py` writes them. */
export let words: Words = { state: {}, answers: {} };

/** Return the codes for the site's languages. */
export const listLanguages = () => ["en", ...Object.keys(LANGUAGES)];

/** Return the code for the language in which texts are written. */
export const languageOf = ({ state }: Words): string => state.language ?? "en";

/** Return the code for the current language. */
export const presentLanguage = (): string => languageOf(words);

/** Return the translations of the page's texts. */
export const presentTexts = (): Texts => words.state.texts ?? {};

/** Return the data that Python needs for a language. */
export function orderLanguage(code = presentLanguage()): Order["language"] {
  return code === "en" ? null : { code, catalogue: LANGUAGES[code].catalogue };
}

/**
 * Show a page's texts. The page's own footer is selected by its place, because the board's
 * sheets contain footers, too.
 */
function showTexts(): void {
  const texts = {
    h1: _(TITLE),
    "#mine": _("My game"),
    "#puzzle": _("Puzzle"),
    "#share": _("Share"),
    "#install": _("Install"),
    "body > footer .narrow[type]": _("Install"),
    "#notebooks": _("Notebooks"),
    "body > footer .narrow[href]": _("Notebooks"),
    "body > footer p": _("The rules are written in Python and run in this page."),
    "#offline": _("You're offline. The notebooks need the network."),
    'body > footer [href="docs/"]': _("Manual"),
    'body > footer [href="links.html"]': _("For teachers"),
    "#settings": _("Settings"),
    'body > footer [href="./?alone"]': _("Only the board"),
    'body > footer [href="licenses/"]': _("Licenses"),
    "#close": _("Close"),
  };
  // The title's icon is in front of its text.
  for (const [selector, text] of Object.entries(texts))
    document.querySelector(selector)?.lastChild?.replaceWith(text);
  document.querySelector("#loading")?.setAttribute("aria-label", _("Python is loading"));
  document.querySelector("body > footer nav")?.setAttribute("aria-label", _("Notebooks"));
}

/** Fetch the texts in the language for this visit. */
export async function fetchWanted(): Promise<Words> {
  const code = wantedLanguage(Object.keys(LANGUAGES));
  if (code === "en") return { state: {}, answers: {} };
  const early = await window.words;
  delete window.words;
  return early ?? fetchWords(LANGUAGES[code].words);
}

/** From now on, show the document with other texts, in their language. */
export function showLanguage(next: Words): void {
  words = next;
  const lang = presentLanguage();
  useLanguage(lang, presentTexts());
  Object.assign(document.documentElement, { lang, dir: directionOf(lang) });
  showTexts();
}

/**
 * Use the language for this visit as soon as its texts have arrived, or English if the texts
 * can't be fetched.
 */
export async function loadLanguage(): Promise<void> {
  try {
    const wanted = await fetchWanted();
    if (languageOf(wanted) !== "en") showLanguage(wanted);
  } catch (error) {
    console.info("The page stays in English:", error);
  }
}
