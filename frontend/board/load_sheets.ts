// This module loads the script with the sheets, once for all the boards on a page.
//
// Python sends the script only on request. So the board doesn't have to wait for the script,
// and saved notebooks don't contain it. A web page loads the script from a file instead, with a
// function of its own.

import type { AnyModel } from "@anywidget/types";
import { sendQuietly } from "../shared/presence.ts";

/** What the script with the sheets exports. */
export type Sheets = typeof import("./sheets.ts").default;
/** Sheets of one board. */
export type MadeSheets = ReturnType<Sheets["makeSheets"]>;
export type SheetName = Parameters<MadeSheets["open"]>[0];
/**
 * Function that loads the script and, when it arrives, calls `use` with its export. If a person
 * is waiting for the script and it can't be loaded, the function calls `fail`.
 */
export type LoadSheets = (use: (sheets: Sheets) => void, fail?: () => void) => void;

/** The script's export, if a board on the page has loaded the script. */
let loaded: Sheets | undefined;
/** Whether a board on the page has already requested the script ahead of time. */
let isExpected = false;

/** Return the script's export if the script has been loaded. */
export function findSheets() {
  return loaded;
}

/** Store the script's export for all boards on the page. */
export function keepSheets(sheets: Sheets) {
  loaded = sheets;
}

/**
 * Load the script when the browser is idle, unless another board in the notebook has already
 * done so. A web page loads the script each time its board is drawn.
 */
export function loadWhenIdle(load: () => void, isPage: boolean) {
  if (!isPage && (isExpected || loaded)) return;
  isExpected = true;
  // Safari doesn't have `requestIdleCallback`.
  (globalThis.requestIdleCallback ?? setTimeout)(load);
}

/**
 * Return a function that requests the script from Python, and a function that stops listening
 * for it.
 */
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
