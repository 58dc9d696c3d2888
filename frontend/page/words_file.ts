// The file with the words of a language. The first script of the page fetches it, while the
// browser fetches the other scripts.

import type { BuiltFile } from "./integrity.ts";

declare global {
  interface Window {
    /** The words of this visit, or null if they have not arrived. */
    words?: Promise<Response | null>;
  }
}

/** Milliseconds after which the page appears in English, because the words have not arrived. */
const PATIENCE_MS = 5000;

/** Fetch the words of a language. */
export const fetchWords = ({ address, integrity }: BuiltFile): Promise<Response> =>
  fetch(address, { integrity, signal: AbortSignal.timeout(PATIENCE_MS) });
