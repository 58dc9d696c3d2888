// Sentences that people read, as templates with named slots.
//
// Each sentence is one template, such as "{player} is thinking…". Only complete sentences and
// the contents of slots are put together.

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
  return template.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? contents[part] : part));
}

/** Return a sentence with its slots filled. */
export function fill<const Template extends string>(
  template: Template,
  slots: Slots<Template, string | number>,
) {
  return fillParts(template, slots).join("");
}

/**
 * Return the sentence for a number of things, with its slots filled. The slot `{count}` receives
 * the number, with commas between thousands.
 */
export function plural(
  singular: string,
  plural: string,
  count: number,
  slots: Record<string, string | number> = {},
) {
  const filled = { count: count.toLocaleString("en"), ...slots };
  return fill(count === 1 ? singular : plural, filled);
}

/** Join items into a list with "and". */
export function joinAnd(items: Iterable<string>) {
  const [...first] = items;
  const last = first.pop() ?? "";
  return first.length ? fill("{items} and {last}", { items: first.join(", "), last }) : last;
}

/** Join complete sentences into one text. Empty ones are left out. */
export function joinSentences(sentences: string[]) {
  return sentences
    .filter(Boolean)
    .map((sentence) =>
      /[.:!?\u2026]$/.test(sentence) ? sentence : fill("{sentence}.", { sentence }),
    )
    .join(" ");
}
