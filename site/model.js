// @ts-check
// The model of the board on this page, as far as one widget needs it.

/** @import { Traits } from "../frontend/shared/types" */

/** What a listener is told depends on the event. @typedef {(...values: any[]) => void} Listener */

/**
 * Make the model.
 * @param {Traits} state
 * @param {(content: Record<string, unknown>) => void} send
 */
export function makeModel(state, send) {
  /** @type {Map<string, Set<Listener>>} */
  const listeners = new Map();
  /** @param {string} event @param {unknown[]} values */
  const tell = (event, ...values) => [...(listeners.get(event) ?? [])].forEach((listener) => listener(...values));
  return {
    /** @template {keyof Traits} Name @param {Name} name */
    get: (name) => state[name],
    // Python alone owns the state.
    set() {},
    save_changes() {},
    /** @param {string} event @param {Listener} listener */
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    /** @param {string | null} [event] @param {Listener | null} [listener] */
    off(event, listener) {
      if (event && listener) listeners.get(event)?.delete(listener);
    },
    send,
    /** Set traits, and tell who listens. @param {Partial<Traits>} changes */
    change(changes) {
      Object.assign(state, changes);
      for (const name of Object.keys(changes)) tell(`change:${name}`);
      tell("change");
    },
    /** Hand on a message of Python. @param {object} message */
    receive: (message) => tell("msg:custom", message),
  };
}
