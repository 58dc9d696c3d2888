// @ts-check
// The link to the game as it stands.

import { notify, sayShortly } from "./words.js";

/** @import { Course } from "../frontend/shared/types" */

/** Return what to say with a link: of the puzzle of a day, how one has done; else nothing. @param {Course | null} course */
export function wordsToShare(course) {
  if (!course?.day) return "";
  const { day, state, streak, tries } = course;
  // At noon it is the same day in every part of the world that reads this.
  const date = new Date(`${day}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  const puzzle = `Tic-tac-toe puzzle of ${date}`;
  if (state !== "right") return puzzle;
  const how = tries ? `solved in ${tries + 1} tries` : "solved at the first try";
  return `${puzzle}: ${how}, ${streak === 1 ? "1 day" : `${streak} days`} in a row`;
}

/**
 * Offer a link: to what a phone shares with, else to the clipboard, else to be copied by hand.
 * @param {string} link
 * @param {string} text to go with it, or nothing
 */
export async function share(link, text) {
  const url = new URL(`#${link}`, location.href).href;
  // On a desktop the sheet of the system is a longer way than the clipboard.
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    try {
      await navigator.share({ title: document.title, ...(text && { text }), url });
      return;
    } catch (error) {
      // The person has thought better of it.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText([text, url].filter(Boolean).join("\n"));
    sayShortly("Link copied");
  } catch {
    notify("Copy this link:", null, [text, url].filter(Boolean).join(" "));
  }
}
