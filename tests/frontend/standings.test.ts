import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { FrontEnd, State } from "./host.ts";
import {
  find,
  htmlOf,
  itShips,
  labelOf,
  open,
  runScene,
  useFreshPage,
  window,
} from "./host.ts";

const { default: source } = await import("../../frontend/standings/standings.ts");
const widget = source as FrontEnd;

const { READY, DONE, CHOSEN, ULTIMATE, NOTAKTO } = runScene("tournament_states.py");

/** Show a tournament. Python has answered the greeting unless `greeted` is false. */
function show(state = READY, { greeted = true } = {}) {
  const shown = open(widget, state, { greeted });
  return {
    ...shown,
    /** The text in each row of the ratings: rank, name, rating, results. */
    rows() {
      const parts = [".ttt-rank", ".ttt-name", ".ttt-rating", ".ttt-results"];
      const rows = shown.all(".ttt-ratings li");
      return rows.map((row) => parts.map((part) => find(row, part).textContent.trim()));
    },
    games: () => shown.all(".ttt-list button"),
    picture: () => labelOf(find(shown.el, ".ttt-picture svg")),
    forbidden: (...names: string[]) =>
      names.filter((name) => shown.button(name).getAttribute("aria-disabled") === "true"),
    slide: (ply: number) => shown.enter('input[type="range"]', String(ply)),
  };
}

useFreshPage("Date");
// jsdom lacks this function.
window.Element.prototype.scrollIntoView = () => {};

describe("the bundled script", () => {
  const act = ({ all }: ReturnType<typeof open>) => all(".ttt-list button")[0]?.click();
  itShips("standings", widget, { READY, CHOSEN, ULTIMATE }, { act });
});

describe("before the first game", () => {
  it("greets Python, starts nothing by itself, and remembers a press until the answer", () => {
    const unpressed = show(READY, { greeted: false });
    unpressed.model.answer();
    assert.deepEqual(unpressed.asked(), [{ kind: "hello" }]);
    const shown = show(READY, { greeted: false });
    shown.press("Start");
    assert.deepEqual(shown.asked(), [{ kind: "hello" }]);
    shown.model.answer();
    assert.deepEqual(shown.asked(), [{ kind: "hello" }, { kind: "start" }]);
  });

  it("lists the players in the given order, without ranks", () => {
    const none = "0 won · 0 drawn · 0 lost";
    assert.deepEqual(show().rows(), [
      ["–", "ada", "–", none],
      ["–", "bob", "–", none],
      ["–", "<i>cy</i>", "–", none],
    ]);
  });

  it("shows an empty board without step buttons", () => {
    const shown = show();
    assert.equal(shown.picture(), "Empty board");
    const names = ["Step back", "Step forward", "Now", "Earlier games", "Later games"];
    assert.deepEqual(shown.forbidden(...names), names);
    names.forEach(shown.press);
    assert.deepEqual(shown.asked(), []);
  });
});

describe("during the tournament", () => {
  it("turns the button into Stop, and back into Continue", async () => {
    const shown = show();
    await shown.model.update({
      status: "playing",
      played_count: 6,
      time: "about 20 seconds left",
      finding: ["ada leads", "All intervals overlap."],
    });
    assert.equal(shown.text(".ttt-progress"), "6 of 24 gamesabout 20 seconds left");
    assert.equal(shown.text(".ttt-finding b"), "ada leads");
    const bar = find<HTMLProgressElement>(shown.el, "progress");
    assert.deepEqual([bar.value, bar.max], [6, 24]);
    shown.press("Stop");
    assert.deepEqual(shown.asked(), [{ kind: "stop" }]);
    await shown.model.update({ status: "stopped" });
    shown.press("Continue");
    assert.deepEqual(shown.asked().at(-1), { kind: "start" });
  });

  it("draws once for all traits in a message, and keeps unchanged rows", async () => {
    const shown = show({ ...DONE, status: "playing" });
    const rows = () => shown.all("tbody tr, .ttt-ratings span");
    const before = rows();
    shown.model.setOneByOne({ played_count: 7, time: "about 9 seconds left" }, () => {
      assert.equal(shown.text(".ttt-progress b"), "24");
    });
    await Promise.resolve();
    assert.equal(shown.text(".ttt-progress b"), "7");
    assert.equal(shown.text(".ttt-progress > span + span"), "about 9 seconds left");
    assert.ok(rows().every((made, at) => made === before[at]));
  });

  it("keeps the focus on a row that moves", async () => {
    const shown = show({ ...DONE, status: "playing" });
    const [row] = shown.all<HTMLButtonElement>(".ttt-ratings button");
    row.focus();
    const [ada, bob, cy] = DONE.standings;
    await shown.model.update({ standings: [bob, ada, cy] });
    assert.ok(document.activeElement === row);
    assert.match(row.textContent, /^1 bob /);
    row.click();
    assert.deepEqual(shown.asked(), [{ kind: "list", player: "bob", faulty: false, page: 0 }]);
  });

  it("shows the current game", async () => {
    const shown = show();
    const board = [null, null, null, null, "X", null, null, null, null];
    const players = { x: "ada", o: "bob", owners: [], winner: null };
    const picture = { board, last_move: 4, winning_lines: [], small_boards: [] };
    const text = "Move 1: ada plays 5.";
    const live = { title: "Now playing: game 3", text, ...players, ...picture };
    await shown.model.update({ status: "playing", live });
    assert.equal(shown.text(".ttt-watched h3"), "Now playing: game 3");
    assert.deepEqual(shown.texts(".ttt-who span"), ["ada", "bob"]);
    assert.equal(shown.text(".ttt-said"), "Move 1: ada plays 5.");
    assert.equal(shown.all(".ttt-picture .ttt-last").length, 1);
    assert.match(
      find(shown.el, ".ttt-picture .ttt-x").getAttribute("d") ?? "",
      /^M1\.25 1\.25/,
    );
    assert.equal(find(shown.el, ".ttt-picture .ttt-o").getAttribute("d"), "");
  });

  it("announces the start, the progress at intervals, and the end", async () => {
    const shown = show();
    const spoken = () => shown.all('[role="status"]').at(-1)?.textContent;
    assert.equal(spoken(), "");
    const play = (played: number, finding: string) =>
      shown.model.update({
        status: "playing",
        message: `Playing: ${played} of 24 games.`,
        finding: [finding, "Ratings appear after the first games."],
      });
    for (const played of [0, 1]) {
      await play(played, "No ratings yet");
      assert.equal(spoken(), "Playing: 0 of 24 games. No ratings yet.");
    }
    mock.timers.tick(15_000);
    await play(20, "ada leads");
    assert.equal(spoken(), "Playing: 20 of 24 games. ada leads.");
    await shown.model.update({ status: "done", message: DONE.message });
    assert.equal(spoken(), DONE.message);
  });
});

describe("the standings", () => {
  it("give equal scores the same rank, and each player a rating with its interval", () => {
    const shown = show(DONE);
    const [ada] = DONE.standings;
    const half = Math.round((ada.high - ada.low) / 2);
    // ada and bob each open four games against the other and win. cy forfeits all games.
    const [rating, results] = [`+${ada.strength} ± ${half}`, "12 won · 0 drawn · 4 lost"];
    const [first, second, [rank, name, worst, lost]] = shown.rows();
    assert.deepEqual(first, ["1", "ada", rating, results]);
    assert.deepEqual([...second.slice(0, 2), second[3]], ["1", "bob", results]);
    assert.deepEqual([rank, name], ["3", "<i>cy</i> 16 forfeits"]);
    assert.match(`${worst}, ${lost}`, /^−[\d,]+ ± \d+, 0 won · 0 drawn · 16 lost$/);
    assert.equal(
      shown.text(".ttt-ratings button"),
      `1 ada , 75% of the points, rating ${rating}, ${results}. Show ada's games`,
    );
  });

  it("draw every interval on the axis above the rows", async () => {
    const shown = show(DONE);
    const made = DONE.standings[0];
    const standings = [
      { ...made, strength: 200, low: 0, high: 400 },
      { ...made, strength: -400, low: -800, high: 0 },
    ];
    await shown.model.update({ standings, meetings: [[], []].map(() => [[0, 0, 0]]) });
    assert.deepEqual(shown.texts(".ttt-numbers span"), ["−800", "−400", "0", "+400"]);
    const at = (name: string, element: HTMLElement) => element.style.getPropertyValue(name);
    const [first, second] = shown.all(".ttt-interval");
    assert.deepEqual(
      shown.all(".ttt-numbers span").map((number) => at("inset-inline-start", number)),
      [at("--low", second), at("--at", second), at("--zero", first), at("--high", first)],
    );
  });

  it("show who beats whom in a table with labelled headings", () => {
    const shown = show(DONE);
    // Of eight games for each pair, the first player wins, but cy loses all.
    assert.deepEqual(shown.texts("tbody tr > *"), [
      ...["ada", "·", "500", "100+8"],
      ...["bob", "500", "·", "100+8"],
      ...["<i>cy</i>", "0−8", "0−8", "·"],
    ]);
    assert.deepEqual(
      shown.all("tbody td").map((cell) => cell.dataset.side ?? ""),
      ["", "", "win", "", "", "win", "loss", "loss", ""],
    );
    assert.equal(shown.all("thead th[scope=col], tbody th[scope=row]").length, 6);
    const region = find(shown.el, '[role="region"]');
    assert.equal(region.getAttribute("tabindex"), "0");
  });

  it("escape names, faults and remarks", () => {
    const shown = show(DONE);
    assert.equal(shown.all("i:not(.ttt-interval i)").length, 0);
    assert.equal(shown.text(".ttt-faults li > span"), "<i>cy</i> raised KeyError: 'no idea'");
    assert.deepEqual(shown.texts(".ttt-remarks li"), DONE.remarks);
  });

  it("offer to play again at the end", () => {
    const shown = show(DONE);
    shown.press("Play again");
    assert.deepEqual(shown.asked(), [{ kind: "again" }]);
    assert.equal(show({ ...DONE, planned_count: 0 }).all(".ttt-main")[0].ariaDisabled, "true");
  });

  it("can be saved as a table at the end", async () => {
    const made: Blob[] = [];
    const saved: string[] = [];
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (blob) => `blob:${made.push(blob as Blob)}`;
    URL.revokeObjectURL = () => {};
    window.HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`);
    };
    show(READY).button("Save as a table").click();
    assert.deepEqual(saved, []);
    show({ ...DONE, standings: [{ ...DONE.standings[0], name: 'a "b", c' }], meetings: [[[]]] })
      .button("Save as a table")
      .click();
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    assert.deepEqual(saved, ["standings.csv blob:1"]);
    const { strength, low, high } = DONE.standings[0];
    assert.deepEqual((await made[0].text()).split("\r\n"), [
      '"name","games","won","drawn","lost","score","strength","low","high","faults"',
      `"a ""b"", c","16","12","0","4","0.75","${strength}","${low}","${high}","0"`,
      "",
    ]);
  });
});

describe("the list of games", () => {
  it("opens from a button, a row in the ratings, or a fault", () => {
    const shown = show(DONE);
    const list = find(shown.el, ".ttt-games");
    const games = shown.button("Games");
    assert.equal(list.hidden, true);
    games.click();
    assert.deepEqual([list.hidden, games.ariaExpanded], [false, "true"]);
    games.click();
    assert.deepEqual([list.hidden, games.ariaExpanded], [true, "false"]);
    shown.all(".ttt-ratings button")[1].click();
    assert.equal(list.hidden, false);
    shown.press("16 games. Show the games that <i>cy</i> forfeited");
    assert.deepEqual(shown.asked(), [
      { kind: "list", player: "bob", faulty: false, page: 0 },
      { kind: "list", player: "<i>cy</i>", faulty: true, page: 0 },
    ]);
    const listed = { ...DONE.listed, player: "<i>cy</i>", faulty: true };
    const chooser = find<HTMLSelectElement>(show({ ...DONE, listed }).el, "select");
    assert.equal(chooser.selectedOptions[0].textContent, "<i>cy</i>'s games with a forfeit");
  });

  it("shows a page, requests another, and filters by player or fault", () => {
    const shown = show(DONE);
    assert.equal(shown.games().length, 10);
    assert.equal(shown.text(".ttt-games .ttt-pages"), "1 to 10 of 24");
    shown.press("Earlier games");
    shown.press("Later games");
    const players = ["ada's games", "bob's games", "<i>cy</i>'s games"];
    assert.deepEqual(shown.texts("option"), ["All games", "Games with a forfeit", ...players]);
    for (const value of ["of ada", "faulty"]) shown.enter("select", value);
    assert.deepEqual(shown.asked(), [
      { kind: "list", player: "", faulty: false, page: 1 },
      { kind: "list", player: "ada", faulty: false, page: 0 },
      { kind: "list", player: "", faulty: true, page: 0 },
    ]);
  });

  it("marks a fault not only by colour", () => {
    const faulty = show(DONE).texts('[data-fault="true"]');
    assert.ok(faulty.length > 0 && faulty.every((text) => text.endsWith("by forfeit")));
  });
});

describe("a selected game", () => {
  it("shows its end, and can be stepped through or scrubbed without Python", () => {
    const shown = show(CHOSEN);
    const slider = find<HTMLInputElement>(shown.el, 'input[type="range"]');
    assert.deepEqual([slider.max, slider.value], ["5", "5"]);
    // ada fills the board from the end and bob from the start, so 9, 8, 7 is a row.
    const moves = ["X 9", "O 1", "X 8", "O 2", "X 7"];
    assert.equal(shown.picture(), moves.join(", "));
    assert.equal(shown.all(".ttt-in-line").length, 3);
    assert.equal(shown.all(".ttt-line").length, 1);
    shown.press("Step back");
    assert.equal(shown.picture(), moves.slice(0, -1).join(", "));
    assert.equal(shown.all(".ttt-line, .ttt-in-line").length, 0);
    assert.match(shown.text(".ttt-said"), /^Move 4 of 5: O plays 2\./);
    shown.press("Step forward");
    shown.press("Step forward");
    assert.equal(shown.picture(), moves.join(", "));
    shown.slide(1);
    assert.equal(slider.getAttribute("aria-valuetext"), "Move 1 of 5: X plays 9.");
    assert.equal(shown.text('.ttt-watched [role="status"]'), "Move 1 of 5: X plays 9.");
    assert.equal(shown.picture(), "X 9");
    shown.slide(0);
    assert.equal(shown.picture(), "Empty board");
    assert.deepEqual(shown.asked(), []);
  });

  it("keeps the viewed move while other games are played", async () => {
    const shown = show(CHOSEN);
    shown.press("Step back");
    await shown.model.update({ played_count: 20, message: "Playing: 20 of 24 games." });
    assert.match(shown.text(".ttt-said"), /^Move 4 of 5/);
  });

  it("has no steps if a fault ended it before the first move", () => {
    const text = "ada wins by forfeit.";
    const changes = { game: 99, moves: [], winning_lines: [], text };
    const shown = show({ ...CHOSEN, watched: { ...CHOSEN.watched, ...changes } });
    assert.equal(shown.text(".ttt-said"), "No moves were made. ada wins by forfeit.");
    assert.equal(shown.forbidden("Step back", "Step forward").length, 2);
  });

  it("is marked in the list, and deselected for the current game", () => {
    const shown = show(CHOSEN);
    const [current] = shown.all('.ttt-list [aria-current="true"]');
    assert.equal(find(current, "b").textContent, String(CHOSEN.watched.game));
    shown.press("Now");
    assert.deepEqual(shown.asked(), [{ kind: "watch", game: null }]);
  });

  it("colours shared marks and the winning line by player", () => {
    const shown = show(NOTAKTO);
    const drawn = (kind: string) =>
      shown
        .all(`.ttt-picture .ttt-mark.ttt-${kind}`)
        .map((mark) => [mark.getAttribute("data-mark"), mark.querySelectorAll("path").length]);
    // First plays 1, 2 and 3, Second 9 and 8. First loses. Each cross has two strokes.
    assert.deepEqual(drawn("owned"), Array(2).fill(["O", 2]));
    assert.deepEqual(drawn("in-line"), Array(3).fill(["X", 2]));
    assert.equal(find(shown.el, ".ttt-picture .ttt-line").getAttribute("data-mark"), "O");
    assert.equal(shown.picture(), "First 1, Second 9, First 2, Second 8, First 3");
    // Numbers identify the players, because both place the same mark.
    assert.deepEqual(
      shown.all(".ttt-who .ttt-ordinal").map((sign) => sign.textContent + sign.dataset.mark),
      ["1X", "2O"],
    );
    assert.equal(shown.all(".ttt-who .ttt-mark").length, 0);
  });

  it("colours chosen marks by shape, and the line neutrally", () => {
    const shown = show({ ...NOTAKTO, watched: { ...NOTAKTO.watched, chooses_mark: true } });
    const marks = shown.all(".ttt-picture .ttt-mark").map((mark) => mark.dataset.mark);
    assert.deepEqual(marks, ["X", "X", "X"], "the others are drawn in one stroke");
    assert.equal(find(shown.el, ".ttt-picture .ttt-line").getAttribute("data-mark"), null);
    assert.equal(shown.all(".ttt-who .ttt-ordinal").length, 2);
  });

  it("shows the owner of each small board in ultimate, at every move", () => {
    const shown = show(ULTIMATE);
    const won = () => shown.all(".ttt-picture svg > .ttt-mark:not(.ttt-small)").length;
    const last = ULTIMATE.watched.small_boards.at(-1);
    const results = last.filter((result: string) => "XO".includes(result ?? "-"));
    assert.ok(results.length > 0);
    assert.equal(won(), results.length);
    shown.slide(1);
    assert.equal(won(), 0);
  });
});

describe("the connection to Python", () => {
  it("asks for Python if no news has arrived for ten seconds", async () => {
    const shown = show();
    await shown.model.update({ status: "playing" });
    mock.timers.tick(9000);
    await shown.model.update({ played_count: 1 });
    mock.timers.tick(9999);
    assert.deepEqual(shown.asked(), []);
    mock.timers.tick(1);
    assert.deepEqual(shown.asked(), [{ kind: "hello" }]);
    mock.timers.tick(8000);
    const alert = find(shown.el, ".ttt-notice");
    assert.match(alert.textContent, /busy or not running/);
    shown.model.answer();
    assert.equal(alert.hidden, true);
    await shown.model.update({ status: "done" });
    mock.timers.tick(60_000);
    assert.equal(shown.model.sent.length, 1);
  });

  it("shows why a request was refused until one is accepted", () => {
    const shown = show(DONE);
    shown.games()[0].click();
    shown.model.answer({
      ok: false,
      code: "bad",
      message: "game must be the number of a game already played, not 1",
    });
    assert.equal(
      shown.text(".ttt-objection"),
      "game must be the number of a game already played, not 1",
    );
    shown.games()[0].click();
    shown.model.answer();
    assert.equal(shown.text(".ttt-objection"), "");
  });

  it("keeps keys from the notebook, except with Ctrl", () => {
    const shown = show();
    const heard: string[] = [];
    shown.el.addEventListener("keydown", (event) => heard.push(event.key));
    shown.button("Start").focus();
    for (const key of ["x", "Tab"]) shown.key(key);
    shown.key("s", { ctrlKey: true });
    assert.deepEqual(heard, ["Tab", "s"]);
    for (const made of shown.all("button, select, input, [tabindex]"))
      assert.ok(made.hasAttribute("data-lm-suppress-shortcuts"), made.outerHTML);
  });

  it("ends with its view: no listeners, timers or nodes remain", async () => {
    const shown = show();
    await shown.model.update({ status: "playing" });
    shown.press("Stop");
    shown.close();
    assert.deepEqual(shown.model.listeners, []);
    assert.equal(shown.el.children.length, 0);
    mock.timers.tick(60_000);
    assert.deepEqual(shown.asked(), [{ kind: "stop" }]);
  });

  it("draws the same if the host passes None as undefined", () => {
    const state = { ...READY, live: undefined, watched: undefined };
    const unknown = { strength: undefined, low: undefined, high: undefined };
    state.standings = READY.standings.map((one: State) => ({ ...one, ...unknown }));
    assert.equal(htmlOf(show(state).el), htmlOf(show(READY).el));
  });
});
