// The file with a language's texts. The page's first script fetches this file while the browser
// fetches the other scripts.

import type { BuiltFile } from "./integrity.ts";

declare global {
  interface Window {
    /** Texts in the language of this visit, or null if they can't be fetched. */
    words?: Promise<Response | null>;
  }
}

/**
 * Number of milliseconds after which the page appears in English if the texts have not arrived.
 */
const PATIENCE_MS = 5000;

/** Fetch a language's texts. */
export const fetchWords = ({ address, integrity }: BuiltFile): Promise<Response> =>
  fetch(address, { integrity, signal: AbortSignal.timeout(PATIENCE_MS) });
