import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { FrontEnd } from "./host.ts";
import {
  document,
  find,
  importShipped,
  labelOf,
  Model,
  observers,
  present,
  window,
} from "./host.ts";

const { default: widget } = await import("../../frontend/search/search.ts");

/** What Python itself syncs of the records that search_records.py makes. */
const { PLAIN, CUT, TWO, HELPED, FAILED, LIMITED, GRADED, VISITS, ALL_VISITS, LARGE } =
  JSON.parse(
    execFileSync("python3", ["tests/support/scenes/search_records.py"], {
      encoding: "utf8",
      env: { ...process.env, PYTHONPATH: "." },
    }),
  );

/** What is said at each step of PLAIN, by hand: X wins at 5, elsewhere O does there. */
const CALLS = [
  ["Call 1, depth 0.", "1"],
  ["Call 2: X plays 5, depth 1.", "1"],
  ["Call 3: O plays 7, depth 2.", "1"],
  ["Call 4: X plays 9, depth 3.", "1"],
  ["Call 5: O plays 9, depth 2.", "1"],
  ["Call 6: X plays 7, depth 3.", "1"],
  ["Call 7: X plays 7, depth 1.", "−1"],
  ["Call 8: O plays 5, depth 2.", "−1"],
  ["Call 9: O plays 9, depth 2.", "1"],
  ["Call 10: X plays 5, depth 3.", "1"],
  ["Call 11: X plays 9, depth 1.", "−1"],
  ["Call 12: O plays 5, depth 2.", "−1"],
  ["Call 13: O plays 7, depth 2.", "1"],
  ["Call 14: X plays 5, depth 3.", "1"],
];
/** The calls as they begin (a number) and end (the number, negative). */
const ORDER = [
  1, 2, 3, 4, -4, -3, 5, 6, -6, -5, -2, 7, 8, -8, 9, 10, -10, -9, -7, 11, 12, -12, 13, 14, -14,
  -13, -11, -1,
];
const SAID = [
  "Before the first call.",
  ...ORDER.map((call) =>
    call > 0 ? CALLS[call - 1][0] : `Call ${-call} returns ${CALLS[-call - 1][1]}.`,
  ),
];

beforeEach(() => mock.timers.enable({ apis: ["setInterval"] }));
afterEach(() => {
  observers.clear();
  mock.timers.reset();
  document.body.replaceChildren();
});

/** Show a search in the page. */
function show(state = PLAIN, into: ParentNode = document.body, from = widget as FrontEnd) {
  const model = new Model(state);
  const el = document.createElement("div");
  into.append(el);
  const close = from.render({ model, el });
  const all = (selector: string) => [...el.querySelectorAll<HTMLElement>(selector)];
  const button = (name: string) =>
    present(
      all("button").find(
        (made) => (made.getAttribute("aria-label") ?? made.textContent) === name,
      ),
    );
  /** A tree with visits has none. */
  const slider = el.querySelector("input") as HTMLInputElement;
  const items = () => all('[role="treeitem"]');
  const item = (start: string) =>
    present(items().find((made) => labelOf(made).startsWith(start)));
  return {
    model,
    el,
    close,
    all,
    button,
    slider,
    items,
    item,
    said: () => find(el, '[role="status"]').textContent,
    step: () => Number(slider.value),
    press: (name: string) => button(name).click(),
    forward: () => button("Step forward").click(),
    back: () => button("Step back").click(),
    scrub: (step: number) => {
      slider.value = String(step);
      slider.dispatchEvent(new window.Event("input"));
    },
    /** What items show: the move, what it is worth, and a star. */
    texts: () =>
      items().map((made) => {
        const [move, worth, star] = ["move", "worth", "star"].map(
          (name) => find(made, `.ttt-${name}`).textContent,
        );
        return [worth ? `${move}: ${worth}` : move, star].filter(Boolean).join(" ");
      }),
    choices: () => all('[aria-label="Your prediction"] button').map((made) => made.textContent),
    predicted: () => find(el, ".ttt-right").textContent,
    details: () => find(el, ".ttt-details").textContent,
    selected: () => find(el, '[aria-selected="true"]'),
    key: (
      key: string,
      {
        on = present(document.activeElement),
        ...options
      }: KeyboardEventInit & { on?: Element } = {},
    ) => {
      const event = new window.KeyboardEvent("keydown", {
        key,
        bubbles: true,
        cancelable: true,
        ...options,
      });
      let heard = false;
      const listen = () => {
        heard = true;
      };
      el.addEventListener("keydown", listen);
      on.dispatchEvent(event);
      el.removeEventListener("keydown", listen);
      return { event, heard };
    },
    open: (made: HTMLElement) => {
      made.click();
      button(
        made.getAttribute("aria-expanded") === "true" ? "Hide moves" : "Show moves",
      ).click();
    },
    /** Give the view a width and the box of its tree a height, which jsdom does not. */
    resize: (clientWidth: number, clientHeight: number) => {
      const sizes = { clientWidth, clientHeight };
      for (const [name, value] of Object.entries(sizes))
        for (const made of [find(el, ".ttt-views"), find(el, ".ttt-box")])
          Object.defineProperty(made, name, { value, configurable: true });
      for (const observer of observers) observer.tell();
    },
  };
}

/** Read where an item is drawn. */
function placeOf(item: HTMLElement) {
  const style = present(item.getAttribute("style"));
  const [, x, y] = present(style.match(/translate\((-?[\d.]+)px, (-?[\d.]+)px\)/));
  return [Number(x), Number(y)];
}

/** Return the item that an item belongs to: the nearest before it that is one level up. */
function parentOf(items: HTMLElement[], item: HTMLElement) {
  const level = Number(item.getAttribute("aria-level"));
  return items
    .slice(0, items.indexOf(item))
    .findLast((other) => Number(other.getAttribute("aria-level")) === level - 1);
}

/** Sort items into groups by what `key` returns. */
function groupBy<Key>(items: HTMLElement[], key: (item: HTMLElement) => Key) {
  const groups = new Map<Key, HTMLElement[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** A search of one function whose calls have these depths; each returns 0. */
function madeUp(depth: number[], changes = {}) {
  const columns = { board: -1, cell: -1, calls: 1, value: 0, chosen: -1, alpha: -1, beta: -1 };
  const more = { tried_for: -1, arguments: -1, raised: -1, cut: -1, bound: -1, function: 0 };
  const visits = -1;
  const tree = {
    depth,
    columns: { ...columns, ...more, visits },
    boards: [],
    cells: [],
    functions: ["search"],
    texts: ["0"],
    worths: ["0"],
    ...changes,
  };
  return { ...PLAIN, tree: JSON.stringify(tree) };
}

describe("the one text that ships", () => {
  for (const [name, state] of Object.entries({ CUT, TWO, FAILED })) {
    it(`draws what its sources draw, at the start and at the end: ${name}`, async () => {
      const { default: from } = await importShipped("search.js");
      const [shipped, expected] = [show(state, document.body, from), show(state)];
      assert.equal(shipped.el.innerHTML, expected.el.innerHTML);
      for (const search of [shipped, expected]) search.press("To the end");
      assert.equal(shipped.el.innerHTML, expected.el.innerHTML);
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
  }
});

describe("the start", () => {
  it("is before the first call, and nothing moves until a person asks for it", () => {
    const search = show();
    mock.timers.tick(600_000);
    assert.equal(search.said(), "Before the first call.");
    assert.deepEqual(search.texts(), ["start"]);
    assert.equal(
      search.items()[0].getAttribute("aria-label"),
      "Call 1, depth 0, not called yet",
    );
    assert.equal(search.button("Step back").getAttribute("aria-disabled"), "true");
  });

  it("says how many calls there are, beside the known numbers, and asks Python for nothing", () => {
    const search = show();
    search.press("To the end");
    const [title, known] = search.all(".ttt-summary p").map((made) => made.textContent);
    assert.equal(title, "14 calls of minimax");
    assert.ok(PLAIN.known.includes("14 positions visited"));
    assert.equal(known, PLAIN.known);
    assert.deepEqual(search.model.sent, []);
    assert.deepEqual(search.model.listeners, []);
  });

  it("is the same in a shadow root, and each view of a search goes its own way", () => {
    const host = document.createElement("div");
    document.body.append(host);
    const shadow = host.attachShadow({ mode: "open" });
    const search = show(PLAIN, shadow);
    const focused = () => present(shadow.activeElement);
    const other = show();
    search.press("Predict first");
    search.items()[0].focus();
    for (let step = 0; step < 5; step++) search.key("n", { on: focused() });
    assert.equal(focused().textContent, "−1");
    assert.equal(other.said(), "Before the first call.");
  });

  it("an error is shown in the cell", () => {
    const el = document.createElement("div");
    const model = new Model({ ...PLAIN, tree: "{" });
    assert.throws(() => widget.render({ model, el }));
    assert.match(el.textContent, /^The search cannot be drawn: SyntaxError/);
  });
});

describe("steps", () => {
  it("forward they are the calls and returns in their order, and back the same", () => {
    const search = show();
    const said = [search.said()];
    for (let step = 0; step < 28; step++) {
      search.forward();
      said.push(search.said());
    }
    assert.deepEqual(said, SAID);
    search.forward();
    assert.equal(search.said(), SAID.at(-1));
    for (let step = 27; step >= 0; step--) {
      search.back();
      assert.equal(search.said(), SAID[step]);
    }
  });

  it("may be calls alone, or returns alone", () => {
    for (const { unit, kept } of [
      { unit: "Calls", kept: (call: number) => call > 0 },
      { unit: "Returns", kept: (call: number) => call < 0 },
    ]) {
      const search = show();
      search.press(unit);
      assert.deepEqual(
        search
          .all('[aria-label="Step by"] [aria-pressed="true"]')
          .map((made) => made.textContent),
        [unit],
      );
      const expected = ORDER.flatMap((call, at) => (kept(call) || at === 27 ? [at + 1] : []));
      const steps = expected.map(() => {
        search.forward();
        return search.step();
      });
      assert.deepEqual(steps, expected);
      const back = [...expected.slice(0, -1).reverse(), 0].map(() => {
        search.back();
        return search.step();
      });
      assert.deepEqual(back, [...expected.slice(0, -1).reverse(), 0]);
    }
  });

  it("are scrubbed by a slider that says where it is", () => {
    const search = show();
    assert.equal(search.slider.max, "28");
    for (const step of [17, 3, 28, 0]) {
      search.scrub(step);
      assert.equal(search.said(), SAID[step]);
      assert.equal(
        search.slider.getAttribute("aria-valuetext"),
        `Step ${step} of 28: ${SAID[step]}`,
      );
    }
  });

  it("stand in a strip of columns, each as long as its call is deep", () => {
    const search = show();
    search.scrub(13);
    const columns = search.all(".ttt-strip i");
    // By the lines above: how many calls are open around each, of three at most.
    const depths = [0, 1, 2, 3, 2, 3, 1, 2, 2, 3, 1, 2, 2, 3];
    assert.deepEqual(
      columns.map((made) => Math.round(Number(made.style.getPropertyValue("--deep")) * 3)),
      ORDER.map((call) => depths[Math.abs(call) - 1]),
    );
    assert.deepEqual(
      columns.map((made) => made.className),
      ORDER.map((_, at) => (at < 12 ? "ttt-gone" : at === 12 ? "ttt-now" : "")),
    );
    assert.equal(find(search.el, ".ttt-counter").textContent, "Step 13 of 28\ndepth 2 of 3");
    // Of a long search a column stands for several steps.
    const long = show(CUT);
    long.press("To the end");
    assert.equal(long.all(".ttt-strip i").length, 80);
    assert.equal(long.all(".ttt-now").length, 1);
    assert.equal(long.all(".ttt-gone").length, 79);
  });

  it("lead to the end of a call at once", () => {
    const search = show();
    search.scrub(3);
    const steps = [];
    while (search.button("Finish call").getAttribute("aria-disabled") === "false") {
      search.press("Finish call");
      steps.push(search.said());
    }
    assert.deepEqual(steps, ["Call 3 returns 1.", "Call 2 returns 1.", "Call 1 returns 1."]);
  });

  it("lead to the call and the return of what is selected", () => {
    const search = show();
    search.press("To the end");
    search.item("Call 9:").click();
    search.press("To its call");
    assert.equal(search.said(), "Call 9: O plays 9, depth 2.");
    search.press("To its return");
    assert.equal(search.said(), "Call 9 returns 1.");
  });

  it("play slowly when asked to, pause when asked to, and stop at the end", () => {
    const search = show();
    search.press("Play");
    assert.equal(search.step(), 1);
    mock.timers.tick(3000);
    assert.equal(search.step(), 3);
    search.press("Pause");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 3);
    search.press("Play");
    search.back();
    mock.timers.tick(60_000);
    assert.equal(search.step(), 3);
    search.press("Play");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 28);
    assert.ok(search.button("Play"));
  });

  it("end with the view", () => {
    const search = show();
    search.press("Play");
    search.close();
    mock.timers.tick(60_000);
    assert.equal(search.slider.value, "1");
    assert.equal(search.el.childElementCount, 0);
    assert.equal(observers.size, 0);
  });

  it("say how a call failed", () => {
    const search = show(FAILED);
    const said = [];
    for (let step = 0; step < 8; step++) {
      search.forward();
      said.push(search.said());
    }
    assert.deepEqual(
      said.slice(4),
      [4, 3, 2, 1].map((call) => `Call ${call} raises LookupError: no such end.`),
    );
    assert.deepEqual(search.texts(), [
      "start: raises",
      "X 5: raises",
      "O 7: raises",
      "X 9: raises",
    ]);
  });

  it("name the function where there are several", () => {
    const search = show(TWO);
    search.scrub(2);
    assert.equal(search.said(), "Call 2 of min_value: X plays 5.");
    assert.match(
      find(search.el, ".ttt-summary").textContent,
      /^14 calls \(max_value 7, min_value 7\)/,
    );
    assert.deepEqual(
      search.all(".ttt-more").map((made) => made.textContent),
      ["max_value", "min_value"],
    );
  });
});

describe("the tree", () => {
  it("grows with the steps, and shows what is known by then", () => {
    const search = show();
    search.scrub(5);
    assert.deepEqual(search.texts(), ["start: …", "X 5: …", "O 7: …", "X 9: 1"]);
    search.scrub(11);
    assert.deepEqual(search.texts(), [
      "start: …",
      "X 5: 1",
      "O 7: 1 ☆",
      "X 9: 1 ★",
      "O 9: 1 ☆",
      "X 7: 1 ★",
    ]);
  });

  it("of a small search is open, and marks the chosen move by more than colour", () => {
    const search = show();
    search.press("To the end");
    assert.equal(search.items().length, 14);
    const chosen = search.item("Call 2:");
    assert.match(labelOf(chosen), /returns 1, chosen$/);
    assert.ok(chosen.hasAttribute("data-chosen"));
    assert.deepEqual(search.texts().filter((text) => text.includes("★")).length, 7);
    // O may play 7 or 9 after X 5: neither can be told to be the one.
    assert.match(labelOf(search.item("Call 3:")), /returns 1, has the chosen value$/);
  });

  it("marks the chosen move on the helper that tried it and on its position", () => {
    const search = show(HELPED);
    search.press("To the end");
    // X wins by 5, which call 2 tries; after any other move O does, at 5.
    assert.match(labelOf(search.item("Call 2 ")), /of of_move, cell 4, returns 1, chosen$/);
    assert.match(labelOf(search.item("Call 3 ")), /X plays 5, returns 1, chosen$/);
    assert.match(labelOf(search.item("Call 12 ")), /of of_move, cell 6, returns −1$/);
    assert.match(labelOf(search.item("Call 13 ")), /X plays 7, returns −1$/);
    // O may play 7 or 9 after X 5: neither can be told to be the one.
    for (const call of ["Call 4 ", "Call 5 "])
      assert.match(labelOf(search.item(call)), /returns 1, has the chosen value$/);
    const known = search.all(".ttt-summary p")[1].textContent;
    assert.match(known, /^14 positions visited, as many as plain minimax/);
  });

  it("marks no chosen move before the call that chooses has returned", () => {
    const search = show(HELPED);
    const stars = () => search.texts().filter((text) => /[★☆]/.test(text)).length;
    search.press("To the end");
    assert.ok(stars() > 0);
    search.scrub(6);
    assert.equal(stars(), 0);
  });

  it("marks the path from the root to the newest call", () => {
    const search = show();
    search.scrub(16);
    const path = search.items().filter((made) => made.hasAttribute("data-path"));
    assert.deepEqual(
      path.map((made) => labelOf(made).split(/[:,]/)[0]),
      ["Call 1", "Call 7", "Call 9", "Call 10"],
    );
    assert.match(labelOf(find(search.el, "[aria-current]")), /^Call 10: X plays 5/);
  });

  it("draws the position of each call with its last move", () => {
    const search = show();
    search.scrub(2);
    const [start, five] = search.items();
    assert.equal(start.querySelectorAll<HTMLElement>(".ttt-last").length, 0);
    const last = find(five, ".ttt-last");
    assert.deepEqual(
      [Number(last.getAttribute("x")), Number(last.getAttribute("y"))].map(Math.floor),
      [1, 1],
    );
    const drawn = (made: HTMLElement, mark: string) =>
      present(find(made, `.ttt-${mark}`).getAttribute("d")?.match(/M/g)).length;
    assert.deepEqual([drawn(start, "x"), drawn(start, "o"), drawn(five, "x")], [3, 3, 4]);
  });

  it("of a large search shows the first calls, and more on demand", () => {
    const search = show(CUT);
    search.press("To the end");
    assert.equal(search.items().length, 6);
    const first = search.items()[1];
    assert.equal(first.getAttribute("aria-expanded"), "false");
    search.open(first);
    assert.equal(first.getAttribute("aria-expanded"), "true");
    assert.ok(search.items().length > 6);
    search.press("Hide moves");
    assert.equal(search.items().length, 6);
  });

  it("opens on the way of the steps, also what was closed", () => {
    const search = show(CUT);
    search.scrub(1);
    search.forward();
    search.open(search.items()[0]);
    assert.equal(search.items().length, 1);
    search.forward();
    assert.equal(search.items().length, 3);
  });

  it("folds siblings, and shows them all when asked to", () => {
    const search = show(GRADED);
    // The last call but one of the first ply, and a call below it.
    search.scrub(2 * 64 + 9);
    const [root] = search.items();
    const shown = search.items().filter((made) => made.getAttribute("aria-level") === "2");
    assert.equal(root.getAttribute("aria-level"), "1");
    assert.deepEqual(
      shown.map((made) => made.dataset.kind),
      ["call", "call", "call", "fold"],
    );
    assert.equal(shown[3].getAttribute("aria-label"), "5 more, press Enter to show");
    shown[3].click();
    assert.equal(
      search.items().filter((made) => made.getAttribute("aria-level") === "2").length,
      8,
    );
    assert.match(labelOf(search.selected()), /^Call 2: X plays 1/);
  });

  it("shows the window of a call among the values that occur", () => {
    const bounded = madeUp([0, 1, 1], {
      texts: ["0", "−1", "3"],
      worths: ["−1", "0", "3"],
      columns: { ...JSON.parse(madeUp([0]).tree).columns, alpha: 0, value: [2, 1, 2] },
    });
    const search = show(bounded);
    search.press("To the end");
    // From -1 to 3, and no beta: 0 is a quarter of the way; the value, 3, is at the end.
    const [band, sign] = ["i", "b"].map((name) => find(search.el, `.ttt-window ${name}`));
    assert.equal(band.getAttribute("style"), "inset-inline: 25% 0%");
    assert.equal(sign.getAttribute("style"), "inset-inline-start: 100%");
    assert.equal(find(sign, "svg").dataset.value, "win");
    assert.ok(search.details().includes("Window: α 0"));
    // There is none where a search has no bounds.
    assert.equal(show().all(".ttt-window").length, 0);
  });

  it("shows the moves that were cut as dashed items, with the reason", () => {
    const search = show(CUT);
    search.press("To the end");
    const { depth, columns, cells, texts } = JSON.parse(CUT.tree);
    const node = columns.cut.findIndex((at: number) => at >= 0);
    search.scrub(0);
    for (let step = 1; step <= 2 * depth.length; step++) {
      search.scrub(step);
      if (search.said().startsWith(`Call ${node + 1} returns`)) break;
    }
    const names = cells[columns.cut[node]].map((cell: number) => cell + 1).join(", ");
    const reason = texts[columns.bound[node]];
    assert.ok(reason);
    assert.equal(
      search.said(),
      `Call ${node + 1} returns ${texts[columns.value[node]]}. Never tried: ${names}. ${reason}`,
    );
    const dashed = present(search.items().find((made) => made.dataset.kind === "cut"));
    assert.equal(dashed.getAttribute("aria-label"), `Never tried: ${names}. ${reason}`);
    assert.equal(
      dashed.querySelectorAll<HTMLElement>(".ttt-untried").length,
      cells[columns.cut[node]].length,
    );
    assert.equal(find(dashed, ".ttt-move").textContent, `cut: ${names}`);
    assert.ok(search.details().includes(reason));
  });

  it("says where calls were not recorded, and counts on", () => {
    const search = show(LIMITED);
    search.press("To the end");
    const below = search.items().filter((made) => made.getAttribute("aria-level") === "2");
    assert.equal(below.length, 5);
    const more = present(search.items().find((made) => made.dataset.kind === "beyond"));
    assert.match(more.textContent, /^\d+ calls not recorded$/);
    const hidden = Number(present(more.textContent.match(/\d+/))[0]);
    assert.match(labelOf(below[1]), new RegExp(`^Call ${hidden + 3}:`));
    assert.match(search.el.textContent, /186 calls of minimax; 6 of them are recorded/);
  });

  it("names the cells of larger boards by coordinates", () => {
    const search = show(LARGE);
    search.scrub(4);
    assert.match(search.said(), /^Call 11: X plays b1/);
    assert.equal(search.items()[0].querySelectorAll<HTMLElement>(".ttt-blocks").length, 1);
  });

  it("says what can be said of calls without a position", () => {
    const search = show(
      madeUp([0, 1, 1], { functions: ["<img src=x onerror=alert(1)>", "b"] }),
    );
    for (let step = 0; step < 6; step++) search.forward();
    assert.deepEqual(search.texts(), ["start: 0", "call 2: 0", "call 3: 0"]);
    assert.equal(search.all("img").length, 0);
    assert.ok(search.details().includes("<img src=x onerror=alert(1)>"));
  });

  it("keeps items apart, and parents in the middle of their children", () => {
    const search = show(CUT);
    search.resize(900, 10_000);
    search.press("To the end");
    for (let more = 0; more < 25; more++) {
      const closed = search
        .items()
        .find((made) => made.getAttribute("aria-expanded") === "false");
      if (!closed) break;
      search.open(closed);
    }
    const items = search.items();
    assert.ok(items.length > 50, `${items.length} items`);
    const columns = groupBy(items, (made: HTMLElement) => made.getAttribute("aria-level"));
    for (const [level, column] of columns) {
      const tops = column.map((made: HTMLElement) => placeOf(made)[1]);
      for (const made of column) assert.equal(placeOf(made)[0], (Number(level) - 1) * 146);
      for (let at = 1; at < tops.length; at++)
        assert.ok(tops[at] - tops[at - 1] >= 62 - 1e-6, `level ${level}`);
    }
    for (const [parent, children] of groupBy(items.slice(1), (made: HTMLElement) =>
      parentOf(items, made),
    )) {
      const tops = children.map((made: HTMLElement) => placeOf(made)[1]);
      assert.ok(
        Math.abs(placeOf(present(parent))[1] - (tops[0] + present(tops.at(-1))) / 2) < 1e-6,
      );
    }
  });

  it("of fifty thousand calls is drawn a few items at a time", () => {
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

  it("is set in the middle of its box once a host has laid that out", () => {
    const search = show();
    assert.equal(placeOf(search.items()[0])[1], 0);
    search.resize(736, 576);
    assert.equal(placeOf(search.items()[0])[1], (576 - 2 * 8 - 52) / 2);
  });

  it("grows to the right where there is room, and is an outline elsewhere", () => {
    const search = show();
    search.scrub(11); // calls 1; 2: 3: 4; 5: 6
    search.resize(1024, 576);
    const levels = [0, 1, 2, 3, 2, 3];
    const places = () => search.items().map(placeOf);
    assert.deepEqual(
      places().map(([x]) => x),
      levels.map((level) => level * 196),
    );
    const rows = [0.5, 0.5, 0, 0, 1, 1]; // of two leaves, parents in the middle
    const above = (576 - 16 - (78 + 62)) / 2;
    assert.deepEqual(
      places().map(([, y]) => y),
      rows.map((row) => above + row * 78),
    );
    search.resize(735, 576);
    assert.deepEqual(
      places(),
      levels.map((level, row) => [level * 22, row * 58]),
    );
    // An item ends where its box does.
    assert.deepEqual(
      search.items().map((made) => made.style.inlineSize),
      levels.map((level) => `${735 - 16 - level * 22}px`),
    );
  });

  it("has wider items where values or names of cells are longer", () => {
    const widths = [PLAIN, GRADED, LARGE].map((state) => {
      const search = show(state);
      search.resize(800, 576);
      return Number.parseFloat(search.items()[0].style.inlineSize);
    });
    // Two characters such as -1 fit; graded values have up to four, cells of ultimate a name of
    // two beside a larger board, and there the values have up to five.
    assert.deepEqual(widths, [128, 128 + 2 * 9, 128 + 40 + 3 * 9 + 9]);
  });

  it("shows the sign of a value by a shape, once it has come back", () => {
    const search = show();
    search.scrub(14);
    const signs = search.items().map((made) => {
      const sign = made.querySelector<SVGElement>(".ttt-value")?.dataset.value;
      assert.equal(made.dataset.value, sign);
      return [labelOf(made).split(/[:,]/)[0], sign];
    });
    // Calls 2 to 6 returned 1, call 8 returned -1; 1 and 7 have not returned.
    const returned = [2, 3, 4, 5, 6].map((call) => [`Call ${call}`, "win"]);
    assert.deepEqual(signs, [
      ["Call 1", undefined],
      ...returned,
      ["Call 7", undefined],
      ["Call 8", "loss"],
    ]);
    assert.deepEqual(
      search.all(".ttt-legend [data-value]").map((made) => made.dataset.value),
      ["win", "loss"],
    );
  });

  it("may be as deep as it likes", () => {
    const search = show(madeUp(Array.from({ length: 20_000 }, (_, at) => at)));
    search.scrub(20_000);
    assert.equal(search.said(), "Call 20,000.");
    assert.equal(search.selected().getAttribute("aria-level"), "20000");
    search.press("To the end");
    assert.equal(search.said(), "Call 1 returns 0.");
  });
});

describe("keys", () => {
  const focused = () => labelOf(document.activeElement);

  it("move in the tree and open it, as the pattern of a tree has it", () => {
    const search = show(CUT);
    search.press("To the end");
    search.items()[0].focus();
    search.key("ArrowRight");
    assert.match(focused(), /^Call 2: X plays 2/);
    search.key("ArrowLeft");
    assert.match(focused(), /^Call 1/);
    search.key("End");
    assert.match(focused(), /: X plays 8/);
    search.key("ArrowUp");
    assert.match(focused(), /: X plays 7/);
    search.key("Home");
    search.key("ArrowDown");
    assert.match(focused(), /: X plays 2/);
    search.key("ArrowRight");
    assert.equal(search.selected().getAttribute("aria-expanded"), "true");
    search.key("ArrowRight");
    assert.match(focused(), /: O plays 4/);
    search.key("ArrowLeft");
    search.key("ArrowLeft");
    assert.equal(search.selected().getAttribute("aria-expanded"), "false");
    search.key("Enter");
    assert.equal(search.selected().getAttribute("aria-expanded"), "true");
    search.key(" ");
    assert.equal(search.selected().getAttribute("aria-expanded"), "false");
    assert.match(focused(), /: X plays 2/);
  });

  it("there is one tab stop, and levels and places are told", () => {
    const search = show();
    search.press("To the end");
    assert.deepEqual(
      search.items().filter((made) => made.tabIndex === 0),
      [search.selected()],
    );
    const told = (made: HTMLElement) =>
      ["level", "posinset", "setsize"]
        .map((name) => made.getAttribute(`aria-${name}`))
        .join(" ");
    assert.deepEqual(
      ["Call 1,", "Call 2:", "Call 11:", "Call 4:"].map((start) => told(search.item(start))),
      ["1 1 1", "2 1 3", "2 3 3", "4 1 1"],
    );
    assert.equal(search.item("Call 4:").getAttribute("aria-expanded"), null);
  });

  it("step by n, p and f, wherever in the view the focus is", () => {
    const search = show();
    search.items()[0].focus();
    search.key("n");
    search.key("n");
    assert.equal(search.said(), SAID[2]);
    assert.match(focused(), /^Call 2: X plays 5/);
    search.slider.focus();
    search.key("p");
    assert.equal(search.said(), SAID[1]);
    search.key("f");
    assert.equal(search.said(), SAID[28]);
    assert.equal(document.activeElement, search.slider);
    assert.match(
      find(search.el, ".ttt-help").textContent,
      /n steps forward, p back, f to the end of the call/,
    );
  });

  it("stay in the view, but for combinations and Tab", () => {
    const search = show();
    search.items()[0].focus();
    for (const key of ["n", "x", "d", "ArrowDown", "Enter"])
      assert.equal(search.key(key).heard, false, key);
    assert.equal(search.key("Tab").heard, true);
    assert.equal(search.key("s", { ctrlKey: true }).heard, true);
    const at = search.step();
    assert.equal(search.key("n", { metaKey: true }).heard, true);
    assert.equal(search.step(), at);
    for (const made of search.all('button, select, input, [role="treeitem"]'))
      assert.equal(made.dataset.lmSuppressShortcuts, "true");
  });
});

describe("a tree with visits", () => {
  it("is shown as a whole, the moves visited most first and with a star", () => {
    const view = show(VISITS);
    assert.deepEqual(view.texts(), [
      "start: 0.25",
      "X 5: 1.00 ★",
      "O 7: −1.00 ☆",
      "O 9: 0.50 ☆",
      "X 9: 0.00",
      "X 7: −0.50",
    ]);
    assert.deepEqual(
      view.items().map((made) => find(made, ".ttt-more").textContent),
      ["1,234 visits", "1,200 visits", "600 visits", "600 visits", "33 visits", "1 visit"],
    );
    assert.deepEqual(
      view.all(".ttt-summary p").map((made) => made.textContent),
      ["1,234 visits, 6 nodes", "above 00below 0★ visited most"],
    );
  });

  it("has no steps and no predictions, and no key for them", () => {
    const view = show(VISITS);
    assert.deepEqual(view.all("input, [role=status], .ttt-steps, .ttt-saying"), []);
    assert.deepEqual(
      view.all("button").map((made) => made.textContent),
      ["Hide moves"],
    );
    view.items()[0].focus();
    assert.equal(view.key("n").event.defaultPrevented, false);
    assert.equal(view.items().length, 6);
    assert.doesNotMatch(view.el.textContent ?? "", /call|step/i);
    view.close();
    assert.equal(view.el.textContent, "");
  });

  it("says of each node its move, visits and mean, and that it is visited most", () => {
    const view = show(VISITS);
    assert.deepEqual(view.items().map(labelOf), [
      "start, 1,234 visits, mean 0.25",
      "X plays 5, 1,200 visits, mean 1.00, visited most",
      "O plays 7, 600 visits, mean −1.00, one of those visited most",
      "O plays 9, 600 visits, mean 0.50, one of those visited most",
      "X plays 9, 33 visits, mean 0.00",
      "X plays 7, 1 visit, mean −0.50",
    ]);
    assert.equal(labelOf(find(view.el, "[role=tree]")), "Nodes");
    assert.deepEqual(view.all("[aria-current], [data-path]"), []);
    assert.deepEqual(
      view.items().map((made) => made.getAttribute("data-value")),
      ["win", "win", "loss", "win", "draw", "loss"],
    );
  });

  it("shows the selected node, its visits and mean, and its moves", () => {
    const view = show(VISITS);
    view.items()[1].click();
    assert.equal(labelOf(find(view.el, ".ttt-details")), "The selected node");
    assert.equal(find(view.el, ".ttt-title").textContent, "X plays 5, visited most ★");
    assert.deepEqual(
      view.all(".ttt-details dl > *").map((made) => made.textContent),
      ["Visits", "1,200", "Mean", "1.00"],
    );
    assert.deepEqual(
      view.all(".ttt-details li").map((made) => find(made, ".ttt-worth + span").textContent),
      ["600 visits ☆", "600 visits ☆"],
    );
  });

  it("that is large is open at the root, and folds what was visited least", () => {
    const view = show(ALL_VISITS);
    assert.deepEqual(view.texts(), [
      "start: 0.12",
      "X d4: 0.44 ★",
      "X c4: 0.38",
      "X b4: 0.31",
      "+13 more",
    ]);
    view.items()[4].click();
    assert.equal(view.items().length, 1 + 16);
    assert.equal(labelOf(view.selected()), "X plays a4, 650 visits, mean 0.25");
    view.items()[1].click();
    view.key("ArrowRight");
    assert.deepEqual(
      view.texts().slice(2, 10),
      ["O d2", "O c2", "O b2", "O a2", "O d1", "O c1", "O b1", "O a1"].map(
        (move, at) => `${move}: −1.00${at ? "" : " ★"}`,
      ),
    );
    view.key("ArrowLeft");
    view.key("ArrowLeft");
    assert.equal(view.items().length, 1 + 16);
  });

  it("of one node is that node", () => {
    const view = show(madeUp([0], { ...JSON.parse(VISITS.tree), depth: [0] }));
    assert.equal(view.items().length, 1);
    assert.equal(view.button("Show moves").getAttribute("aria-disabled"), "true");
  });
});

describe("predictions", () => {
  it("come before a value is seen, and are counted", () => {
    const search = show();
    search.press("Predict first");
    for (let step = 0; step < 4; step++) search.forward();
    assert.equal(search.said(), SAID[4]);
    search.forward();
    assert.equal(search.said(), "What will this node be worth? Call 4: X plays 9.");
    assert.equal(search.step(), 4);
    assert.equal(search.texts().at(-1), "X 9: …");
    assert.deepEqual(search.choices(), ["−1", "1", "Show me"]);
    search.press("1");
    assert.equal(search.said(), "Right. Call 4 returns 1.");
    assert.equal(search.predicted(), "1 of 1 predicted right");
    assert.deepEqual(search.choices(), []);
    search.forward();
    search.press("−1");
    assert.equal(search.said(), "No: you said −1. Call 3 returns 1.");
    assert.equal(search.predicted(), "1 of 2 predicted right");
  });

  it("are not asked of what was seen, nor counted when one asks to be shown", () => {
    const search = show();
    search.scrub(6);
    search.press("Predict first");
    search.scrub(3);
    for (let step = 0; step < 3; step++) search.forward();
    assert.equal(search.step(), 6);
    search.press("Finish call");
    assert.equal(search.said(), "What will this node be worth? Call 2: X plays 5.");
    assert.equal(search.step(), 10);
    search.press("Show me");
    assert.equal(search.said(), "Call 2 returns 1.");
    assert.equal(search.predicted(), "0 of 0 predicted right");
    search.press("To the end");
    assert.deepEqual(search.choices(), []);
  });

  it("say in bold what is asked, and what was right", () => {
    const search = show();
    search.scrub(4);
    const bold = () => find(search.el, '[role="status"] b').textContent;
    assert.equal(bold(), "Call 4: X plays 9");
    search.press("Predict first");
    search.forward();
    assert.equal(bold(), "What will this node be worth?");
    search.press("−1");
    assert.equal(bold(), "No: you said −1. Call 4 returns 1.");
  });

  it("end a playing, and stand until they are answered", () => {
    const search = show();
    search.press("Predict first");
    search.press("Play");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 4);
    search.forward();
    assert.equal(search.step(), 4);
    search.press("1");
    mock.timers.tick(60_000);
    assert.equal(search.step(), 5);
  });

  it("lead the focus to the question and back", () => {
    const search = show();
    search.press("Predict first");
    search.items()[0].focus();
    for (let step = 0; step < 5; step++) search.key("n");
    assert.equal(document.activeElement?.textContent, "−1");
    (document.activeElement as HTMLElement).click();
    assert.equal(document.activeElement, search.selected());
  });

  it("ask which moves will be cut, once a move has come back", () => {
    const search = show(CUT);
    const { columns, cells } = JSON.parse(CUT.tree);
    search.press("Predict first");
    const kinds = { None: 0, cut: 0 };
    const cutAt = [];
    for (let turn = 0; turn < 400 && search.step() < Number(search.slider.max); turn++) {
      const asked = search
        .said()
        .match(/Which moves will be cut now\? Call (\d+).*; not tried yet: (.*)\.$/);
      if (search.said().includes("be worth?")) {
        search.press("Show me");
        continue;
      }
      if (!asked) {
        search.forward();
        continue;
      }
      const node = Number(asked[1]) - 1;
      const [none, all] = search.choices();
      assert.equal(none, "None");
      search.press("None");
      if (search.said().startsWith("Right. Nothing is cut here")) kinds.None += 1;
      else {
        assert.ok(
          search.said().startsWith(`No: you said None. Cut: ${asked[2]}.`),
          search.said(),
        );
        assert.ok(all.endsWith(asked[2]));
        assert.deepEqual(
          asked[2].split(", ").map((name) => Number(name) - 1),
          cells[columns.cut[node]],
        );
        cutAt.push(node);
        kinds.cut += 1;
      }
    }
    const expected = columns.cut.flatMap((at: number, node: number) => (at >= 0 ? [node] : []));
    assert.deepEqual(
      cutAt.sort((a, b) => a - b),
      expected,
    );
    assert.ok(kinds.None > 0);
    assert.equal(
      search.predicted(),
      `${kinds.None} of ${kinds.None + kinds.cut} predicted right`,
    );
  });

  it("offer at most five values, the right one among them at no fixed place", () => {
    const search = show(GRADED);
    search.press("Predict first");
    const places = new Set();
    for (let turn = 0; turn < 60; turn++) {
      search.forward();
      if (!search.choices().length) continue;
      const choices = search.choices().slice(0, -1);
      assert.equal(choices.length, 5);
      const call = present(search.said().match(/Call (\d+)/))[1];
      search.press("Show me");
      const [, value] = present(
        search.said().match(new RegExp(`Call ${call} returns ([\\d.]+)\\.`)),
      );
      places.add(choices.indexOf(value));
    }
    assert.ok(!places.has(-1) && places.size > 2, [...places].join());
  });
});
