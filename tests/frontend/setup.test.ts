import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  BACK,
  CENTRE,
  DROP,
  EMPTY,
  find,
  labelOf,
  Model,
  present,
  show,
  useFreshPage,
  WON,
  window,
} from "./host.ts";

useFreshPage();

const fire = (target: Element, ...events: string[]) => {
  for (const event of events) target.dispatchEvent(new window.Event(event, { bubbles: true }));
};

/** Show a board and open its Players sheet. `choose` and `write` act like a user. */
function openSheet(model = new Model(), options = {}) {
  const board = show(model, options);
  const open = () => board.push("Players");
  open();
  const sheet = find<HTMLDialogElement>(board.el, "dialog.ttt-setup");
  const inSheet = (selector: string) => [...sheet.querySelectorAll<HTMLElement>(selector)];
  const radio = (title: string) => find(sheet, `[type="radio"][aria-label="${title}"]`);
  const field = (label: string) =>
    present(inSheet("label").find((made) => made.firstElementChild?.textContent === label))
      .lastElementChild as HTMLInputElement & HTMLSelectElement;
  const slider = find<HTMLInputElement>(sheet, "input[type=range]");
  const strength = () => present(slider.getAttribute("aria-valuetext"));
  /** Move the slider to a step without releasing it. */
  const slideTo = (at: number) => {
    slider.value = String(at);
    fire(slider, "input");
  };
  const steps = () => Array.from({ length: Number(slider.max) + 1 }, (_, at) => at);
  return {
    ...board,
    sheet,
    inSheet,
    radio,
    field,
    slider,
    strength,
    /** The slider's text at each step. */
    strengths: () =>
      steps().map((at) => {
        slideTo(at);
        return strength();
      }),
    /** Slide to a player and release. */
    slide(title: string) {
      for (const at of steps()) {
        slideTo(at);
        if (strength().startsWith(title)) break;
      }
      fire(slider, "change");
    },
    reopen: open,
    leave: () => board.button("Close", ".ttt-setup").click(),
    start: () => board.button("Start").click(),
    canKeepPlaying: () => board.button("Keep playing").ariaDisabled === "false",
    areShown: (...elements: Element[]) => elements.map((one) => !one.closest("[hidden]")),
    chosen: (...legends: string[]) =>
      legends.map((legend) =>
        inSheet("fieldset")
          .find((group) => group.firstElementChild?.textContent === legend)
          ?.querySelector(":checked")
          ?.getAttribute("aria-label"),
      ),
    refusal: () => find(sheet, '[role="alert"]').textContent,
    choose: (title: string) => radio(title).click(),
    pickGame: (rules: string) => find(sheet, `[name="Which game?"][value="${rules}"]`).click(),
    change(label: string, value: string) {
      field(label).value = value;
      fire(field(label), field(label).matches("select") ? "change" : "input");
    },
  };
}

const FRIENDS = { rules: "standard", x: "human", o: "human" };
const NAMES = { x_name: "Player X", o_name: "Player O" };
const UNCHANGED = { undo: true, match: 0, first_player: "same" };
/** The request that starts a game. By default, two friends play. */
const start = (changes = {}) =>
  Object.entries({ ...FRIENDS, ...NAMES, ...UNCHANGED, ...changes }).reduce(
    (request, pair) => `${request} ${pair.join("=")}`,
    "start",
  );

describe("the Players sheet", () => {
  it("opens with two friends, and sends nothing", () => {
    const board = openSheet();
    assert.equal(board.sheet.open, true);
    assert.deepEqual(board.chosen("Who plays?"), ["Two friends"]);
    assert.ok(board.active() === board.radio("Two friends"));
    // Choices for a computer appear only if one plays.
    const choices = [board.slider, board.radio("The computer"), board.field("Who plays X")];
    assert.deepEqual(board.areShown(...choices), [false, false, false]);
    assert.deepEqual(board.asked(), []);
  });

  it("has a slider from weak to strong with words if the computer plays", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    assert.deepEqual(board.areShown(board.slider), [true]);
    assert.equal(board.strength(), "Beginner: Takes a win when it sees one");
    assert.deepEqual(board.strengths(), [
      "Random: Plays anywhere",
      "Beginner: Takes a win when it sees one",
      "Casual: Wins if it can, and blocks you",
      "Keen: Doesn't look ahead and misses a lot",
      "Regular: Looks briefly and misses a lot",
      "Skilled: Looks a little ahead but misses some things",
      "Advanced: Looks further ahead and misses less",
      "Strong: Looks far ahead and misses little",
      "Expert: Thinks ahead for up to a second",
      "Perfect: Never makes a mistake",
    ]);
    // Functions are missing unless one has a seat.
    assert.equal(board.inSheet(".ttt-rising [data-own]").length, 0);
    assert.deepEqual(board.asked(), []);
  });

  it("requests everything with Start, then closes and focuses the board", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.slide("Casual");
    board.change("Name of X", " Ada ");
    board.pickGame("misere");
    assert.deepEqual(board.asked(), []);
    board.start();
    assert.deepEqual(board.asked(), [start({ rules: "misere", o: "casual", x_name: "Ada" })]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    assert.ok(board.active() === board.cells()[0]);
  });

  it("lists the games by title, with the current one selected", () => {
    const board = openSheet();
    const inputs = board.inSheet('[name="Which game?"]');
    const titles = EMPTY.rules_choices.map(([, title]) => title);
    assert.deepEqual(inputs.map(labelOf), titles);
    // The name comes before the size, and the title stays complete.
    const [, , four, , gomoku] = inputs.map((input) =>
      ["span", "small"].map((part) => input.parentElement?.querySelector(part)?.textContent),
    );
    assert.deepEqual(four, ["4 × 4", "4 in a row"]);
    assert.deepEqual(gomoku, ["Gomoku", "15 × 15, 5 in a row"]);
    assert.deepEqual(board.chosen("Which game?"), ["Tic-tac-toe"]);
  });

  it("shows each game as a small board with a line", () => {
    const drawn = openSheet()
      .inSheet('[name="Which game?"]')
      .map((input) => {
        const picture = present(input.parentElement?.querySelector(".ttt-position"));
        const crosses = picture.querySelector(".ttt-x")?.getAttribute("d")?.match(/M/g);
        const texts = [...picture.querySelectorAll("text")].map((text) => text.textContent);
        return `${picture.getAttribute("viewBox")}: ${crosses?.length ?? texts.join("+")}`;
      });
    const three = "-0.05 -0.05 3.1 3.1: 3";
    // For gomoku: five crosses and the cells around them, in the board's corner.
    assert.deepEqual(drawn, [
      three,
      three,
      "-0.05 -0.05 4.1 4.1: 4",
      "-0.05 -0.05 5.1 5.1: 4",
      "-0.05 -0.05 6.1 6.1: 5",
      "-0.05 -0.05 9.1 9.1: 9",
      "-0.05 -0.05 9.1 9.1: 9",
      "-0.05 -0.05 7.1 6.1: 4",
      // The last four are sliding games.
      ...Array(7).fill(three),
      "-0.05 -0.05 3.1 3.1: 8+5+2",
      // In SOS, no line ends the game.
      "-0.05 -0.05 3.1 3.1: ",
      // The line through qubic's layers has a cross in each layer.
      "-0.05 -0.05 8.1 8.1: 4",
      "-0.05 -0.05 6.1 6.1: 5",
    ]);
  });

  it("gives the computer X if it begins, and moves the person's name", () => {
    const board = openSheet(new Model({ names: { X: "Ada", O: "Player O" } }));
    board.choose("Me and the computer");
    assert.deepEqual(board.chosen("Who begins?"), ["Me"]);
    board.choose("The computer");
    const names = ["Name of X", "Name of O"].map((label) => board.field(label).value);
    assert.deepEqual(names, ["Player X", "Ada"]);
    board.start();
    assert.deepEqual(board.asked(), [start({ x: "beginner", o_name: "Ada" })]);
  });

  it("keeps separate names for a friend and the computer in one seat", () => {
    const names = { X: "Ada", O: "Ben" };
    const board = openSheet(new Model({ names, away_names: { X: "Player X", O: "Hal" } }));
    const named = () => ["Name of X", "Name of O"].map((label) => board.field(label).value);
    board.choose("Me and the computer");
    assert.deepEqual(named(), ["Ada", "Hal"]);
    board.choose("The computer");
    assert.deepEqual(named(), ["Hal", "Ada"]);
    board.choose("Me");
    board.choose("Two friends");
    assert.deepEqual(named(), ["Ada", "Ben"]);
  });

  it("has matches, in which the players take turns to begin by default", () => {
    const board = openSheet();
    const named = () => board.chosen("Match: first to", "Who begins the next game?");
    assert.deepEqual(named(), ["Off", "The same player"]);
    board.choose("3 wins");
    assert.deepEqual(named(), ["3 wins", "Take turns"]);
    board.choose("The loser");
    board.start();
    assert.deepEqual(board.asked(), [start({ match: 3, first_player: "loser" })]);
  });

  it("keeps the players of the started game until others take the seats", async () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.start();
    assert.deepEqual(board.asked(), [start({ o: "beginner" })]);
    board.model.answer();
    board.reopen();
    // Python has named no other player, so the last choice remains.
    assert.deepEqual(board.chosen("Who plays?"), ["Me and the computer"]);
    board.choose("Two friends");
    board.change("Name of O", "Grace");
    board.start();
    assert.deepEqual(board.asked()[1], start({ o_name: "Grace" }));
    board.model.answer();
    board.reopen();
    assert.deepEqual(board.chosen("Who plays?"), ["Two friends"]);
    board.leave();
    await board.update({ players: { X: "expert", O: "human" } });
    board.reopen();
    const chosen = ["Me and the computer", "The computer"];
    assert.deepEqual(board.chosen("Who plays?", "Who begins?"), chosen);
    assert.match(board.strength(), /^Expert: /);
  });

  it("seats two computers to watch", () => {
    const board = openSheet(new Model({ players: { X: "casual", O: "human" } }));
    assert.deepEqual(board.areShown(board.slider), [true]);
    board.choose("Watch two computers");
    assert.deepEqual(board.chosen("Who plays?"), ["Watch two computers"]);
    assert.deepEqual(board.areShown(board.slider, board.radio("Me")), [false, false]);
    board.change("Who plays O", "expert");
    board.start();
    assert.deepEqual(board.asked(), [start({ x: "casual", o: "expert" })]);
  });

  it("shows a student's function by name, and keeps its seat", () => {
    const board = openSheet(new Model({ players: { X: "my_bot", O: "human" } }));
    assert.equal(board.strength(), "my_bot: Your function");
    // one step to the weakest level
    assert.equal(board.slider.value, "0");
    const own = board.inSheet(".ttt-rising i").map((step) => step.hasAttribute("data-own"));
    assert.deepEqual(own, [true, ...Array(10).fill(false)]);
    board.pickGame("gomoku");
    board.start();
    board.model.answer();
    board.reopen();
    board.choose("Watch two computers");
    board.start();
    assert.deepEqual(board.asked(), [
      start({ rules: "gomoku", x: "my_bot" }),
      start({ x: "my_bot", o: "beginner" }),
    ]);
    board.model.answer();
    board.reopen();
    board.choose("Me and the computer");
    board.slide("Keen");
    assert.match(board.strength(), /^Keen: /);
    board.slide("my_bot");
    assert.equal(board.strength(), "my_bot: Your function");
    // no level is filled
    assert.equal(board.inSheet(".ttt-rising [data-on]").length, 0);
  });

  it("says why perfect can't play, and selects it again when it can", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.slide("Perfect");
    const [why] = board.inSheet(".ttt-how-strong > p");
    const reason = "Perfect can't play this game because it is too large to solve.";
    for (const [rules, ...expected] of [
      ["gomoku", "Expert", "8", reason],
      ["4x4", "Perfect", "9", ""],
      ["ultimate", "Expert", "8", reason],
      ["5x5", "Expert", "8", reason],
      ["misere", "Perfect", "9", ""],
      ["gomoku", "Expert", "8", reason],
    ]) {
      board.pickGame(rules);
      const shown = [board.strength().split(":")[0], board.slider.max, why.textContent];
      assert.deepEqual(shown, expected, rules);
    }
    board.start();
    assert.deepEqual(board.asked(), [start({ rules: "gomoku", o: "expert" })]);
  });

  it("uses the current rules' players if these rules aren't in the list", () => {
    const without = DROP.player_choices.filter((name) => name !== "perfect");
    for (const [choices, can] of [
      [[...without, "perfect"], true],
      [without, false],
    ]) {
      const board = openSheet(new Model({ ...DROP, player_choices: choices }));
      const isPerfectThere = () => /^Perfect: /.test(present(board.strengths().at(-1)));
      assert.deepEqual(board.chosen("Which game?"), ["Drop 4 × 5, 4 in a row"]);
      assert.equal(board.inSheet(".ttt-rules")[0].textContent, DROP.rules_summary);
      assert.equal(isPerfectThere(), can);
      board.pickGame("standard");
      assert.equal(isPerfectThere(), true);
    }
  });

  it("changes only the draft while browsing games, and shows their rules in words", () => {
    const board = openSheet(new Model(CENTRE));
    const [words] = board.inSheet(".ttt-rules");
    assert.equal(words.textContent, CENTRE.rules_summary);
    const said = CENTRE.rules_choices.map(([rules]) => {
      board.pickGame(rules);
      return words.textContent;
    });
    assert.match(said[1], /you lose\./);
    assert.match(said[4], /15 rows and 15 columns/);
    assert.equal(new Set(said).size, 19);
    assert.deepEqual(board.asked(), []);
    board.leave();
    board.reopen();
    assert.deepEqual(board.chosen("Which game?"), ["Tic-tac-toe"]);
    assert.equal(words.textContent, CENTRE.rules_summary);
  });

  it("changes only the players with Keep playing", () => {
    const board = openSheet(new Model({ ...CENTRE, players: { X: "human", O: "cheat" } }));
    assert.equal(board.canKeepPlaying(), false);
    board.choose("Two friends");
    assert.equal(board.canKeepPlaying(), true);
    board.button("Keep playing").click();
    assert.deepEqual(board.asked(), ["player mark=O player=human"]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    // No game begins, so the focus returns to the button.
    assert.equal(board.focused(), "Players");
  });

  it("hides Keep playing for other rules and before the first move", () => {
    const board = openSheet(new Model(CENTRE));
    board.choose("Watch two computers");
    board.pickGame("misere");
    assert.equal(board.canKeepPlaying(), false);
    board.pickGame("standard");
    board.button("Keep playing").click();
    const asked = ["player mark=X player=beginner", "player mark=O player=beginner"];
    assert.deepEqual(board.asked(), asked);
    const empty = openSheet(new Model(EMPTY));
    empty.choose("Me and the computer");
    assert.equal(empty.canKeepPlaying(), false);
  });

  it("warns only if a round is in progress", async () => {
    const board = openSheet(new Model(EMPTY));
    const warning = "Pressing Start or Swap sides ends this game";
    for (const [state, isSaid] of [
      [EMPTY, false],
      [CENTRE, true],
      [WON, false],
      [BACK, false],
    ] as const) {
      await board.update(state);
      assert.equal(board.inSheet(".ttt-warning")[0].hidden, !isSaid);
      const description = board.button("Start").getAttribute("aria-description");
      assert.equal(description === warning, isSaid);
    }
  });

  it("swaps sides with one press, and focuses the board", () => {
    const board = openSheet();
    board.button("Swap sides", ".ttt-setup").click();
    assert.deepEqual(board.asked(), ["swap"]);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    assert.ok(board.active() === board.cells()[0]);
  });

  it("keeps the choices while the board changes, and follows the board while closed", async () => {
    const board = openSheet();
    const chosen = () => [board.field("Name of O").value, ...board.chosen("Which game?")];
    board.choose("Me and the computer");
    board.slide("Expert");
    board.change("Name of O", "Grace");
    const names = { X: "Ada", O: "Linus" };
    await board.update({ ...CENTRE, names, rules_name: "misere" });
    assert.match(board.strength(), /^Expert: /);
    const [standard, misere] = EMPTY.rules_choices.map(([, title]) => title);
    assert.deepEqual(chosen(), ["Grace", standard]);
    board.leave();
    board.reopen();
    assert.deepEqual(board.chosen("Who plays?"), ["Two friends"]);
    assert.deepEqual(chosen(), ["Linus", misere]);
    board.choose("Me and the computer");
    assert.match(board.strength(), /^Beginner: /);
  });

  it("keeps the current name if the field is left empty", () => {
    const board = openSheet(new Model({ names: { X: "Ada", O: "Player O" } }));
    board.change("Name of X", "  ");
    board.start();
    assert.deepEqual(board.asked(), [start({ x_name: "Ada" })]);
  });
});

describe("the sheet for changing the rules", () => {
  const PREVIEW = {
    name: "torus-3x3k3",
    title: "3 × 3, edges wrap",
    summary: "A row can continue from any edge to the opposite edge.",
    picture: { rows: 3, columns: 3, block: 0, board: ".X...XX.." },
    players: ["random", "beginner"],
    winner: "X",
    verdict: "With best play, X wins in 4 moves.",
    switches: [
      [
        "edges",
        "Edges",
        [
          ["end", "The board ends"],
          ["torus", "It wraps round"],
        ],
        "torus",
      ],
      ["rows", "Rows", ["1", "2", "3", "4", "5"].map((size) => [size, size]), "3"],
    ],
  };

  /** Open the sheet with a preview. Earlier requests are dropped. */
  async function openLab() {
    const board = openSheet();
    board.push("Change the rules");
    assert.deepEqual(board.asked(), ["preview_rules rules=standard"]);
    await board.update({ rules_preview: PREVIEW });
    board.model.answer();
    board.model.sent.length = 0;
    return { ...board, lab: find<HTMLDialogElement>(board.el, "dialog.ttt-lab") };
  }

  it("shows the board, the winner and the rules, and requests changes", async () => {
    const board = await openLab();
    const { lab } = board;
    assert.equal(lab.open, true);
    assert.equal(labelOf(board.active()), "It wraps round");
    assert.equal(find(lab, ".ttt-position .ttt-x").getAttribute("d")?.match(/M/g)?.length, 3);
    const words = ["output.ttt-winner", "section h3", "section p"];
    assert.deepEqual(
      words.map((part) => find(lab, part).textContent),
      [PREVIEW.verdict, PREVIEW.title, PREVIEW.summary],
    );
    // Two quick presses add two rows, even before Python has answered.
    for (const _ of "12") board.push("Rows: one more");
    assert.equal(board.button("Rows: one more").ariaDisabled, "false");
    find(lab, '[aria-label="The board ends"]').click();
    board.refuse("No such rules.", "bad");
    assert.deepEqual(board.asked(), [
      "preview_rules rules=torus-3x3k3 switch=rows to=4",
      "preview_rules rules=torus-3x3k3 switch=rows to=5",
      "preview_rules rules=torus-3x3k3 switch=edges to=end",
    ]);
    // A refused change is undone.
    assert.equal(find(lab, '[role="alert"]').textContent, "No such rules.");
    assert.equal(find(lab, ".ttt-stepper output").textContent, "3");
    assert.equal(labelOf(find(lab, ":checked")), "It wraps round");
  });

  it("hides options that the rules don't have", async () => {
    const { lab, update } = await openLab();
    const rows = find(lab, ".ttt-stepper").closest<HTMLElement>("fieldset");
    assert.equal(rows?.hidden, false);
    const switches = PREVIEW.switches.map(([name, legend, choices, chosen]) => [
      name,
      legend,
      choices,
      name === "rows" ? "" : chosen,
    ]);
    await update({ rules_preview: { ...PREVIEW, switches } });
    assert.equal(rows?.hidden, true);
  });

  it("starts a game with the first sheet's players, or changes nothing", async () => {
    const board = await openLab();
    board.push("Cancel", ".ttt-lab");
    assert.deepEqual(board.asked(), ["end_preview"]);
    assert.deepEqual([board.lab.open, board.sheet.open], [false, true]);
    assert.deepEqual(board.chosen("Which game?"), ["Tic-tac-toe"]);
    board.leave();

    const other = await openLab();
    other.change("Name of X", "Ada");
    other.push("Start", ".ttt-lab");
    assert.deepEqual(other.asked(), [start({ rules: "torus-3x3k3", x_name: "Ada" })]);
    other.model.answer();
    assert.deepEqual([other.lab.open, other.sheet.open], [false, false]);
    assert.ok(other.active() === other.cells()[0]);
  });
});

describe("a refusal", () => {
  it("is shown in the open sheet until the next choice", () => {
    const board = openSheet();
    board.start();
    board.refuse("The name of X is too long", "bad");
    assert.deepEqual([board.sheet.open, board.refusal()], [true, "The name of X is too long"]);
    assert.doesNotMatch(board.status(), /too long/);
    board.choose("Me and the computer");
    assert.equal(board.refusal(), "");
    board.start();
    assert.equal(board.asked().length, 2);
  });

  it("is awaited: Start does nothing until Python has answered", () => {
    const board = openSheet();
    board.start();
    board.start();
    assert.equal(board.asked().length, 1);
    assert.equal(board.sheet.hasAttribute("data-waiting"), true);
    board.model.answer();
    assert.equal(board.sheet.hasAttribute("data-waiting"), false);
  });

  it("is ignored if it arrives after other choices", () => {
    const board = openSheet();
    board.start();
    board.leave();
    board.reopen();
    board.model.answer();
    assert.equal(board.sheet.open, true);
    board.start();
    assert.equal(board.asked().length, 2);
  });

  it("can't happen before Python is ready: requests wait in order", () => {
    const board = openSheet(new Model(), { greeted: false });
    board.click(4);
    board.start();
    assert.equal(board.refusal(), "");
    board.model.answer();
    assert.deepEqual(board.asked(), ["hello", "play cell=4", start()]);
  });

  it("explains a static picture", () => {
    const board = openSheet(new Model({ layout: { comm_live: false } }), { greeted: false });
    board.start();
    assert.match(board.refusal(), /This is a picture of a game\. Run the notebook to play\./);
    assert.deepEqual(board.asked(), []);
  });
});

describe("leaving the sheet", () => {
  it("works with Close and with a press outside, and changes nothing", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.leave();
    assert.deepEqual([board.sheet.open, board.focused()], [false, "Players"]);
    board.reopen();
    fire(board.sheet, "pointerdown", "click");
    assert.equal(board.sheet.open, false);
    assert.deepEqual(board.asked(), []);
  });

  it("doesn't happen if the press began inside", () => {
    const board = openSheet();
    fire(board.field("Name of X"), "pointerdown");
    fire(board.sheet, "click");
    assert.equal(board.sheet.open, true);
  });
});

describe("the sheet's keys", () => {
  it("start with Enter in a field, except the Enter that ends character composition", () => {
    const board = openSheet();
    board.field("Name of X").focus();
    for (const ending of [{ isComposing: true }, { keyCode: 229 }])
      board.press("Enter", ending);
    assert.deepEqual(board.asked(), []);
    board.press("Enter");
    assert.deepEqual(board.asked(), [start()]);
  });

  it("are kept from the notebook, including the board's keys", () => {
    const board = openSheet();
    board.field("Name of X").focus();
    for (const key of ["x", "N", "F", "5", "Escape", "ArrowDown"]) {
      const shiftKey = key === "N" || key === "F";
      assert.equal(board.press(key, { shiftKey }).heard, false, key);
    }
    assert.deepEqual(board.asked(), []);
    for (const item of board.inSheet("button, input, select"))
      assert.ok(item.hasAttribute("data-lm-suppress-shortcuts"), item.outerHTML);
  });
});
