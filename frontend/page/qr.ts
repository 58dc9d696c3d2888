// QR codes.

import { encode } from "uqr";

import { drawing } from "../shared/elements.ts";

/** Width of the empty border that readers need, in squares. */
const BORDER = 4;

/**
 * Draw a QR code, dark on white in every colour scheme, because readers need these colours.
 *
 * @param label description for people who can't see the code
 */
export function drawQr(text: string, label: string): Element {
  const { data, size } = encode(text, { border: BORDER });
  const runs = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return drawing(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label },
    drawing("rect", { width: size, height: size }),
    drawing("path", { d: runs.join("") }),
  );
}
