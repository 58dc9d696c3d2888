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
  makeButton,
  renderOrSay,
  setText,
} from "../shared/elements.ts";
import type { Grid } from "../shared/game.ts";
import { drawMark } from "../shared/marks.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import { makePages, makeProgressBar, makeScreen, showScreen } from "../shared/screen.ts";
import type { CurvePoint, Machine, Matchbox, Model, Traits } from "./traits.ts";

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = [
  "grid",
  "machines",
  "mark",
  "message",
  "opponent",
  "opponents",
  "page",
  "planned_count",
  "played_count",
  "rules_title",
  "stage",
  "stages",
  "status",
] as const;

export type View = Readonly<Pick<Traits, (typeof DRAWN)[number]>>;

/** Numbers of games that can be trained for at once. */
const GAMES = [1, 10, 100, 1000];
/** Most beads of one colour that are drawn one by one; beside them stands their number. */
const MOST_DOTS = 6;
/** Number of colours of beads. */
const COLOURS = 9;
/** Least milliseconds between two spoken reports while machines are trained. */
const SPOKEN_MS = 15000;
/** Size of a curve, and the room around it, in its own units. */
const CURVE = { width: 300, left: 26, right: 78, top: 8, bottom: 18 };

// Helpers that need no page.

/** Return a number as people write it, as "1st". */
function ordinal(number: number) {
  return `${number}${["th", "st", "nd", "rd"][number] ?? "th"}`;
}

/** Return a number of games, as "1 game". */
function countGames(games: number) {
  return `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
}

/** Return what a box is called, such as "2nd move, 9 beads". */
function titleOf({ stage, beads }: Matchbox) {
  const all = beads.reduce((sum, [, , number]) => sum + number, 0);
  return `${ordinal(stage + 1)} move, ${all ? `${all} ${all === 1 ? "bead" : "beads"}` : "empty"}`;
}

/**
 * Return what happened to a box in the last game, such as "5: 4 → 3"; nothing where it was not
 * opened.
 */
function changeOf({ beads, drawn }: Matchbox) {
  if (!drawn) return "";
  const [cell, before] = drawn;
  const found = beads.find(([at]) => at === cell);
  return found ? `Drew ${found[1]}: ${before} → ${found[2]}` : "";
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
  return `Board ${rows.join(" ")}. Beads: ${beads}. ${changeOf(box)}`.trim();
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** Make the message and the buttons that train. */
function makeControls(ask: Ask) {
  const title = element("strong");
  const message = element("p", { class: "ttt-state" });
  const words = element("div", { class: "ttt-topic" }, title, message);
  const buttons = GAMES.map((games) => {
    const label = games.toLocaleString("en");
    return makeButton(
      games === 1 ? "1 game" : label,
      { "aria-label": `Train ${countGames(games)}` },
      () => ask("train", { games }),
    );
  });
  const train = element(
    "div",
    { class: "ttt-bar ttt-train", role: "group", "aria-label": "Train" },
    element("span", { "aria-hidden": "true" }, "Train"),
    ...buttons,
  );
  const stop = makeButton("Stop", {}, () => ask("stop"));
  const again = makeButton("Start over", {}, () => ask("again"));
  const rival = makeChooser("Opponent in training", (opponent) =>
    ask("opponent", { opponent }),
  );
  const choices = element("div", { class: "ttt-bar ttt-rivals" }, rival.root, stop, again);
  const bar = makeProgressBar("Games of this training");
  const root = element(
    "div",
    { class: "ttt-controls ttt-top" },
    words,
    train,
    choices,
    bar.root,
  );

  function draw(view: View) {
    const { machines, message: text, mark, opponent, opponents } = view;
    const { rules_title: rules, status } = view;
    const isTraining = status === "training";
    setText(title, `Matchboxes, ${rules}`);
    setText(message, text);
    for (const button of buttons) allow(button, !isTraining);
    allow(stop, isTraining);
    stop.classList.toggle("ttt-main", isTraining);
    allow(
      again,
      machines.some(({ games }) => games > 0),
    );
    rival.draw(
      opponents.map(([name, what]) => [name, `${mark} against ${name} · ${what}`]),
      [opponent, opponent],
    );
    bar.draw(view);
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
    pages.draw(`Page ${page + 1} of ${all}`, page > 0, page + 1 < all);
    pages.root.hidden = all < 2;
  }
  return { root, draw };
}

/** Make the picture of a box: a board with the beads in its free cells. */
function drawBox(box: Matchbox, grid: Grid) {
  const picture = drawing("svg", {
    class: "ttt-picture",
    role: "img",
    viewBox: `-0.04 -0.04 ${grid.columns + 0.08} ${grid.rows + 0.08}`,
    "aria-label": describeBox(box, grid),
  });
  grid.cells.forEach((cell, place) => {
    const at = { x: place % grid.columns, y: Math.floor(place / grid.columns) };
    const state = box.drawn?.[0] === cell ? "drawn" : "plain";
    picture.append(
      drawing("rect", {
        class: "ttt-tile",
        "data-state": state,
        x: at.x + 0.03,
        y: at.y + 0.03,
        width: 0.94,
        height: 0.94,
        rx: 0.1,
      }),
    );
    const mark = box.board[cell];
    if (mark) picture.append(drawMark(mark, { ...at, width: 1, height: 1 }));
  });
  box.beads.forEach(([cell, , number]) => {
    const place = grid.cells.indexOf(cell);
    picture.append(
      ...drawBeads(
        place % grid.columns,
        Math.floor(place / grid.columns),
        number,
        cell % COLOURS,
      ),
    );
  });
  return picture;
}

/** Draw the beads of one cell, and their number. */
function drawBeads(x: number, y: number, number: number, colour: number) {
  const dots = [];
  for (let at = 0; at < Math.min(number, MOST_DOTS); at++) {
    const [column, row] = [at % 3, Math.floor(at / 3)];
    dots.push(
      drawing("circle", {
        class: "ttt-bead",
        "data-colour": colour,
        cx: x + 0.24 + column * 0.26,
        cy: y + 0.22 + row * 0.24,
        r: 0.1,
      }),
    );
  }
  const text = drawing("text", {
    class: "ttt-number",
    x: x + 0.5,
    y: y + 0.87,
    "text-anchor": "middle",
  });
  text.textContent = String(number);
  return [...dots, text];
}

/** One track of a curve. */
interface Track {
  kind: "random" | "perfect" | "mistakes";
  /** Games and what is shown of them. */
  points: [number, number][];
  /** What it is at the end. */
  label: string;
}

/**
 * Draw tracks over the number of games.
 *
 * @param ticks heights that are marked, with their texts, the highest last
 * @param name what the curve shows, in words
 */
function drawTracks(tracks: Track[], ticks: [number, string][], name: string, height: number) {
  const { width, left, right, top, bottom } = CURVE;
  const ends = tracks.map(({ points }) => points[points.length - 1]);
  const last = Math.max(ends[0][0], 1);
  const highest = ticks[ticks.length - 1][0];
  const place = ([games, value]: [number, number]) => [
    left + ((width - left - right) * games) / last,
    height - bottom - ((height - top - bottom) * value) / highest,
  ];
  const picture = drawing("svg", {
    class: "ttt-curve",
    role: "img",
    viewBox: `0 0 ${width} ${height}`,
    "aria-label": name,
  });
  function write(text: string, where: Record<string, string | number>) {
    const made = drawing("text", where);
    made.textContent = text;
    picture.append(made);
  }
  for (const [value, text] of ticks) {
    const [, y] = place([0, value]);
    picture.append(drawing("path", { class: "ttt-grid", d: `M${left} ${y}H${width - right}` }));
    write(text, { x: left - 6, y: y + 4, "text-anchor": "end" });
  }
  write("0", { x: left, y: height - 3 });
  write(countGames(ends[0][0]), { x: width - right, y: height - 3, "text-anchor": "end" });
  // Where two tracks end close together, their texts are moved apart.
  const heights = ends.map((end) => place(end)[1]);
  if (heights.length > 1 && Math.abs(heights[0] - heights[1]) < 14) {
    const middle = Math.min(Math.max((heights[0] + heights[1]) / 2, 15), height - bottom - 7);
    const sign = heights[0] > heights[1] ? 1 : -1;
    heights[0] = middle + 7 * sign;
    heights[1] = middle - 7 * sign;
  }
  tracks.forEach(({ kind, points, label }, at) => {
    const path = points
      .map((point) =>
        place(point)
          .map((number) => number.toFixed(1))
          .join(" "),
      )
      .join("L");
    picture.append(
      drawing("path", { class: "ttt-track", "data-kind": kind, d: `M${path}h0.1` }),
    );
    write(label, { x: width - right + 6, y: heights[at] + 4 });
  });
  return picture;
}

/** Draw what a machine is worth: points a game, and where it may err. */
function drawCurves(curve: CurvePoint[]) {
  const [games, random, perfect, wrong] = curve[curve.length - 1];
  const most = Math.max(...curve.map((point) => point[3]), 1);
  const points = (at: 1 | 2 | 3): [number, number][] =>
    curve.map((point) => [point[0], point[at]]);
  return [
    drawTracks(
      [
        { kind: "random", points: points(1), label: `${random.toFixed(2)} random` },
        { kind: "perfect", points: points(2), label: `${perfect.toFixed(2)} perfect` },
      ],
      [
        [0, "0"],
        [0.5, "½"],
        [1, "1"],
      ],
      `Points a game after ${countGames(games)}: ` +
        `${random.toFixed(2)} against random, ${perfect.toFixed(2)} against perfect`,
      110,
    ),
    drawTracks(
      [{ kind: "mistakes", points: points(3), label: `${wrong} may err` }],
      [
        [0, "0"],
        [most, String(most)],
      ],
      `Positions where it may err, after ${countGames(games)}: ${wrong}`,
      80,
    ),
  ];
}

/** Make the shelves of all machines, side by side where there is room. */
function makeMachines() {
  const root = element("div", { class: "ttt-machines" });
  let shelves: { root: HTMLElement; draw: (machine: Machine, grid: Grid) => void }[] = [];

  function makeMachine() {
    const name = element("h3");
    const summary = element("p", { class: "ttt-learnt" });
    const curve = element("div", { class: "ttt-chart" });
    const last = element("p", { class: "ttt-ended" });
    const boxes = element("ul", { class: "ttt-boxes" });
    const own = element("section", {}, name, summary, curve, last, boxes);
    function draw(machine: Machine, grid: Grid) {
      own.setAttribute("aria-label", machine.name);
      setText(name, machine.name);
      setText(
        summary,
        machine.resigns
          ? `Its first box is empty: it resigns. ${machine.summary}`
          : machine.summary,
      );
      setText(last, machine.last);
      drawOnce(curve, machine.curve, () => drawCurves(machine.curve));
      boxes.setAttribute("aria-label", `Boxes of ${machine.name}`);
      drawOnce(boxes, machine.boxes, () =>
        machine.boxes.map((box) => {
          const change = changeOf(box);
          const words = [
            element("span", {}, titleOf(box)),
            ...(change ? [element("b", {}, change)] : []),
          ];
          return element(
            "li",
            { "data-opened": String(!!change) },
            drawBox(box, grid),
            ...words,
          );
        }),
      );
    }
    return { root: own, draw };
  }
  function draw({ grid, machines }: View) {
    if (shelves.length !== machines.length) {
      shelves = machines.map(makeMachine);
      root.replaceChildren(...shelves.map((shelf) => shelf.root));
    }
    for (const [at, machine] of machines.entries()) shelves[at].draw(machine, grid);
  }
  return { root, draw };
}

/**
 * Make what is read aloud: how training begins and ends, the last game, and now and then how
 * far it is.
 */
function makeSpoken() {
  const root = element("p", { class: "ttt-unseen", role: "status" });
  let told = "";
  let at = 0;
  function draw({ machines, message, status }: View) {
    if (status === "training") {
      if (Date.now() - at < SPOKEN_MS) return;
      at = Date.now();
      setText(root, message);
      told = message;
      return;
    }
    const text = [
      message,
      ...machines.map(
        ({ name, last, summary }) =>
          `${machines.length > 1 ? `${name}: ` : ""}${last} ${summary}`,
      ),
    ].join(" ");
    at = 0;
    if (told && text !== told) setText(root, text);
    told = text;
  }
  return { root, draw };
}

// All of it together.

/** Make the whole screen. */
function makeMatchboxes({ ask, retry }: Channel) {
  const [controls, machines, shelf, spoken] = [
    makeControls(ask),
    makeMachines(),
    makeShelf(ask),
    makeSpoken(),
  ];
  return makeScreen<View>({
    name: "ttt-matchboxes",
    label: "Matchboxes",
    top: controls,
    below: [shelf.root, machines.root, spoken.root],
    pieces: [shelf, machines, spoken],
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
