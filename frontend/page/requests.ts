// What a person has asked for and Python has not answered yet: kept while Python is
// loaded, and while it is started again.

import type { Request } from "../shared/protocol.ts";
import { say } from "./words.ts";

/** The cell of a move that is kept; sheets that wait have the attribute too. */
const WAITING = ".ttt-cell[data-waiting]";

/** A request of the board, with the details of its kind. */
export type BoardRequest = Request & { [detail: string]: unknown };

/**
 * Make the list of requests without an answer.
 *
 * @param place where the board is
 * @param keep is given the list once the page has said that they are kept, and as it changes
 */
export function makeRequests(place: HTMLElement, keep: (asked: BoardRequest[]) => void) {
  /** By their ids, in the order in which they came. */
  const open = new Map<string, BoardRequest>();
  /** Whether the page has said that they are kept. */
  let isKept = false;

  /** Keep those without an answer. */
  function keepOpen(): void {
    isKept = open.size > 0;
    keep([...open.values()]);
  }

  return {
    /** Note a request until it is answered. */
    add(content: BoardRequest): void {
      open.set(content.request, content);
      if (isKept) keepOpen();
    },
    /** Forget a request, for it is answered. */
    close(id: string): void {
      open.delete(id);
      if (isKept) keepOpen();
    },
    /** Return whether any request has no answer. */
    isOpen: (): boolean => open.size > 0,
    /** Forget all requests, and return them. */
    drop(): BoardRequest[] {
      const dropped = [...open.values()];
      open.clear();
      if (isKept) keepOpen();
      return dropped;
    },
    /**
     * Keep what there is, and show that a request is kept.
     *
     * @param wait in words, how long it takes until Python is there and what to do meanwhile
     */
    show({ cell }: BoardRequest, wait: string): void {
      keepOpen();
      const button = place.querySelector(`[data-position="${Number(cell) + 1}"]`);
      if (!button) say(`Kept until Python is there${wait}`);
      else if (!place.querySelector(WAITING)) {
        button.toggleAttribute("data-waiting", true);
        say(`Your move at ${button.ariaLabel?.split(",")[0]} is kept`);
      }
    },
    /** Show that nothing waits any longer, and return what was asked for, in order. */
    release(): BoardRequest[] {
      for (const button of place.querySelectorAll(WAITING)) {
        button.removeAttribute("data-waiting");
      }
      return [...open.values()];
    },
    /** Keep what there is, and return in words what that is, or nothing. */
    describe(): string {
      if (!open.size) return "";
      keepOpen();
      const isMove = [...open.values()].some(({ kind }) => kind === "play");
      return isMove ? "Your move is kept." : "What you asked for is kept.";
    },
  };
}
