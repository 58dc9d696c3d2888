// Matchboxes in a notebook cell. Python plays the games and learns. This file draws the traits
// and sends requests.
//
// From top to bottom, there are helpers that need no page, the parts of the screen, and
// `render`, which connects the parts.

import type { AnyWidget } from "@anywidget/types";
import { html, nothing } from "lit-html";
import { playerTitle } from "../board/view.ts";
import type { Ask } from "../shared/channel.ts";
import { drawing, renderOrSay } from "../shared/elements.ts";
import type { Grid, Value } from "../shared/game.ts";
import { StopIcon } from "../shared/icons.ts";
import { drawBoard } from "../shared/position.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import type { ViewOf } from "../shared/screen.ts";
import { countGames, nameImage, showScreen } from "../shared/screen.ts";
import { drawValue } from "../shared/signs.ts";
import { button, chooser, once, pages, segments, tool } from "../shared/templates.ts";
import {
  _,
  fill,
  formatNumber,
  formatPercent,
  joinList,
  joinSentences,
  plural,
} from "../shared/texts.ts";
import type { Machine, Matchbox, Model, Shares, Traits } from "./traits.ts";

/** Traits that this screen draws, in addition to those that every screen draws. */
const DRAWN = [
  "grid",
  "machines",
  "message",
  "opponent",
  "opponents",
  "rules_title",
  "stage",
  "stages",
] as const;

type View = ViewOf<Traits, (typeof DRAWN)[number]>;

/** Numbers of games that people can choose for one training run. */
const GAMES = [1, 10, 100, 1000];
/** Number of bead colours. */
const COLOURS = 9;
/** A machine's possible results in a game, in the same order as the shares. */
const RESULTS: Value[] = ["win", "draw", "loss"];
/**
 * Minimum distance between two labels' centres, and between a label and the area's ends, in
 * percent.
 */
const LABEL = 17;

// Helpers that need no page.

/** Return the name of a stage, such as "Move 1". */
function nameStage(stage: number) {
  return fill("Move {number}", { number: stage + 1 });
}

/**
 * Return text about the last game's effect on a box: which bead was taken, and how the number
 * of beads changed.
 */
function changeOf({ beads, drawn }: Matchbox) {
  const found = drawn && beads.find(([at]) => at === drawn[0]);
  if (!drawn || !found) return null;
  const change = fill("{before} → {after}", { before: drawn[1], after: found[2] });
  return [fill("bead for {square}", { square: found[1] }), change];
}

/** Return the number of beads in a box. */
function countBeads({ beads }: Matchbox) {
  return beads.reduce((sum, [, , number]) => sum + number, 0);
}

/** Return a number of beads, shortened so that it fits into a bead. */
function shortNumber(number: number) {
  if (number < 1000) return String(number);
  return number < 9950 ? `${(number / 1000).toFixed(1)}k` : `${Math.round(number / 1000)}k`;
}

/** Return a share in percent. Inexact shares never become 0% or 100%. */
function percent(share: number) {
  const rounded = Math.round(100 * share);
  if (share > 0 && rounded === 0) return `<${formatPercent(1)}`;
  return share < 1 && rounded === 100 ? `>${formatPercent(99)}` : formatPercent(rounded);
}

/**
 * Return where labels are, in percent from the top: near their values, but not too close to
 * each other.
 */
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

/** Describe a box in words. */
function describeBox(box: Matchbox, grid: Grid) {
  const marks = grid.cells.map((cell) => box.board[cell] ?? ".");
  const rows = Array.from({ length: grid.rows }, (_row, at) =>
    marks.slice(at * grid.columns, (at + 1) * grid.columns).join(""),
  );
  const beads = joinList(
    box.beads.map(([, square, count]) => fill("{count} for {square}", { count, square })),
  );
  const [bead, change] = changeOf(box) ?? [];
  return joinSentences([
    fill("Board {rows}.", { rows: rows.join(" ") }),
    fill("Beads: {beads}.", { beads }),
    bead && change ? fill("Last game: {bead}, {change}.", { bead, change }) : "",
  ]);
}

// The parts of the screen.

/** Draw the choice of the opponent, and the buttons that start training. */
function drawTraining({ opponent, opponents, status }: View, ask: Ask) {
  const allowed = status !== "training";
  const choices = opponents.map(([name, meaning]): [string, string, string] => [
    name,
    playerTitle(name),
    meaning,
  ]);
  const train = (games: number) =>
    button(formatNumber(games), () => ask("train", { games }), {
      allowed,
      label: plural("Train for {count} game", "Train for {count} games", games),
    });
  return html`
    <div class="ttt-training ttt-controls">
      <div>
        <span class="ttt-label">${_("Train against")}</span>
        ${segments(_("Opponent in training"), choices, opponent, (one) =>
          ask("opponent", { opponent: one }),
        )}
      </div>
      <div>
        <span class="ttt-label">${_("Number of games")}</span>
        <div class="ttt-train ttt-bar" role="group" aria-label=${_("Train")}>
          ${GAMES.map(train)} ${tool(_("Stop"), StopIcon, () => ask("stop"), { allowed: !allowed })}
        </div>
      </div>
    </div>`;
}

/** Draw the choice of which boxes to show, and the buttons that turn pages. */
function drawShelf({ machines, stage, stages }: View, ask: Ask) {
  const count = Math.max(...machines.map((machine) => machine.pages));
  const page = Math.max(...machines.map((machine) => machine.page));
  const moves = stages.map((boxes, at): [string, string] => [
    String(at),
    plural("Move {number}: {count} box", "Move {number}: {count} boxes", boxes, {
      number: at + 1,
    }),
  ]);
  const list = (of: number, at: number) => ask("list", { stage: of, page: at });
  const turn = (by: number) => list(stage, page + by);
  const labels = {
    group: _("Pages of boxes"),
    earlier: _("Earlier boxes"),
    later: _("Later boxes"),
  };
  return html`
    <div class="ttt-controls ttt-browse">
      ${chooser(
        _("Boxes"),
        [["-1", _("Boxes from the last game")], ...moves],
        String(stage),
        (of) => list(Number(of), 0),
      )}
      ${count > 1 ? pages(labels, page, count, turn) : nothing}
    </div>`;
}

/** Draw a box as a board with beads in its free cells. */
function drawBox(box: Matchbox, grid: Grid) {
  const picture = drawBoard(grid, box.board, -1);
  const all = countBeads(box);
  for (const [cell, , number] of box.beads) {
    const place = grid.cells.indexOf(cell);
    const [x, y] = [(place % grid.columns) + 0.5, Math.floor(place / grid.columns) + 0.5];
    const colour = { "data-colour": cell % COLOURS };
    // A bead's area grows with the number of beads, but is always large enough for the number
    // itself.
    const r = Math.min(0.26 + 0.28 * Math.sqrt(number / Math.max(all, 1)), 0.45);
    const bead = drawing("circle", { class: "ttt-bead", ...colour, cx: x, cy: y, r });
    bead.toggleAttribute("data-drawn", box.drawn?.[0] === cell);
    const text = drawing("text", { class: "ttt-number", ...colour, x, y: y + 0.14 });
    text.textContent = shortNumber(number);
    text.toggleAttribute("data-long", number > 99);
    text.toggleAttribute("data-none", !number);
    picture.append(...(number ? [bead] : []), text);
  }
  const still = all ? plural("{count} bead", "{count} beads", all) : _("empty");
  const [what, ...numbers] = changeOf(box) ?? [still];
  return html`
    <li>
      <b>${nameStage(box.stage)}</b>
      ${nameImage(picture, describeBox(box, grid))}
      <span>${what}</span>
      ${numbers.map((text) => html`<b>${text}</b>`)}
    </li>`;
}

/**
 * Draw a machine's results against one opponent, as areas that show exact shares.
 *
 * @param title title with the opponent, such as "Against random play"
 * @param most number of games at the end of the axis
 */
function drawShares(title: string, points: [number, Shares][], most: number) {
  const [games, last] = points[points.length - 1];
  const [won, drawn, lost] = last.map(percent);
  const shares = joinList([
    fill("{share} won", { share: won }),
    fill("{share} drawn", { share: drawn }),
    fill("{share} lost", { share: lost }),
  ]);
  // Before the first game, the machine's initial strength fills the whole area.
  const along: typeof points = most ? points : [points[0], [1, points[0][1]]];
  const place = (at: number) => ((100 * at) / Math.max(most, 1)).toFixed(1);
  const line = (height: (shares: Shares) => number) =>
    along.map(([at, shares]) => `${place(at)} ${(100 * height(shares)).toFixed(1)}`).join("L");
  const end = place(along[along.length - 1][0]);
  const losses = line(([, , loss]) => loss);
  const wins = line(([win]) => 1 - win);
  const [win, draw, loss] = last;
  // Losses are always at the top, and wins at the bottom.
  const labelled = [2, 1, 0].filter((at) => last[at] > 0);
  const middles = [1 - win / 2, loss + draw / 2, loss / 2];
  const heights = spread(labelled.map((at) => 100 * middles[at]));
  return html`
    <div class="ttt-share" role="img"
      aria-label=${plural(
        "{title} after {count} game: {shares}",
        "{title} after {count} games: {shares}",
        games,
        { title, shares },
      )}>
      <span class="ttt-label">${title}</span>
      <div class="ttt-area">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path data-value="draw" d=${`M0 0H${end}V100H0z`} />
          <path data-value="win" d=${`M0 100L${wins}L${end} 100z`} />
          <path data-value="loss" d=${`M0 0L${losses}L${end} 0z`} />
          <path class="ttt-between" d=${`M${wins}`} />
          <path class="ttt-between" d=${`M${losses}`} />
        </svg>
        <div>${labelled.map(
          (result, at) => html`
            <span style=${`inset-block-start: ${heights[at].toFixed(1)}%`}
              >${drawValue(RESULTS[result])}${percent(last[result])}</span>`,
        )}</div>
      </div>
      <div class="ttt-along">
        <span>0</span><span>${_("games")}</span><span>${formatNumber(most)}</span>
      </div>
    </div>`;
}

/** Draw a machine: its learning curve and its boxes. */
function drawMachine({ curve, ...machine }: Machine, { grid, machines, stage }: View) {
  const most = Math.max(...machines.map(({ games }) => games));
  const [games, , , wrong] = curve[curve.length - 1];
  const errors = plural(
    "can go wrong in {count} position",
    "can go wrong in {count} positions",
    wrong,
  );
  const against = (title: string, at: 1 | 2) =>
    drawShares(
      title,
      curve.map((point) => [point[0], point[at]]),
      most,
    );
  return html`
    <section class="ttt-card ttt-machine" aria-label=${machine.name}>
      <h3>
        <span>${machine.name}</span>
        <small>${joinList([countGames(games), machine.resigns ? _("resigns") : errors])}</small>
      </h3>
      <div class="ttt-shares">
        ${once([curve, most], () => [
          against(_("Against random play"), 1),
          against(_("Against perfect play"), 2),
        ])}
      </div>
      <p class="ttt-label">${stage < 0 ? machine.outcome : nameStage(stage)}</p>
      <div class="ttt-strip" tabindex="0" data-lm-suppress-shortcuts="true"
        role="group" aria-label=${fill("{machine}'s boxes", { machine: machine.name })}>
        <ol class="ttt-boxes">
          ${once([machine.boxes, grid], () => machine.boxes.map((box) => drawBox(box, grid)))}
        </ol>
      </div>
    </section>`;
}

/** Draw the legend for the areas. */
function drawLegend() {
  const words = [_("won"), _("drawn"), _("lost")];
  return html`
    <p class="ttt-legend">
      ${RESULTS.map((value, at) => html`<b>${drawValue(value)}${words[at]}</b>`)}
      <span>${_("Exact shares of all games, computed from the beads")}</span>
    </p>`;
}

// The whole screen.

/**
 * Draw matchboxes in `el`, and keep them in sync with the model. Return a function that stops
 * this.
 */
function render(host: { model: Model; el: HTMLElement }) {
  return showScreen<Traits, (typeof DRAWN)[number]>(
    host,
    "ttt-matchboxes",
    _("Matchboxes"),
    DRAWN,
    ({ ask }) => {
      const legend = drawLegend();
      return (view) => {
        const { machines, message, rules_title: rules, status } = view;
        const isBusy = status === "training";
        const summaries = machines.map(({ name, last, summary }) => {
          const text = joinSentences([last, summary]);
          return machines.length > 1 ? fill("{name}: {text}", { name, text }) : text;
        });
        return {
          title: fill("Matchboxes: {rules}", { rules }),
          action: button(_("Start over"), () => ask("again"), {
            allowed: machines.some(({ games }) => games > 0),
          }),
          controls: drawTraining(view, ask),
          below: html`
            ${drawShelf(view, ask)}
            <div class="ttt-machines">${machines.map((one) => drawMachine(one, view))}</div>
            ${legend}`,
          say: [isBusy ? message : joinSentences([message, ...summaries]), isBusy],
        };
      };
    },
  );
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay((error) => fill("Can't show the matchboxes: {error}", { error }), render),
} satisfies AnyWidget<Traits>;
