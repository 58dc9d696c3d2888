// Messages that tell Python about views. Python can drop a model that has no views, and pauses
// a game between computers while nobody is watching.

import type { AnyModel } from "@anywidget/types";

/**
 * Return a random text to use as an id. Unlike `crypto.randomUUID`, this works without a secure
 * connection.
 */
export function randomId() {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/**
 * Send a message to Python. Ignore failures, because without Python, there would be no answer
 * anyway.
 */
export async function sendQuietly(model: Pick<AnyModel, "send">, content: object) {
  try {
    await model.send(content); // because some hosts return a promise
  } catch {
    // A person's next request will show the failure.
  }
}

/**
 * Tell Python about a view, and return a function to call when the view ends. Python is told
 * only if the host uses models from ipywidgets, whose layout is a complete model. Other hosts
 * never ask Python for a dropped model again.
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
 * Remove the script and the styles from a model when it is closed. JupyterLab (as of version
 * 4.6) keeps models with closed connections as long as the page uses the kernel.
 */
export function emptyWhenClosed({ model }: { model: Pick<AnyModel, "on" | "set"> }) {
  model.on("destroy", () => {
    // A model also keeps its state before the last change, so change it once more.
    for (const name of ["_esm", "_css", "_css"]) model.set(name, "");
  });
}
