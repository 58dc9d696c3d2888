// The mark that the next move draws, if rules let the player choose it.

import { makeButton } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { drawMark, MARKS } from "../shared/marks.ts";
import { makePair } from "../shared/pair.ts";
import { _, fill } from "../shared/texts.ts";
import { awaitsMove } from "./activity.ts";
import type { View } from "./view.ts";
import { choosesMark, nextPlayer } from "./view.ts";

/**
 * Make the choice.
 *
 * @param changed called when a person has chosen
 * @param say reads a text aloud
 */
export function makeMarkChoice(changed: () => void, say: (text: string) => void) {
  let chosen: Mark = "X";
  const buttons = MARKS.map((mark) => {
    const button = makeButton("", { "aria-label": mark, title: mark }, () => choose(mark));
    button.append(drawMark(mark));
    return button;
  });
  const pair = makePair(_("Mark"), "ttt-which", buttons);

  function choose(mark: Mark) {
    chosen = mark;
    changed();
  }
  return {
    root: pair.root,
    /** Return the mark that the next move draws. */
    of: (view: View) => view.drawn_marks[nextPlayer(view)] ?? chosen,
    /** Choose the mark of a key, and return whether the key has one that may be chosen. */
    takeKey(key: string) {
      const mark = MARKS.find((one) => one === key.toUpperCase());
      if (!mark || pair.root.hidden) return false;
      choose(mark);
      say(fill("You chose {mark}.", { mark }));
      return true;
    },
    draw(view: View) {
      const { activity, is_over: isOver, viewed_ply: viewed } = view;
      const isDone = activity ? !awaitsMove(activity) : isOver;
      pair.root.hidden = !choosesMark(view) || isDone || viewed != null;
      pair.draw(MARKS.indexOf(chosen));
    },
  };
}

/** The choice of a mark. */
export type MarkChoice = ReturnType<typeof makeMarkChoice>;
