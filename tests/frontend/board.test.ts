import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  BACK,
  CENTRE,
  document,
  EMPTY,
  FAILURES,
  find,
  GOMOKU,
  importShipped,
  LESSON,
  labelOf,
  Model,
  present,
  STATES,
  show,
  ULTIMATE,
  useFreshPage,
  WON,
  window,
  wordsOf,
} from "./host.ts";

useFreshPage();

const AGAINST = { players: { X: "human", O: "keen" } };
const WATCHED = { players: { X: "random", O: "casual" } };
const TAKEN = { ok: false, code: "illegal", message: "Position already taken" } as const;
/** Return the drawing without random ids. */
const htmlOf = (board: Shown) => board.el.innerHTML.replace(/ttt(-\d+){3}/g, "");
const isOff = (board: Shown, name: string) => board.button(name).ariaDisabled;

describe("a host that passes None as undefined", () => {
  const withoutNull = (value: unknown): unknown => {
    if (value === null) return undefined;
    if (Array.isArray(value)) return value.map(withoutNull);
    if (typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withoutNull(inner)]),
    );
  };
  for (const [name, state] of Object.entries(STATES))
    it(`shows the same board: ${name}`, () => {
      const expected = htmlOf(show(new Model(state)));
      assert.equal(htmlOf(show(new Model(withoutNull(state) as State))), expected);
    });
});

describe("the bundled script", () => {
  for (const [name, state] of Object.entries({ WON, GOMOKU, ULTIMATE, LESSON }))
    it(`draws and requests the same as its sources: ${name}`, async () => {
      const { default: from } = await importShipped("board.js");
      const shipped = show(new Model(state), { from });
      assert.equal(htmlOf(shipped), htmlOf(show(new Model(state))));
      shipped.button("New game").click();
      assert.deepEqual(shipped.asked(), ["new_game"]);
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
});

describe("a page without a kernel", () => {
  it("says that it's a static picture, sends nothing and never waits for Python", () => {
    const layout = { comm_live: false, comm: undefined };
    const board = show(new Model({ ...WON, layout }), { greeted: false });
    const notice = board.notice();
    assert.equal(notice.hidden, false);
    assert.equal(
      notice.textContent,
      "This is a picture of a game. Run the notebook to play.Retry",
    );
    assert.equal(board.button("Retry").hidden, true);
    mock.timers.tick(60_000);
    board.click(0);
    board.button("New game").click();
    mock.timers.tick(60_000);
    assert.match(notice.textContent, /^This is a picture of a game/);
    assert.deepEqual(board.asked(), []);
    board.close();
  });

  it("isn't a page with a connected model or with other models", () => {
    const connected = [true, false].map((comm_live) => ({ comm_live, comm: {} }));
    for (const layout of [...connected, "IPY_MODEL_1", undefined]) {
      const board = show(new Model({ ...WON, layout }), { greeted: false });
      assert.equal(board.asked()[0], "hello");
      board.close();
    }
  });
});

describe("requests", () => {
  it("greet Python with what the board shows", () => {
    const model = new Model({ ...CENTRE, round: 3 });
    show(model, { greeted: false });
    const [{ request, client, ...hello }] = model.sent;
    assert.equal(model.sent.length, 1);
    assert.deepEqual(hello, { kind: "hello", round: 3, ply: 1 });
    for (const name of [request, client]) assert.match(name, /^\d{1,10}(-\d{1,10}){2}$/);
  });

  it("include the round and ply that the user saw, and draw nothing", () => {
    const board = show(new Model({ ...CENTRE, round: 2 }));
    const before = board.el.innerHTML;
    board.click(0);
    const { request, client, ...move } = board.model.sent[0];
    assert.deepEqual(move, { kind: "play", cell: 0, round: 2, ply: 1 });
    assert.ok(request && client);
    assert.equal(board.el.innerHTML, before);
    board.click(4); // taken, but Python knows the reason
    assert.equal(board.asked()[1], "play cell=4");
  });

  it("have unique names, and share the view's name", () => {
    const board = show();
    board.click(0);
    board.click(1);
    board.button("New game").click();
    const count = (name: "request" | "client") =>
      new Set(board.model.sent.map((message) => message[name])).size;
    assert.deepEqual([count("request"), count("client")], [3, 1]);
  });

  it("wait until Python has answered the greeting", () => {
    const board = show(new Model(), { greeted: false });
    board.click(4);
    board.click(5);
    assert.deepEqual(board.asked(), ["hello"]);
    board.model.answer();
    assert.deepEqual(board.asked(), ["hello", "play cell=4", "play cell=5"]);
    assert.ok(board.model.sent.every(({ ply }) => ply === 0));
  });
});

describe("answers", () => {
  it("show why a click was refused until the board changes", async () => {
    const board = show(new Model(CENTRE));
    board.click(4);
    board.model.answer(TAKEN);
    assert.match(board.status(), /Position already taken.*Player O's turn/);
    await board.update(EMPTY);
    assert.doesNotMatch(board.status(), /taken/);
  });

  it("keep a refusal visible when hints or the review arrive", async () => {
    const board = show(new Model({ ...WON, viewed_ply: 4 }));
    board.click(0);
    board.refuse("You're looking back", "illegal");
    const move = { ply: 0, player: "X", cell: 4, verdict: "best", best: "draw" };
    const review = [{ ...move, played: "draw" }];
    await board.update({ review, comment: "X wins with this move.", values: [] });
    assert.equal(board.all('.ttt-strip [data-verdict="best"]').length, 1);
    assert.equal(find(board.el, ".ttt-guide.ttt-refused").textContent, "You're looking back");
    await board.update({ ...EMPTY, viewed_ply: null });
    assert.equal(board.all(".ttt-guide.ttt-refused").length, 0);
  });

  it("show and announce only the winner after the end", () => {
    const board = show(new Model(WON));
    const before = board.status();
    board.click(0);
    board.refuse("Game is over. Player X won!", "over");
    assert.equal(board.status(), before);
    assert.equal(find(board.el, ".ttt-refusal").textContent, "");
    assert.equal(board.hear(), "Player X wins!");
  });

  it("are ignored if they are for other views or unknown requests", () => {
    const board = show();
    board.click(4);
    board.model.answer({ ...TAKEN, client: "another" });
    board.model.answer({ ...TAKEN, request: "another" });
    assert.doesNotMatch(board.status(), /taken/);
    board.model.answer(TAKEN);
    assert.match(board.status(), /taken/);
  });

  it("do no harm if they are malformed", () => {
    const board = show();
    for (const content of [null, undefined, 7, "ack", {}, { kind: "ack" }, []])
      board.model.emit("msg:custom", content);
    board.click(4);
    assert.equal(board.model.sent.length, 1);
  });
});

describe("missing answers", () => {
  /** Return the notice's text, including its button. */
  const notice = (board: Shown) => {
    if (board.notice().hidden) return "";
    const text = board.notice().textContent.replace("Retry", "");
    return board.button("Retry").hidden ? text : `${text} Retry`;
  };
  const BUSY = /^Python is busy or not running.* Retry$/;

  it("are noticed after 3 s, with an offer to retry after 8 s", () => {
    const board = show();
    board.click(4);
    mock.timers.tick(2999);
    assert.equal(notice(board), "");
    mock.timers.tick(1);
    assert.equal(notice(board), "Waiting for Python…");
    mock.timers.tick(5000);
    assert.match(notice(board), BUSY);
  });

  it("count again after Retry, which sends the same request", () => {
    const board = show();
    board.click(4);
    mock.timers.tick(8000);
    board.button("Retry").click();
    assert.equal(board.model.sent.length, 2);
    assert.deepEqual(board.model.sent[1], board.model.sent[0]);
    assert.equal(notice(board), "Waiting for Python…");
    mock.timers.tick(7999);
    assert.equal(notice(board), "Waiting for Python…");
    mock.timers.tick(1);
    assert.match(notice(board), BUSY);
    board.model.answer();
    assert.equal(notice(board), "");
    mock.timers.tick(20_000);
    assert.equal(notice(board), "");
  });

  for (const [how, send] of Object.entries(FAILURES))
    it(`are noticed at once when send ${how}`, async () => {
      const board = show();
      board.model.send = send;
      board.click(4);
      await new Promise(setImmediate);
      assert.match(notice(board), BUSY);
    });
});

describe("drawing", () => {
  // Each draw reads the speed twice: for the control that shows it, and for speech.
  const draws = (board: Shown) =>
    board.model.reads.filter((name) => name === "pace").length / 2;

  it("happens once for an accepted click", async () => {
    const board = show();
    assert.equal(draws(board), 1);
    board.click(4);
    await board.update(CENTRE);
    assert.equal(draws(board), 2);
    board.model.answer();
    await Promise.resolve();
    assert.equal(draws(board), 2);
    assert.match(board.names()[4], /X, last move/);
  });

  it("happens once for an accepted click that clears a refusal", () => {
    const board = show(new Model(CENTRE));
    board.click(4);
    board.model.answer(TAKEN);
    assert.equal(draws(board), 2);
    board.button("Hints").click();
    board.model.answer();
    assert.equal(draws(board), 3);
    assert.doesNotMatch(board.status(), /taken/);
  });

  it("listens to all traits that it reads, except one for notebooks", async () => {
    const model = new Model(EMPTY);
    const board = show(model);
    const heard = model.listeners
      .map(([event]) => event)
      .filter((event) => event.startsWith("change:"));
    for (const state of [WON, BACK, ULTIMATE]) await model.update(state);
    board.click(0);
    const read = [...new Set(model.reads)].sort();
    assert.deepEqual(read, heard.map((event) => event.slice("change:".length)).sort());
    const unread = Object.keys(EMPTY).filter((name) => !read.includes(name));
    assert.deepEqual(unread, ["is_draw"]);
  });

  it("never shows a partly updated state", async () => {
    const board = show();
    const before = board.el.innerHTML;
    board.model.setOneByOne(WON, () => assert.equal(board.el.innerHTML, before));
    await Promise.resolve();
    const names = board.names();
    assert.equal(names[0], "1, row 1, column 1, O");
    assert.equal(names[1], "2, row 1, column 2, X, in the row");
    assert.equal(names[2], "3, row 1, column 3, empty");
    assert.equal(names[7], "8, row 3, column 2, X, last move, in the row");
    assert.match(board.status(), /Player X wins!/);
    assert.equal(board.all(".ttt-line").length, 1);
  });

  it("changes nothing if the state is the same", async () => {
    const board = show(new Model(WON));
    const nodes = board.all("*");
    const before = board.el.innerHTML;
    await board.update({ ...WON });
    assert.equal(board.el.innerHTML, before);
    assert.ok(board.all("*").every((node, at) => node === nodes[at]));
  });

  it("escapes names and shows the scores", async () => {
    const names = { X: "<img src=x onerror=alert(1)>", O: "O'Brien & Söhne" };
    const board = show(new Model({ names }));
    await board.update({ scores: { X: 3, O: 1, draws: 2 } });
    assert.equal(board.all("img").length, 0);
    assert.deepEqual(board.texts(".ttt-player .ttt-name"), [names.X, "draws", names.O]);
    assert.deepEqual(board.texts(".ttt-player .ttt-score"), ["3", "2", "1"]);
    await board.update({ scores: { X: 3, O: 1, draws: 1 } });
    assert.deepEqual(board.texts(".ttt-player .ttt-name"), [names.X, "draw", names.O]);
  });

  it("shows an error in the cell and throws it", () => {
    const el = document.createElement("div");
    document.body.append(el);
    const model = new Model();
    delete model.state.grid;
    assert.throws(() => show(model, { into: el }), /no trait grid/);
    assert.match(el.textContent, /Can't show the board: .*no trait grid/);
  });
});

describe("stepping back", () => {
  it("takes two presses for two steps, and stops at the first position", () => {
    const board = show(new Model({ ...CENTRE, moves: [4, 0, 8] }));
    for (const name of ["Step forward", "Latest", ...Array(5).fill("Step back")])
      board.button(name).click();
    assert.deepEqual(board.asked(), ["view to=2", "view to=1", "view to=0"]);
  });

  it("replays the game at a steady speed until the user views another move", async () => {
    const board = show(new Model({ ...CENTRE, moves: [4, 0] }));
    const wait = async () => {
      const { to } = present(board.model.sent.at(-1));
      await board.update({ viewed_ply: to, viewed: to === null ? null : BACK.viewed });
      mock.timers.tick(800);
    };
    board.push("Replay", ".ttt-more");
    for (let at = 0; at < 3; at += 1) await wait();
    assert.deepEqual(board.asked(), ["view to=0", "view to=1", "view to=null"]);
    board.push("Replay", ".ttt-more");
    await wait();
    await board.update({ viewed_ply: null, viewed: null });
    mock.timers.tick(800);
    assert.deepEqual(board.asked().slice(3), ["view to=0", "view to=1"]);
  });

  it("shows the viewed position, and continues from there", async () => {
    const board = show(new Model(WON));
    const off = ["Step back", "Step forward", "Latest"].map((name) => isOff(board, name));
    assert.deepEqual(off, ["false", "true", "true"]);
    board.button("Step back").click();
    await board.update(BACK);
    assert.equal(board.names().filter((name) => name.endsWith("empty")).length, 8);
    assert.match(board.status(), /Player O's turn/);
    assert.equal(board.all(".ttt-line, .ttt-player[data-active]").length, 0);
    for (const name of ["Step back", "Step forward", "Latest"]) board.button(name).click();
    assert.deepEqual(board.asked(), ["view to=4", "view to=0", "view to=1", "view to=null"]);
  });
});

describe("players", () => {
  const field = (board: Shown) =>
    board.all<HTMLInputElement>(".ttt-name input").find((input) => !input.hidden);
  /** Rename a player: press, type, and press a key. */
  const type = (board: Shown, mark: string, text: string, key = "", options = {}) => {
    board.all(`[data-who="${mark}"] .ttt-rename`)[0].click();
    assert.equal(board.active(), field(board));
    present(field(board)).value = text;
    if (key) board.press(key, options);
  };

  it("are renamed in place with Enter, which returns the focus to the button", () => {
    const board = show();
    type(board, "O", "  Grace ", "Enter");
    assert.deepEqual(board.asked(), ["rename mark=O name=Grace"]);
    assert.equal(board.focused(), "Rename Player O");
    assert.equal(field(board), undefined);
  });

  it("are renamed once when the field loses focus, but not with Escape or the same name", () => {
    const board = show();
    type(board, "X", "Ada", "Escape");
    type(board, "X", "Player X", "Enter");
    assert.deepEqual(board.asked(), []);
    type(board, "X", "Ada");
    board.button("New game").focus();
    assert.deepEqual(board.asked(), ["rename mark=X name=Ada"]);
    assert.equal(field(board), undefined);
  });

  it("aren't renamed by the Enter that ends character composition", () => {
    const board = show();
    type(board, "X", "エイダ", "Enter", { isComposing: true });
    // Safari sends this Enter after the composition ends, with key code 229.
    board.press("Enter", { keyCode: 229 });
    assert.deepEqual(board.asked(), []);
    assert.equal(field(board)?.value, "エイダ");
  });

  it("keep the typed name while the board changes, and show a refusal", async () => {
    const board = show();
    type(board, "X", "");
    await board.update(CENTRE);
    assert.equal(board.active(), field(board));
    board.press("Enter");
    board.refuse("the name of X must not be empty", "bad");
    assert.match(board.status(), /must not be empty/);
    assert.ok(board.button("Rename Player X"));
  });

  it("have their kind, their options or the result below their names", () => {
    const bots = { players: { X: "my_bot", O: "casual" } };
    const against = { players: { X: "human", O: "casual" } };
    for (const [changes, ...expected] of [
      [{}, "rename", "rename"],
      [CENTRE, "rename", "rename"],
      [WON, "winner", "rename"],
      [against, "you", "Casual"],
      [{ ...CENTRE, ...against }, "you", "Casual"],
      [{ ...WON, ...against }, "winner", "Casual"],
      [bots, "my_bot", "Casual"],
      // Equal names aren't shown twice.
      [{ ...bots, names: { X: "my_bot", O: "Casual" } }, "computer", "computer"],
    ] as [State, ...string[]][])
      assert.deepEqual(show(new Model(changes)).texts(".ttt-seat"), expected);
  });
});

describe("the status", () => {
  it("has different symbols for a draw and a win", async () => {
    const board = show(new Model(WON));
    const sign = () => find(board.el, ".ttt-sign").innerHTML;
    const won = sign();
    await board.update({ winner: null, status: "draw", winning_lines: [] });
    assert.match(sign(), /ttt-icon/);
    assert.notEqual(sign(), won);
  });

  it("shows more than whose turn it is", () => {
    const names = { X: "Ada", O: "Grace" };
    for (const [changes, expected] of [
      [{ guide: "Play in board 5" }, "Play in board 5"],
      [{ thinking: "O", names, working: "hints" }, "Grace is thinking…"],
      [{ working: "hints" }, "Working out hints…"],
      [{ working: "review" }, ""],
      [BACK, "It was Player O's turn"],
      [{ ...WATCHED, paused: true }, "Paused"],
      [{ ...WATCHED, paused: true, is_over: true }, ""],
      [{ paused: true }, ""],
    ] as [State, string][])
      assert.equal(show(new Model(changes)).seen(".ttt-guide").textContent, expected);
  });
});

describe("a match", () => {
  it("shows its length between the scores, and its result instead of the last game's", async () => {
    const match = { wins_needed: 3, score: "", result: "You won the match 3–1." };
    const board = show(new Model({ ...WON, ...AGAINST, match }));
    assert.equal(board.texts(".ttt-player")[1], "first to3");
    assert.equal(board.seen(".ttt-message").textContent, "You won the match 3–1.");
    assert.equal(board.seen(".ttt-guide").textContent, "Three in a row on move 5.");
    assert.ok(board.button("New game").classList.contains("ttt-main"));
    await board.update({ viewed: BACK.viewed, viewed_ply: 1 });
    assert.equal(board.seen(".ttt-message").textContent, "Looking back");
    await board.update({ match: null, viewed: null, viewed_ply: null });
    assert.equal(board.texts(".ttt-player")[1], "draws0");
    assert.equal(board.seen(".ttt-message").textContent, "You win!");
  });
});

describe("the only human player without a name", () => {
  const told = (board: Shown) => board.seen(".ttt-message").textContent;
  const BEATEN = { ...AGAINST, winner: "O", message: "Player O wins!" };

  it("is addressed as you", () => {
    const asSecond = { players: { X: "keen", O: "human" } };
    const drawn = { is_over: true, winner: null, message: "It's a draw!" };
    const resigned = { resigned: "O", message: "Player O resigned. Player X wins!" };
    for (const [changes, expected] of [
      [{ ...EMPTY, ...AGAINST }, "Your turn"],
      [{ ...CENTRE, ...AGAINST }, "The computer's turn"],
      [{ ...CENTRE, ...asSecond }, "Your turn"],
      [{ ...WON, ...AGAINST }, "You win!"],
      [{ ...WON, ...asSecond }, "You lost."],
      [{ ...WON, ...BEATEN }, "You lost."],
      [{ ...WON, ...AGAINST, ...drawn }, "It's a draw!"],
      [{ ...WON, ...AGAINST, ...resigned }, "The computer resigned. You win!"],
    ] as [State, string][])
      assert.equal(told(show(new Model(changes))), expected);
    for (const [changes, expected] of [
      [{ ...BACK, ...AGAINST }, "It was the computer's turn"],
      [{ ...BACK, ...asSecond }, "It was your turn"],
    ] as [State, string][])
      assert.equal(show(new Model(changes)).seen(".ttt-guide").textContent, expected);
  });

  it("isn't addressed as you among named people, two people or two computers", () => {
    const named = (X: string, O: string) => ({ ...AGAINST, names: { X, O } });
    const resigned = { resigned: "O", message: "Deep resigned. Player X wins!" };
    for (const [changes, expected] of [
      [{ ...CENTRE, ...named("Ada", "Player O"), thinking: "O" }, "Player O's turn"],
      [{ ...WON, ...named("Ada", "Player O"), message: "Ada wins!" }, "Ada wins!"],
      [{ ...CENTRE, ...named("Player X", "Deep"), message: "Deep's turn" }, "Deep's turn"],
      [{ ...WON, ...named("Player X", "Deep"), ...resigned }, "Deep resigned. You win!"],
      [CENTRE, "Player O's turn"],
      [WON, "Player X wins!"],
      [{ ...WON, ...WATCHED }, "Player X wins!"],
    ] as [State, string][])
      assert.equal(told(show(new Model(changes))), expected);
  });

  it("has a default name even if marks don't identify the players", () => {
    const names = { X: "First", O: "Second" };
    const shared = { rules_name: "notakto", shared_players: { notakto: names } };
    const board = show(new Model({ ...EMPTY, ...AGAINST, ...shared, names }));
    assert.equal(told(board), "Your turn");
  });

  it("gets no trophy after a loss, even with a name", async () => {
    const board = show(new Model({ ...WON, ...AGAINST }));
    const looks = () => [
      board.all(".ttt-sign .ttt-icon").length,
      board.all(":scope > [data-lost]").length,
    ];
    assert.deepEqual(looks(), [1, 0]);
    for (const names of [board.model.get("names"), { X: "Ada", O: "Deep" }]) {
      await board.update({ ...BEATEN, names });
      assert.deepEqual(looks(), [0, 1]);
    }
    await board.update({ players: WATCHED.players });
    assert.deepEqual(looks(), [1, 0]);
  });
});

describe("the toolbar", () => {
  it("always has the same five words, and highlights New game at the end", async () => {
    const board = show();
    const filled = [];
    for (const state of [EMPTY, CENTRE, WON, BACK, { ...EMPTY, ...WATCHED }]) {
      await board.update(state);
      const words = board.all(".ttt-tools button").map(wordsOf);
      assert.deepEqual(words, ["New game", "Hints", "Learn", "Players", "More"]);
      filled.push(board.button("New game").matches(".ttt-main"));
    }
    assert.deepEqual(filled, [false, false, true, false, false]);
  });

  it("opens sheets with Learn, Players and More", () => {
    const board = show();
    const sheets = { Learn: "Learn", Players: "Players and game", More: "More" };
    for (const [name, sheet] of Object.entries(sheets)) {
      board.button(name).click();
      const open = board.all<HTMLDialogElement>("dialog[open]");
      assert.deepEqual(open.map(labelOf), [sheet]);
      assert.equal(board.button(name).ariaHasPopup, "dialog");
      open[0].close();
    }
  });

  it("turns hints on and off", async () => {
    const board = show();
    for (const [hints, asked] of [
      [false, "hints on=true"],
      [true, "hints on=false"],
    ]) {
      await board.update({ hints });
      assert.equal(board.button("Hints").ariaPressed, String(hints));
      board.button("Hints").click();
      assert.equal(board.asked().at(-1), asked);
    }
  });
});

describe("the More sheet", () => {
  /** Show a board and open the sheet. */
  function openMore(changes: State = {}) {
    const board = show(new Model(changes));
    const sheet = find<HTMLDialogElement>(board.el, "dialog.ttt-more");
    const buttons = board.all(".ttt-more button");
    board.push("More");
    const reset = present(buttons.at(-1));
    return {
      ...board,
      sheet,
      buttons,
      reset,
      swap: board.button("Swap sides", ".ttt-more"),
      resets: () => [wordsOf(reset), find(sheet, "[role=alert]").textContent],
      outcome: () => [sheet.open, ...board.asked()],
    };
  }
  const UNPRESSED = ["Reset scores", ""];

  it("contains the less frequent commands", () => {
    assert.deepEqual(openMore().buttons.map(wordsOf), [
      "Swap sides",
      "Set up a position",
      "Replay",
      "Share",
      "Full screen",
      "Rules of this game",
      "Reset scores",
    ]);
  });

  it("resets the scores only after a second press, and closes", () => {
    const more = openMore({ scores: { X: 2, O: 0, draws: 1 } });
    more.reset.click();
    assert.deepEqual(more.resets(), [
      "Really reset 2 : 1 : 0? press again",
      "Press “Reset” again to set all scores to zero.",
    ]);
    assert.deepEqual(more.outcome(), [true]);
    // The status of the board behind it isn't announced.
    assert.doesNotMatch(more.status(), /Reset/);
    more.reset.click();
    assert.deepEqual(more.outcome(), [false, "reset_scores"]);
    assert.deepEqual(more.resets(), UNPRESSED);
    assert.equal(more.focused(), "More");
  });

  it("cancels the reset after some seconds, or when it's closed", () => {
    const more = openMore();
    more.reset.click();
    mock.timers.tick(3999);
    assert.equal(more.resets()[0], "Really reset 0 : 0 : 0? press again");
    mock.timers.tick(1);
    assert.deepEqual(more.resets(), UNPRESSED);
    more.reset.click();
    more.sheet.close();
    assert.deepEqual(more.resets(), UNPRESSED);
    more.button("More").click();
    more.reset.click();
    assert.deepEqual(more.asked(), []);
    more.reset.click();
    assert.deepEqual(more.asked(), ["reset_scores"]);
  });

  it("swaps sides if this ends no round, and focuses the board", () => {
    for (const [state, isOver] of [
      [EMPTY, true],
      [CENTRE, false],
      [WON, true],
    ] as const) {
      const more = openMore(state);
      assert.equal(more.swap.ariaDisabled, String(!isOver));
      more.swap.click();
      assert.deepEqual(more.outcome(), isOver ? [false, "swap"] : [true]);
      assert.equal(more.active() === more.cells()[0], isOver);
    }
  });

  it("opens the rules", () => {
    const more = openMore();
    more.button("Rules of this game").click();
    assert.deepEqual(more.outcome(), [false, "card"]);
    assert.equal(find<HTMLDialogElement>(more.el, "dialog.ttt-card").open, true);
  });
});

describe("the changing row", () => {
  const seats = (...players: string[]) => players.map((name) => `player mark=O player=${name}`);

  it("asks for an opponent, then shows the moves, or controls for two computers", async () => {
    const board = show();
    for (const [changes, expected] of [
      [{}, "Play with"],
      [AGAINST, "Play with"],
      [CENTRE, "History"],
      [WON, "History"],
      [BACK, "History"],
      [{ ...EMPTY, ...WATCHED }, "Watching"],
      [{ ...CENTRE, ...WATCHED }, "Watching"],
      [{ ...BACK, ...WATCHED }, "History"],
      [{ ...WON, ...WATCHED }, "History"],
    ] as [State, string][]) {
      await board.update(changes);
      const pieces = board.all(".ttt-now > *").filter(({ hidden }) => !hidden);
      assert.deepEqual(pieces.map(labelOf), [expected]);
    }
  });

  it("offers a beginner, or the last opponent, and two people", async () => {
    const board = show();
    const checked = () => board.all(".ttt-whom [role=radio][aria-checked=true]").map(wordsOf);
    assert.deepEqual(checked(), ["A friend"]);
    board.button("A friend").click();
    assert.deepEqual(board.asked(), []);
    board.button("The computer").click();
    await board.update({ players: { X: "human", O: "strong" } });
    assert.deepEqual(checked(), ["The computer"]);
    board.button("The computer").click();
    board.button("A friend").click();
    await board.update({ players: { X: "human", O: "human" } });
    board.button("The computer").click();
    assert.deepEqual(board.asked(), seats("beginner", "human", "strong"));
  });

  it("sends the last choice, even if the view is redrawn before Python answers", async () => {
    const board = show();
    board.button("The computer").click();
    await board.update({ hints: true });
    board.button("A friend").click();
    await board.update({ players: { X: "human", O: "beginner" } });
    board.button("The computer").click();
    board.button("A friend").click();
    assert.deepEqual(board.asked(), seats("beginner", "human", "beginner", "human"));
  });

  it("replaces a computer that would begin with a friend", () => {
    const board = show(new Model({ players: { X: "keen", O: "human" } }));
    board.button("The computer").click();
    board.button("A friend").click();
    assert.deepEqual(board.asked(), ["player mark=X player=human"]);
  });

  it("chooses the strongest possible player if the previous one can't play", async () => {
    const board = show(new Model({ players: { X: "human", O: "perfect" } }));
    await board.update(GOMOKU);
    board.button("The computer").click();
    assert.deepEqual(board.asked(), seats("expert"));
  });

  it("is one tab stop before the first move, with arrows between the two", async () => {
    const board = show();
    const stops = () => board.all(".ttt-whom button").map((made) => made.tabIndex);
    assert.deepEqual(stops(), [0, -1]);
    board.button("A friend").focus();
    board.press("ArrowRight");
    assert.equal(board.focused(), "The computer");
    await board.update(AGAINST);
    assert.deepEqual(stops(), [-1, 0]);
    board.press("ArrowUp");
    assert.equal(board.focused(), "A friend");
    assert.deepEqual(board.asked(), seats("beginner", "human"));
  });

  it("shows the current move in words, and a dash for each move", async () => {
    const board = show(new Model(WON));
    const track = () => [
      board.seen(".ttt-ply").textContent,
      board.all(".ttt-track i").map(({ dataset: { mark, later } }) => `${mark}${later ?? "."}`),
    ];
    assert.deepEqual(track(), ["Move 5 of 5", ["X.", "O.", "X.", "O.", "X."]]);
    await board.update(BACK);
    assert.deepEqual(track(), ["Move 1 of 5", ["X.", "O", "X", "O", "X"]]);
  });

  it("controls two computers", async () => {
    const board = show(new Model(WATCHED));
    assert.equal(isOff(board, "Step"), "true");
    assert.equal(board.button("Step back", ".ttt-watching").ariaDisabled, "true");
    board.button("Pause").click();
    await board.update({ paused: true });
    board.button("Step").click();
    board.button("Play").click();
    const [speed] = board.all<HTMLSelectElement>('select[aria-label="Speed"]');
    speed.value = "fast";
    speed.dispatchEvent(new window.Event("change", { bubbles: true }));
    await board.update(CENTRE);
    board.button("Step back", ".ttt-watching").click();
    const asked = ["pause on=true", "step", "pause on=false", "pace pace=fast", "view to=0"];
    assert.deepEqual(board.asked(), asked);
  });

  it("keeps the focus when its content changes", async () => {
    const board = show(new Model({ ...CENTRE, ...WATCHED }));
    board.button("Step back", ".ttt-watching").focus();
    await board.update({ viewed: { ...EMPTY }, viewed_ply: 0 });
    assert.ok(board.active() === board.button("Step back", ".ttt-history"));
    board.button("Latest").focus();
    await board.update({ viewed: null, viewed_ply: null });
    assert.ok(board.active() === board.button("Step back", ".ttt-watching"));
    board.button("Hints").focus();
    await board.update(WON);
    assert.equal(board.focused(), "Hints");
  });
});

describe("next to the status", () => {
  const offers = (board: Shown) =>
    board
      .all(".ttt-beside:not([hidden]) > button")
      .filter(({ hidden }) => !hidden)
      .map(wordsOf);

  it("Play from here appears only after stepping back", async () => {
    const board = show(new Model(WON));
    assert.deepEqual(offers(board), []);
    await board.update(BACK);
    assert.deepEqual(offers(board), ["Play from here"]);
    board.push("Play from here");
    assert.deepEqual(board.asked(), ["play_from to=1"]);
    // The button disappears with the focus on it.
    assert.ok(board.active() === board.cells()[0]);
    await board.update(CENTRE);
    assert.deepEqual(offers(board), []);
    await board.update(LESSON);
    assert.deepEqual([board.model.get("viewed_ply"), offers(board)], [1, []]);
  });

  it("Computer begins appears before the first move if the computer plays O", async () => {
    const board = show();
    assert.deepEqual(offers(board), []);
    await board.update(AGAINST);
    assert.deepEqual(offers(board), ["Computer begins"]);
    board.push("Computer begins");
    assert.deepEqual(board.asked(), ["swap"]);
    assert.ok(board.active() === board.cells()[0]);
    for (const changes of [
      { players: { X: "keen", O: "human" } },
      { ...AGAINST, moves: [4], move_count: 1 },
      { players: { X: "keen", O: "keen" }, moves: [], move_count: 0 },
    ]) {
      await board.update(changes);
      assert.deepEqual(offers(board), []);
    }
  });
});

describe("full screen", () => {
  const root = (board: Shown) => board.seen(".ttt");
  const isFull = (board: Shown) => root(board).hasAttribute("data-full");

  it("is requested by a button that says what it does next", () => {
    const board = show();
    let element: Element | null = null;
    Object.defineProperty(document, "fullscreenElement", {
      configurable: true,
      get: () => element,
    });
    const tell = (next: Element | null) => {
      element = next;
      root(board).dispatchEvent(new window.Event("fullscreenchange", { bubbles: true }));
    };
    root(board).requestFullscreen = async () => tell(root(board));
    document.exitFullscreen = async () => tell(null);
    /** Press the button in the sheet. Return whether the sheet is closed, and its words. */
    const press = (name: string) => {
      board.button("More").click();
      board.button(name).click();
      const isClosed = !board.all("dialog[open]").length;
      board.button("More").click();
      const [, , , , screen] = board.all(".ttt-more button").map(wordsOf);
      find<HTMLDialogElement>(board.el, ".ttt-more").close();
      return [isClosed, isFull(board), screen];
    };
    board.button("More").focus();
    assert.deepEqual(press("Full screen"), [true, true, "Exit full screen"]);
    assert.deepEqual(press("Exit full screen"), [true, false, "Full screen"]);
    assert.deepEqual(press("Full screen"), [true, true, "Exit full screen"]);
    tell(null); // the browser's own Escape
    assert.deepEqual([isFull(board), board.focused()], [false, "More"]);
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
  });

  for (const [how, request] of [
    ["has none", undefined],
    ["refuses it", () => Promise.reject(new TypeError("not allowed"))],
  ] as const)
    it(`fills the window until Escape if the browser ${how}`, async () => {
      const board = show();
      if (request) root(board).requestFullscreen = request;
      board.cells()[0].focus();
      board.press("F", { shiftKey: true });
      await new Promise(setImmediate);
      assert.equal(isFull(board), true);
      board.press("Escape");
      assert.equal(isFull(board), false);
      assert.equal(board.active(), board.cells()[0]);
      board.press("f", { shiftKey: true }); // with CapsLock
      await new Promise(setImmediate);
      board.press("F", { shiftKey: true });
      assert.equal(isFull(board), false);
      assert.equal(root(board).hasAttribute("popover"), false);
    });
});

describe("keys", () => {
  it("are kept from the notebook without Ctrl and Meta, except Tab", () => {
    const board = show();
    board.cells()[4].focus();
    for (const key of [..."xcvdzabm1 ", "Enter", "ArrowUp", "Escape"])
      assert.equal(board.press(key).heard, false, key);
    assert.equal(board.press("x", { shiftKey: true }).heard, false);
    assert.equal(board.press("Tab").heard, true);
    for (const key of ["ctrlKey", "metaKey"])
      assert.equal(board.press("s", { [key]: true }).heard, true);
  });

  it("are listed after a question mark for the current game", async () => {
    const board = show(new Model(EMPTY));
    board.cells()[0].focus();
    board.press("?", { shiftKey: true });
    const [sheet] = board.all("dialog.ttt-keys") as HTMLDialogElement[];
    assert.equal(sheet.open, true);
    const listed = () => board.texts(".ttt-keys dt").join("; ");
    assert.match(listed(), /^Arrow keys; Enter; 1 to 9; Ctrl\+Z; Shift\+N; Shift\+F; \?$/);
    sheet.close();
    await board.update({ ...LESSON, grid: GOMOKU.grid });
    board.cells()[0].focus();
    board.press("?", { shiftKey: true });
    assert.match(listed(), /^Arrow keys; Enter; a1, b12…; Shift\+F; \?$/);
  });

  it("start a game with Shift+N, except in fields and sheets", () => {
    const board = show(new Model(GOMOKU));
    const [name] = board.all(".ttt-name input");
    const [speed] = board.all('select[aria-label="Speed"]');
    const asked = (target: Element, options: object = {}) => {
      board.model.sent.length = 0;
      const init = { key: "N", shiftKey: true, bubbles: true, cancelable: true, ...options };
      target.dispatchEvent(new window.KeyboardEvent("keydown", init));
      return board.asked();
    };
    const [cell] = board.cells();
    for (const place of [cell, board.button("Hints"), board.button("Rename Player O")])
      assert.deepEqual(asked(place), ["new_game"]);
    for (const place of [name, speed, board.all("dialog button")[0]])
      assert.deepEqual(asked(place), []);
    for (const key of ["ctrlKey", "altKey", "metaKey"])
      assert.deepEqual(asked(cell, { [key]: true }), []);
    // Without Shift it's the first letter of a coordinate.
    for (const key of ["n", "1"]) assert.deepEqual(asked(cell, { key, shiftKey: false }), []);
    assert.equal(board.active()?.dataset.name, "n1");
    // A Russian keyboard has another letter at N's position.
    assert.deepEqual(asked(cell, { key: "Т", code: "KeyN" }), ["new_game"]);
  });

  it("act once while held down, except those that move the focus", () => {
    const board = show();
    const [cell] = board.cells();
    const held = (target: HTMLElement, key: string, options: object = {}) => {
      target.focus();
      return board.press(key, { repeat: true, ...options }).taken;
    };
    for (const key of ["5", "Enter", " "]) assert.ok(held(cell, key), key);
    assert.ok(held(cell, "N", { shiftKey: true }));
    assert.ok(held(cell, "z", { ctrlKey: true }));
    for (const name of ["New game", "More"]) assert.ok(held(board.button(name), "Enter"), name);
    assert.ok(held(board.all("dialog button")[0], "Enter"));
    assert.ok(!held(board.button("New game"), "Tab"));
    assert.deepEqual(board.asked(), []);
    held(cell, "ArrowRight");
    assert.ok(board.active() === board.cells()[1]);
  });

  it("leave the board for its cell with Escape, or with an Enter that runs the cell", () => {
    const notebook = document.createElement("div");
    notebook.tabIndex = 0;
    document.body.append(notebook);
    const board = show(new Model(), { into: notebook });
    const heard: string[] = [];
    notebook.addEventListener("keydown", (event) => {
      if (event.target === notebook) heard.push(event.key);
    });
    for (const [key, options, expected] of [
      ["Escape", {}, []],
      ["Enter", { shiftKey: true }, ["Enter"]],
      ["Enter", { ctrlKey: true }, ["Enter"]],
    ] as [string, KeyboardEventInit, string[]][]) {
      board.cells()[4].focus();
      heard.length = 0;
      assert.equal(board.press(key, options).taken, key === "Enter");
      assert.ok(board.active() === notebook, key);
      assert.deepEqual(heard, expected);
    }
    assert.deepEqual(board.asked(), []);
  });

  it("play a number from any button, and focus the board", () => {
    const board = show(new Model(CENTRE));
    const places = ["New game", "Hints", "More", "Rename Player O", "Step back", "1 5 X"];
    for (const [at, name] of places.entries()) {
      board.button(name).focus();
      assert.deepEqual(board.press(String(at + 1)), { taken: true, heard: false }, name);
      assert.ok(board.active() === board.cells()[0], name);
    }
    const played = places.map((_, cell) => `play cell=${cell}`);
    assert.deepEqual(board.asked(), played);
    // Keys without a meaning don't move the focus.
    board.button("Hints").focus();
    for (const key of ["0", "q", "Home", "PageDown", "Enter", " "])
      assert.equal(board.press(key).taken, false, key);
    assert.equal(board.focused(), "Hints");
    assert.deepEqual(board.asked(), played);
  });

  it("accept a typed coordinate from any button", () => {
    const board = show(new Model(GOMOKU));
    board.button("Hints").focus();
    for (const key of "b12") board.press(key);
    assert.equal(board.focused(), "b12, row 12, column 2, empty");
    board.button("Hints").focus();
    // A single digit doesn't start a coordinate.
    assert.equal(board.press("3").taken, false);
    assert.equal(board.focused(), "Hints");
  });

  it("move the focus to the board with an arrow, unless arrows have another use", () => {
    const board = show(new Model(CENTRE));
    board.cells()[4].focus();
    for (const name of ["New game", "Step back", "Rename Player X"])
      for (const key of ["ArrowUp", "ArrowLeft"]) {
        board.button(name).focus();
        assert.equal(board.press(key).taken, true);
        assert.ok(board.active() === board.cells()[4], name);
      }
    board.button("1 5 X").focus();
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) board.press(key);
    assert.equal(board.focused(), "1 5 X");
    // Arrows scroll a long text.
    const remarks = board.seen(".ttt-remarks");
    remarks.tabIndex = 0;
    remarks.focus();
    assert.equal(board.press("ArrowDown").taken, false);
    assert.ok(board.active() === remarks);
  });

  it("are ignored in fields, sliders, selects and sheets, and with Ctrl, Meta or Alt", () => {
    const board = show(new Model(AGAINST));
    const isLeft = (place: HTMLElement, options: KeyboardEventInit = {}) => {
      place.focus();
      assert.ok(board.active() === place);
      return ["5", "ArrowLeft"].every((key) => !board.press(key, options).taken);
    };
    board.button("Rename Player X").click();
    board.button("More").click();
    for (const selector of [
      ".ttt-name input",
      ".ttt-notes input[type=range]",
      'select[aria-label="Speed"]',
      ".ttt-more button:nth-of-type(3)",
    ])
      assert.ok(isLeft(board.seen(selector)), selector);
    for (const key of ["ctrlKey", "metaKey", "altKey"])
      for (const place of [board.button("Hints"), board.cells()[4]])
        assert.ok(isLeft(place, { [key]: true }), key);
    assert.deepEqual(board.asked(), []);
  });

  it("are suppressed for JupyterLab on every focusable element", () => {
    const board = show();
    const focusable = board.all("button, summary, a, input, select, textarea, [tabindex]");
    assert.ok(focusable.length >= 15);
    for (const item of focusable)
      assert.ok(item.hasAttribute("data-lm-suppress-shortcuts"), item.outerHTML);
  });
});

describe("a new game", () => {
  it("focuses the board, with New game and its key", () => {
    const board = show(new Model(WON));
    board.cells()[4].focus();
    for (const begin of [
      () => board.button("New game").click(),
      () => void board.press("N", { shiftKey: true }),
    ]) {
      board.button("New game").focus();
      begin();
      assert.ok(board.active() === board.cells()[4]);
    }
  });

  it("keeps the focus while requests are impossible", () => {
    const board = show(new Model({ layout: { comm_live: false } }), { greeted: false });
    board.push("New game");
    assert.equal(board.focused(), "New game");
  });
});

describe("a view's lifetime", () => {
  it("leaves no listeners, timers, nodes or pending changes behind", async () => {
    const board = show();
    board.click(4);
    const [root] = board.el.children;
    board.model.setOneByOne(CENTRE);
    board.close();
    assert.deepEqual(board.model.listeners, []);
    assert.equal(board.el.childElementCount, 0);
    const before = root.outerHTML;
    mock.timers.tick(60_000);
    await Promise.resolve();
    assert.equal(root.outerHTML, before);
    assert.doesNotMatch(before, /last move/);
  });

  it("allows two views of a model, each with its own name", async () => {
    const model = new Model();
    const [left, right] = [show(model), show(model)];
    left.click(0);
    right.click(1);
    assert.notEqual(model.sent[0].client, model.sent[1].client);
    model.answer(TAKEN, model.sent[1]);
    assert.doesNotMatch(left.status(), /taken/);
    assert.match(right.status(), /taken/);
    left.close();
    await model.update(CENTRE);
    assert.match(right.names()[4], /X/);
  });

  it("works outside the document and in a shadow root", async () => {
    const loose = show(new Model(), { into: document.createElement("div") });
    await loose.update(CENTRE);
    assert.match(loose.names()[4], /X/);
    const host = document.createElement("div");
    document.body.append(host);
    const board = show(new Model(), { into: host.attachShadow({ mode: "open" }) });
    board.cells()[0].focus();
    board.press("ArrowRight");
    assert.equal(board.active(), board.cells()[1]);
  });
});
