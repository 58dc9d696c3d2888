import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Machine } from "../../frontend/matchboxes/traits.ts";
import type { FrontEnd } from "./host.ts";
import { find, itShips, labelOf, open, present, runScene, useFreshPage } from "./host.ts";

const { default: source } = await import("../../frontend/matchboxes/matchboxes.ts");
const widget = source as FrontEnd;

const { READY, PAIR, STAGE, EMPTIED } = runScene("matchbox_states.py");
const show = (state = READY) => open(widget, state);

useFreshPage("Date");

describe("the matchboxes", () => {
  itShips("matchboxes", widget, { READY, PAIR, STAGE, EMPTIED });

  it("show a description in the heading, and the learned result in the sentence", () => {
    const shown = show(PAIR);
    assert.equal(shown.text("h2"), "Matchboxes: Tic-tac-toe");
    assert.equal(shown.text(".ttt-head p"), PAIR.intro);
    assert.deepEqual(shown.texts(".ttt-finding > *"), PAIR.finding);
  });

  it("offer the opponents as segments, with arrow keys", () => {
    const shown = show();
    const states = (name: string) =>
      shown.all('[role="radio"]').map((made) => made.getAttribute(name));
    const chosen = ["true", "false", "false", "false"];
    const names = ["Random", "Beginner", "Casual", "Perfect"];
    assert.deepEqual(shown.texts('[role="radio"]'), names);
    assert.deepEqual(states("aria-checked"), chosen);
    assert.deepEqual(states("tabindex"), ["0", "-1", "-1", "-1"]);
    shown.button("Random").focus();
    for (const key of ["ArrowLeft", "ArrowRight", "a"]) shown.key(key);
    assert.deepEqual(shown.asked(), [
      { kind: "opponent", opponent: "perfect" },
      { kind: "opponent", opponent: "random" },
    ]);
    // Nothing is selected before Python confirms it.
    assert.deepEqual(states("aria-checked"), chosen);
  });

  it("request training, another opponent, and boxes", () => {
    const shown = show(STAGE);
    const games = ["1 game", "10 games", "100 games", "1,000 games"];
    for (const count of games) shown.press(`Train for ${count}`);
    shown.press("Casual");
    shown.enter("select", "-1");
    shown.press("Later boxes");
    shown.press("Earlier boxes");
    assert.deepEqual(shown.asked(), [
      ...[1, 10, 100, 1000].map((count) => ({ kind: "train", games: count })),
      { kind: "opponent", opponent: "casual" },
      { kind: "list", stage: -1, page: 0 },
      { kind: "list", stage: 3, page: 2 },
      { kind: "list", stage: 3, page: 0 },
    ]);
  });

  it("enable only what is possible now", async () => {
    const shown = show();
    shown.press("Stop");
    shown.press("Start over");
    assert.deepEqual(shown.asked(), []);
    assert.equal(shown.all('[aria-label="Pages of boxes"]').length, 0);
    await shown.model.update({ status: "training", message: "Training: 0 of 10 games." });
    shown.press("Train for 1 game");
    shown.press("Stop");
    const pair = show(PAIR);
    pair.press("Start over");
    assert.deepEqual(
      [...shown.asked(), ...pair.asked()],
      [{ kind: "stop" }, { kind: "again" }],
    );
  });

  it("draw each box with its beads, their count, and the bead drawn last", () => {
    const sections = show(PAIR).all(".ttt-machine");
    assert.deepEqual(sections.map(labelOf), ["4-3-2-1", "8-4-2-1"]);
    PAIR.machines.forEach((machine: Machine, at: number) => {
      const boxes = [...sections[at].querySelectorAll("li")];
      assert.equal(boxes.length, machine.boxes.length);
      boxes.forEach((box, number) => {
        const { beads, board } = machine.boxes[number];
        const drawn = present(machine.boxes[number].drawn);
        assert.deepEqual(
          [...box.querySelectorAll(".ttt-number")].map((made) => made.textContent),
          beads.map(([, , many]) => String(many)),
        );
        // A bead is in the middle of its move's cell.
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
        // A cross has two strokes, each with its own start.
        for (const [mark, strokes] of Object.entries({ X: 2, O: 1 }))
          assert.equal(
            find(box, `.ttt-${mark.toLowerCase()}`).getAttribute("d")?.match(/m/gi)?.length ??
              0,
            strokes * board.filter((one) => one === mark).length,
          );
        const [, name, now] = present(beads.find(([cell]) => cell === drawn[0]));
        assert.equal(find(box, "span").textContent, `bead for ${name}`);
        assert.equal(find(box, "span + b").textContent, `${drawn[1]} → ${now}`);
        const said = labelOf(find(box, "svg"));
        assert.ok(said.includes(`${now} for ${name}`), said);
        assert.ok(said.endsWith(` Last game: bead for ${name}, ${drawn[1]} → ${now}.`), said);
      });
    });
  });

  it("size beads by their share, and shorten long counts", () => {
    const beads = [
      [0, "1", 1600],
      [1, "2", 400],
      [4, "5", 0],
    ];
    const box = { stage: 0, board: Array(9).fill(null), beads, drawn: null };
    const shown = show({ ...READY, machines: [{ ...READY.machines[0], boxes: [box] }] });
    assert.deepEqual(shown.texts(".ttt-number"), ["1.6k", "400", "0"]);
    const [most, less] = shown.all(".ttt-bead").map((made) => Number(made.getAttribute("r")));
    assert.ok(most > less && most <= 0.5, `${most} and ${less}`);
    assert.equal(shown.text("li span"), "2,000 beads");
  });

  it("draw exact shares as areas with labels at the end", () => {
    const machine = {
      ...READY.machines[0],
      games: 20,
      curve: [
        [0, [0.5, 0.25, 0.25], [0, 0.25, 0.75], 200],
        [20, [0.8, 0.15, 0.05], [0, 0.9999, 0.0001], 1],
      ],
    };
    const curve = [...machine.curve, [40, [0.8, 0.15, 0.05], [0, 1, 0], 0]];
    const shown = show({
      ...READY,
      machines: [machine, { ...machine, name: "Tom", games: 40, curve }],
    });
    assert.deepEqual(shown.all(".ttt-share").map(labelOf), [
      "Against random play after 20 games: 80% won, 15% drawn, 5% lost",
      "Against perfect play after 20 games: 0% won, >99% drawn, <1% lost",
      "Against random play after 40 games: 80% won, 15% drawn, 5% lost",
      "Against perfect play after 40 games: 0% won, 100% drawn, 0% lost",
    ]);
    assert.deepEqual(shown.texts(".ttt-machine small"), [
      "20 games, can go wrong in 1 position",
      "40 games, can go wrong in 0 positions",
    ]);
    // Wins are at the bottom, on the scale of the machine that has played the most games.
    const path = (value: string) =>
      find(shown.el, `.ttt-area > svg [data-value="${value}"]`).getAttribute("d");
    assert.equal(path("win"), "M0 100L0.0 50.0L50.0 20.0L50.0 100z");
    assert.equal(path("loss"), "M0 0L0.0 25.0L50.0 5.0L50.0 0z");
    // A share of zero has no label. The other labels don't overlap.
    const labels = shown
      .all(".ttt-area > div")
      .map((made) => [...made.querySelectorAll<HTMLElement>("span")]);
    assert.deepEqual(
      labels.map((each) => each.map((label) => label.textContent)),
      [["5%", "15%", "80%"], ["<1%", ">99%"], ["5%", "15%", "80%"], ["100%"]],
    );
    const tops = labels[0].map(({ style }) => Number.parseFloat(style.insetBlockStart));
    assert.ok(tops[1] - tops[0] >= 17 && tops[2] - tops[1] >= 17, tops.join());
  });

  it("show that a machine resigns, and the empty box", () => {
    const shown = show(EMPTIED);
    assert.equal(
      shown.text(".ttt-machine p"),
      "The machine resigned in the last game. No box changed.",
    );
    assert.equal(shown.text(".ttt-machine small"), "100 games, resigns");
    assert.deepEqual([shown.text("li b"), shown.text("li span")], ["Move 1", "empty"]);
    assert.equal(shown.all(".ttt-bead").length, 0);
  });

  it("announce the start and end of training", async () => {
    const shown = show();
    for (const message of ["Training: 0 of 1,000 games.", "Training: 10 of 1,000 games."]) {
      await shown.model.update({ status: "training", message });
      assert.equal(shown.text('[role="status"]'), "Training: 0 of 1,000 games.");
    }
    await shown.model.update({ ...PAIR });
    assert.match(
      shown.text('[role="status"]'),
      /^Trained for 10 games against perfect\. 4-3-2-1: The .* The moves were .* 8-4-2-1: The .* The moves were /,
    );
  });

  it("keep their keys from the notebook", () => {
    for (const made of show(STAGE).all("button, select, [tabindex]"))
      assert.ok(made.hasAttribute("data-lm-suppress-shortcuts"), made.outerHTML);
  });

  it("end with their view", () => {
    const shown = show();
    shown.close();
    assert.deepEqual(shown.model.listeners, []);
  });
});
