// Sheets: dialogs over the page until they are closed.

import type { Ask } from "./channel.ts";
import { PICTURE } from "./channel.ts";
import { element, KEEPS_KEYS, keepKeys, setText } from "./elements.ts";
import { CloseIcon, makeIconButton } from "./icons.ts";

/** Attribute of a button that opens a sheet. */
export const OPENS_SHEET = { "aria-haspopup": "dialog" };

/**
 * Make a sheet. Escape, a press outside or `close` closes it. The focus then returns to its
 * earlier place.
 *
 * @param name additional class of the sheet
 */
export function makeSheet(label: string, name: string, ...children: (Node | string)[]) {
  const attributes = {
    class: `ttt-dialog ${name} ttt-controls`,
    "aria-label": label,
    ...KEEPS_KEYS,
  };
  const root = element("dialog", attributes, ...children);
  keepKeys(root);
  // A press that began in a field and ends outside does not count as outside.
  let isOutside = false;
  root.addEventListener("pointerdown", ({ target }) => {
    isOutside = target === root;
  });
  root.addEventListener("click", ({ target }) => {
    if (isOutside && target === root) root.close();
  });
  return root;
}

/** Make the button that closes a sheet. */
export function makeClose(close: () => void) {
  return makeIconButton("Close", CloseIcon, close);
}

/**
 * Make the function that sends a sheet's requests to Python, and shows there why one was
 * refused.
 *
 * @param refused element of that reason
 * @param wait called with whether Python was asked and has not answered
 */
export function makeAsker(ask: Ask, refused: HTMLElement, wait: (isAsked: boolean) => void) {
  /** Number of times that the sheet was opened. */
  let opened = 0;
  return {
    /** Forget requests and messages, because the sheet is opened again. */
    forget() {
      opened += 1;
      setText(refused, "");
      wait(false);
    },
    /** @param done called once Python has done it */
    send(kind: string, details: Record<string, unknown>, done: () => void) {
      setText(refused, "");
      wait(true);
      const asked = opened;
      const isSent = ask(kind, details, ({ ok, message }) => {
        // A late answer does not concern the present choices.
        if (asked !== opened) return;
        wait(false);
        if (ok) done();
        else setText(refused, message);
      });
      if (isSent) return;
      wait(false);
      setText(refused, PICTURE);
    },
  };
}
