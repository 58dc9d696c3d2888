// An activity on the board: a lesson, a puzzle, or an example from a rule card. An activity
// replaces the parts of the screen that belong to a person's own game.

import type { Ask } from "../shared/channel.ts";
import {
  allow,
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import { LeaveIcon, ListIcon, makeTool } from "../shared/icons.ts";
import { OPENS_SHEET } from "../shared/sheet.ts";
import { _, fill, plural } from "../shared/texts.ts";
import { makeTabStop } from "../shared/toolbar.ts";
import { isoDay } from "./day.ts";
import type { Activity } from "./shapes.ts";
import type { View } from "./view.ts";

/**
 * Return feedback on a move, as a sign and a word. The word is empty until the task is solved.
 */
function judge(state: Activity["state"]): [sign: string, word: string] {
  if (state === "right") return ["✓", _("Right.")];
  if (state === "wrong") return ["✗", _("Not yet.")];
  return [state === "on" ? "→" : "", ""];
}

/** Return the advice to show with the task after a wrong move. */
export function adviseAfterWrong() {
  return _("Try another move");
}

/** Return whether an activity is a lesson, which can have several steps. */
function isLesson({ kind }: Activity) {
  return kind === "lesson";
}

/**
 * Return whether the step is waiting for a move: before the first try or after a wrong move.
 */
export function awaitsMove({ state }: Activity) {
  return state !== "read" && state !== "right";
}

/** Return text that says how many tries a task took. */
function triesOf({ tries }: Activity) {
  return plural(
    "You solved it on the first try!",
    "You solved it in {count} tries!",
    tries + 1,
  );
}

/** Return text that says how many days are in a streak. */
export function spokenStreak(days: number) {
  return plural("{count} day in a row", "{count} days in a row", days);
}

/** Return what to do in an activity: the task, or how to continue. */
export function taskOf(activity: Activity) {
  const { ask, kind, next_title: title, solved, state, step, steps } = activity;
  // People can get to the last step without having solved the other steps.
  const end = solved.every(Boolean)
    ? title
      ? fill("Lesson complete! Next: {title}", { title })
      : _("Lesson complete!")
    : title
      ? fill("Next lesson: {title}", { title })
      : _("That was the last step");
  const goOn = step + 1 < steps ? _("Press “Next” to continue") : end;
  if (state === "right" && kind === "puzzle") return triesOf(activity);
  if (state === "right") return kind === "example" ? _("That's what the rules say") : goOn;
  return ask || goOn;
}

/** Return whether the last step is solved, so that the summary replaces the step's text. */
function isLearnt({ learnt, state }: Activity) {
  return learnt && state === "right";
}

/** Return an activity's text, as paragraphs. */
export function toldOf(activity: Activity) {
  const { learnt, text } = activity;
  return isLearnt(activity) ? [fill("Remember: {learnt}", { learnt })] : text.split("\n\n");
}

/**
 * Return the feedback on the last move: the verdict in one word, and the reason. Before a move,
 * verdict and reason are empty. If the last step has no task, the summary replaces the
 * feedback.
 */
export function verdictOf({
  feedback,
  learnt,
  state,
}: Activity): [sign: string, word: string, why: string] {
  if (learnt && state === "read") return ["✓", _("Remember:"), learnt];
  const [sign, word] = judge(state);
  return [sign, feedback.startsWith(word) ? "" : word, feedback];
}

/** Return the text under the title. */
export function subtitleOf({ day, kind, step, steps, streak }: Activity) {
  if (kind === "lesson") return fill("Step {step} of {steps}", { step: step + 1, steps });
  if (kind === "example") return _("An example from the rules");
  return streak ? spokenStreak(streak) : day ? _("A new puzzle every day") : _("A puzzle");
}

/** Callbacks for an activity. */
export interface Ways {
  /** Called when a person has opened another step or lesson. */
  begun: () => void;
  /** Called when a person has left the activity. */
  left: () => void;
  /** Opens the sheet with the rules. */
  showRules: () => void;
  /** Opens the sheet with lessons and puzzles. */
  learn: () => void;
  /** Opens the sheet with the progress code. */
  handIn: () => void;
}

/**
 * Make the view of an activity. Title and text are above the board, feedback and buttons below.
 */
export function makeActivity(ask: Ask, { begun, left, showRules, learn, handIn }: Ways) {
  const told = makeTold();
  const judged = makeJudged();
  const steps = makeSteps(ask);
  let activity: Activity | null = null;
  const leave = () => lead("lesson", { name: "" }, left);
  const title = element("b");
  const place = element("span");
  const leaver = makeTool(_("Leave"), LeaveIcon, leave);
  const lessons = makeTool(_("Lessons"), ListIcon, learn, OPENS_SHEET);
  const head = element(
    "div",
    { class: "ttt-activity-head ttt-controls" },
    leaver,
    element("p", {}, title, place),
    lessons,
  );
  const back = makeButton(_("Back"), {}, () => {
    if (activity) ask("lesson_step", { to: activity.step - 1 });
  });
  const again = makeButton(_("Again"), {}, () => ask("again"));
  // At the end, the same button gets another purpose, so that nothing moves.
  const hint = makeButton("", {}, () => (mayHandIn() ? handIn() : ask("hint")));
  const rules = makeButton(_("Rules"), OPENS_SHEET, showRules);
  const earlier = makeButton("", {}, () => lead("puzzle", { day: dayBefore() }, begun));
  const next = makeButton("", {}, pressNext);
  const bar = element(
    "div",
    { class: "ttt-bar ttt-activity-bar" },
    back,
    again,
    hint,
    rules,
    earlier,
    next,
  );
  const below = element("div", { class: "ttt-activity ttt-controls" }, judged.root, bar);

  /** Send a request, and move the focus after the answer. */
  function lead(kind: string, details: Record<string, unknown>, led: () => void) {
    ask(kind, details, ({ ok }) => {
      if (ok) led();
    });
  }
  /** Return the day before the puzzle's day. */
  function dayBefore() {
    return isoDay(new Date(`${activity?.day}T12:00`), -1);
  }
  /** Return whether this is the activity's last step. */
  function isLast() {
    return !activity || activity.step + 1 === activity.steps;
  }
  /**
   * Return whether to offer the progress code, which doesn't cover a teacher's own lessons and
   * puzzles.
   */
  function mayHandIn() {
    if (!activity || awaitsMove(activity)) return false;
    return !!activity.day || (isLast() && !!activity.name);
  }
  function pressNext() {
    if (activity && !isLast()) lead("lesson_step", { to: activity.step + 1 }, begun);
    else if (activity?.next) lead("lesson", { name: activity.next }, begun);
    else leave();
  }
  function draw(view: View) {
    activity = view.activity ?? null;
    for (const part of [head, told.root, below, steps.root]) part.hidden = !activity;
    if (!activity) return;
    const { has_hint: hasHint, hint: hinted, kind, state, step } = activity;
    setText(title, activity.title);
    setText(place, subtitleOf(activity));
    told.draw(activity);
    judged.draw(activity);
    steps.draw(activity);
    bar.dataset.kind = kind;
    const isSolved = kind === "puzzle" && state === "right";
    back.hidden = !isLesson(activity);
    next.hidden = !isLesson(activity) && !isSolved;
    earlier.hidden = !isSolved || !activity.day;
    const isEnd = mayHandIn();
    hint.hidden = kind === "example" || (isSolved && !isEnd);
    setText(hint, isEnd ? _("Hand in") : _("Hint"));
    setAttribute(hint, "aria-haspopup", isEnd ? "dialog" : null);
    setText(
      earlier,
      dayBefore() === isoDay(new Date(), -1) ? _("Yesterday's puzzle") : _("Earlier puzzle"),
    );
    rules.hidden = kind !== "example";
    setText(
      next,
      isSolved
        ? _("Play a game")
        : !isLast()
          ? _("Next")
          : activity.next
            ? _("Next lesson")
            : _("Done"),
    );
    allow(back, step > 0);
    allow(again, ["on", "right", "wrong"].includes(state));
    allow(hint, isEnd || (hasHint && !hinted && state !== "right"));
    next.classList.toggle("ttt-main", !awaitsMove(activity));
  }
  return {
    head,
    told: told.root,
    below,
    steps: steps.root,
    draw,
    isPlayed: () => !!activity?.ask,
    focus: () => (next.hidden ? again : next).focus(),
    close() {
      told.close();
      judged.close();
    },
  };
}

/** Make a text that people can scroll, even without a mouse, if it doesn't fit. */
function makeScrolled(name: string, label: string, ...children: Node[]) {
  const root = element(
    "div",
    {
      class: name,
      role: "group",
      "aria-label": label,
      ...KEEPS_KEYS,
    },
    ...children,
  );
  /** Set an attribute that shows whether there is more text below. */
  function measure() {
    setAttribute(root, "tabindex", root.scrollHeight > root.clientHeight ? "0" : null);
    root.toggleAttribute(
      "data-more",
      root.scrollTop + root.clientHeight < root.scrollHeight - 2,
    );
  }
  root.addEventListener("scroll", measure);
  // The text is measured later, because it is drawn before it is in the page and has a size.
  const resized = new ResizeObserver(measure);
  resized.observe(root);
  return {
    root,
    /** Scroll to the beginning of the text. */
    bringIntoSight() {
      root.scrollTop = 0;
      // Measure the text after everything has been drawn, even if its size hasn't changed.
      resized.unobserve(root);
      resized.observe(root);
    },
    close: () => resized.disconnect(),
  };
}

/** Make the element with an activity's text. */
function makeTold() {
  const { root, bringIntoSight, close } = makeScrolled("ttt-told", _("Text of this step"));

  function draw(activity: Activity) {
    const { kind, learnt, step, title } = activity;
    const told = toldOf(activity);
    const isNew = drawOnce(root, [kind, title, step, told], () =>
      isLearnt(activity)
        ? [element("p", {}, element("b", {}, _("Remember:")), ` ${learnt}`)]
        : told.map((part) => element("p", {}, part)),
    );
    if (isNew) bringIntoSight();
  }
  return { root, draw, close };
}

/** Make the element with the feedback on the last move, or a hint requested after it. */
function makeJudged() {
  const words = element("p", { class: "ttt-judged" });
  const { root, bringIntoSight, close } = makeScrolled("ttt-answer", _("Answer"), words);

  function draw(activity: Activity) {
    const { hint, state, tries } = activity;
    const [sign, word, why] = hint ? [_("Hint:"), "", hint] : verdictOf(activity);
    const isNew = drawOnce(words, [sign, word, why, tries], () =>
      sign ? [element("b", {}, `${sign} ${word}`.trim()), " ", why] : [],
    );
    setAttribute(root, "data-verdict", hint ? "hint" : sign ? state : null);
    if (isNew) bringIntoSight();
  }
  return { root, draw, close };
}

/** Make the buttons that open a lesson's steps. */
function makeSteps(ask: Ask) {
  const root = element("div", {
    class: "ttt-steps-bar",
    role: "toolbar",
    "aria-label": _("Steps"),
  });
  const stopAt = makeTabStop(root);

  function draw(activity: Activity) {
    const { skipped, solved, step } = activity;
    root.hidden = !isLesson(activity);
    drawOnce(root, solved.length, () =>
      solved.map((_done, at) => {
        const button = makeButton("", {}, () => ask("lesson_step", { to: at }));
        button.append(element("span", {}, String(at + 1)), element("i"));
        return button;
      }),
    );
    [...root.children].forEach((button, at) => {
      const isSkipped = skipped.includes(at);
      setText(button.lastElementChild as Element, solved[at] ? "✓" : isSkipped ? "–" : "");
      const label = solved[at]
        ? fill("Step {step}, done", { step: at + 1 })
        : isSkipped
          ? fill("Step {step}, skipped", { step: at + 1 })
          : fill("Step {step}", { step: at + 1 });
      setAttribute(button, "aria-label", label);
      setAttribute(button, "aria-current", at === step ? "step" : null);
    });
    stopAt(step);
  }
  return { root, draw };
}
