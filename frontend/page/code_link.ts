// Additions to a progress code on the page: a QR code, and a link to the page that reads codes.

import { copyText, element, makeButton, setText } from "../shared/elements.ts";
import { _ } from "../shared/texts.ts";
import { drawQr } from "./qr.ts";

/** Displayed progress code, and the place below it. */
export interface ShownCode {
  code: string;
  place: HTMLElement;
}

/** Show a QR code and a link for a progress code. */
export function showCodeLink({ code, place }: ShownCode): void {
  const { href } = new URL(`progress.html#${code}`, location.href);
  const copy = makeButton(_("Copy link"), {}, async () => {
    const isCopied = await copyText(href);
    setText(copy, isCopied ? _("Link copied") : _("The link could not be copied"));
  });
  place.classList.add("code-link");
  place.replaceChildren(
    element("p", {}, _("Or let your teacher scan this QR code:")),
    drawQr(href, _("QR code for your progress")),
    copy,
  );
}
