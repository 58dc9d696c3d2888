// @ts-check
// What is chosen on the sheet before Start is pressed, and who can be chosen.

import { playerTitle } from "./view.js";
import { MARKS } from "../shared/marks.js";

/** @import { View } from "./view.js" */
/** @import { Mark } from "../shared/types" */

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
 * @property {string} [words] what it means
 * @property {boolean} [can] whether it can be chosen; true where it is not said
 */

/** Who plays against a person who has not chosen yet. */
const FIRST_STRENGTH = "beginner";

const TOO_LARGE = "Cannot play this game: too large to solve";

/**
 * Return who can be chosen to play by some rules: functions that have a seat, then named players, weakest first.
 * @param {View} view
 * @param {string} rules
 * @returns {Required<Choice>[]}
 */
export function playersFor({ player_choices: able, player_summaries: summaries, players, rules: present, unsolved_rules: unsolved }, rules) {
  const functions = [...new Set(MARKS.map((mark) => players[mark]))].filter((name) => name !== "human" && !(name in summaries));
  const named = Object.entries(summaries).map(([value, words]) => {
    const can = rules === present ? able.includes(value) : value !== "perfect" || !unsolved.includes(rules);
    return { value, title: playerTitle(value), words: can ? words : TOO_LARGE, can };
  });
  return [...functions.map((value) => ({ value, title: value, words: "Your function", can: true })), ...named];
}

/** Return the wanted player, or the strongest that can play where that one cannot. @param {Required<Choice>[]} choices @param {string} wanted */
function ablePlayer(choices, wanted) {
  const able = choices.filter(({ can }) => can).map(({ value }) => value);
  return able.includes(wanted) ? wanted : able[able.length - 1];
}

/** Return names whose players have changed sides; "Player X" and "Player O" belong to the marks. @param {Draft["names"]} names @returns {Draft["names"]} */
export function swappedNames({ X, O }) {
  return { X: O === "Player O" ? "Player X" : O, O: X === "Player X" ? "Player O" : X };
}

/** Return what is chosen on a sheet that was just opened. @param {View} view @param {Mode} mode who plays unless a computer has a seat @returns {Draft} */
export function draftOf({ names, players: { X, O }, rules }, mode) {
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

/** Return who is to play each mark. @param {Draft} draft @param {Required<Choice>[]} choices @returns {Record<Mark, string>} */
export function seatsOf({ mode, strength, computer, watched }, choices) {
  if (mode === "computers") return { X: ablePlayer(choices, watched.X), O: ablePlayer(choices, watched.O) };
  const seats = { X: "human", O: "human" };
  if (mode === "computer") seats[computer] = ablePlayer(choices, strength);
  return seats;
}
