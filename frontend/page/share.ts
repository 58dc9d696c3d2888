// The link to the present game.

import type { Activity } from "../board/shapes.ts";
import { fill, joinSentences, plural } from "../shared/texts.ts";
import { notify, sayShortly } from "./words.ts";

/**
 * Return the text for a link: on the puzzle of a day, the person's result, otherwise nothing.
 */
export function wordsToShare(activity: Activity | null): string {
  if (!activity?.day) return "";
  const { day, state, streak, tries } = activity;
  // At noon it is the same day in every part of the world that reads this.
  const noon = new Date(`${day}T12:00`);
  const date = noon.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  if (state !== "right") return fill("Tic-tac-toe puzzle of {date}", { date });
  const solved = plural(
    "I solved the tic-tac-toe puzzle of {date} on the first try!",
    "I solved the tic-tac-toe puzzle of {date} in {count} tries!",
    tries + 1,
    { date },
  );
  const days = plural("{count} day in a row", "{count} days in a row", streak);
  return joinSentences([solved, days]);
}

/** Offer a link to the sharing sheet of a phone, and return whether that is done. */
async function shareByPhone(url: string, text: string): Promise<boolean> {
  // On a desktop the sheet of the system is a longer way than the clipboard.
  if (!matchMedia("(pointer: coarse)").matches || !navigator.share) return false;
  try {
    await navigator.share({ title: document.title, ...(text && { text }), url });
    return true;
  } catch (error) {
    // The person has cancelled it.
    return error instanceof DOMException && error.name === "AbortError";
  }
}

/**
 * Offer a link: to the sharing sheet of a phone, otherwise to the clipboard, otherwise to copy
 * by hand.
 *
 * @param link link to share
 * @param text text for the link, or nothing
 */
export async function share(link: string, text: string): Promise<void> {
  const url = new URL(`#${link}`, location.href).href;
  if (await shareByPhone(url, text)) return;
  const parts = [text, url].filter(Boolean);
  try {
    await navigator.clipboard.writeText(parts.join("\n"));
    sayShortly("Link copied");
  } catch {
    notify("Copy this link:", null, parts.join(" "));
  }
}
