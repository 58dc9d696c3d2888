// The elements of the items of the tree: what each shows, and how it is read aloud.

import { element, KEEPS_KEYS, setAttribute, setText } from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { CutIcon, drawIcon } from "../shared/icons.ts";
import { drawMark } from "../shared/marks.ts";
import { drawBoard } from "../shared/position.ts";
import { drawValue } from "../shared/signs.ts";
import type { Search } from "./record.ts";
import { signOf } from "./record.ts";
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
  sayVisits,
} from "./walk.ts";

/** Make the element of an item. */
export function makeItem(search: Search, { kind, key, node, text }: Item) {
  const isCall = kind === "call";
  const isCut = kind === "cut";
  const facts = search.isVisits
    ? [sayVisits(search, node)]
    : [search.bounds(node), search.severalFunctions && search.function(node)];
  const board = isCall || isCut ? search.board(node) : undefined;
  return element(
    "div",
    {
      role: "treeitem",
      class: "ttt-item",
      "data-kind": kind,
      "data-key": key,
      ...KEEPS_KEYS,
    },
    ...(board === undefined
      ? []
      : [
          isCall
            ? drawBoard(search.grid, board, search.cell(node))
            : drawBoard(search.grid, board, -1, search.cut(node)),
        ]),
    element(
      "span",
      { class: "ttt-move" },
      ...(isCut ? [drawIcon(CutIcon)] : []),
      ...(isCall ? drawMove(search, node) : [text]),
    ),
    element("span", { class: "ttt-worth" }),
    element(
      "span",
      { class: "ttt-more" },
      isCall ? facts.filter(Boolean).join("  ") : isCut ? "never tried" : "",
    ),
    element("span", { class: "ttt-star" }),
  );
}

/** What the elements of items show. */
const shownBy = new WeakMap<HTMLElement, string>();

/** Show in an element what its item is now. */
export function drawItem(walk: Walk, item: Item, made: HTMLElement, path: Set<number>) {
  const { kind, node, isOpen, level, place, parent, text } = item;
  const isSelected = item.key === walk.selected;
  const isCall = kind === "call";
  const isCurrent = isCall && !walk.search.isVisits && node === currentNode(walk);
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
  const [worth, chosen] = [".ttt-worth", ".ttt-star"].map(
    (name) => made.querySelector(name) as Element,
  );
  if (isCall) worth.replaceChildren(...drawWorth(walk, node));
  setText(chosen, star.trim());
  setAttribute(made, "data-value", (isCall && signSoFar(walk, node)) || null);
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

/** Draw what a call is labelled with: its move, where that is known. */
export function drawMove(search: Search, node: number) {
  const label = labelOf(search, node);
  return search.move(node)
    ? [
        drawMark(label[0] as Mark),
        element("span", { class: "ttt-unseen" }, `${label[0]} `),
        label.slice(2),
      ]
    : [label];
}

/** Draw what a call is worth as far as that is known now. */
export function drawWorth(walk: Walk, node: number) {
  const sign = signSoFar(walk, node);
  return [...(sign ? [drawValue(sign)] : []), worthSoFar(walk, node)];
}

/** Return whether a call that has returned is worth more or less than nothing. */
function signSoFar(walk: Walk, node: number) {
  return hasEnded(walk, node) ? signOf(walk.search.value(node)) : undefined;
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
  const around = search.chooser(node);
  if (around < 0 || !hasEnded(walk, around)) return "";
  const chosen = search.chosen(around);
  return !chosen.includes(search.tries(node)) ? "" : chosen.length === 1 ? " ★" : " ☆";
}

/** Return what a star says; nothing where there is none. */
export function sayStar({ isVisits }: Search, star: string) {
  const said = isVisits
    ? ["visited most", "one of those visited most"]
    : ["chosen", "has the chosen value"];
  return star && said[star === " ★" ? 0 : 1];
}

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
  return [
    saySubject(search, node),
    search.arguments(node),
    end,
    sayStar(search, starOf(walk, node)),
  ]
    .filter(Boolean)
    .join(", ");
}
