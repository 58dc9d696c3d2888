// The sheet on which people choose today's puzzle, the rules, or a lesson.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, makeButton, setText } from "../shared/elements.ts";
import { makeAskingSheet, OPENS_SHEET } from "../shared/sheet.ts";
import { _, fill, joinSentences, plural } from "../shared/texts.ts";
import { spokenStreak } from "./activity.ts";
import { isoDay } from "./day.ts";
import type { LessonEntry } from "./shapes.ts";
import type { View } from "./view.ts";

/**
 * Return a message that today's puzzle is solved, with the length of the streak, or an empty
 * text.
 */
export function writeSolvedToday({ day, streak }: View["puzzle_streak"]) {
  return day === isoDay(new Date())
    ? joinSentences([_("✓ Solved today"), spokenStreak(streak)])
    : "";
}

/**
 * Make the sheet **Learn**. The sheet calls `begun` when a person has opened a lesson or
 * puzzle, `showRules` to open the rules, and `handIn` to open the sheet with the progress code.
 */
export function makeLearn(
  ask: Ask,
  { begun, showRules, handIn }: Record<"begun" | "showRules" | "handIn", () => void>,
) {
  const streak = element("span");
  const rulesOf = element("span");
  const daily = makeButton("", { class: "ttt-daily" }, startPuzzle);
  const rules = makeButton("", { class: "ttt-to-rules", ...OPENS_SHEET }, () => {
    sheet.close();
    showRules();
  });
  daily.append(element("b", {}, _("Puzzle of the day")), streak);
  rules.append(element("b", {}, _("Rules")), rulesOf);
  const lessons = element("ol");
  const handing = makeButton(_("Hand in your progress"), OPENS_SHEET, () => {
    sheet.close();
    handIn();
  });
  const shelf = element(
    "div",
    { class: "ttt-shelf" },
    element("div", { class: "ttt-pair" }, daily, rules),
    element("h3", {}, _("Lessons")),
    lessons,
    handing,
  );
  const sheet = makeAskingSheet(ask, _("Learn"), "ttt-learn", shelf);

  function send(kind: string, details: Record<string, string>) {
    sheet.send(kind, details, () => {
      sheet.close();
      begun();
    });
  }
  function startPuzzle() {
    send("puzzle", { day: isoDay(new Date()) });
  }
  function startLesson(name: string) {
    send("lesson", { name });
  }
  function makeLesson({ name, title, about, steps, solved }: LessonEntry, at: number) {
    const isDone = solved === steps;
    const ring = element(
      "span",
      { class: "ttt-ring", "aria-hidden": "true", ...(isDone ? { "data-done": "" } : {}) },
      element("b", {}, isDone ? "✓" : String(at + 1)),
    );
    ring.style.setProperty("--part", `${(100 * solved) / steps}%`);
    const done = isDone
      ? _("done")
      : solved
        ? fill("{solved} of {steps} steps done", { solved, steps })
        : plural("{count} step", "{count} steps", steps);
    const words = [
      ring,
      element("b", {}, title),
      element("span", {}, about),
      element("small", {}, done),
    ];
    const button = makeButton("", { class: "ttt-lesson" }, () => startLesson(name));
    button.append(...words);
    return element("li", {}, button);
  }
  function open() {
    sheet.open();
    daily.focus();
  }
  /** Return the text about today's puzzle. */
  function puzzleWords({ day, streak: days, best }: View["puzzle_streak"]) {
    // A missed day ends the streak.
    if (day === isoDay(new Date(), -1))
      return joinSentences([spokenStreak(days), _("Solve today's puzzle too!")]);
    const record = best && fill("Your record: {streak}", { streak: spokenStreak(best) });
    return joinSentences([_("A new puzzle every day"), record || ""]);
  }
  function draw(view: View) {
    const { puzzle_streak: days } = view;
    setText(streak, writeSolvedToday(days) || puzzleWords(days));
    setText(
      rulesOf,
      fill("{game}: how to play, with examples to try", { game: view.rules_title }),
    );
    drawOnce(lessons, view.lessons, () => view.lessons.map(makeLesson));
  }
  return { root: sheet.root, draw, open };
}
