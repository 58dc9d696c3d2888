// What the pages for teachers have in common: the language, the colours and the heading.

import { element } from "../shared/elements.ts";
import { _, fill } from "../shared/texts.ts";
import { loadLanguage } from "./language.ts";
import { readSettings, showSettings } from "./settings.ts";

/** The site's title, set during the build. */
declare const TITLE: string;

/**
 * Show a page's heading.
 *
 * @param makeTitle returns the page's title in the page's language
 * @param other address of the other page for teachers
 * @param nameOther returns the title of the other page
 */
export async function beginPage(
  makeTitle: () => string,
  other: string,
  nameOther: () => string,
): Promise<HTMLElement> {
  showSettings(readSettings());
  await loadLanguage();
  const title = makeTitle();
  document.title = fill("{now} – {site}", { now: title, site: _(TITLE) });
  const main = element("main", {}, element("h1", {}, title));
  const toBoard = element("a", { href: "./" }, _("To the board"));
  const toOther = element("a", { href: other }, nameOther());
  document.body.replaceChildren(element("header", {}, toBoard, toOther), main);
  return main;
}
