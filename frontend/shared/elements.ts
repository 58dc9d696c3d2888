// Functions that make elements or work with them.

import type { AnyModel } from "@anywidget/types";
import { announce } from "./presence.ts";
import { directionOf, useLanguageOf } from "./texts.ts";

/**
 * Attribute of every element that can have the focus. Without this attribute, JupyterLab would
 * react to the element's keys.
 */
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

/** Copy a text. Return whether the browser has allowed this. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Let a person save a file that the page has made. */
export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file);
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Make a button. If `allow` has forbidden presses, pressing the button does nothing, but the
 * button can keep the focus. With `disabled`, the focus would be lost, and the next key would
 * go to the notebook.
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

/** Set whether pressing a button has an effect. */
export function allow(button: Element, allowed: boolean) {
  setAttribute(button, "aria-disabled", String(!allowed));
}

/** Set an attribute unless it already has the given value. With null, remove the attribute. */
export function setAttribute(target: Element, name: string, value: string | null) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Set an element's text, unless it already has this text. */
export function setText(target: Element, text: string) {
  if (target.textContent !== text) target.textContent = text;
}

/** The data from which an element's children were made, as JSON. */
const madeOf = new WeakMap<Element, string>();

/**
 * Give an element new children, unless its current ones were made from equal data. Children
 * that stay keep the focus and are not animated again. Return whether the children are new.
 */
export function drawOnce(target: Element, data: unknown, make: () => (Node | string)[]) {
  const wanted = JSON.stringify(data);
  if (madeOf.get(target) === wanted) return false;
  madeOf.set(target, wanted);
  target.replaceChildren(...make());
  return true;
}

/** Make sure that the next call to `drawOnce` for an element makes new children. */
export function forget(target: Element) {
  madeOf.delete(target);
}

/** Keep the notebook from reacting to single keys while the focus is in an element. */
export function keepKeys(root: HTMLElement) {
  root.addEventListener("keydown", (event) => {
    const { ctrlKey, metaKey, key } = event;
    if (!ctrlKey && !metaKey && key !== "Tab") event.stopPropagation();
  });
}

/**
 * Return a function that schedules a single call to `draw` after the current events. Some hosts
 * report each trait's change separately.
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

/** Events after which a view can show or read texts. */
const EVENTS = ["change", "click", "focusin", "input", "keydown", "pointerdown", "pointerover"];
/** Events after which the language could be different. */
const LANGUAGE = ["change:language", "change:texts"];
const FOCUSABLE = "button, input, select, [tabindex]";

/**
 * Return a function `render` for the host. `render` tells Python about the view, and shows
 * drawing errors in the cell. If the language changes, `render` draws the whole view again, and
 * puts the focus in the same place.
 *
 * @param failed returns the message to show if drawing fails
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
    /**
     * Return a key that depends on the language, because some hosts report traits that haven't
     * changed.
     */
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
