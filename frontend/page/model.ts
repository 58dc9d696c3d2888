// The model of the board on this page, as far as one widget needs it.

import type { AnyModel } from "@anywidget/types";

import type { Traits } from "../board/traits.ts";
import type { BoardRequest } from "./requests.ts";

/** What a listener is told depends on the event. */
type Listener = Parameters<AnyModel["on"]>[1];

/** Make the model; `send` is given each request of the board. */
export function makeModel(state: Traits, send: (content: BoardRequest) => void) {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (event: string, ...values: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...values);
  };
  return {
    get: <Name extends keyof Traits>(name: Name): Traits[Name] => state[name],
    // Python alone owns the state.
    set() {},
    save_changes() {},
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off(event?: string | null, listener?: Listener | null): void {
      if (event && listener) listeners.get(event)?.delete(listener);
    },
    send,
    /** Set traits, and tell who listens. */
    change(changes: Partial<Traits>): void {
      Object.assign(state, changes);
      for (const name of Object.keys(changes)) tell(`change:${name}`);
      tell("change");
    },
    /** Hand on a message of Python. */
    receive(message: object): void {
      tell("msg:custom", message);
    },
  };
}
