// What the tree's items contain, and their texts for screen readers.

import { html, nothing } from "lit-html";
import { CutIcon } from "../shared/icons.ts";
import { drawMark } from "../shared/marks.ts";
import { drawBoard } from "../shared/position.ts";
import { drawValue } from "../shared/signs.ts";
import { icon, once } from "../shared/templates.ts";
import { _, fill, isolate, joinList } from "../shared/texts.ts";
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

/**
 * Return a template for an item in its current state.
 *
 * @param place CSS styles that determine where the item is
 * @param path the newest call and the calls around it
 */
export function drawItem(walk: Walk, item: Item, place: string, path: Set<number>) {
  const { search } = walk;
  const { kind, key, node, isOpen, level, parent, text } = item;
  const isCall = kind === "call";
  const isSelected = key === walk.selected;
  const isCurrent = isCall && !search.isVisits && node === currentNode(walk);
  const star = isCall ? starOf(walk, node) : "";
  return html`
    <div role="treeitem" class="ttt-item" data-lm-suppress-shortcuts="true"
      data-kind=${kind} data-key=${key} style=${place} tabindex=${isSelected ? 0 : -1}
      data-value=${(isCall && signSoFar(walk, node)) || nothing}
      ?data-path=${isCall && path.has(node)} ?data-chosen=${star === " ★"}
      aria-current=${isCurrent ? "step" : nothing} aria-selected=${isSelected}
      aria-expanded=${isOpen ?? nothing} aria-level=${level + 1}
      aria-posinset=${item.place + 1} aria-setsize=${parent?.children.length ?? 1}
      aria-label=${spokenItem(walk, item)}
    >${once(key, () => drawPicture(search, item))}
      <span class="ttt-move">${kind === "cut" ? icon(CutIcon) : nothing}${
        isCall ? drawMove(search, node) : text
      }</span>
      <span class="ttt-worth">${isCall ? drawWorth(walk, node) : nothing}</span>
      <span class="ttt-more">${sayMore(search, item)}</span>
      <span class="ttt-star">${star.trim()}</span>
    </div>`;
}

/** Draw a call's position, or the moves that the call has cut off. */
function drawPicture(search: Search, { kind, node }: Item) {
  const board = search.board(node);
  if (board === undefined) return nothing;
  if (kind === "call") return drawBoard(search.grid, board, search.cell(node));
  return kind === "cut" ? drawBoard(search.grid, board, -1, search.cut(node)) : nothing;
}

/** Return the text below an item's value. */
function sayMore(search: Search, { kind, node }: Item) {
  if (kind !== "call") return kind === "cut" ? _("never tried") : "";
  if (search.isVisits) return sayVisits(search, node);
  const name = search.severalFunctions && search.function(node);
  return [search.bounds(node), name].filter(Boolean).join("  ");
}

/** Return the label of a call, which is its move if the move is known. */
export function drawMove(search: Search, node: number) {
  const [mark, square] = search.move(node) ?? [];
  if (!mark || !square) return labelOf(search, node);
  const name = html`<span class="ttt-unseen">${mark} </span>${square}`;
  return html`${once(mark, () => drawMark(mark))}${name}`;
}

/** Return a template for a call's value, if it is known at the current step. */
export function drawWorth(walk: Walk, node: number) {
  const sign = signSoFar(walk, node);
  return html`${once(sign, () => (sign ? drawValue(sign) : nothing))}${worthSoFar(walk, node)}`;
}

/** Return the sign for a call's value, if the call has returned. */
function signSoFar(walk: Walk, node: number) {
  return hasEnded(walk, node) ? signOf(walk.search.value(node)) : undefined;
}

/** Return a call's value as text, if it is known at the current step. */
export function worthSoFar(walk: Walk, node: number) {
  if (!hasBegun(walk, node)) return "";
  if (!hasEnded(walk, node)) return "…";
  return walk.search.raised(node) === undefined
    ? isolate(walk.search.value(node) ?? "")
    : _("raises");
}

/**
 * Return a full star if the outer call chose this call's move, or an empty star if the move is
 * one of several candidates.
 */
export function starOf(walk: Walk, node: number) {
  const { search } = walk;
  const around = search.chooser(node);
  if (around < 0 || !hasEnded(walk, around)) return "";
  const chosen = search.chosen(around);
  return !chosen.includes(search.tries(node)) ? "" : chosen.length === 1 ? " ★" : " ☆";
}

/** Return what a star means, or an empty text if there is no star. */
export function sayStar({ isVisits }: Search, star: string) {
  const said = isVisits
    ? [_("most visits"), _("no other move has more visits")]
    : [_("chosen"), _("same value as the chosen move")];
  return star && said[star === " ★" ? 0 : 1];
}

/** Return an item's text for screen readers. */
function spokenItem(walk: Walk, { kind, node, text }: Item) {
  const { search } = walk;
  if (kind === "fold") return fill("{text} (press Enter to show)", { text });
  if (kind === "cut") return sayCut(search, node);
  if (kind === "beyond") return text;
  const end = !hasBegun(walk, node)
    ? _("not called yet")
    : hasEnded(walk, node)
      ? sayEnd(search, node)
      : _("not returned yet");
  const told = [
    saySubject(search, node),
    search.arguments(node) ?? "",
    end,
    sayStar(search, starOf(walk, node)),
  ];
  return joinList(told.filter(Boolean));
}
