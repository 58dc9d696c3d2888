// @ts-check
// Sheets: dialogs that lie over the page until they are closed.

import { element, keepKeys, setText } from "./elements.js";

/** @import { Ask } from "./channel.js" */

const NOT_READY = "Python is not ready yet: press again in a moment";

/**
 * Make a sheet. It is closed by Escape, by a press outside, and by `close`; the focus then
 * goes back to where it was.
 * @param {string} label
 * @param {string} name class of the sheet besides those that all have
 * @param {(Node | string)[]} children
 */
export function makeSheet(label, name, ...children) {
  const attributes = { class: `ttt-dialog ${name} ttt-controls`, "aria-label": label, "data-lm-suppress-shortcuts": "true" };
  const root = /** @type {HTMLDialogElement} */ (element("dialog", attributes, ...children));
  keepKeys(root);
  // A press that began in a field and ends outside is not one outside.
  let isOutside = false;
  root.addEventListener("pointerdown", ({ target }) => { isOutside = target === root; });
  root.addEventListener("click", ({ target }) => { if (isOutside && target === root) root.close(); });
  return root;
}

/**
 * Make what asks Python for a sheet: it says there why a request was refused.
 * @param {Ask} ask
 * @param {HTMLElement} refused where that is said
 * @param {(isAsked: boolean) => void} wait hears whether Python was asked and has not answered
 */
export function makeAsker(ask, refused, wait) {
  /** How often the sheet was opened. */
  let opened = 0;
  return {
    /** Forget what was asked and said: the sheet is opened anew. */
    forget() {
      opened += 1;
      setText(refused, "");
      wait(false);
    },
    /** @param {string} kind @param {Record<string, unknown>} details @param {() => void} done is called once Python has done it */
    send(kind, details, done) {
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
      setText(refused, NOT_READY);
    },
  };
}
