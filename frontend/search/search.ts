// The tree of a traced search in a cell. Python has recorded the calls: this file draws
// them step by step, asks Python for nothing, and knows no rule.
//
// From top to bottom: the pieces of the screen, and `render`, which ties them together.

import type { AnyModel, AnyWidget } from "@anywidget/types";
import {
  allow,
  drawOnce,
  element,
  keepKeys,
  makeButton,
  renderOrSay,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import { drawBoard } from "../shared/position.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import { STARS, starOf, worthSoFar } from "./items.ts";
import { formatCount, readSearch, spokenBoard } from "./record.ts";
import { focusIn, makeTree } from "./scroll.ts";
import type { Traits } from "./traits.ts";
import type { Item } from "./tree.ts";
import { toggle } from "./tree.ts";
import type { Act, Question, Unit, Walk } from "./walk.ts";
import {
  answer,
  finishCall,
  goBack,
  goForward,
  goTo,
  hasBegun,
  hasEnded,
  innermostCall,
  labelOf,
  sayCut,
  sayEnd,
  sayStep,
  saySubject,
  settle,
  startWalk,
  togglePredicting,
} from "./walk.ts";

/** Milliseconds between two steps while the search plays. */
const PLAY_MS = 1500;

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the walk as it is then, and touches only what has changed.

/** Make the buttons and the slider of the steps. */
function makeSteps(walk: Walk, act: Act) {
  const { search } = walk;
  let timer: ReturnType<typeof setInterval> | undefined;
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  /** Do what a person asks for by hand: the playing ends. */
  const byHand = (change: () => void) =>
    act(() => {
      pause();
      change();
    });
  const first = makeButton("«", { class: "ttt-step", "aria-label": "To the start" }, () =>
    byHand(() => goTo(walk, 0)),
  );
  const back = makeButton("‹", { class: "ttt-step", "aria-label": "Step back" }, () =>
    byHand(() => goBack(walk)),
  );
  const forward = makeButton("›", { class: "ttt-step", "aria-label": "Step forward" }, () =>
    byHand(() => goForward(walk)),
  );
  const last = makeButton("»", { class: "ttt-step", "aria-label": "To the end" }, () =>
    byHand(() => goTo(walk, search.last)),
  );
  const finish = makeButton("Finish call", {}, () => byHand(() => finishCall(walk)));
  const play = makeButton("Play", { class: "ttt-play" }, () =>
    act(() => {
      if (timer !== undefined) return pause();
      goForward(walk);
      timer = setInterval(
        () =>
          act(() => {
            if (walk.question || walk.step === search.last) pause();
            else goForward(walk);
          }),
        PLAY_MS,
      );
    }),
  );
  const unit = element(
    "select",
    { "aria-label": "Step by", "data-lm-suppress-shortcuts": "true" },
    element("option", { value: "any" }, "By call and return"),
    element("option", { value: "call" }, "By call"),
    element("option", { value: "return" }, "By return"),
  );
  unit.addEventListener("change", () =>
    byHand(() => {
      walk.unit = unit.value as Unit;
    }),
  );
  const slider = element("input", {
    type: "range",
    min: "0",
    max: String(search.last),
    "aria-label": "Step",
    "data-lm-suppress-shortcuts": "true",
  });
  slider.addEventListener("input", () => byHand(() => goTo(walk, Number(slider.value))));
  const counter = element("span", { class: "ttt-counter" });
  const predict = makeButton("Predict first", {}, () => byHand(() => togglePredicting(walk)));
  const root = element(
    "div",
    { class: "ttt-steps ttt-controls" },
    element(
      "div",
      { class: "ttt-bar" },
      first,
      back,
      forward,
      last,
      play,
      finish,
      unit,
      predict,
    ),
    element("div", { class: "ttt-scrub" }, slider, counter),
  );

  function draw() {
    const { step } = walk;
    const isPlaying = timer !== undefined && step < search.last && !walk.question;
    if (!isPlaying) pause();
    for (const button of [first, back]) allow(button, step > 0);
    allow(forward, step < search.last && !walk.question);
    allow(play, step < search.last && !walk.question);
    allow(last, step < search.last);
    allow(finish, innermostCall(walk) >= 0);
    setText(play, isPlaying ? "Pause" : "Play");
    setAttribute(predict, "aria-pressed", String(walk.predicts));
    slider.value = String(step);
    setAttribute(
      slider,
      "aria-valuetext",
      `Step ${formatCount(step)} of ${formatCount(search.last)}: ${sayStep(walk)}`,
    );
    setText(counter, `Step ${formatCount(step)} of ${formatCount(search.last)}`);
  }
  return {
    root,
    draw,
    pause,
    /** Do what a key stands for; return whether it stands for anything. */
    press(key: string) {
      const button = { n: forward, p: back, f: finish }[key];
      button?.click();
      return button !== undefined;
    },
  };
}

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
  const root = element("div", { class: "ttt-saying" }, status, choices, score);
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
    setText(
      status,
      [verdict, question ? question.text : sayStep(walk)].filter(Boolean).join(" "),
    );
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
  return { root, draw };
}

/** Make the description of the selected item. */
function makeDetails(walk: Walk, act: Act, selectedItem: () => Item) {
  const { search } = walk;
  const title = element("p", { class: "ttt-title" });
  const picture = element("div", { class: "ttt-picture" });
  const list = element("dl");
  const open = makeButton("Show moves", {}, () => act(() => toggle(walk, selectedItem())));
  const toCall = makeButton("To its call", {}, () =>
    act(() => goTo(walk, search.begins[selectedItem().node])),
  );
  const toReturn = makeButton("To its return", {}, () =>
    act(() => goTo(walk, search.ends[selectedItem().node])),
  );
  const root = element(
    "div",
    { class: "ttt-details", role: "group", "aria-label": "The selected call" },
    title,
    element("div", { class: "ttt-about" }, picture, list),
    element("div", { class: "ttt-bar ttt-controls" }, open, toCall, toReturn),
  );

  /** Return what is known now of a call, as pairs of a name and a text. */
  function factsOf(node: number): [string, string][] {
    const isDone = hasEnded(walk, node);
    const tried = search.children(node).filter((child) => hasBegun(walk, child));
    const within = search.calls(node) - 1;
    const facts: [string, string][] = [
      ["Called with", search.arguments(node) ?? ""],
      [
        "Result",
        hasBegun(walk, node)
          ? isDone
            ? sayEnd(search, node)
            : "not returned yet"
          : "not called yet",
      ],
      [
        "Tried",
        tried
          .map(
            (child) =>
              `${labelOf(search, child)}: ${worthSoFar(walk, child)}${starOf(walk, child)}`,
          )
          .join(" · "),
      ],
      ["Cut", isDone ? sayCut(search, node) : ""],
      ["Calls within", isDone && within ? formatCount(within) : ""],
    ];
    return facts.filter(([, text]) => text);
  }
  function draw() {
    const { node, isOpen, kind } = selectedItem();
    const board = search.board(node);
    const star = starOf(walk, node);
    setText(title, `${saySubject(search, node)}${star && `, ${STARS[star]}${star}`}`);
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
    setText(open, kind === "fold" ? "Show all" : isOpen ? "Hide moves" : "Show moves");
    allow(open, isOpen !== null || kind === "fold");
    allow(toCall, walk.step !== search.begins[node]);
    allow(toReturn, walk.step !== search.ends[node]);
  }
  return { root, draw };
}

const HELP =
  "Keys: n steps forward, p back, f to the end of the call; " +
  "in the tree the arrow keys move, open and close. " +
  "★ chosen, ☆ one of several with the chosen value, … not returned yet.";

/** Draw a search on `el`, until what is returned is called. */
function render({ model, el }: { model: Pick<AnyModel<Traits>, "get">; el: HTMLElement }) {
  const walk = startWalk(readSearch(model.get("tree"), model.get("grid")));
  const act: Act = (change) => {
    change();
    draw();
  };
  const steps = makeSteps(walk, act);
  const tree = makeTree(walk, act);
  const say = makeSay(walk, act, tree.focus);
  const details = makeDetails(walk, act, tree.selectedItem);
  const summary = element(
    "p",
    { class: "ttt-summary" },
    element("b", {}, model.get("summary") ?? ""),
    ` ${model.get("known")}`,
  );
  const root = element(
    "section",
    { class: "ttt ttt-search", "aria-label": "Search tree" },
    summary,
    steps.root,
    say.root,
    element("div", { class: "ttt-views" }, tree.root, details.root),
    element("p", { class: "ttt-help" }, HELP),
  );
  keepKeys(root);
  root.addEventListener("keydown", (event) => {
    const isTyping = (event.target as Element).localName === "select";
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    if (steps.press(event.key)) event.preventDefault();
  });

  function draw() {
    tree.draw();
    steps.draw();
    details.draw();
    say.draw();
  }
  draw();
  el.append(root);
  return () => {
    steps.pause();
    tree.close();
    root.remove();
  };
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay("The search", render),
} satisfies AnyWidget<Traits>;
