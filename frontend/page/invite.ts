// Suggestions for new visitors before the first move: a lesson, today's puzzle, or another
// game. Each suggestion presses a button on the board.

import { writeSolvedToday } from "../board/learn.ts";
import type { View } from "../board/view.ts";
import { computerMark, isToBegin } from "../board/view.ts";
import { drawOnce, element, makeButton } from "../shared/elements.ts";
import type { Icon } from "../shared/icons.ts";
import { BoardIcon, DayIcon, drawIcon, ForwardIcon, LearnIcon } from "../shared/icons.ts";
import { _, fill, plural } from "../shared/texts.ts";

/**
 * Make the invitations.
 *
 * @param place the board's element
 * @param press presses one of the buttons that match a selector on one of the board's sheets
 */
export function makeInvite(place: HTMLElement, press: (selector: string, at?: number) => void) {
  const root = element("div", {
    class: "ttt-invite",
    role: "group",
    "aria-label": _("Where to start"),
  });

  function draw(view: View) {
    const { lessons, players, rules_choices: boards, rules_name: rules } = view;
    const puzzle = writeSolvedToday(view.puzzle_streak) || _("A new puzzle every day");
    // The choice of the computer's strength appears in the same place.
    root.toggleAttribute("hidden", !isToBegin(view) || !!computerMark(players));
    const at = lessons.findIndex(({ solved, steps }) => solved < steps);
    const others = boards.filter(([name]) => name !== rules);
    drawOnce(root, [lessons, others, puzzle], () => {
      const made = [
        makeInvitation(DayIcon, _("Puzzle of the day"), puzzle, () => press(".ttt-daily")),
      ];
      if (at >= 0) {
        const { title, solved } = lessons[at];
        const isNew = at === 0 && !solved;
        made.unshift(
          makeInvitation(
            LearnIcon,
            isNew ? _("New here?") : _("Keep learning"),
            fill("Lesson {number}: {title}", { number: at + 1, title }),
            () => press(".ttt-lesson", at),
          ),
        );
      }
      if (others.length) {
        const [first, last] = [others[0], others[others.length - 1]].map(shortTitle);
        const words = plural(
          "{count} game, from {first} to {last}",
          "{count} games, from {first} to {last}",
          others.length,
          { first, last },
        );
        made.push(
          makeInvitation(BoardIcon, _("Another game"), words, () =>
            place.querySelector<HTMLElement>(".ttt-set-up")?.click(),
          ),
        );
      }
      return made;
    });
  }
  return { root, draw };
}

/** Return a game's short name, such as "Gomoku", without the variant. */
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
