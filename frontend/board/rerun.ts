// In marimo, the cells that use a board run again after a person's action on the board.
//
// marimo runs these cells when a front end saves a value. Only Python sets the board's values,
// so the front end saves a value from Python without changing it.

import type { Model } from "./traits.ts";

/** Name of the element whose shadow root contains a widget in marimo. */
const HOST = "marimo-anywidget";

/**
 * Return a function to call after each change of a trait, with a flag for ongoing work. Changes
 * by Python code must not run any cell again, because a cell that starts a new game would then
 * run itself forever. A change therefore counts only while a request from this view is
 * unanswered, and afterwards while a player, hints or a review are at work.
 *
 * @param el element of the view
 * @param isAsking returns whether a person's request is unanswered
 */
export function makeRerun(model: Model, el: HTMLElement, isAsking: () => boolean) {
  const root = el.getRootNode();
  if (!("host" in root) || (root as ShadowRoot).host.localName !== HOST) return () => {};
  let goesOn = false;
  let isDue = false;

  function save() {
    goesOn = model.get("thinking") != null || !!model.get("working");
    // Save a number, because marimo can't recognize a list that Python sends back as unchanged.
    model.set("move_count", model.get("move_count"));
    model.save_changes();
    isDue = false; // reset the flag only now, because setting the number also reports a change
  }
  return (isUnfinished: boolean) => {
    if (isDue || isUnfinished || !(goesOn || isAsking())) return;
    isDue = true;
    queueMicrotask(save);
  };
}
