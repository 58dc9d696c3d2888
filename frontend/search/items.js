// @ts-check
// The elements of the items of the tree: what each shows, and how it is read aloud.

import { element, setAttribute, setText } from "../shared/elements.js";
import { drawBoard } from "../shared/position.js";
import { currentNode, hasBegun, hasEnded, labelOf, sayCut, sayEnd, saySubject } from "./walk.js";

/** @import { Search } from "./record.js" */
/** @import { Item } from "./tree.js" */
/** @import { Walk } from "./walk.js" */

/** Make the element of an item. @param {Search} search @param {Item} item */
export function makeItem(search, { kind, key, node }) {
  const made = element("div", { role: "treeitem", class: "ttt-item", "data-kind": kind, "data-key": key, "data-lm-suppress-shortcuts": "true" });
  const board = search.board(node);
  if (board !== undefined && kind === "call") made.append(drawBoard(search.grid, board, search.cell(node)));
  if (board !== undefined && kind === "cut") made.append(drawBoard(search.grid, board, -1, search.cut(node)));
  const lines = kind === "call" ? [search.severalFunctions ? search.function(node) : "", search.bounds(node)] : [];
  const more = lines.filter(Boolean).map((text) => element("span", { class: "ttt-more" }, text ?? ""));
  made.append(element("span", { class: "ttt-text" }, element("span", { class: "ttt-first" }), ...more));
  return made;
}

/** What the elements of items show. @type {WeakMap<HTMLElement, string>} */
const shownBy = new WeakMap();

/** Show in an element what its item is now. @param {Walk} walk @param {Item} item @param {HTMLElement} made @param {Set<number>} path */
export function drawItem(walk, item, made, path) {
  const { search } = walk;
  const { kind, node, isOpen, level, place, parent, text } = item;
  const isSelected = item.key === walk.selected;
  const isCall = kind === "call";
  const isCurrent = isCall && node === currentNode(walk);
  const isOnPath = isCall && path.has(node);
  const star = isCall ? starOf(walk, node) : "";
  const siblings = parent?.children.length ?? 1;
  const now = [text, isOpen, isSelected, isCurrent, isOnPath, star, place, siblings, hasBegun(walk, node), hasEnded(walk, node)].join();
  if (shownBy.get(made) === now) return;
  shownBy.set(made, now);
  const first = /** @type {Element} */ (made.querySelector(".ttt-first"));
  if (isCall) {
    setText(first, `${labelOf(search, node)}${hasBegun(walk, node) ? `: ${worthSoFar(walk, node)}` : ""}${star}`);
    const opener = made.querySelector(".ttt-opener");
    if (isOpen === null) opener?.remove();
    else if (opener) setText(opener, isOpen ? "−" : "+");
    else made.append(element("span", { class: "ttt-opener", "aria-hidden": "true" }, isOpen ? "−" : "+"));
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

/** Return what a call is worth as far as that is known now. @param {Walk} walk @param {number} node */
export function worthSoFar(walk, node) {
  if (!hasBegun(walk, node)) return "";
  if (!hasEnded(walk, node)) return "…";
  return walk.search.raised(node) === undefined ? walk.search.value(node) ?? "" : "raises";
}

/** Return a full star where the call around a call chose it, an empty one where several may be meant. @param {Walk} walk @param {number} node */
export function starOf(walk, node) {
  const { search } = walk;
  const parent = search.parents[node];
  if (parent < 0 || !hasEnded(walk, parent)) return "";
  const chosen = search.chosen(parent);
  return !chosen.includes(search.cell(node)) ? "" : chosen.length === 1 ? " ★" : " ☆";
}

/** What the stars are called. @type {Record<string, string>} */
export const STARS = { " ★": "chosen", " ☆": "has the chosen value" };

/** Return an item as it is read aloud. @param {Walk} walk @param {Item} item */
function spokenItem(walk, { kind, node, text }) {
  const { search } = walk;
  if (kind === "fold") return `${text.slice(1)}, press Enter to show`;
  if (kind === "cut") return sayCut(search, node);
  if (kind === "beyond") return text;
  const end = !hasBegun(walk, node) ? "not called yet" : hasEnded(walk, node) ? sayEnd(search, node) : "not returned yet";
  return [saySubject(search, node), search.arguments(node), end, STARS[starOf(walk, node)]].filter(Boolean).join(", ");
}
