// A small burst of colour after a win or a solved puzzle, and the computer's face, which says a
// word at the end of a game.

import type { Traits } from "../board/traits.ts";
import { computerMark } from "../board/view.ts";
import { drawing, drawOnce, element } from "../shared/elements.ts";
import { _ } from "../shared/texts.ts";

/** Number of pieces in a burst. */
const PIECES = 16;

/**
 * Return words with which the computer comments on a result. Each of them fits on a player's
 * card on a 320-pixel-wide screen.
 */
function listWords(result: "on" | "won" | "lost" | "drawn") {
  if (result === "won") return [_("Again?"), _("Mine!"), _("Got it!")];
  if (result === "lost") return [_("Oops!"), _("Nice!"), _("Wow!")];
  return result === "drawn" ? [_("Close!"), _("Even!"), _("Phew!")] : [""];
}
const MOUTHS = { won: "M8 15q4 4 8 0", lost: "M12 16h.01", drawn: "M8 16h8", on: "M9 15.5h6" };

/** Return the game's result for the computer, or "on" if the game continues. */
function resultOf({ is_over: isOver, winner }: Traits, computer: "X" | "O") {
  if (!isOver) return "on";
  return winner === computer ? "won" : winner ? "lost" : "drawn";
}

/** Return whether a person has won the game or solved the puzzle. */
function isReached(state: Traits): boolean {
  if (state.activity)
    return state.activity.kind === "puzzle" && state.activity.state === "right";
  return state.winner !== null && state.winner !== computerMark(state.players);
}

/**
 * Make the burst and the face for a board. Call the returned function after each change to the
 * view.
 *
 * @param place the board's element
 */
export function makeDelight(place: HTMLElement) {
  let wasReached = true;
  const face = drawing("svg", { class: "face", viewBox: "0 0 24 24", "aria-hidden": "true" });
  const word = element("span", { class: "phrase" });

  function burst(): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const pieces = Array.from({ length: PIECES }, (_piece, at) => {
      const piece = element("i");
      piece.style.setProperty("--turn", `${(at * 360) / PIECES}deg`);
      return piece;
    });
    const made = element("div", { class: "burst", "aria-hidden": "true" }, ...pieces);
    place.querySelector(".ttt-field")?.append(made);
    pieces[0].addEventListener("animationend", () => made.remove());
  }
  return (state: Traits): void => {
    const isNow = isReached(state);
    if (isNow && !wasReached) burst();
    wasReached = isNow;
    const computer = state.activity ? null : computerMark(state.players);
    if (!computer) {
      face.remove();
      word.remove();
      return;
    }
    const result = resultOf(state, computer);
    drawOnce(face, result, () => [
      drawing("circle", { cx: 12, cy: 12, r: 10 }),
      drawing("path", { d: `M8.5 9.5v.01M15.5 9.5v.01${MOUTHS[result]}` }),
    ]);
    const words = listWords(result);
    const said = words[state.round % words.length];
    if (word.textContent !== said) word.textContent = said;
    const card = place.querySelector(`.ttt-player[data-who=${computer}]`);
    if (face.parentElement !== card) card?.append(face, word);
  };
}
