// The sheet that lists the keys.

import { element } from "../shared/elements.ts";
import { hasCoordinates } from "../shared/grid.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import type { View } from "./view.ts";
import { choosesMark } from "./view.ts";

/** Make the sheet "Keys". */
export function makeKeys() {
  const list = element("dl", { class: "ttt-leaflet" });
  const head = makeHead(element("h2", {}, "Keys"), () => root.close());
  const root = makeSheet("Keys", "ttt-keys", head, list);

  /** Open the sheet with the keys of the present game or activity. */
  function open(view: View) {
    const keys = [
      ["Arrow keys", "Move between squares"],
      ["Enter", "Place your mark"],
      hasCoordinates(view.grid)
        ? ["a1, b12…", "Go to this square"]
        : ["1 to 9", "Place your mark there"],
      ...(choosesMark(view) ? [["X, O", "Choose the mark"]] : []),
      ...(view.activity
        ? []
        : [
            ["Ctrl+Z", "Undo"],
            ["Shift+N", "New game"],
          ]),
      ["Shift+F", "Full screen"],
      ["?", "Show these keys"],
    ];
    list.replaceChildren(
      ...keys.flatMap(([key, use]) => [element("dt", {}, key), element("dd", {}, use)]),
    );
    root.showModal();
  }
  return { root, open };
}
