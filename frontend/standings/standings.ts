// A tournament in a cell. Python plays the games: this file draws the traits it is
// given and sends requests.
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
import type { Grid, Picture } from "../shared/game.ts";
import { boardAt, drawMark, drawWon } from "../shared/marks.ts";
import { emptyWhenClosed } from "../shared/presence.ts";
import { makePages, makeProgressBar, makeScreen, showScreen } from "../shared/screen.ts";
import type { Model, Traits, WatchedGame } from "./traits.ts";

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = [
  "grid",
  "listed",
  "live",
  "message",
  "notes",
  "planned_count",
  "played_count",
  "players",
  "rules_title",
  "standings",
  "status",
  "watched",
] as const;

export type View = Readonly<Pick<Traits, (typeof DRAWN)[number]>>;

/**
 * Milliseconds without news of games being played after which Python is asked whether it is
 * there.
 */
const QUIET_MS = 10000;
/** Least milliseconds between two spoken reports while games are played. */
const SPOKEN_MS = 15000;
/** Number of games on one page of the list, as Python cuts it. */
const PAGE = 10;

// Helpers that need no page.

/** Return points with their sign, as "+120" or "−35". */
function signed(points: number) {
  return (points < 0 ? "−" : "+") + Math.abs(points);
}

/** Return the range of points that holds all intervals, or null while there are none. */
function rangeOf(standings: View["standings"]) {
  const lows = standings.map((one) => one.low ?? 0);
  const highs = standings.map((one) => one.high ?? 0);
  const [low, high] = [Math.min(...lows), Math.max(...highs)];
  return high > low ? { low, size: high - low } : null;
}

/** Return the game as it was after some of its moves. */
function pictureAt(game: WatchedGame, ply: number, grid: Grid): Picture {
  const board: Picture["board"] = new Array(grid.cells.length).fill(null);
  for (const [cell, mark] of game.moves.slice(0, ply)) board[cell] = mark;
  return {
    board,
    last_move: ply ? game.moves[ply - 1][0] : null,
    winning_lines: ply === game.moves.length ? game.winning_lines : [],
    small_boards: game.small_boards[ply] ?? [],
  };
}

/** Return what a move of a game is called, such as "Move 3 of 7: X plays 5". */
function moveTitle({ moves }: WatchedGame, ply: number) {
  if (!moves.length) return "No move was made";
  const count = `Move ${ply} of ${moves.length}`;
  return ply ? `${count}: ${moves[ply - 1][1]} plays ${moves[ply - 1][2]}` : count;
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** What the button says. */
const LABELS: Record<View["status"], string> = {
  ready: "Start",
  playing: "Stop",
  stopped: "Go on",
  done: "Finished",
};

/** Make the message, how far play is, and the button that starts and stops it. */
function makeProgress(ask: Ask) {
  const title = element("strong");
  const message = element("p", { class: "ttt-state" });
  const words = element("div", {}, title, message);
  let isPlaying = false;
  const button = makeButton("Start", {}, () => ask(isPlaying ? "stop" : "start"));
  const bar = makeProgressBar("Games played");
  const head = element("div", { class: "ttt-head ttt-controls ttt-bar" }, words, button);
  const root = element("div", { class: "ttt-progress" }, head, bar.root);

  function draw(view: View) {
    const { message: text, rules_title: rules, status } = view;
    isPlaying = status === "playing";
    setText(title, `Tournament, ${rules}`);
    setText(message, text);
    setText(button, LABELS[status]);
    button.classList.toggle("ttt-main", status === "ready" || status === "stopped");
    allow(button, status !== "done");
    bar.draw(view);
  }
  return { root, draw };
}

/** Make the table of the players. */
function makeTable() {
  const names = ["Rank", "Player", "Games", "Won", "Drawn", "Lost", "Score", "Strength"];
  const heads = names.map((name) => element("th", { scope: "col" }, name));
  const body = element("tbody");
  const caption = element(
    "caption",
    {},
    "Standings, with 95 % intervals of strength in points",
  );
  const table = element(
    "table",
    {},
    caption,
    element("thead", {}, element("tr", {}, ...heads)),
    body,
  );
  const keys = {
    tabindex: "0",
    role: "region",
    "aria-label": "Standings",
    "data-lm-suppress-shortcuts": "true",
  };
  const root = element("div", { class: "ttt-scroll", ...keys }, table);

  function makeRow(
    { name, games, won, drawn, lost, score, strength, low, high }: View["standings"][number],
    rank: string,
    range: ReturnType<typeof rangeOf>,
  ) {
    const numbers = [games, won, drawn, lost, games ? score.toFixed(2) : "–"];
    return element(
      "tr",
      {},
      element("td", {}, rank),
      element("th", { scope: "row", title: name }, name),
      ...numbers.map((number) => element("td", {}, String(number))),
      strength == null || low == null || high == null
        ? element("td", {}, "–")
        : element("td", { class: "ttt-strength" }, ...drawStrength(strength, low, high, range)),
    );
  }
  function draw({ standings }: View) {
    const range = rangeOf(standings);
    drawOnce(body, standings, () => {
      let rank = 0;
      return standings.map((one, at) => {
        // Who have the same score share a rank.
        if (!at || one.score !== standings[at - 1].score) rank = at + 1;
        return makeRow(one, one.games ? String(rank) : "–", range);
      });
    });
  }
  return { root, draw };
}

/** Make what shows a strength: the number, its interval, and both as a bar. */
function drawStrength(
  strength: number,
  low: number,
  high: number,
  range: ReturnType<typeof rangeOf>,
) {
  const text = element("b", {}, signed(strength));
  const interval = element("small", {}, `${signed(low)} to ${signed(high)}`);
  if (!range) return [text, interval];
  const [from, to, at] = [low, high, strength].map(
    (points) => ((points - range.low) / range.size) * 100,
  );
  const bar = drawing(
    "svg",
    {
      class: "ttt-interval",
      viewBox: "0 0 100 10",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    drawing("path", { d: "M0 5H100" }),
    drawing("rect", { x: from, y: 3, width: Math.max(to - from, 1), height: 4 }),
    drawing("rect", { x: at - 1, y: 0, width: 2, height: 10 }),
  );
  return [text, bar, interval];
}

/** Make the board that shows the present game, or the one that was chosen. */
function makeWatched(ask: Ask) {
  const title = element("h3");
  const text = element("p");
  const picture = drawing("svg", { class: "ttt-picture", role: "img" });
  const back = makeButton("‹", { "aria-label": "Step back", class: "ttt-step" }, () =>
    step(ply - 1),
  );
  const forward = makeButton("›", { "aria-label": "Step forward", class: "ttt-step" }, () =>
    step(ply + 1),
  );
  const slider = element("input", {
    type: "range",
    min: "0",
    "aria-label": "Move",
    "data-lm-suppress-shortcuts": "true",
  });
  slider.addEventListener("input", () => step(Number(slider.value)));
  const now = makeButton("Now", {}, () => ask("watch", { game: null }));
  const bar = element(
    "div",
    { class: "ttt-bar ttt-controls", role: "group", "aria-label": "Moves of the game" },
    back,
    slider,
    forward,
    now,
  );
  const said = element("span", { class: "ttt-unseen", role: "status" });
  const root = element(
    "section",
    { class: "ttt-watched", "aria-label": "Game" },
    title,
    picture,
    bar,
    text,
    said,
  );

  let shown: View | null = null;
  /** Number of moves that are shown of the chosen game. */
  let ply = 0;
  let chosen = 0;
  /** Whether a game was chosen here: then it must be in sight, on a phone too. */
  let isExpected = false;

  function step(to: number) {
    const game = shown?.watched;
    if (!shown || !game) return;
    ply = Math.max(0, Math.min(to, game.moves.length));
    draw(shown);
    setText(
      said,
      ply === game.moves.length
        ? `${moveTitle(game, ply)}. ${game.text}`
        : moveTitle(game, ply),
    );
  }
  function drawChosen(view: View, game: WatchedGame) {
    if (game.game !== chosen) {
      ply = game.moves.length;
      if (isExpected) root.scrollIntoView({ block: "nearest" });
      isExpected = false;
      setText(said, `Game ${game.game}, ${game.x} against ${game.o}. ${game.text}`);
    }
    chosen = game.game;
    setText(title, `Game ${game.game}: ${game.x} (X) – ${game.o} (O)`);
    setText(text, `${moveTitle(game, ply)}. ${ply === game.moves.length ? game.text : ""}`);
    const played = game.moves
      .slice(0, ply)
      .map(([, mark, name]) => `${mark} ${name}`)
      .join(", ");
    drawPicture(picture, view.grid, pictureAt(game, ply, view.grid), played || "Empty board");
  }
  function drawLive({ grid, live, status }: View) {
    chosen = 0;
    setText(title, live ? `${live.x} (X) – ${live.o} (O)` : "No game yet");
    setText(text, live?.text ?? "");
    const empty = {
      board: grid.cells.map(() => null),
      last_move: null,
      winning_lines: [],
      small_boards: [],
    };
    const name = status === "playing" ? "The game being played" : "The game played last";
    drawPicture(picture, grid, live ?? empty, live ? name : "Empty board");
  }
  function draw(view: View) {
    shown = view;
    const game = view.watched;
    if (game) drawChosen(view, game);
    else drawLive(view);
    const last = game?.moves.length ?? 0;
    slider.max = String(last);
    slider.value = String(game ? ply : 0);
    slider.disabled = !game;
    slider.setAttribute("aria-valuetext", game ? moveTitle(game, ply) : "No game is chosen");
    allow(back, !!game && ply > 0);
    allow(forward, !!game && ply < last);
    allow(now, !!game);
    now.classList.toggle("ttt-main", !!game);
  }
  /**
   * Ask for a game.
   *
   * @param game its number
   */
  function choose(game: number) {
    isExpected = true;
    ask("watch", { game });
  }
  return { root, draw, choose };
}

/**
 * Draw a position, each cell one unit wide.
 *
 * @param name what the picture shows, in words
 */
function drawPicture(
  target: Element,
  grid: Grid,
  { board, last_move: last, winning_lines: lines, small_boards: smallBoards }: Picture,
  name: string,
) {
  const { cells, columns, rows, block } = grid;
  target.setAttribute("aria-label", name);
  drawOnce(target, [grid, board, last, lines, smallBoards], () => {
    target.setAttribute("viewBox", `-0.06 -0.06 ${columns + 0.12} ${rows + 0.12}`);
    const winning = new Set(lines.flat());
    const drawn = cells.map((cell, place) => {
      const at = { x: place % columns, y: Math.floor(place / columns) };
      const state = winning.has(cell) ? "winning" : cell === last ? "last" : "plain";
      const tile = {
        class: "ttt-tile",
        "data-state": state,
        x: at.x + 0.05,
        y: at.y + 0.05,
        width: 0.9,
        height: 0.9,
        rx: 0.12,
      };
      const mark = board[cell];
      const drawnCell = drawing(
        "g",
        {},
        drawing("rect", tile),
        ...(mark ? [drawMark(mark, { ...at, width: 1, height: 1 })] : []),
      );
      if (smallBoards[boardAt(grid, place)]) drawnCell.setAttribute("class", "ttt-won");
      return drawnCell;
    });
    for (let at = block; block && at < columns; at += block)
      drawn.push(drawing("path", { class: "ttt-block", d: `M${at} 0V${rows}` }));
    for (let at = block; block && at < rows; at += block)
      drawn.push(drawing("path", { class: "ttt-block", d: `M0 ${at}H${columns}` }));
    return [...drawn, ...smallBoards.flatMap((result, at) => drawWon(grid, at, result))];
  });
}

/** Make the list of games, from which one is chosen. */
function makeList(ask: Ask, choose: (game: number) => void) {
  const ALL = "all";
  const FAULTY = "faulty";
  let listed: View["listed"] = { player: "", faulty: false, page: 0, count: 0, games: [] };
  const chooser = makeChooser("Games of", (value) => {
    const player = value.startsWith("of ") ? value.slice(3) : "";
    return ask("list", { player, faulty: value === FAULTY, page: 0 });
  });
  const list = element("ol", { class: "ttt-list", "aria-label": "Games" });
  const pages = makePages("games", (by) =>
    ask("list", { player: listed.player, faulty: listed.faulty, page: listed.page + by }),
  );
  const root = element(
    "section",
    { class: "ttt-games ttt-controls", "aria-label": "Games played" },
    chooser.root,
    pages.root,
    list,
  );

  function makeGame([number, x, o, ending, isFault]: View["listed"]["games"][number]) {
    const button = makeButton("", { "data-fault": String(isFault) }, () => choose(number));
    button.append(
      element("b", {}, String(number)),
      element("span", {}, `${x} – ${o}`),
      element("span", {}, ending),
    );
    return element("li", {}, button);
  }
  function draw({ listed: now, players, watched }: View) {
    listed = now;
    const { player, faulty, page, count, games } = now;
    const choices: [string, string][] = [
      [ALL, "All games"],
      [FAULTY, "Games with a fault"],
    ];
    for (const name of players) choices.push([`of ${name}`, `Games of ${name}`]);
    chooser.draw(
      choices,
      faulty ? [FAULTY, ""] : player ? [`of ${player}`, player] : [ALL, ""],
    );
    drawOnce(list, games, () => games.map(makeGame));
    [...list.querySelectorAll("button")].forEach((button, at) => {
      if (games[at][0] === watched?.game) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
    const first = page * PAGE + 1;
    pages.draw(
      count ? `${first} to ${first + games.length - 1} of ${count}` : "No games",
      page > 0,
      (page + 1) * PAGE < count,
    );
  }
  return { root, draw };
}

/** Make the sentences about faults and about what the results cannot tell. */
function makeNotes() {
  const root = element("ul", { class: "ttt-notes", "aria-label": "Notes" });
  function draw({ notes }: View) {
    root.hidden = !notes.length;
    drawOnce(root, notes, () => notes.map((note) => element("li", {}, note)));
  }
  return { root, draw };
}

/** Make what is read aloud: each change of the status, and now and then how far play is. */
function makeSpoken() {
  const root = element("p", { class: "ttt-unseen", role: "status" });
  let status: View["status"] = "ready";
  let at = 0;
  function draw({ message, standings, status: now }: View) {
    const isDue = now === "playing" && Date.now() - at >= SPOKEN_MS;
    if (now === status && !isDue) return;
    const leader = now === "playing" && status === now ? ` ${standings[0].name} leads.` : "";
    setText(root, message + leader);
    at = Date.now();
    status = now;
  }
  return { root, draw };
}

// All of it together.

/** Make the whole screen. */
function makeTournament({ ask, retry }: Channel) {
  const [progress, table, watched] = [makeProgress(ask), makeTable(), makeWatched(ask)];
  const list = makeList(ask, watched.choose);
  const [notes, spoken] = [makeNotes(), makeSpoken()];
  const games = element("div", { class: "ttt-beside" }, watched.root, list.root);
  const screen = makeScreen<View>({
    name: "ttt-standings",
    label: "Tournament",
    top: progress,
    below: [table.root, games, notes.root, spoken.root],
    pieces: [table, watched, list, notes, spoken],
    retry,
  });
  let quiet: ReturnType<typeof setTimeout> | undefined;

  return {
    ...screen,
    /** Draw; while games are played, ask for Python when nothing has come for a while. */
    draw(view: View) {
      screen.draw(view);
      clearTimeout(quiet);
      if (view.status === "playing") quiet = setTimeout(() => ask("hello"), QUIET_MS);
    },
    close() {
      clearTimeout(quiet);
    },
  };
}

/**
 * Draw a tournament on `el` and keep it true to the model, until what is returned is called.
 */
function render({ model, el }: { model: Model; el: HTMLElement }) {
  return showScreen<Traits, keyof View>(model, el, DRAWN, makeTournament);
}

export default {
  initialize: emptyWhenClosed,
  render: renderOrSay("The tournament", render),
} satisfies AnyWidget<Traits>;
