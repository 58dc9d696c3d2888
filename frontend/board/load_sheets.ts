// Loads the script of the sheets, once for all boards of a page.
//
// Python sends it on request, so that neither the board nor a saved notebook has to wait for it
// or contain it. A web page with an ordinary file of it passes another way to load it.

import type { AnyModel } from "@anywidget/types";
import { sendQuietly } from "../shared/presence.ts";

/** What the script of the sheets exports. */
export type Sheets = typeof import("./sheets.ts").default;
/** The sheets of one board. */
export type MadeSheets = ReturnType<Sheets["makeSheets"]>;
export type SheetName = Parameters<MadeSheets["open"]>[0];
/**
 * Loads the script, and calls `use` with its content if it arrives. `isWanted` says whether a
 * person waits for it.
 */
export type LoadSheets = (use: (sheets: Sheets) => void, isWanted: boolean) => void;

/** The content of the script, once a board of the page has loaded it. */
let loaded: Sheets | undefined;
/** Whether a board of the page has requested it before anyone has opened a sheet. */
let isExpected = false;

/** Return the content of the script if it is there. */
export function findSheets() {
  return loaded;
}

/** Keep the content of the script for all boards of the page. */
export function keepSheets(sheets: Sheets) {
  loaded = sheets;
}

/**
 * Load the script when the browser is idle, unless a board of a notebook did so. A web page
 * loads it for each drawing of its board.
 */
export function loadWhenIdle(load: () => void, isPage: boolean) {
  if (!isPage && (isExpected || loaded)) return;
  isExpected = true;
  // Safari has no `requestIdleCallback`.
  (globalThis.requestIdleCallback ?? setTimeout)(load);
}

/** Return a function that requests the script from Python, and one that stops listening. */
export function requestFrom(model: Pick<AnyModel, "on" | "off" | "send">) {
  let pass: Parameters<LoadSheets>[0] = keepSheets;

  async function receive(content: { kind?: string; script: string } | null) {
    if (content?.kind !== "sheets") return;
    const script = new Blob([content.script], { type: "text/javascript" });
    const address = URL.createObjectURL(script);
    try {
      pass((await import(address)).default);
    } finally {
      URL.revokeObjectURL(address);
    }
  }
  model.on("msg:custom", receive);
  return {
    load: ((use) => {
      pass = use;
      sendQuietly(model, { kind: "sheets" });
    }) as LoadSheets,
    close: () => model.off("msg:custom", receive),
  };
}
