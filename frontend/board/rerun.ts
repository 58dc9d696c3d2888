// In marimo, the cells that use a board run again after what a person does on it.
//
// marimo runs them when a front end saves a value of its own. Here only Python sets
// values, so one that came from Python is saved as it is.

import type { Model } from "./traits.ts";

/** The element in whose shadow marimo shows a widget. */
const HOST = "marimo-anywidget";

/**
 * Return a function to be called at each change of a trait, with whether more of the same
 * is still being worked out.
 *
 * Changes that Python code makes run no cell again: a cell that starts a new game would
 * otherwise run itself forever. So a change counts while a request of this view waits for its
 * answer, and from then on for as long as a player thinks or something is worked out.
 *
 * @param el in the page
 * @param isAsking returns whether a request of the person has no answer yet
 */
export function makeRerun(model: Model, el: HTMLElement, isAsking: () => boolean) {
  const root = el.getRootNode();
  if (!("host" in root) || (root as ShadowRoot).host.localName !== HOST) return () => {};
  let goesOn = false;
  let isDue = false;

  function save() {
    goesOn = model.get("thinking") != null || !!model.get("working");
    // A number: of a list that Python sends back marimo cannot tell that it is the same.
    model.set("move_count", model.get("move_count"));
    model.save_changes();
    isDue = false; // not earlier: to set the number is told as a change too
  }
  return (isUnfinished: boolean) => {
    if (isDue || isUnfinished || !(goesOn || isAsking())) return;
    isDue = true;
    queueMicrotask(save);
  };
}
