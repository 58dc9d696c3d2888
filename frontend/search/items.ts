// The elements of the items of the tree: what each shows, and how it is read aloud.

import { element, setAttribute, setText } from "../shared/elements.ts";
import { drawBoard } from "../shared/position.ts";
import type { Search } from "./record.ts";
import type { Item } from "./tree.ts";
import type { Walk } from "./walk.ts";
import {
  currentNode,
  hasBegun,
  hasEnded,
  labelOf,
  sayCut,
  sayEnd,
  saySubject,
} from "./walk.ts";

/** Make the element of an item. */
export function makeItem(search: Search, { kind, key, node }: Item) {
  const made = element("div", {
    role: "treeitem",
    class: "ttt-item",
    "data-kind": kind,
    "data-key": key,
    "data-lm-suppress-shortcuts": "true",
  });
  const board = search.board(node);
  if (board !== undefined && kind === "call")
    made.append(drawBoard(search.grid, board, search.cell(node)));
  if (board !== undefined && kind === "cut")
    made.append(drawBoard(search.grid, board, -1, search.cut(node)));
  const facts =
    kind === "call"
      ? [search.severalFunctions ? search.function(node) : "", search.bounds(node)]
      : [];
  const more = facts
    .filter(Boolean)
    .map((text) => element("span", { class: "ttt-more" }, text ?? ""));
  made.append(
    element("span", { class: "ttt-text" }, element("span", { class: "ttt-first" }), ...more),
  );
  return made;
}

/** What the elements of items show. */
const shownBy = new WeakMap<HTMLElement, string>();

/** Show in an element what its item is now. */
export function drawItem(walk: Walk, item: Item, made: HTMLElement, path: Set<number>) {
  const { search } = walk;
  const { kind, node, isOpen, level, place, parent, text } = item;
  const isSelected = item.key === walk.selected;
  const isCall = kind === "call";
  const isCurrent = isCall && node === currentNode(walk);
  const isOnPath = isCall && path.has(node);
  const star = isCall ? starOf(walk, node) : "";
  const siblings = parent?.children.length ?? 1;
  const now = [
    text,
    isOpen,
    isSelected,
    isCurrent,
    isOnPath,
    star,
    place,
    siblings,
    hasBegun(walk, node),
    hasEnded(walk, node),
  ].join();
  if (shownBy.get(made) === now) return;
  shownBy.set(made, now);
  const first = made.querySelector(".ttt-first") as Element;
  if (isCall) {
    setText(
      first,
      `${labelOf(search, node)}${hasBegun(walk, node) ? `: ${worthSoFar(walk, node)}` : ""}${star}`,
    );
    const opener = made.querySelector(".ttt-opener");
    if (isOpen === null) opener?.remove();
    else if (opener) setText(opener, isOpen ? "−" : "+");
    else
      made.append(
        element("span", { class: "ttt-opener", "aria-hidden": "true" }, isOpen ? "−" : "+"),
      );
  } else setText(first, text);
  made.toggleAttribute("data-path", isOnPath);
  made.toggleAttribute("data-chosen", star === " ★");
  setAttribute(made, "aria-current", isCurrent ? "step" : null);
  setAttribute(made, "aria-selected", String(isSelected));
  setAttribute(made, "aria-expanded", isOpen === null ? null : String(isOpen));
  setAttribute(made, "aria-level", String(level + 1));
  setAttribute(made, "aria-posinset", String(place + 1));
  setAttribute(made, "aria-setsize", String(siblings));
  setAttribute(made, "aria-label", spokenItem(walk, item));
  setAttribute(made, "tabindex", isSelected ? "0" : "-1");
}

/** Return what a call is worth as far as that is known now. */
export function worthSoFar(walk: Walk, node: number) {
  if (!hasBegun(walk, node)) return "";
  if (!hasEnded(walk, node)) return "…";
  return walk.search.raised(node) === undefined ? (walk.search.value(node) ?? "") : "raises";
}

/**
 * Return a full star where the call around a call chose it, an empty one where several may be
 * meant.
 */
export function starOf(walk: Walk, node: number) {
  const { search } = walk;
  const parent = search.parents[node];
  if (parent < 0 || !hasEnded(walk, parent)) return "";
  const chosen = search.chosen(parent);
  return !chosen.includes(search.cell(node)) ? "" : chosen.length === 1 ? " ★" : " ☆";
}

/** What the stars are called. */
export const STARS: Record<string, string> = { " ★": "chosen", " ☆": "has the chosen value" };

/** Return an item as it is read aloud. */
function spokenItem(walk: Walk, { kind, node, text }: Item) {
  const { search } = walk;
  if (kind === "fold") return `${text.slice(1)}, press Enter to show`;
  if (kind === "cut") return sayCut(search, node);
  if (kind === "beyond") return text;
  const end = !hasBegun(walk, node)
    ? "not called yet"
    : hasEnded(walk, node)
      ? sayEnd(search, node)
      : "not returned yet";
  return [saySubject(search, node), search.arguments(node), end, STARS[starOf(walk, node)]]
    .filter(Boolean)
    .join(", ");
}
