// Play before Python is there: who may ask for what is answered here, until Python takes over.

import { loadAnswers } from "./answers.ts";
import type { Display } from "./display.ts";
import type { Lookup } from "./lookup.ts";
import { makeLookup } from "./lookup.ts";
import type { SavedTable } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** What play before Python asks of the page. */
export interface EarlyOptions {
  display: Pick<Display, "change" | "receive" | "state">;
  /** The table as Python saved it, if it has. */
  saved: SavedTable | undefined;
  /** Keep the game as it stands. */
  keep(saved: SavedTable): void;
  /** Hold a request back that Python alone can answer. */
  hold(content: BoardRequest): void;
}

/** Make what answers the board until Python is there. */
export function makeEarly({ display, saved, keep, hold }: EarlyOptions) {
  const { state } = display;
  /** What was asked for before the answers came; null once they have. */
  let queue: BoardRequest[] | null = [];
  let lookup: Lookup | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /** Show what has changed, keep it, and have a player move whose turn it is. */
  function show(changes: Partial<typeof state>): void {
    if (!lookup) return;
    if (Object.keys(changes).length) {
      display.change(changes);
      keep(lookup.saved());
    }
    clearTimeout(timer);
    if (state.thinking) timer = setTimeout(() => show(lookup?.move() ?? {}));
  }

  /** Answer a request, or have it held back. */
  function answer(content: BoardRequest): void {
    const reply = lookup?.answer(content);
    if (!reply) {
      hold(content);
      return;
    }
    const { request, client } = content;
    show(reply.changes);
    display.receive({ kind: "ack", request, client, ...reply.answer });
  }

  /** Answer all that was asked for meanwhile, or have it held back. */
  function begin(found: Lookup | null): void {
    const waiting = queue ?? [];
    queue = null;
    lookup = isOver ? null : found;
    show({});
    waiting.forEach(answer);
  }

  loadAnswers().then(
    (answers) => begin(makeLookup(answers, state, saved ?? answers.saved)),
    (error: unknown) => {
      console.info("Playing with Python alone:", error);
      begin(null);
    },
  );

  return {
    /** Answer a request of the board, or have it held back. */
    take(content: BoardRequest): void {
      if (queue && !isOver) queue.push(content);
      else answer(content);
    },
    /** Return whether what is on the table can be played on without Python. */
    isPlaying: (): boolean => !isOver && (lookup?.isKnown() ?? false),
    /** Answer nothing more: Python takes over. */
    end(): void {
      isOver = true;
      clearTimeout(timer);
      if (queue) begin(null);
      lookup = null;
    },
  };
}
