// Sheets: dialogs that cover the page until they are closed.

import type { Ask } from "./channel.ts";
import { sayPicture, sayWaiting } from "./channel.ts";
import { element, KEEPS_KEYS, keepKeys, setText } from "./elements.ts";
import { CloseIcon, makeIconButton } from "./icons.ts";
import { _ } from "./texts.ts";

/** Attribute for buttons that open a sheet. */
export const OPENS_SHEET = { "aria-haspopup": "dialog" };

/**
 * Make a sheet. Escape, a press outside the sheet, or `close` closes it. When the sheet closes,
 * the focus goes back to where it was.
 *
 * @param name additional CSS class for the sheet
 */
export function makeSheet(label: string, name: string, ...children: (Node | string)[]) {
  const attributes = {
    class: `ttt-dialog ${name} ttt-controls`,
    "aria-label": label,
    ...KEEPS_KEYS,
  };
  const root = element("dialog", attributes, ...children);
  keepKeys(root);
  // If a press begins inside the sheet and ends outside, it doesn't close the sheet.
  let isOutside = false;
  root.addEventListener("pointerdown", ({ target }) => {
    isOutside = target === root;
  });
  root.addEventListener("click", ({ target }) => {
    if (isOutside && target === root) root.close();
  });
  return root;
}

/** Make a sheet's heading, with its title and a button that closes it. */
export function makeHead(title: Node, close: () => void) {
  const button = makeIconButton(_("Close"), CloseIcon, close);
  return element("div", { class: "ttt-dialog-head" }, title, button);
}

/**
 * Make a sheet that sends requests to Python. The sheet has a title and a button that closes
 * it. The sheet's footer shows that Python is busy, or why a request was refused.
 *
 * @param body content between the title and the footer
 * @param buttons buttons in the footer
 * @param warning text in the footer, unless a request has been refused
 * @param wait called with true when a request has been sent, and with false when it is answered
 */
export function makeAskingSheet(
  ask: Ask,
  label: string,
  name: string,
  body: Node,
  buttons: Node[] = [],
  warning: Node[] = [],
  wait: (isAsked: boolean) => void = () => {},
) {
  /** Number of requests that have been sent, plus how often the sheet has been opened. */
  let asked = 0;
  const title = element("h2", {}, label);
  const refused = element("p", { class: "ttt-refused", role: "alert" });
  const waiting = element("p", { class: "ttt-waiting" }, sayWaiting());
  // A form keeps this sheet's choices separate from choices with the same names elsewhere.
  const form = element(
    "form",
    {},
    makeHead(title, close),
    body,
    element(
      "footer",
      {},
      element("div", { class: "ttt-fate" }, refused, ...warning, waiting),
      element("div", { class: "ttt-bar" }, ...buttons),
    ),
  );
  const root = makeSheet(label, name, form);
  form.addEventListener("submit", (event) => event.preventDefault());

  function close() {
    root.close();
  }
  function refuse(message: string) {
    setText(refused, message);
  }
  function setWaiting(isAsked: boolean) {
    root.toggleAttribute("data-waiting", isAsked);
    wait(isAsked);
  }
  return {
    root,
    title,
    close,
    refuse,
    /** Open the sheet, and forget earlier requests and messages. */
    open() {
      asked += 1;
      refuse("");
      setWaiting(false);
      root.showModal();
    },
    /** @param done called when Python has carried out the request */
    send(kind: string, details: Record<string, unknown>, done = () => {}) {
      refuse("");
      setWaiting(true);
      const number = ++asked;
      const isSent = ask(kind, details, ({ ok, message }) => {
        // Ignore a late answer, because it doesn't concern the current choices.
        if (number !== asked) return;
        setWaiting(false);
        if (ok) done();
        else refuse(message);
      });
      if (isSent) return;
      setWaiting(false);
      refuse(sayPicture());
    },
  };
}
