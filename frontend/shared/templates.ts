// Templates of lit-html that several front ends share. A text in a template stays a text: text
// from outside never becomes HTML. Everything that can have the focus carries the attribute
// without which JupyterLab takes its keys.

import { html, nothing } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import type { Icon } from "./icons.ts";
import { drawIcon } from "./icons.ts";
import { fill } from "./texts.ts";

/** Contents of a template: a text, a node, another template, or several of them. */
export type Content = unknown;

/** Return the result of `make`, which stays unchanged while its data is equal. */
export const once = (data: unknown, make: () => Content) => guard([JSON.stringify(data)], make);

/** Options of a button in addition to its content. */
interface ButtonOptions {
  /**
   * Whether a press has an effect now. If not, the button keeps the focus. With `disabled` it
   * would be lost, and the next key would go to the notebook.
   */
  allowed?: boolean;
  /** Classes. */
  name?: string;
  /** Name for screen readers, if it is not the content. */
  label?: string;
  title?: string;
  expanded?: boolean;
  pressed?: boolean;
}

/** Return a state as an attribute of ARIA, which is absent while the state is unknown. */
const state = (value?: boolean) => (value === undefined ? nothing : String(value));

/** Return a button. */
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

/** Return an icon. */
export const icon = (which: Icon) => guard([which], () => drawIcon(which));

/** Return a button of an icon and its word. */
export const tool = (
  word: string,
  which: Icon,
  press: () => void,
  options: ButtonOptions = {},
) => button(html`${icon(which)}<span>${word}</span>`, press, options);

/**
 * Return a chooser that shows Python's value, and requests the person's choice.
 *
 * @param chosen the value of one of the choices
 * @param pick returns whether Python is, or will be, asked
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
 * Return the buttons that turn pages, with a text between them.
 *
 * @param labels names of the group and its buttons, such as "Pages of games", "Earlier games"
 * and "Later games"
 * @param page shown page, from 0
 * @param turn requests the page before, by -1, or the next one, by 1
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
 * Return segments for a few visible choices, with Python's value as the chosen one.
 *
 * @param choices each with its value, its title and its meaning
 * @param pick requests the person's choice from Python
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
