// The model for the board on this page, with only the parts that one widget needs.

import type { AnyModel } from "@anywidget/types";

import type { Traits } from "../board/traits.ts";
import type { BoardRequest } from "./requests.ts";

/** Listener for an event, whose arguments depend on the event. */
type Listener = Parameters<AnyModel["on"]>[1];

/** Make the model, which calls `send` with each request from the board. */
export function makeModel(state: Traits, send: (content: BoardRequest) => void) {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (event: string, ...values: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...values);
  };
  return {
    get: <Name extends keyof Traits>(name: Name): Traits[Name] => state[name],
    // The model saves nothing, because only Python changes the state.
    set() {},
    save_changes() {},
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off(event?: string | null, listener?: Listener | null): void {
      if (event && listener) listeners.get(event)?.delete(listener);
    },
    send,
    /** Set traits, and notify listeners. */
    change(changes: Partial<Traits>): void {
      Object.assign(state, changes);
      for (const name of Object.keys(changes)) tell(`change:${name}`);
      tell("change");
    },
    /** Pass a message from Python on to the board. */
    receive(message: object): void {
      tell("msg:custom", message);
    },
  };
}
