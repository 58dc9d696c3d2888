// Sentences that people read, made from templates with named slots. All sentences are in the
// language of the view that is being drawn.
//
// Each sentence is one template, such as "{player} is thinking…". Code fills slots and joins
// whole sentences, but never joins parts of sentences. Call the functions `_`, `fill`,
// `fillParts` and `plural` with literal English templates, which Babel collects for the
// translators.

import type { AnyModel } from "@anywidget/types";

/** Translations, by English message. Each translation is a text or a list of plural forms. */
export type Texts = Record<string, string | string[]>;

/** Plural categories, in the order in which a catalogue lists the forms. */
const CATEGORIES = ["zero", "one", "two", "few", "many", "other"] as const;

/**
 * Language of the view that is being drawn. `before` and `after` are characters around a slot's
 * content, if its direction can differ from the sentence's.
 */
let used = { language: "en", texts: {} as Texts, before: "", after: "" };

/** Return a language's writing direction. */
export function directionOf(code: string) {
  return /^(ar|fa|he|ur)\b/.test(code) ? "rtl" : "ltr";
}

/** From now on, use a language for all texts. */
export function useLanguage(next: string, translations: Texts) {
  const [before, after] = directionOf(next) === "rtl" ? ["\u2068", "\u2069"] : ["", ""];
  Object.assign(used, { language: next, texts: translations, before, after });
}

/** Return the current language, so that another script can share it. */
export function languageInUse() {
  return used;
}

/** From now on, use the language of another script, even if that language changes. */
export function shareLanguage(other: typeof used) {
  used = other;
}

/** Use a view's language. Call this function before the view is drawn or shows messages. */
export function useLanguageOf(model: Pick<AnyModel, "get">) {
  useLanguage(model.get("language"), model.get("texts"));
}

/** Return a message in the current language, or in English if there is no translation. */
export function _(message: string) {
  const found = used.texts[message];
  return typeof found === "string" ? found : message;
}

/** Return a message's form for a given number. */
function formFor(count: number, singular: string, plural: string) {
  const forms = used.texts[singular];
  if (typeof forms !== "object") return count === 1 ? singular : plural;
  const rules = new Intl.PluralRules(used.language);
  const { pluralCategories } = rules.resolvedOptions();
  const known = CATEGORIES.filter((category) => pluralCategories.includes(category));
  // Catalogues leave out rare categories before the last one, such as French millions.
  return forms[Math.min(known.indexOf(rules.select(count)), forms.length - 1)];
}

/** Names of a template's slots. A template that isn't a literal can have any slots. */
type Slots<Template extends string, Content> = string extends Template
  ? Record<string, Content>
  : Template extends `${string}{${infer Name}}${infer Rest}`
    ? Record<Name, Content> & Slots<Rest, Content>
    : unknown;

/**
 * Return a template's texts and its slots' contents, in order. Unlike with `fill`, a slot can
 * contain elements.
 */
export function fillParts<const Template extends string, Content>(
  template: Template,
  slots: Slots<Template, Content>,
): (string | Content)[] {
  const contents = slots as Record<string, Content>;
  return split(_(template), contents);
}

/** Return a translated template's texts and its slots' contents. */
function split<Content>(template: string, contents: Record<string, Content>) {
  return template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? contents[part] : part));
}

/** Return a text that is isolated from the direction of the text around it. */
export function isolate(text: string | number) {
  return used.before + text + used.after;
}

/** Fill a translated template's slots, and return the text. */
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
 * Return a number with separators between thousands. Even in Arabic, the number has the same
 * digits as the names of squares.
 */
export function formatNumber(number: number) {
  return number.toLocaleString(`${used.language}-u-nu-latn`);
}

/** Return a rounded percentage. */
export function formatPercent(number: number) {
  return fill("{percent}%", { percent: Math.round(number) });
}

/** Return a date in words. */
export function formatDate(date: Date, options: Intl.DateTimeFormatOptions) {
  return date.toLocaleDateString(used.language === "en" ? "en-GB" : used.language, options);
}

/**
 * Return the singular or plural sentence for a number, with its slots filled. The slot
 * `{count}` gets the number, with separators between thousands.
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

/** Join complete sentences into one text, and leave out empty sentences. */
export function joinSentences(sentences: string[]) {
  let text = "";
  for (const sentence of sentences.filter(Boolean)) {
    const isEnded = /[.:!?\u2026。：！？؟]$/.test(sentence);
    const second = isEnded ? sentence : fill("{sentence}.", { sentence });
    text = text ? fill("{first} {second}", { first: text, second }) : second;
  }
  return text;
}
