// The mark or text that the next move draws, if rules let the player choose it.

import { allow, drawOnce, makeButton, setAttribute } from "../shared/elements.ts";
import { extraOf } from "../shared/grid.ts";
import { drawMark, MARKS } from "../shared/marks.ts";
import { makePair } from "../shared/pair.ts";
import { _, fill } from "../shared/texts.ts";
import { awaitsMove } from "./activity.ts";
import type { View } from "./view.ts";
import { choosesMark, nextPlayer, ownerOf } from "./view.ts";

/**
 * Make the choice.
 *
 * @param changed called when a person has chosen
 * @param say reads a text aloud
 */
export function makeMarkChoice(changed: () => void, say: (text: string) => void) {
  let chosen = "";
  /** The texts that the next player may choose, and before that those that they have used. */
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
  /** Find the texts for the next move, and return the one that it draws. */
  function update(view: View) {
    const { activity, cell_texts: texts, choices, drawn_marks: drawn, grid } = view;
    const player = nextPlayer(view);
    const used = texts.filter((text, cell) => text && ownerOf(view, cell) === player);
    const open = view.legal_moves.map((move) => choices[extraOf(grid, move)]);
    // After a wrong move, the legal moves are those of the reply.
    const isKnown = !choosesMark(view) && open.length > 0 && activity?.state !== "wrong";
    free = choices.filter((text) => !isKnown || open.includes(text));
    offered = choices.filter((text) => free.includes(text) || used.includes(text));
    return free.includes(chosen) ? chosen : (free[0] ?? (drawn[player] as string));
  }
  return {
    root,
    of: update,
    /** Choose the text of a key, and return whether the key has one. */
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
      // While a computer thinks, its texts do not replace those of the person.
      if (root.hidden || (view.thinking && root.firstChild)) return;
      // A mark that belongs to nobody has a colour of its own.
      setAttribute(root, "data-turn", choosesMark(view) ? null : nextPlayer(view));
      drawOnce(root, offered, () => offered.map(makeOption));
      for (const [at, text] of offered.entries()) allow(root.children[at], free.includes(text));
      pair.draw(offered.indexOf(mark));
    },
  };
}

/** The choice of a mark. */
export type MarkChoice = ReturnType<typeof makeMarkChoice>;
