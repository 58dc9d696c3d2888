// Requests of a person without an answer from Python, kept while Python is loaded or restarted.

import type { Request } from "../shared/protocol.ts";
import { _, fill } from "../shared/texts.ts";
import type { Write } from "./words.ts";
import { say } from "./words.ts";

/** The cell of a kept move. Waiting sheets have the attribute too. */
const WAITING = ".ttt-cell[data-waiting]";

/** A request of the board, with the details of its kind. */
export type BoardRequest = Request & { [detail: string]: unknown };

/**
 * Make the list of requests without an answer.
 *
 * @param place element of the board
 * @param keep called with the list once the page has announced it, and at each change
 */
export function makeRequests(place: HTMLElement, keep: (asked: BoardRequest[]) => void) {
  /** By their ids, in the order of their arrival. */
  const open = new Map<string, BoardRequest>();
  /** Whether the page has announced that it keeps them. */
  let isKept = false;

  /** Keep the requests without an answer. */
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
    /** Forget a request after its answer. */
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
     * Keep the requests, and show that they are kept.
     *
     * @param wait returns a text on the time until Python is ready, and on what to do meanwhile
     */
    show({ cell }: BoardRequest, wait: Write): void {
      keepOpen();
      const button = place.querySelector<HTMLElement>(`[data-position="${Number(cell) + 1}"]`);
      if (!button) say(wait);
      else if (!place.querySelector(WAITING)) {
        button.toggleAttribute("data-waiting", true);
        say(() =>
          fill("Your move at {square} is waiting for Python", {
            square: button.dataset.name ?? "",
          }),
        );
      }
    },
    /** Show that nothing waits any longer, and return the requests in order. */
    release(): BoardRequest[] {
      for (const button of place.querySelectorAll(WAITING)) {
        button.removeAttribute("data-waiting");
      }
      return [...open.values()];
    },
    /** Keep the requests, and return a text on them, or nothing. */
    describe(): string {
      if (!open.size) return "";
      keepOpen();
      const isMove = [...open.values()].some(({ kind }) => kind === "play");
      return isMove ? _("Your move is saved.") : _("Your request is saved.");
    },
  };
}
