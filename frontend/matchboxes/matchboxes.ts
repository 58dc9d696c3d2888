// Matchboxes in a cell. Python plays and learns: this file draws the traits it is given
// and sends requests.
//
// From top to bottom: helpers that need no page, the pieces of the screen, and `render`,
// which ties them together.

import type { AnyWidget } from "@anywidget/types";
import type { Ask, Channel } from "../shared/channel.ts";
import { makeChooser } from "../shared/channel.ts";
import {
  allow,
  drawing,
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  renderOrSay,
  setText,
} from "../shared/elements.ts";
import type { Grid, Value } from "../shared/game.ts";
import { makeTool, StopIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import {
  countGames,
  makeCard,
  makePages,
  makeScreen,
  nameImage,
  showScreen,
} from "../shared/screen.ts";
import { makeSegments } from "../shared/segments.ts";
import { drawValue } from "../shared/signs.ts";
import type { CurvePoint, Machine, Matchbox, Model, Shares, Traits } from "./traits.ts";

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = [
  "finding",
  "grid",
  "intro",
  "machines",
  "message",
  "opponent",
  "opponents",
  "rules_title",
  "stage",
  "stages",
  "status",
] as const;

export type View = Readonly<Pick<Traits, (typeof DRAWN)[number]>>;

/** Numbers of games that can be trained for at once. */
const GAMES = [1, 10, 100, 1000];
/** Number of colours of beads. */
const COLOURS = 9;
/** What the shares of a machine are called, in their order, with the sign of each. */
const RESULTS: [value: Value, word: string][] = [
  ["win", "won"],
  ["draw", "drawn"],
  ["loss", "lost"],
];
/** Least room between the middles of two labels of an area, and before its ends, in percent. */
const LABEL = 17;

// Helpers that need no page.

/** Return a number as people write it, as "1st". */
function ordinal(number: number) {
  return `${number}${["th", "st", "nd", "rd"][number] ?? "th"}`;
}

/** Return what happened to a box in the last game: which bead was drawn, and their number. */
function changeOf({ beads, drawn }: Matchbox) {
  const found = drawn && beads.find(([at]) => at === drawn[0]);
  return found ? [`drew ${found[1]}`, `${drawn[1]} → ${found[2]}`] : null;
}

/** Return how many beads are in a box. */
function countBeads({ beads }: Matchbox) {
  return beads.reduce((sum, [, , number]) => sum + number, 0);
}

/** Return a number of beads, short enough for a bead. */
function shortNumber(number: number) {
  if (number < 1000) return String(number);
  return number < 9950 ? `${(number / 1000).toFixed(1)}k` : `${Math.round(number / 1000)}k`;
}

/** Return a share in percent; one that is neither 0 nor 1 is not written as 0 or 100. */
function percent(share: number) {
  const rounded = Math.round(100 * share);
  if (share > 0 && rounded === 0) return "<1 %";
  return share < 1 && rounded === 100 ? ">99 %" : `${rounded} %`;
}

/** Return where labels stand, in percent from above: at their places, but not too close. */
function spread(places: number[]) {
  const found = [...places];
  for (let at = 0; at < found.length; at++)
    found[at] = Math.max(found[at], at ? found[at - 1] + LABEL : LABEL / 2);
  for (let at = found.length - 1; at >= 0; at--) {
    const most = at + 1 < found.length ? found[at + 1] - LABEL : 100 - LABEL / 2;
    found[at] = Math.min(found[at], most);
  }
  return found;
}

/** Return a box in words. */
function describeBox(box: Matchbox, grid: Grid) {
  const rows = [];
  for (let at = 0; at < grid.rows; at++) {
    rows.push(
      grid.cells
        .slice(at * grid.columns, (at + 1) * grid.columns)
        .map((cell) => box.board[cell] ?? ".")
        .join(""),
    );
  }
  const beads = box.beads.map(([, name, number]) => `${number} for ${name}`).join(", ");
  const change = changeOf(box)?.join(": ");
  return `Board ${rows.join(" ")}. Beads: ${beads}${change ? `; ${change}` : ""}`;
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** Make the choice of the opponent, and the buttons that train. */
function makeControls(ask: Ask) {
  const who = element("span", { class: "ttt-label" });
  const rival = makeSegments("Opponent in training", (opponent) =>
    ask("opponent", { opponent }),
  );
  const buttons = GAMES.map((games) =>
    makeButton(games.toLocaleString("en"), { "aria-label": `Train ${countGames(games)}` }, () =>
      ask("train", { games }),
    ),
  );
  const stop = makeTool("Stop", StopIcon, () => ask("stop"));
  const train = element(
    "div",
    { class: "ttt-train ttt-bar", role: "group", "aria-label": "Train" },
    ...buttons,
    stop,
  );
  const root = element(
    "div",
    { class: "ttt-training ttt-controls" },
    element("div", {}, who, rival.root),
    element("div", {}, element("span", { class: "ttt-label" }, "for so many games"), train),
  );

  function draw({ machines, opponent, opponents, status }: View) {
    const isTraining = status === "training";
    setText(who, `Train ${["", "", "both "][machines.length] ?? "all "}against`);
    rival.draw(opponents, opponent);
    for (const button of buttons) allow(button, !isTraining);
    allow(stop, isTraining);
  }
  return { root, draw };
}

/** Make the button that gives the machines their first beads again. */
function makeAgain(ask: Ask) {
  const root = makeButton("Start over", {}, () => ask("again"));
  function draw({ machines }: View) {
    allow(
      root,
      machines.some(({ games }) => games > 0),
    );
  }
  return { root, draw };
}

/** Make the chooser of the boxes that are shown, and the pages of them. */
function makeShelf(ask: Ask) {
  let shown = { stage: -1, page: 0 };
  const chooser = makeChooser("Boxes", (stage) =>
    ask("list", { stage: Number(stage), page: 0 }),
  );
  const pages = makePages("boxes", (by) =>
    ask("list", { stage: shown.stage, page: shown.page + by }),
  );
  const root = element("div", { class: "ttt-controls ttt-browse" }, chooser.root, pages.root);

  function draw({ machines, stage, stages }: View) {
    const all = Math.max(...machines.map(({ pages: count }) => count));
    const page = Math.max(...machines.map(({ page: at }) => at));
    shown = { stage, page };
    const choices: [string, string][] = [["-1", "Boxes of the last game"]];
    for (const [at, count] of stages.entries()) {
      const boxes = `${count} ${count === 1 ? "box" : "boxes"}`;
      choices.push([String(at), `${ordinal(at + 1)} move: ${boxes}`]);
    }
    chooser.draw(choices, [String(stage), String(stage)]);
    pages.draw(`${page + 1} of ${all}`, page > 0, page + 1 < all);
    pages.root.hidden = all < 2;
  }
  return { root, draw };
}

/** Make the picture of a box: a board with the beads in its free cells. */
function drawBox(box: Matchbox, grid: Grid) {
  const picture = drawBoard(grid, box.board, -1);
  const all = countBeads(box);
  for (const [cell, , number] of box.beads) {
    const place = grid.cells.indexOf(cell);
    const [x, y] = [(place % grid.columns) + 0.5, Math.floor(place / grid.columns) + 0.5];
    const colour = { "data-colour": cell % COLOURS };
    const bead = drawing("circle", {
      class: "ttt-bead",
      ...colour,
      cx: x,
      cy: y,
      // The area grows with the share, but the number must find room.
      r: Math.min(0.26 + 0.28 * Math.sqrt(number / Math.max(all, 1)), 0.45),
    });
    bead.toggleAttribute("data-drawn", box.drawn?.[0] === cell);
    const text = drawing("text", { class: "ttt-number", ...colour, x, y: y + 0.14 });
    text.textContent = shortNumber(number);
    text.toggleAttribute("data-long", number > 99);
    text.toggleAttribute("data-none", !number);
    picture.append(...(number ? [bead] : []), text);
  }
  return nameImage(picture, describeBox(box, grid));
}

/**
 * Draw what a machine makes of its games against one opponent: areas of exact shares.
 *
 * @param most number of games at the end of the axis
 */
function drawShares(opponent: string, points: [number, Shares][], most: number) {
  const [games, last] = points[points.length - 1];
  const words = RESULTS.map(([, word], at) => `${percent(last[at])} ${word}`).join(", ");
  // Where nothing was played yet, what a machine is worth is drawn all over.
  const along = most ? points : [points[0], [1, points[0][1]] as [number, Shares]];
  const line = (height: (shares: Shares) => number) =>
    along
      .map(
        ([at, shares]) =>
          `${((100 * at) / Math.max(most, 1)).toFixed(1)} ${(100 * height(shares)).toFixed(1)}`,
      )
      .join("L");
  const end = ((100 * along[along.length - 1][0]) / Math.max(most, 1)).toFixed(1);
  const lost = line(([, , loss]) => loss);
  const won = line(([win]) => 1 - win);
  const area = drawing(
    "svg",
    { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    drawing("path", { "data-value": "draw", d: `M0 0H${end}V100H0z` }),
    drawing("path", { "data-value": "win", d: `M0 100L${won}L${end} 100z` }),
    drawing("path", { "data-value": "loss", d: `M0 0L${lost}L${end} 0z` }),
    drawing("path", { class: "ttt-between", d: `M${won}` }),
    drawing("path", { class: "ttt-between", d: `M${lost}` }),
  );
  const [win, draw, loss] = last;
  // A loss is always on top, a win below.
  const labelled = [2, 1, 0].filter((at) => last[at] > 0);
  const middles = [1 - win / 2, loss + draw / 2, loss / 2];
  const heights = spread(labelled.map((at) => 100 * middles[at]));
  const labels = labelled.map((result, at) => {
    const label = element("span", {}, drawValue(RESULTS[result][0]), percent(last[result]));
    label.style.insetBlockStart = `${heights[at].toFixed(1)}%`;
    return label;
  });
  return element(
    "div",
    {
      class: "ttt-share",
      role: "img",
      "aria-label": `Against ${opponent} after ${countGames(games)}: ${words}`,
    },
    element("span", { class: "ttt-label" }, `against ${opponent}`),
    element("div", { class: "ttt-area" }, area, element("div", {}, ...labels)),
    element(
      "div",
      { class: "ttt-along" },
      element("span", {}, "0"),
      element("span", {}, "games"),
      element("span", {}, most.toLocaleString("en")),
    ),
  );
}

/** Make the machines side by side, each with what it has learnt and its boxes. */
function makeMachines() {
  const root = element("div", { class: "ttt-machines" });
  let shelves: ReturnType<typeof makeMachine>[] = [];

  function makeMachine({ name }: Machine) {
    const learnt = element("small");
    const shares = element("div", { class: "ttt-shares" });
    const outcome = element("p", { class: "ttt-label" });
    const boxes = element("ol", { class: "ttt-boxes" });
    const strip = element(
      "div",
      {
        class: "ttt-strip",
        tabindex: "0",
        role: "group",
        "aria-label": `Boxes of ${name}`,
        ...KEEPS_KEYS,
      },
      boxes,
    );
    const own = makeCard("ttt-machine", "", shares, outcome, strip);
    own.root.setAttribute("aria-label", name);
    own.title.append(element("span", {}, name), learnt);

    function draw(machine: Machine, grid: Grid, most: number, stage: number) {
      const { curve } = machine;
      const [games, , , wrong] = curve[curve.length - 1];
      const where = `${wrong} ${wrong === 1 ? "position" : "positions"}`;
      const what = machine.resigns ? "resigns" : `may err in ${where}`;
      setText(learnt, `${countGames(games)}, ${what}`);
      drawOnce(shares, [curve, most], () =>
        (["random", "perfect"] as const).map((opponent, at) =>
          drawShares(
            opponent,
            curve.map((point: CurvePoint) => [point[0], point[at ? 2 : 1]]),
            most,
          ),
        ),
      );
      setText(outcome, stage < 0 ? machine.outcome : `${ordinal(stage + 1)} move`);
      drawOnce(boxes, [machine.boxes, grid], () =>
        machine.boxes.map((box) => {
          const all = countBeads(box);
          const change = changeOf(box);
          const still = all ? `${all.toLocaleString("en")} beads` : "empty";
          const [what, ...numbers] = change ?? [still];
          return element(
            "li",
            {},
            element("b", {}, ordinal(box.stage + 1)),
            drawBox(box, grid),
            element("span", {}, what),
            ...numbers.map((text) => element("b", {}, text)),
          );
        }),
      );
    }
    return { root: own.root, draw };
  }
  function draw({ grid, machines, stage }: View) {
    if (shelves.length !== machines.length) {
      shelves = machines.map(makeMachine);
      root.replaceChildren(...shelves.map((shelf) => shelf.root));
    }
    const most = Math.max(...machines.map(({ games }) => games));
    machines.forEach((machine, at) => {
      shelves[at].draw(machine, grid, most, stage);
    });
  }
  return { root, draw };
}

/** Make what the signs of the areas mean. */
function makeLegend() {
  return element(
    "p",
    { class: "ttt-legend" },
    ...RESULTS.map(([value, word]) => element("b", {}, drawValue(value), word)),
    element("span", {}, "exact shares, computed from the beads, not sampled"),
  );
}

// All of it together.

/** Make the whole screen. */
function makeMatchboxes({ ask, retry }: Channel) {
  const [controls, machines, shelf, again] = [
    makeControls(ask),
    makeMachines(),
    makeShelf(ask),
    makeAgain(ask),
  ];
  return makeScreen<View>({
    name: "ttt-matchboxes",
    label: "Matchboxes",
    title: ({ rules_title: rules }) => `Matchboxes: ${rules}`,
    button: again.root,
    controls: controls.root,
    below: [shelf.root, machines.root, makeLegend()],
    pieces: [controls, shelf, machines, again],
    say: ({ machines, message, status }) => {
      const isBusy = status === "training";
      const told = machines.map(
        ({ name, last, summary }) =>
          `${machines.length > 1 ? `${name}: ` : ""}${last} ${summary}`,
      );
      return [isBusy ? message : [message, ...told].join(" "), isBusy];
    },
    retry,
  });
}

/**
 * Draw matchboxes on `el` and keep them true to the model, until what is returned is called.
 */
function render({ model, el }: { model: Model; el: HTMLElement }) {
  return showScreen<Traits, keyof View>(model, el, DRAWN, makeMatchboxes);
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay("The matchboxes", render),
} satisfies AnyWidget<Traits>;
