// A tournament in a notebook cell. Python plays the games. This file draws the traits and sends
// requests.
//
// From top to bottom, there are helpers that need no page, the parts of the screen, and
// `render`, which connects the parts.

import type { AnyWidget } from "@anywidget/types";
import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { Ask } from "../shared/channel.ts";
import { element, renderOrSay } from "../shared/elements.ts";
import type { Grid, Mark, Picture } from "../shared/game.ts";
import type { Icon } from "../shared/icons.ts";
import {
  FaultIcon,
  ListIcon,
  NewGameIcon,
  PlayIcon,
  SaveIcon,
  StopIcon,
} from "../shared/icons.ts";
import { boardAt, drawMark, drawOrdinal, drawRibbon, drawWon } from "../shared/marks.ts";
import { drawBoard } from "../shared/position.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import type { ViewOf } from "../shared/screen.ts";
import { countGames, nameImage, showScreen } from "../shared/screen.ts";
import { button, chooser, icon, once, pages, tool } from "../shared/templates.ts";
import {
  _,
  fill,
  fillParts,
  formatNumber,
  formatPercent,
  isolate,
  joinList,
  joinSentences,
  plural,
} from "../shared/texts.ts";
import type { Model, Standing, Traits, WatchedGame } from "./traits.ts";

/** Traits that this screen draws, in addition to those that every screen draws. */
const DRAWN = [
  "faults",
  "grid",
  "listed",
  "live",
  "meetings",
  "message",
  "planned_count",
  "played_count",
  "players",
  "remarks",
  "rules_title",
  "standings",
  "time",
  "watched",
] as const;

type Drawn = (typeof DRAWN)[number];
type View = ViewOf<Traits, Drawn>;

/**
 * After this many milliseconds without news from running games, the screen checks that Python
 * responds.
 */
const QUIET_MS = 10000;
/** Number of games on one page of the list, as in Python. */
const PAGE = 10;
/** Minimum length of the ratings' axis, in Elo points. */
const AXIS = 400;
/**
 * Possible distances between numbers on the axis, in Elo points. The first distance that gives
 * few enough numbers is used.
 */
const STEPS = [200, 400, 1000, 2000, 5000, 10000];
const MOST_NUMBERS = 5;
/** With more players than this, the cross table's columns have numbers instead of names. */
const MOST_NAMES = 8;

// Helpers that need no page.

/** Return a number with its sign, such as "+120" or "−35". */
function signed(number: number) {
  const sign = number > 0 ? "+" : number < 0 ? "−" : "";
  return isolate(sign + formatNumber(Math.abs(number)));
}

/**
 * Return the axis for all confidence intervals: where the numbers are on it, and a function
 * that returns a strength's place.
 */
function axisOf(standings: View["standings"]) {
  const low = Math.min(-AXIS, ...standings.map((one) => one.low ?? 0));
  const high = Math.max(AXIS, ...standings.map((one) => one.high ?? 0));
  const size = high - low;
  const step = STEPS.find((one) => size / one < MOST_NUMBERS) ?? size;
  const numbers = [];
  for (let at = Math.ceil(low / step); at * step <= high; at++) numbers.push(at * step);
  // Leave a little room at both ends.
  const place = (points: number) => `${(8 + (84 * (points - low)) / size).toFixed(1)}%`;
  return { low, high, numbers, place };
}

/** Return text with the numbers of games won, drawn and lost. */
function writeResults({ won, drawn, lost }: Pick<Standing, "won" | "drawn" | "lost">) {
  return [
    fill("{count} won", { count: won }),
    fill("{count} drawn", { count: drawn }),
    fill("{count} lost", { count: lost }),
  ];
}

/** Return the standings as comma-separated values, for other programs. */
function writeTable(standings: View["standings"]) {
  const names = [
    "name",
    "games",
    "won",
    "drawn",
    "lost",
    "score",
    "strength",
    "low",
    "high",
    "faults",
  ] as const;
  const rows = standings.map((one) => names.map((name) => one[name] ?? ""));
  const quote = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  return [names, ...rows].map((row) => `${row.map(quote).join(",")}\r\n`).join("");
}

/** A game's displayed state, with the winner and who placed each mark. */
type PlayedPicture = Picture & Pick<WatchedGame, "owners" | "chooses_mark" | "winner">;

/** Picture without cells, to show before the first game. */
const NO_GAME = {
  last_move: null,
  winning_lines: [],
  owners: [],
  chooses_mark: false,
  winner: null,
  small_boards: [],
};

/** Return a game's picture after some of its moves. */
function pictureAt(game: WatchedGame, ply: number, grid: Grid): PlayedPicture {
  const board: Picture["board"] = new Array(grid.cells.length).fill(null);
  for (const [cell, mark] of game.moves.slice(0, ply)) board[cell] = mark;
  return {
    board,
    last_move: ply ? game.moves[ply - 1][0] : null,
    winning_lines: ply === game.moves.length ? game.winning_lines : [],
    owners: game.owners,
    chooses_mark: game.chooses_mark,
    winner: game.winner,
    small_boards: game.small_boards[ply] ?? [],
  };
}

/** Return a sentence about a move in a game, such as "Move 3 of 7: X plays 5." */
function describeMove({ moves }: WatchedGame, ply: number) {
  const count = moves.length;
  if (!count) return _("No moves were made.");
  if (!ply) return fill("Move 0 of {count}.", { count });
  const [, , name, player] = moves[ply - 1];
  return fill("Move {ply} of {count}: {player} plays {name}.", { ply, count, player, name });
}

/**
 * Return text about a move in a game. For the last move, the text also says how the game ended.
 */
function describePly(game: WatchedGame, ply: number) {
  const end = ply === game.moves.length ? game.text : "";
  return joinSentences([describeMove(game, ply), end]);
}

// The parts of the screen.

/** Return the word, the icon and the request for the heading's button, in a given status. */
function actionIn(status: View["status"]): [word: string, icon: Icon, kind: string] {
  switch (status) {
    case "ready":
      return [_("Start"), PlayIcon, "start"];
    case "playing":
      return [_("Stop"), StopIcon, "stop"];
    case "stopped":
      return [_("Continue"), PlayIcon, "start"];
    case "done":
      return [_("Play again"), NewGameIcon, "again"];
  }
}

/** Return a template for the number of games played, the total, and the time. */
function drawProgress({ planned_count: planned, played_count: played, time }: View) {
  return html`
    <div class="ttt-progress">
      <span>${fillParts("{played} of {games}", {
        played: html`<b>${formatNumber(played)}</b>`,
        games: html`${countGames(planned)}`,
      })}</span><span>${time}</span>
      <progress aria-label=${_("Games played")} .max=${Math.max(planned, 1)} .value=${played}>
      </progress>
    </div>`;
}

/** Return a row of the ratings, with a button that lists the player's games. */
function drawRating(
  { name, games, score, built_in: isOurs, faults, strength, low, high, ...results }: Standing,
  rank: string,
  { place }: ReturnType<typeof axisOf>,
  show: (player: string) => void,
) {
  const forfeits = faults ? plural("{count} forfeit", "{count} forfeits", faults) : "";
  const words = joinList([isOurs ? _("built in") : "", forfeits].filter(Boolean));
  const isRated = strength != null && low != null && high != null;
  const half = isRated && formatNumber(Math.round((high - low) / 2));
  const at = isRated
    ? `; --low: ${place(low)}; --high: ${place(high)}; --at: ${place(strength)}`
    : "";
  const rating = isRated ? html`${signed(strength)} <small>± ${half}</small>` : "–";
  const unseen = (text: string) => html`<span class="ttt-unseen">${text}</span>`;
  const share = html`<span class="ttt-points">${formatPercent(100 * score)}</span>`;
  const interval = html`<span class="ttt-interval" style=${`--zero: ${place(0)}${at}`}
    >${isRated ? html`<i></i><b></b>` : nothing}</span><span class="ttt-rating">${rating}</span>`;
  // For screen readers, invisible text separates the visible parts.
  const read = (parts: unknown[]) =>
    parts.map((part) => (typeof part === "string" ? unseen(part) : part));
  const points = fillParts("{share} of the points", { share });
  const rated = fillParts("rating {interval}", { interval });
  const content = html`<span class="ttt-rank">${rank}</span> <span class="ttt-name"
    title=${name}>${name} <small>${words}</small></span>${
      games ? read([", ", ...points]) : nothing
    }${read([", ", ...rated, ", "])}<span class="ttt-results"
    >${writeResults(results).join(" · ")}</span>${unseen(`. ${fill("Show {name}'s games", { name })}`)}`;
  return html`<li>${button(content, () => show(name))}</li>`;
}

/** Return the players' ratings, with one axis above all rows. */
function drawRatings({ standings }: View, show: (player: string) => void) {
  const axis = axisOf(standings);
  const number = (points: number) => html`
    <span style=${`inset-inline-start: ${axis.place(points)}`}>${signed(points)}</span>`;
  const heading = joinSentences([
    _("Ranked by percentage of points won."),
    _("Bars: ratings in Elo points, with 95% confidence intervals"),
  ]);
  let rank = 0;
  const rows = standings.map((one, at) => {
    // Players with the same score share a rank.
    if (one.score !== standings[at - 1]?.score) rank = at + 1;
    return drawRating(one, one.games ? String(rank) : "–", axis, show);
  });
  return html`
    <section class="ttt-card">
      <h3>${heading}</h3>
      <div class="ttt-scroll">
        <div class="ttt-axis" aria-hidden="true">
          <div class="ttt-numbers">
            <em>${_("weaker")}</em><em>${_("stronger")}</em>${axis.numbers.map(number)}
          </div>
        </div>
        <ol class="ttt-ratings">${rows}</ol>
      </div>
    </section>`;
}

/** Return the cross table, which shows who beats whom. */
function drawMeetings({ meetings, standings }: View) {
  const names = standings.map(({ name }) => name);
  const heading = _("Who beats whom: percentage of points won, with wins minus losses below");
  // If there is no room for names, the columns' headings are numbers.
  const number = (at: number) => (names.length > MOST_NAMES ? String(at + 1) : "");
  const head = (name: string, at: number, scope: "col" | "row", text: string) => html`
    <th scope=${scope} title=${name} aria-label=${number(at) ? name : nothing}>${text}</th>`;
  const cell = ([won, drawn, lost]: [number, number, number], isSelf: boolean) => {
    const games = won + drawn + lost;
    if (isSelf || !games) return html`<td>${isSelf ? "·" : "–"}</td>`;
    const share = (won + drawn / 2) / games;
    const side = share === 0.5 ? nothing : share > 0.5 ? "win" : "loss";
    return html`
      <td title=${joinList(writeResults({ won, drawn, lost }))} data-side=${side}
        style=${`--far: ${Math.round(56 * Math.abs(share - 0.5))}%`}
      >${Math.round(100 * share)}<small>${signed(won - lost)}</small></td>`;
  };
  return html`
    <section class="ttt-card ttt-meetings">
      <h3>${heading}</h3>
      <div class="ttt-scroll" tabindex="0" data-lm-suppress-shortcuts="true"
        role="region" aria-label=${_("Who beats whom")}>
        <table aria-label=${heading} style=${`--count: ${names.length}`}>
          <thead>
            <tr>
              <td></td>
              ${names.map((name, at) => head(name, at, "col", number(at) || name))}
            </tr>
          </thead>
          <tbody>${names.map(
            (name, row) => html`
              <tr>${head(name, row, "row", `${number(row)} ${name}`.trim())}${meetings[row].map(
                (counts, column) => cell(counts, row === column),
              )}</tr>`,
          )}</tbody>
        </table>
      </div>
    </section>`;
}

/** Make the board that shows the current game or a chosen game. */
function makeWatched(el: HTMLElement, ask: Ask, redraw: () => void) {
  /** How many of the chosen game's moves are shown. */
  let ply = 0;
  let chosen = 0;
  /** Whether a person has just chosen a game, which must be visible even on a phone. */
  let isExpected = false;
  /** Text for screen readers. */
  let spoken = "";

  /** Show a game that has just been chosen. */
  function begin(game: WatchedGame) {
    chosen = game.game;
    ply = game.moves.length;
    const { game: number, x, o, text } = game;
    spoken = joinSentences([fill("Game {number}: {x} against {o}.", { number, x, o }), text]);
    if (isExpected) el.querySelector(".ttt-watched")?.scrollIntoView({ block: "nearest" });
    isExpected = false;
  }
  function step(game: WatchedGame, to: number) {
    ply = Math.max(0, Math.min(to, game.moves.length));
    spoken = describePly(game, ply);
    redraw();
  }
  function draw(view: View) {
    const { grid, live: present, watched: game } = view;
    if (game && game.game !== chosen) begin(game);
    if (!game) [chosen, ply] = [0, 0];
    const { x, o, owners } = game ?? present ?? { x: "", o: "", owners: [] };
    const last = game?.moves.length ?? 0;
    const board = grid.cells.map(() => null);
    const picture = game ? pictureAt(game, ply, grid) : (present ?? { ...NO_GAME, board });
    const seat = (mark: Mark) =>
      once([mark, owners.length], () => (owners.length ? drawOrdinal(mark) : drawMark(mark)));
    const move = (sign: string, label: string, by: number) =>
      button(sign, () => game && step(game, ply + by), {
        allowed: !!game && ply + by >= 0 && ply + by <= last,
        label,
        name: "ttt-step",
      });
    const slide = ({ target }: Event) =>
      game && step(game, Number((target as HTMLInputElement).value));
    const title = game
      ? fill("Game {number}", { number: formatNumber(game.game) })
      : (present?.title ?? _("No game yet"));
    return html`
      <section class="ttt-card ttt-watched">
        <h3>${title}</h3>
        <p class="ttt-who">
          ${seat("X")}<span title=${x}>${x}</span><span title=${o}>${o}</span>${seat("O")}
        </p>
        <div class="ttt-picture">${drawPicture(grid, picture, namePicture(view, ply))}</div>
        <p class="ttt-said">${game ? describePly(game, ply) : present?.text}</p>
        <div class="ttt-bar ttt-controls" role="group" aria-label=${_("Moves in the game")}>
          ${move("‹", _("Step back"), -1)}
          <input type="range" data-lm-suppress-shortcuts="true" aria-label=${_("Move")}
            min="0" max=${last} .value=${live(String(ply))} ?disabled=${!game}
            aria-valuetext=${game ? describeMove(game, ply) : _("No game chosen")} @input=${slide}>
          ${move("›", _("Step forward"), 1)}
          ${button(_("Now"), () => ask("watch", { game: null }), { allowed: !!game })}
        </div>
        <span class="ttt-unseen" role="status" .textContent=${spoken}></span>
      </section>`;
  }
  return {
    draw,
    /** Request a game by its number. */
    choose(game: number) {
      isExpected = true;
      ask("watch", { game });
    },
  };
}

/** Describe the picture, which shows the chosen game or, if there is none, the current game. */
function namePicture({ live: present, status, watched: game }: View, ply: number) {
  if (game ? !ply : !present) return _("Empty board");
  if (!game) return status === "playing" ? _("The current game") : _("The last game");
  const moves = game.moves
    .slice(0, ply)
    .map(([, , name, player]) => fill("{player} {name}", { player, name }));
  return joinList(moves);
}

/**
 * Draw a position.
 *
 * @param name description of the picture
 */
function drawPicture(grid: Grid, shown: PlayedPicture, name: string) {
  const { board, last_move: last, winning_lines: lines, small_boards: smallBoards } = shown;
  // If players choose their marks, marks and lines belong to nobody.
  const owners = shown.chooses_mark ? [] : shown.owners;
  const winner = shown.chooses_mark ? null : shown.winner;
  const data = [grid, shown, name];
  return once(data, () => {
    const boardOf = (cell: number) => boardAt(grid, grid.cells.indexOf(cell));
    const owner = (cell: number) =>
      shown.owners.length ? winner : (smallBoards[boardOf(cell)] ?? board[cell]);
    // Marks that are drawn together with all the others have the colour for their shape.
    const isOwned = (cell: number) => Boolean(owners[cell] && board[cell]);
    const isWon = (cell: number) => /[XO]/.test(smallBoards[boardOf(cell)] ?? "");
    const inLine = new Set(lines.flat());
    const boardsInLine = new Set(lines.flat().map(boardOf));
    const isPlain = (cell: number) => !isWon(cell) && !inLine.has(cell) && !isOwned(cell);
    const plain = board.map((mark, cell) => (isPlain(cell) ? mark : null));
    const picture = drawBoard(grid, plain, lines.length ? -1 : (last ?? -1));
    const drawAll = (cells: number[], kind: string, ownerOf = (cell: number) => board[cell]) =>
      cells.flatMap((cell) => drawOne(grid, cell, board[cell], kind, ownerOf(cell)));
    // The line's marks are drawn in front of the ribbon. In ultimate, these are the marks on
    // boards that have been won.
    picture.append(
      ...drawAll(grid.cells.filter(isWon), "small"),
      ...drawAll(
        grid.cells.filter((cell) => isOwned(cell) && !inLine.has(cell)),
        "owned",
        (cell) => owners[cell],
      ),
      ...lines.map((line) => drawRibbon(grid, line, owner(line[0]))),
      ...drawAll(
        [...inLine].filter((cell) => !isWon(cell)),
        "in-line",
      ),
      ...smallBoards.flatMap((result, at) =>
        drawWon(grid, at, result).map((mark) => {
          if (boardsInLine.has(at)) mark.classList.add("ttt-in-line");
          return mark;
        }),
      ),
    );
    return nameImage(picture, name);
  });
}

/** Draw the mark in a single cell. */
function drawOne(
  { cells, columns }: Grid,
  cell: number,
  mark: Mark | null,
  kind: string,
  owner: Mark | null,
) {
  if (!mark) return [];
  const place = cells.indexOf(cell);
  const [x, y] = [(place % columns) + 0.07, Math.floor(place / columns) + 0.07];
  const size = { width: 0.86, height: 0.86 };
  const name = `ttt-mark ttt-${kind}`;
  return [drawMark(mark, { x, y, ...size, class: name, "data-mark": owner ?? mark })];
}

/** Return the list of forfeits. Each forfeit has a button that lists the player's games. */
function drawFaults({ faults }: View, show: (player: string) => void) {
  return html`
    <section class="ttt-card" ?hidden=${!faults.length}>
      <h3>${_("Forfeits: a bot that makes an error loses the game")}</h3>
      <ul class="ttt-faults ttt-scroll ttt-controls">${faults.map(
        ([player, text, games]) => html`
          <li>
            ${icon(FaultIcon)}
            <span><b>${player}</b>${` ${text}`}</span>
            ${button(countGames(games), () => show(player), {
              label: plural(
                "{count} game. Show the games that {player} forfeited",
                "{count} games. Show the games that {player} forfeited",
                games,
                { player },
              ),
            })}
          </li>`,
      )}</ul>
    </section>`;
}

/** Save the standings as a file. */
function save(standings: View["standings"]) {
  const address = URL.createObjectURL(new Blob([writeTable(standings)], { type: "text/csv" }));
  element("a", { href: address, download: "standings.csv" }).click();
  URL.revokeObjectURL(address);
}

/** Return the list of games, with a button for each game. */
function drawList(
  { listed, players, watched }: View,
  isOpen: boolean,
  ask: Ask,
  choose: (game: number) => void,
) {
  const { player, faulty, page, count, games } = listed;
  const first = page * PAGE + 1;
  const choices: [value: string, text: string][] = [
    ["all", _("All games")],
    ["faulty", _("Games with a forfeit")],
    ...players.map((name): [string, string] => [
      `of ${name}`,
      fill("{name}'s games", { name }),
    ]),
  ];
  if (player && faulty)
    choices.push(["both", fill("{player}'s games with a forfeit", { player })]);
  const chosen = player ? (faulty ? "both" : `of ${player}`) : faulty ? "faulty" : "all";
  return html`
    <section class="ttt-card ttt-games ttt-controls" ?hidden=${!isOpen}>
      <h3>${_("Games played")}</h3>
      ${chooser(_("Games of"), choices, chosen, (value) =>
        ask("list", {
          player: value.startsWith("of ") ? value.slice(3) : "",
          faulty: value === "faulty",
          page: 0,
        }),
      )}
      ${pages(
        { group: _("Pages of games"), earlier: _("Earlier games"), later: _("Later games") },
        page,
        Math.ceil(count / PAGE),
        (by) => ask("list", { player, faulty, page: page + by }),
        count
          ? fill("{first} to {last} of {count}", {
              first,
              last: first + games.length - 1,
              count,
            })
          : _("No games"),
      )}
      <ol class="ttt-list" aria-label=${_("Games")}>${games.map(
        ([number, x, o, ending, isFault]) => html`
          <li><button type="button" data-lm-suppress-shortcuts="true" data-fault=${isFault}
            aria-current=${number === watched?.game ? "true" : nothing}
            @click=${() => choose(number)}
          ><b>${number}</b><span>${fill("{x} – {o}", { x, o })}</span><span>${ending}</span></button></li>`,
      )}</ol>
    </section>`;
}

// The whole screen.

/**
 * Draw a tournament in `el`, and keep it in sync with the model. Return a function that stops
 * this.
 */
function render(host: { model: Model; el: HTMLElement }) {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const close = showScreen<Traits, Drawn>(
    host,
    "ttt-standings",
    _("Tournament"),
    DRAWN,
    ({ ask }, redraw) => {
      const watched = makeWatched(host.el, ask, redraw);
      let isListOpen = false;
      function openList(isOpen: boolean) {
        isListOpen = isOpen;
        redraw();
        if (isOpen) host.el.querySelector(".ttt-games")?.scrollIntoView({ block: "nearest" });
      }
      const show = (faulty: boolean) => (player: string) => {
        ask("list", { player, faulty, page: 0 });
        openList(true);
      };
      return (view) => {
        const { finding, message, planned_count: planned, remarks, standings, status } = view;
        const [word, which, kind] = actionIn(status);
        const isBusy = status === "playing";
        clearTimeout(quiet);
        if (isBusy) quiet = setTimeout(() => ask("hello"), QUIET_MS);
        return {
          title: fill("Tournament: {rules}", { rules: view.rules_title }),
          action: tool(word, which, () => ask(kind), {
            allowed: planned > 0,
            name: isBusy ? "" : "ttt-main",
          }),
          controls: drawProgress(view),
          // The list of forfeits grows while games are played, so all other buttons are above
          // it.
          below: html`
            <div class="ttt-columns">
              <div>${drawRatings(view, show(false))}${drawMeetings(view)}</div>
              <div>
                ${watched.draw(view)}
                <div class="ttt-bar ttt-controls">
                  ${tool(_("Games"), ListIcon, () => openList(!isListOpen), {
                    expanded: isListOpen,
                  })}
                  ${tool(_("Save as a table"), SaveIcon, () => save(standings), {
                    allowed: status === "done",
                  })}
                </div>
                ${drawList(view, isListOpen, ask, watched.choose)}
                ${drawFaults(view, show(true))}
              </div>
            </div>
            <ul class="ttt-remarks" aria-label=${_("Remarks")} ?hidden=${!remarks.length}>
              ${remarks.map((remark) => html`<li>${remark}</li>`)}
            </ul>`,
          say: [isBusy ? joinSentences([message, finding[0]]) : message, isBusy],
        };
      };
    },
  );
  return () => {
    clearTimeout(quiet);
    close();
  };
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay((error) => fill("Can't show the tournament: {error}", { error }), render),
} satisfies AnyWidget<Traits>;
