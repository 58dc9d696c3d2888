// @ts-check
// Matchboxes in a cell. Python plays and learns: this file draws the traits it is given
// and sends requests.
//
// From top to bottom: helpers that need no page, the pieces of the screen, and `render`,
// which ties them together.

import { allow, drawOnce, drawing, element, keepKeys, makeButton, renderOrSay, setText } from "../shared/elements.js";
import { drawLater, makeChooser, makeLine, makeNotice, viewOf } from "../shared/channel.js";
import { emptyWhenClosed } from "../shared/presence.js";
import { drawMark } from "../shared/marks.js";

/** @import { AnyWidget } from "@anywidget/types" */
/** @import { Ask } from "../shared/channel.js" */
/** @import { Answer, CurvePoint, Grid, Machine, Matchbox, MatchboxesModel as Model, MatchboxesTraits as Traits } from "../shared/types" */

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = /** @type {const} */ ([
  "grid", "machines", "mark", "message", "opponent", "opponents", "page", "planned", "played",
  "rules_title", "stage", "stages", "status",
]);

/** @typedef {Readonly<Pick<Traits, typeof DRAWN[number]>>} View */

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

/** Return a number as people write it, as "1st". @param {number} number */
function ordinal(number) {
  return `${number}${["th", "st", "nd", "rd"][number] ?? "th"}`;
}

/** Return a number of games, as "1 game". @param {number} games */
function countGames(games) {
  return `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
}

/** Return what a box is called, such as "2nd move, 9 beads". @param {Matchbox} box */
function titleOf({ stage, beads }) {
  const all = beads.reduce((sum, [, , number]) => sum + number, 0);
  return `${ordinal(stage + 1)} move, ${all ? `${all} ${all === 1 ? "bead" : "beads"}` : "empty"}`;
}

/** Return what happened to a box in the last game, such as "5: 4 → 3"; nothing where it was not opened. @param {Matchbox} box */
function changeOf({ beads, drawn }) {
  if (!drawn) return "";
  const [cell, before] = drawn;
  const found = beads.find(([at]) => at === cell);
  return found ? `Drew ${found[1]}: ${before} → ${found[2]}` : "";
}

/** Return a box in words. @param {Matchbox} box @param {Grid} grid */
function describeBox(box, grid) {
  const rows = [];
  for (let at = 0; at < grid.rows; at++) {
    rows.push(grid.cells.slice(at * grid.columns, (at + 1) * grid.columns).map((cell) => box.board[cell] ?? ".").join(""));
  }
  const beads = box.beads.map(([, name, number]) => `${number} for ${name}`).join(", ");
  return `Board ${rows.join(" ")}. Beads: ${beads}. ${changeOf(box)}`.trim();
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** Make the message and the buttons that train. @param {Ask} ask */
function makeControls(ask) {
  const title = element("strong");
  const message = element("p", { class: "ttt-state" });
  const words = element("div", { class: "ttt-topic" }, title, message);
  const buttons = GAMES.map((games) => {
    const label = games.toLocaleString("en");
    return makeButton(games === 1 ? "1 game" : label, { "aria-label": `Train ${countGames(games)}` }, () => ask("train", { games }));
  });
  const train = element("div", { class: "ttt-bar ttt-train", role: "group", "aria-label": "Train" }, element("span", { "aria-hidden": "true" }, "Train"), ...buttons);
  const stop = makeButton("Stop", {}, () => ask("stop"));
  const again = makeButton("Start over", {}, () => ask("again"));
  const rival = makeChooser("Opponent in training", (opponent) => ask("opponent", { opponent }));
  const choices = element("div", { class: "ttt-bar ttt-rivals" }, rival.root, stop, again);
  const bar = /** @type {HTMLProgressElement} */ (element("progress", { "aria-label": "Games of this training" }));
  const root = element("div", { class: "ttt-controls ttt-top" }, words, train, choices, bar);

  /** @param {View} view */
  function draw({ machines, message: text, mark, opponent, opponents, planned, played, rules_title: rules, status }) {
    const isTraining = status === "training";
    setText(title, `Matchboxes, ${rules}`);
    setText(message, text);
    for (const button of buttons) allow(button, !isTraining);
    allow(stop, isTraining);
    stop.classList.toggle("ttt-main", isTraining);
    allow(again, machines.some(({ games }) => games > 0));
    rival.draw(opponents.map(([name, what]) => [name, `${mark} against ${name} · ${what}`]), [opponent, opponent]);
    bar.max = Math.max(planned, 1);
    bar.value = played;
    setText(bar, `${played} of ${planned}`);
  }
  return { root, draw };
}

/** Make the chooser of the boxes that are shown, and the pages of them. @param {Ask} ask */
function makeShelf(ask) {
  let shown = { stage: -1, page: 0 };
  const chooser = makeChooser("Boxes", (stage) => ask("list", { stage: Number(stage), page: 0 }));
  /** @param {number} by */
  const turn = (by) => ask("list", { stage: shown.stage, page: shown.page + by });
  const back = makeButton("‹", { "aria-label": "Earlier boxes", class: "ttt-step" }, () => turn(-1));
  const forward = makeButton("›", { "aria-label": "Later boxes", class: "ttt-step" }, () => turn(1));
  const text = element("span", { class: "ttt-pages" });
  const pages = element("div", { class: "ttt-bar", role: "group", "aria-label": "Pages of boxes" }, back, text, forward);
  const root = element("div", { class: "ttt-controls ttt-browse" }, chooser.root, pages);

  /** @param {View} view */
  function draw({ machines, stage, stages }) {
    const all = Math.max(...machines.map(({ pages: count }) => count));
    const page = Math.max(...machines.map(({ page: at }) => at));
    shown = { stage, page };
    /** @type {[string, string][]} */
    const choices = [["-1", "Boxes of the last game"]];
    stages.forEach((count, at) => choices.push([String(at), `${ordinal(at + 1)} move: ${count} ${count === 1 ? "box" : "boxes"}`]));
    chooser.draw(choices, [String(stage), String(stage)]);
    setText(text, `Page ${page + 1} of ${all}`);
    pages.hidden = all < 2;
    allow(back, page > 0);
    allow(forward, page + 1 < all);
  }
  return { root, draw };
}

/** Make the picture of a box: a board with the beads in its free cells. @param {Matchbox} box @param {Grid} grid */
function drawBox(box, grid) {
  const picture = drawing("svg", {
    class: "ttt-picture", role: "img", viewBox: `-0.04 -0.04 ${grid.columns + 0.08} ${grid.rows + 0.08}`,
    "aria-label": describeBox(box, grid),
  });
  grid.cells.forEach((cell, place) => {
    const at = { x: place % grid.columns, y: Math.floor(place / grid.columns) };
    const state = box.drawn?.[0] === cell ? "drawn" : "plain";
    picture.append(drawing("rect", { class: "ttt-tile", "data-state": state, x: at.x + 0.03, y: at.y + 0.03, width: 0.94, height: 0.94, rx: 0.1 }));
    const mark = box.board[cell];
    if (mark) picture.append(drawMark(mark, { ...at, width: 1, height: 1 }));
  });
  box.beads.forEach(([cell, , number]) => {
    const place = grid.cells.indexOf(cell);
    picture.append(...drawBeads(place % grid.columns, Math.floor(place / grid.columns), number, cell % COLOURS));
  });
  return picture;
}

/** Draw the beads of one cell, and their number. @param {number} x @param {number} y @param {number} number @param {number} colour */
function drawBeads(x, y, number, colour) {
  const dots = [];
  for (let at = 0; at < Math.min(number, MOST_DOTS); at++) {
    const [column, row] = [at % 3, Math.floor(at / 3)];
    dots.push(drawing("circle", { class: "ttt-bead", "data-colour": colour, cx: x + 0.24 + column * 0.26, cy: y + 0.22 + row * 0.24, r: 0.1 }));
  }
  const text = drawing("text", { class: "ttt-number", x: x + 0.5, y: y + 0.87, "text-anchor": "middle" });
  text.textContent = String(number);
  return [...dots, text];
}

/**
 * A line of a curve.
 * @typedef {object} Line
 * @property {"random" | "perfect" | "mistakes"} kind
 * @property {[number, number][]} points games and what is shown of them
 * @property {string} label what it is at the end
 */

/**
 * Draw lines over the number of games.
 * @param {Line[]} lines
 * @param {[number, string][]} ticks heights that are marked, with their texts, the highest last
 * @param {string} name what the curve shows, in words
 * @param {number} height
 */
function drawLines(lines, ticks, name, height) {
  const { width, left, right, top, bottom } = CURVE;
  const ends = lines.map(({ points }) => points[points.length - 1]);
  const last = Math.max(ends[0][0], 1);
  const highest = ticks[ticks.length - 1][0];
  /** @param {[number, number]} point */
  const place = ([games, value]) => [left + ((width - left - right) * games) / last, height - bottom - ((height - top - bottom) * value) / highest];
  const picture = drawing("svg", { class: "ttt-curve", role: "img", viewBox: `0 0 ${width} ${height}`, "aria-label": name });
  /** @param {string} text @param {Record<string, string | number>} where */
  function write(text, where) {
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
  // Where two lines end close together, their texts are moved apart.
  const heights = ends.map((end) => place(end)[1]);
  if (heights.length > 1 && Math.abs(heights[0] - heights[1]) < 14) {
    const middle = Math.min(Math.max((heights[0] + heights[1]) / 2, 15), height - bottom - 7);
    const sign = heights[0] > heights[1] ? 1 : -1;
    heights[0] = middle + 7 * sign;
    heights[1] = middle - 7 * sign;
  }
  lines.forEach(({ kind, points, label }, at) => {
    const path = points.map((point) => place(point).map((number) => number.toFixed(1)).join(" ")).join("L");
    picture.append(drawing("path", { class: "ttt-track", "data-kind": kind, d: `M${path}h0.1` }));
    write(label, { x: width - right + 6, y: heights[at] + 4 });
  });
  return picture;
}

/** Draw what a machine is worth: points a game, and where it may err. @param {CurvePoint[]} curve */
function drawCurves(curve) {
  const [games, random, perfect, wrong] = curve[curve.length - 1];
  const most = Math.max(...curve.map((point) => point[3]), 1);
  /** @param {1 | 2 | 3} at @returns {[number, number][]} */
  const points = (at) => curve.map((point) => [point[0], point[at]]);
  return [
    drawLines(
      [
        { kind: "random", points: points(1), label: `${random.toFixed(2)} random` },
        { kind: "perfect", points: points(2), label: `${perfect.toFixed(2)} perfect` },
      ],
      [[0, "0"], [0.5, "½"], [1, "1"]],
      `Points a game after ${countGames(games)}: ${random.toFixed(2)} against random, ${perfect.toFixed(2)} against perfect`,
      110,
    ),
    drawLines(
      [{ kind: "mistakes", points: points(3), label: `${wrong} may err` }],
      [[0, "0"], [most, String(most)]],
      `Positions where it may err, after ${countGames(games)}: ${wrong}`,
      80,
    ),
  ];
}

/** Make the shelves of all machines, side by side where there is room. */
function makeMachines() {
  const root = element("div", { class: "ttt-machines" });
  /** @type {{ root: HTMLElement, draw: (machine: Machine, grid: Grid) => void }[]} */
  let shelves = [];

  function makeMachine() {
    const name = element("h3");
    const summary = element("p", { class: "ttt-learnt" });
    const curve = element("div", { class: "ttt-chart" });
    const last = element("p", { class: "ttt-ended" });
    const boxes = element("ul", { class: "ttt-boxes" });
    const own = element("section", {}, name, summary, curve, last, boxes);
    /** @param {Machine} machine @param {Grid} grid */
    function draw(machine, grid) {
      own.setAttribute("aria-label", machine.name);
      setText(name, machine.name);
      setText(summary, machine.resigns ? `Its first box is empty: it resigns. ${machine.summary}` : machine.summary);
      setText(last, machine.last);
      drawOnce(curve, machine.curve, () => drawCurves(machine.curve));
      boxes.setAttribute("aria-label", `Boxes of ${machine.name}`);
      drawOnce(boxes, machine.boxes, () => machine.boxes.map((box) => {
        const change = changeOf(box);
        const words = [element("span", {}, titleOf(box)), ...(change ? [element("b", {}, change)] : [])];
        return element("li", { "data-opened": String(!!change) }, drawBox(box, grid), ...words);
      }));
    }
    return { root: own, draw };
  }
  /** @param {View} view */
  function draw({ grid, machines }) {
    if (shelves.length !== machines.length) {
      shelves = machines.map(makeMachine);
      root.replaceChildren(...shelves.map((shelf) => shelf.root));
    }
    machines.forEach((machine, at) => shelves[at].draw(machine, grid));
  }
  return { root, draw };
}

/** Make what is read aloud: how training begins and ends, the last game, and now and then how far it is. */
function makeSpoken() {
  const root = element("p", { class: "ttt-unseen", role: "status" });
  let told = "";
  let at = 0;
  /** @param {View} view */
  function draw({ machines, message, status }) {
    if (status === "training") {
      if (Date.now() - at < SPOKEN_MS) return;
      at = Date.now();
      setText(root, message);
      told = message;
      return;
    }
    const text = [message, ...machines.map(({ name, last, summary }) => `${machines.length > 1 ? `${name}: ` : ""}${last} ${summary}`)].join(" ");
    at = 0;
    if (told && text !== told) setText(root, text);
    told = text;
  }
  return { root, draw };
}

// All of it together.

/** Make the whole screen. @param {ReturnType<typeof makeLine>} line */
function makeScreen({ ask, retry }) {
  const [controls, machines, shelf, spoken] = [makeControls(ask), makeMachines(), makeShelf(ask), makeSpoken()];
  const notice = makeNotice(retry);
  const refusal = element("p", { class: "ttt-objection", role: "alert" });
  const parts = [controls.root, notice.root, refusal, shelf.root, machines.root, spoken.root];
  const root = element("section", { class: "ttt ttt-matchboxes", "aria-label": "Matchboxes" }, ...parts);

  keepKeys(root);

  return {
    root,
    notice,
    /** @param {View} view */
    draw(view) {
      root.dataset.status = view.status;
      for (const piece of [controls, shelf, machines, spoken]) piece.draw(view);
    },
    /** Say why a request was refused. @param {string} text */
    refuse(text) {
      setText(refusal, text);
    },
  };
}

/**
 * Draw matchboxes on `el` and keep them true to the model, until what is returned is called.
 * @param {{ model: Model, el: HTMLElement }} host
 */
function render({ model, el }) {
  const view = viewOf(model, DRAWN);
  const line = makeLine(model);
  const screen = makeScreen(line);
  let isOpen = true;

  const draw = () => screen.draw(view);
  const drawSoon = drawLater(() => { if (isOpen) draw(); });
  /** @param {Answer} answer */
  function answered({ ok, message }) {
    screen.refuse(ok ? "" : message);
    // A chooser shows what was picked until Python has answered.
    draw();
  }

  draw();
  el.append(screen.root);
  const events = DRAWN.map((name) => /** @type {const} */ (`change:${name}`));
  for (const event of events) model.on(event, drawSoon);
  line.open({ ...screen.notice, answered });
  return () => {
    isOpen = false;
    line.close();
    for (const event of events) model.off(event, drawSoon);
    screen.root.remove();
  };
}

/** @satisfies {AnyWidget<Traits>} */
export default {
  initialize: emptyWhenClosed,
  render: renderOrSay("The matchboxes", render),
};
