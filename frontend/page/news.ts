// Functions that find out which of a view's values have really changed.

import type { Traits } from "../board/traits.ts";

/** Return whether a value is an object or an array. */
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** Return whether two JSON values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isSame(one[name], other[name]))
  );
}

/** Return only the values that differ from the current state. */
export function findNews(changes: Partial<Traits>, state: Readonly<Traits>): Partial<Traits> {
  const names = Object.keys(changes) as (keyof Traits)[];
  const news = names.filter((name) => !isSame(changes[name], state[name]));
  return Object.fromEntries(news.map((name) => [name, changes[name]]));
}
