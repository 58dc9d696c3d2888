// The file with a language's texts. The page's first script fetches this file while the browser
// fetches the other scripts.

import type { BuiltFile } from "./integrity.ts";
import type { Words } from "./language.ts";

declare global {
  interface Window {
    /** Texts in the language for this visit, or null if they can't be fetched. */
    words?: Promise<Words | null>;
  }
}

/** If the texts haven't arrived after this many milliseconds, the page appears in English. */
const PATIENCE_MS = 5000;

/** Fetch a language's texts. */
export async function fetchWords({ address, integrity }: BuiltFile): Promise<Words> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(address, { integrity, signal });
  return (await response.json()) as Words;
}
