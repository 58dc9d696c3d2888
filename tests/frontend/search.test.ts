import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { FrontEnd } from "./host.ts";
import {
  find,
  itShips,
  labelOf,
  observers,
  open,
  present,
  runScene,
  useFreshPage,
} from "./host.ts";

const { default: source } = await import("../../frontend/search/search.ts");
const widget = source as FrontEnd;

const { PLAIN, CUT, TWO, HELPED, FAILED, LIMITED, GRADED, VISITS, ALL_VISITS, LARGE } =
  runScene("search_records.py");

/** The calls in PLAIN, worked out by hand: X wins at 5. After any other move, O wins there. */
const MOVES = "start X5 O7 X9 O9 X7 X7 O5 O9 X5 X9 O5 O7 X5".split(" ");
const DEPTHS = [0, 1, 2, 3, 2, 3, 1, 2, 2, 3, 1, 2, 2, 3];
const VALUES = [1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1];
/** Why calls return their values, by hand: a choice of best moves (2), or one move left (1). */
const CHOICES = [2, 2, 1, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0];
const REASONS = ["", ": there is only one move", ": no move is better"];
/** The calls in order: a number when a call begins, its negative when it returns. */
const ORDER = [
  1, 2, 3, 4, -4, -3, 5, 6, -6, -5, -2, 7, 8, -8, 9, 10, -10, -9, -7, 11, 12, -12, 13, 14, -14,
  -13, -11, -1,
];
/** The announcement at each step. */
const SAID = ["Before the first call.", ...ORDER.map(saidOf)];
function saidOf(call: number) {
  const at = Math.abs(call) - 1;
  const reason = REASONS[CHOICES[at]];
  if (call < 0) return `Call ${-call} returns ${VALUES[at] < 0 ? "−1" : "1"}${reason}.`;
  const [mark, position] = MOVES[at];
  return `Call ${call}${at ? `: ${mark} plays ${position}` : ""}, depth ${DEPTHS[at]}.`;
}

useFreshPage("setInterval");
afterEach(() => observers.clear());

/** Show a search from before its first call. */
function show(state = PLAIN, into: ParentNode = document.body) {
  const shown = open(widget, state, { greeted: false, into });
  if (shown.all("input").length) shown.press("To the start");
  const { el, all, button, press, text, texts } = shown;
  const items = () => all('[role="treeitem"]');
  const step = () => Number(find<HTMLInputElement>(el, "input").value);
  return {
    ...shown,
    items,
    /** Return the item whose name starts with this text. */
    item: (start: string) => present(items().find((made) => labelOf(made).startsWith(start))),
    ofLevel: (level: number) => items().filter((made) => made.ariaLevel === String(level)),
    ofKind: (kind: string) => present(items().find((made) => made.dataset.kind === kind)),
    said: () => text('[role="status"]'),
    step,
    /** Press a button and return the announcement. */
    after(name: string) {
      press(name);
      return text('[role="status"]');
    },
    /** Press a button repeatedly. Return the steps it leads to. */
    steps: (name: string, count: number) =>
      Array.from({ length: count }, () => [press(name), step()][1]),
    isAllowed: (name: string) => button(name).getAttribute("aria-disabled") === "false",
    scrub: (to: number) => shown.enter("input", String(to)),
    /** The items' text: the move, its value, and a star. */
    shownItems: () =>
      items().map((made) => {
        const parts = [".ttt-move", ".ttt-worth", ".ttt-star"];
        const [move, worth, star] = parts.map((part) => find(made, part).textContent.trim());
        return [worth ? `${move}: ${worth}` : move, star].filter(Boolean).join(" ");
      }),
    choices: () => texts('[aria-label="Your prediction"] button'),
    details: () => text(".ttt-details"),
    selected: () => find(el, '[aria-selected="true"]'),
    /** Open or close an item. */
    toggle(made: HTMLElement) {
      made.click();
      press(made.ariaExpanded === "true" ? "Hide moves" : "Show moves");
    },
    /** Give the view a width and the tree's box a height, because jsdom has no layout. */
    resize(clientWidth: number, clientHeight: number) {
      for (const [name, value] of Object.entries({ clientWidth, clientHeight }))
        for (const made of [find(el, ".ttt-views"), find(el, ".ttt-box")])
          Object.defineProperty(made, name, { value, configurable: true });
      for (const observer of observers) observer.tell();
    },
  };
}

/** Return where an item is drawn. */
function placeOf(item: HTMLElement) {
  const style = present(item.getAttribute("style"));
  const [, x, y] = present(style.match(/translate\((-?[\d.]+)px, (-?[\d.]+)px\)/));
  return [Number(x), Number(y)];
}
const topOf = (item: HTMLElement) => placeOf(item)[1];
/** Return the part of an item's name before its move. */
const callOf = (item: HTMLElement) => labelOf(item).split(/[:,]/)[0];

/** A search with one function whose calls have these depths. Each call returns 0. */
function madeUp(depth: number[], changes = {}) {
  const columns = { board: -1, cell: -1, calls: 1, value: 0, chosen: -1, alpha: -1, beta: -1 };
  const more = { tried_for: -1, arguments: -1, raised: -1, cut: -1, bound: -1, function: 0 };
  const tree = {
    depth,
    columns: { ...columns, ...more, visits: -1 },
    boards: [],
    cells: [],
    functions: ["search"],
    texts: ["0"],
    worths: ["0"],
    ...changes,
  };
  return { ...PLAIN, tree: JSON.stringify(tree) };
}

describe("the bundled script", () => {
  const act = ({ press }: ReturnType<typeof open>) => press("To the end");
  itShips("search", widget, { CUT, TWO, FAILED }, { act, greeted: false });
});

describe("the start", () => {
  it("shows the finished search, open along the best moves, with a button to play it again", () => {
    const search = open(widget, LARGE, { greeted: false });
    const levels = search.all('[role="treeitem"]').map((made) => Number(made.ariaLevel));
    assert.ok(Math.max(...levels) > 2, "the chosen moves are open");
    const step = () => Number(find<HTMLInputElement>(search.el, "input").value);
    assert.equal(step(), Number(find<HTMLInputElement>(search.el, "input").max));
    search.press("Play");
    assert.equal(step(), 0);
    search.press("To the end");
    search.press("Predict first");
    assert.equal(step(), 0);
  });

  it("of the walk is before the first call, and nothing moves until the user asks", () => {
    const search = show();
    mock.timers.tick(600_000);
    assert.equal(search.said(), "Before the first call.");
    assert.deepEqual(search.shownItems(), ["start"]);
    assert.equal(labelOf(search.items()[0]), "Call 1, depth 0, not called yet");
    assert.equal(search.isAllowed("Step back"), false);
  });

  it("shows the number of calls next to known numbers, and asks Python for nothing", () => {
    const search = show();
    search.press("To the end");
    assert.ok(PLAIN.known.includes("visited 14 positions"));
    assert.deepEqual(search.texts(".ttt-summary p"), ["14 calls to minimax.", PLAIN.known]);
    assert.deepEqual(search.model.sent, []);
  });

  it("is the same in a shadow root, and each view has its own step", () => {
    const host = document.createElement("div");
    document.body.append(host);
    const shadow = host.attachShadow({ mode: "open" });
    const search = show(PLAIN, shadow);
    const focused = () => present(shadow.activeElement);
    const other = show();
    search.press("Predict first");
    search.items()[0].focus();
    for (let step = 0; step < 5; step++) search.key("n", {}, focused());
    // The focus moves to the question.
    assert.equal(focused().textContent, "−1");
    (focused() as HTMLElement).click();
    assert.equal(focused(), search.selected());
    assert.equal(other.said(), "Before the first call.");
  });
});

describe("steps", () => {
  it("go forward through calls and returns in order, and back again", () => {
    const search = show();
    const forward = Array.from({ length: 29 }, () => search.after("Step forward"));
    assert.deepEqual(forward, [...SAID.slice(1), SAID[28]]);
    const back = Array.from({ length: 28 }, () => search.after("Step back"));
    assert.deepEqual(back, SAID.slice(0, -1).reverse());
  });

  for (const { unit, sign } of [
    { unit: "Calls", sign: 1 },
    { unit: "Returns", sign: -1 },
  ])
    it(`can be ${unit} only`, () => {
      const search = show();
      search.press(unit);
      assert.deepEqual(search.texts('[aria-label="Step by"] [aria-pressed="true"]'), [unit]);
      const expected = ORDER.flatMap((call, at) =>
        call * sign > 0 || at === 27 ? [at + 1] : [],
      );
      const back = [...expected.slice(0, -1).reverse(), 0];
      assert.deepEqual(search.steps("Step forward", expected.length), expected);
      assert.deepEqual(search.steps("Step back", back.length), back);
    });

  it("can be scrubbed with a slider that names the step", () => {
    const search = show();
    const slider = find<HTMLInputElement>(search.el, "input");
    assert.equal(slider.max, "28");
    for (const step of [17, 3, 28, 0]) {
      search.scrub(step);
      assert.equal(search.said(), SAID[step]);
      assert.equal(slider.getAttribute("aria-valuetext"), `Step ${step} of 28: ${SAID[step]}`);
    }
  });

  it("appear as a strip of columns as high as the call's depth", () => {
    const search = show();
    search.scrub(13);
    const columns = search.all(".ttt-strip i");
    // The number of open calls around each step, at most three.
    assert.deepEqual(
      columns.map((made) => Math.round(Number(made.style.getPropertyValue("--deep")) * 3)),
      ORDER.map((call) => DEPTHS[Math.abs(call) - 1]),
    );
    assert.deepEqual(
      columns.map((made) => made.className),
      ORDER.map((_, at) => (at < 12 ? "ttt-gone" : at === 12 ? "ttt-now" : "")),
    );
    assert.equal(search.text(".ttt-counter"), "Step 13 of 28\ndepth 2 of 3");
    // In a long search, a column stands for several steps.
    const long = show(CUT);
    long.press("To the end");
    const count = (part: string) => long.all(`.ttt-strip ${part}`).length;
    assert.deepEqual(["i", ".ttt-now", ".ttt-gone"].map(count), [80, 1, 79]);
  });

  it("jump to the end of a call, and to the selected call and return", () => {
    const search = show();
    search.scrub(3);
    const ends = [3, 2, 1].map(() => search.after("Finish call"));
    assert.deepEqual(ends, [-3, -2, -1].map(saidOf));
    assert.equal(search.isAllowed("Finish call"), false);
    search.item("Call 9:").click();
    assert.equal(search.after("To its call"), "Call 9: O plays 9, depth 2.");
    assert.equal(search.after("To its return"), "Call 9 returns 1: there is only one move.");
  });

  it("play slowly, pause, and stop at the end", () => {
    const search = show();
    const stepsAfter = (milliseconds: number) => {
      mock.timers.tick(milliseconds);
      return search.step();
    };
    search.press("Play");
    assert.equal(search.step(), 1);
    assert.equal(stepsAfter(3000), 3);
    search.press("Pause");
    assert.equal(stepsAfter(60_000), 3);
    search.press("Play");
    search.press("Step back");
    assert.equal(stepsAfter(60_000), 3);
    search.press("Play");
    assert.equal(stepsAfter(60_000), 28);
    assert.ok(search.button("Play"));
  });

  it("stop with the view", () => {
    const search = show();
    search.press("Play");
    const slider = find<HTMLInputElement>(search.el, "input");
    search.close();
    mock.timers.tick(60_000);
    assert.deepEqual([slider.value, search.el.childElementCount, observers.size], ["1", 0, 0]);
  });

  it("report how a call failed", () => {
    const search = show(FAILED);
    const said = Array.from({ length: 8 }, () => search.after("Step forward"));
    assert.deepEqual(
      said.slice(4),
      [4, 3, 2, 1].map((call) => `Call ${call} raises LookupError: no such end.`),
    );
    const items = ["start: raises", "X 5: raises", "O 7: raises", "X 9: raises"];
    assert.deepEqual(search.shownItems(), items);
  });

  it("name the function if there are several", () => {
    const search = show(TWO);
    search.scrub(2);
    assert.equal(search.said(), "Call 2 of min_value: X plays 5.");
    assert.match(search.text(".ttt-summary"), /^14 calls: max_value 7, min_value 7\./);
    assert.deepEqual(search.texts(".ttt-more"), ["max_value", "min_value"]);
  });
});

describe("the tree", () => {
  it("grows with the steps, and shows only what is known so far", () => {
    const search = show();
    search.scrub(5);
    assert.deepEqual(search.shownItems(), ["start: …", "X 5: …", "O 7: …", "X 9: 1"]);
    search.scrub(11);
    const moves = ["X 5: 1", "O 7: 1 ☆", "X 9: 1 ★", "O 9: 1 ☆", "X 7: 1 ★"];
    assert.deepEqual(search.shownItems(), ["start: …", ...moves]);
  });

  it("of a small search is open, and marks the chosen move by more than colour", () => {
    const search = show();
    search.press("To the end");
    assert.equal(search.items().length, 14);
    const chosen = search.item("Call 2:");
    assert.match(labelOf(chosen), /returns 1, chosen$/);
    assert.ok(chosen.hasAttribute("data-chosen"));
    assert.equal(search.shownItems().filter((text) => text.includes("★")).length, 7);
    // After X 5, O can play 7 or 9. Neither is the chosen move.
    assert.match(labelOf(search.item("Call 3:")), /returns 1, same value as the chosen move$/);
  });

  it("marks the chosen move on the helper call that tried it and on its position", () => {
    const search = show(HELPED);
    const stars = () => search.shownItems().filter((text) => /[★☆]/.test(text)).length;
    search.press("To the end");
    // X wins by 5, which call 2 tries. After any other move, O wins at 5. After X 5, O can play 7
    // or 9, so neither is the chosen move.
    for (const [call, said] of [
      ["Call 2 ", /of of_move, cell 4, returns 1, chosen$/],
      ["Call 3 ", /X plays 5, returns 1, chosen$/],
      ["Call 12 ", /of of_move, cell 6, returns −1$/],
      ["Call 13 ", /X plays 7, returns −1$/],
      ["Call 4 ", /returns 1, same value as the chosen move$/],
      ["Call 5 ", /returns 1, same value as the chosen move$/],
    ] as const)
      assert.match(labelOf(search.item(call)), said);
    const [, known] = search.texts(".ttt-summary p");
    assert.match(known, /^The search visited 14 positions, the same number as plain minimax/);
    assert.ok(stars() > 0);
    // Nothing is chosen before the choosing call has returned.
    search.scrub(6);
    assert.equal(stars(), 0);
  });

  it("marks the path from the root to the newest call", () => {
    const search = show();
    search.scrub(16);
    const path = search.all("[data-path]").map(callOf);
    assert.deepEqual(path, ["Call 1", "Call 7", "Call 9", "Call 10"]);
    assert.match(labelOf(find(search.el, "[aria-current]")), /^Call 10: X plays 5/);
  });

  it("draws each call's position with its last move", () => {
    const search = show();
    search.scrub(2);
    const [start, five] = search.items();
    assert.equal(start.querySelectorAll(".ttt-last").length, 0);
    const last = find(five, ".ttt-last");
    const corner = ["x", "y"].map((name) => Math.floor(Number(last.getAttribute(name))));
    assert.deepEqual(corner, [1, 1]);
    const drawn = (made: HTMLElement, mark: string) =>
      find(made, `.ttt-${mark}`).getAttribute("d")?.match(/M/g)?.length;
    assert.deepEqual([drawn(start, "x"), drawn(start, "o"), drawn(five, "x")], [3, 3, 4]);
  });

  it("of a large search shows the first calls, more on demand, and the path of the steps", () => {
    const search = show(CUT);
    search.press("To the end");
    assert.equal(search.ofLevel(2).length, 5);
    const { length } = search.items();
    const closed = present(search.ofLevel(2).find((made) => made.ariaExpanded === "false"));
    search.toggle(closed);
    assert.equal(closed.ariaExpanded, "true");
    assert.ok(search.items().length > length);
    search.press("Hide moves");
    assert.equal(search.items().length, length);
    // Closed items on the path open, too.
    search.scrub(2);
    search.toggle(search.items()[0]);
    assert.equal(search.items().length, 1);
    search.press("Step forward");
    assert.equal(search.items().length, 3);
  });

  it("folds siblings, and shows all of them on demand", () => {
    const search = show(GRADED);
    // The last call but one in the first ply, and a call below it.
    search.scrub(2 * 64 + 9);
    const shown = search.ofLevel(2);
    const kinds = shown.map((made) => made.dataset.kind);
    assert.deepEqual(kinds, ["call", "call", "call", "fold"]);
    assert.equal(labelOf(shown[3]), "+5 more (press Enter to show)");
    shown[3].click();
    assert.equal(search.ofLevel(2).length, 8);
    assert.match(labelOf(search.selected()), /^Call 2: X plays 1/);
  });

  it("shows a call's alpha-beta window within the range of values", () => {
    const { columns } = JSON.parse(madeUp([0]).tree);
    const bounded = madeUp([0, 1, 1], {
      texts: ["0", "−1", "3"],
      worths: ["−1", "0", "3"],
      columns: { ...columns, alpha: 0, value: [2, 1, 2] },
    });
    const search = show(bounded);
    search.press("To the end");
    // From -1 to 3, without beta: 0 is at a quarter, and the value 3 is at the end.
    const [band, sign] = ["i", "b"].map((name) => find(search.el, `.ttt-window ${name}`));
    assert.equal(band.getAttribute("style"), "inset-inline: 25% 0%");
    assert.equal(sign.getAttribute("style"), "inset-inline-start: 100%");
    assert.equal(find(sign, "svg").dataset.value, "win");
    assert.ok(search.details().includes("Window: α 0"));
    // A search without bounds has no window.
    assert.equal(show().all(".ttt-window").length, 0);
  });

  it("shows pruned moves as dashed items with the reason", () => {
    const search = show(CUT);
    const { columns, cells, texts } = JSON.parse(CUT.tree);
    const node = columns.cut.findIndex((at: number) => at >= 0);
    while (!search.said().startsWith(`Call ${node + 1} returns`)) search.press("Step forward");
    const cut = cells[columns.cut[node]];
    const names = cut.map((cell: number) => cell + 1).join(", ");
    const reason = present(texts[columns.bound[node]]);
    const never = `Never tried: ${names}. ${reason}`;
    assert.equal(
      search.said(),
      `Call ${node + 1} returns ${texts[columns.value[node]]}. ${never}`,
    );
    const dashed = search.ofKind("cut");
    assert.equal(labelOf(dashed), never);
    assert.equal(dashed.querySelectorAll(".ttt-untried").length, cut.length);
    assert.equal(find(dashed, ".ttt-move").textContent, `cut: ${names}`);
    assert.ok(search.details().includes(reason));
  });

  it("shows where calls weren't recorded, and continues counting", () => {
    const search = show(LIMITED);
    search.press("To the end");
    const below = search.ofLevel(2);
    assert.equal(below.length, 5);
    const more = search.ofKind("beyond").textContent.trim();
    assert.match(more, /^\d+ calls not recorded$/);
    assert.ok(labelOf(below[1]).startsWith(`Call ${Number.parseInt(more, 10) + 3}:`));
    assert.match(search.text(".ttt-summary"), /186 calls to minimax. 6 calls were recorded/);
  });

  it("names cells on larger boards by coordinates", () => {
    const search = show(LARGE);
    search.scrub(4);
    assert.match(search.said(), /^Call 11: X plays b1/);
    assert.equal(search.items()[0].querySelectorAll(".ttt-blocks").length, 1);
  });

  it("shows what is known about calls without a position, and escapes it", () => {
    const name = "<img src=x onerror=alert(1)>";
    const search = show(madeUp([0, 1, 1], { functions: [name, "b"] }));
    search.press("To the end");
    assert.deepEqual(search.shownItems(), ["start: 0", "call 2: 0", "call 3: 0"]);
    assert.equal(search.all("img").length, 0);
    assert.ok(search.details().includes(name));
  });

  it("keeps items apart, and centres parents over their children", () => {
    const search = show(CUT);
    search.resize(900, 10_000);
    search.press("To the end");
    for (let more = 0; more < 25; more++) {
      const closed = search.items().find((made) => made.ariaExpanded === "false");
      if (closed) search.toggle(closed);
    }
    const items = search.items();
    assert.ok(items.length > 50, `${items.length} items`);
    for (const [at, item] of items.entries()) {
      const level = Number(item.ariaLevel);
      assert.equal(placeOf(item)[0], (level - 1) * 146);
      const next = items.slice(at + 1).find((other) => other.ariaLevel === item.ariaLevel);
      if (next) assert.ok(topOf(next) - topOf(item) >= 62 - 1e-6, labelOf(item));
      const end = items.findIndex(
        (other, after) => after > at && Number(other.ariaLevel) <= level,
      );
      const within = items.slice(at + 1, end < 0 ? items.length : end);
      const tops = within.filter((other) => Number(other.ariaLevel) === level + 1).map(topOf);
      const middle = tops.length ? (tops[0] + tops[tops.length - 1]) / 2 : topOf(item);
      assert.ok(Math.abs(topOf(item) - middle) < 1e-6, labelOf(item));
    }
  });

  it("of fifty thousand calls draws only a few items at a time", () => {
    const depth = [0];
    for (let call = 1; call < 50_000; call++) depth.push(call % 100 ? 2 + (call % 7) : 1);
    const smooth = depth.map((deep, at) => Math.min(deep, (depth[at - 1] ?? -1) + 1));
    const search = show(madeUp(smooth));
    for (const step of [1, 50_001, 99_999, 100_000]) {
      search.scrub(step);
      assert.ok(search.items().length <= 12, `${search.items().length} items`);
    }
    assert.equal(search.said(), "Call 1 returns 0.");
  });

  it("is centred in its box, grows to the right, and is an outline in narrow views", () => {
    const search = show();
    assert.equal(topOf(search.items()[0]), 0);
    // The middle is known only after layout.
    search.resize(736, 576);
    assert.equal(topOf(search.items()[0]), (576 - 2 * 8 - 52) / 2);
    search.scrub(11); // calls 1; 2: 3: 4; 5: 6
    search.resize(1024, 576);
    const levels = [0, 1, 2, 3, 2, 3];
    const rows = [0.5, 0.5, 0, 0, 1, 1]; // two leaves, with parents in the middle
    const above = (576 - 16 - (78 + 62)) / 2;
    assert.deepEqual(
      search.items().map(placeOf),
      levels.map((level, at) => [level * 196, above + rows[at] * 78]),
    );
    search.resize(735, 576);
    assert.deepEqual(
      search.items().map(placeOf),
      levels.map((level, row) => [level * 22, row * 58]),
    );
    // An item ends at the edge of its box.
    const widths = search.items().map((made) => Number.parseInt(made.style.inlineSize, 10));
    assert.deepEqual(widths, [719, 697, 675, 653, 675, 653]);
  });

  it("has wider items if values or cell names are longer", () => {
    const widths = [PLAIN, GRADED, LARGE].map((state) => {
      const search = show(state);
      search.resize(800, 576);
      return Number.parseFloat(search.items()[0].style.inlineSize);
    });
    // Two characters such as -1 fit. Graded values have up to four. In ultimate, a cell name has
    // two next to a larger board, and the values have up to five.
    assert.deepEqual(widths, [128, 128 + 2 * 9, 128 + 40 + 3 * 9 + 9]);
  });

  it("shows a value's sign by a shape after it has been returned", () => {
    const search = show();
    search.scrub(14);
    const signs = search.items().map((made) => {
      const sign = made.querySelector<SVGElement>(".ttt-value")?.dataset.value;
      assert.equal(made.dataset.value, sign);
      return [callOf(made), sign];
    });
    // Calls 2 to 6 returned 1, call 8 returned -1. Calls 1 and 7 haven't returned.
    const returned = [2, 3, 4, 5, 6].map((call) => [`Call ${call}`, "win"]);
    const open = (call: number) => [`Call ${call}`, undefined];
    assert.deepEqual(signs, [open(1), ...returned, open(7), ["Call 8", "loss"]]);
    const legend = search.all(".ttt-legend [data-value]").map((made) => made.dataset.value);
    assert.deepEqual(legend, ["win", "loss"]);
  });

  it("can have any depth", () => {
    const search = show(madeUp(Array.from({ length: 20_000 }, (_, at) => at)));
    search.scrub(20_000);
    assert.equal(search.said(), "Call 20,000.");
    assert.equal(search.selected().ariaLevel, "20000");
    assert.equal(search.after("To the end"), "Call 1 returns 0.");
  });
});

describe("keys", () => {
  const focused = () => labelOf(document.activeElement);

  it("move in the tree and open items, as in the ARIA tree pattern", () => {
    const search = show(CUT);
    search.press("To the end");
    search.items()[0].focus();
    for (const [key, name, expanded] of [
      ["ArrowRight", /^Call 2: X plays 2/, "false"],
      ["ArrowLeft", /^Call 1/, "true"],
      ["End", /: X plays 8/, "false"],
      ["ArrowUp", /: X plays 7/, "false"],
      ["Home", /^Call 1/, "true"],
      ["ArrowDown", /: X plays 2/, "false"],
      ["ArrowRight", /: X plays 2/, "true"],
      ["ArrowRight", /: O plays 4/, "false"],
      ["ArrowLeft", /: X plays 2/, "true"],
      ["ArrowLeft", /: X plays 2/, "false"],
      ["Enter", /: X plays 2/, "true"],
      [" ", /: X plays 2/, "false"],
    ] as const) {
      search.key(key);
      assert.match(focused(), name, key);
      assert.equal(search.selected().ariaExpanded, expanded, key);
    }
  });

  it("share one tab stop, with announced levels and positions", () => {
    const search = show();
    search.press("To the end");
    const stops = search.items().filter((made) => made.tabIndex === 0);
    assert.deepEqual(stops, [search.selected()]);
    const told = (start: string) => {
      const { ariaLevel, ariaPosInSet, ariaSetSize } = search.item(start);
      return [ariaLevel, ariaPosInSet, ariaSetSize].join(" ");
    };
    assert.deepEqual(["Call 1,", "Call 2:", "Call 11:", "Call 4:"].map(told), [
      "1 1 1",
      "2 1 3",
      "2 3 3",
      "4 1 1",
    ]);
    assert.equal(search.item("Call 4:").ariaExpanded, null);
  });

  it("step with n, p and f, wherever the focus is in the view", () => {
    const search = show();
    search.items()[0].focus();
    search.key("n");
    search.key("n");
    assert.equal(search.said(), SAID[2]);
    assert.match(focused(), /^Call 2: X plays 5/);
    const slider = find(search.el, "input");
    slider.focus();
    search.key("p");
    assert.equal(search.said(), SAID[1]);
    search.key("f");
    assert.equal(search.said(), SAID[28]);
    assert.equal(document.activeElement, slider);
    assert.match(
      search.text(".ttt-help"),
      /n steps forward, p steps back, and f goes to the end of the call/,
    );
  });

  it("stay in the view, except combinations and Tab", () => {
    const search = show();
    const heard: string[] = [];
    search.el.addEventListener("keydown", ({ key }) => heard.push(key));
    search.items()[0].focus();
    for (const key of ["n", "x", "ArrowDown", "Tab"]) search.key(key);
    search.key("n", { metaKey: true });
    assert.deepEqual([heard, search.step()], [["Tab", "n"], 1]);
    for (const made of search.all('button, select, input, [role="treeitem"]'))
      assert.equal(made.dataset.lmSuppressShortcuts, "true");
  });
});

describe("a tree with visit counts", () => {
  it("is shown as a whole, with the most visited moves first and a star", () => {
    const view = show(VISITS);
    for (const [at, [shown, visits, value, said]] of [
      ["start: 0.25", "1,234 visits", "win", "start, 1,234 visits, mean 0.25"],
      ["X 5: 1.00 ★", "1,200 visits", "win", "X plays 5, 1,200 visits, mean 1.00, most visits"],
      [
        ...["O 7: −1.00 ☆", "600 visits", "loss"],
        "O plays 7, 600 visits, mean −1.00, no other move has more visits",
      ],
      [
        ...["O 9: 0.50 ☆", "600 visits", "win"],
        "O plays 9, 600 visits, mean 0.50, no other move has more visits",
      ],
      ["X 9: 0.00", "33 visits", "draw", "X plays 9, 33 visits, mean 0.00"],
      ["X 7: −0.50", "1 visit", "loss", "X plays 7, 1 visit, mean −0.50"],
    ].entries()) {
      assert.equal(view.shownItems()[at], shown);
      assert.equal(view.texts(".ttt-more")[at], visits);
      assert.equal(view.items()[at].dataset.value, value);
      assert.equal(labelOf(view.items()[at]), said);
    }
    assert.equal(view.items().length, 6);
    assert.equal(labelOf(find(view.el, "[role=tree]")), "Nodes");
    assert.deepEqual(view.all("[aria-current], [data-path]"), []);
    assert.equal(view.text(".ttt-summary p"), "1,234 visits, 6 nodes.");
    assert.deepEqual(view.texts(".ttt-legend span"), [
      "Mean:",
      "above 0",
      "0",
      "below 0",
      "★ most visits",
    ]);
  });

  it("has no steps or predictions, and no keys for them", () => {
    const view = show(VISITS);
    assert.deepEqual(view.all("input, [role=status], .ttt-steps, .ttt-saying"), []);
    assert.deepEqual(view.texts("button"), ["Hide moves"]);
    view.items()[0].focus();
    assert.equal(view.key("n").defaultPrevented, false);
    assert.equal(view.items().length, 6);
    assert.doesNotMatch(view.el.textContent ?? "", /call|step/i);
    view.close();
    assert.equal(view.el.textContent, "");
  });

  it("shows the selected node with its visits, mean and moves", () => {
    const view = show(VISITS);
    view.items()[1].click();
    assert.equal(labelOf(find(view.el, ".ttt-details")), "The selected node");
    assert.equal(view.text(".ttt-title"), "X plays 5, most visits ★");
    assert.deepEqual(view.texts(".ttt-details dl > *"), ["Visits", "1,200", "Mean", "1.00"]);
    const moves = ["600 visits ☆", "600 visits ☆"];
    assert.deepEqual(view.texts(".ttt-details li .ttt-worth + span"), moves);
  });

  it("is open at the root if it's large, and folds rarely visited moves", () => {
    const view = show(ALL_VISITS);
    const [start, ...first] = view.shownItems();
    assert.equal(start, "start: 0.12");
    assert.deepEqual(first, ["X d4: 0.44 ★", "X c4: 0.38", "X b4: 0.31", "+13 more"]);
    view.items()[4].click();
    assert.equal(view.items().length, 1 + 16);
    assert.equal(labelOf(view.selected()), "X plays a4, 650 visits, mean 0.25");
    view.items()[1].click();
    view.key("ArrowRight");
    assert.deepEqual(
      view.shownItems().slice(2, 10),
      ["O d2", "O c2", "O b2", "O a2", "O d1", "O c1", "O b1", "O a1"].map(
        (move, at) => `${move}: −1.00${at ? "" : " ★"}`,
      ),
    );
    view.key("ArrowLeft");
    view.key("ArrowLeft");
    assert.equal(view.items().length, 1 + 16);
  });

  it("can consist of one node", () => {
    const view = show(madeUp([0], { ...JSON.parse(VISITS.tree), depth: [0] }));
    assert.equal(view.items().length, 1);
    assert.equal(view.isAllowed("Show moves"), false);
  });
});

describe("predictions", () => {
  it("come before a value is visible, and are counted", () => {
    const search = show();
    const bold = () => search.text('[role="status"] b');
    const score = () => search.text(".ttt-right");
    search.press("Predict first");
    search.steps("Step forward", 4);
    assert.deepEqual([search.said(), bold()], [SAID[4], "Call 4: X plays 9"]);
    search.press("Step forward");
    assert.equal(search.said(), "What will call 4 return? Call 4: X plays 9.");
    assert.equal(bold(), "What will call 4 return?");
    assert.equal(search.step(), 4);
    assert.equal(search.shownItems().at(-1), "X 9: …");
    assert.deepEqual(search.choices(), ["−1", "1", "Show me"]);
    assert.equal(search.after("1"), "Right. Call 4 returns 1.");
    assert.equal(score(), "1 of 1 prediction right");
    assert.deepEqual(search.choices(), []);
    search.press("Step forward");
    assert.equal(
      search.after("−1"),
      "No, you said −1. Call 3 returns 1: there is only one move.",
    );
    assert.equal(bold(), search.said());
    assert.equal(score(), "1 of 2 predictions right");
  });

  it("are skipped for values already seen, and don't count if the user asks for the answer", () => {
    const search = show();
    search.scrub(6);
    search.press("Predict first");
    search.scrub(3);
    assert.deepEqual(search.steps("Step forward", 3), [4, 5, 6]);
    const question = "What will call 2 return? Call 2: X plays 5.";
    assert.equal(search.after("Finish call"), question);
    assert.equal(search.step(), 10);
    assert.equal(search.after("Show me"), "Call 2 returns 1: no move is better.");
    assert.equal(search.text(".ttt-right"), "0 of 0 predictions right");
    search.press("To the end");
    assert.deepEqual(search.choices(), []);
  });

  it("stop playback until they are answered", () => {
    const search = show();
    search.press("Predict first");
    search.press("Play");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 4);
    assert.deepEqual(search.steps("Step forward", 1), [4]);
    search.press("1");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 5);
  });

  it("ask which moves will be pruned after a move has returned", () => {
    const search = show(CUT);
    const { columns, cells } = JSON.parse(CUT.tree);
    search.press("Predict first");
    let uncut = 0;
    const cutAt: number[] = [];
    while (search.isAllowed("To the end")) {
      const asked = search
        .said()
        .match(/Which moves will be cut now\? Call (\d+).*\. Not tried yet: (.*)\.$/);
      if (!asked) {
        search.press(search.choices().length ? "Show me" : "Step forward");
        continue;
      }
      const [, call, names] = asked;
      const [none, all] = search.choices();
      assert.equal(none, "None");
      const said = search.after("None");
      if (said.startsWith("Right. Nothing is cut here")) uncut += 1;
      else {
        assert.ok(said.startsWith(`No, you said None. Cut: ${names}.`), said);
        assert.ok(all.endsWith(names));
        const cut = names.split(", ").map((name) => Number(name) - 1);
        assert.deepEqual(cut, cells[columns.cut[Number(call) - 1]]);
        cutAt.push(Number(call) - 1);
      }
    }
    const expected = columns.cut.flatMap((at: number, node: number) => (at >= 0 ? [node] : []));
    assert.deepEqual(new Set(cutAt), new Set(expected));
    assert.equal(cutAt.length, expected.length);
    assert.ok(uncut > 0);
    const score = `${uncut} of ${uncut + cutAt.length} predictions right`;
    assert.equal(search.text(".ttt-right"), score);
  });

  it("offer at most five values, with the right one in no fixed place", () => {
    const search = show(GRADED);
    search.press("Predict first");
    const places = new Set();
    for (let turn = 0; turn < 60; turn++) {
      search.press("Step forward");
      if (!search.choices().length) continue;
      const choices = search.choices().slice(0, -1);
      assert.equal(choices.length, 5);
      const [call] = present(search.said().match(/Call \d+/));
      const [, value] = present(
        search.after("Show me").match(`${call} returns ([\\d.]*\\d)[.:]`),
      );
      places.add(choices.indexOf(value));
    }
    assert.ok(!places.has(-1) && places.size > 2, [...places].join());
  });
});
