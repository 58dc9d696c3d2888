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
  drawOnce,
  element,
  KEEPS_KEYS,
  makeButton,
  renderOrSay,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import type { Grid, Picture } from "../shared/game.ts";
import type { Icon } from "../shared/icons.ts";
import {
  drawIcon,
  FaultIcon,
  ListIcon,
  makeTool,
  NewGameIcon,
  PlayIcon,
  SaveIcon,
  StopIcon,
} from "../shared/icons.ts";
import { boardAt, drawMark, drawOrdinal, drawRibbon, drawWon } from "../shared/marks.ts";
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
import type { Model, Standing, Traits, WatchedGame } from "./traits.ts";

/** The traits that are drawn, as `View` hands them to the pieces of the screen. */
const DRAWN = [
  "faults",
  "finding",
  "grid",
  "intro",
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
  "status",
  "time",
  "watched",
] as const;

export type View = Readonly<Pick<Traits, (typeof DRAWN)[number]>>;

/**
 * Milliseconds without news of games being played after which Python is asked whether it is
 * there.
 */
const QUIET_MS = 10000;
/** Number of games on one page of the list, as Python cuts it. */
const PAGE = 10;
/** The axis of the ratings reaches so far in any case, in points. */
const AXIS = 400;
/** Points between two numbers of the axis: the first that leaves few enough of them. */
const STEPS = [200, 400, 1000, 2000, 5000, 10000];
const MOST_NUMBERS = 5;
/** Most players by whose names the columns of who beats whom are called. */
const MOST_NAMES = 8;

// Helpers that need no page.

/** Return a number with its sign, as "+120" or "−35". */
function signed(number: number) {
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number).toLocaleString("en")}`;
}

/** Return the axis that holds all intervals: where its numbers are, and where any point is. */
function axisOf(standings: View["standings"]) {
  const low = Math.min(-AXIS, ...standings.map((one) => one.low ?? 0));
  const high = Math.max(AXIS, ...standings.map((one) => one.high ?? 0));
  const size = high - low;
  const step = STEPS.find((one) => size / one < MOST_NUMBERS) ?? size;
  const numbers = [];
  for (let at = Math.ceil(low / step); at * step <= high; at++) numbers.push(at * step);
  // A little room is left at both ends.
  const place = (points: number) => `${(8 + (84 * (points - low)) / size).toFixed(1)}%`;
  return { low, high, numbers, place };
}

/** Return won, drawn and lost games in words. */
function writeResults({ won, drawn, lost }: Pick<Standing, "won" | "drawn" | "lost">) {
  return [`${won} won`, `${drawn} drawn`, `${lost} lost`];
}

/** Return standings as a table for other programs, of comma-separated values. */
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

/** What is drawn of a game, with who made its marks and who has won. */
type PlayedPicture = Picture & Pick<WatchedGame, "owners" | "winner">;

/** Return the game as it was after some of its moves. */
function pictureAt(game: WatchedGame, ply: number, grid: Grid): PlayedPicture {
  const board: Picture["board"] = new Array(grid.cells.length).fill(null);
  for (const [cell, mark] of game.moves.slice(0, ply)) board[cell] = mark;
  return {
    board,
    last_move: ply ? game.moves[ply - 1][0] : null,
    winning_lines: ply === game.moves.length ? game.winning_lines : [],
    owners: game.owners,
    winner: game.winner,
    small_boards: game.small_boards[ply] ?? [],
  };
}

/** Return what a move of a game is called, such as "Move 3 of 7: X plays 5". */
function moveTitle({ moves }: WatchedGame, ply: number) {
  if (!moves.length) return "No move was made";
  const count = `Move ${ply} of ${moves.length}`;
  if (!ply) return count;
  const [, , name, player] = moves[ply - 1];
  return `${count}: ${player} plays ${name}`;
}

// The pieces of the screen. Each has a `root` and a `draw`, which may be called at any
// time with the state as it is then, and touches only what has changed.

/** What the button of the head does in each state: its word, its icon, what it asks for. */
const ACTIONS: Record<View["status"], [word: string, icon: Icon, kind: string]> = {
  ready: ["Start", PlayIcon, "start"],
  playing: ["Stop", StopIcon, "stop"],
  stopped: ["Go on", PlayIcon, "start"],
  done: ["Play again", NewGameIcon, "again"],
};

/** Make the button that starts, stops and plays again. */
function makeAction(ask: Ask) {
  let kind = "start";
  const root = makeButton("", {}, () => ask(kind));
  function draw({ planned_count: planned, status }: View) {
    const [word, icon] = ACTIONS[status];
    kind = ACTIONS[status][2];
    drawOnce(root, status, () => [drawIcon(icon), element("span", {}, word)]);
    root.classList.toggle("ttt-main", status !== "playing");
    allow(root, planned > 0);
  }
  return { root, draw };
}

/** Make what shows how many of the planned games are played, and the time. */
function makeProgress() {
  const count = element("span");
  const time = element("span");
  const bar = element("progress", { "aria-label": "Games played" });
  const root = element("div", { class: "ttt-progress" }, count, time, bar);
  function draw({ planned_count: planned, played_count: played, time: left }: View) {
    drawOnce(count, [played, planned], () => [
      element("b", {}, played.toLocaleString("en")),
      ` of ${countGames(planned)}`,
    ]);
    setText(time, left);
    bar.max = Math.max(planned, 1);
    bar.value = played;
  }
  return { root, draw };
}

/** Make the ratings of the players: one axis above all rows, each of which shows its games. */
function makeRatings(show: (player: string) => void) {
  const numbers = element("div", { class: "ttt-numbers" });
  const axis = element("div", { class: "ttt-axis", "aria-hidden": "true" }, numbers);
  const list = element("ol", { class: "ttt-ratings" });
  const scroll = element("div", { class: "ttt-scroll" }, axis, list);
  const { root } = makeCard("", "Rating, with the interval that holds 95 times in 100", scroll);
  let rows: ReturnType<typeof makeRow>[] = [];

  /** Make a row, which stays where it is while players change their places. */
  function makeRow() {
    const [rank, name, results, rating, interval] = [
      "rank",
      "name",
      "results",
      "rating",
      "interval",
    ].map((part) => element("span", { class: `ttt-${part}` }));
    let player = "";
    const button = makeButton("", {}, () => show(player));
    const said = (text: string) => element("span", { class: "ttt-unseen" }, text);
    const parts = [rank, " ", name, said(", rating "), interval, rating, said(", "), results];
    button.append(...parts, said(". Show its games"));

    function draw(one: Standing, place: string, axis: ReturnType<typeof axisOf>) {
      player = one.name;
      const { strength, low, high, faults } = one;
      const kind = one.built_in ? "ours" : "";
      const fault = faults ? `${faults} ${faults === 1 ? "fault" : "faults"}` : "";
      const words = [kind, fault].filter(Boolean).join(", ");
      setText(rank, place);
      name.title = player;
      drawOnce(name, [player, words], () => [player, " ", element("small", {}, words)]);
      setText(results, writeResults(one).join(" · "));
      interval.style.setProperty("--zero", axis.place(0));
      const isRated = strength != null && low != null && high != null;
      drawOnce(interval, isRated, () => (isRated ? [element("i"), element("b")] : []));
      drawOnce(rating, [strength, low, high], () => {
        if (!isRated) return ["–"];
        const half = Math.round((high - low) / 2).toLocaleString("en");
        return [signed(strength), " ", element("small", {}, `± ${half}`)];
      });
      if (!isRated) return;
      interval.style.setProperty("--low", axis.place(low));
      interval.style.setProperty("--high", axis.place(high));
      interval.style.setProperty("--at", axis.place(strength));
    }
    return { root: element("li", {}, button), draw };
  }
  function draw({ standings }: View) {
    const axis = axisOf(standings);
    drawOnce(numbers, axis, () => [
      element("em", {}, "weaker"),
      element("em", {}, "stronger"),
      ...axis.numbers.map((points) => {
        const number = element("span", {}, signed(points));
        number.style.insetInlineStart = axis.place(points);
        return number;
      }),
    ]);
    if (rows.length !== standings.length) {
      rows = standings.map(makeRow);
      list.replaceChildren(...rows.map((row) => row.root));
    }
    let rank = 0;
    standings.forEach((one, at) => {
      // Who have the same score share a rank.
      if (!at || one.score !== standings[at - 1].score) rank = at + 1;
      rows[at].draw(one, one.games ? String(rank) : "–", axis);
    });
  }
  return { root, draw };
}

/** Make the table of who beats whom. */
function makeMeetings() {
  const head = element("tr");
  const body = element("tbody");
  const heading = "Who beats whom: share of points in %, wins minus losses below";
  const table = element("table", { "aria-label": heading }, element("thead", {}, head), body);
  const keys = {
    tabindex: "0",
    role: "region",
    "aria-label": "Who beats whom",
    ...KEEPS_KEYS,
  };
  const scroll = element("div", { class: "ttt-scroll", ...keys }, table);
  const { root } = makeCard("ttt-meetings", heading, scroll);

  /** Make the heads of the columns, which are numbers where names have no room, and of rows. */
  function makeHead(name: string, at: number, count: number, scope: "col" | "row") {
    const number = count > MOST_NAMES ? String(at + 1) : "";
    const text = scope === "row" ? `${number} ${name}`.trim() : number || name;
    return element(
      "th",
      { scope, title: name, ...(number ? { "aria-label": name } : {}) },
      text,
    );
  }
  function makeCell([won, drawn, lost]: [number, number, number], isSelf: boolean) {
    const games = won + drawn + lost;
    if (isSelf || !games) return element("td", {}, isSelf ? "·" : "–");
    const share = (won + drawn / 2) / games;
    const cell = element(
      "td",
      { title: writeResults({ won, drawn, lost }).join(", ") },
      String(Math.round(100 * share)),
      element("small", {}, signed(won - lost)),
    );
    if (share !== 0.5) cell.dataset.side = share > 0.5 ? "win" : "loss";
    cell.style.setProperty("--far", `${Math.round(56 * Math.abs(share - 0.5))}%`);
    return cell;
  }
  function draw({ meetings, standings }: View) {
    const names = standings.map(({ name }) => name);
    table.style.setProperty("--count", String(names.length));
    drawOnce(head, names, () => [
      element("td"),
      ...names.map((name, at) => makeHead(name, at, names.length, "col")),
    ]);
    drawOnce(body, [names, meetings], () =>
      names.map((name, row) =>
        element(
          "tr",
          {},
          makeHead(name, row, names.length, "row"),
          ...meetings[row].map((counts, column) => makeCell(counts, row === column)),
        ),
      ),
    );
  }
  return { root, draw };
}

/** Make the board that shows the present game, or the one that was chosen. */
function makeWatched(ask: Ask) {
  const who = element("p", { class: "ttt-who" });
  const text = element("p", { class: "ttt-said" });
  const picture = element("div", { class: "ttt-picture" });
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
    ...KEEPS_KEYS,
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
  const { root, title } = makeCard("ttt-watched", "", who, picture, text, bar, said);

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
    setText(title, `Game ${game.game.toLocaleString("en")}`);
    drawWho(game);
    setText(text, `${moveTitle(game, ply)}. ${ply === game.moves.length ? game.text : ""}`);
    const played = game.moves
      .slice(0, ply)
      .map(([, , name, player]) => `${player} ${name}`)
      .join(", ");
    drawPicture(picture, view.grid, pictureAt(game, ply, view.grid), played || "Empty board");
  }
  function drawLive({ grid, live, status }: View) {
    chosen = 0;
    setText(title, live?.title ?? "No game yet");
    drawWho(live ?? { x: "", o: "", owners: [] });
    setText(text, live?.text ?? "");
    const empty = {
      board: grid.cells.map(() => null),
      last_move: null,
      winning_lines: [],
      owners: [],
      winner: null,
      small_boards: [],
    };
    const name = status === "playing" ? "The game being played" : "The game played last";
    drawPicture(picture, grid, live ?? empty, live ? name : "Empty board");
  }
  function drawWho({ x, o, owners }: Pick<WatchedGame, "x" | "o" | "owners">) {
    const drawSeat = owners.length ? drawOrdinal : drawMark;
    drawOnce(who, [x, o, owners.length], () => [
      drawSeat("X"),
      element("span", { title: x }, x),
      element("span", { title: o }, o),
      drawSeat("O"),
    ]);
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
 * Draw a position.
 *
 * @param name what the picture shows, in words
 */
function drawPicture(
  target: HTMLElement,
  grid: Grid,
  {
    board,
    owners,
    winner,
    last_move: last,
    winning_lines: lines,
    small_boards: smallBoards,
  }: PlayedPicture,
  name: string,
) {
  drawOnce(target, [grid, board, owners, winner, last, lines, smallBoards, name], () => {
    const boardOf = (cell: number) => boardAt(grid, grid.cells.indexOf(cell));
    const owner = (cell: number) =>
      owners.length ? winner : (smallBoards[boardOf(cell)] ?? board[cell]);
    // Marks in one stroke have the colour of their shape.
    const isOwned = (cell: number) => Boolean(owners[cell] && board[cell]);
    const isWon = (cell: number) => /[XO]/.test(smallBoards[boardOf(cell)] ?? "");
    const inLine = new Set(lines.flat());
    const boardsInLine = new Set(lines.flat().map(boardOf));
    const isPlain = (cell: number) => !isWon(cell) && !inLine.has(cell) && !isOwned(cell);
    const plain = board.map((mark, cell) => (isPlain(cell) ? mark : null));
    const picture = drawBoard(grid, plain, lines.length ? -1 : (last ?? -1));
    // Over the ribbon lie the marks of its line, which of ultimate are those of whole boards.
    picture.append(
      ...grid.cells.filter(isWon).flatMap((cell) => drawOne(grid, cell, board[cell], "small")),
      ...grid.cells
        .filter((cell) => isOwned(cell) && !inLine.has(cell))
        .flatMap((cell) => drawOne(grid, cell, board[cell], "owned", owners[cell])),
      ...lines.map((line) => drawRibbon(grid, line, owner(line[0]))),
      ...[...inLine]
        .filter((cell) => !isWon(cell))
        .flatMap((cell) => drawOne(grid, cell, board[cell], "in-line")),
      ...smallBoards.flatMap((result, at) =>
        drawWon(grid, at, result).map((mark) => {
          if (boardsInLine.has(at)) mark.classList.add("ttt-in-line");
          return mark;
        }),
      ),
    );
    return [nameImage(picture, name)];
  });
}

/** Draw the mark of a cell by itself. */
function drawOne(
  { cells, columns }: Grid,
  cell: number,
  mark: Picture["board"][number],
  kind: string,
  owner: Picture["board"][number] = mark,
) {
  if (!mark) return [];
  const place = cells.indexOf(cell);
  const [x, y] = [place % columns, Math.floor(place / columns)];
  const made = drawMark(mark, {
    x: x + 0.07,
    y: y + 0.07,
    width: 0.86,
    height: 0.86,
    "data-mark": owner ?? mark,
  });
  made.classList.add(`ttt-${kind}`);
  return [made];
}

/** Make the list of the faults, each with a button that lists the games of who made it. */
function makeFaults(show: (player: string) => void) {
  const list = element("ul", { class: "ttt-faults ttt-scroll ttt-controls" });
  const { root } = makeCard("", "Faults of bots: a fault loses the game", list);
  function draw({ faults }: View) {
    root.hidden = !faults.length;
    drawOnce(list, faults, () =>
      faults.map(([player, text, games]) => {
        const button = makeButton(
          countGames(games),
          { "aria-label": `${countGames(games)}: show the games that ${player} lost so` },
          () => show(player),
        );
        const words = element("span", {}, element("b", {}, player), ` ${text}`);
        return element("li", {}, drawIcon(FaultIcon), words, button);
      }),
    );
  }
  return { root, draw };
}

/** Make the button that saves the standings, once all games are played. */
function makeSave() {
  let standings: View["standings"] = [];
  const root = makeTool("Save as a table", SaveIcon, () => {
    const address = URL.createObjectURL(
      new Blob([writeTable(standings)], { type: "text/csv" }),
    );
    element("a", { href: address, download: "standings.csv" }).click();
    URL.revokeObjectURL(address);
  });
  function draw({ standings: now, status }: View) {
    standings = now;
    allow(root, status === "done");
  }
  return { root, draw };
}

/** Make the list of games, from which one is chosen; it is there once it was asked for. */
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
  const { root } = makeCard(
    "ttt-games ttt-controls",
    "Games played",
    chooser.root,
    pages.root,
    list,
  );
  root.hidden = true;
  const toggle = makeTool("Games", ListIcon, () => open(!!root.hidden), {
    "aria-expanded": "false",
  });

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
    const both: [string, string] = ["both", `Games of ${player} with a fault`];
    const one: [string, string] = [`of ${player}`, player];
    chooser.draw(choices, player && faulty ? both : player ? one : [faulty ? FAULTY : ALL, ""]);
    drawOnce(list, games, () => games.map(makeGame));
    [...list.querySelectorAll("button")].forEach((button, at) => {
      setAttribute(button, "aria-current", games[at][0] === watched?.game ? "true" : null);
    });
    const first = page * PAGE + 1;
    pages.draw(
      count ? `${first} to ${first + games.length - 1} of ${count}` : "No games",
      page > 0,
      (page + 1) * PAGE < count,
    );
  }
  /** Show the list, or take it away. */
  function open(isOpen: boolean) {
    root.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) root.scrollIntoView({ block: "nearest" });
  }
  return {
    root,
    toggle,
    draw,
    /** Show the games of a player. */
    show(player: string, faulty: boolean) {
      ask("list", { player, faulty, page: 0 });
      open(true);
    },
  };
}

/** Make the sentences about what the results cannot tell. */
function makeRemarks() {
  const root = element("ul", { class: "ttt-remarks", "aria-label": "Remarks" });
  function draw({ remarks }: View) {
    root.hidden = !remarks.length;
    drawOnce(root, remarks, () => remarks.map((remark) => element("li", {}, remark)));
  }
  return { root, draw };
}

// All of it together.

/** Make the whole screen. */
function makeTournament({ ask, retry }: Channel) {
  const [action, progress, watched] = [makeAction(ask), makeProgress(), makeWatched(ask)];
  const list = makeList(ask, watched.choose);
  const ratings = makeRatings((player) => list.show(player, false));
  const faults = makeFaults((player) => list.show(player, true));
  const [meetings, remarks, save] = [makeMeetings(), makeRemarks(), makeSave()];
  const exits = element("div", { class: "ttt-bar ttt-controls" }, list.toggle, save.root);
  const columns = element(
    "div",
    { class: "ttt-columns" },
    element("div", {}, ratings.root, meetings.root),
    // Faults come while games are played: whatever else can be pressed stands above them.
    element("div", {}, watched.root, exits, list.root, faults.root),
  );
  const screen = makeScreen<View>({
    name: "ttt-standings",
    label: "Tournament",
    title: ({ rules_title: rules }) => `Tournament: ${rules}`,
    button: action.root,
    controls: progress.root,
    below: [columns, remarks.root],
    pieces: [action, progress, ratings, meetings, remarks, watched, faults, list, save],
    say: ({ finding, message, status }) => {
      const isBusy = status === "playing";
      return [isBusy ? `${message} ${finding[0]}.` : message, isBusy];
    },
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
