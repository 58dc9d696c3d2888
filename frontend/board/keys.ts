// The sheet that lists the keyboard shortcuts.

import { element } from "../shared/elements.ts";
import { hasCoordinates } from "../shared/grid.ts";
import { makeHead, makeSheet } from "../shared/sheet.ts";
import { _ } from "../shared/texts.ts";
import type { View } from "./view.ts";

/** Make the sheet **Keys**. */
export function makeKeys() {
  const list = element("dl", { class: "ttt-leaflet" });
  const head = makeHead(element("h2", {}, _("Keys")), () => root.close());
  const root = makeSheet(_("Keys"), "ttt-keys", head, list);

  /** Open the sheet with the keys for the current game or activity. */
  function open(view: View) {
    const { choices } = view;
    const keys = [
      [_("Arrow keys"), _("Move between squares")],
      [_("Enter"), view.sliding ? _("Choose or move your mark") : _("Place your mark")],
      ...(hasCoordinates(view.grid)
        ? [[view.sliding ? "a1-b2" : "a1, b12…", _("Go to this square")]]
        : view.sliding
          ? [["1-5", _("Move your mark")]]
          : choices.includes("1")
            ? []
            : [[_("1 to 9"), _("Place your mark there")]]),
      ...(choices.length ? [[choices.join(", "), _("Choose the mark")]] : []),
      ...(view.sliding ? [["Esc", _("Choose no mark")]] : []),
      ...(view.activity
        ? []
        : [
            [_("Ctrl+Z"), _("Undo")],
            [_("Shift+N"), _("New game")],
          ]),
      [_("Shift+F"), _("Full screen")],
      ["?", _("Show these keys")],
    ];
    list.replaceChildren(
      ...keys.flatMap(([key, use]) => [element("dt", {}, key), element("dd", {}, use)]),
    );
    root.showModal();
  }
  return { root, open };
}
