// The card for the selected call: its position, its result, its bounds and its moves.

import { html, nothing } from "lit-html";
import { CutIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import { nameImage } from "../shared/screen.ts";
import { drawValue } from "../shared/signs.ts";
import { button, icon, once } from "../shared/templates.ts";
import { _, fill, formatNumber, joinList } from "../shared/texts.ts";
import { drawMove, drawWorth, sayStar, starOf } from "./items.ts";
import type { Search } from "./record.ts";
import { numberOf, signOf, spokenBoard } from "./record.ts";
import type { Item } from "./tree.ts";
import { toggle } from "./tree.ts";
import type { Act, Walk } from "./walk.ts";
import { goTo, hasBegun, hasEnded, sayCut, sayEnd, saySubject, sayVisits } from "./walk.ts";

/** Return a template that describes the selected item. */
export function drawDetails(walk: Walk, act: Act, item: Item) {
  const { search } = walk;
  const { node, isOpen, kind } = item;
  const star = starOf(walk, node);
  const title = star
    ? joinList([saySubject(search, node), sayStar(search, star) + star])
    : saySubject(search, node);
  const label = search.isVisits ? _("The selected node") : _("The selected call");
  const facts = factsOf(walk, node);
  const isDone = hasEnded(walk, node);
  const cut = isDone && sayCut(search, node);
  const tried = search.children(node).filter((child) => hasBegun(walk, child));
  const jump = (word: string, step: number) =>
    button(word, () => act(() => goTo(walk, step)), { allowed: walk.step !== step });
  return html`
    <div class="ttt-details" role="group"
      aria-label=${label}>
      <p class="ttt-title">${title}</p>
      <div class="ttt-about">
        <div class="ttt-picture">${once(node, () => drawPicture(search, node))}</div>
        <dl>${facts.map(([name, text]) => html`<dt>${name}</dt><dd>${text}</dd>`)}</dl>
      </div>
      <div>${once([node, isDone], () => drawWindow(search, node, isDone))}</div>
      <ul>${tried.map((child) => drawChild(walk, child))}${
        cut ? html`<li>${icon(CutIcon)}<span>${cut}</span></li>` : nothing
      }</ul>
      <div class="ttt-bar ttt-controls">
        ${button(
          kind === "fold" ? _("Show all") : isOpen ? _("Hide moves") : _("Show moves"),
          () => act(() => toggle(walk, item)),
          { allowed: isOpen !== null || kind === "fold" },
        )}
        ${search.isVisits ? nothing : jump(_("To its call"), search.begins[node])}
        ${search.isVisits ? nothing : jump(_("To its return"), search.ends[node])}
      </div>
    </div>`;
}

/** Draw a call's position. */
function drawPicture({ board, cell, grid }: Search, node: number) {
  const marks = board(node);
  if (marks === undefined) return nothing;
  return nameImage(drawBoard(grid, marks, cell(node)), spokenBoard(grid, marks));
}

/** Return the known facts about a call, each as a pair of a name and a text. */
function factsOf(walk: Walk, node: number) {
  const { search } = walk;
  if (search.isVisits)
    return [
      [_("Visits"), formatNumber(search.visits(node))],
      [_("Mean"), search.value(node) ?? ""],
    ];
  const isDone = hasEnded(walk, node);
  const within = search.calls(node) - 1;
  const soFar = hasBegun(walk, node) ? _("not returned yet") : _("not called yet");
  const facts = [
    [_("Result"), isDone ? sayEnd(search, node) : soFar],
    [_("Called with"), search.arguments(node) ?? ""],
    [_("Calls inside"), isDone && within ? formatNumber(within) : ""],
  ];
  return facts.filter(([, text]) => text);
}

/** Return a template for a move that a call has tried. */
function drawChild(walk: Walk, node: number) {
  const { search } = walk;
  const star = starOf(walk, node);
  const said = search.isVisits
    ? sayVisits(search, node) + star
    : `${star} ${sayStar(search, star)}`;
  return html`
    <li>
      <span class="ttt-move">${drawMove(search, node)}</span>
      <span class="ttt-worth">${drawWorth(walk, node)}</span>
      <span>${star || search.isVisits ? said : ""}</span>
    </li>`;
}

/** Draw a call's bounds and its value on a scale with all values that occur. */
function drawWindow(search: Search, node: number, isDone: boolean) {
  const bounds = search.bounds(node);
  const values = search.worths.map(numberOf).filter(Number.isFinite);
  const [alpha, beta] = [search.alpha(node) ?? "\u2212\u221e", search.beta(node) ?? "\u221e"];
  const window = [alpha, beta].map(numberOf);
  const ends = [values[0], values.at(-1) ?? Number.NaN, ...window].filter(Number.isFinite);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  if (!bounds || !(least < most)) return nothing;
  const place = (value: number) =>
    Math.max(0, Math.min(((value - least) / (most - least)) * 100, 100));
  const value = isDone ? search.value(node) : undefined;
  const sign = signOf(value);
  const at = `inset-inline-start: ${place(numberOf(value))}%`;
  return html`
    <p>${fill("Window: {bounds}", { bounds })}</p>
    <div class="ttt-window" aria-hidden="true">
      <i style=${`inset-inline: ${place(window[0])}% ${100 - place(window[1])}%`}></i>
      ${sign ? html`<b style=${at}>${drawValue(sign)}</b>` : nothing}
      ${[least, most].map((end) => html`<span>${String(end).replace("-", "\u2212")}</span>`)}
    </div>`;
}
