import assert from "node:assert/strict";
import { describe, it, mock } from "node:test";
import type { Shown, State } from "./host.ts";
import {
  BACK,
  CENTRE,
  DROP,
  document,
  EMPTY,
  find,
  GOMOKU,
  importShipped,
  LESSON,
  labelOf,
  Model,
  nameOf,
  present,
  show,
  ULTIMATE,
  useFreshPage,
  WON,
  window,
  wordsOf,
} from "./host.ts";

useFreshPage();

describe("a host that hands Python's None on as undefined", () => {
  const withoutNull = (value: unknown): unknown => {
    if (value === null) return undefined;
    if (Array.isArray(value)) return value.map(withoutNull);
    if (typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, withoutNull(inner)]),
    );
  };
  for (const [name, state] of Object.entries({
    EMPTY,
    CENTRE,
    WON,
    BACK,
    GOMOKU,
    ULTIMATE,
    LESSON,
    DROP,
  })) {
    it(`is shown the same board: ${name}`, () => {
      const expected = show(new Model(state)).el.innerHTML;
      assert.equal(show(new Model(withoutNull(state) as State)).el.innerHTML, expected);
    });
  }
});

describe("the one text that ships", () => {
  for (const [name, state] of Object.entries({ WON, GOMOKU, ULTIMATE, LESSON })) {
    it(`draws what its sources draw, and asks what they ask: ${name}`, async () => {
      const { default: from } = await importShipped("board.js");
      const shipped = show(new Model(state), { from });
      assert.equal(shipped.el.innerHTML, show(new Model(state)).el.innerHTML);
      shipped.button("New game").click();
      assert.deepEqual(
        shipped.model.sent.map(({ kind }) => kind),
        ["new_game"],
      );
      shipped.close();
      assert.equal(shipped.el.innerHTML, "");
    });
  }
});

describe("a page without a kernel", () => {
  const saved = { ...WON, layout: { comm_live: false, comm: undefined } };

  it("says calmly that it shows a picture, asks nothing and never says that Python is busy", () => {
    const board = show(new Model(saved), { greeted: false });
    const notice = find(board.el, "[role=alert]");
    assert.equal(notice.hidden, false);
    assert.equal(
      notice.textContent.replace("Retry", ""),
      "A picture of a game: run the notebook to play",
    );
    assert.equal(find<HTMLButtonElement>(notice, "button").hidden, true);
    mock.timers.tick(60_000);
    board.click(0);
    board.button("New game").click();
    mock.timers.tick(60_000);
    assert.match(notice.textContent, /^A picture of a game/);
    assert.deepEqual(board.model.sent, []);
    board.close();
  });

  it("is no page whose model is connected, or that has models of another kind", () => {
    for (const layout of [
      { comm_live: true, comm: {} },
      { comm_live: false, comm: {} },
      "IPY_MODEL_1",
      undefined,
    ]) {
      const board = show(new Model({ ...WON, layout }), { greeted: false });
      assert.equal(board.model.sent[0].kind, "hello");
      board.close();
    }
  });
});

describe("requests", () => {
  it("greets Python as soon as it is shown, with what it sees", () => {
    const model = new Model({ ...CENTRE, round: 3 });
    show(model, { greeted: false });
    const [{ request, client, ...hello }] = model.sent;
    assert.equal(model.sent.length, 1);
    assert.deepEqual(hello, { kind: "hello", round: 3, ply: 1 });
    assert.match(request, /^\d{1,10}(-\d{1,10}){2}$/);
    assert.match(client, /^\d{1,10}(-\d{1,10}){2}$/);
  });

  it("asks for a move with the round and the ply the person saw, and draws nothing itself", () => {
    const board = show(new Model({ ...CENTRE, round: 2 }));
    const before = board.el.innerHTML;
    board.click(0);
    const { request, client, ...move } = board.model.sent[0];
    assert.deepEqual(move, { kind: "play", cell: 0, round: 2, ply: 1 });
    assert.ok(request && client);
    assert.equal(board.el.innerHTML, before);
  });

  it("gives every action a name of its own and keeps one name for itself", () => {
    const board = show();
    board.click(0);
    board.click(1);
    board.button("New game").click();
    assert.equal(new Set(board.model.sent.map((message) => message.request)).size, 3);
    assert.equal(new Set(board.model.sent.map((message) => message.client)).size, 1);
  });

  it("asks even for an occupied cell and after the end, because Python has the answer", () => {
    const board = show(new Model(WON));
    board.click(4);
    assert.deepEqual(
      board.model.sent.map(({ kind, cell }) => [kind, cell]),
      [["play", 4]],
    );
  });

  it("asks for new games and resets by the buttons", () => {
    const board = show();
    board.button("New game").click();
    board.button("More").click();
    const reset = board.button("Reset scores");
    reset.click();
    assert.deepEqual(
      board.model.sent.map(({ kind }) => kind),
      ["new_game"],
    );
    assert.equal(wordsOf(reset), "Really reset 0 : 0 : 0? press again");
    reset.click();
    assert.deepEqual(
      board.model.sent.map(({ kind }) => kind),
      ["new_game", "reset_scores"],
    );
    assert.equal(wordsOf(reset), "Reset scores");
  });

  it("keeps all clicks until Python has answered the greeting; it applies one of two moves", () => {
    const board = show(new Model(), { greeted: false });
    board.click(4);
    board.click(5);
    assert.deepEqual(
      board.model.sent.map(({ kind }) => kind),
      ["hello"],
    );
    board.model.answer();
    assert.deepEqual(
      board.model.sent.map(({ kind, cell, ply }) => [kind, cell, ply]),
      [
        ["hello", undefined, 0],
        ["play", 4, 0],
        ["play", 5, 0],
      ],
    );
  });
});

describe("answers", () => {
  it("says why a click was refused, until the board changes", async () => {
    const board = show(new Model(CENTRE));
    board.click(4);
    board.model.answer({ ok: false, code: "illegal", message: "Position already taken" });
    assert.match(board.status(), /Position already taken/);
    assert.match(board.status(), /Player O's turn/);
    await board.model.update(EMPTY);
    assert.doesNotMatch(board.status(), /taken/);
  });

  it("leaves a refusal standing when hints or the review arrive, which nobody asked for just then", async () => {
    const board = show(new Model(WON));
    board.click(0);
    board.model.answer({ ok: false, code: "over", message: "Game is over. Player X won!" });
    const move = {
      ply: 0,
      player: "X",
      cell: 4,
      verdict: "best",
      best: "draw",
      played: "draw",
    };
    await board.model.update({ review: [move], comment: "X wins with that move.", values: [] });
    assert.equal(board.all('.ttt-strip [data-verdict="best"]').length, 1);
    assert.match(board.status(), /Game is over\. Player X won!/);
    await board.model.update(EMPTY);
    assert.doesNotMatch(board.status(), /over/);
  });

  it("ignores answers to other views and to requests it never made", () => {
    const board = show();
    board.click(4);
    const refusal = { ok: false, code: "illegal", message: "Position already taken" } as const;
    board.model.answer({ ...refusal, client: "another" });
    board.model.answer({ ...refusal, request: "another" });
    assert.doesNotMatch(board.status(), /taken/);
    board.model.answer(refusal);
    assert.match(board.status(), /taken/);
  });

  it("survives messages that are no answers", () => {
    const board = show();
    for (const content of [null, undefined, 7, "ack", {}, { kind: "ack" }, []])
      board.model.emit("msg:custom", content);
    board.click(4);
    assert.equal(board.model.sent.length, 1);
  });
});

describe("silence", () => {
  it("says after 3 s that it waits and after 8 s that Python may be gone, and offers to try again", () => {
    const board = show();
    board.click(4);
    mock.timers.tick(2999);
    assert.equal(board.notice().hidden, true);
    mock.timers.tick(1);
    assert.equal(board.notice().hidden, false);
    assert.match(board.notice().textContent, /Waiting for Python/);
    assert.equal(board.button("Retry").hidden, true);
    mock.timers.tick(5000);
    assert.match(board.notice().textContent, /busy or not running/);
    assert.equal(board.button("Retry").hidden, false);
  });

  it("sends the very same request again on Retry, and a late answer clears the notice", () => {
    const board = show();
    board.click(4);
    mock.timers.tick(8000);
    board.button("Retry").click();
    assert.equal(board.model.sent.length, 2);
    assert.deepEqual(board.model.sent[1], board.model.sent[0]);
    board.model.answer();
    assert.equal(board.notice().hidden, true);
    mock.timers.tick(20_000);
    assert.equal(board.notice().hidden, true);
  });

  it("counts again from a Retry", () => {
    const board = show();
    board.click(4);
    mock.timers.tick(8000);
    board.button("Retry").click();
    assert.match(board.notice().textContent, /Waiting for Python/);
    mock.timers.tick(7999);
    assert.match(board.notice().textContent, /Waiting for Python/);
    mock.timers.tick(1);
    assert.match(board.notice().textContent, /busy or not running/);
  });

  for (const { how, send } of [
    {
      how: "throws",
      send: () => {
        throw new Error("no comm");
      },
    },
    {
      how: "returns a promise that fails",
      send: () => Promise.reject(new Error("no comm")),
    },
  ]) {
    it(`says at once that Python is gone when send ${how}`, async () => {
      const board = show();
      board.model.send = send;
      board.click(4);
      await new Promise(setImmediate);
      assert.match(board.notice().textContent, /busy or not running/);
      assert.equal(board.button("Retry").hidden, false);
    });
  }

  it("is quiet when every request was answered", () => {
    const board = show();
    board.click(4);
    board.model.answer();
    mock.timers.tick(60_000);
    assert.equal(board.notice().hidden, true);
  });
});

describe("drawing", () => {
  // Every draw reads each trait that is drawn; one piece alone asks for the pace, and once.
  const draws = (board: Shown) =>
    board.model.reads.filter((name: string) => name === "pace").length;

  it("draws an accepted click once: when the traits change, not again when it is answered", async () => {
    const board = show();
    assert.equal(draws(board), 1);
    board.click(4);
    await board.model.update(CENTRE);
    assert.equal(draws(board), 2);
    board.model.answer();
    await Promise.resolve();
    assert.equal(draws(board), 2);
    assert.match(board.names()[4], /X, last move/);
  });

  it("draws once when an accepted click comes after a refusal, and takes the refusal back", async () => {
    const board = show(new Model(CENTRE));
    board.click(4);
    board.model.answer({ ok: false, code: "illegal", message: "Position already taken" });
    assert.equal(draws(board), 2);
    board.button("Hints").click();
    board.model.answer();
    assert.equal(draws(board), 3);
    assert.doesNotMatch(board.status(), /taken/);
  });

  it("listens to the very traits that it reads, and reads all but those that only notebooks use", async () => {
    const model = new Model(EMPTY);
    const board = show(model);
    const heard = model.listeners
      .map(([event]) => event)
      .filter((event) => event.startsWith("change:"));
    for (const state of [WON, BACK, ULTIMATE]) await model.update(state);
    board.click(0);
    assert.deepEqual(
      [...new Set(model.reads)].sort(),
      heard.map((event) => event.slice("change:".length)).sort(),
    );
    assert.deepEqual(
      Object.keys(EMPTY)
        .filter((name) => !model.reads.includes(name))
        .sort(),
      ["is_draw"],
    );
  });

  it("never shows a state half applied, and draws once for one message", async () => {
    const board = show();
    const before = board.el.innerHTML;
    board.model.setOneByOne(WON, () => assert.equal(board.el.innerHTML, before));
    await Promise.resolve();
    assert.deepEqual(board.names(), [
      "1, row 1, column 1, O",
      "2, row 1, column 2, X, in the line",
      "3, row 1, column 3, empty",
      "4, row 2, column 1, empty",
      "5, row 2, column 2, X, in the line",
      "6, row 2, column 3, empty",
      "7, row 3, column 1, empty",
      "8, row 3, column 2, X, last move, in the line",
      "9, row 3, column 3, O",
    ]);
    assert.match(board.status(), /Player X wins!/);
    assert.equal(board.all(".ttt-line").length, 1);
  });

  it("leaves the page alone when it draws the same state again", async () => {
    const board = show(new Model(WON));
    const nodes = board.all("*");
    const before = board.el.innerHTML;
    await board.model.update({ ...WON });
    assert.equal(board.el.innerHTML, before);
    const after = board.all("*");
    assert.equal(after.length, nodes.length);
    for (const [at, node] of nodes.entries()) assert.equal(after[at], node);
  });

  it("shows scores and names as text, whatever they hold", async () => {
    const board = show(
      new Model({ names: { X: "<img src=x onerror=alert(1)>", O: "O'Brien & Söhne" } }),
    );
    await board.model.update({ scores: { X: 3, O: 1, draws: 2 } });
    assert.equal(board.all("img").length, 0);
    const players = board
      .all(".ttt-player")
      .map((player) =>
        [".ttt-name", ".ttt-score"].map((part) => find(player, part).textContent),
      );
    assert.deepEqual(players, [
      ["<img src=x onerror=alert(1)>", "3"],
      ["draws", "2"],
      ["O'Brien & Söhne", "1"],
    ]);
  });

  it("takes two quick presses for two steps, and none beyond the first position", () => {
    const board = show(new Model({ ...CENTRE, moves: [4, 0, 8] }));
    for (let press = 0; press < 5; press += 1) board.button("Step back").click();
    assert.deepEqual(
      board.model.sent.map(({ kind, to }) => [kind, to]),
      [
        ["view", 2],
        ["view", 1],
        ["view", 0],
      ],
    );
  });

  it("shows the viewed position while one looks back, and steps from there", async () => {
    const board = show(new Model(WON));
    const state = (name: string) => board.button(name).getAttribute("aria-disabled");
    assert.deepEqual(["Step back", "Step forward", "Now"].map(state), [
      "false",
      "true",
      "true",
    ]);
    board.button("Step back").click();
    assert.equal(board.model.sent[0].to, 4);
    await board.model.update(BACK);
    assert.equal(board.names().filter((name) => name.endsWith("empty")).length, 8);
    assert.match(board.status(), /Player O's turn/);
    assert.equal(board.all(".ttt-line").length, 0);
    assert.equal(board.all(".ttt-player[data-active]").length, 0);
    board.button("Step back").click();
    board.button("Step forward").click();
    board.button("Now").click();
    assert.deepEqual(
      board.model.sent.slice(1).map(({ kind, to }) => [kind, to]),
      [
        ["view", 0],
        ["view", 1],
        ["view", null],
      ],
    );
  });

  it("asks nothing by a step that leads nowhere", () => {
    const board = show();
    for (const name of ["Step back", "Step forward", "Now"]) board.button(name).click();
    assert.deepEqual(board.model.sent, []);
  });

  it("shows an error in the cell and passes it on", () => {
    const el = document.createElement("div");
    document.body.append(el);
    const model = new Model();
    delete model.state.grid;
    assert.throws(() => show(model, { into: el }), /no trait grid/);
    assert.match(el.textContent, /cannot be drawn.*no trait grid/);
  });
});

describe("players", () => {
  const field = (board: Shown) =>
    board.all<HTMLInputElement>(".ttt-name input").find((input) => !input.hidden);
  const openField = (board: Shown) => present(field(board));
  /** Press a key in what is edited. */
  const press = (board: Shown, key: string, options = {}) =>
    openField(board).dispatchEvent(
      new window.KeyboardEvent("keydown", { key, bubbles: true, ...options }),
    );
  const type = (board: Shown, mark: string, text: string) => {
    board.all(`[data-who="${mark}"] .ttt-rename`)[0].click();
    assert.equal(document.activeElement, field(board));
    openField(board).value = text;
  };
  const asked = (board: Shown) =>
    board.model.sent.map(({ kind, mark, name }) => [kind, mark, name]);

  it("are renamed where their names stand: Enter asks Python, and the button is back with the focus", () => {
    const board = show();
    type(board, "O", "  Grace ");
    press(board, "Enter");
    assert.deepEqual(asked(board), [["rename", "O", "Grace"]]);
    assert.equal(document.activeElement, board.button("Rename Player O"));
    assert.equal(field(board), undefined);
  });

  it("are renamed once by leaving the field, and not at all by Escape or by the name they have", () => {
    const board = show();
    type(board, "X", "Ada");
    press(board, "Escape");
    type(board, "X", "Player X");
    press(board, "Enter");
    assert.deepEqual(asked(board), []);
    type(board, "X", "Ada");
    board.button("New game").focus();
    assert.deepEqual(asked(board), [["rename", "X", "Ada"]]);
    assert.equal(field(board), undefined);
  });

  it("are not renamed by the Enter that ends the choice of a character", () => {
    const board = show();
    type(board, "X", "エイダ");
    press(board, "Enter", { isComposing: true });
    assert.deepEqual(asked(board), []);
    assert.equal(openField(board).value, "エイダ");
  });

  it("keep what is typed while the board changes, and show a refusal of Python's", async () => {
    const board = show();
    type(board, "X", "");
    await board.model.update(CENTRE);
    assert.equal(document.activeElement, field(board));
    press(board, "Enter");
    board.model.answer({ ok: false, code: "bad", message: "the name of X must not be empty" });
    assert.match(board.status(), /must not be empty/);
    assert.ok(board.button("Rename Player X"));
  });

  const seats = (changes: State) =>
    show(new Model(changes))
      .all(".ttt-seat")
      .map((seat) => seat.textContent);

  it("that are computers have the name of the computer below their own, and functions theirs as it is", () => {
    assert.deepEqual(seats({ players: { X: "my_bot", O: "perfect" } }), ["my_bot", "Perfect"]);
  });

  it("that are called as their computer is are not called so twice", () => {
    const players = { X: "my_bot", O: "casual" };
    assert.deepEqual(seats({ players, names: { X: "my_bot", O: "Casual" } }), [
      "computer",
      "computer",
    ]);
  });

  it("that are people read that they may be renamed, which of them they are, and who has won", () => {
    const against = { players: { X: "human", O: "casual" } };
    assert.deepEqual(
      [{}, CENTRE, WON, against, { ...CENTRE, ...against }, { ...WON, ...against }].map(seats),
      [
        ["rename", "rename"],
        ["rename", "rename"],
        ["winner", "rename"],
        ["you", "Casual"],
        ["you", "Casual"],
        ["winner", "Casual"],
      ],
    );
  });
});

describe("the status", () => {
  const guide = (changes: State) =>
    show(new Model({ ...EMPTY, ...changes })).all(".ttt-guide")[0].textContent;

  it("says what goes on besides whose turn it is", () => {
    assert.equal(guide({ guide: "Play in board 5" }), "Play in board 5");
    assert.equal(
      guide({ thinking: "O", names: { X: "Ada", O: "Grace" }, working: "hints" }),
      "Grace is thinking…",
    );
    assert.equal(guide({ working: "hints" }), "Working out hints…");
    assert.equal(guide({ working: "review" }), "");
    assert.equal(guide({ ...BACK }), "Looking back");
  });

  it("says that players among themselves are paused, but not people", () => {
    const players = { X: "random", O: "casual" };
    assert.equal(guide({ players, paused: true }), "Paused");
    assert.equal(guide({ players, paused: true, is_over: true }), "");
    assert.equal(guide({ paused: true }), "");
  });
});

describe("the toolbar", () => {
  it("holds the same five words whatever goes on", async () => {
    const board = show();
    const words = () => board.all(".ttt-tools button").map(wordsOf);
    const said = [words()];
    const watched = { players: { X: "random", O: "casual" } };
    for (const state of [CENTRE, WON, BACK, { ...EMPTY, ...watched }]) {
      await board.model.update(state);
      said.push(words());
    }
    for (const each of said)
      assert.deepEqual(each, ["New game", "Hints", "Learn", "Players", "More"]);
  });

  it("opens a sheet by Learn, Players and More, and turns hints on and off", async () => {
    const board = show();
    const open = () =>
      board.all<HTMLDialogElement>("dialog[open]").map((dialog) => {
        dialog.close();
        return labelOf(dialog);
      });
    for (const [name, sheet] of [
      ["Learn", "Learn"],
      ["Players", "Players and game"],
      ["More", "More"],
    ]) {
      board.button(name).click();
      assert.deepEqual(open(), [sheet]);
      assert.equal(board.button(name).ariaHasPopup, "dialog");
    }
    const pressed = [board.button("Hints").ariaPressed];
    board.button("Hints").click();
    await board.model.update({ hints: true });
    pressed.push(board.button("Hints").ariaPressed);
    board.button("Hints").click();
    assert.deepEqual(pressed, ["false", "true"]);
    assert.deepEqual(
      board.model.sent.map(({ kind, on }) => [kind, on]),
      [
        ["hints", true],
        ["hints", false],
      ],
    );
  });

  it("fills New game once the game is over, where one sees its end", async () => {
    const board = show();
    const isFilled = () => board.button("New game").matches(".ttt-main");
    const filled = [isFilled()];
    for (const state of [CENTRE, WON, BACK]) {
      await board.model.update(state);
      filled.push(isFilled());
    }
    assert.deepEqual(filled, [false, false, true, false]);
  });
});

describe("the sheet More", () => {
  /** Show a board and open the sheet. */
  function openMore(changes: State = {}) {
    const board = show(new Model(changes));
    const sheet = find<HTMLDialogElement>(board.el, "dialog.ttt-more");
    board.button("More").focus();
    board.button("More").click();
    return {
      ...board,
      sheet,
      reset: present([...sheet.querySelectorAll("button")].at(-1)),
      swap: board.button("Swap sides", ".ttt-more"),
      kinds: () => board.model.sent.map(({ kind }) => kind),
      warning: () => find(sheet, "[role=alert]").textContent,
    };
  }

  it("holds what is needed less often", () => {
    const { sheet } = openMore();
    assert.deepEqual([...sheet.querySelectorAll("button")].map(wordsOf), [
      "Swap sides",
      "Full screen",
      "Rules of this game",
      "Reset scores",
    ]);
  });

  it("resets the scores at the second press alone, says so in it, and closes", async () => {
    const more = openMore({ scores: { X: 2, O: 0, draws: 1 } });
    more.reset.click();
    assert.equal(wordsOf(more.reset), "Really reset 2 : 1 : 0? press again");
    assert.equal(more.warning(), "Press Reset again to set all scores to zero");
    assert.deepEqual([more.sheet.open, more.kinds()], [true, []]);
    // The board behind it is not what one reads then.
    assert.doesNotMatch(more.status(), /Reset/);
    more.reset.click();
    assert.deepEqual([more.sheet.open, more.kinds()], [false, ["reset_scores"]]);
    assert.deepEqual([wordsOf(more.reset), more.warning()], ["Reset scores", ""]);
    assert.equal(nameOf(document.activeElement), "More");
  });

  it("forgets the first press after some seconds, and when it is closed", () => {
    const more = openMore();
    more.reset.click();
    mock.timers.tick(3999);
    assert.equal(wordsOf(more.reset), "Really reset 0 : 0 : 0? press again");
    mock.timers.tick(1);
    assert.deepEqual([wordsOf(more.reset), more.warning()], ["Reset scores", ""]);
    more.reset.click();
    more.sheet.close();
    assert.deepEqual([wordsOf(more.reset), more.warning()], ["Reset scores", ""]);
    more.button("More").click();
    more.reset.click();
    assert.deepEqual(more.kinds(), []);
    more.reset.click();
    assert.deepEqual(more.kinds(), ["reset_scores"]);
  });

  it("swaps sides where no round is thrown away by it, and the focus goes to the board", () => {
    const state = (changes: State) => openMore(changes).swap.ariaDisabled;
    assert.deepEqual([EMPTY, CENTRE, WON].map(state), ["false", "true", "false"]);
    const midst = openMore(CENTRE);
    midst.swap.click();
    assert.deepEqual([midst.sheet.open, midst.kinds()], [true, []]);
    const over = openMore(WON);
    over.swap.click();
    assert.deepEqual([over.sheet.open, over.kinds()], [false, ["swap"]]);
    assert.ok(document.activeElement === over.cells()[0]);
  });

  it("leads to the rules", () => {
    const more = openMore();
    more.button("Rules of this game").click();
    assert.equal(more.sheet.open, false);
    assert.equal(find<HTMLDialogElement>(more.el, "dialog.ttt-card").open, true);
    assert.deepEqual(more.kinds(), ["card"]);
  });
});

describe("the row that changes", () => {
  const row = (board: Shown) => {
    const [now] = board.all(".ttt-now");
    const shown = [...now.children].filter((piece) => !(piece as HTMLElement).hidden);
    assert.equal(shown.length, 1);
    return labelOf(shown[0]);
  };
  const asked = (board: Shown) =>
    board.model.sent.map(({ kind, mark, player, to }) => [kind, mark ?? to, player]);
  const state = (board: Shown, name: string) => board.button(name).ariaDisabled;
  const AGAINST = { players: { X: "human", O: "keen" } };
  const WATCHED = { players: { X: "random", O: "casual" } };

  it("asks with whom to play, then holds the moves, or the game of two computers", async () => {
    const board = show();
    const rows = [row(board)];
    for (const changes of [
      AGAINST,
      CENTRE,
      WON,
      BACK,
      { ...EMPTY, ...WATCHED },
      { ...CENTRE, ...WATCHED },
      { ...BACK, ...WATCHED },
      { ...WON, ...WATCHED },
    ]) {
      await board.model.update(changes);
      rows.push(row(board));
    }
    assert.deepEqual(rows, [
      "Play with",
      "Play with",
      "History",
      "History",
      "History",
      "Watching",
      "Watching",
      "History",
      "History",
    ]);
  });

  it("seats a beginner, or who played last against a person, and people again", async () => {
    const board = show();
    const checked = () =>
      board.all(".ttt-whom [role=radio]").map((made) => [wordsOf(made), made.ariaChecked]);
    assert.deepEqual(checked(), [
      ["A friend", "true"],
      ["The computer", "false"],
    ]);
    board.button("A friend").click();
    assert.deepEqual(asked(board), []);
    board.button("The computer").click();
    await board.model.update({ players: { X: "human", O: "strong" } });
    assert.deepEqual(checked(), [
      ["A friend", "false"],
      ["The computer", "true"],
    ]);
    board.button("The computer").click();
    board.button("A friend").click();
    await board.model.update({ players: { X: "human", O: "human" } });
    board.button("The computer").click();
    assert.deepEqual(asked(board), [
      ["player", "O", "beginner"],
      ["player", "O", "human"],
      ["player", "O", "strong"],
    ]);
  });

  it("seats who was asked for last, whatever is drawn before Python has heard of it", async () => {
    const board = show();
    board.button("The computer").click();
    await board.model.update({ hints: true });
    board.button("A friend").click();
    await board.model.update({ players: { X: "human", O: "beginner" } });
    board.button("The computer").click();
    board.button("A friend").click();
    assert.deepEqual(asked(board), [
      ["player", "O", "beginner"],
      ["player", "O", "human"],
      ["player", "O", "beginner"],
      ["player", "O", "human"],
    ]);
  });

  it("seats a friend where the computer was to begin", () => {
    const board = show(new Model({ players: { X: "keen", O: "human" } }));
    board.button("The computer").click();
    board.button("A friend").click();
    assert.deepEqual(asked(board), [["player", "X", "human"]]);
  });

  it("seats the strongest that can play where the one before cannot", async () => {
    const board = show(new Model({ players: { X: "human", O: "perfect" } }));
    await board.model.update(GOMOKU);
    board.button("The computer").click();
    assert.deepEqual(asked(board), [["player", "O", "expert"]]);
  });

  it("is one stop of Tab before the first move, with arrows between the two", async () => {
    const board = show();
    const stops = () => board.all(".ttt-whom button").map((made) => made.tabIndex);
    assert.deepEqual(stops(), [0, -1]);
    board.button("A friend").focus();
    board.press("ArrowRight");
    assert.equal(nameOf(document.activeElement), "The computer");
    await board.model.update(AGAINST);
    assert.deepEqual(stops(), [-1, 0]);
    board.press("ArrowUp");
    assert.equal(nameOf(document.activeElement), "A friend");
    assert.deepEqual(asked(board), [
      ["player", "O", "beginner"],
      ["player", "O", "human"],
    ]);
  });

  it("says where in the game one is, in words and by a dash for each move", async () => {
    const board = show(new Model(WON));
    const dashes = () =>
      board
        .all(".ttt-track i")
        .map(({ dataset: { mark, later } }) => `${mark}${later == null ? "" : " later"}`);
    const ply = () => board.all(".ttt-ply")[0].textContent;
    assert.deepEqual([ply(), dashes()], ["Move 5 of 5", ["X", "O", "X", "O", "X"]]);
    await board.model.update(BACK);
    assert.deepEqual(
      [ply(), dashes()],
      ["Move 1 of 5", ["X", "O later", "X later", "O later", "X later"]],
    );
  });

  it("governs two computers at play", async () => {
    const board = show(new Model(WATCHED));
    assert.equal(state(board, "Step"), "true");
    assert.equal(board.button("Step back", ".ttt-watching").ariaDisabled, "true");
    board.button("Pause").click();
    await board.model.update({ paused: true });
    board.button("Step").click();
    board.button("Play").click();
    const [speed] = board.all<HTMLSelectElement>('select[aria-label="Speed"]');
    speed.value = "fast";
    speed.dispatchEvent(new window.Event("change", { bubbles: true }));
    await board.model.update(CENTRE);
    board.button("Step back", ".ttt-watching").click();
    assert.deepEqual(
      board.model.sent.map(({ kind, on, pace, to }) => [kind, on ?? pace ?? to]),
      [
        ["pause", true],
        ["step", undefined],
        ["pause", false],
        ["pace", "fast"],
        ["view", 0],
      ],
    );
  });

  it("keeps the focus when another takes its place", async () => {
    const board = show(new Model({ ...CENTRE, ...WATCHED }));
    board.button("Step back", ".ttt-watching").focus();
    await board.model.update({ viewed: { ...EMPTY }, viewed_ply: 0 });
    assert.ok(document.activeElement === board.button("Step back", ".ttt-history"));
    board.button("Now").focus();
    await board.model.update({ viewed: null, viewed_ply: null });
    assert.ok(document.activeElement === board.button("Step back", ".ttt-watching"));
    board.button("Hints").focus();
    await board.model.update(WON);
    assert.equal(nameOf(document.activeElement), "Hints");
  });
});

describe("beside the sentence", () => {
  const offers = (board: Shown) =>
    board
      .all(".ttt-beside:not([hidden]) > button")
      .filter(({ hidden }) => !hidden)
      .map(wordsOf);
  const asked = (board: Shown) => board.model.sent.map(({ kind, to }) => [kind, to]);

  it("one may play on from the position that one looks back at, and only from there", async () => {
    const board = show(new Model(WON));
    assert.deepEqual(offers(board), []);
    await board.model.update(BACK);
    assert.deepEqual(offers(board), ["Play from here"]);
    board.button("Play from here").focus();
    board.button("Play from here").click();
    assert.deepEqual(asked(board), [["play_from", 1]]);
    // The button goes, and the focus would with it.
    assert.ok(document.activeElement === board.cells()[0]);
    await board.model.update(CENTRE);
    assert.deepEqual(offers(board), []);
    await board.model.update(LESSON);
    assert.deepEqual([board.model.get("viewed_ply"), offers(board)], [1, []]);
  });

  it("one may have the computer begin, before the first move, where it plays O", async () => {
    const board = show();
    assert.deepEqual(offers(board), []);
    await board.model.update({ players: { X: "human", O: "keen" } });
    assert.deepEqual(offers(board), ["Computer begins"]);
    board.button("Computer begins").focus();
    board.button("Computer begins").click();
    assert.deepEqual(asked(board), [["swap", undefined]]);
    assert.ok(document.activeElement === board.cells()[0]);
    for (const changes of [
      { players: { X: "keen", O: "human" } },
      { players: { X: "human", O: "keen" }, ...{ moves: [4], move_count: 1 } },
      { players: { X: "keen", O: "keen" }, ...{ moves: [], move_count: 0 } },
    ]) {
      await board.model.update(changes);
      assert.deepEqual(offers(board), []);
    }
  });
});

describe("the full screen", () => {
  const root = (board: Shown) => board.all(".ttt")[0];
  const isFull = (board: Shown) => root(board).hasAttribute("data-full");

  it("is asked of the browser, and the button in the sheet More says what it does next", async () => {
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
    /** Press the button in the sheet; return whether that is closed, and what it says anew. */
    const press = (name: string) => {
      board.button("More").click();
      board.button(name).click();
      const isClosed = !board.all("dialog[open]").length;
      board.button("More").click();
      const [, screen] = board.all(".ttt-more button").map(wordsOf);
      find<HTMLDialogElement>(board.el, ".ttt-more").close();
      return [isClosed, isFull(board), screen];
    };
    board.button("More").focus();
    assert.deepEqual(press("Full screen"), [true, true, "Exit full screen"]);
    assert.deepEqual(press("Exit full screen"), [true, false, "Full screen"]);
    assert.deepEqual(press("Full screen"), [true, true, "Exit full screen"]);
    tell(null); // by the Escape of the browser
    assert.equal(isFull(board), false);
    assert.equal(nameOf(document.activeElement), "More");
    Reflect.deleteProperty(document, "fullscreenElement");
    Reflect.deleteProperty(document, "exitFullscreen");
  });

  it("is the whole window where the browser has none or refuses it, until Escape", async () => {
    for (const request of [undefined, () => Promise.reject(new TypeError("not allowed"))]) {
      const board = show();
      if (request) root(board).requestFullscreen = request;
      board.cells()[0].focus();
      board.press("F", { shiftKey: true });
      await new Promise(setImmediate);
      assert.equal(isFull(board), true);
      board.press("Escape");
      assert.equal(isFull(board), false);
      assert.equal(document.activeElement, board.cells()[0]);
      board.press("f", { shiftKey: true }); // with CapsLock
      await new Promise(setImmediate);
      board.press("F", { shiftKey: true });
      assert.equal(isFull(board), false);
      assert.equal(root(board).hasAttribute("popover"), false);
    }
  });
});

describe("keys", () => {
  it("keeps single keys from the notebook, and leaves Tab, Ctrl and Meta to it", () => {
    const board = show();
    board.cells()[4].focus();
    for (const key of [
      "x",
      "c",
      "v",
      "d",
      "z",
      "a",
      "b",
      "m",
      "Enter",
      " ",
      "ArrowUp",
      "1",
      "Escape",
    ]) {
      assert.equal(board.press(key).heard, false, key);
    }
    assert.equal(board.press("x", { shiftKey: true }).heard, false);
    assert.equal(board.press("Tab").heard, true);
    assert.equal(board.press("s", { ctrlKey: true }).heard, true);
    assert.equal(board.press("s", { metaKey: true }).heard, true);
  });

  it("begins a game by Shift+N wherever it is pressed, but for fields and the sheet", () => {
    const board = show(new Model(GOMOKU));
    const [name] = board.all(".ttt-name input");
    const [speed] = board.all('select[aria-label="Speed"]');
    const asked = (target: Element, options: object = {}) => {
      board.model.sent.length = 0;
      const event = new window.KeyboardEvent("keydown", {
        key: "N",
        shiftKey: true,
        bubbles: true,
        cancelable: true,
        ...options,
      });
      target.dispatchEvent(event);
      return board.model.sent.map(({ kind }) => kind);
    };
    const places = [board.cells()[0], board.button("Hints"), board.button("Rename Player O")];
    for (const place of places) assert.deepEqual(asked(place), ["new_game"]);
    for (const place of [name, speed, board.all("dialog button")[0]])
      assert.deepEqual(asked(place), []);
    for (const key of ["ctrlKey", "altKey", "metaKey"])
      assert.deepEqual(asked(board.cells()[0], { [key]: true }), []);
    // Without Shift it is the first letter of a coordinate.
    for (const key of ["n", "1"])
      assert.deepEqual(asked(board.cells()[0], { key, shiftKey: false }), []);
    assert.equal((document.activeElement as HTMLElement).dataset.name, "n1");
  });

  it("plays by a number from any button, and the focus comes to the board", () => {
    const board = show(new Model(CENTRE));
    const places = ["New game", "Hints", "More", "Rename Player O", "Step back", "1 5 X"];
    for (const [at, name] of places.entries()) {
      board.button(name).focus();
      const { event, heard } = board.press(String(at + 1));
      assert.deepEqual([event.defaultPrevented, heard], [true, false], name);
      assert.ok(document.activeElement === board.cells()[0], name);
    }
    // What means nothing to the board leaves the focus where it is.
    board.button("Hints").focus();
    for (const key of ["0", "q", "Home", "PageDown", "Enter", " "])
      assert.equal(board.press(key).event.defaultPrevented, false, key);
    assert.equal(nameOf(document.activeElement), "Hints");
    assert.deepEqual(
      board.model.sent.map(({ kind, cell }) => [kind, cell]),
      places.map((_, cell) => ["play", cell]),
    );
  });

  it("goes to a typed coordinate from any button", () => {
    const board = show(new Model(GOMOKU));
    board.button("Hints").focus();
    for (const key of ["b", "1", "2"]) board.press(key);
    assert.equal(nameOf(document.activeElement), "b12, row 12, column 2, empty");
    board.button("Hints").focus();
    // A digit by itself begins no coordinate.
    assert.equal(board.press("3").event.defaultPrevented, false);
    assert.equal(nameOf(document.activeElement), "Hints");
  });

  it("shows by the first arrow where on the board one is, but where arrows have a use of their own", () => {
    const board = show(new Model(CENTRE));
    board.cells()[4].focus();
    for (const name of ["New game", "Step back", "Rename Player X"])
      for (const key of ["ArrowUp", "ArrowLeft"]) {
        board.button(name).focus();
        assert.equal(board.press(key).event.defaultPrevented, true);
        assert.ok(document.activeElement === board.cells()[4], name);
      }
    board.button("1 5 X").focus();
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) board.press(key);
    assert.equal(nameOf(document.activeElement), "1 5 X");
    // A text that is too long to be seen at once is scrolled by them.
    const [remarks] = board.all(".ttt-remarks");
    remarks.tabIndex = 0;
    remarks.focus();
    assert.equal(board.press("ArrowDown").event.defaultPrevented, false);
    assert.ok(document.activeElement === remarks);
  });

  it("leaves fields, sliders, choosers and sheets their keys, and all keys with Ctrl, Meta or Alt", async () => {
    const board = show(new Model({ players: { X: "human", O: "keen" } }));
    const keys = ["5", "ArrowLeft"];
    const isLeft = (place: HTMLElement, options: KeyboardEventInit = {}) => {
      place.focus();
      assert.ok(document.activeElement === place);
      return keys.every((key) => !board.press(key, options).event.defaultPrevented);
    };
    board.button("Rename Player X").click();
    const [field] = board.all(".ttt-name input");
    const [slider] = board.all(".ttt-notes input[type=range]");
    const [speed] = board.all('select[aria-label="Speed"]');
    board.button("More").click();
    for (const place of [field, slider, speed, board.button("Rules of this game")])
      assert.ok(isLeft(place), place.outerHTML);
    for (const key of ["ctrlKey", "metaKey", "altKey"])
      assert.ok(isLeft(board.button("Hints"), { [key]: true }), key);
    assert.deepEqual(board.model.sent, []);
  });

  it("marks everything that takes the focus for JupyterLab", () => {
    const board = show();
    const focusable = board.all("button, summary, a, input, select, textarea, [tabindex]");
    assert.ok(focusable.length >= 15);
    for (const item of focusable)
      assert.ok(item.hasAttribute("data-lm-suppress-shortcuts"), item.outerHTML);
  });
});

describe("a game that begins", () => {
  it("has the focus on the board, by New game and by its key", () => {
    const board = show(new Model(WON));
    board.cells()[4].focus();
    const begin: (() => void)[] = [
      () => board.button("New game").click(),
      () => board.press("N", { shiftKey: true }),
    ];
    for (const press of begin) {
      board.button("New game").focus();
      press();
      assert.ok(document.activeElement === board.cells()[4]);
    }
  });

  it("leaves the focus where it is while nothing can be asked", () => {
    const board = show(new Model({ layout: { comm_live: false } }), { greeted: false });
    board.button("New game").focus();
    board.button("New game").click();
    assert.equal(nameOf(document.activeElement), "New game");
  });
});

describe("a view's life", () => {
  it("leaves nothing behind: no listener, no timer, no node", async () => {
    const board = show();
    board.click(4);
    const [root] = board.el.children;
    board.close();
    assert.deepEqual(board.model.listeners, []);
    assert.equal(board.el.childElementCount, 0);
    const before = root.outerHTML;
    mock.timers.tick(60_000);
    await Promise.resolve();
    assert.equal(root.outerHTML, before);
  });

  it("draws nothing after its end, even when a change was on its way", async () => {
    const board = show();
    const [root] = board.el.children;
    const before = root.outerHTML;
    board.model.setOneByOne(CENTRE);
    board.close();
    await Promise.resolve();
    assert.equal(root.outerHTML, before);
  });

  it("may be one of two views of a model, each with a name of its own", async () => {
    const model = new Model();
    const [left, right] = [show(model), show(model)];
    left.click(0);
    right.click(1);
    assert.notEqual(model.sent[0].client, model.sent[1].client);
    model.answer(
      { ok: false, code: "illegal", message: "Position already taken" },
      model.sent[1],
    );
    assert.doesNotMatch(left.status(), /taken/);
    assert.match(right.status(), /taken/);
    left.close();
    await model.update(CENTRE);
    assert.match(right.names()[4], /X/);
  });

  it("can be drawn outside the page and inside a shadow root", async () => {
    const loose = show(new Model(), { into: document.createElement("div") });
    await loose.model.update(CENTRE);
    assert.match(loose.names()[4], /X/);
    const host = document.createElement("div");
    document.body.append(host);
    const shadow = host.attachShadow({ mode: "open" });
    const board = show(new Model(), { into: shadow });
    board.cells()[0].focus();
    board.press("ArrowRight");
    assert.equal(shadow.activeElement, board.cells()[1]);
  });
});
