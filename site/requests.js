// @ts-check
// What a person has asked for and Python has not answered yet: kept while Python is
// loaded, and while it is started again.

import { say } from "./words.js";

/** A request as the board writes it. @typedef {Record<string, unknown>} Content */

/** Make the list of requests without an answer. @param {HTMLElement} place of the board */
export function makeRequests(place) {
  /** By their ids, in the order in which they came. @type {Map<unknown, Content>} */
  const open = new Map();

  return {
    /** Note a request until it is answered. @param {Content} content */
    add(content) {
      open.set(content.request, content);
    },
    /** Forget a request, for it is answered. @param {unknown} id */
    close(id) {
      open.delete(id);
    },
    /** Return whether any request has no answer. */
    isOpen: () => open.size > 0,
    /** Forget all requests, and return them. */
    drop() {
      const dropped = [...open.values()];
      open.clear();
      return dropped;
    },
    /** Show that a request is kept. @param {Content} content */
    show({ cell }) {
      const button = place.querySelector(`[data-position="${Number(cell) + 1}"]`);
      if (!button) say("That is kept until Python is there");
      else if (!place.querySelector("[data-waiting]")) {
        button.toggleAttribute("data-waiting", true);
        say(`Your move at ${button.ariaLabel?.split(",")[0]} is kept`);
      }
    },
    /** Show that nothing waits any longer, and return what was asked for, in order. */
    release() {
      for (const button of place.querySelectorAll("[data-waiting]")) button.removeAttribute("data-waiting");
      return [...open.values()];
    },
    /** Return in words what is kept, or nothing. */
    describe() {
      if (!open.size) return "";
      return [...open.values()].some(({ kind }) => kind === "play") ? "Your move is kept." : "What you asked for is kept.";
    },
  };
}
