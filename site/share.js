// @ts-check
// The link to the game as it stands.

import { notify, sayShortly } from "./words.js";

/** Offer a link: to what a phone shares with, else to the clipboard, else to be copied by hand. @param {string} link */
export async function share(link) {
  const url = new URL(`#${link}`, location.href).href;
  // On a desktop the sheet of the system is a longer way than the clipboard.
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    try {
      await navigator.share({ title: document.title, url });
      return;
    } catch (error) {
      // The person has thought better of it.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    sayShortly("Link copied");
  } catch {
    notify("Copy this link:", null, url);
  }
}
