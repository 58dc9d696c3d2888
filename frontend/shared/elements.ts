// Elements of the page, and what every front end does with them.

import type { AnyModel } from "@anywidget/types";
import { announce } from "./presence.ts";

/** What everything that can have the focus carries: else JupyterLab takes its keys. */
export const KEEPS_KEYS = { "data-lm-suppress-shortcuts": "true" };

/** Make an HTML element. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Make an SVG element. */
export function drawing(
  name: string,
  attributes: Record<string, string | number>,
  ...children: Node[]
) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Make a button. While `allow` forbids it, a press does nothing, but it keeps the focus:
 * with `disabled` the focus would be lost, and the next key go to the notebook.
 */
export function makeButton(
  label: string,
  attributes: Record<string, string>,
  press: () => void,
) {
  const made = element("button", { type: "button", ...KEEPS_KEYS, ...attributes }, label);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/** Say whether a button may be pressed now. */
export function allow(button: Element, allowed: boolean) {
  setAttribute(button, "aria-disabled", String(!allowed));
}

/** Set an attribute, unless it is that already; null takes it away. */
export function setAttribute(target: Element, name: string, value: string | null) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Set the text of an element, unless it is that already. */
export function setText(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text;
}

/** What the children of an element were made of, as JSON. */
const madeOf = new WeakMap<Element, string>();

/**
 * Give an element new children, unless those it has were made of equal data: then they
 * keep the focus, and are not animated again. Return whether it has new ones.
 */
export function drawOnce(target: Element, data: unknown, make: () => (Node | string)[]) {
  const wanted = JSON.stringify(data);
  if (madeOf.get(target) === wanted) return false;
  madeOf.set(target, wanted);
  target.replaceChildren(...make());
  return true;
}

/** Let the next `drawOnce` of an element draw, whatever it is given. */
export function forget(target: Element) {
  madeOf.delete(target);
}

/** Keep single keys from the notebook while an element has the focus. */
export function keepKeys(root: HTMLElement) {
  root.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, key } = event;
    if (!ctrlKey && !metaKey && key !== "Tab") event.stopPropagation();
  });
}

/**
 * Return a `render` for the host that tells Python of the view, and says so in the cell
 * where drawing fails.
 *
 * @param what is drawn, as a sentence begins with it
 */
export function renderOrSay<
  Host extends { model: Pick<AnyModel, "get" | "send">; el: HTMLElement },
>(what: string, render: (host: Host) => () => void) {
  return (host: Host) => {
    try {
      const close = render(host);
      const leave = announce(host.model);
      return () => {
        leave();
        close();
      };
    } catch (error) {
      host.el.append(
        element("pre", { class: "ttt-error" }, `${what} cannot be drawn: ${error}`),
      );
      throw error;
    }
  };
}
