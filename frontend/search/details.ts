// The card of the selected call: its position, what it returned, its window and its moves.

import {
  allow,
  drawOnce,
  element,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import { CutIcon, drawIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import { drawValue } from "../shared/signs.ts";
import { drawMove, drawWorth, sayStar, starOf, worthSoFar } from "./items.ts";
import type { Search } from "./record.ts";
import { formatCount, numberOf, signOf, spokenBoard } from "./record.ts";
import type { Item } from "./tree.ts";
import { toggle } from "./tree.ts";
import type { Act, Walk } from "./walk.ts";
import { goTo, hasBegun, hasEnded, sayCut, sayEnd, saySubject, sayVisits } from "./walk.ts";

/** Make the description of the selected item. */
export function makeDetails(walk: Walk, act: Act, selectedItem: () => Item) {
  const { search } = walk;
  const title = element("p", { class: "ttt-title" });
  const picture = element("div", { class: "ttt-picture" });
  const list = element("dl");
  const bounds = element("div");
  const moves = element("ul");
  const open = makeButton("", {}, () => act(() => toggle(walk, selectedItem())));
  const toCall = makeButton("To its call", {}, () =>
    act(() => goTo(walk, search.begins[selectedItem().node])),
  );
  const toReturn = makeButton("To its return", {}, () =>
    act(() => goTo(walk, search.ends[selectedItem().node])),
  );
  const root = element(
    "div",
    {
      class: "ttt-details",
      role: "group",
      "aria-label": `The selected ${search.isVisits ? "node" : "call"}`,
    },
    title,
    element("div", { class: "ttt-about" }, picture, list),
    bounds,
    moves,
    element(
      "div",
      { class: "ttt-bar ttt-controls" },
      open,
      ...(search.isVisits ? [] : [toCall, toReturn]),
    ),
  );

  /** Return what is known now of a call, as pairs of a name and a text. */
  function factsOf(node: number): [string, string][] {
    if (search.isVisits)
      return [
        ["Visits", formatCount(search.visits(node))],
        ["Mean", search.value(node) ?? ""],
      ];
    const isDone = hasEnded(walk, node);
    const within = search.calls(node) - 1;
    const facts: [string, string][] = [
      [
        "Result",
        hasBegun(walk, node)
          ? isDone
            ? sayEnd(search, node)
            : "not returned yet"
          : "not called yet",
      ],
      ["Called with", search.arguments(node) ?? ""],
      ["Calls within", isDone && within ? formatCount(within) : ""],
    ];
    return facts.filter(([, text]) => text);
  }
  function draw() {
    const { node, isOpen, kind } = selectedItem();
    const board = search.board(node);
    const star = starOf(walk, node);
    const isDone = hasEnded(walk, node);
    setText(title, `${saySubject(search, node)}${star && `, ${sayStar(search, star)}${star}`}`);
    drawOnce(picture, node, () => {
      if (board === undefined) return [];
      const drawn = drawBoard(search.grid, board, search.cell(node));
      setAttribute(drawn, "aria-hidden", null);
      setAttribute(drawn, "role", "img");
      setAttribute(drawn, "aria-label", spokenBoard(search.grid, board));
      return [drawn];
    });
    const known = factsOf(node);
    drawOnce(list, known, () =>
      known.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]),
    );
    drawOnce(bounds, [node, isDone], () => drawWindow(search, node, isDone));
    const tried = search.children(node).filter((child) => hasBegun(walk, child));
    const marks = tried.map((child) => starOf(walk, child));
    const cut = isDone && sayCut(search, node);
    drawOnce(moves, [tried.map((child) => worthSoFar(walk, child)), marks, node, cut], () => [
      ...tried.map((child, at) =>
        element(
          "li",
          {},
          element("span", { class: "ttt-move" }, ...drawMove(search, child)),
          element("span", { class: "ttt-worth" }, ...drawWorth(walk, child)),
          element(
            "span",
            {},
            search.isVisits
              ? `${sayVisits(search, child)}${marks[at]}`
              : marks[at] && `${marks[at]} ${sayStar(search, marks[at])}`,
          ),
        ),
      ),
      ...(cut ? [element("li", {}, drawIcon(CutIcon), element("span", {}, cut))] : []),
    ]);
    setText(open, kind === "fold" ? "Show all" : isOpen ? "Hide moves" : "Show moves");
    allow(open, isOpen !== null || kind === "fold");
    allow(toCall, walk.step !== search.begins[node]);
    allow(toReturn, walk.step !== search.ends[node]);
  }
  return { root, draw };
}

/** Draw the window of a call, and its value, among all values that occur. */
function drawWindow(search: Search, node: number, isDone: boolean) {
  const bounds = search.bounds(node);
  const values = search.worths.map(numberOf).filter(Number.isFinite);
  const [alpha, beta] = [search.alpha(node) ?? "\u2212\u221e", search.beta(node) ?? "\u221e"];
  const window = [alpha, beta].map(numberOf);
  const ends = [values[0], values.at(-1) ?? Number.NaN, ...window].filter(Number.isFinite);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  if (!bounds || !(least < most)) return [];
  const place = (value: number) =>
    Math.max(0, Math.min(((value - least) / (most - least)) * 100, 100));
  const value = isDone ? search.value(node) : undefined;
  const sign = signOf(value);
  return [
    element("p", {}, `Window: ${bounds}`),
    element(
      "div",
      { class: "ttt-window", "aria-hidden": "true" },
      element("i", {
        style: `inset-inline: ${place(window[0])}% ${100 - place(window[1])}%`,
      }),
      ...(sign
        ? [
            element(
              "b",
              { style: `inset-inline-start: ${place(numberOf(value))}%` },
              drawValue(sign),
            ),
          ]
        : []),
      ...[least, most].map((end) => element("span", {}, String(end).replace("-", "\u2212"))),
    ),
  ];
}
