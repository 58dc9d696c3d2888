// Signs for the values of positions. A sign's shape and the symbol inside it both show the value.

import { drawing } from "./elements.ts";
import type { Value } from "./game.ts";

/** For each value, the shape, which is 24 by 24 units large, and the symbol inside it. */
const SHAPES: Record<Value, [shape: string, sign: string]> = {
  win: ["M12 1a11 11 0 1 0 .01 0z", "M12 6.8v10.4M6.8 12h10.4"],
  draw: [
    "M6 2h12a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-12a4 4 0 0 1-4-4v-12a4 4 0 0 1 4-4z",
    "M7 9.3h10M7 14.7h10",
  ],
  loss: [
    "M3.2 2h17.6a2.2 2.2 0 0 1 1.9 3.3l-8.8 15.8a2.2 2.2 0 0 1-3.8 0L1.3 5.3A2.2 2.2 0 0 1 3.2 2z",
    "M7.3 8.8h9.4",
  ],
};

/** Draw a sign, which consists of a shape and what is inside it. */
export function drawSign(name: string, shape: string, ...inside: string[]) {
  return drawing(
    "svg",
    { class: name, viewBox: "0 0 24 24", "aria-hidden": "true" },
    drawing("path", { d: shape }),
    ...inside.map((d) => drawing("path", { class: "ttt-stroke", d })),
  );
}

/** Draw the sign for a value. */
export function drawValue(value: Value) {
  const sign = drawSign("ttt-value", ...SHAPES[value]);
  sign.setAttribute("data-value", value);
  return sign;
}
