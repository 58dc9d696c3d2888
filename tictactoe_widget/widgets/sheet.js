// @ts-check
// Sheets: dialogs that lie over the page until they are closed.

import { element, keepKeys } from "./elements.js";

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
