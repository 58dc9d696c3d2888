// The choice of the mark or text that the next move places, if the rules let the player choose.

import { allow, drawOnce, makeButton, setAttribute } from "../shared/elements.ts";
import { extraOf } from "../shared/grid.ts";
import { drawMark, MARKS } from "../shared/marks.ts";
import { makePair } from "../shared/pair.ts";
import { _, fill } from "../shared/texts.ts";
import { awaitsMove } from "./activity.ts";
import type { View } from "./view.ts";
import { choosesMark, nextPlayer, ownerOf } from "./view.ts";

/**
 * Make the buttons with which a person chooses the mark or text.
 *
 * @param changed called when a person has chosen a mark or text
 * @param say reads a text aloud
 */
export function makeMarkChoice(changed: () => void, say: (text: string) => void) {
  let chosen = "";
  /**
   * Texts that the next player can choose, and all texts on the buttons, including those that
   * have been used.
   */
  let [free, offered]: string[][] = [[], []];
  const pair = makePair(_("Mark"), "ttt-which", []);
  const { root } = pair;
  root.dir = "ltr";

  function choose(text: string) {
    chosen = text;
    changed();
  }
  function makeOption(text: string, at: number) {
    const button = makeButton("", { "aria-label": text, title: text }, () => choose(text));
    button.append(drawMark(text, { "data-mark": MARKS[at] ?? "" }));
    return button;
  }
  /** Find the texts for the next move, and return the text that the move will place. */
  function update(view: View) {
    const { activity, cell_texts: texts, choices, drawn_marks: drawn, grid } = view;
    const player = nextPlayer(view);
    const used = texts.filter((text, cell) => text && ownerOf(view, cell) === player);
    const open = view.legal_moves.map((move) => choices[extraOf(grid, move)]);
    // After a wrong move, the legal moves are the opponent's replies.
    const isKnown = !choosesMark(view) && open.length > 0 && activity?.state !== "wrong";
    free = choices.filter((text) => !isKnown || open.includes(text));
    offered = choices.filter((text) => free.includes(text) || used.includes(text));
    return free.includes(chosen) ? chosen : (free[0] ?? (drawn[player] as string));
  }
  return {
    root,
    of: update,
    /** Choose the text that belongs to a key. Return whether there is such a text. */
    takeKey(key: string, { choices }: View) {
      const mark = key.toUpperCase();
      if (!choices.includes(mark) || root.hidden) return false;
      const isFree = free.includes(mark);
      if (isFree) choose(mark);
      say(
        isFree
          ? fill("You chose {mark}.", { mark })
          : fill("You can't choose {mark} now.", { mark }),
      );
      return true;
    },
    draw(view: View) {
      const { activity, is_over: isOver, viewed_ply: viewed } = view;
      const mark = update(view);
      const isDone = activity ? !awaitsMove(activity) : isOver;
      root.hidden = !view.choices.length || isDone || viewed != null;
      // While a computer is thinking, keep showing the person's texts instead of the
      // computer's.
      if (root.hidden || (view.thinking && root.firstChild)) return;
      // Marks that belong to nobody have their own colours.
      setAttribute(root, "data-turn", choosesMark(view) ? null : nextPlayer(view));
      drawOnce(root, offered, () => offered.map(makeOption));
      for (const [at, text] of offered.entries()) allow(root.children[at], free.includes(text));
      pair.draw(offered.indexOf(mark));
    },
  };
}

/** The choice of a mark or text. */
export type MarkChoice = ReturnType<typeof makeMarkChoice>;
