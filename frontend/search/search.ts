// The tree of a search in a cell. Python has recorded the calls: this file draws
// them step by step, or a tree with visits at once, asks Python for nothing, and knows no rule.
//
// From top to bottom: the pieces of the screen, and `render`, which ties them together.

import type { AnyModel, AnyWidget } from "@anywidget/types";
import {
  drawOnce,
  element,
  keepKeys,
  makeButton,
  renderOrSay,
  setText,
} from "../shared/elements.ts";
import { CutIcon, drawIcon } from "../shared/icons.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import { drawValue } from "../shared/signs.ts";
import { makeDetails } from "./details.ts";
import type { Search } from "./record.ts";
import { readSearch, signOf } from "./record.ts";
import { focusIn, makeTree } from "./scroll.ts";
import { makeSteps } from "./steps.ts";
import type { Traits } from "./traits.ts";
import type { Act, Question, Walk } from "./walk.ts";
import { answer, sayStep, settle, startWalk } from "./walk.ts";

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the walk as it is then, and touches only what has changed.

/**
 * Make the line that says what happened, and the question on what comes.
 *
 * @param giveBack the focus, where what had it is gone
 */
function makeSay(walk: Walk, act: Act, giveBack: () => void) {
  const status = element("p", { class: "ttt-say", role: "status", "aria-atomic": "true" });
  const choices = element("div", {
    class: "ttt-bar ttt-controls",
    role: "group",
    "aria-label": "Your prediction",
  });
  const score = element("p", { class: "ttt-right" });
  const root = element("div", { class: "ttt-saying" }, status, score);
  const slot = element("div", { class: "ttt-slot" }, choices, makeLegend(walk.search));
  let drawn: Question | null = null;
  /** What had the focus before the question. */
  let before: HTMLElement | null = null;

  function makeChoices(question: Question) {
    return [
      ...question.choices.map((text, at) =>
        makeButton(text, {}, () => act(() => answer(walk, at))),
      ),
      makeButton("Show me", { class: "ttt-quiet" }, () => act(() => settle(walk))),
    ];
  }
  function draw() {
    const { question, verdict, right, asked, predicts } = walk;
    const [what, joint = "", more = ""] = question
      ? [question.text, " ", question.about]
      : sayStep(walk);
    const said = [verdict, what].filter(Boolean).join(" ");
    drawOnce(status, [said, joint, more], () => [
      element("b", {}, said),
      element("span", { class: "ttt-unseen" }, joint),
      element("span", {}, more),
    ]);
    setText(score, predicts ? `${right} of ${asked} predicted right` : "");
    root.toggleAttribute("data-predicts", predicts);
    if (question === drawn) return;
    drawn = question;
    const focused = focusIn(root);
    const wasHere = choices.contains(focused);
    const isInside = root.parentElement?.contains(focused);
    choices.replaceChildren(...(question ? makeChoices(question) : []));
    // The focus is led to a question, and back from the last one.
    if (question && isInside) {
      if (!wasHere) before = focused as HTMLElement;
      choices.querySelector("button")?.focus();
    } else if (wasHere) {
      if (before?.isConnected) before.focus();
      else giveBack();
    }
  }
  return { root, slot, draw };
}

/** Make the line that says what the signs mean; it stands where no choices are. */
function makeLegend({ worths, cuts, isVisits }: Search) {
  const found = new Set(worths.map(signOf));
  const signs = (
    [
      ["win", "above 0"],
      ["draw", "0"],
      ["loss", "below 0"],
    ] as const
  ).filter(([sign]) => found.has(sign));
  return element(
    "p",
    { class: "ttt-legend" },
    ...signs.map(([sign, text]) => element("span", {}, drawValue(sign), text)),
    element("span", {}, `\u2605 ${isVisits ? "visited most" : "chosen"}`),
    ...(cuts ? [element("span", {}, drawIcon(CutIcon), "cut")] : []),
  );
}

const HELP =
  "Keys: n steps forward, p back, f to the end of the call; " +
  "in the tree the arrow keys move, open and close. " +
  "☆ one of several with the chosen value, … not returned yet.";
const HELP_ON_VISITS =
  "Each node shows the mean of its results, and its visits; the one visited most comes first. " +
  "Keys: in the tree the arrow keys move, open and close.";

/** Draw a search on `el`, until what is returned is called. */
function render({ model, el }: { model: Pick<AnyModel<Traits>, "get">; el: HTMLElement }) {
  const walk = startWalk(readSearch(model.get("tree"), model.get("grid")));
  const act: Act = (change) => {
    change();
    draw();
  };
  const { search } = walk;
  const tree = makeTree(walk, act);
  // A tree with visits has no steps, so nothing happens that could be said.
  const steps = search.isVisits ? null : makeSteps(walk, act);
  const say = search.isVisits ? null : makeSay(walk, act, tree.focus);
  const details = makeDetails(walk, act, tree.selectedItem);
  const summary = element(
    "div",
    { class: "ttt-summary" },
    element("p", {}, model.get("summary").replace(/\.$/, "")),
    search.isVisits ? makeLegend(search) : element("p", {}, model.get("known")),
  );
  const root = element(
    "section",
    { class: "ttt ttt-search", "aria-label": "Search tree" },
    summary,
    ...(steps && say ? [steps.root, say.root, say.slot] : []),
    element("div", { class: "ttt-views" }, tree.root, details.root),
    element("p", { class: "ttt-help" }, search.isVisits ? HELP_ON_VISITS : HELP),
  );
  keepKeys(root);
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (steps?.press(event.key)) event.preventDefault();
  });

  function draw() {
    tree.draw();
    steps?.draw();
    details.draw();
    say?.draw();
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
  render: renderOrSay("The search", render),
} satisfies AnyWidget<Traits>;
