// Playing before Python is ready. This module answers some of the board's requests until Python
// takes over.

import type { Answers } from "./answers.ts";
import { loadAnswers } from "./answers.ts";
import type { Display } from "./display.ts";
import { words } from "./language.ts";
import type { Lookup } from "./lookup.ts";
import { makeLookup } from "./lookup.ts";
import type { SavedTable } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Options for playing before Python is ready. */
export interface EarlyOptions {
  display: Pick<Display, "change" | "receive" | "state">;
  /** Session that Python saved on an earlier visit, if there is one. */
  saved: SavedTable | undefined;
  /** Saves the current game. */
  keep(saved: SavedTable): void;
  /** Holds back a request that only Python can answer. */
  hold(content: BoardRequest): void;
}

/** Make the object that answers the board's requests until Python is ready. */
export function makeEarly({ display, saved, keep, hold }: EarlyOptions) {
  const { state } = display;
  /** Requests that came before the recorded answers, or null after these have arrived. */
  let queue: BoardRequest[] | null = [];
  let lookup: Lookup | null = null;
  /** Recorded answers in English, or undefined until they arrive. */
  let answers: Answers | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  /** Draw and save changes. If it is an automatic player's turn, make this player's move. */
  function show(changes: Partial<typeof state>): void {
    if (!lookup) return;
    if (Object.keys(changes).length) {
      display.change(changes);
      keep(lookup.saved());
    }
    clearTimeout(timer);
    if (state.thinking) timer = setTimeout(() => show(lookup?.move() ?? {}));
  }

  /** Answer a request, or hold the request back for Python. */
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

  /** Answer all requests that came in the meantime, or hold them back for Python. */
  function begin(found: Lookup | null): void {
    const waiting = queue ?? [];
    queue = null;
    lookup = isOver ? null : found;
    show({});
    waiting.forEach(answer);
  }

  /** Make the lookup in the current language. */
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
    /** Answer a request from the board, or hold the request back for Python. */
    take(content: BoardRequest): void {
      if (queue && !isOver) queue.push(content);
      else answer(content);
    },
    /** Return whether the current game can continue without Python. */
    isPlaying: (): boolean => !isOver && (lookup?.isKnown() ?? false),
    /** Return the current position's texts after the page's language has changed. */
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
