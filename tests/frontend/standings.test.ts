import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { FrontEnd, State } from "./host.ts";
import { document, find, htmlOf, importShipped, Model, present, window } from "./host.ts";

const { default: widget } = await import("../../frontend/standings/standings.ts");

/** What Python itself syncs, at the moments that tournament_states.py names. */
const { READY, DONE, CHOSEN, ULTIMATE, NOTAKTO } = JSON.parse(
  execFileSync("python3", ["tests/support/scenes/tournament_states.py"], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: "." },
  }),
);

/** Show a tournament in the page, greeted by Python unless told otherwise. */
function show(state = READY, { greeted = true, from = widget as FrontEnd } = {}) {
  const model = new Model();
  model.state = { ...state };
  const el = document.createElement("div");
  document.body.append(el);
  const close = from.render({ model, el });
  if (greeted) {
    model.answer();
    model.sent.length = 0;
  }
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
    /** What each row of the ratings shows: rank, name, rating, results. */
    rows: () =>
      all(".ttt-ratings li").map((row) =>
        ["rank", "name", "rating", "results"].map((part) =>
          find(row, `.ttt-${part}`).textContent.trim(),
        ),
      ),
    games: () => all(".ttt-list button"),
    picture: () => find(el, ".ttt-picture svg").getAttribute("aria-label"),
    asked: () => model.sent.map(({ request, client, ...rest }) => rest),
  };
}

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  window.Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  mock.timers.reset();
  document.body.replaceChildren();
});

describe("the one text that ships", () => {
  for (const [name, state] of Object.entries({ READY, CHOSEN, ULTIMATE })) {
    it(`draws what its sources draw, and asks what they ask: ${name}`, async () => {
      const { default: from } = await importShipped("standings.js");
      const shipped = show(state, { from });
      assert.equal(htmlOf(shipped.el), htmlOf(show(state).el));
      shipped.games()[0]?.click();
      assert.deepEqual(
        shipped.asked(),
        state === READY ? [] : [{ kind: "watch", game: state.listed.games[0][0] }],
      );
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
  }
});

describe("before anything was played", () => {
  it("greets Python and waits for a person: nothing is started", () => {
    const shown = show(READY, { greeted: false });
    assert.deepEqual(shown.asked(), [{ kind: "hello" }]);
    shown.model.answer();
    assert.equal(shown.model.sent.length, 1);
  });

  it("has a button that asks for the start", () => {
    const shown = show();
    shown.button("Start").click();
    assert.deepEqual(shown.asked(), [{ kind: "start" }]);
  });

  it("lists the players in the order given, without a rank", () => {
    const none = "0 won · 0 drawn · 0 lost";
    assert.deepEqual(show().rows(), [
      ["–", "ada", "–", none],
      ["–", "bob", "–", none],
      ["–", "<i>cy</i>", "–", none],
    ]);
  });

  it("shows an empty board that cannot be stepped through", () => {
    const shown = show();
    assert.equal(shown.picture(), "Empty board");
    for (const name of ["Step back", "Step forward", "Now", "Earlier games", "Later games"]) {
      assert.equal(shown.button(name).getAttribute("aria-disabled"), "true", name);
      shown.button(name).click();
    }
    assert.deepEqual(shown.asked(), []);
  });
});

describe("while it is played", () => {
  it("turns the button into Stop, and back into one that goes on", async () => {
    const shown = show();
    await shown.model.update({
      status: "playing",
      played_count: 6,
      time: "about 20 seconds left",
      finding: ["ada leads", "All intervals overlap."],
    });
    assert.equal(shown.text(".ttt-progress").trim(), "6 of 24 gamesabout 20 seconds left");
    assert.equal(shown.text(".ttt-finding b"), "ada leads");
    const bar = find<HTMLProgressElement>(shown.el, "progress");
    assert.deepEqual([bar.value, bar.max], [6, 24]);
    shown.button("Stop").click();
    assert.deepEqual(shown.asked(), [{ kind: "stop" }]);
    await shown.model.update({ status: "stopped" });
    shown.button("Go on").click();
    assert.deepEqual(shown.asked().at(-1), { kind: "start" });
  });

  it("draws once for all traits of a message, and keeps rows that are as they were", async () => {
    const shown = show({ ...DONE, status: "playing" });
    const before = shown.all("tbody tr, .ttt-ratings span");
    shown.model.setOneByOne({ played_count: 7, time: "about 9 seconds left" }, () => {
      assert.equal(shown.text(".ttt-progress b"), "24");
    });
    await Promise.resolve();
    assert.equal(shown.text(".ttt-progress b"), "7");
    assert.equal(shown.text(".ttt-progress > span + span"), "about 9 seconds left");
    assert.ok(
      shown.all("tbody tr, .ttt-ratings span").every((made, at) => made === before[at]),
    );
  });

  it("keeps the focus on a row whose player changes its place", async () => {
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

  it("shows the game being played", async () => {
    const shown = show();
    const live = {
      title: "On now: game 3",
      x: "ada",
      o: "bob",
      text: "Move 1: ada plays 5.",
      board: Array(9).fill(null),
      last_move: 4,
      winning_lines: [],
      owners: [],
      winner: null,
      small_boards: [],
    };
    live.board[4] = "X";
    await shown.model.update({ status: "playing", live });
    assert.equal(shown.text(".ttt-watched h3"), "On now: game 3");
    assert.deepEqual(
      shown.all(".ttt-who span").map((who) => who.textContent),
      ["ada", "bob"],
    );
    assert.equal(shown.text(".ttt-said"), "Move 1: ada plays 5.");
    assert.equal(shown.all(".ttt-picture .ttt-last").length, 1);
    assert.match(
      find(shown.el, ".ttt-picture .ttt-x").getAttribute("d") ?? "",
      /^M1\.25 1\.25/,
    );
    assert.equal(find(shown.el, ".ttt-picture .ttt-o").getAttribute("d"), "");
  });

  it("says the start, now and then how far it is, and the end", async () => {
    const shown = show();
    const spoken = () => shown.all('[role="status"]').at(-1)?.textContent;
    assert.equal(spoken(), "");
    const finding = ["The first games are played", "Ratings follow."];
    await shown.model.update({
      status: "playing",
      message: "Playing: 0 of 24 games.",
      finding,
    });
    assert.equal(spoken(), "Playing: 0 of 24 games. The first games are played.");
    await shown.model.update({ message: "Playing: 1 of 24 games." });
    assert.equal(spoken(), "Playing: 0 of 24 games. The first games are played.");
    mock.timers.tick(15_000);
    await shown.model.update({
      message: "Playing: 20 of 24 games.",
      finding: ["ada leads", "All intervals overlap."],
    });
    assert.equal(spoken(), "Playing: 20 of 24 games. ada leads.");
    await shown.model.update({ status: "done", message: DONE.message });
    assert.equal(spoken(), DONE.message);
  });
});

describe("the standings", () => {
  it("give who have the same score the same rank, and each a rating with its interval", () => {
    const shown = show(DONE);
    const [ada] = DONE.standings;
    const half = Math.round((ada.high - ada.low) / 2);
    // ada and bob open four times each against each other and win; cy loses all by faults.
    const rows = shown.rows();
    assert.deepEqual(
      rows.map(([rank, name, , results]) => [rank, name, results]),
      [
        ["1", "ada", "12 won · 0 drawn · 4 lost"],
        ["1", "bob", "12 won · 0 drawn · 4 lost"],
        ["3", "<i>cy</i> 16 faults", "0 won · 0 drawn · 16 lost"],
      ],
    );
    assert.equal(rows[0][2], `+${ada.strength} ± ${half}`);
    assert.match(rows[2][2], /^−[\d,]+ ± \d+$/);
    assert.equal(
      shown.all(".ttt-ratings button")[0].textContent,
      `1 ada , rating +${ada.strength} ± ${half}, 12 won · 0 drawn · 4 lost. Show its games`,
    );
  });

  it("place every interval on the axis that is above all rows", async () => {
    const shown = show(DONE);
    const made = DONE.standings[0];
    const standings = [
      { ...made, strength: 200, low: 0, high: 400 },
      { ...made, strength: -400, low: -800, high: 0 },
    ];
    await shown.model.update({ standings, meetings: [[], []].map(() => [[0, 0, 0]]) });
    const at = (element: HTMLElement, name: string) =>
      Number.parseFloat(element.style.getPropertyValue(name));
    const numbers = new Map(
      shown
        .all(".ttt-numbers span")
        .map((number) => [number.textContent, at(number, "inset-inline-start")]),
    );
    assert.deepEqual([...numbers.keys()], ["−800", "−400", "0", "+400"]);
    const [first, second] = shown.all(".ttt-interval");
    assert.equal(at(first, "--zero"), numbers.get("0"));
    assert.equal(at(first, "--high"), numbers.get("+400"));
    assert.equal(at(second, "--low"), numbers.get("−800"));
    assert.equal(at(second, "--at"), numbers.get("−400"));
  });

  it("show who beats whom in a table whose headings say what they are headings of", () => {
    const shown = show(DONE);
    const cells = shown
      .all("tbody tr")
      .map((row) => [...row.children].map((cell) => cell.textContent));
    // Of eight games of every two, who opens wins, but cy loses all.
    assert.deepEqual(cells, [
      ["ada", "·", "500", "100+8"],
      ["bob", "500", "·", "100+8"],
      ["<i>cy</i>", "0−8", "0−8", "·"],
    ]);
    assert.deepEqual(
      shown.all("tbody td").map((cell) => cell.dataset.side ?? ""),
      ["", "", "win", "", "", "win", "loss", "loss", ""],
    );
    assert.ok(shown.all("thead th").every((head) => head.getAttribute("scope") === "col"));
    assert.ok(shown.all("tbody th").every((head) => head.getAttribute("scope") === "row"));
    const region = find(shown.el, '[role="region"]');
    assert.equal(region.getAttribute("tabindex"), "0");
  });

  it("show names, faults and remarks as text, whatever is in them", () => {
    const shown = show(DONE);
    assert.equal(shown.all("i:not(.ttt-interval i)").length, 0);
    assert.equal(shown.text(".ttt-faults li > span"), "<i>cy</i> raised KeyError: 'no idea'");
    assert.deepEqual(
      shown.all(".ttt-remarks li").map((remark) => remark.textContent),
      DONE.remarks,
    );
  });

  it("are played again once all is played", () => {
    const shown = show(DONE);
    shown.button("Play again").click();
    assert.deepEqual(shown.asked(), [{ kind: "again" }]);
    assert.equal(show({ ...DONE, planned_count: 0 }).all(".ttt-main")[0].ariaDisabled, "true");
  });

  it("are saved as a table once all is played", async () => {
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
  it("is shown by a button, by a row of the ratings, and by a fault", () => {
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
    shown.button("16 games: show the games that <i>cy</i> lost so").click();
    assert.deepEqual(shown.asked(), [
      { kind: "list", player: "bob", faulty: false, page: 0 },
      { kind: "list", player: "<i>cy</i>", faulty: true, page: 0 },
    ]);
    const listed = { ...DONE.listed, player: "<i>cy</i>", faulty: true };
    const chooser = find<HTMLSelectElement>(show({ ...DONE, listed }).el, "select");
    assert.equal(chooser.selectedOptions[0].textContent, "Games of <i>cy</i> with a fault");
  });

  it("shows a page, asks for the next one and never for one that is not there", () => {
    const shown = show(DONE);
    assert.equal(shown.games().length, 10);
    assert.equal(shown.text(".ttt-games .ttt-pages"), "1 to 10 of 24");
    shown.button("Earlier games").click();
    shown.button("Later games").click();
    assert.deepEqual(shown.asked(), [{ kind: "list", player: "", faulty: false, page: 1 }]);
  });

  it("asks for the games of one player, or those with a fault", () => {
    const shown = show(DONE);
    const chooser = find<HTMLSelectElement>(shown.el, "select");
    assert.deepEqual(
      [...chooser.options].map((option) => option.textContent),
      ["All games", "Games with a fault", "Games of ada", "Games of bob", "Games of <i>cy</i>"],
    );
    for (const value of ["of ada", "faulty"]) {
      chooser.value = value;
      chooser.dispatchEvent(new window.Event("change"));
    }
    assert.deepEqual(shown.asked(), [
      { kind: "list", player: "ada", faulty: false, page: 0 },
      { kind: "list", player: "", faulty: true, page: 0 },
    ]);
  });

  it("marks a fault by more than colour and asks for the game that is pressed", () => {
    const shown = show(DONE);
    const faulty = present(shown.games().find((made) => made.dataset.fault === "true"));
    assert.match(faulty.textContent, /by a fault$/);
    shown.games()[2].click();
    assert.deepEqual(shown.asked(), [{ kind: "watch", game: DONE.listed.games[2][0] }]);
  });
});

describe("a game that was chosen", () => {
  it("is shown at its end and stepped through, to and fro, without asking Python", () => {
    const shown = show(CHOSEN);
    // ada fills the board from the end and bob from the start: 9, 1, 8, 2, 7 is a row.
    const moves = ["X 9", "O 1", "X 8", "O 2", "X 7"];
    assert.equal(shown.picture(), moves.join(", "));
    assert.equal(shown.all(".ttt-in-line").length, 3);
    assert.equal(shown.all(".ttt-line").length, 1);
    shown.button("Step back").click();
    assert.equal(shown.picture(), moves.slice(0, -1).join(", "));
    assert.equal(shown.all(".ttt-line, .ttt-in-line").length, 0);
    assert.match(shown.text(".ttt-said"), /^Move 4 of 5: O plays 2\./);
    shown.button("Step forward").click();
    shown.button("Step forward").click();
    assert.equal(shown.picture(), moves.join(", "));
    assert.deepEqual(shown.asked(), []);
  });

  it("is scrubbed with a slider, which says the move", () => {
    const shown = show(CHOSEN);
    const slider = find<HTMLInputElement>(shown.el, 'input[type="range"]');
    assert.deepEqual([slider.max, slider.value], ["5", "5"]);
    slider.value = "1";
    slider.dispatchEvent(new window.Event("input"));
    assert.equal(slider.getAttribute("aria-valuetext"), "Move 1 of 5: X plays 9");
    assert.equal(shown.text('.ttt-watched [role="status"]'), "Move 1 of 5: X plays 9");
    assert.equal(shown.picture(), "X 9");
    slider.value = "0";
    slider.dispatchEvent(new window.Event("input"));
    assert.equal(shown.picture(), "Empty board");
  });

  it("keeps the move that is looked at while others are played", async () => {
    const shown = show(CHOSEN);
    shown.button("Step back").click();
    await shown.model.update({ played_count: 20, message: "Playing: 20 of 24 games." });
    assert.match(shown.text(".ttt-said"), /^Move 4 of 5/);
  });

  it("that a fault ended before the first move has nothing to step through", () => {
    const watched = {
      ...CHOSEN.watched,
      game: 99,
      moves: [],
      winning_lines: [],
      text: "ada wins by a fault.",
    };
    const shown = show({ ...CHOSEN, watched });
    assert.equal(shown.text(".ttt-said"), "No move was made. ada wins by a fault.");
    assert.equal(shown.button("Step back").getAttribute("aria-disabled"), "true");
    assert.equal(shown.button("Step forward").getAttribute("aria-disabled"), "true");
  });

  it("is marked in the list, and given up for the present game", () => {
    const shown = show(CHOSEN);
    const [current] = shown.all('.ttt-list [aria-current="true"]');
    assert.equal(find(current, "b").textContent, String(CHOSEN.watched.game));
    shown.button("Now").click();
    assert.deepEqual(shown.asked(), [{ kind: "watch", game: null }]);
  });

  it("by rules in which both draw X has the colours of who drew them, and of the winner", () => {
    const shown = show(NOTAKTO);
    const drawn = (kind: string) =>
      shown
        .all(`.ttt-picture .ttt-mark.ttt-${kind}`)
        .map((mark) => [mark.getAttribute("data-mark"), mark.querySelectorAll("path").length]);
    // First 1, Second 9, First 2, Second 8, First 3, which loses: five crosses of two strokes.
    assert.deepEqual(drawn("owned"), [
      ["O", 2],
      ["O", 2],
    ]);
    assert.deepEqual(drawn("in-line"), [
      ["X", 2],
      ["X", 2],
      ["X", 2],
    ]);
    assert.equal(find(shown.el, ".ttt-picture .ttt-line").getAttribute("data-mark"), "O");
    assert.equal(shown.picture(), "First 1, Second 9, First 2, Second 8, First 3");
    // Who is who is told by numbers, as both draw the same mark.
    assert.deepEqual(
      shown.all(".ttt-who .ttt-ordinal").map((sign) => [sign.textContent, sign.dataset.mark]),
      [
        ["1", "X"],
        ["2", "O"],
      ],
    );
    assert.equal(shown.all(".ttt-who .ttt-mark").length, 0);
  });

  it("of ultimate shows who has won which small board, at every move", () => {
    const shown = show(ULTIMATE);
    const won = () => shown.all(".ttt-picture svg > .ttt-mark:not(.ttt-small)").length;
    const last = ULTIMATE.watched.small_boards.at(-1);
    assert.equal(
      won(),
      last.filter((result: string) => result === "X" || result === "O").length,
    );
    assert.ok(won() > 0);
    const slider = find<HTMLInputElement>(shown.el, 'input[type="range"]');
    slider.value = "1";
    slider.dispatchEvent(new window.Event("input"));
    assert.equal(won(), 0);
  });
});

describe("the line to Python", () => {
  it("keeps a press until Python has answered the greeting", () => {
    const shown = show(READY, { greeted: false });
    shown.button("Start").click();
    assert.equal(shown.model.sent.length, 1);
    shown.model.answer();
    assert.deepEqual(shown.asked()[1], { kind: "start" });
  });

  it("says that it waits, then that Python may be gone, and tries the same request again", () => {
    const shown = show();
    shown.button("Start").click();
    const alert = find(shown.el, ".ttt-notice");
    mock.timers.tick(3000);
    assert.match(alert.textContent, /Waiting for Python/);
    mock.timers.tick(5000);
    assert.match(alert.textContent, /busy or not running/);
    shown.button("Retry").click();
    assert.equal(shown.model.sent[0].request, shown.model.sent[1].request);
    shown.model.answer();
    assert.equal(alert.hidden, true);
  });

  it("asks for Python when no news of the games has come for ten seconds", async () => {
    const shown = show();
    await shown.model.update({ status: "playing" });
    mock.timers.tick(9000);
    await shown.model.update({ played_count: 1 });
    mock.timers.tick(9999);
    assert.deepEqual(shown.asked(), []);
    mock.timers.tick(1);
    assert.deepEqual(shown.asked(), [{ kind: "hello" }]);
    mock.timers.tick(8000);
    assert.match(find(shown.el, ".ttt-notice").textContent, /busy or not running/);
    shown.model.answer();
    await shown.model.update({ status: "done" });
    mock.timers.tick(60_000);
    assert.equal(shown.model.sent.length, 1);
  });

  it("tells why a request was refused until one is not", () => {
    const shown = show(DONE);
    shown.games()[0].click();
    shown.model.answer({ ok: false, code: "bad", message: "game 1 has not been played" });
    assert.equal(shown.text(".ttt-objection"), "game 1 has not been played");
    shown.games()[0].click();
    shown.model.answer();
    assert.equal(shown.text(".ttt-objection"), "");
  });

  it("keeps keys from the notebook, but not those with Ctrl", () => {
    const shown = show();
    const heard: string[] = [];
    shown.el.addEventListener("keydown", (event) => heard.push(event.key));
    const button = shown.button("Start");
    for (const options of [
      { key: "x" },
      { key: "ArrowLeft" },
      { key: "s", ctrlKey: true },
      { key: "Tab" },
    ]) {
      button.dispatchEvent(new window.KeyboardEvent("keydown", { bubbles: true, ...options }));
    }
    assert.deepEqual(heard, ["s", "Tab"]);
    for (const made of shown.all("button, select, input, [tabindex]")) {
      assert.ok(made.hasAttribute("data-lm-suppress-shortcuts"), made.outerHTML);
    }
  });

  it("ends with its view: no listener, no timer, nothing on the page", async () => {
    const shown = show();
    await shown.model.update({ status: "playing" });
    shown.button("Stop").click();
    shown.close();
    assert.deepEqual(shown.model.listeners, []);
    assert.equal(shown.el.children.length, 0);
    mock.timers.tick(60_000);
    assert.deepEqual(shown.asked(), [{ kind: "stop" }]);
  });

  it("draws the same from a host that hands Python's None on as undefined", () => {
    const state = { ...READY, live: undefined, watched: undefined };
    state.standings = READY.standings.map((one: State) => ({
      ...one,
      strength: undefined,
      low: undefined,
      high: undefined,
    }));
    assert.equal(htmlOf(show(state).el), htmlOf(show(READY).el));
  });
});
