import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Machine } from "../../frontend/matchboxes/traits.ts";
import type { FrontEnd } from "./host.ts";
import {
  document,
  find,
  htmlOf,
  importShipped,
  labelOf,
  Model,
  present,
  window,
} from "./host.ts";

const { default: widget } = await import("../../frontend/matchboxes/matchboxes.ts");

/** What Python itself syncs, at the moments that matchbox_states.py names. */
const { READY, PAIR, STAGE, EMPTIED } = JSON.parse(
  execFileSync("python3", ["tests/support/scenes/matchbox_states.py"], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: "." },
  }),
);

/** Show matchboxes in the page, greeted by Python. */
function show(state = READY, { from = widget as FrontEnd } = {}) {
  const model = new Model();
  model.state = { ...state };
  const el = document.createElement("div");
  document.body.append(el);
  const close = from.render({ model, el });
  model.answer();
  model.sent.length = 0;
  const all = <Found extends HTMLElement = HTMLElement>(selector: string) => [
    ...el.querySelectorAll<Found>(selector),
  ];
  const button = (name: string) =>
    present(
      all("button").find(
        (made) => (made.getAttribute("aria-label") ?? made.textContent) === name,
      ),
    );
  return {
    model,
    el,
    close,
    all,
    button,
    text: (selector: string) => find(el, selector).textContent,
    asked: () => model.sent.map(({ request, client, ...rest }) => rest),
    choose(name: string, value: string) {
      const select = present(
        all<HTMLSelectElement>("select").find(
          (made) => made.getAttribute("aria-label") === name,
        ),
      );
      select.value = value;
      select.dispatchEvent(new window.Event("change"));
    },
  };
}

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => {
  mock.timers.reset();
  document.body.replaceChildren();
});

describe("the matchboxes", () => {
  it("say in the head what they are, and in the sentence what was learnt", () => {
    const shown = show(PAIR);
    assert.equal(shown.text("h2"), "Matchboxes: Tic-tac-toe");
    assert.equal(shown.text(".ttt-head p"), PAIR.intro);
    assert.deepEqual(
      [...find(shown.el, ".ttt-finding").children].map((part) => part.textContent),
      PAIR.finding,
    );
  });

  it("offer the opponents as segments, which arrows go along", () => {
    const shown = show();
    const group = find(shown.el, '[role="radiogroup"]');
    const segments = [...group.querySelectorAll("button")];
    const chosen = () => segments.map((made) => made.getAttribute("aria-checked") === "true");
    assert.deepEqual(
      segments.map((made) => made.textContent),
      ["random", "beginner", "casual", "perfect"],
    );
    assert.deepEqual(chosen(), [true, false, false, false]);
    assert.deepEqual(
      segments.map((made) => made.tabIndex),
      [0, -1, -1, -1],
    );
    segments[0].focus();
    for (const key of ["ArrowLeft", "ArrowRight", "a"])
      (document.activeElement as HTMLElement).dispatchEvent(
        new window.KeyboardEvent("keydown", { key, bubbles: true }),
      );
    assert.deepEqual(shown.asked(), [
      { kind: "opponent", opponent: "perfect" },
      { kind: "opponent", opponent: "random" },
    ]);
    // Nothing is chosen before Python says so.
    assert.deepEqual(chosen(), [true, false, false, false]);
  });

  for (const [name, state] of Object.entries({ READY, PAIR, STAGE, EMPTIED })) {
    it(`ship as they are written: ${name}`, async () => {
      const { default: from } = await importShipped("matchboxes.js");
      const shipped = show(state, { from });
      assert.equal(htmlOf(shipped.el), htmlOf(show(state).el));
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
  }

  it("ask for training, another opponent, boxes, and a new start", () => {
    const shown = show(STAGE);
    for (const name of [
      "Train 1 game",
      "Train 10 games",
      "Train 100 games",
      "Train 1,000 games",
    ])
      shown.button(name).click();
    shown.button("casual").click();
    shown.choose("Boxes", "-1");
    shown.button("Later boxes").click();
    shown.button("Earlier boxes").click();
    assert.deepEqual(shown.asked(), [
      ...[1, 10, 100, 1000].map((games) => ({ kind: "train", games })),
      { kind: "opponent", opponent: "casual" },
      { kind: "list", stage: -1, page: 0 },
      { kind: "list", stage: 3, page: 2 },
      { kind: "list", stage: 3, page: 0 },
    ]);
    const pair = show(PAIR);
    pair.button("Start over").click();
    assert.deepEqual(pair.asked(), [{ kind: "again" }]);
  });

  it("allow only what can be done now", async () => {
    const shown = show();
    shown.button("Stop").click();
    shown.button("Start over").click();
    assert.deepEqual(shown.asked(), []);
    await shown.model.update({
      status: "training",
      message: "Training: 0 of 10 games.",
      planned_count: 10,
    });
    shown.button("Train 1 game").click();
    shown.button("Stop").click();
    assert.deepEqual(shown.asked(), [{ kind: "stop" }]);
  });

  it("draw each box with its beads, their number, and what was drawn", () => {
    const shown = show(PAIR);
    const sections = shown.all(".ttt-machine");
    assert.deepEqual(
      sections.map((section) => section.getAttribute("aria-label")),
      ["4-3-2-1", "8-4-2-1"],
    );
    PAIR.machines.forEach((machine: Machine, at: number) => {
      const boxes = [...sections[at].querySelectorAll("li")];
      assert.equal(boxes.length, machine.boxes.length);
      boxes.forEach((box, number) => {
        const { beads, board } = machine.boxes[number];
        const drawn = present(machine.boxes[number].drawn);
        assert.deepEqual(
          [...box.querySelectorAll<HTMLElement>(".ttt-number")].map((made) => made.textContent),
          beads.map(([, , many]) => String(many)),
        );
        // A bead lies in the middle of the cell of its move.
        assert.deepEqual(
          [...box.querySelectorAll(".ttt-bead")].map((made) => [
            Number(made.getAttribute("cx")),
            Number(made.getAttribute("cy")),
            made.hasAttribute("data-drawn"),
          ]),
          beads
            .filter(([, , many]) => many)
            .map(([cell]) => [(cell % 3) + 0.5, Math.floor(cell / 3) + 0.5, cell === drawn[0]]),
        );
        // A cross is two strokes, each drawn from a point of its own.
        for (const [mark, strokes] of [
          ["X", 2],
          ["O", 1],
        ] as const)
          assert.equal(
            find(box, `.ttt-${mark.toLowerCase()}`).getAttribute("d")?.match(/m/gi)?.length ??
              0,
            strokes * board.filter((one) => one === mark).length,
          );
        const [, name, now] = present(beads.find(([cell]) => cell === drawn[0]));
        assert.equal(find(box, "span").textContent, `drew ${name}`);
        assert.equal(find(box, "span + b").textContent, `${drawn[1]} → ${now}`);
        const said = labelOf(find(box, "svg"));
        assert.ok(
          said.includes(`${now} for ${name}`) &&
            said.endsWith(`; drew ${name}: ${drawn[1]} → ${now}`),
          said,
        );
      });
    });
  });

  it("draw beads by their share, and their numbers short where they are long", async () => {
    const box = {
      stage: 0,
      board: Array(9).fill(null),
      beads: [
        [0, "1", 1600],
        [1, "2", 400],
        [4, "5", 0],
      ],
      drawn: null,
    };
    const shown = show({ ...READY, machines: [{ ...READY.machines[0], boxes: [box] }] });
    assert.deepEqual(
      shown.all(".ttt-number").map((made) => made.textContent),
      ["1.6k", "400", "0"],
    );
    const [most, less] = shown.all(".ttt-bead").map((made) => Number(made.getAttribute("r")));
    assert.ok(most > less && most <= 0.5, `${most} and ${less}`);
    assert.equal(shown.text("li span"), "2,000 beads");
  });

  it("draw exact shares as areas, and say where they end", async () => {
    const machine = {
      ...READY.machines[0],
      games: 20,
      curve: [
        [0, [0.5, 0.25, 0.25], [0, 0.25, 0.75], 200],
        [20, [0.8, 0.15, 0.05], [0, 0.9999, 0.0001], 1],
      ],
    };
    const other = {
      ...machine,
      name: "Tom",
      games: 40,
      curve: [...machine.curve, [40, [0.8, 0.15, 0.05], [0, 1, 0], 0]],
    };
    const shown = show({ ...READY, machines: [machine, other] });
    assert.deepEqual(shown.all(".ttt-share").map(labelOf), [
      "Against random after 20 games: 80 % won, 15 % drawn, 5 % lost",
      "Against perfect after 20 games: 0 % won, >99 % drawn, <1 % lost",
      "Against random after 40 games: 80 % won, 15 % drawn, 5 % lost",
      "Against perfect after 40 games: 0 % won, 100 % drawn, 0 % lost",
    ]);
    assert.deepEqual(
      shown.all(".ttt-machine small").map((made) => made.textContent),
      ["20 games, may err in 1 position", "40 games, may err in 0 positions"],
    );
    // Won games are drawn from below, on the scale of the machine that has played most.
    const [win] = shown.all('.ttt-area > svg [data-value="win"]');
    assert.equal(win.getAttribute("d"), "M0 100L0.0 50.0L50.0 20.0L50.0 100z");
    const [loss] = shown.all('.ttt-area > svg [data-value="loss"]');
    assert.equal(loss.getAttribute("d"), "M0 0L0.0 25.0L50.0 5.0L50.0 0z");
    // What never happens has no label; those of the others do not cover one another.
    const labels = shown
      .all(".ttt-area > div")
      .map((made) => [...made.querySelectorAll("span")].map((label) => label.textContent));
    assert.deepEqual(labels, [
      ["5 %", "15 %", "80 %"],
      ["<1 %", ">99 %"],
      ["5 %", "15 %", "80 %"],
      ["100 %"],
    ]);
    const tops = shown.all(".ttt-area > div")[0].querySelectorAll<HTMLElement>("span");
    const [lost, drawn, won] = [...tops].map(({ style }) =>
      Number.parseFloat(style.insetBlockStart),
    );
    assert.ok(drawn - lost >= 17 && won - drawn >= 17, `${lost}, ${drawn}, ${won}`);
  });

  it("say that a machine resigns, and show the box that is empty", () => {
    const shown = show(EMPTIED);
    assert.equal(shown.text(".ttt-finding span"), EMPTIED.finding[1]);
    assert.equal(shown.text(".ttt-machine p"), "Last game: it resigned. No box was changed.");
    assert.equal(shown.text(".ttt-machine small"), "100 games, resigns");
    assert.equal(shown.text("li b"), "1st");
    assert.equal(shown.text("li span"), "empty");
    assert.equal(shown.all(".ttt-bead").length, 0);
  });

  it("are read aloud when training ends, and now and then while it lasts", async () => {
    const shown = show();
    assert.equal(shown.text('[role="status"]'), "");
    await shown.model.update({ status: "training", message: "Training: 0 of 1,000 games." });
    assert.equal(shown.text('[role="status"]'), "Training: 0 of 1,000 games.");
    await shown.model.update({ message: "Training: 10 of 1,000 games." });
    assert.equal(shown.text('[role="status"]'), "Training: 0 of 1,000 games.");
    mock.timers.tick(15001);
    await shown.model.update({ message: "Training: 700 of 1,000 games." });
    assert.equal(shown.text('[role="status"]'), "Training: 700 of 1,000 games.");
    await shown.model.update({ message: "Training: 710 of 1,000 games." });
    assert.equal(shown.text('[role="status"]'), "Training: 700 of 1,000 games.");
    await shown.model.update({ ...PAIR });
    assert.match(
      shown.text('[role="status"]'),
      /^Trained for 10 games against perfect\. 4-3-2-1: Last game: .* 8-4-2-1: Last game: /,
    );
  });

  it("keep their keys from the notebook", () => {
    for (const made of show(STAGE).all("button, select, [tabindex]"))
      assert.ok(made.hasAttribute("data-lm-suppress-shortcuts"), made.outerHTML);
  });

  it("say why a request was refused", () => {
    const shown = show();
    shown.button("Train 10 games").click();
    shown.model.answer({ ok: false, code: "bad", message: "No" });
    assert.equal(shown.text(".ttt-objection"), "No");
    shown.close();
    assert.deepEqual(shown.model.listeners, []);
  });
});
