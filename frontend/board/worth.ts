// A move's value, drawn as a shape, a sign inside the shape, and a word, each of which shows
// the value.

import { element } from "../shared/elements.ts";
import type { Value } from "../shared/game.ts";
import { drawSign, drawValue } from "../shared/signs.ts";
import { _, fill, plural } from "../shared/texts.ts";
import type { MoveValue } from "./shapes.ts";

const STAR = "m12 1.8 3.1 6.7 7.3.9-5.4 5 1.4 7.2L12 18l-6.4 3.6L7 14.4l-5.4-5 7.3-.9z";
const DISC = "M12 1a11 11 0 1 0 .01 0z";
const EXCLAMATION = "M12 6v7M12 17.6v.01";

/** Draw the star that marks the best moves. */
export function drawStar() {
  return drawSign("ttt-best", STAR);
}

/** Draw the sign for moves that win at once, or prevent the opponent from winning. */
export function drawThreat() {
  return drawSign("ttt-threat", DISC, EXCLAMATION);
}

/** Return the word for a value. */
export function nameValue(value: Value) {
  return value === "win" ? _("win") : value === "draw" ? _("draw") : _("loss");
}

/** Return the texts for a value and the distance to the end, or for the win probability. */
export function hintParts({
  value,
  remoteness,
  chance,
}: Pick<MoveValue, "value" | "remoteness" | "chance">) {
  if (!value) {
    const percent = String(chance);
    const name = fill("about {percent}% chance of winning", { percent });
    return { text: percent, name, soon: percent };
  }
  // Count only the winner's moves, as people do. Under misère rules, the player who moves can
  // lose at once.
  const moves = Math.floor(((remoteness ?? 0) + (value === "win" ? 1 : 0)) / 2);
  const word = nameValue(value);
  if (value === "draw" || !moves) return { text: word, name: word, soon: "" };
  const isWin = value === "win";
  return {
    text: isWin ? fill("win in {moves}", { moves }) : fill("loss in {moves}", { moves }),
    name: isWin
      ? plural("win in {count} move", "win in {count} moves", moves)
      : plural("loss in {count} move", "loss in {count} moves", moves),
    soon: String(moves),
  };
}

/**
 * Draw an estimate as a number with the win probability, a partly filled bar, and a background
 * colour.
 */
function drawEstimate(percent: string) {
  const number = element("span", {}, percent);
  const made = element("span", { class: "ttt-estimate" }, number, element("i"));
  made.style.setProperty("--chance", `${percent}%`);
  return made;
}

/**
 * Make the hint for a move in an empty cell. The hint shows the value, a star for a best move,
 * and a sign for a move that wins at once or prevents the opponent from winning.
 */
export function drawHint(move: MoveValue) {
  const { text, soon } = hintParts(move);
  const worth = move.value
    ? element(
        "span",
        { class: "ttt-hint" },
        drawValue(move.value),
        element("span", { class: "ttt-word" }, text),
        // If a cell is too small for the word, show only the number.
        ...(soon ? [element("span", { class: "ttt-soon" }, soon)] : []),
      )
    : drawEstimate(text);
  const best = move.is_best ? [drawStar()] : [];
  const threat = move.is_threat ? [drawThreat()] : [];
  return [worth, ...best, ...threat];
}
