// In marimo, cells that use a board run again after a person does something on the board.
//
// marimo runs these cells when a front end saves a value. Because only Python sets the board's
// values, the front end saves one of Python's values without changing it.

import type { Model } from "./traits.ts";

/** Name of the element whose shadow root contains a widget in marimo. */
const HOST = "marimo-anywidget";

/**
 * Return a function to call after each change to a trait, with a flag that is true while work
 * is going on. Changes that Python code makes must not run any cell again, because a cell that
 * starts a new game would run forever. So a change counts only while a request from this view
 * is unanswered, or later while a player is thinking or hints or a review are being computed.
 *
 * @param el the view's element
 * @param isAsking returns whether a person's request is unanswered
 */
export function makeRerun(model: Model, el: HTMLElement, isAsking: () => boolean) {
  const root = el.getRootNode();
  if (!("host" in root) || (root as ShadowRoot).host.localName !== HOST) return () => {};
  let goesOn = false;
  let isDue = false;

  function save() {
    goesOn = model.get("thinking") != null || !!model.get("working");
    // Save a number, because marimo can't tell that a list that Python sends back is unchanged.
    model.set("move_count", model.get("move_count"));
    model.save_changes();
    isDue = false; // only now, because setting the number also reports a change
  }
  return (isUnfinished: boolean) => {
    if (isDue || isUnfinished || !(goesOn || isAsking())) return;
    isDue = true;
    queueMicrotask(save);
  };
}
