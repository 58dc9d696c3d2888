// What a move is worth, as signs and words.

import { element } from "../shared/elements.ts";
import type { MoveValue, Value } from "./traits.ts";

/** Values as signs, for those who do not see the shade. */
export const SIGNS: Record<Value, string> = { win: "+", draw: "=", loss: "−" };

/** Return a value as a sign, a word and how soon; an estimate as the chance to win. */
export function hintParts({ value, remoteness, score }: MoveValue) {
  if (!value) {
    const percent = String(Math.round((score + 1) * 50));
    return { sign: "≈", text: `${percent} %`, name: `about ${percent} percent`, soon: percent };
  }
  const soon = value === "draw" || remoteness == null ? "" : String(remoteness);
  const plies = remoteness === 1 ? "ply" : "plies";
  return {
    sign: SIGNS[value],
    text: soon ? `${value} in ${soon}` : value,
    name: soon ? `${value} in ${soon} ${plies}` : value,
    soon,
  };
}

/**
 * Make what an empty cell shows of a move there: its worth, a star where it is one of the
 * best, an exclamation mark where it wins at once or keeps the opponent from it.
 */
export function drawHint(move: MoveValue) {
  const { sign, text, soon } = hintParts(move);
  // Where a cell is too small for the word, the number of plies is enough.
  const plies = soon ? [element("span", { class: "ttt-soon" }, soon)] : [];
  const worth = element(
    "span",
    { class: "ttt-hint" },
    element("b", {}, sign),
    element("span", { class: "ttt-word" }, text),
    ...plies,
  );
  const best = move.is_best ? [element("i", { class: "ttt-best" }, "★")] : [];
  const threat = move.is_threat ? [element("i", { class: "ttt-threat" }, "!")] : [];
  return [worth, ...best, ...threat];
}
