// Elements of the page, and common operations on them.

import type { AnyModel } from "@anywidget/types";
import { announce } from "./presence.ts";
import { directionOf, useLanguageOf } from "./texts.ts";

/** Attribute of everything that can have the focus. Without it, JupyterLab takes its keys. */
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

/** Copy a text, and return whether the browser allows that. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Save a file that the page has made. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Make a button. While `allow` forbids it, a press does nothing, but the button keeps the
 * focus. With `disabled` the focus would be lost, and the next key would go to the notebook.
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

/** Mark whether a button may be pressed now. */
export function allow(button: Element, allowed: boolean) {
  setAttribute(button, "aria-disabled", String(!allowed));
}

/** Set an attribute, unless it has that value already. Null removes it. */
export function setAttribute(target: Element, name: string, value: string | null) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Set the text of an element, unless it has that text already. */
export function setText(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text;
}

/** Data of the children of an element, as JSON. */
const madeOf = new WeakMap<Element, string>();

/**
 * Give an element new children, unless its present ones come from equal data. In that case they
 * keep the focus, and are not animated again. Return whether it has new ones.
 */
export function drawOnce(target: Element, data: unknown, make: () => (Node | string)[]) {
  const wanted = JSON.stringify(data);
  if (madeOf.get(target) === wanted) return false;
  madeOf.set(target, wanted);
  target.replaceChildren(...make());
  return true;
}

/** Make the next `drawOnce` of an element draw in any case. */
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
 * Return a function that schedules one call of `draw` after the present events, because some
 * hosts report each trait separately.
 */
export function drawLater(draw: () => void) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      draw();
    });
  };
}

/** Events after which a view may say something. */
const EVENTS = ["change", "click", "focusin", "input", "keydown", "pointerdown", "pointerover"];
/** Events of another language. */
const LANGUAGE = ["change:language", "change:texts"];
const FOCUSABLE = "button, input, select, [tabindex]";

/**
 * Return a `render` for the host that notifies Python of the view, and reports errors of
 * drawing in the cell. If the language changes, it draws the whole view again, with the focus at
 * the same place.
 *
 * @param failed returns the message that replaces the drawing if it fails
 */
export function renderOrSay<
  Host extends { model: Pick<AnyModel, "get" | "on" | "off" | "send">; el: HTMLElement },
>(failed: (error: string) => string, render: (host: Host) => () => void) {
  return (host: Host) => {
    const { el, model } = host;
    let isOpen = true;
    let drawn = "";
    let close: () => void;
    const useLanguage = () => useLanguageOf(model);
    /** Return a key of the language. Some hosts report traits without a change. */
    const keyNow = () => [model.get("language"), Object.keys(model.get("texts")).length].join();
    const focusable = () => [...el.querySelectorAll<HTMLElement>(FOCUSABLE)];

    function draw() {
      useLanguage();
      drawn = keyNow();
      close = render(host);
      const root = el.lastElementChild as HTMLElement;
      for (const event of EVENTS) root.addEventListener(event, useLanguage, true);
      root.lang = model.get("language");
      root.dir = directionOf(root.lang);
    }
    const drawAgain = drawLater(() => {
      if (!isOpen || keyNow() === drawn) return;
      const { activeElement } = el.getRootNode() as Document | ShadowRoot;
      const at = focusable().indexOf(activeElement as HTMLElement);
      close();
      draw();
      focusable()[at]?.focus();
    });
    try {
      draw();
      for (const event of LANGUAGE) model.on(event, drawAgain);
      const leave = announce(model);
      return () => {
        isOpen = false;
        for (const event of LANGUAGE) model.off(event, drawAgain);
        leave();
        close();
      };
    } catch (error) {
      el.append(element("pre", { class: "ttt-error" }, failed(String(error))));
      throw error;
    }
  };
}
