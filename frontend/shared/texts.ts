// Sentences that people read, as templates with named slots, in the language of the view that is
// drawn at present.
//
// Each sentence is one template, such as "{player} is thinking…". Only complete sentences and
// the contents of slots are put together. The functions `_`, `fill`, `fillParts` and `plural` are
// called with literal English templates, which Babel collects for the translators.

import type { AnyModel } from "@anywidget/types";

/** Translations by their English messages: a text, or the forms of a plural. */
export type Texts = Record<string, string | string[]>;

/** Categories of numbers in the order in which a catalogue has their forms. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

/**
 * The language of the view that is drawn at present. `before` and `after` are signs around the
 * content of a slot, if it may run in the other direction than the sentence.
 */
let used = { language: "en", texts: {} as Texts, before: "", after: "" };

/** Return the direction in which people read a language. */
export function directionOf(code: string) {
  return /^(ar|fa|he|ur)\b/.test(code) ? "rtl" : "ltr";
}

/** Draw and say everything in a language from now on. */
export function useLanguage(next: string, translations: Texts) {
  const [before, after] = directionOf(next) === "rtl" ? ["\u2068", "\u2069"] : ["", ""];
  Object.assign(used, { language: next, texts: translations, before, after });
}

/** Return the present language, for another script that shares it. */
export function languageInUse() {
  return used;
}

/** Use the language of another script from now on, whatever it becomes. */
export function shareLanguage(other: typeof used) {
  used = other;
}

/** Use the language of a view. Call it before the view is drawn, and before it says anything. */
export function useLanguageOf(model: Pick<AnyModel, "get">) {
  useLanguage(model.get("language"), model.get("texts"));
}

/** Return a message in the present language, or in English if it has no translation. */
export function _(message: string) {
  const found = used.texts[message];
  return typeof found === "string" ? found : message;
}

/** Return the form of a message for a number of things. */
function formFor(count: number, singular: string, plural: string) {
  const forms = used.texts[singular];
  if (typeof forms !== "object") return count === 1 ? singular : plural;
  const rules = new Intl.PluralRules(used.language);
  const { pluralCategories } = rules.resolvedOptions();
  const known = CATEGORIES.filter((category) => pluralCategories.includes(category));
  // Catalogues lack rare categories before the last one, such as that of a million in French.
  return forms[Math.min(known.indexOf(rules.select(count)), forms.length - 1)];
}

/** The slots of a template, by name. A template from elsewhere may have any slots. */
type Slots<Template extends string, Content> = string extends Template
  ? Record<string, Content>
  : Template extends `${string}{${infer Name}}${infer Rest}`
    ? Record<Name, Content> & Slots<Rest, Content>
    : unknown;

/**
 * Return the texts of a template and the contents of its slots, in order. Unlike in `fill`, a
 * slot can contain elements.
 */
export function fillParts<const Template extends string, Content>(
  template: Template,
  slots: Slots<Template, Content>,
): (string | Content)[] {
  const contents = slots as Record<string, Content>;
  return split(_(template), contents);
}

/** Return the texts of a translated template and the contents of its slots. */
function split<Content>(template: string, contents: Record<string, Content>) {
  return template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? contents[part] : part));
}

/** Return a text that may run in the other direction than the one around it. */
export function isolate(text: string | number) {
  return used.before + text + used.after;
}

/** Return a translated template with its slots filled. */
function join(template: string, slots: Record<string, string | number>) {
  return split(template, slots)
    .map((part, at) => (at % 2 ? isolate(part) : part))
    .join("");
}

/** Return a sentence with its slots filled. */
export function fill<const Template extends string>(
  template: Template,
  slots: Slots<Template, string | number>,
) {
  return join(_(template), slots as Record<string, string | number>);
}

/**
 * Return a number with separators between thousands. Its digits are those of the names of the
 * squares, also in Arabic.
 */
export function formatNumber(number: number) {
  return number.toLocaleString(`${used.language}-u-nu-latn`);
}

/** Return a rounded number of percent. */
export function formatPercent(number: number) {
  return fill("{percent}%", { percent: Math.round(number) });
}

/** Return a date in words. */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions) {
  return date.toLocaleDateString(used.language === "en" ? "en-GB" : used.language, options);
}

/**
 * Return the sentence for a number of things, with its slots filled. The slot `{count}` receives
 * the number, with separators between thousands.
 */
export function plural(
  singular: string,
  plural: string,
  count: number,
  slots: Record<string, string | number> = {},
) {
  const filled = { count: formatNumber(count), ...slots };
  return join(formFor(count, singular, plural), filled);
}

/** Join items into a list with commas. */
export function joinList(items: Iterable<string>) {
  let list = "";
  for (const second of items)
    list = list ? fill("{first}, {second}", { first: list, second }) : second;
  return list;
}

/** Join items into a list with "and". */
export function joinAnd(items: Iterable<string>) {
  const [...first] = items;
  const last = first.pop() ?? "";
  return first.length ? fill("{items} and {last}", { items: joinList(first), last }) : last;
}

/** Join complete sentences into one text. Empty ones are left out. */
export function joinSentences(sentences: string[]) {
  let text = "";
  for (const sentence of sentences.filter(Boolean)) {
    const isEnded = /[.:!?\u2026。：！？؟]$/.test(sentence);
    const second = isEnded ? sentence : fill("{sentence}.", { sentence });
    text = text ? fill("{first} {second}", { first: text, second }) : second;
  }
  return text;
}
