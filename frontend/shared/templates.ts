// lit-html templates that several front ends share. Values in a template are always inserted as
// text, so text from outside never becomes HTML. Every element that can have the focus has an
// attribute that keeps JupyterLab from reacting to its keys.

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import type { Icon } from "./icons.ts";
import { drawIcon } from "./icons.ts";
import { fill } from "./texts.ts";

/** Content of a template: a text, a node, another template, or several of these. */
export type Content = unknown;

/** Return the result of `make`, which is called again only if the data has changed. */
export const once = (data: unknown, make: () => Content) => guard([JSON.stringify(data)], make);

/** Options for a button, in addition to its content. */
interface ButtonOptions {
  /**
   * Whether pressing the button has an effect. A button that has no effect can still keep the
   * focus. With `disabled`, the focus would be lost, and the next key would go to the notebook.
   */
  allowed?: boolean;
  /** CSS classes. */
  name?: string;
  /** Name for screen readers, if it differs from the content. */
  label?: string;
  title?: string;
  expanded?: boolean;
  pressed?: boolean;
}

/**
 * Return an ARIA attribute's value for a state. If the state is unknown, the attribute is
 * omitted.
 */
const state = (value?: boolean) => (value === undefined ? nothing : String(value));

/** Return a template for a button. */
export function button(
  content: Content,
  press: () => void,
  { allowed, name, label, title, expanded, pressed }: ButtonOptions = {},
) {
  return html`<button type="button" data-lm-suppress-shortcuts="true" class=${name ?? nothing}
    aria-label=${label ?? nothing} title=${title ?? nothing}
    aria-disabled=${state(allowed === undefined ? allowed : !allowed)}
    aria-expanded=${state(expanded)} aria-pressed=${state(pressed)}
    @click=${() => allowed !== false && press()}>${content}</button>`;
}

/** Return a template for an icon. */
export const icon = (which: Icon) => guard([which], () => drawIcon(which));

/** Return a template for a button with an icon and a word. */
export const tool = (
  word: string,
  which: Icon,
  press: () => void,
  options: ButtonOptions = {},
) => button(html`${icon(which)}<span>${word}</span>`, press, options);

/**
 * Return a template for a selection list that shows Python's value and requests a person's
 * choice.
 *
 * @param chosen value of the chosen choice
 * @param pick requests a value, and returns whether the request is sent, now or later
 */
export function chooser(
  label: string,
  choices: [value: string, text: string][],
  chosen: string,
  pick: (value: string) => boolean,
) {
  function change({ target }: Event) {
    const select = target as HTMLSelectElement;
    if (!pick(select.value)) select.value = chosen;
  }
  const option = ([value, text]: [string, string]) =>
    html`<option value=${value} .selected=${live(value === chosen)}>${text}</option>`;
  return html`
    <select data-lm-suppress-shortcuts="true" aria-label=${label} @change=${change}>
      ${choices.map(option)}
    </select>`;
}

/**
 * Return a template for buttons that turn pages, with text between them.
 *
 * @param labels names for the group and its buttons, such as "Pages of games", "Earlier games"
 * and "Later games"
 * @param page number of the displayed page, counted from 0
 * @param turn requests the previous page if called with -1, or the next page if called with 1
 */
export function pages(
  { group, earlier, later }: { group: string; earlier: string; later: string },
  page: number,
  count: number,
  turn: (by: number) => void,
  text = fill("{page} of {count}", { page: page + 1, count }),
) {
  const step = (sign: string, label: string, by: number) =>
    button(sign, () => turn(by), {
      allowed: page + by >= 0 && page + by < count,
      label,
      name: "ttt-step",
    });
  return html`
    <div class="ttt-bar" role="group" aria-label=${group}>
      ${step("‹", earlier, -1)}
      <span class="ttt-pages">${text}</span>
      ${step("›", later, 1)}
    </div>`;
}

/**
 * Return a template for a few choices that are all visible, of which Python's value is chosen.
 *
 * @param choices choices, each with its value, its title and its meaning
 * @param pick sends a person's choice to Python
 */
export function segments(
  label: string,
  choices: [value: string, title: string, meaning: string][],
  chosen: string,
  pick: (value: string) => void,
) {
  function move(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const group = event.currentTarget as HTMLElement;
    const all = [...group.querySelectorAll("button")];
    const at = all.indexOf(event.target as HTMLButtonElement);
    const to = all[(at + by + all.length) % all.length];
    to.focus();
    to.click();
  }
  return html`
    <div class="ttt-segments ttt-bar" role="radiogroup" aria-label=${label} @keydown=${move}>
      ${choices.map(
        ([value, title, meaning]) => html`
          <button type="button" data-lm-suppress-shortcuts="true" role="radio" title=${meaning}
            aria-checked=${value === chosen} tabindex=${value === chosen ? 0 : -1}
            @click=${() => pick(value)}
          >${title}</button>`,
      )}
    </div>`;
}
