// The language of a visit, also for scripts that run without the words of the page. The build
// writes the few texts of such a script into it.

import type { Texts } from "../shared/texts.ts";
import { directionOf, useLanguage } from "../shared/texts.ts";
import { readSettings } from "./settings.ts";

/** Language of the site, or empty for that of the browser, set during the build. */
declare const LANGUAGE: string;
/** Texts of the script in all languages except English, set during the build. */
declare const TEXTS: Record<string, Texts>;

/**
 * Return the first of the wanted languages that there is, at least in another country.
 *
 * @param known codes of the languages other than English
 */
export function findLanguage(wanted: readonly string[], known: readonly string[]): string {
  const all = ["en", ...known];
  const main = (code: string) => code.split("-")[0];
  for (const code of wanted) {
    const found = all.includes(code) ? code : all.find((one) => main(one) === main(code));
    if (found) return found;
  }
  return "en";
}

/**
 * Return the language of this visit: the one that a person has chosen, that of the site, or the
 * browser's.
 *
 * @param known codes of the languages other than English
 * @param page path of the page, which names its settings
 */
export function wantedLanguage(known: readonly string[], page?: string): string {
  const wanted = [readSettings(page).language, LANGUAGE, ...navigator.languages];
  return findLanguage(wanted.filter(Boolean), known);
}

/** Use the language of this visit with the texts of the script. Return its attributes. */
export function useOwnTexts(page?: string) {
  const lang = wantedLanguage(Object.keys(TEXTS), page);
  useLanguage(lang, TEXTS[lang] ?? {});
  return { lang, dir: directionOf(lang) };
}

/** Return the path of the page of this site, from a page of the notebooks. */
export const pathOfPage = (): string =>
  location.pathname.slice(0, location.pathname.lastIndexOf("/lite/") + 1);
