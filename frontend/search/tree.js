// @ts-check
// The items of the tree: the calls so far, the moves that were cut, and what is folded.

import { formatCount } from "./record.js";
import { currentNode, hasBegun, hasEnded, pathTo } from "./walk.js";

/** @import { Walk } from "./walk.js" */

/** Up to this many calls, all of them are open from the start. */
const SMALL = 40;
/** Most children that are shown without folding: of the newest call and the one around it, and of others. */
const [MOST_HERE, MOST_ELSEWHERE] = [12, 4];
/** How many are shown where some are folded. */
const FEW = 3;

/**
 * @typedef {object} Item
 * @property {"call" | "cut" | "fold" | "beyond"} kind a call; the moves that it cut; children
 *   that are not shown; calls that were not recorded
 * @property {string} key
 * @property {number} node the call, or the one that it belongs to
 * @property {string} text of all but calls
 * @property {Item | null} parent
 * @property {Item[]} children
 * @property {boolean | null} isOpen null where there is nothing to open
 * @property {number} level distance to the root
 * @property {number} place among its siblings, from 0
 * @property {number} at distance from the first item, in items
 */

/** Return what is shown of the tree, each item before its children. @param {Walk} walk */
export function growItems(walk) {
  const { search, toggled, unfolded } = walk;
  const isSmall = search.count <= SMALL;
  const current = currentNode(walk);
  const path = pathTo(search, current);
  const selected = pathTo(search, nodeOf(walk.selected));
  const here = [current, search.parents[current]];

  /** @param {number} node */
  const isOpen = (node) => toggled.get(node) ?? (isSmall || path.has(node));

  /** Choose the children that are shown of a call that has many. @param {number} node @param {number[]} children */
  function chooseFew(node, children) {
    const most = isSmall || unfolded.has(node) ? Infinity : here.includes(node) ? MOST_HERE : MOST_ELSEWHERE;
    if (children.length <= most) return children;
    const kept = new Set(
      children.filter((child) => path.has(child) || selected.has(child) || toggled.get(child) || (hasEnded(walk, node) && search.chosen(node).includes(search.cell(child)))),
    );
    for (const child of [...children].reverse()) if (kept.size < FEW) kept.add(child);
    return children.filter((child) => kept.has(child));
  }
  /** @param {Item["kind"]} kind @param {Item} parent @param {string} text */
  function addNote(kind, parent, text) {
    addItem(kind, parent.node, parent, text);
  }
  /** @param {Item["kind"]} kind @param {number} node @param {Item | null} parent @param {string} text @returns {Item} */
  function addItem(kind, node, parent, text = "") {
    const key = kind === "call" ? String(node) : `${kind} ${node}`;
    const [level, place] = parent ? [parent.level + 1, parent.children.length] : [0, 0];
    /** @type {Item} */
    const item = { kind, key, node, text, parent, children: [], isOpen: null, level, place, at: 0 };
    parent?.children.push(item);
    return item;
  }
  /** Give a call its children. @param {Item} item */
  function grow(item) {
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
    if (few.length < begun.length) addNote("fold", item, `+${begun.length - few.length} more`);
    if (cut.length) addNote("cut", item, `cut: ${cut.length > 4 ? `${cut.length} moves` : search.names(cut)}`);
    if (beyond) addNote("beyond", item, `${formatCount(beyond)} ${beyond === 1 ? "call" : "calls"} not recorded`);
  }

  // No recursion: a search may be deeper than JavaScript's stack.
  const items = [];
  const waiting = [addItem("call", 0, null)];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item);
    if (item.kind === "call") grow(item);
    waiting.push(...[...item.children].reverse());
  }
  return items;
}

/** Return the call that the key of an item names. @param {string} key */
export function nodeOf(key) {
  return Number(key.split(" ").pop());
}

/** Open a call or close it, or show what is folded. @param {Walk} walk @param {Item} item */
export function toggle(walk, item) {
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
 * Return where a key leads in the tree, as the ARIA pattern of a tree has it; null where
 * it leads nowhere. @param {string} key @param {Item} item @param {Item[]} items
 */
export function itemAfterKey(key, item, items) {
  const index = items.indexOf(item);
  switch (key) {
    case "ArrowDown": return items[index + 1] ?? null;
    case "ArrowUp": return items[index - 1] ?? null;
    case "ArrowRight": return item.isOpen ? item.children[0] : null;
    case "ArrowLeft": return item.isOpen ? null : item.parent;
    case "Home": return items[0];
    case "End": return items[items.length - 1];
    default: return null;
  }
}

// The layout.

/**
 * Set `at` of each item: parents stand in the middle of their children, and no two items of
 * a level nearer than 1. Subtrees are set side by side by their contours, after E. Reingold
 * and J. Tilford, Tidier drawings of trees, IEEE Transactions on Software Engineering 1981.
 * @param {Item[]} items each before its children
 */
export function layOut(items) {
  /** How far each subtree reaches on each level, the deepest level first: pairs of least and most. @type {Map<Item, [number, number][]>} */
  const contours = new Map();
  // The later ones first, so that children come before their parent. Until all are done,
  // `at` is the distance to the parent.
  for (const item of [...items].reverse()) {
    /** @type {[number, number][]} */
    let joint = [];
    for (const child of item.children) {
      const own = /** @type {[number, number][]} */ (contours.get(child));
      const levels = Math.min(joint.length, own.length);
      child.at = 0;
      for (let up = 1; up <= levels; up++) child.at = Math.max(child.at, joint[joint.length - up][1] + 1 - own[own.length - up][0]);
      if (child.at) for (const reach of own) reach.forEach((_, side) => { reach[side] += child.at; });
      for (let up = 1; up <= levels; up++) {
        own[own.length - up][0] = joint[joint.length - up][0];
        joint[joint.length - up][1] = own[own.length - up][1];
      }
      if (own.length > joint.length) joint = own;
    }
    const middle = item.children.length ? (item.children[0].at + item.children[item.children.length - 1].at) / 2 : 0;
    for (const child of item.children) child.at -= middle;
    if (middle) for (const reach of joint) reach.forEach((_, side) => { reach[side] -= middle; });
    joint.push([0, 0]);
    contours.set(item, joint);
  }
  for (const item of items) item.at += item.parent?.at ?? 0;
  const least = items.reduce((sofar, item) => Math.min(sofar, item.at), 0);
  for (const item of items) item.at -= least;
}
