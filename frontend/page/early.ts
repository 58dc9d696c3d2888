// Play before Python is ready: a choice of the requests that can be answered here, until Python
// takes over.

import type { Answers } from "./answers.ts";
import { loadAnswers } from "./answers.ts";
import type { Display } from "./display.ts";
import { words } from "./language.ts";
import type { Lookup } from "./lookup.ts";
import { makeLookup } from "./lookup.ts";
import type { SavedTable } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Callbacks of play before Python. */
export interface EarlyOptions {
  display: Pick<Display, "change" | "receive" | "state">;
  /** The session state as Python saved it, if it has. */
  saved: SavedTable | undefined;
  /** Keeps the present game. */
  keep(saved: SavedTable): void;
  /** Holds a request back that only Python can answer. */
  hold(content: BoardRequest): void;
}

/** Make the answers for the board until Python is ready. */
export function makeEarly({ display, saved, keep, hold }: EarlyOptions) {
  const { state } = display;
  /** Requests before the answers arrived. Null afterwards. */
  let queue: BoardRequest[] | null = [];
  let lookup: Lookup | null = null;
  /** The recorded answers in English, once they have arrived. */
  let answers: Answers | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /** Draw changes, keep them, and let a player move if it is its turn. */
  function show(changes: Partial<typeof state>): void {
    if (!lookup) return;
    if (Object.keys(changes).length) {
      display.change(changes);
      keep(lookup.saved());
    }
    clearTimeout(timer);
    if (state.thinking) timer = setTimeout(() => show(lookup?.move() ?? {}));
  }

  /** Answer a request, or hold it back. */
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

  /** Answer all requests made meanwhile, or hold them back. */
  function begin(found: Lookup | null): void {
    const waiting = queue ?? [];
    queue = null;
    lookup = isOver ? null : found;
    show({});
    waiting.forEach(answer);
  }

  /** Make the lookup in the present language. */
  function makeFrom(found: Answers): Lookup {
    const table = lookup?.saved() ?? saved ?? found.saved;
    return makeLookup({ ...found, ...words.answers }, state, table);
  }

  loadAnswers().then(
    (found) => {
      answers = found;
      begin(makeFrom(found));
    },
    (error: unknown) => {
      console.info("Playing with Python alone:", error);
      begin(null);
    },
  );

  return {
    /** Answer a request of the board, or hold it back. */
    take(content: BoardRequest): void {
      if (queue && !isOver) queue.push(content);
      else answer(content);
    },
    /** Return whether the present game can continue without Python. */
    isPlaying: (): boolean => !isOver && (lookup?.isKnown() ?? false),
    /** Return what the present position says in another language of the page. */
    describe(): Partial<typeof state> {
      if (answers) lookup = makeFrom(answers);
      return lookup?.describe() ?? {};
    },
    /** Stop answering, because Python takes over. */
    end(): void {
      isOver = true;
      clearTimeout(timer);
      if (queue) begin(null);
      lookup = null;
    },
  };
}
