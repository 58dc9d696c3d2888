// A person's unanswered requests, which are kept while Python is loading or restarting.

import type { Request } from "../shared/protocol.ts";
import { _, fill } from "../shared/texts.ts";
import type { Write } from "./words.ts";
import { say } from "./words.ts";

/** Selector for the cell with a move that is kept. Waiting sheets also have this attribute. */
const WAITING = ".ttt-cell[data-waiting]";

/** A request from the board, with the details that belong to its kind. */
export type BoardRequest = Request & { [detail: string]: unknown };

/**
 * Make the list of unanswered requests.
 *
 * @param place the board's element
 * @param keep called with the list when the page first announces that requests are kept, and
 * after each later change
 */
export function makeRequests(place: HTMLElement, keep: (asked: BoardRequest[]) => void) {
  /** Unanswered requests, by id, in the order in which they arrived. */
  const open = new Map<string, BoardRequest>();
  /** Whether the page has announced that it keeps requests. */
  let isKept = false;

  /** Save the unanswered requests. */
  function keepOpen(): void {
    isKept = open.size > 0;
    keep([...open.values()]);
  }

  return {
    /** Add a request, which stays in the list until it is answered. */
    add(content: BoardRequest): void {
      open.set(content.request, content);
      if (isKept) keepOpen();
    },
    /** Remove a request that has been answered. */
    close(id: string): void {
      open.delete(id);
      if (isKept) keepOpen();
    },
    /** Return whether any request is unanswered. */
    isOpen: (): boolean => open.size > 0,
    /** Remove all requests, and return them. */
    drop(): BoardRequest[] {
      const dropped = [...open.values()];
      open.clear();
      if (isKept) keepOpen();
      return dropped;
    },
    /**
     * Save the requests, and show that they are kept.
     *
     * @param wait returns a text about the time until Python is ready, and about what a person
     * can do until then
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
    /** Show that no move is waiting any more, and return the requests in order. */
    release(): BoardRequest[] {
      for (const button of place.querySelectorAll(WAITING)) {
        button.removeAttribute("data-waiting");
      }
      return [...open.values()];
    },
    /** Save the requests, and return text about them, or an empty text if there are none. */
    describe(): string {
      if (!open.size) return "";
      keepOpen();
      const isMove = [...open.values()].some(({ kind }) => kind === "play");
      return isMove ? _("Your move is saved.") : _("Your request is saved.");
    },
  };
}
