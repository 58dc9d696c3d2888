// The sheet with the game's rules. People can print the rules, and try the examples on the
// board.

import type { Ask } from "../shared/channel.ts";
import { drawOnce, element, KEEPS_KEYS, makeButton, setText } from "../shared/elements.ts";
import type { Grid } from "../shared/game.ts";
import { makeTool, PrintIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import { makeAskingSheet } from "../shared/sheet.ts";
import { _, fill } from "../shared/texts.ts";
import type { CardExample, RulesCard } from "./shapes.ts";
import type { View } from "./view.ts";

/**
 * Make the sheet **Rules**, which calls `begun` when a person tries an example on the board.
 */
export function makeCard(ask: Ask, { begun }: { begun: () => void }) {
  const leaflet = element("div", {
    class: "ttt-leaflet",
    tabindex: "0",
    ...KEEPS_KEYS,
  });
  const printer = makeTool(_("Print"), PrintIcon, () => print());
  const sheet = makeAskingSheet(ask, _("Rules"), "ttt-card", leaflet, [printer]);
  const { root, title, close } = sheet;
  // While the sheet is open, only the rules are printed, not the rest of the page.
  const paper = element("div", { class: "ttt ttt-game ttt-paper" });
  root.addEventListener("close", () => removeEventListener("beforeprint", lay));

  function lay() {
    if (!root.isConnected) return;
    const { lang, dir } = root.closest(".ttt") as HTMLElement;
    Object.assign(paper, { lang, dir });
    paper.replaceChildren(title.cloneNode(true), leaflet.cloneNode(true));
    document.body.append(paper);
    addEventListener("afterprint", () => paper.remove(), { once: true });
  }

  function tryOut(index: number) {
    sheet.send("example", { index }, () => {
      close();
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
    // A cell outside the board can't be pressed.
    const tried = isOnBoard
      ? [
          makeButton(_("Try it"), { "aria-label": fill("Try it: {text}", { text }) }, () =>
            tryOut(index),
          ),
        ]
      : [];
    return element("figure", {}, picture, words, ...tried);
  }
  function open() {
    sheet.open();
    // In a shadow root, as in marimo, the styles don't affect the page.
    printer.hidden = root.getRootNode() !== document;
    if (!printer.hidden) addEventListener("beforeprint", lay);
    leaflet.scrollTop = 0;
    leaflet.focus();
    sheet.send("card", {});
  }
  function draw({ grid, rules_card: card, rules_summary: summary, rules_title: rules }: View) {
    setText(title, fill("Rules: {game}", { game: card?.name ?? rules }));
    drawOnce(leaflet, [grid, card ?? summary], () => {
      if (!card) return [element("p", {}, summary)];
      const { description, examples } = card;
      const how = [...card.sections];
      const about = how.splice(0, 2);
      const more = how.splice(-2);
      const won = examples.find((one) => one.winning_lines.length && !one.refused);
      return [
        element(
          "div",
          {},
          element("p", {}, description),
          ...(won ? [drawBoard(grid, won.board, won.cell)] : []),
          ...about.map(makeSection("ul")),
        ),
        element("div", {}, ...how.map(makeSection("ol")), ...more.map(makeSection("ul"))),
        element(
          "div",
          {},
          element("h3", {}, _("Examples")),
          ...examples.map((example, index) => makeExample(grid, example, index)),
        ),
      ];
    });
  }
  return { root, draw, open, close };
}

/** Return a function that makes a section of the card, with a list of points. */
function makeSection(list: "ol" | "ul") {
  return ([heading, points]: RulesCard["sections"][number]) =>
    element(
      "section",
      {},
      element("h3", {}, heading),
      element(list, {}, ...points.map((point) => element("li", {}, point))),
    );
}
