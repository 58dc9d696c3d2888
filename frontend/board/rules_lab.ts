// The sheet on which people change the rules. The sheet's board shows a row that ends the game
// under the rules that people are trying out. People's own game continues until they press
// **Start**.

import type { Ask } from "../shared/channel.ts";
import {
  allow,
  drawOnce,
  element,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import { makeAskingSheet } from "../shared/sheet.ts";
import { drawValue } from "../shared/signs.ts";
import { _, fill } from "../shared/texts.ts";
import { drawPicture, makeChoices } from "./choices.ts";
import type { Choice } from "./draft.ts";
import type { RulesPreview } from "./shapes.ts";
import type { View } from "./view.ts";

/** Maximum number of choices that are shown side by side. */
const MOST_SEGMENTS = 3;

/**
 * Make the sheet, which opens when Python has sent a preview of the first rules.
 *
 * @param detailsOf returns the details of the request that starts a game with the given rules
 * @param begun called when the game has started
 */
export function makeRulesLab(
  ask: Ask,
  detailsOf: (rules: string) => Record<string, unknown>,
  begun: () => void,
) {
  let view: View;
  const fields = new Map<string, ReturnType<typeof makeChoices>>();
  const picture = element("div", { class: "ttt-picture" });
  // Screen readers read both texts aloud as soon as they arrive, because they can't read the
  // picture.
  const verdict = element("output", { class: "ttt-winner" });
  const title = element("h3");
  const summary = element("p");
  const list = element("div", { class: "ttt-switches" });
  const warning = element("p", { class: "ttt-warning" }, _("Pressing Start ends this game"));
  const begin = makeButton(_("Start"), { class: "ttt-main" }, () => {
    const { name } = view.rules_preview as RulesPreview;
    sheet.send("start", detailsOf(name), () => {
      close();
      begun();
    });
  });
  const sheet = makeAskingSheet(
    ask,
    _("Change the rules"),
    "ttt-setup ttt-lab",
    element(
      "div",
      { class: "ttt-draft" },
      element("div", { class: "ttt-shown" }, picture, verdict),
      list,
      element("section", {}, title, summary),
    ),
    [
      makeButton(_("Standard rules"), {}, () => tryOut({ rules: "standard" })),
      makeButton(_("Cancel"), {}, () => sheet.close()),
      begin,
    ],
    [warning],
    (isAsked) => {
      allow(begin, !isAsked);
      // If Python refuses a choice, show the previous one again.
      if (!isAsked) show();
    },
  );
  const { root, close } = sheet;
  root.addEventListener("close", () => ask("end_preview"));

  function open() {
    sheet.open();
    list.querySelector<HTMLElement>(":checked")?.focus();
  }
  /** Request a preview of other rules, or of the current rules with one option changed. */
  function tryOut(details: Record<string, string>) {
    sheet.send("preview_rules", { rules: view.rules_preview?.name, ...details });
  }
  function makeField(name: string, legend: string, isLong: boolean) {
    const field = (isLong ? makeStepper : makeChoices)(legend, (to) =>
      tryOut({ switch: name, to }),
    );
    list.append(field.root);
    return field;
  }
  function show() {
    const preview = view.rules_preview;
    warning.hidden = !view.moves.length || view.is_over;
    if (!preview) return;
    const { picture: board, switches, verdict: words, winner } = preview;
    drawOnce(picture, board, () => [drawPicture(board)]);
    const value = winner === "draw" ? "draw" : "win";
    setAttribute(verdict, "data-value", winner && value);
    drawOnce(verdict, [words, winner], () => [...(winner ? [drawValue(value)] : []), words]);
    setText(title, preview.title);
    setText(summary, preview.summary);
    // After quick presses, continue from the choice that the previous press has requested.
    if (root.hasAttribute("data-waiting")) return;
    for (const [name, legend, all, chosen] of switches) {
      const field = fields.get(name) ?? makeField(name, legend, all.length > MOST_SEGMENTS);
      fields.set(name, field);
      field.root.hidden = !chosen;
      field.draw(
        all.map(([value, title]) => ({ value, title })),
        chosen,
      );
    }
  }
  function draw(next: View) {
    view = next;
    show();
  }
  return { root, draw, open };
}

/** Make two buttons that go back and forth in a list of options. */
function makeStepper(legend: string, choose: (value: string) => void) {
  let values: string[] = [];
  const chosen = element("output");
  const [less, more] = [
    { sign: "−", label: fill("{rule}: one less", { rule: legend }), by: -1 },
    { sign: "+", label: fill("{rule}: one more", { rule: legend }), by: 1 },
  ].map(({ sign, label, by }) =>
    makeButton(sign, { "aria-label": label }, () => {
      const next = values[values.indexOf(chosen.value) + by];
      if (!next) return;
      setText(chosen, next);
      choose(next);
    }),
  );
  const root = element(
    "fieldset",
    {},
    element("legend", {}, legend),
    element("div", { class: "ttt-stepper" }, less, chosen, more),
  );
  function draw(all: Choice[], value: string) {
    values = all.map(({ value }) => value);
    setText(chosen, value);
    allow(less, value !== values[0]);
    allow(more, value !== values[values.length - 1]);
  }
  return { root, draw };
}
