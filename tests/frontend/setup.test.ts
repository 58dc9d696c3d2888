import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  BACK,
  CENTRE,
  DROP,
  document,
  EMPTY,
  Model,
  show,
  useFreshPage,
  WON,
  window,
} from "./host.ts";

useFreshPage();

/** Show a board and open its sheet; `choose` and `write` are what a person does there. */
function openSheet(model = new Model(), options = {}) {
  const board = show(model, options);
  const [sheet] = board.all<HTMLDialogElement>("dialog");
  const inSheet = (selector: string) => [...sheet.querySelectorAll<HTMLElement>(selector)];
  const radio = (title: string) =>
    inSheet("label")
      .find((label) => label.querySelector<HTMLElement>(".ttt-title")?.textContent === title)
      ?.querySelector("input");
  const field = (label: string) =>
    inSheet("label").find((made) => made.firstElementChild.textContent === label)
      .lastElementChild as HTMLInputElement & HTMLSelectElement;
  const opener = () => board.button("Play the computer") ?? board.button("Game and players");
  opener().click();
  return {
    ...board,
    sheet,
    inSheet,
    radio,
    field,
    reopen: () => opener().click(),
    chosen: (legend: string) =>
      inSheet("fieldset")
        .find((group) => group.firstElementChild.textContent === legend)
        .querySelector<HTMLElement>(":checked")
        .parentElement.querySelector<HTMLElement>(".ttt-title").textContent,
    refusal: () => sheet.querySelector<HTMLElement>('[role="alert"]').textContent,
    choose: (title: string) => radio(title).click(),
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
  o: "beginner",
  x_name: "Player X",
  o_name: "Player O",
};

describe("the sheet", () => {
  it("opens on a game against the computer, with strengths in order and their words, and asks nothing", () => {
    const board = openSheet();
    assert.equal(board.sheet.open, true);
    assert.equal(board.chosen("Who plays"), "Against the computer");
    const strengths = board
      .inSheet('input[name="How strong"]')
      .map((input) => input.parentElement.textContent);
    assert.deepEqual(strengths, [
      "RandomPlays anywhere",
      "BeginnerTakes a win when it sees one",
      "CasualTakes a win and blocks yours",
      "KeenFollows the last move, misses much",
      "RegularLooks briefly, misses a lot",
      "SkilledLooks a little ahead, misses some",
      "AdvancedLooks further ahead, misses less",
      "StrongLooks far ahead, misses little",
      "ExpertThinks ahead for up to a second",
      "PerfectNever makes a mistake",
    ]);
    assert.equal(document.activeElement, board.radio("Against the computer"));
    assert.deepEqual(board.asked(), []);
  });

  it("asks for all that is chosen at once by Start, and closes when that is done", () => {
    const board = openSheet();
    board.choose("Casual");
    board.write("Name of X", " Ada ");
    board.pick("Game", "misere");
    assert.deepEqual(board.asked(), []);
    board.button("Start").click();
    assert.deepEqual(board.asked(), [
      { ...START, rules: "misere", o: "casual", x_name: "Ada" },
    ]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
  });

  it("gives the computer X when it begins; the name of the person comes along", () => {
    const board = openSheet(new Model({ names: { X: "Ada", O: "Player O" } }));
    board.choose("The computer");
    assert.deepEqual(
      [board.field("Name of X").value, board.field("Name of O").value],
      ["Player X", "Ada"],
    );
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, x: "beginner", o: "human", o_name: "Ada" }]);
  });

  it("stays with two people once they have started so, until a computer has a seat", async () => {
    const board = openSheet();
    board.choose("Two players");
    board.write("Name of O", "Grace");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, o: "human", o_name: "Grace" }]);
    board.model.answer();
    board.reopen();
    assert.equal(board.chosen("Who plays"), "Two players");
    board.button("Cancel").click();
    await board.model.update({ players: { X: "expert", O: "human" } });
    board.reopen();
    assert.deepEqual(["Who plays", "How strong", "Who begins"].map(board.chosen), [
      "Against the computer",
      "Expert",
      "The computer",
    ]);
  });

  it("seats two computers, for people to watch", () => {
    const board = openSheet(new Model({ players: { X: "casual", O: "human" } }));
    board.choose("Two computers, to watch");
    assert.equal(board.radio("Expert").closest("fieldset").hidden, true);
    board.pick("Who plays O", "expert");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, x: "casual", o: "expert" }]);
  });

  it("shows a student's function by its name, and keeps its seat", () => {
    const board = openSheet(new Model({ players: { X: "my_bot", O: "human" } }));
    assert.equal(board.chosen("How strong"), "my_bot");
    board.pick("Game", "gomoku");
    board.button("Start").click();
    assert.deepEqual(board.asked(), [{ ...START, rules: "gomoku", x: "my_bot", o: "human" }]);
    board.model.answer();
    board.reopen();
    board.choose("Two computers, to watch");
    board.button("Start").click();
    assert.deepEqual(board.asked()[1], { ...START, x: "my_bot", o: "beginner" });
  });

  it("says why perfect cannot be chosen, and goes back to it where it can play", () => {
    const board = openSheet();
    board.choose("Perfect");
    for (const [rules, chosen] of [
      ["gomoku", "Expert"],
      ["4x4", "Perfect"],
      ["ultimate", "Expert"],
      ["5x5", "Expert"],
      ["misere", "Perfect"],
    ]) {
      board.pick("Game", rules);
      assert.equal(board.chosen("How strong"), chosen, rules);
      assert.equal(board.radio("Perfect").disabled, chosen !== "Perfect", rules);
      assert.equal(
        /too large to solve/.test(board.radio("Perfect").parentElement.textContent),
        chosen !== "Perfect",
        rules,
      );
    }
    board.pick("Game", "gomoku");
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
      assert.equal(
        board.field("Game").selectedOptions[0].textContent,
        "Drop 4 × 5, 4 in a row",
      );
      assert.equal(board.inSheet(".ttt-rules")[0].textContent, DROP.rules_summary);
      assert.equal(board.radio("Perfect").disabled, !can);
      board.pick("Game", "standard");
      assert.equal(board.radio("Perfect").disabled, false);
    }
  });

  it("changes only the draft as one goes through the games, with the rules of each in words", () => {
    const board = openSheet(new Model(CENTRE));
    const [words] = board.inSheet(".ttt-rules");
    assert.equal(words.textContent, CENTRE.rules_summary);
    const said = CENTRE.rules_choices.map(([rules]) => {
      board.pick("Game", rules);
      return words.textContent;
    });
    assert.match(said[1], /loses\./);
    assert.match(said[4], /15 rows of 15 cells/);
    assert.equal(new Set(said).size, 7);
    assert.deepEqual(board.asked(), []);
    board.button("Cancel").click();
    board.reopen();
    assert.equal(board.field("Game").value, "standard");
    assert.equal(words.textContent, CENTRE.rules_summary);
  });

  it("changes the players alone where the round is to go on", () => {
    const board = openSheet(new Model({ ...CENTRE, players: { X: "human", O: "cheat" } }));
    const keep = board.button("Keep playing");
    assert.equal(keep.getAttribute("aria-disabled"), "true");
    board.choose("Two players");
    assert.equal(keep.getAttribute("aria-disabled"), "false");
    keep.click();
    assert.deepEqual(board.asked(), [{ kind: "player", mark: "O", player: "human" }]);
    assert.equal(board.sheet.open, true);
    board.model.answer();
    assert.equal(board.sheet.open, false);
  });

  it("changes both players of a round, and offers that neither for other rules nor before the first move", () => {
    const board = openSheet(new Model(CENTRE));
    board.choose("Two computers, to watch");
    board.pick("Game", "misere");
    assert.equal(board.button("Keep playing").getAttribute("aria-disabled"), "true");
    board.pick("Game", "standard");
    board.button("Keep playing").click();
    assert.deepEqual(board.asked(), [
      { kind: "player", mark: "X", player: "beginner" },
      { kind: "player", mark: "O", player: "beginner" },
    ]);
    const empty = openSheet(new Model(EMPTY));
    empty.choose("Two players");
    empty.choose("Against the computer");
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

  it("swaps sides in one press", () => {
    const board = openSheet();
    board
      .inSheet("button")
      .find((button) => button.textContent === "Swap sides")
      .click();
    assert.deepEqual(board.asked(), [{ kind: "swap" }]);
    board.model.answer();
    assert.equal(board.sheet.open, false);
  });

  it("keeps what is chosen while the board changes, and follows the board while it is closed", async () => {
    const board = openSheet();
    board.choose("Expert");
    board.write("Name of O", "Grace");
    await board.model.update({
      ...CENTRE,
      names: { X: "Ada", O: "Linus" },
      rules_name: "misere",
    });
    assert.equal(board.chosen("How strong"), "Expert");
    assert.deepEqual(
      [board.field("Name of O").value, board.field("Game").value],
      ["Grace", "standard"],
    );
    board.button("Cancel").click();
    board.reopen();
    assert.equal(board.chosen("How strong"), "Beginner");
    assert.deepEqual(
      [board.field("Name of O").value, board.field("Game").value],
      ["Linus", "misere"],
    );
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
    board.choose("Casual");
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
    board.button("Cancel").click();
    board.reopen();
    board.model.answer();
    assert.equal(board.sheet.open, true);
    board.button("Start").click();
    assert.equal(board.asked().length, 2);
  });

  it("is made where Python is not there yet and has another request to come first", () => {
    const board = openSheet(new Model(), { greeted: false });
    board.click(4);
    board.button("Start").click();
    assert.match(board.refusal(), /not ready yet/);
    board.model.answer();
    assert.deepEqual(
      board.asked().map(({ kind }) => kind),
      ["hello", "play"],
    );
    board.button("Start").click();
    assert.equal(board.asked().at(-1).kind, "start");
  });
});

describe("the ways out of the sheet", () => {
  const press = (target: Element, event: string) =>
    target.dispatchEvent(new window.Event(event, { bubbles: true }));

  it("closes by Cancel or by a press outside, and changes nothing", () => {
    const board = openSheet();
    board.choose("Casual");
    board.button("Cancel").click();
    assert.equal(board.sheet.open, false);
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
