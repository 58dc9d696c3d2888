// Suggestions for new visitors: a lesson, the puzzle of the day, another board. The page shows
// them. A notebook has its own words around the board.

import { drawOnce, element, makeButton } from "../shared/elements.ts";
import type { Icon } from "../shared/icons.ts";
import { BoardIcon, DayIcon, drawIcon, ForwardIcon, LearnIcon } from "../shared/icons.ts";
import { fill, plural } from "../shared/texts.ts";
import { writeSolvedToday } from "./learn.ts";
import type { View } from "./view.ts";
import { computerMark, isToBegin } from "./view.ts";

/** Callbacks of the invitations. */
export interface Ways {
  startLesson: (name: string) => void;
  startPuzzle: () => void;
  setUp: () => void;
}

/** Make the invitations. */
export function makeInvite({ startLesson, startPuzzle, setUp }: Ways) {
  const root = element("div", {
    class: "ttt-invite",
    role: "group",
    "aria-label": "Where to start",
  });

  function draw(view: View) {
    const { lessons, players, rules_choices: boards, rules_name: rules } = view;
    const puzzle = writeSolvedToday(view.puzzle_streak) || "A new puzzle every day";
    // The strength of the computer uses the same place.
    root.hidden = !isToBegin(view) || !!computerMark(players);
    const at = lessons.findIndex(({ solved, steps }) => solved < steps);
    const others = boards.filter(([name]) => name !== rules);
    drawOnce(root, [lessons, others, puzzle], () => {
      const made = [makeInvitation(DayIcon, "Puzzle of the day", puzzle, startPuzzle)];
      if (at >= 0) {
        const { name, title, solved } = lessons[at];
        const isNew = at === 0 && !solved;
        made.unshift(
          makeInvitation(
            LearnIcon,
            isNew ? "New here?" : "Keep learning",
            fill("Lesson {number}: {title}", { number: at + 1, title }),
            () => startLesson(name),
          ),
        );
      }
      if (others.length) {
        const [first, last] = [others[0], others[others.length - 1]].map(shortTitle);
        const words = plural(
          "{count} game: {first}",
          "{count} games, from {first} to {last}",
          others.length,
          { first, last },
        );
        made.push(makeInvitation(BoardIcon, "Another game", words, setUp));
      }
      return made;
    });
  }
  return { root, draw };
}

/** Return the name of a game without its variant, such as "Gomoku". */
function shortTitle([, title]: [string, string]) {
  return title.split(",")[0];
}

/** Make one invitation. */
function makeInvitation(icon: Icon, title: string, words: string, begin: () => void) {
  const made = makeButton("", {}, begin);
  made.append(
    drawIcon(icon),
    element("b", {}, title),
    " ",
    element("span", {}, words),
    drawIcon(ForwardIcon),
  );
  return made;
}
