// Groups of options, which can contain small pictures of games.

import { drawing, drawOnce, element, KEEPS_KEYS } from "../shared/elements.ts";
import { drawIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import type { Choice } from "./draft.ts";
import type { RulesPicture } from "./shapes.ts";

/**
 * Draw a small picture of a game. If the game has texts, the picture shows texts instead of
 * marks.
 */
export function drawPicture({ board, ...shape }: RulesPicture) {
  const picture = drawBoard(
    { ...shape, cells: Array.from(board, (_, place) => place) },
    board,
    -1,
  );
  for (const [place, text] of [...board].entries()) {
    if ("XO.".includes(text)) continue;
    const x = (place % shape.columns) + 0.5;
    const y = Math.floor(place / shape.columns) + 0.73;
    const look = { "font-size": 0.7, "font-weight": 600, "text-anchor": "middle" };
    const written = drawing("text", { ...look, x, y, fill: "currentColor" });
    written.append(text);
    picture.append(written);
  }
  return picture;
}

/** Make a group of options, of which one is always chosen. */
export function makeChoices(legend: string, choose: (value: string) => void) {
  const list = element("div", { class: "ttt-choices" });
  const root = element("fieldset", {}, element("legend", {}, legend), list);
  list.addEventListener("change", ({ target }) => choose((target as HTMLInputElement).value));

  function makeChoice({ value, title, icons = [], picture }: Choice) {
    const input = element("input", {
      type: "radio",
      name: legend,
      value,
      "aria-label": title,
      ...KEEPS_KEYS,
    });
    // A game's title consists of its kind, such as "Gomoku", and its size.
    const [name, ...more] = title.split(", ");
    return element(
      "label",
      { class: "ttt-choice" },
      input,
      ...(icons.length ? [element("span", {}, ...icons.map(drawIcon))] : []),
      ...(picture ? [drawPicture(picture)] : []),
      element("span", { class: "ttt-title" }, name),
      ...(more.length ? [element("small", {}, more.join(", "))] : []),
    );
  }
  function draw(choices: Choice[], chosen: string) {
    drawOnce(list, choices, () => choices.map(makeChoice));
    for (const input of list.querySelectorAll("input")) input.checked = input.value === chosen;
  }
  return { root, draw };
}
