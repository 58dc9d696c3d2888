// A search tree in a notebook cell. Python has recorded the calls. This file draws the calls
// step by step, or a tree with visits all at once. The front end of a search sends no requests
// to Python, and doesn't know the rules.
//
// From top to bottom, there are the parts of the screen, and `render`, which connects the
// parts.

import type { AnyModel, AnyWidget } from "@anywidget/types";
import { html, nothing, render as show } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { element, keepKeys, renderOrSay } from "../shared/elements.ts";
import { CutIcon } from "../shared/icons.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import { drawValue } from "../shared/signs.ts";
import { button, icon } from "../shared/templates.ts";
import { _, fill, joinSentences, plural, useLanguageOf } from "../shared/texts.ts";
import { drawDetails } from "./details.ts";
import type { Search } from "./record.ts";
import { readSearch, signOf } from "./record.ts";
import { focusIn, makeTree } from "./scroll.ts";
import { makeSteps } from "./steps.ts";
import type { Traits } from "./traits.ts";
import type { Act, Question, Walk } from "./walk.ts";
import { answer, sayStep, settle, startWalk } from "./walk.ts";

/** Return a template for the last event and the question about the next event. */
function drawSay(walk: Walk, act: Act, legend: unknown) {
  const { question, verdict, right, asked, predicts } = walk;
  const [what, joint = "", more = ""] = question
    ? [question.text, " ", question.about]
    : sayStep(walk);
  const said = [verdict, what].filter(Boolean).join(" ");
  const choices = ({ choices: texts }: Question) => [
    ...texts.map((text, at) => button(text, () => act(() => answer(walk, at)))),
    button(_("Show me"), () => act(() => settle(walk)), { name: "ttt-quiet" }),
  ];
  return html`
    <div class="ttt-saying" ?data-predicts=${predicts}>
      <p class="ttt-say" role="status" aria-atomic="true"><b .textContent=${said}></b><span
        class="ttt-unseen" .textContent=${joint}></span><span .textContent=${more}></span></p>
      <p class="ttt-right">${
        predicts
          ? plural(
              "{right} of {count} prediction right",
              "{right} of {count} predictions right",
              asked,
              { right },
            )
          : ""
      }</p>
    </div>
    <div class="ttt-slot">
      <div class="ttt-bar ttt-controls" role="group" aria-label=${_("Your prediction")}
        >${repeat(question ? [question] : [], ({ id }) => id, choices)}</div>
      ${legend}
    </div>`;
}

/**
 * Return the legend that explains the signs, and that appears if there are no answers to choose
 * from.
 */
function drawLegend({ worths, cuts, isVisits }: Search) {
  const found = new Set(worths.map(signOf));
  const signs = (
    [
      ["win", _("above 0")],
      ["draw", "0"],
      ["loss", _("below 0")],
    ] as const
  ).filter(([sign]) => found.has(sign));
  return html`
    <p class="ttt-legend">
      <span>${isVisits ? _("Mean:") : _("Value:")}</span>
      ${signs.map(([sign, text]) => html`<span>${drawValue(sign)}${text}</span>`)}
      <span>${isVisits ? _("★ most visits") : _("★ chosen")}</span>
      ${cuts ? html`<span>${icon(CutIcon)}${_("cut")}</span>` : nothing}
    </p>`;
}

/** Return help about the keys and the signs. */
function sayHelp(isVisits: boolean) {
  const keys = _(
    "In the tree, use the arrow keys to move around and to open or close branches.",
  );
  return isVisits
    ? joinSentences([
        _("Each node shows the mean of its results and the number of its visits."),
        _("The node with the most visits comes first."),
        keys,
      ])
    : joinSentences([
        _("Keys: n steps forward, p steps back, and f goes to the end of the call."),
        keys,
        _("☆ marks a move with the same value as the chosen move."),
        _("… marks a call that has not returned yet."),
      ]);
}

/** Draw a search in `el`. Return a function that stops this. */
function render({ model, el }: { model: Pick<AnyModel<Traits>, "get">; el: HTMLElement }) {
  const walk = startWalk(readSearch(model.get("tree"), model.get("grid")));
  const act: Act = (change) => {
    useLanguageOf(model);
    change();
    draw();
  };
  const { search } = walk;
  const tree = makeTree(walk, act);
  // A tree with visits has no steps, so there are no events to report.
  const steps = search.isVisits ? null : makeSteps(walk, act);
  const legend = drawLegend(search);
  const root = element("section", { class: "ttt ttt-search", "aria-label": _("Search tree") });
  /** Question that was asked last. */
  let put: Question | null = null;
  /** Element that had the focus before the question. */
  let before: HTMLElement | null = null;

  keepKeys(root);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps?.press(event.key)) event.preventDefault();
  });

  /**
   * Move the focus to a new question. After the last question, move the focus back.
   *
   * @param focused element that had the focus before the question was drawn
   * @param wasAnswer whether this element was an answer to another question
   */
  function leadFocus(focused: HTMLElement | null, wasAnswer: boolean) {
    put = walk.question;
    if (put && focused) {
      if (!wasAnswer) before = focused;
      root.querySelector<HTMLElement>(".ttt-slot button")?.focus();
    } else if (wasAnswer) {
      if (before?.isConnected) before.focus();
      else tree.focus();
    }
  }
  function draw() {
    useLanguageOf(model);
    tree.draw();
    const focused = root.contains(focusIn(root)) ? (focusIn(root) as HTMLElement) : null;
    const wasAnswer = Boolean(focused?.closest(".ttt-slot"));
    show(
      html`
        <div class="ttt-summary">
          <p>${model.get("summary")}</p>
          ${steps ? html`<p>${model.get("known")}</p>` : legend}
        </div>
        ${steps && [steps.draw(), drawSay(walk, act, legend)]}
        <div class="ttt-views">${tree.root}${drawDetails(walk, act, tree.selectedItem())}</div>
        <p class="ttt-help">${sayHelp(search.isVisits)}</p>`,
      root,
    );
    if (walk.question !== put) leadFocus(focused, wasAnswer);
  }
  draw();
  el.append(root);
  return () => {
    steps?.pause();
    tree.close();
    root.remove();
  };
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay((error) => fill("Can't show the search: {error}", { error }), render),
} satisfies AnyWidget<Traits>;
