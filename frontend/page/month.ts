// The calendar for this month, which shows the days whose puzzles were solved.

import { isoDay } from "../board/day.ts";
import type { View } from "../board/view.ts";
import { drawOnce, element } from "../shared/elements.ts";
import { formatDate, plural } from "../shared/texts.ts";

/** Make the calendar. */
export function makeMonth() {
  const root = element("figure", { class: "month" });

  /** @param isWanted whether the calendar should currently appear in this place */
  function draw({ day: last, month }: View["puzzle_streak"], isWanted = true): void {
    const now = new Date();
    const today = isoDay(now);
    // If the puzzle that was solved last is from another month, Python lists the days in that
    // month.
    const solved = last.slice(0, 7) === today.slice(0, 7) ? month : [];
    const [year, at] = [now.getFullYear(), now.getMonth()];
    // The week begins on Monday.
    const before = (new Date(year, at, 1).getDay() + 6) % 7;
    const days = new Date(year, at + 1, 0).getDate();
    root.toggleAttribute("hidden", !isWanted || !solved.length);
    drawOnce(root, [today, solved], () => {
      const name = formatDate(now, { month: "long" });
      const words = plural(
        "{month}: {count} puzzle solved",
        "{month}: {count} puzzles solved",
        solved.length,
        { month: name },
      );
      const drawn = Array.from({ length: days }, (_day, index) => {
        const day = index + 1;
        const made = element("i", {}, String(day));
        made.toggleAttribute("data-solved", solved.includes(day));
        made.toggleAttribute("data-today", day === now.getDate());
        return made;
      });
      drawn[0].style.setProperty("grid-column-start", String(before + 1));
      const grid = element("div", { "aria-hidden": "true" }, ...drawn);
      return [element("figcaption", {}, words), grid];
    });
  }
  return { root, draw };
}
