// The sheet with the rules of the game, with examples to try on the board.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, KEEPS_KEYS, makeButton, setText } from "../shared/elements.ts";
import type { Grid } from "../shared/game.ts";
import { drawBoard } from "../shared/position.ts";
import { makeAskingSheet } from "../shared/sheet.ts";
import { fill } from "../shared/texts.ts";
import type { CardExample } from "./shapes.ts";
import type { View } from "./view.ts";

/** Make the sheet "Rules". It calls `begun` when a person tries an example on the board. */
export function makeCard(ask: Ask, { begun }: { begun: () => void }) {
  const leaflet = element("div", {
    class: "ttt-leaflet",
    tabindex: "0",
    ...KEEPS_KEYS,
  });
  const sheet = makeAskingSheet(ask, "Rules", "ttt-card", leaflet);
  const { root, title } = sheet;

  function tryOut(index: number) {
    sheet.send("example", { index }, () => {
      sheet.close();
      begun();
    });
  }
  function makeExample(grid: Grid, example: CardExample, index: number) {
    const {
      text,
      position: square,
      message,
      refused: isRefused,
      cell,
      board,
      before,
    } = example;
    const isOnBoard = grid.cells.includes(cell);
    const picture = isRefused
      ? drawBoard(grid, before, -1, isOnBoard ? [cell] : [])
      : drawBoard(grid, board, cell);
    const outcome = isRefused
      ? fill("You can't play {square}. {message}", { square, message })
      : fill("Play {square}: {message}", { square, message });
    const words = element("figcaption", {}, text, " ", element("em", {}, outcome));
    // A cell off the board cannot be pressed.
    const tried = isOnBoard
      ? [
          makeButton("Try it", { "aria-label": fill("Try it: {text}", { text }) }, () =>
            tryOut(index),
          ),
        ]
      : [];
    return element("figure", {}, picture, words, ...tried);
  }
  function open() {
    sheet.open();
    leaflet.scrollTop = 0;
    leaflet.focus();
    sheet.send("card", {});
  }
  function draw({ grid, rules_card: card, rules_summary: summary, rules_title: rules }: View) {
    setText(title, fill("Rules: {game}", { game: card?.name ?? rules }));
    drawOnce(leaflet, [grid, card ?? summary], () => {
      if (!card) return [element("p", {}, summary)];
      const sections = card.sections.map(([heading, points]) =>
        element(
          "section",
          {},
          element("h3", {}, heading),
          element("ul", {}, ...points.map((point) => element("li", {}, point))),
        ),
      );
      const examples = card.examples.map((example, index) => makeExample(grid, example, index));
      return [
        element("p", {}, card.description),
        element("div", { class: "ttt-sections" }, ...sections),
        element("h3", {}, "Examples"),
        element("div", { class: "ttt-examples" }, ...examples),
      ];
    });
  }
  return { root, draw, open };
}
