// @ts-check
// Elements of the page, and what every front end does with them.

import { announce } from "./presence.js";

/** @import { AnyModel } from "@anywidget/types" */

/**
 * Make an HTML element.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Make an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
export function drawing(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Make a button. While `allow` forbids it, a press does nothing, but it keeps the focus:
 * with `disabled` the focus would be lost, and the next key go to the notebook.
 * @param {string} label
 * @param {Record<string, string>} attributes
 * @param {() => void} press
 */
export function makeButton(label, attributes, press) {
  const made = element("button", { type: "button", "data-lm-suppress-shortcuts": "true", ...attributes }, label);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/** Say whether a button may be pressed now. @param {Element} button @param {boolean} allowed */
export function allow(button, allowed) {
  setAttribute(button, "aria-disabled", String(!allowed));
}

/** Set an attribute, unless it is that already; null takes it away. @param {Element} target @param {string} name @param {string | null} value */
export function setAttribute(target, name, value) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Set the text of an element, unless it is that already. @param {Element} target @param {string} text */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** What the children of an element were made of, as JSON. @type {WeakMap<Element, string>} */
const madeOf = new WeakMap();

/**
 * Give an element new children, unless those it has were made of equal data: then they
 * keep the focus, and are not animated again. Return whether it has new ones.
 * @param {Element} target
 * @param {unknown} data
 * @param {() => (Node | string)[]} make
 */
export function drawOnce(target, data, make) {
  const wanted = JSON.stringify(data);
  if (madeOf.get(target) === wanted) return false;
  madeOf.set(target, wanted);
  target.replaceChildren(...make());
  return true;
}

/** Keep single keys from the notebook while an element has the focus. @param {Element} root */
export function keepKeys(root) {
  root.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, key } = /** @type {KeyboardEvent} */ (event);
    if (!ctrlKey && !metaKey && key !== "Tab") event.stopPropagation();
  });
}

/**
 * Return a `render` for the host that tells Python of the view, and says so in the cell
 * where drawing fails.
 * @template {{ model: Pick<AnyModel, "get" | "send">, el: HTMLElement }} Host
 * @param {string} what is drawn, as a sentence begins with it
 * @param {(host: Host) => () => void} render
 */
export function renderOrSay(what, render) {
  return (/** @type {Host} */ host) => {
    try {
      const close = render(host);
      const leave = announce(host.model);
      return () => {
        leave();
        close();
      };
    } catch (error) {
      host.el.append(element("pre", { class: "ttt-error" }, `${what} cannot be drawn: ${error}`));
      throw error;
    }
  };
}
