// The language for a visit. Scripts that run without the page's texts use this module, too. The
// build puts the few texts that such a script needs into the script itself.

import type { Texts } from "../shared/texts.ts";
import { directionOf, useLanguage } from "../shared/texts.ts";
import { readSettings } from "./settings.ts";

/** The site's language, or empty to use the browser's language, set during the build. */
declare const LANGUAGE: string;
/** The script's texts in all languages except English, set during the build. */
declare const TEXTS: Record<string, Texts>;

/**
 * Return the first of the wanted languages that is available, if necessary in another country's
 * variant.
 *
 * @param known codes for the languages other than English
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
 * Return the language for this visit. The person's choice comes first, then the site's
 * language, then the browser's languages.
 *
 * @param known codes for the languages other than English
 * @param page the page's path, which is part of the storage key for its settings
 */
export function wantedLanguage(known: readonly string[], page?: string): string {
  const wanted = [readSettings(page).language, LANGUAGE, ...navigator.languages];
  return findLanguage(wanted.filter(Boolean), known);
}

/**
 * Use the language for this visit, and the script's own texts. Return the language and its text
 * direction.
 */
export function useOwnTexts(page?: string) {
  const lang = wantedLanguage(Object.keys(TEXTS), page);
  useLanguage(lang, TEXTS[lang] ?? {});
  return { lang, dir: directionOf(lang) };
}

/** Return the path of this site's main page, given a notebook page's address. */
export const pathOfPage = (): string =>
  location.pathname.slice(0, location.pathname.lastIndexOf("/lite/") + 1);
