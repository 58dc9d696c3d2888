// Sheets: dialogs that lie over the page until they are closed.

import type { Ask } from "./channel.ts";
import { PICTURE } from "./channel.ts";
import { element, KEEPS_KEYS, keepKeys, setText } from "./elements.ts";
import { CloseIcon, makeIconButton } from "./icons.ts";

/** Attribute of a button that opens a sheet. */
export const OPENS_SHEET = { "aria-haspopup": "dialog" };

/**
 * Make a sheet. It is closed by Escape, by a press outside, and by `close`; the focus then
 * goes back to where it was.
 *
 * @param name class of the sheet besides those that all have
 */
export function makeSheet(label: string, name: string, ...children: (Node | string)[]) {
  const attributes = {
    class: `ttt-dialog ${name} ttt-controls`,
    "aria-label": label,
    ...KEEPS_KEYS,
  };
  const root = element("dialog", attributes, ...children);
  keepKeys(root);
  // A press that began in a field and ends outside is not one outside.
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
 * Make what asks Python for a sheet: it says there why a request was refused.
 *
 * @param refused where that is said
 * @param wait hears whether Python was asked and has not answered
 */
export function makeAsker(ask: Ask, refused: HTMLElement, wait: (isAsked: boolean) => void) {
  /** How often the sheet was opened. */
  let opened = 0;
  return {
    /** Forget what was asked and said: the sheet is opened anew. */
    forget() {
      opened += 1;
      setText(refused, "");
      wait(false);
    },
    /**
     * @param done is called once Python has done it
     */
    send(kind: string, details: Record<string, unknown>, done: () => void) {
      setText(refused, "");
      wait(true);
      const asked = opened;
      const isSent = ask(kind, details, ({ ok, message }) => {
        // A late answer is not one to what is chosen now.
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
