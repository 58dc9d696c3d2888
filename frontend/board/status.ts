// What is to be done now, for the eye; speech.ts says what is read aloud.

import { element, setText } from "../shared/elements.ts";
import { taskOf } from "./activity.ts";
import type { Activity } from "./traits.ts";
import type { View } from "./view.ts";
import { isWatched, shownPosition } from "./view.ts";

/** Make the status: a refusal, whose turn it is or who has won, and advice. */
export function makeStatus() {
  const refused = element("span", { class: "ttt-refusal" });
  const message = element("span", { class: "ttt-message" });
  const guide = element("span", { class: "ttt-guide" });
  const root = element("p", { class: "ttt-status" }, refused, message, guide);

  /**
   * @param refusal why the last request was refused, or nothing
   */
  function draw(view: View, refusal: string) {
    const { activity } = view;
    setText(refused, refusal);
    setText(message, activity ? taskOf(activity) : shownPosition(view).message);
    setText(guide, activity ? asideOf(view, activity) : adviceOf(view));
  }
  return { root, draw };
}

/** Return what to know besides whose turn it is, or nothing. */
function adviceOf({
  guide,
  moves,
  names,
  paused,
  players,
  is_over: isOver,
  thinking,
  viewed_ply: viewed,
  working,
}: View) {
  if (viewed != null) return `Looking back: move ${viewed} of ${moves.length}`;
  if (thinking) return `${names[thinking]} is thinking…`;
  if (paused && !isOver && isWatched(players)) return "Paused";
  return working === "hints" ? "Working out hints…" : guide;
}

/**
 * Return what to know besides what is to be done in an activity: where one looks, what was asked,
 * where to play.
 */
function asideOf(view: View, { ask, state }: Activity) {
  const { guide, message } = shownPosition(view);
  if (view.viewed_ply != null) return `${adviceOf(view)}. ${message}`;
  return state === "wrong" || state === "right" ? ask : guide;
}
