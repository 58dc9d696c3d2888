// Texts that accompany a shared link.

import type { Activity } from "../board/shapes.ts";
import { fill, formatDate, joinSentences, plural } from "../shared/texts.ts";

/**
 * Return the text to share with a link, which is the person's result in a daily puzzle or an
 * empty text.
 */
export function wordsToShare(activity: Activity | null): string {
  if (!activity?.day) return "";
  const { day, state, streak, tries } = activity;
  // Use noon, so that the date is the same in nearly every time zone.
  const noon = new Date(`${day}T12:00`);
  const date = formatDate(noon, { day: "numeric", month: "long" });
  if (state !== "right") return fill("Tic-tac-toe puzzle of {date}", { date });
  const solved = plural(
    "I solved the tic-tac-toe puzzle of {date} on the first try!",
    "I solved the tic-tac-toe puzzle of {date} in {count} tries!",
    tries + 1,
    { date },
  );
  const days = plural("{count} day in a row", "{count} days in a row", streak);
  return joinSentences([solved, days]);
}
