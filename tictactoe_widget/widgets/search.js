// @ts-check
// The tree of a traced search in a cell. Python has recorded the calls: this file draws
// them step by step, asks Python for nothing, and knows no rule.
//
// From top to bottom: the pieces of the screen, and `render`, which ties them together.

import { allow, drawOnce, drawing, element, keepKeys, makeButton, renderOrSay, setAttribute, setText } from "./elements.js";
import { drawBoard } from "./position.js";
import { formatCount, readSearch, spokenBoard } from "./search_record.js";
import { growItems, itemAfterKey, layOut, nodeOf, toggle } from "./search_tree.js";
import {
  answer, currentNode, finishCall, goBack, goForward, goTo, hasBegun, hasEnded, innermostCall, labelOf, pathTo,
  sayCut, sayEnd, sayStep, saySubject, settle, startWalk, togglePredicting,
} from "./search_walk.js";

/** @import { AnyModel, AnyWidget } from "@anywidget/types" */
/** @import { Search } from "./search_record.js" */
/** @import { Item } from "./search_tree.js" */
/** @import { Question, Unit, Walk } from "./search_walk.js" */
/** @import { SearchTraits } from "./types" */

/** Milliseconds between two steps while the search plays. */
const PLAY_MS = 1500;
/** Pixels beyond what is seen of the tree in which items are drawn too. */
const MARGIN = 1200;
/** Pixels between the tree and the edge of its box, as in the styles. */
const PADDING = 12;

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the walk as it is then, and touches only what has changed.

/** @typedef {(change: () => void) => void} Act changes the walk, then draws it */

/** Make the buttons and the slider of the steps. @param {Walk} walk @param {Act} act */
function makeSteps(walk, act) {
  const { search } = walk;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  const pause = () => {
    clearInterval(timer);
    timer = undefined;
  };
  /** Do what a person asks for by hand: the playing ends. @param {() => void} change */
  const byHand = (change) => act(() => {
    pause();
    change();
  });
  const first = makeButton("«", { class: "ttt-step", "aria-label": "To the start" }, () => byHand(() => goTo(walk, 0)));
  const back = makeButton("‹", { class: "ttt-step", "aria-label": "Step back" }, () => byHand(() => goBack(walk)));
  const forward = makeButton("›", { class: "ttt-step", "aria-label": "Step forward" }, () => byHand(() => goForward(walk)));
  const last = makeButton("»", { class: "ttt-step", "aria-label": "To the end" }, () => byHand(() => goTo(walk, search.last)));
  const finish = makeButton("Finish call", {}, () => byHand(() => finishCall(walk)));
  const play = makeButton("Play", { class: "ttt-play" }, () => act(() => {
    if (timer !== undefined) return pause();
    goForward(walk);
    timer = setInterval(() => act(() => {
      if (walk.question || walk.step === search.last) pause();
      else goForward(walk);
    }), PLAY_MS);
  }));
  const unit = /** @type {HTMLSelectElement} */ (element(
    "select",
    { "aria-label": "Step by", "data-lm-suppress-shortcuts": "true" },
    element("option", { value: "any" }, "By call and return"),
    element("option", { value: "call" }, "By call"),
    element("option", { value: "return" }, "By return"),
  ));
  unit.addEventListener("change", () => byHand(() => { walk.unit = /** @type {Unit} */ (unit.value); }));
  const slider = /** @type {HTMLInputElement} */ (element("input", {
    type: "range", min: "0", max: String(search.last), "aria-label": "Step", "data-lm-suppress-shortcuts": "true",
  }));
  slider.addEventListener("input", () => byHand(() => goTo(walk, Number(slider.value))));
  const counter = element("span", { class: "ttt-counter" });
  const predict = makeButton("Predict first", {}, () => byHand(() => togglePredicting(walk)));
  const root = element(
    "div",
    { class: "ttt-steps ttt-controls" },
    element("div", { class: "ttt-bar" }, first, back, forward, last, play, finish, unit, predict),
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
    setAttribute(slider, "aria-valuetext", `Step ${formatCount(step)} of ${formatCount(search.last)}: ${sayStep(walk)}`);
    setText(counter, `Step ${formatCount(step)} of ${formatCount(search.last)}`);
  }
  return {
    root,
    draw,
    pause,
    /** Do what a key stands for; return whether it stands for anything. @param {string} key */
    press(key) {
      const button = { n: forward, p: back, f: finish }[key];
      button?.click();
      return button !== undefined;
    },
  };
}

/**
 * Make the line that says what happened, and the question on what comes.
 * @param {Walk} walk @param {Act} act @param {() => void} giveBack the focus, where what had it is gone
 */
function makeSay(walk, act, giveBack) {
  const status = element("p", { class: "ttt-say", role: "status", "aria-atomic": "true" });
  const choices = element("div", { class: "ttt-bar ttt-controls", role: "group", "aria-label": "Your prediction" });
  const score = element("p", { class: "ttt-right" });
  const root = element("div", { class: "ttt-saying" }, status, choices, score);
  /** @type {Question | null} */
  let drawn = null;
  /** What had the focus before the question. @type {HTMLElement | null} */
  let before = null;

  /** @param {Question} question */
  function makeChoices(question) {
    return [
      ...question.choices.map((text, at) => makeButton(text, {}, () => act(() => answer(walk, at)))),
      makeButton("Show me", { class: "ttt-quiet" }, () => act(() => settle(walk))),
    ];
  }
  function draw() {
    const { question, verdict, right, asked, predicts } = walk;
    setText(status, [verdict, question ? question.text : sayStep(walk)].filter(Boolean).join(" "));
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
      if (!wasHere) before = /** @type {HTMLElement} */ (focused);
      choices.querySelector("button")?.focus();
    } else if (wasHere) {
      if (before?.isConnected) before.focus();
      else giveBack();
    }
  }
  return { root, draw };
}

/** Return what has the focus in the page or shadow root of an element. @param {Node} node @returns {Element | null} */
function focusIn(node) {
  return /** @type {Partial<DocumentOrShadowRoot>} */ (node.getRootNode()).activeElement ?? null;
}

/** Make the tree, which scrolls in a box of its own. @param {Walk} walk @param {Act} act */
function makeTree(walk, act) {
  const { search } = walk;
  const [size, width] = search.grid.columns > 5 ? [88, 200] : [44, 136];
  const height = size + 8;
  const [across, down] = [width + 28, height + 6];
  const lines = ["ttt-plain", "ttt-dashed", "ttt-path"].map((name) => drawing("path", { class: name }));
  const edges = drawing("svg", { class: "ttt-edges", "aria-hidden": "true" }, ...lines);
  const list = element("div", { role: "tree", "aria-label": "Calls so far", class: "ttt-tree" });
  const sheet = element("div", { class: "ttt-canvas" }, edges, list);
  const root = element("div", { class: "ttt-box" }, sheet);
  root.style.setProperty("--size", `${size}px`);
  root.style.setProperty("--width", `${width}px`);
  root.style.setProperty("--height", `${height}px`);

  /** @type {Item[]} */
  let items = [];
  /** The elements of the items that are in sight, by key. @type {Map<string, HTMLElement>} */
  const drawn = new Map();
  /** Where items were at the last drawing, by key. @type {Map<string, number>} */
  let places = new Map();
  /** What was selected and which step it was at the last drawing. */
  let shown = "";
  /** The part of the tree that is in sight. It is read before anything changes, else the browser lays all out twice. */
  let sight = { top: 0, left: 0, high: 0, wide: 0 };
  /** Space above the tree, where it is lower than its box. */
  let above = 0;
  let isDue = false;

  const selectedItem = () => /** @type {Item} */ (items.find((item) => item.key === walk.selected));
  /** @param {Item} item */
  const topOf = (item) => above + item.at * down;
  /** @param {Item} item */
  const leftOf = (item) => item.level * across;

  /** @param {Item} item */
  function select(item) {
    act(() => { walk.selected = item.key; });
  }
  /** @param {Event} event */
  function itemOf(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-key]");
    return items.find((item) => item.key === target?.getAttribute("data-key"));
  }
  list.addEventListener("click", (event) => {
    const item = itemOf(event);
    if (!item) return;
    const opens = item.kind === "fold" || /** @type {Element} */ (event.target).closest(".ttt-opener");
    act(() => {
      walk.selected = item.key;
      if (opens) toggle(walk, item);
    });
    focus();
  });
  list.addEventListener("dblclick", (event) => {
    const item = itemOf(event);
    if (item?.kind === "call" && !(/** @type {Element} */ (event.target).closest(".ttt-opener"))) act(() => toggle(walk, item));
  });
  list.addEventListener("keydown", (event) => {
    const item = itemOf(event);
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = itemAfterKey(event.key, item, items);
    const opens = ["Enter", " "].includes(event.key)
      || (event.key === "ArrowRight" && (item.isOpen === false || item.kind === "fold"))
      || (event.key === "ArrowLeft" && item.isOpen === true);
    if (opens) act(() => toggle(walk, item));
    else if (next) select(next);
    if (opens || next || event.key.startsWith("Arrow")) event.preventDefault();
  });
  root.addEventListener("scroll", () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      look();
      paint();
    });
  });

  // A host may lay the view out after it was drawn, or resize it.
  const observer = new ResizeObserver(() => {
    shown = "";
    draw();
  });
  observer.observe(root);

  function look() {
    sight = { top: root.scrollTop, left: root.scrollLeft, high: root.clientHeight - 2 * PADDING, wide: root.clientWidth - 2 * PADDING };
  }
  function focus() {
    drawn.get(walk.selected)?.focus({ preventScroll: true });
  }
  /** Select what is nearest to the selected item, if that is not in the tree any more. */
  function keepSelection() {
    const keys = new Set(items.map((item) => item.key));
    let node = nodeOf(walk.selected);
    while (!keys.has(walk.selected) && node >= 0) {
      walk.selected = String(node);
      node = search.parents[node];
    }
  }
  /** Scroll so that what was there stays where it is, and the selected item is in sight. */
  function scroll() {
    const item = selectedItem();
    let anchor = /** @type {Item | null} */ (item);
    while (anchor && !places.has(anchor.key)) anchor = anchor.parent;
    const before = places.get(anchor?.key ?? "");
    if (anchor && before !== undefined) sight.top += topOf(anchor) - before;
    places = new Map(items.map((one) => [one.key, topOf(one)]));
    const now = `${walk.selected} ${walk.step}`;
    if (now === shown) return;
    shown = now;
    // The parent and the children are shown too, where there is room for them.
    const tops = [item, ...item.children].map(topOf);
    const [first, end] = [Math.min(...tops), Math.max(...tops) + height];
    const room = Math.min(down, (sight.high - (end - first)) / 2);
    const [top, bottom] = room >= 0 ? [first - room, end + room] : [topOf(item) - down, topOf(item) + 2 * down];
    sight.top = Math.max(0, Math.min(Math.max(sight.top, bottom - sight.high), top));
    const beside = Math.max(0, Math.min(across, (sight.wide - width) / 2));
    const left = leftOf(item);
    sight.left = Math.max(0, Math.min(Math.max(sight.left, left + width + beside - sight.wide), left - beside));
  }
  /** Draw the items that are in sight, or nearly. */
  function paint() {
    const path = pathTo(search, currentNode(walk));
    const inSight = items.filter((item) => {
      const [x, y] = [leftOf(item) - sight.left, topOf(item) - sight.top];
      return (x > -MARGIN && x < sight.wide + MARGIN && y > -MARGIN && y < sight.high + MARGIN) || item.key === walk.selected;
    });
    const keys = new Set(inSight.map((item) => item.key));
    for (const [key, made] of drawn) {
      if (keys.has(key)) continue;
      made.remove();
      drawn.delete(key);
    }
    // Screen readers read the items in the order in which they stand here.
    let next = list.firstElementChild;
    const curves = ["", "", ""];
    for (const item of inSight) {
      const made = drawn.get(item.key) ?? makeItem(search, item);
      const [x, y] = [leftOf(item), topOf(item)];
      drawn.set(item.key, made);
      drawItem(walk, item, made, path);
      setAttribute(made, "style", `transform: translate(${x}px, ${y}px)`);
      if (made === next) next = made.nextElementSibling;
      else list.insertBefore(made, next);
      if (!item.parent) continue;
      const [from, middle] = [leftOf(item.parent) + width, topOf(item.parent) + height / 2];
      const kind = item.kind === "call" ? (path.has(item.node) ? 2 : 0) : 1;
      curves[kind] += `M${from} ${middle}C${from + 22} ${middle} ${x - 20} ${y + height / 2} ${x} ${y + height / 2}`;
    }
    lines.forEach((line, kind) => setAttribute(line, "d", curves[kind]));
  }
  function draw() {
    const hadFocus = list.contains(focusIn(root));
    look();
    items = growItems(walk);
    layOut(items);
    keepSelection();
    let [high, wide] = [0, 0];
    for (const item of items) {
      high = Math.max(high, item.at * down + height);
      wide = Math.max(wide, leftOf(item) + width);
    }
    above = Math.max(0, (sight.high - high) / 2);
    sheet.style.width = `${wide}px`;
    sheet.style.height = `${above + high}px`;
    scroll();
    paint();
    root.scrollTop = sight.top;
    root.scrollLeft = sight.left;
    if (hadFocus) focus();
  }
  return { root, draw, focus, selectedItem, close: () => observer.disconnect() };
}

/** Make the element of an item. @param {Search} search @param {Item} item */
function makeItem(search, { kind, key, node }) {
  const made = element("div", { role: "treeitem", class: "ttt-item", "data-kind": kind, "data-key": key, "data-lm-suppress-shortcuts": "true" });
  const board = search.board(node);
  if (board !== undefined && kind === "call") made.append(drawBoard(search.grid, board, search.cell(node)));
  if (board !== undefined && kind === "cut") made.append(drawBoard(search.grid, board, -1, search.cut(node)));
  const lines = kind === "call" ? [search.severalFunctions ? search.function(node) : "", search.bounds(node)] : [];
  const more = lines.filter(Boolean).map((text) => element("span", { class: "ttt-more" }, text ?? ""));
  made.append(element("span", { class: "ttt-text" }, element("span", { class: "ttt-first" }), ...more));
  return made;
}

/** What the elements of items show. @type {WeakMap<HTMLElement, string>} */
const shownBy = new WeakMap();

/** Show in an element what its item is now. @param {Walk} walk @param {Item} item @param {HTMLElement} made @param {Set<number>} path */
function drawItem(walk, item, made, path) {
  const { search } = walk;
  const { kind, node, isOpen, level, place, parent, text } = item;
  const isSelected = item.key === walk.selected;
  const isCall = kind === "call";
  const isCurrent = isCall && node === currentNode(walk);
  const isOnPath = isCall && path.has(node);
  const star = isCall ? starOf(walk, node) : "";
  const siblings = parent?.children.length ?? 1;
  const now = [text, isOpen, isSelected, isCurrent, isOnPath, star, place, siblings, hasBegun(walk, node), hasEnded(walk, node)].join();
  if (shownBy.get(made) === now) return;
  shownBy.set(made, now);
  const first = /** @type {Element} */ (made.querySelector(".ttt-first"));
  if (isCall) {
    setText(first, `${labelOf(search, node)}${hasBegun(walk, node) ? `: ${worthSoFar(walk, node)}` : ""}${star}`);
    const opener = made.querySelector(".ttt-opener");
    if (isOpen === null) opener?.remove();
    else if (opener) setText(opener, isOpen ? "−" : "+");
    else made.append(element("span", { class: "ttt-opener", "aria-hidden": "true" }, isOpen ? "−" : "+"));
  } else setText(first, text);
  made.toggleAttribute("data-path", isOnPath);
  made.toggleAttribute("data-chosen", star === " ★");
  setAttribute(made, "aria-current", isCurrent ? "step" : null);
  setAttribute(made, "aria-selected", String(isSelected));
  setAttribute(made, "aria-expanded", isOpen === null ? null : String(isOpen));
  setAttribute(made, "aria-level", String(level + 1));
  setAttribute(made, "aria-posinset", String(place + 1));
  setAttribute(made, "aria-setsize", String(siblings));
  setAttribute(made, "aria-label", spokenItem(walk, item));
  setAttribute(made, "tabindex", isSelected ? "0" : "-1");
}

/** Return what a call is worth as far as that is known now. @param {Walk} walk @param {number} node */
function worthSoFar(walk, node) {
  if (!hasBegun(walk, node)) return "";
  if (!hasEnded(walk, node)) return "…";
  return walk.search.raised(node) === undefined ? walk.search.value(node) ?? "" : "raises";
}

/** Return a full star where the call around a call chose it, an empty one where several may be meant. @param {Walk} walk @param {number} node */
function starOf(walk, node) {
  const { search } = walk;
  const parent = search.parents[node];
  if (parent < 0 || !hasEnded(walk, parent)) return "";
  const chosen = search.chosen(parent);
  return !chosen.includes(search.cell(node)) ? "" : chosen.length === 1 ? " ★" : " ☆";
}

/** What the stars are called. @type {Record<string, string>} */
const STARS = { " ★": "chosen", " ☆": "has the chosen value" };

/** Return an item as it is read aloud. @param {Walk} walk @param {Item} item */
function spokenItem(walk, { kind, node, text }) {
  const { search } = walk;
  if (kind === "fold") return `${text.slice(1)}, press Enter to show`;
  if (kind === "cut") return sayCut(search, node);
  if (kind === "beyond") return text;
  const end = !hasBegun(walk, node) ? "not called yet" : hasEnded(walk, node) ? sayEnd(search, node) : "not returned yet";
  return [saySubject(search, node), search.arguments(node), end, STARS[starOf(walk, node)]].filter(Boolean).join(", ");
}

/** Make the description of the selected item. @param {Walk} walk @param {Act} act @param {() => Item} selectedItem */
function makeDetails(walk, act, selectedItem) {
  const { search } = walk;
  const title = element("p", { class: "ttt-title" });
  const picture = element("div", { class: "ttt-picture" });
  const list = element("dl");
  const open = makeButton("Show moves", {}, () => act(() => toggle(walk, selectedItem())));
  const toCall = makeButton("To its call", {}, () => act(() => goTo(walk, search.begins[selectedItem().node])));
  const toReturn = makeButton("To its return", {}, () => act(() => goTo(walk, search.ends[selectedItem().node])));
  const root = element(
    "div",
    { class: "ttt-details", role: "group", "aria-label": "The selected call" },
    title,
    element("div", { class: "ttt-about" }, picture, list),
    element("div", { class: "ttt-bar ttt-controls" }, open, toCall, toReturn),
  );

  /** Return what is known now of a call, as pairs of a name and a text. @param {number} node @returns {[string, string][]} */
  function factsOf(node) {
    const isDone = hasEnded(walk, node);
    const tried = search.children(node).filter((child) => hasBegun(walk, child));
    const within = search.calls(node) - 1;
    /** @type {[string, string][]} */
    const facts = [
      ["Called with", search.arguments(node) ?? ""],
      ["Result", hasBegun(walk, node) ? (isDone ? sayEnd(search, node) : "not returned yet") : "not called yet"],
      ["Tried", tried.map((child) => `${labelOf(search, child)}: ${worthSoFar(walk, child)}${starOf(walk, child)}`).join(" · ")],
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
    drawOnce(list, known, () => known.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
    setText(open, kind === "fold" ? "Show all" : isOpen ? "Hide moves" : "Show moves");
    allow(open, isOpen !== null || kind === "fold");
    allow(toCall, walk.step !== search.begins[node]);
    allow(toReturn, walk.step !== search.ends[node]);
  }
  return { root, draw };
}

const HELP = "Keys: n steps forward, p back, f to the end of the call; in the tree the arrow keys move, open and close. "
  + "★ chosen, ☆ one of several with the chosen value, … not returned yet.";

/**
 * Draw a search on `el`, until what is returned is called.
 * @param {{ model: Pick<AnyModel<SearchTraits>, "get">, el: HTMLElement }} host
 */
function render({ model, el }) {
  const walk = startWalk(readSearch(model.get("tree"), model.get("grid")));
  /** @type {Act} */
  const act = (change) => {
    change();
    draw();
  };
  const steps = makeSteps(walk, act);
  const tree = makeTree(walk, act);
  const say = makeSay(walk, act, tree.focus);
  const details = makeDetails(walk, act, tree.selectedItem);
  const summary = element("p", { class: "ttt-summary" }, element("b", {}, model.get("summary") ?? ""), ` ${model.get("known")}`);
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
    const isTyping = /** @type {Element} */ (event.target).localName === "select";
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

/** @satisfies {AnyWidget<SearchTraits>} */
export default {
  render: renderOrSay("The search", render),
};
