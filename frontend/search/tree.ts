// The items of the tree: the calls so far, the cut moves, and folded items.

import { fill, plural } from "../shared/texts.ts";
import type { Walk } from "./walk.ts";
import { currentNode, hasBegun, hasEnded, pathTo } from "./walk.ts";

/** Maximum number of calls for which all of them are open from the start. */
export const SMALL = 40;
/**
 * Maximum number of children without folding: of the newest call and the one around it, and of
 * others.
 */
const [MOST_HERE, MOST_ELSEWHERE] = [12, 4];
/** Number of shown children if some are folded. */
const FEW = 3;

export interface Item {
  /**
   * Kinds of items: a call, the moves that it cut, hidden children, and calls that were not
   * recorded.
   */
  kind: "call" | "cut" | "fold" | "beyond";
  key: string;
  /** The call, or the one that the item belongs to. */
  node: number;
  /** Of all items except calls. */
  text: string;
  parent: Item | null;
  children: Item[];
  /** Null without anything to open. */
  isOpen: boolean | null;
  /** Distance to the root. */
  level: number;
  /** Index among its siblings, from 0. */
  place: number;
  /** Distance from the first item, in items. */
  at: number;
}

/** Return the shown items of the tree, each before its children. */
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

  /** Choose the shown children of a call that has many. */
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
    // The newest calls, or the most visited nodes of a tree with visits.
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
  /** Give a call its children. */
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

  // Without recursion, because a search may be deeper than JavaScript's stack.
  const items = [];
  const waiting = [addItem("call", 0, null)];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item);
    if (item.kind === "call") grow(item);
    waiting.push(...[...item.children].reverse());
  }
  return items;
}

/** Return the call in the key of an item. */
export function nodeOf(key: string) {
  return Number(key.split(" ").pop());
}

/** Open or close a call, or show folded items. */
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
 * Return the target of a key in the tree, by the ARIA pattern of a tree, or null without one.
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

/** Set `at` of each item to its place in an outline. */
export function listItems(items: Item[]) {
  for (const [place, item] of items.entries()) item.at = place;
}

/**
 * Set `at` of each item: items without children one below the other, parents in the middle of
 * their children.
 *
 * @param items each before its children
 */
export function layOut(items: Item[]) {
  let next = 0;
  for (const item of items) if (!item.children.length) item.at = next++;
  // The later ones first, so that children come before their parent.
  for (const item of [...items].reverse()) {
    const [first, last] = [item.children[0], item.children.at(-1)];
    if (first && last) item.at = (first.at + last.at) / 2;
  }
}
