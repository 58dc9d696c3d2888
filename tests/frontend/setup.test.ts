import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  BACK,
  CENTRE,
  DROP,
  document,
  EMPTY,
  find,
  Model,
  nameOf,
  present,
  show,
  useFreshPage,
  WON,
  window,
} from "./host.ts";

useFreshPage();

/** Show a board and open its sheet; `choose` and `write` are what a person does there. */
function openSheet(model = new Model(), options = {}) {
  const board = show(model, options);
  const sheet = find<HTMLDialogElement>(board.el, "dialog.ttt-setup");
  const inSheet = (selector: string) => [...sheet.querySelectorAll<HTMLElement>(selector)];
  const radio = (title: string) =>
    inSheet('[type="radio"]').find((input) => input.getAttribute("aria-label") === title);
  const field = (label: string) =>
    present(inSheet("label").find((made) => made.firstElementChild?.textContent === label))
      .lastElementChild as HTMLInputElement & HTMLSelectElement;
  const slider = find<HTMLInputElement>(sheet, "input[type=range]");
  const strength = () => present(slider.getAttribute("aria-valuetext"));
  /** Put the slider at a step, as it is while one slides. */
  const slideTo = (at: number) => {
    slider.value = String(at);
    slider.dispatchEvent(new window.Event("input", { bubbles: true }));
  };
  const steps = () => Array.from({ length: Number(slider.max) + 1 }, (_, at) => at);
  const open = () => {
    board.button("Players").focus();
    board.button("Players").click();
  };
  open();
  return {
    ...board,
    sheet,
    inSheet,
    radio,
    field,
    slider,
    strength,
    /** What the slider says at each of its steps. */
    strengths: () =>
      steps().map((at) => {
        slideTo(at);
        return strength();
      }),
    /** Slide to who is called so, and stop there. */
    slide(title: string) {
      for (const at of steps()) {
        slideTo(at);
        if (strength().startsWith(title)) break;
      }
      slider.dispatchEvent(new window.Event("change", { bubbles: true }));
    },
    reopen: open,
    leave: () => board.button("Close", ".ttt-setup").click(),
    isShown: (element: Element | null | undefined) => !present(element).closest("[hidden]"),
    chosen: (legend: string) =>
      inSheet("fieldset")
        .find((group) => group.firstElementChild?.textContent === legend)
        ?.querySelector(":checked")
        ?.getAttribute("aria-label"),
    refusal: () => find(sheet, '[role="alert"]').textContent,
    choose: (title: string) => present(radio(title)).click(),
    pickGame: (rules: string) => find(sheet, `[name="Which game?"][value="${rules}"]`).click(),
    pick(label: string, value: string) {
      field(label).value = value;
      field(label).dispatchEvent(new window.Event("change", { bubbles: true }));
    },
    write(label: string, text: string) {
      field(label).value = text;
      field(label).dispatchEvent(new window.Event("input", { bubbles: true }));
    },
    /** What was asked, without what every request carries. */
    asked: () => board.model.sent.map(({ request, client, round, ply, ...rest }) => rest),
  };
}

const START = {
  kind: "start",
  rules: "standard",
  x: "human",
  o: "human",
  x_name: "Player X",
  o_name: "Player O",
};
/** The same against the computer that nobody has chosen. */
const AGAINST = { ...START, o: "beginner" };

describe("the sheet", () => {
  it("opens on a game of two friends, and asks nothing", () => {
    const board = openSheet();
    assert.equal(board.sheet.open, true);
    assert.equal(board.chosen("Who plays?"), "Two friends");
    assert.ok(document.activeElement === board.radio("Two friends"));
    // What is chosen of a computer is not there where none plays.
    assert.deepEqual(
      [board.slider, board.radio("The computer"), board.field("Who plays X")].map(
        board.isShown,
      ),
      [false, false, false],
    );
    assert.deepEqual(board.asked(), []);
  });

  it("has a slider of strengths in order, with their words, where one plays the computer", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    assert.ok(board.isShown(board.slider));
    assert.equal(board.strength(), "Beginner: Takes a win when it sees one");
    assert.deepEqual(board.strengths(), [
      "Random: Plays anywhere",
      "Beginner: Takes a win when it sees one",
      "Casual: Takes a win and blocks yours",
      "Keen: Follows the last move, misses much",
      "Regular: Looks briefly, misses a lot",
      "Skilled: Looks a little ahead, misses some",
      "Advanced: Looks further ahead, misses less",
      "Strong: Looks far ahead, misses little",
      "Expert: Thinks ahead for up to a second",
      "Perfect: Never makes a mistake",
    ]);
    assert.deepEqual(board.asked(), []);
  });

  it("asks for all that is chosen at once by Start, closes when that is done, and the focus goes to the board", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.slide("Casual");
    board.write("Name of X", " Ada ");
    board.pickGame("misere");
    assert.deepEqual(board.asked(), []);
    board.button("Start").click();
    assert.deepEqual(board.asked(), [
      { ...START, rules: "misere", o: "casual", x_name: "Ada" },
    ]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    assert.ok(document.activeElement === board.cells()[0]);
  });

  it("names the games by their titles, with the present one chosen", () => {
    const board = openSheet();
    const inputs = board.inSheet('[name="Which game?"]');
    assert.deepEqual(
      inputs.map((input) => input.getAttribute("aria-label")),
      EMPTY.rules_choices.map(([, title]) => title),
    );
    // What the game is stands before how large it is, and nothing of the title is lost.
    const [, , four, , gomoku] = inputs.map((input) =>
      ["span", "small"].map((part) => input.parentElement?.querySelector(part)?.textContent),
    );
    assert.deepEqual(four, ["4 × 4", "4 in a row"]);
    assert.deepEqual(gomoku, ["Gomoku", "15 × 15, 5 in a row"]);
    assert.equal(board.chosen("Which game?"), "Tic-tac-toe");
  });

  it("shows each game by a small board with a line on it", () => {
    const drawn = openSheet()
      .inSheet('[name="Which game?"]')
      .map((input) => {
        const picture = present(input.parentElement?.querySelector(".ttt-position"));
        const crosses = picture.querySelector(".ttt-x")?.getAttribute("d")?.match(/M/g);
        return [picture.getAttribute("viewBox"), crosses?.length];
      });
    const three = ["-0.05 -0.05 3.1 3.1", 3];
    // Of gomoku, five crosses and the cells around them in the corner of the board.
    assert.deepEqual(drawn, [
      three,
      three,
      ["-0.05 -0.05 4.1 4.1", 4],
      ["-0.05 -0.05 5.1 5.1", 4],
      ["-0.05 -0.05 6.1 6.1", 5],
      ["-0.05 -0.05 9.1 9.1", 9],
      ["-0.05 -0.05 9.1 9.1", 9],
      ["-0.05 -0.05 7.1 6.1", 4],
      three,
      three,
      // The line through the layers of qubic has a cross in each.
      ["-0.05 -0.05 8.1 8.1", 4],
      ["-0.05 -0.05 6.1 6.1", 5],
    ]);
  });

  it("gives the computer X when it begins; the name of the person comes along", () => {
    const board = openSheet(new Model({ names: { X: "Ada", O: "Player O" } }));
    board.choose("Me and the computer");
    assert.equal(board.chosen("Who begins?"), "Me");
    board.choose("The computer");
    assert.deepEqual(
      [board.field("Name of X").value, board.field("Name of O").value],
      ["Player X", "Ada"],
    );
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, x: "beginner", o: "human", o_name: "Ada" }]);
  });

  it("stays with whom they have started so, until others have the seats", async () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [AGAINST]);
    board.model.answer();
    board.reopen();
    // Python has not told of another player: what people chose last is what they meet.
    assert.equal(board.chosen("Who plays?"), "Me and the computer");
    board.choose("Two friends");
    board.write("Name of O", "Grace");
    board.button("Start").click();
    assert.deepEqual(board.asked()[1], { ...START, o_name: "Grace" });
    board.model.answer();
    board.reopen();
    assert.equal(board.chosen("Who plays?"), "Two friends");
    board.leave();
    await board.model.update({ players: { X: "expert", O: "human" } });
    board.reopen();
    assert.deepEqual(["Who plays?", "Who begins?"].map(board.chosen), [
      "Me and the computer",
      "The computer",
    ]);
    assert.match(board.strength(), /^Expert: /);
  });

  it("seats two computers, for people to watch", () => {
    const board = openSheet(new Model({ players: { X: "casual", O: "human" } }));
    assert.ok(board.isShown(board.slider));
    board.choose("Watch two computers");
    assert.equal(board.chosen("Who plays?"), "Watch two computers");
    assert.deepEqual([board.slider, board.radio("Me")].map(board.isShown), [false, false]);
    board.pick("Who plays O", "expert");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, x: "casual", o: "expert" }]);
  });

  it("shows a student's function by its name, and keeps its seat", () => {
    const board = openSheet(new Model({ players: { X: "my_bot", O: "human" } }));
    assert.equal(board.strength(), "my_bot: Your function");
    // One step to the weakest strength.
    assert.equal(board.slider.value, "0");
    assert.deepEqual(
      board.inSheet(".ttt-rising i").map((step) => step.hasAttribute("data-own")),
      [true, ...Array(10).fill(false)],
    );
    board.pickGame("gomoku");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, rules: "gomoku", x: "my_bot", o: "human" }]);
    board.model.answer();
    board.reopen();
    board.choose("Watch two computers");
    board.button("Start").click();
    assert.deepEqual(board.asked()[1], { ...START, x: "my_bot", o: "beginner" });
    board.model.answer();
    board.reopen();
    board.choose("Me and the computer");
    board.slide("Keen");
    assert.match(board.strength(), /^Keen: /);
    board.slide("my_bot");
    assert.equal(board.strength(), "my_bot: Your function");
    // No step of strength is filled.
    assert.equal(board.inSheet(".ttt-rising [data-on]").length, 0);
  });

  it("speaks of functions only where one has a seat", () => {
    const board = openSheet(new Model({ players: { X: "human", O: "keen" } }));
    assert.ok(!board.strengths().join().includes("Your function"));
    assert.equal(board.inSheet(".ttt-rising [data-own]").length, 0);
  });

  it("says why perfect cannot be chosen, and goes back to it where it can play", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.slide("Perfect");
    const [why] = board.inSheet(".ttt-how-strong > p");
    for (const [rules, chosen] of [
      ["gomoku", "Expert"],
      ["4x4", "Perfect"],
      ["ultimate", "Expert"],
      ["5x5", "Expert"],
      ["misere", "Perfect"],
    ]) {
      board.pickGame(rules);
      const can = chosen === "Perfect";
      assert.equal(board.strength().split(":")[0], chosen, rules);
      assert.equal(board.slider.max, can ? "9" : "8", rules);
      assert.equal(
        why.textContent,
        can ? "" : "Perfect: Cannot play this game: too large to solve",
        rules,
      );
    }
    board.pickGame("gomoku");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, rules: "gomoku", o: "expert" }]);
  });

  it("goes by the players of the present rules where those are not among the choices", () => {
    const without = DROP.player_choices.filter((name) => name !== "perfect");
    for (const [choices, can] of [
      [[...without, "perfect"], true],
      [without, false],
    ]) {
      const board = openSheet(new Model({ ...DROP, player_choices: choices }));
      const isPerfectThere = () => /^Perfect: /.test(present(board.strengths().at(-1)));
      assert.equal(board.chosen("Which game?"), "Drop 4 × 5, 4 in a row");
      assert.equal(board.inSheet(".ttt-rules")[0].textContent, DROP.rules_summary);
      assert.equal(isPerfectThere(), can);
      board.pickGame("standard");
      assert.equal(isPerfectThere(), true);
    }
  });

  it("changes only the draft as one goes through the games, with the rules of each in words", () => {
    const board = openSheet(new Model(CENTRE));
    const [words] = board.inSheet(".ttt-rules");
    assert.equal(words.textContent, CENTRE.rules_summary);
    const said = CENTRE.rules_choices.map(([rules]) => {
      board.pickGame(rules);
      return words.textContent;
    });
    assert.match(said[1], /loses\./);
    assert.match(said[4], /15 rows of 15 cells/);
    assert.equal(new Set(said).size, 12);
    assert.deepEqual(board.asked(), []);
    board.leave();
    board.reopen();
    assert.equal(board.chosen("Which game?"), "Tic-tac-toe");
    assert.equal(words.textContent, CENTRE.rules_summary);
  });

  it("changes the players alone where the round is to go on", () => {
    const board = openSheet(new Model({ ...CENTRE, players: { X: "human", O: "cheat" } }));
    const keep = board.button("Keep playing");
    assert.equal(keep.getAttribute("aria-disabled"), "true");
    board.choose("Two friends");
    assert.equal(keep.getAttribute("aria-disabled"), "false");
    keep.click();
    assert.deepEqual(board.asked(), [{ kind: "player", mark: "O", player: "human" }]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    // No game begins: the focus goes back to where it was.
    assert.equal(nameOf(document.activeElement), "Players");
  });

  it("changes both players of a round, and offers that neither for other rules nor before the first move", () => {
    const board = openSheet(new Model(CENTRE));
    board.choose("Watch two computers");
    board.pickGame("misere");
    assert.equal(board.button("Keep playing").getAttribute("aria-disabled"), "true");
    board.pickGame("standard");
    board.button("Keep playing").click();
    assert.deepEqual(board.asked(), [
      { kind: "player", mark: "X", player: "beginner" },
      { kind: "player", mark: "O", player: "beginner" },
    ]);
    const empty = openSheet(new Model(EMPTY));
    empty.choose("Me and the computer");
    assert.equal(empty.button("Keep playing").getAttribute("aria-disabled"), "true");
  });

  it("says that a round is in progress, and only then", async () => {
    const board = openSheet(new Model(EMPTY));
    const isSaid = () =>
      !board.inSheet(".ttt-warning")[0].hidden &&
      board.button("Start").getAttribute("aria-description") ===
        "Start and Swap sides end this round";
    const said = [isSaid()];
    for (const state of [CENTRE, WON, BACK]) {
      await board.model.update(state);
      said.push(isSaid());
    }
    assert.deepEqual(said, [false, true, false, false]);
  });

  it("swaps sides in one press, and the focus goes to the board", () => {
    const board = openSheet();
    board.button("Swap sides", ".ttt-setup").click();
    assert.deepEqual(board.asked(), [{ kind: "swap" }]);
    board.model.answer();
    assert.equal(board.sheet.open, false);
    assert.ok(document.activeElement === board.cells()[0]);
  });

  it("keeps what is chosen while the board changes, and follows the board while it is closed", async () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.slide("Expert");
    board.write("Name of O", "Grace");
    await board.model.update({
      ...CENTRE,
      names: { X: "Ada", O: "Linus" },
      rules_name: "misere",
    });
    assert.match(board.strength(), /^Expert: /);
    const [standard, misere] = EMPTY.rules_choices.map(([, title]) => title);
    assert.deepEqual(
      [board.field("Name of O").value, board.chosen("Which game?")],
      ["Grace", standard],
    );
    board.leave();
    board.reopen();
    assert.equal(board.chosen("Who plays?"), "Two friends");
    assert.deepEqual(
      [board.field("Name of O").value, board.chosen("Which game?")],
      ["Linus", misere],
    );
    board.choose("Me and the computer");
    assert.match(board.strength(), /^Beginner: /);
  });

  it("leaves a player the present name where the field is left empty", () => {
    const board = openSheet(new Model({ names: { X: "Ada", O: "Player O" } }));
    board.write("Name of X", "  ");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, x_name: "Ada" }]);
  });
});

describe("a refusal", () => {
  it("stands in the sheet, which stays open, until something else is chosen", () => {
    const board = openSheet();
    board.button("Start").click();
    board.model.answer({ ok: false, code: "bad", message: "The name of X is too long" });
    assert.equal(board.sheet.open, true);
    assert.equal(board.refusal(), "The name of X is too long");
    assert.doesNotMatch(board.status(), /too long/);
    board.choose("Me and the computer");
    assert.equal(board.refusal(), "");
    board.button("Start").click();
    assert.equal(board.asked().length, 2);
  });

  it("is not waited for twice: Start does nothing until Python has answered", () => {
    const board = openSheet();
    board.button("Start").click();
    board.button("Start").click();
    assert.equal(board.asked().length, 1);
    assert.equal(board.sheet.hasAttribute("data-waiting"), true);
    board.model.answer();
    assert.equal(board.sheet.hasAttribute("data-waiting"), false);
  });

  it("that comes late is not taken for an answer to what is chosen now", () => {
    const board = openSheet();
    board.button("Start").click();
    board.leave();
    board.reopen();
    board.model.answer();
    assert.equal(board.sheet.open, true);
    board.button("Start").click();
    assert.equal(board.asked().length, 2);
  });

  it("is made where Python is not there yet, after what was asked for before", () => {
    const board = openSheet(new Model(), { greeted: false });
    board.click(4);
    board.button("Start").click();
    assert.equal(board.refusal(), "");
    board.model.answer();
    assert.deepEqual(
      board.asked().map(({ kind }) => kind),
      ["hello", "play", "start"],
    );
  });

  it("is not made in a picture, which says what it is", () => {
    const board = openSheet(new Model({ layout: { comm_live: false } }), { greeted: false });
    board.button("Start").click();
    assert.match(board.refusal(), /A picture of a game: run the notebook to play/);
    assert.deepEqual(board.asked(), []);
  });
});

describe("the ways out of the sheet", () => {
  const press = (target: Element, event: string) =>
    target.dispatchEvent(new window.Event(event, { bubbles: true }));

  it("closes by Close or by a press outside, and changes nothing", () => {
    const board = openSheet();
    board.choose("Me and the computer");
    board.leave();
    assert.equal(board.sheet.open, false);
    assert.equal(nameOf(document.activeElement), "Players");
    board.reopen();
    press(board.sheet, "pointerdown");
    press(board.sheet, "click");
    assert.equal(board.sheet.open, false);
    assert.deepEqual(board.asked(), []);
  });

  it("stays when a press began inside", () => {
    const board = openSheet();
    press(board.field("Name of X"), "pointerdown");
    press(board.sheet, "click");
    assert.equal(board.sheet.open, true);
  });
});

describe("its keys", () => {
  it("starts by Enter in a field, but not by the Enter that ends the choice of a character", () => {
    const board = openSheet();
    board.field("Name of X").focus();
    board.press("Enter", { isComposing: true });
    assert.deepEqual(board.asked(), []);
    board.press("Enter");
    assert.deepEqual(board.asked(), [START]);
  });

  it("keeps single keys from the notebook, also those of the board", () => {
    const board = openSheet();
    board.field("Name of X").focus();
    for (const key of ["x", "N", "F", "5", "Escape", "ArrowDown"])
      assert.equal(
        board.press(key, { shiftKey: key === "N" || key === "F" }).heard,
        false,
        key,
      );
    assert.deepEqual(board.asked(), []);
    for (const item of board.inSheet("button, input, select"))
      assert.ok(item.hasAttribute("data-lm-suppress-shortcuts"), item.outerHTML);
  });
});
