// What tells Python which views there are: a model that no view shows need not be kept.

import type { AnyModel } from "@anywidget/types";

/** Return random text for an id; unlike `crypto.randomUUID` it needs no secure context. */
export function randomId() {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/**
 * Tell Python that a view is there; return a function to be called when it has gone.
 *
 * Only where models are those of ipywidgets, whose layout is a whole model too: no other
 * host asks Python for a model that it has dropped.
 */
export function announce(model: Pick<AnyModel, "get" | "send">) {
  const view = randomId();
  async function tell(kind: "view_opened" | "view_closed") {
    const layout = model.get("layout");
    if (!layout?.comm || layout.comm_live === false) return;
    try {
      await model.send({ kind, view }); // some hosts return a promise
    } catch {
      // Without Python nobody keeps a model.
    }
  }
  tell("view_opened");
  return () => {
    tell("view_closed");
  };
}

/**
 * Take the script and the styles out of a model when it is closed. JupyterLab, seen in 4.6,
 * keeps the models of closed lines for as long as the page has the kernel.
 */
export function emptyWhenClosed({ model }: { model: Pick<AnyModel, "on" | "set"> }) {
  model.on("destroy", () => {
    // A model also keeps what it held before its last change: that is one more.
    for (const name of ["_esm", "_css", "_css"]) model.set(name, "");
  });
}
