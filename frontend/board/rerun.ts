// In marimo, cells that use a board run again after a person's action on it.
//
// marimo runs them when a front end saves a value. Here only Python sets values, so a value
// from Python is saved unchanged.

import type { Model } from "./traits.ts";

/** The element with the shadow root in which marimo shows a widget. */
const HOST = "marimo-anywidget";

/**
 * Return a function to call at each change of a trait, with a flag for ongoing work. Changes by
 * Python code run no cell again. Otherwise a cell that starts a new game would run itself
 * forever. So a change counts while a request of this view waits for its answer, and then as
 * long as a player thinks or hints or a review are computed.
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
    // A number, because marimo cannot tell that a list sent back by Python is the same.
    model.set("move_count", model.get("move_count"));
    model.save_changes();
    isDue = false; // not earlier, because setting the number also reports a change
  }
  return (isUnfinished: boolean) => {
    if (isDue || isUnfinished || !(goesOn || isAsking())) return;
    isDue = true;
    queueMicrotask(save);
  };
}
