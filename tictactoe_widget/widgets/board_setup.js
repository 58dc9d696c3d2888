// @ts-check
// The sheet on which people choose the game and who plays. What they choose is a draft:
// nothing changes on the board until they press Start.

import { allow, drawOnce, element, keepKeys, makeButton, setText } from "./elements.js";
import { makeChooser } from "./line.js";
import { MARKS } from "./marks.js";

/** @import { Ask } from "./line.js" */
/** @import { View } from "./board_view.js" */
/** @import { Mark } from "./types" */

/** @typedef {"people" | "computer" | "computers"} Mode who plays: two people, one against the computer, or nobody */

/**
 * @typedef {object} Draft what is chosen on the sheet
 * @property {Mode} mode
 * @property {string} strength who plays against one person
 * @property {Mark} computer the mark that it plays
 * @property {Record<Mark, string>} watched who plays while people watch
 * @property {Record<Mark, string>} names
 * @property {string} rules
 */

/**
 * @typedef {object} Choice one of several
 * @property {string} value
 * @property {string} title
 * @property {string} words what it means
 * @property {boolean} can whether it can be chosen
 */

/** Who plays against a person who has not chosen yet. */
const FIRST_STRENGTH = "beginner";

const TOO_LARGE = "Cannot play this game: too large to solve";
const NOT_READY = "Python is not ready yet: press Start again in a moment";

/** @type {Choice[]} */
const MODES = [
  { value: "people", title: "Two players", words: "", can: true },
  { value: "computer", title: "Against the computer", words: "", can: true },
  { value: "computers", title: "Two computers, to watch", words: "", can: true },
];

/** @type {Choice[]} */
const BEGINNERS = [
  { value: "O", title: "You", words: "", can: true },
  { value: "X", title: "The computer", words: "", can: true },
];

/**
 * Return who can be chosen to play by some rules: functions that have a seat, then named players, weakest first.
 * @param {View} view
 * @param {string} rules
 * @returns {Choice[]}
 */
function playersFor({ player_choices: able, player_summaries: summaries, players, rules: present, unsolved_rules: unsolved }, rules) {
  const functions = [...new Set(MARKS.map((mark) => players[mark]))].filter((name) => name !== "human" && !(name in summaries));
  const named = Object.entries(summaries).map(([value, words]) => {
    const can = rules === present ? able.includes(value) : value !== "perfect" || !unsolved.includes(rules);
    return { value, title: value[0].toUpperCase() + value.slice(1), words: can ? words : TOO_LARGE, can };
  });
  return [...functions.map((value) => ({ value, title: value, words: "Your function", can: true })), ...named];
}

/** Return the wanted player, or the strongest that can play where that one cannot. @param {Choice[]} choices @param {string} wanted */
function ablePlayer(choices, wanted) {
  const able = choices.filter(({ can }) => can).map(({ value }) => value);
  return able.includes(wanted) ? wanted : able[able.length - 1];
}

/** Return names whose players have changed sides; "Player X" and "Player O" belong to the marks. @param {Draft["names"]} names @returns {Draft["names"]} */
function swappedNames({ X, O }) {
  return { X: O === "Player O" ? "Player X" : O, O: X === "Player X" ? "Player O" : X };
}

/** Return what is chosen on a sheet that was just opened. @param {View} view @param {Mode} mode who plays unless a computer has a seat @returns {Draft} */
function draftOf({ names, players: { X, O }, rules }, mode) {
  const computers = [X, O].filter((name) => name !== "human");
  const [strength = FIRST_STRENGTH] = computers;
  return {
    mode: computers.length === 2 ? "computers" : computers.length ? "computer" : mode,
    strength,
    computer: X === "human" ? "O" : "X",
    watched: { X: X === "human" ? FIRST_STRENGTH : X, O: O === "human" ? FIRST_STRENGTH : O },
    names: { ...names },
    rules,
  };
}

/** Return who is to play each mark. @param {Draft} draft @param {Choice[]} choices @returns {Record<Mark, string>} */
function seatsOf({ mode, strength, computer, watched }, choices) {
  if (mode === "computers") return { X: ablePlayer(choices, watched.X), O: ablePlayer(choices, watched.O) };
  const seats = { X: "human", O: "human" };
  if (mode === "computer") seats[computer] = ablePlayer(choices, strength);
  return seats;
}

/** Make the sheet on which the game and its players are chosen. @param {Ask} ask */
export function makeSetup(ask) {
  /** @type {View} */
  let view;
  /** @type {Draft} */
  let draft;
  // The button that opens the sheet says "Play the computer" while two people play.
  /** @type {Mode} */
  let lastMode = "computer";
  /** How often the sheet was opened. */
  let opened = 0;

  const modes = makeChoices("Who plays", "ttt-pair", (mode) => change({ mode: /** @type {Mode} */ (mode) }));
  const strengths = makeChoices("How strong", "", (strength) => change({ strength }));
  const begins = makeChoices("Who begins", "ttt-pair", (computer) => change({ computer: /** @type {Mark} */ (computer), names: swappedNames(draft.names) }));
  const watched = MARKS.map((mark) => makeChooser(`Who plays ${mark}`, (player) => change({ watched: { ...draft.watched, [mark]: player } })));
  const names = MARKS.map((mark) => makeNameField(mark, (name) => change({ names: { ...draft.names, [mark]: name } })));
  const game = makeChooser("Game", (rules) => change({ rules }));
  const computers = element("div", { class: "ttt-pair" }, ...watched.map(({ root: select }, at) => labelled(`Who plays ${MARKS[at]}`, select)));
  const summary = element("p", { class: "ttt-rules" });
  const who = element("section", {}, modes.root, strengths.root, begins.root, computers);
  const what = element("section", {}, element("div", { class: "ttt-pair" }, ...names.map(({ root: label }) => label)), labelled("Game", game.root), summary);

  const warning = element("p", { class: "ttt-warning" }, "Starting or swapping ends this round");
  const refused = element("p", { class: "ttt-refused", role: "alert" });
  const waiting = element("p", { class: "ttt-waiting" }, "Waiting for Python…");
  const cancel = makeButton("Cancel", {}, close);
  const swap = makeButton("Swap sides", {}, () => send("swap", {}));
  const begin = makeButton("Start", { class: "ttt-main" }, start);
  const fate = element("div", { class: "ttt-fate" }, refused, warning, waiting);
  const foot = element("footer", {}, fate, element("div", { class: "ttt-bar" }, cancel, swap, begin));
  // In a form the choices of one sheet belong together, whatever their names are elsewhere.
  const form = element("form", {}, element("div", { class: "ttt-draft" }, who, what), foot);
  const root = /** @type {HTMLDialogElement} */ (
    element("dialog", { class: "ttt-setup ttt-controls", "aria-label": "Game and players" }, form)
  );

  keepKeys(root);
  form.addEventListener("submit", (event) => event.preventDefault());
  root.addEventListener("keydown", (event) => {
    // Enter also ends the choice of a character in some languages.
    if (event.key !== "Enter" || event.isComposing || !/** @type {Element} */ (event.target).matches("input")) return;
    event.preventDefault();
    start();
  });
  // A press that began in a field and ends outside is not one outside.
  let isOutside = false;
  root.addEventListener("pointerdown", ({ target }) => { isOutside = target === root; });
  root.addEventListener("click", ({ target }) => { if (isOutside && target === root) close(); });

  function open() {
    opened += 1;
    draft = draftOf(view, lastMode);
    say("");
    wait(false);
    show();
    root.showModal();
    /** @type {HTMLElement} */ (modes.root.querySelector(":checked")).focus();
  }
  function close() {
    root.close();
  }
  /** @param {string} refusal why Python did not do what it was asked, or nothing */
  function say(refusal) {
    setText(refused, refusal);
  }
  /** @param {boolean} isAsked whether Python was asked and has not answered */
  function wait(isAsked) {
    root.toggleAttribute("data-waiting", isAsked);
    for (const button of [begin, swap]) allow(button, !isAsked);
  }
  /** @param {Partial<Draft>} part */
  function change(part) {
    draft = { ...draft, ...part };
    say("");
    show();
    return true;
  }
  /** Ask Python; close once it has done so. @param {string} kind @param {Record<string, string>} details */
  function send(kind, details) {
    say("");
    wait(true);
    const asked = opened;
    const isSent = ask(kind, details, ({ ok, message }) => {
      // A late answer is not one to what is chosen now.
      if (asked !== opened) return;
      wait(false);
      if (ok) close();
      else say(message);
    });
    if (isSent) return;
    wait(false);
    say(NOT_READY);
  }
  function start() {
    if (begin.getAttribute("aria-disabled") === "true") return;
    lastMode = draft.mode;
    const seats = seatsOf(draft, playersFor(view, draft.rules));
    const [x_name, o_name] = MARKS.map((mark) => draft.names[mark].trim() || view.names[mark]);
    send("start", { rules: draft.rules, x: seats.X, o: seats.O, x_name, o_name });
  }

  /** Show the draft. */
  function show() {
    const { rules, rules_choices: all, rules_summaries: summaries, rules_summary: words, rules_title: title } = view;
    const choices = playersFor(view, draft.rules);
    const seats = seatsOf(draft, choices);
    modes.draw(MODES, draft.mode);
    strengths.draw(choices, seats[draft.computer]);
    begins.draw(BEGINNERS, draft.computer);
    strengths.root.hidden = begins.root.hidden = draft.mode !== "computer";
    computers.hidden = draft.mode !== "computers";
    MARKS.forEach((mark, at) => {
      const able = choices.filter(({ can }) => can);
      watched[at].draw(able.map((player) => [player.value, player.title]), [seats[mark], seats[mark]]);
      names[at].draw(draft.names[mark], view.names[mark]);
    });
    const isOffered = all.some(([name]) => name === rules);
    game.draw(isOffered ? all : [...all, [rules, title]], [draft.rules, draft.rules]);
    setText(summary, draft.rules === rules ? words : summaries[draft.rules] ?? "");
    warning.hidden = !view.moves.length || view.is_game_over;
  }
  /** @param {View} next */
  function draw(next) {
    view = next;
    if (!root.open) draft = draftOf(view, lastMode);
    show();
  }
  return { root, draw, open };
}

/** Put a visible label before a field. @param {string} text @param {HTMLElement} field */
function labelled(text, field) {
  return element("label", { class: "ttt-labelled" }, element("span", {}, text), field);
}

/** Make the field of a player's name. @param {Mark} mark @param {(name: string) => void} write */
function makeNameField(mark, write) {
  const attributes = { maxlength: "40", autocomplete: "off", "data-lm-suppress-shortcuts": "true" };
  const field = /** @type {HTMLInputElement} */ (element("input", attributes));
  field.addEventListener("input", () => write(field.value));
  /** @param {string} name @param {string} present the name that stays where the field is left empty */
  function draw(name, present) {
    // Setting the value moves the cursor.
    if (field.value !== name) field.value = name;
    field.placeholder = present;
  }
  return { root: labelled(`Name of ${mark}`, field), draw };
}

/**
 * Make a group of choices, of which one is chosen.
 * @param {string} legend
 * @param {string} layout class of the list
 * @param {(value: string) => void} choose
 */
function makeChoices(legend, layout, choose) {
  const list = element("div", { class: `ttt-choices ${layout}` });
  const root = element("fieldset", {}, element("legend", {}, legend), list);
  list.addEventListener("change", ({ target }) => choose(/** @type {HTMLInputElement} */ (target).value));

  /** @param {Choice} choice */
  function makeChoice({ value, title, words, can }) {
    const input = element("input", { type: "radio", name: legend, value, "data-lm-suppress-shortcuts": "true", ...(can ? {} : { disabled: "" }) });
    return element("label", { class: "ttt-choice" }, input, element("span", { class: "ttt-title" }, title), element("span", { class: "ttt-words" }, words));
  }
  /** @param {Choice[]} choices @param {string} chosen */
  function draw(choices, chosen) {
    drawOnce(list, choices, () => choices.map(makeChoice));
    for (const input of list.querySelectorAll("input")) input.checked = input.value === chosen;
  }
  return { root, draw };
}
