// @ts-check
// The tree of a traced search in a cell. Python has recorded the calls: this file draws
// them step by step, asks Python for nothing, and knows no rule. One file, because a host
// imports it from a blob URL, where relative imports do not resolve.
//
// From top to bottom: the record, the walk through it, the items of the tree, their
// layout, elements, the pieces of the screen, and `render`, which ties them together.

/** @import { AnyWidget } from "@anywidget/types" */
/** @import { Grid, SearchTraits, TreeColumns } from "./types" */
/** @import { AnyModel } from "@anywidget/types" */

/** Up to this many calls, all of them are open from the start. */
const SMALL = 40;
/** Most children that are shown without folding: of the newest call and the one around it, and of others. */
const [MOST_HERE, MOST_ELSEWHERE] = [12, 4];
/** How many are shown where some are folded. */
const FEW = 3;
/** Most values that a question offers. */
const MOST_CHOICES = 5;
/** Milliseconds between two steps while the search plays. */
const PLAY_MS = 1500;
/** Pixels beyond what is seen of the tree in which items are drawn too. */
const MARGIN = 1200;
/** Pixels between the tree and the edge of its box, as in the styles. */
const PADDING = 12;

// The record.

/** @typedef {ReturnType<typeof readSearch>} Search */

/**
 * Read the columns of a record; a call is named by its place in them, `node`.
 * @param {string} text
 * @param {Grid} grid
 */
function readSearch(text, grid) {
  /** @type {TreeColumns} */
  const { depth, columns, boards, cells, functions, texts, worths } = JSON.parse(text);
  const count = depth.length;

  /** Return a function that reads a column. @param {keyof TreeColumns["columns"]} name @returns {(node: number) => number} */
  function column(name) {
    const values = columns[name];
    return typeof values === "number" ? () => values : (node) => values[node];
  }
  /** @template T @param {keyof TreeColumns["columns"]} name @param {T[]} table @returns {(node: number) => T | undefined} */
  function lookUp(name, table) {
    const at = column(name);
    return (node) => table[at(node)];
  }

  const calls = column("calls");
  const parents = new Int32Array(count).fill(-1);
  const numbers = new Int32Array(count);
  /** The steps after which a call has begun, and has ended. */
  const [begins, ends] = [new Int32Array(count), new Int32Array(count)];
  /** What happens at each step: the beginning of a call is its node, the end is `~node`. */
  const events = new Int32Array(2 * count);
  /** @type {number[]} */
  const around = [];
  let step = 0;
  for (let node = 0; node <= count; node++) {
    while (around.length > (depth[node] ?? 0)) {
      const ended = /** @type {number} */ (around.pop());
      events[step++] = ~ended;
      ends[ended] = step;
    }
    if (node === count) break;
    parents[node] = around[around.length - 1] ?? -1;
    // What an earlier call made and was not kept is counted all the same.
    if (node) numbers[node] = numbers[node - 1] + (parents[node] === node - 1 ? 1 : calls(node - 1));
    around.push(node);
    events[step++] = node;
    begins[node] = step;
  }

  /** Return the calls that a call made, in order. @param {number} node */
  function children(node) {
    const found = [];
    for (let at = node + 1; depth[at] > depth[node]; at = afterCall(at)) found.push(at);
    return found;
  }
  /** Return the first node that is not within a call. @param {number} node */
  function afterCall(node) {
    return node + (ends[node] - begins[node] + 1) / 2;
  }

  const cell = column("cell");
  const cut = lookUp("cut", cells);
  const chosen = lookUp("chosen", cells);
  const board = lookUp("board", boards);
  const alpha = lookUp("alpha", texts);
  const beta = lookUp("beta", texts);

  /** Return the last move of a position as "O 5"; nothing where it is not known. @param {number} node */
  function move(node) {
    const mark = board(node)?.[cell(node)];
    return mark ? `${mark}\u00a0${positionName(grid, cell(node))}` : "";
  }
  /** @param {number} node */
  const bounds = (node) =>
    [["α", alpha(node)], ["β", beta(node)]].filter(([, bound]) => bound !== undefined).map((pair) => pair.join(" ")).join("  ");

  return {
    count,
    grid,
    /** Number of steps: each call begins and ends. */
    last: events.length,
    events,
    begins,
    ends,
    parents,
    /** Whether moves are cut somewhere, so that there is something to predict. */
    cuts: columns.cut !== -1,
    severalFunctions: functions.length > 1,
    worths,
    children,
    calls,
    cell,
    move,
    bounds,
    board,
    function: lookUp("function", functions),
    value: lookUp("value", texts),
    raised: lookUp("raised", texts),
    arguments: lookUp("arguments", texts),
    bound: lookUp("bound", texts),
    /** Cells of the moves that were never tried. @param {number} node */
    cut: (node) => cut(node) ?? [],
    /** Cells of the moves that a call chose, one, or that have its value. @param {number} node */
    chosen: (node) => chosen(node) ?? [],
    /** Number of a call for people, from 1. @param {number} node */
    number: (node) => formatCount(numbers[node] + 1),
    /** Names of cells for people. @param {number[]} list */
    names: (list) => list.map((at) => positionName(grid, at)).join(", "),
  };
}

const COUNTS = new Intl.NumberFormat("en");

/** @param {number} count */
function formatCount(count) {
  return COUNTS.format(count);
}

/**
 * Return what people call a cell, as `position_name` does in Python: "5" on nine cells, else "b12".
 * @param {Grid} grid
 * @param {number} cell
 */
function positionName(grid, cell) {
  if (grid.cells.length === 9) return String(cell + 1);
  const place = grid.cells.indexOf(cell);
  return `${String.fromCharCode(97 + (place % grid.columns))}${Math.floor(place / grid.columns) + 1}`;
}

/** Return a position as it is read aloud, row by row. @param {Grid} grid @param {string} board */
function spokenBoard({ rows, columns, cells }, board) {
  const marks = cells.map((cell) => (board[cell] === "." ? "empty" : board[cell]));
  return Array.from({ length: rows }, (_, row) => `row ${row + 1}: ${marks.slice(row * columns, (row + 1) * columns).join(", ")}`).join("; ");
}

// The walk: where a person is in the record, what is open, and what was asked.

/** @typedef {"any" | "call" | "return"} Unit what counts as one step */

/**
 * @typedef {object} Question what a person predicts before a step shows it
 * @property {string} id
 * @property {number} node
 * @property {string} text
 * @property {string[]} choices
 * @property {number} answer index of the right choice
 * @property {string} truth sentence that says what is right, where the next step does not
 */

/** @typedef {ReturnType<typeof startWalk>} Walk */

/** Make a walk that stands before the first call. @param {Search} search */
function startWalk(search) {
  return {
    search,
    /** Number of events that have happened. */
    step: 0,
    unit: /** @type {Unit} */ ("any"),
    /** Key of the selected item of the tree. */
    selected: "0",
    /** Calls that a person has opened (true) or closed (false). @type {Map<number, boolean>} */
    toggled: new Map(),
    /** Calls of which a person wants to see all children. @type {Set<number>} */
    unfolded: new Set(),
    predicts: false,
    /** Furthest step that was shown; what is known by then is not asked. */
    seen: 0,
    question: /** @type {Question | null} */ (null),
    /** Ids of the questions that were put. @type {Set<string>} */
    put: new Set(),
    right: 0,
    asked: 0,
    /** What became of the last answer. */
    verdict: "",
  };
}

/** Return the call of the newest event. @param {Walk} walk */
function currentNode({ search: { events }, step }) {
  if (step === 0) return 0;
  const event = events[step - 1];
  return event < 0 ? ~event : event;
}

/** @param {Walk} walk @param {number} node */
const hasBegun = ({ search, step }, node) => search.begins[node] <= step;
/** @param {Walk} walk @param {number} node */
const hasEnded = ({ search, step }, node) => search.ends[node] <= step;

/** Return a call and those around it. @param {Search} search @param {number} node */
function pathTo({ parents }, node) {
  const path = new Set();
  for (let at = node; at >= 0; at = parents[at]) path.add(at);
  return path;
}

/** Go to a step; the call of that step is selected and in sight. @param {Walk} walk @param {number} step */
function goTo(walk, step) {
  walk.step = Math.max(0, Math.min(step, walk.search.last));
  walk.seen = Math.max(walk.seen, walk.step);
  walk.question = null;
  walk.verdict = "";
  walk.selected = String(currentNode(walk));
  for (const node of pathTo(walk.search, currentNode(walk))) {
    if (walk.toggled.get(node) === false) walk.toggled.delete(node);
  }
}

/** Return whether the event that leads to a step is one that the person steps by. @param {Walk} walk @param {number} step */
function fits({ search: { events, last }, unit }, step) {
  return unit === "any" || step === 0 || step === last || (unit === "call") === events[step - 1] >= 0;
}

/** Go on by one step, or put the question that comes before it. @param {Walk} walk */
function goForward(walk) {
  if (walk.question) return;
  let step = walk.step;
  while (step < walk.search.last) {
    const question = walk.predicts && step >= walk.seen ? nextQuestion(walk, step) : null;
    if (question) {
      goTo(walk, step);
      ask(walk, question);
      return;
    }
    step += 1;
    if (fits(walk, step)) break;
  }
  goTo(walk, step);
}

/** Go back by one step. @param {Walk} walk */
function goBack(walk) {
  let step = walk.step - 1;
  while (step > 0 && !fits(walk, step)) step -= 1;
  goTo(walk, step);
}

/** Return the innermost call that has begun and not ended; -1 where there is none. @param {Walk} walk */
function innermostCall(walk) {
  if (!walk.step) return -1;
  const node = currentNode(walk);
  return hasEnded(walk, node) ? walk.search.parents[node] : node;
}

/** Go to the end of the innermost call; what it is worth is asked first. @param {Walk} walk */
function finishCall(walk) {
  const node = innermostCall(walk);
  if (node < 0) return;
  const end = walk.search.ends[node];
  const question = walk.predicts && end > walk.seen ? askWorth(walk, node) : null;
  goTo(walk, question ? end - 1 : end);
  if (question) ask(walk, question);
}

/** Turn predicting on or off; what has been seen is not asked. @param {Walk} walk */
function togglePredicting(walk) {
  walk.predicts = !walk.predicts;
  walk.seen = walk.step;
  walk.question = null;
  walk.verdict = "";
}

/** Return the question that comes before the event after `step`; null where there is none. @param {Walk} walk @param {number} step */
function nextQuestion(walk, step) {
  const { events, parents } = walk.search;
  const before = step ? ~events[step - 1] : -1;
  const cut = before > 0 ? askCut(walk, parents[before], step) : null;
  return cut ?? (events[step] < 0 ? askWorth(walk, ~events[step]) : null);
}

/** Ask what a call will return. @param {Walk} walk @param {number} node @returns {Question | null} */
function askWorth({ search, put }, node) {
  const value = search.value(node);
  const at = search.worths.indexOf(value ?? "");
  const id = `worth ${node}`;
  if (at < 0 || put.has(id)) return null;
  // The right one stands at any place among its neighbours.
  const start = Math.max(0, Math.min(at - (node % MOST_CHOICES), search.worths.length - MOST_CHOICES));
  const choices = search.worths.slice(start, start + MOST_CHOICES);
  const text = `What will ${node ? "this node" : "the first position"} be worth? ${saySubject(search, node)}.`;
  return { id, node, text, choices, answer: at - start, truth: "" };
}

/** Ask, once a child has returned, whether the moves that are left will be tried. @param {Walk} walk @param {number} node @param {number} step @returns {Question | null} */
function askCut({ search, put }, node, step) {
  const untried = search.children(node).filter((child) => search.begins[child] > step).map(search.cell);
  const left = [...untried, ...search.cut(node)].sort((a, b) => a - b);
  const id = `cut ${step}`;
  if (!search.cuts || !left.length || left.includes(-1) || put.has(id)) return null;
  const isCut = untried.length === 0;
  const names = search.names(left);
  return {
    id,
    node,
    text: `Which moves will be cut now? ${saySubject(search, node)}; not tried yet: ${names}.`,
    choices: ["None", left.length > 1 ? `All that are left: ${names}` : names],
    answer: Number(isCut),
    truth: isCut ? `Cut: ${names}.` : `Nothing is cut here: ${search.names(untried.slice(0, 1))} is tried next.`,
  };
}

/** Put a question. @param {Walk} walk @param {Question} question */
function ask(walk, question) {
  walk.question = question;
  walk.selected = String(question.node);
}

/** Check an answer, and show what is right. @param {Walk} walk @param {number} choice */
function answer(walk, choice) {
  const { question } = walk;
  if (!question) return;
  const isRight = choice === question.answer;
  walk.asked += 1;
  walk.right += Number(isRight);
  settle(walk, isRight ? "Right." : `No: you said ${question.choices[choice]}.`);
}

/** Show what is right, and go on. @param {Walk} walk @param {string} verdict on what was answered, if anything */
function settle(walk, verdict = "") {
  const { question, step } = walk;
  if (!question) return;
  walk.put.add(question.id);
  const next = nextQuestion(walk, step);
  goTo(walk, next ? step : step + 1);
  if (next) ask(walk, next);
  walk.verdict = `${verdict} ${question.truth}`.trim();
}

/** Return a call and the position it was given, in words. @param {Search} search @param {number} node */
function saySubject(search, node) {
  const name = search.severalFunctions ? ` of ${search.function(node)}` : "";
  const move = search.move(node);
  return `Call ${search.number(node)}${name}${move ? `: ${move.replace("\u00a0", " plays ")}` : ""}`;
}

/** Return what happened last, in words. @param {Walk} walk */
function sayStep({ search, step }) {
  if (step === 0) return "Before the first call.";
  const event = search.events[step - 1];
  if (event >= 0) return `${[saySubject(search, event), search.arguments(event)].filter(Boolean).join(", ")}.`;
  const subject = `Call ${search.number(~event)}`;
  return [`${subject} ${sayEnd(search, ~event)}.`, sayCut(search, ~event)].filter(Boolean).join(" ");
}

/** Return what a call is labelled with: its move, where that is known. @param {Search} search @param {number} node */
function labelOf(search, node) {
  return search.move(node) || (node ? `call ${search.number(node)}` : "start");
}

/** Return how a call ended, in words. @param {Search} search @param {number} node */
function sayEnd(search, node) {
  const raised = search.raised(node);
  return raised === undefined ? `returns ${search.value(node)}` : `raises ${raised}`;
}

/** Return which moves a call has cut and why, in words. @param {Search} search @param {number} node */
function sayCut(search, node) {
  const cut = search.cut(node);
  if (!cut.length) return "";
  const why = search.bound(node);
  return `Never tried: ${search.names(cut)}.${why ? ` ${why}` : ""}`;
}

// The items of the tree: the calls so far, the moves that were cut, and what is folded.

/**
 * @typedef {object} Item
 * @property {"call" | "cut" | "fold" | "beyond"} kind a call; the moves that it cut; children
 *   that are not shown; calls that were not recorded
 * @property {string} key
 * @property {number} node the call, or the one that it belongs to
 * @property {string} text of all but calls
 * @property {Item | null} parent
 * @property {Item[]} children
 * @property {boolean | null} isOpen null where there is nothing to open
 * @property {number} level distance to the root
 * @property {number} place among its siblings, from 0
 * @property {number} at distance from the first item, in items
 */

/** Return what is shown of the tree, each item before its children. @param {Walk} walk */
function growItems(walk) {
  const { search, toggled, unfolded } = walk;
  const isSmall = search.count <= SMALL;
  const current = currentNode(walk);
  const path = pathTo(search, current);
  const selected = pathTo(search, nodeOf(walk.selected));
  const here = [current, search.parents[current]];

  /** @param {number} node */
  const isOpen = (node) => toggled.get(node) ?? (isSmall || path.has(node));

  /** Choose the children that are shown of a call that has many. @param {number} node @param {number[]} children */
  function chooseFew(node, children) {
    const most = isSmall || unfolded.has(node) ? Infinity : here.includes(node) ? MOST_HERE : MOST_ELSEWHERE;
    if (children.length <= most) return children;
    const kept = new Set(
      children.filter((child) => path.has(child) || selected.has(child) || toggled.get(child) || (hasEnded(walk, node) && search.chosen(node).includes(search.cell(child)))),
    );
    for (const child of [...children].reverse()) if (kept.size < FEW) kept.add(child);
    return children.filter((child) => kept.has(child));
  }
  /** @param {Item["kind"]} kind @param {Item} parent @param {string} text */
  function addNote(kind, parent, text) {
    addItem(kind, parent.node, parent, text);
  }
  /** @param {Item["kind"]} kind @param {number} node @param {Item | null} parent @param {string} text @returns {Item} */
  function addItem(kind, node, parent, text = "") {
    const key = kind === "call" ? String(node) : `${kind} ${node}`;
    const [level, place] = parent ? [parent.level + 1, parent.children.length] : [0, 0];
    /** @type {Item} */
    const item = { kind, key, node, text, parent, children: [], isOpen: null, level, place, at: 0 };
    parent?.children.push(item);
    return item;
  }
  /** Give a call its children. @param {Item} item */
  function grow(item) {
    const { node } = item;
    const begun = search.children(node).filter((child) => hasBegun(walk, child));
    const ended = hasEnded(walk, node);
    const cut = ended ? search.cut(node) : [];
    const beyond = ended && !begun.length ? search.calls(node) - 1 : 0;
    if (!begun.length && !cut.length && !beyond) return;
    item.isOpen = isOpen(node);
    if (!item.isOpen) return;
    const few = chooseFew(node, begun);
    for (const child of few) addItem("call", child, item);
    if (few.length < begun.length) addNote("fold", item, `+${begun.length - few.length} more`);
    if (cut.length) addNote("cut", item, `cut: ${cut.length > 4 ? `${cut.length} moves` : search.names(cut)}`);
    if (beyond) addNote("beyond", item, `${formatCount(beyond)} ${beyond === 1 ? "call" : "calls"} not recorded`);
  }

  // No recursion: a search may be deeper than JavaScript's stack.
  const items = [];
  const waiting = [addItem("call", 0, null)];
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item);
    if (item.kind === "call") grow(item);
    waiting.push(...[...item.children].reverse());
  }
  return items;
}

/** Return the call that the key of an item names. @param {string} key */
function nodeOf(key) {
  return Number(key.split(" ").pop());
}

/** Open a call or close it, or show what is folded. @param {Walk} walk @param {Item} item */
function toggle(walk, item) {
  const { node } = item;
  if (item.kind === "fold") {
    const shown = new Set(item.parent?.children.map((child) => child.node));
    walk.unfolded.add(node);
    walk.selected = String(walk.search.children(node).find((child) => !shown.has(child)));
  } else if (item.isOpen !== null) {
    walk.toggled.set(node, !item.isOpen);
    walk.unfolded.delete(node);
  }
}

/**
 * Return where a key leads in the tree, as the ARIA pattern of a tree has it; null where
 * it leads nowhere. @param {string} key @param {Item} item @param {Item[]} items
 */
function itemAfterKey(key, item, items) {
  const index = items.indexOf(item);
  switch (key) {
    case "ArrowDown": return items[index + 1] ?? null;
    case "ArrowUp": return items[index - 1] ?? null;
    case "ArrowRight": return item.isOpen ? item.children[0] : null;
    case "ArrowLeft": return item.isOpen ? null : item.parent;
    case "Home": return items[0];
    case "End": return items[items.length - 1];
    default: return null;
  }
}

// The layout.

/**
 * Set `at` of each item: parents stand in the middle of their children, and no two items of
 * a level nearer than 1. Subtrees are set side by side by their contours, after E. Reingold
 * and J. Tilford, Tidier drawings of trees, IEEE Transactions on Software Engineering 1981.
 * @param {Item[]} items each before its children
 */
function layOut(items) {
  /** How far each subtree reaches on each level, the deepest level first: pairs of least and most. @type {Map<Item, [number, number][]>} */
  const contours = new Map();
  // The later ones first, so that children come before their parent. Until all are done,
  // `at` is the distance to the parent.
  for (const item of [...items].reverse()) {
    /** @type {[number, number][]} */
    let joint = [];
    for (const child of item.children) {
      const own = /** @type {[number, number][]} */ (contours.get(child));
      const levels = Math.min(joint.length, own.length);
      child.at = 0;
      for (let up = 1; up <= levels; up++) child.at = Math.max(child.at, joint[joint.length - up][1] + 1 - own[own.length - up][0]);
      if (child.at) for (const reach of own) reach.forEach((_, side) => { reach[side] += child.at; });
      for (let up = 1; up <= levels; up++) {
        own[own.length - up][0] = joint[joint.length - up][0];
        joint[joint.length - up][1] = own[own.length - up][1];
      }
      if (own.length > joint.length) joint = own;
    }
    const middle = item.children.length ? (item.children[0].at + item.children[item.children.length - 1].at) / 2 : 0;
    for (const child of item.children) child.at -= middle;
    if (middle) for (const reach of joint) reach.forEach((_, side) => { reach[side] -= middle; });
    joint.push([0, 0]);
    contours.set(item, joint);
  }
  for (const item of items) item.at += item.parent?.at ?? 0;
  const least = items.reduce((sofar, item) => Math.min(sofar, item.at), 0);
  for (const item of items) item.at -= least;
}

// Elements.

/**
 * Make an HTML element.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Make an SVG element.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Node[]} children
 */
function drawing(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @param {string} label @param {Record<string, string>} attributes @param {() => void} press */
function makeButton(label, attributes, press) {
  const made = element("button", { type: "button", "data-lm-suppress-shortcuts": "true", ...attributes }, label);
  // With `disabled` the focus would be lost, and the next key go to the notebook.
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/** Say whether a button may be pressed now. @param {Element} button @param {boolean} allowed */
function allow(button, allowed) {
  setAttribute(button, "aria-disabled", String(!allowed));
}

/** Set an attribute, unless it is that already; null takes it away. @param {Element} target @param {string} name @param {string | null} value */
function setAttribute(target, name, value) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/** Set the text of an element, unless it is that already. @param {Element} target @param {string} text */
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/**
 * Draw a position in few strokes.
 * @param {Grid} grid
 * @param {string} board a character a cell
 * @param {number} last cell of the last move, or -1
 * @param {number[]} cut cells of moves that were never tried
 */
function drawBoard({ rows, columns, cells, block }, board, last, cut = []) {
  /** @param {number} place */
  const corner = (place) => [place % columns, Math.floor(place / columns)];
  /** @param {string} mark @param {(x: number, y: number) => string} draw */
  const marks = (mark, draw) =>
    cells.map((cell, place) => (board[cell] === mark ? draw(...(/** @type {[number, number]} */ (corner(place)))) : "")).join("");
  /** @param {number} from @param {number} every */
  const rules = (from, every) => {
    let path = "";
    for (let x = from; x < columns; x += every) path += `M${x} 0v${rows}`;
    for (let y = from; y < rows; y += every) path += `M0 ${y}h${columns}`;
    return path;
  };
  /** @param {string} name @param {number} cell @param {number} inset */
  const frame = (name, cell, inset) => {
    const [x, y] = corner(cells.indexOf(cell));
    return drawing("rect", { class: name, x: x + inset, y: y + inset, width: 1 - 2 * inset, height: 1 - 2 * inset });
  };
  return drawing(
    "svg",
    { class: "ttt-position", viewBox: `-0.05 -0.05 ${columns + 0.1} ${rows + 0.1}`, "aria-hidden": "true" },
    ...(last < 0 ? [] : [frame("ttt-last", last, 0.04)]),
    drawing("path", { class: "ttt-ruling", d: rules(1, 1) }),
    ...(block ? [drawing("path", { class: "ttt-blocks", d: rules(block, block) })] : []),
    ...cut.map((cell) => frame("ttt-untried", cell, 0.2)),
    drawing("path", { class: "ttt-x", d: marks("X", (x, y) => `M${x + 0.25} ${y + 0.25}l.5 .5m0 -.5l-.5 .5`) }),
    drawing("path", { class: "ttt-o", d: marks("O", (x, y) => `M${x + 0.22} ${y + 0.5}a.28 .28 0 1 1 0 .01z`) }),
  );
}

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
  let pictured = "";
  let listed = "";

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
    if (pictured !== String(node)) {
      const label = board === undefined ? "" : spokenBoard(search.grid, board);
      picture.replaceChildren(...(board === undefined ? [] : [drawBoard(search.grid, board, search.cell(node))]));
      picture.firstElementChild?.removeAttribute("aria-hidden");
      picture.firstElementChild?.setAttribute("role", "img");
      picture.firstElementChild?.setAttribute("aria-label", label);
      pictured = String(node);
    }
    const known = factsOf(node);
    if (listed !== JSON.stringify(known)) {
      list.replaceChildren(...known.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]));
      listed = JSON.stringify(known);
    }
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
  // Single keys belong to the search while it has the focus, not to the notebook.
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.key === "Tab") return;
    event.stopPropagation();
    const isTyping = /** @type {Element} */ (event.target).localName === "select";
    if (!event.altKey && !isTyping && steps.press(event.key)) event.preventDefault();
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
  /** @param {{ model: Pick<AnyModel<SearchTraits>, "get">, el: HTMLElement }} host */
  render(host) {
    try {
      return render(host);
    } catch (error) {
      host.el.append(element("pre", { class: "ttt-error" }, `The search cannot be drawn: ${error}`));
      throw error;
    }
  },
};
