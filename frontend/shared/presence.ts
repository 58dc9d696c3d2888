// Reports of views to Python, because a model without views can be dropped, and because
// computers that nobody watches wait.

import type { AnyModel } from "@anywidget/types";

/** Return random text for an id. Unlike `crypto.randomUUID` it needs no secure context. */
export function randomId() {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** Send Python a message, unless that fails: without Python nothing answers it anyway. */
export async function sendQuietly(model: Pick<AnyModel, "send">, content: object) {
  try {
    await model.send(content); // some hosts return a promise
  } catch {
    // The next request of a person shows it.
  }
}

/**
 * Notify Python of a view, and return a function to call after its end. This happens only if
 * models are those of ipywidgets, with a layout as a complete model. No other host requests a
 * dropped model from Python.
 */
export function announce(model: Pick<AnyModel, "get" | "send">) {
  const view = randomId();
  function tell(kind: "view_opened" | "view_hidden" | "view_shown" | "view_closed") {
    const layout = model.get("layout");
    if (layout?.comm && layout.comm_live !== false) sendQuietly(model, { kind, view });
  }
  function tellVisibility() {
    tell(document.hidden ? "view_hidden" : "view_shown");
  }
  tell("view_opened");
  if (document.hidden) tellVisibility();
  document.addEventListener("visibilitychange", tellVisibility);
  return () => {
    document.removeEventListener("visibilitychange", tellVisibility);
    tell("view_closed");
  };
}

/**
 * Remove the script and the styles from a model when it is closed. JupyterLab, seen in 4.6,
 * keeps the models of closed lines for as long as the page has the kernel.
 */
export function emptyWhenClosed({ model }: { model: Pick<AnyModel, "on" | "set"> }) {
  model.on("destroy", () => {
    // A model also keeps its state from before the last change, so this changes it once more.
    for (const name of ["_esm", "_css", "_css"]) model.set(name, "");
  });
}
