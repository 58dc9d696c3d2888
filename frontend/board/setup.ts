// The sheet on which people choose the game and the players. The choices are only a draft. The
// board doesn't change until people press **Start**.

import type { Ask } from "../shared/channel.ts";
import { makeChooser } from "../shared/channel.ts";
import {
  allow,
  element,
  KEEPS_KEYS,
  makeButton,
  setAttribute,
  setText,
} from "../shared/elements.ts";
import type { Mark } from "../shared/game.ts";
import { ComputerIcon, PersonIcon } from "../shared/icons.ts";
import { isComposing } from "../shared/keyboard.ts";
import { MARKS } from "../shared/marks.ts";
import { makeAskingSheet, OPENS_SHEET } from "../shared/sheet.ts";
import { _, fill, joinSentences, plural } from "../shared/texts.ts";
import { makeChoices } from "./choices.ts";
import type { Choice, Draft, Mode, PlayerChoice } from "./draft.ts";
import {
  ablePlayer,
  changedDraft,
  draftOf,
  playersFor,
  seatsOf,
  swappedNames,
} from "./draft.ts";
import { makeRulesLab } from "./rules_lab.ts";
import { makeStrength } from "./strength.ts";
import type { View } from "./view.ts";
import { LONGEST_NAME, PLAIN_NAMES, personName } from "./view.ts";

/** Return the warning that a button ends the current game. */
function warnOfEnd() {
  return _("Pressing Start or Swap sides ends this game");
}

/** Return the kinds of players. */
function listModes(): Choice[] {
  return [
    { value: "people", title: _("Two friends"), icons: [PersonIcon, PersonIcon] },
    { value: "computer", title: _("Me and the computer"), icons: [PersonIcon, ComputerIcon] },
    {
      value: "computers",
      title: _("Watch two computers"),
      icons: [ComputerIcon, ComputerIcon],
    },
  ];
}

/** Return the choices for who begins, in terms of the mark that the computer gets. */
function listBeginners(): Choice[] {
  return [
    { value: "O", title: _("Me") },
    { value: "X", title: _("The computer") },
  ];
}

/** Return the choices for the length of a match, where 0 means single games. */
function listMatches(): Choice[] {
  const lengths = [2, 3, 5].map((wins) => ({
    value: String(wins),
    title: plural("{count} win", "{count} wins", wins),
  }));
  return [{ value: "0", title: _("Off") }, ...lengths];
}

/** Return the choices for who begins the next game. */
function listFirstPlayers(): Choice[] {
  return [
    { value: "same", title: _("The same player") },
    { value: "alternate", title: _("Take turns") },
    { value: "loser", title: _("The loser") },
  ];
}

/** Details of a request. */
type Details = Record<string, string | boolean | number>;

/** Make the sheet for the game and the players, which calls `begun` when a game starts. */
export function makeSetup(ask: Ask, begun: () => void) {
  let view: View;
  let draft: Draft;
  /** Who played in the last round that was started from this sheet. */
  let lastMode: Mode = "people";

  const fields = makeFields(change, () =>
    sheet.send("preview_rules", { rules: draft.rules }, lab.open),
  );
  const lab = makeRulesLab(ask, detailsOf, finish);
  const warning = element("p", { class: "ttt-warning" }, warnOfEnd());
  const swap = makeButton(_("Swap sides"), {}, () => send("swap", {}));
  const keep = makeButton(
    _("Keep playing"),
    { "aria-description": _("This game continues with these players") },
    keepPlaying,
  );
  const begin = makeButton(_("Start"), { class: "ttt-main" }, start);
  const sheet = makeAskingSheet(
    ask,
    _("Players and game"),
    "ttt-setup",
    fields.root,
    [swap, keep, begin],
    [warning],
    wait,
  );
  const { root, close } = sheet;

  root.addEventListener("keydown", (event) => {
    // In some languages, Enter is also used while typing a character.
    const isInput = (event.target as Element).matches("input");
    if (event.key !== "Enter" || isComposing(event) || !isInput) return;
    event.preventDefault();
    start();
  });

  function open() {
    draft = draftOf(view, lastMode);
    sheet.open();
    fields.focus();
  }
  /** @param isAsked whether a request to Python is unanswered */
  function wait(isAsked: boolean) {
    for (const button of [begin, swap]) allow(button, !isAsked);
    // If Python refuses a choice, show the previous one again.
    if (!isAsked) show();
  }
  function change(part: Partial<Draft>) {
    draft = changedDraft(draft, part);
    sheet.refuse("");
    show();
    return true;
  }
  function send(kind: string, details: Details) {
    sheet.send(kind, details, kind === "player" || kind === "allow_undo" ? close : finish);
  }
  function finish() {
    close();
    begun();
  }
  function start() {
    if (begin.getAttribute("aria-disabled") === "true") return;
    send("start", detailsOf(draft.rules));
  }
  /** Return the details of the request that starts a game with the given rules. */
  function detailsOf(rules: string) {
    lastMode = draft.mode;
    const seats = seatsOf(draft, playersFor(view, rules));
    const [x_name, o_name] = MARKS.map((mark) => draft.names[mark].trim() || view.names[mark]);
    const { undo, match, first: first_player } = draft;
    const players = { x: seats.X, o: seats.O, x_name, o_name };
    return { rules, ...players, undo, match, first_player };
  }
  /**
   * Return the requests that change the players, and whether moves can be taken back, during a
   * game.
   */
  function changesInGame(): [string, Details][] {
    const seats = seatsOf(draft, playersFor(view, draft.rules));
    const changed = MARKS.filter((mark) => seats[mark] !== view.players[mark]);
    return [
      ...(draft.undo === view.allows_undo
        ? []
        : [["allow_undo", { on: draft.undo }] as [string, Details]]),
      ...changed.map((mark) => ["player", { mark, player: seats[mark] }] as [string, Details]),
    ];
  }
  /** Change only what can be changed during a game. The sheet closes after the last change. */
  function keepPlaying() {
    lastMode = draft.mode;
    const changes = changesInGame();
    for (const [kind, details] of changes.slice(0, -1)) ask(kind, details);
    send(...changes[changes.length - 1]);
  }
  function show() {
    fields.draw(view, draft);
    const ends = view.moves.length > 0 && !view.is_over;
    warning.hidden = !ends;
    const { rules, match } = draftOf(view, lastMode);
    const isSame = draft.rules === rules && draft.match === match;
    allow(keep, ends && isSame && changesInGame().length > 0);
    for (const button of [begin, swap])
      setAttribute(button, "aria-description", ends ? warnOfEnd() : null);
  }
  function draw(next: View) {
    view = next;
    if (!root.open) draft = draftOf(view, lastMode);
    show();
    lab.draw(view);
  }
  return { root, lab: lab.root, draw, open };
}

/**
 * Make all the choices on the sheet.
 *
 * @param change called with each choice
 * @param changeRules called when a person wants to change the rules
 */
function makeFields(change: (part: Partial<Draft>) => boolean, changeRules: () => void) {
  let chosen: Draft;
  const modes = makeChoices(_("Who plays?"), (mode) => change({ mode: mode as Mode }));
  const strengths = makeStrength((strength) => change({ strength }));
  const unable = element("p");
  const begins = makeChoices(_("Who begins?"), (computer) =>
    change({
      computer: computer as Mark,
      names: swappedNames(chosen.names),
      away: swappedNames(chosen.away),
    }),
  );
  const watched = MARKS.map((mark) =>
    makeChooser("", (player) => change({ watched: { ...chosen.watched, [mark]: player } })),
  );
  const names = MARKS.map((mark) =>
    makeNameField((name) => change({ names: { ...chosen.names, [mark]: name } })),
  );
  const game = makeChoices(_("Which game?"), (rules) => change({ rules }));
  const watchers = watched.map(({ root: select }) => labelled("", select));
  const computers = element("div", { class: "ttt-pair" }, ...watchers);
  const people = element(
    "div",
    { class: "ttt-pair" },
    ...names.map(({ root: label }) => label),
  );
  const undo = makeSwitch(_("Players can undo moves"), (undo) => change({ undo }));
  const match = makeChoices(_("Match: first to"), (value) =>
    change({ match: Number(value), first: value === "0" ? "same" : "alternate" }),
  );
  const first = makeChoices(_("Who begins the next game?"), (first) =>
    change({ first: first as Draft["first"] }),
  );
  const words = element("p", { class: "ttt-rules" });
  const strength = element("div", { class: "ttt-how-strong" }, strengths.root, unable);
  const who = element(
    "section",
    {},
    modes.root,
    strength,
    begins.root,
    computers,
    people,
    match.root,
    first.root,
    undo.root,
  );
  const changer = makeButton(_("Change the rules"), OPENS_SHEET, changeRules);
  const what = element("section", { class: "ttt-what" }, changer, game.root, words);
  const root = element("div", { class: "ttt-draft" }, who, what);

  function draw(view: View, draft: Draft) {
    chosen = draft;
    const {
      rules_name: rules,
      rules_choices: all,
      rules_pictures: pictures,
      rules_summaries: summaries,
      rules_summary: summary,
      rules_title: title,
      shared_players: shared,
    } = view;
    const called = shared[draft.rules];
    const players = playersFor(view, draft.rules);
    const able = players.filter(({ can }) => can);
    const seats = seatsOf(draft, players);
    modes.draw(listModes(), draft.mode);
    strengths.draw(able, ablePlayer(players, draft.strength));
    setText(unable, unableWords(players));
    begins.draw(listBeginners(), draft.computer);
    strength.hidden = begins.root.hidden = draft.mode !== "computer";
    computers.hidden = draft.mode !== "computers";
    undo.root.hidden = draft.mode === "computers";
    undo.draw(draft.undo);
    match.draw(listMatches(), String(draft.match));
    first.draw(listFirstPlayers(), draft.first);
    MARKS.forEach((mark, at) => {
      watched[at].draw(
        able.map((player) => [player.value, player.title]),
        [seats[mark], seats[mark]],
      );
      const word = called && personName(called[mark]);
      const label = fill("Who plays {player}", { player: word ?? mark });
      setText(watchers[at].firstElementChild as Element, label);
      setAttribute(watched[at].root, "aria-label", label);
      const name = draft.names[mark];
      const isPlain = word && name === PLAIN_NAMES[mark];
      names[at].draw(
        isPlain ? word : personName(name),
        personName(view.names[mark]),
        word ?? mark,
      );
    });
    const offered = all.some(([name]) => name === rules) ? all : [...all, [rules, title]];
    game.draw(
      offered.map(([value, title]) => ({ value, title, picture: pictures[value] })),
      draft.rules,
    );
    setText(words, draft.rules === rules ? summary : summaries[draft.rules]);
  }
  return {
    root,
    draw,
    focus: () => (modes.root.querySelector(":checked") as HTMLElement).focus(),
  };
}

/**
 * Return text about players that can't play the chosen game, with the reason, or an empty text.
 */
function unableWords(players: PlayerChoice[]) {
  return joinSentences(
    players
      .filter(({ can }) => !can)
      .map(({ title: player }) =>
        fill("{player} can't play this game because it is too large to solve.", { player }),
      ),
  );
}

/** Return a field with a visible label in front of it. */
function labelled(text: string, field: HTMLElement) {
  return element("label", { class: "ttt-labelled" }, element("span", {}, text), field);
}

/** Make the text field for a player's name. */
function makeNameField(write: (name: string) => void) {
  const attributes = {
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    ...KEEPS_KEYS,
  };
  const field = element("input", attributes);
  const root = labelled("", field);
  field.addEventListener("input", () => write(field.value));
  /**
   * @param present name that the player keeps if the field is empty
   * @param called the player's default name
   */
  function draw(name: string, present: string, called: string) {
    setText(root.firstElementChild as Element, fill("Name of {player}", { player: called }));
    // Don't set an equal value, because setting a value moves the cursor.
    if (field.value !== name) field.value = name;
    field.placeholder = present;
  }
  return { root, draw };
}

/** Make a checkbox. */
function makeSwitch(text: string, choose: (on: boolean) => void) {
  const box = element("input", { type: "checkbox", ...KEEPS_KEYS });
  const root = element("label", { class: "ttt-switch" }, box, text);
  box.addEventListener("change", () => choose(box.checked));
  return {
    root,
    draw(on: boolean) {
      box.checked = on;
    },
  };
}
