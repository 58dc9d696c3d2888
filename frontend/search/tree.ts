// The tree's items: the calls so far, moves that were cut off, and folded items.

import { fill, plural } from "../shared/texts.ts";
import type { Walk } from "./walk.ts";
import { currentNode, hasBegun, hasEnded, pathTo } from "./walk.ts";

/** In a search with at most this many calls, all of them are open from the start. */
export const SMALL = 40;
/**
 * Maximum number of children that are shown without folding, for the newest call and the call
 * around it, and for all other calls.
 */
const [MOST_HERE, MOST_ELSEWHERE] = [12, 4];
/** Number of children that are shown if the others are folded. */
const FEW = 3;

export interface Item {
  /**
   * Kind of item: a call, the moves that a call has cut off, hidden children, or calls that
   * were not recorded.
   */
  kind: "call" | "cut" | "fold" | "beyond";
  key: string;
  /** The call, or the call to which the item belongs. */
  node: number;
  /** The item's text. Calls don't have a text. */
  text: string;
  parent: Item | null;
  children: Item[];
  /** Whether the item is open, or null if there is nothing to open. */
  isOpen: boolean | null;
  /** Number of levels between the item and the root. */
  level: number;
  /** Index of the item among its siblings, counted from 0. */
  place: number;
  /** Distance from the first item, measured in items. */
  at: number;
}

/** Return the tree's displayed items, with each item before its children. */
export function growItems(walk: Walk) {
  const { search, toggled, unfolded } = walk;
  const isSmall = search.count <= SMALL;
  const current = currentNode(walk);
  const path = pathTo(search, current);
  const selected = pathTo(search, nodeOf(walk.selected));
  const here = [current, search.parents[current]];

  const line = walk.step === search.last ? walk.line : path;

  const isOpen = (node: number) =>
    toggled.get(node) ?? (isSmall || path.has(node) || line.has(node));

  /** Choose which children to show if a call has many children. */
  function chooseFew(node: number, children: number[]) {
    const most =
      isSmall || unfolded.has(node)
        ? Infinity
        : here.includes(node) || search.isVisits
          ? MOST_HERE
          : MOST_ELSEWHERE;
    if (children.length <= most) return children;
    const kept = new Set(
      children.filter(
        (child) =>
          path.has(child) ||
          selected.has(child) ||
          toggled.get(child) ||
          (hasEnded(walk, node) && search.chosen(node).includes(search.tries(child))),
      ),
    );
    // Choose the newest calls or, in a tree with visits, the most visited nodes.
    for (const child of search.isVisits ? children : [...children].reverse())
      if (kept.size < FEW) kept.add(child);
    return children.filter((child) => kept.has(child));
  }
  function addNote(kind: Item["kind"], parent: Item, text: string) {
    addItem(kind, parent.node, parent, text);
  }
  function addItem(
    kind: Item["kind"],
    node: number,
    parent: Item | null,
    text: string = "",
  ): Item {
    const key = kind === "call" ? String(node) : `${kind} ${node}`;
    const [level, place] = parent ? [parent.level + 1, parent.children.length] : [0, 0];
    const item: Item = {
      kind,
      key,
      node,
      text,
      parent,
      children: [],
      isOpen: null,
      level,
      place,
      at: 0,
    };
    parent?.children.push(item);
    return item;
  }
  /** Add a call's children to the items. */
  function grow(item: Item) {
    const { node } = item;
    const begun = search.children(node).filter((child) => hasBegun(walk, child));
    const ended = hasEnded(walk, node);
    const cut = ended ? search.cut(node) : [];
    const beyond = ended && !begun.length ? search.calls(node) - 1 : 0;
    if (!begun.length && !cut.length && !beyond) return;
    item.isOpen = isOpen(node);
    if (!item.isOpen) return;
    const few = chooseFew(node, begun);
    for (const child of few) addItem("call", child, item);
    if (few.length < begun.length)
      addNote("fold", item, fill("+{count} more", { count: begun.length - few.length }));
    if (cut.length)
      addNote(
        "cut",
        item,
        cut.length > 4
          ? plural("cut: {count} move", "cut: {count} moves", cut.length)
          : fill("cut: {squares}", { squares: search.names(cut) }),
      );
    if (beyond)
      addNote(
        "beyond",
        item,
        plural("{count} call not recorded", "{count} calls not recorded", beyond),
      );
  }

  // There is no recursion here, because a search can be deeper than JavaScript's stack.
  const items = [];
  const waiting = [addItem("call", 0, null)];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item);
    if (item.kind === "call") grow(item);
    waiting.push(...[...item.children].reverse());
  }
  return items;
}

/** Return the call that is part of an item's key. */
export function nodeOf(key: string) {
  return Number(key.split(" ").pop());
}

/** Open or close a call, or show the folded items. */
export function toggle(walk: Walk, item: Item) {
  const { node } = item;
  if (item.kind === "fold") {
    const shown = new Set(item.parent?.children.map((child) => child.node));
    walk.unfolded.add(node);
    walk.selected = String(walk.search.children(node).find((child) => !shown.has(child)));
  } else if (item.isOpen !== null) {
    walk.toggled.set(node, !item.isOpen);
    walk.unfolded.delete(node);
  }
}

/**
 * Return the item to which a key moves in the tree, as in ARIA's tree pattern, or null if there
 * is none.
 */
export function itemAfterKey(key: string, item: Item, items: Item[]) {
  const index = items.indexOf(item);
  switch (key) {
    case "ArrowDown":
      return items[index + 1] ?? null;
    case "ArrowUp":
      return items[index - 1] ?? null;
    case "ArrowRight":
      return item.isOpen ? item.children[0] : null;
    case "ArrowLeft":
      return item.isOpen ? null : item.parent;
    case "Home":
      return items[0];
    case "End":
      return items[items.length - 1];
    default:
      return null;
  }
}

// The layout.

/** Set each item's field `at` to its place in an outline. */
export function listItems(items: Item[]) {
  for (const [place, item] of items.entries()) item.at = place;
}

/**
 * Set each item's field `at`. Items without children follow one after another, and each parent
 * is in the middle of its children.
 *
 * @param items items, with each item before its children
 */
export function layOut(items: Item[]) {
  let next = 0;
  for (const item of items) if (!item.children.length) item.at = next++;
  // Go through the items backwards, so that children come before their parent.
  for (const item of [...items].reverse()) {
    const [first, last] = [item.children[0], item.children.at(-1)];
    if (first && last) item.at = (first.at + last.at) / 2;
  }
}
