import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Machine } from "../../frontend/matchboxes/traits.ts";
import type { FrontEnd } from "./host.ts";
import { document, find, importShipped, labelOf, Model, present, window } from "./host.ts";

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
  for (const [name, state] of Object.entries({ READY, PAIR, STAGE, EMPTIED })) {
    it(`ship as they are written: ${name}`, async () => {
      const { default: from } = await importShipped("matchboxes.js");
      const shipped = show(state, { from });
      assert.equal(shipped.el.innerHTML, show(state).el.innerHTML);
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
    shown.choose("Opponent in training", "casual");
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
    assert.equal(find<HTMLProgressElement>(shown.el, "progress").max, 10);
  });

  it("draw each box with its beads, their number, and what was drawn", () => {
    const shown = show(PAIR);
    const sections = shown.all("section section");
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
        const dots = beads.reduce((sum, [, , many]) => sum + Math.min(many, 6), 0);
        assert.equal(box.querySelectorAll<HTMLElement>(".ttt-bead").length, dots);
        assert.equal(
          box.querySelectorAll<HTMLElement>(".ttt-mark").length,
          board.filter(Boolean).length,
        );
        const [, name, now] = present(beads.find(([cell]) => cell === drawn[0]));
        assert.equal(find(box, "b").textContent, `Drew ${name}: ${drawn[1]} → ${now}`);
        assert.equal(box.querySelectorAll<HTMLElement>('[data-state="drawn"]').length, 1);
        const said = labelOf(find(box, "svg"));
        assert.ok(
          said.includes(`${now} for ${name}`) &&
            said.endsWith(`Drew ${name}: ${drawn[1]} → ${now}`),
          said,
        );
      });
    });
  });

  it("draw the curve and say where it ends", () => {
    const shown = show(PAIR);
    const [score, wrong] = shown
      .all(".ttt-curve")
      .map((curve) => curve.getAttribute("aria-label"));
    const [games, random, perfect, mistakes] = PAIR.machines[0].curve.at(-1);
    assert.equal(
      score,
      `Points a game after ${games} games: ${random.toFixed(2)} against random, ${perfect.toFixed(2)} against perfect`,
    );
    assert.equal(wrong, `Positions where it may err, after ${games} games: ${mistakes}`);
    const [line] = shown.all('.ttt-track[data-kind="random"]');
    assert.equal(
      present(line.getAttribute("d")).split("L").length,
      PAIR.machines[0].curve.length,
    );
  });

  it("say that a machine resigns, and show the box that is empty", () => {
    const shown = show(EMPTIED);
    assert.match(
      shown.text(".ttt-learnt"),
      /^Its first box is empty: it resigns\. After 100 games/,
    );
    assert.equal(shown.text(".ttt-ended"), "Last game: no move. It resigned.");
    assert.equal(shown.text("li span"), "1st move, empty");
    assert.equal(shown.all(".ttt-bead").length, 0);
  });

  it("are read aloud when training ends, and now and then while it lasts", async () => {
    const shown = show();
    assert.equal(shown.text('[role="status"]'), "");
    await shown.model.update({ status: "training", message: "Training: 0 of 1,000 games." });
    assert.equal(shown.text('[role="status"]'), "");
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

  it("say why a request was refused", () => {
    const shown = show();
    shown.button("Train 10 games").click();
    shown.model.answer({ ok: false, code: "bad", message: "No" });
    assert.equal(shown.text(".ttt-objection"), "No");
    shown.close();
    assert.deepEqual(shown.model.listeners, []);
  });
});
