// Front ends in another language, including right-to-left ones.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import type { Texts } from "../../frontend/shared/texts.ts";
import type { FrontEnd, State } from "./host.ts";
import {
  document,
  find,
  importShipped,
  Model,
  open,
  runScene,
  STATES,
  show,
  useFreshPage,
  window,
} from "./host.ts";

// jsdom lacks this function.
window.Element.prototype.scrollIntoView = () => {};

const ACCENT = "\u0301";
/** Return a text with accents on all letters outside slots. */
const accented = (text: string) =>
  text.replace(/\{\w+\}|[a-z]/gi, (part) => (part.length > 1 ? part : part + ACCENT));
/** The messages with plurals. */
const plurals = new Set(
  readdirSync("frontend", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(`frontend/${name}`, "utf8").matchAll(/plural\(\s*"(.*?)"/g),
    ])
    .map(([, singular]) => singular),
);
/** A catalogue with every message. */
const texts = new Proxy<Texts>(
  {},
  {
    get(_texts, message) {
      const found = accented(String(message));
      return plurals.has(String(message)) ? [found, found] : found;
    },
  },
);

/** Return a state with accents on the texts that Python translates: those with several words. */
function accentedState(value: unknown): unknown {
  if (typeof value === "string") return /^[^{].* /s.test(value) ? accented(value) : value;
  if (Array.isArray(value)) return value.map(accentedState);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, accentedState(inner)]),
  );
}

/** Return a view's words without accents, including words for screen readers. */
function plainWords(el: Element, state: State): string[] {
  const shown = [...el.querySelectorAll("*")].flatMap((one) => [
    ...["aria-label", "title", "aria-valuetext", "aria-description"].map((name) =>
      one.getAttribute(name),
    ),
    ...[...one.childNodes].filter((part) => part.nodeType === 3).map((part) => part.nodeValue),
  ]);
  const known = new Set(JSON.stringify(state).match(/[a-z]+/gi));
  const words = shown.flatMap((text) => text?.match(/(?:[a-z]\u0301?){2,}/gi) ?? []);
  return [...new Set(words)].filter(
    (word) => !/^((.\u0301)+|[XO]+)$/.test(word) && !known.has(word),
  );
}

describe("a complete catalogue leaves no English word", () => {
  useFreshPage("setInterval", "Date");
  const widgets: Record<string, Record<string, State>> = {
    board: STATES,
    search: runScene("search_records.py"),
    standings: runScene("tournament_states.py"),
    matchboxes: runScene("matchbox_states.py"),
  };
  for (const [name, states] of Object.entries(widgets))
    for (const [moment, english] of Object.entries(states))
      it(`${name}: ${moment}`, async () => {
        const { default: from } = await import(`../../frontend/${name}/${name}.ts`);
        const state = accentedState(english) as State;
        const { el, key } = open(
          from as FrontEnd,
          { ...state, language: "en", texts },
          // The search view sends no requests.
          { greeted: name !== "search" },
        );
        if (name === "board") key("?", {}, find(el, ".ttt-cell"));
        assert.deepEqual(plainWords(el, state), []);
      });
});

describe("a board that changes its language", () => {
  useFreshPage();
  const german = { language: "de", texts: { "New game": "Neues Spiel", Undo: "Zurück" } };

  it("is redrawn, keeps the focus, and shows English where a text is missing", async () => {
    const board = show(new Model({ is_over: false }));
    board.button("New game").focus();
    await board.update(german);
    assert.equal(board.focused(), "Neues Spiel");
    assert.ok(board.button("Zurück"));
    assert.ok(board.button("Hints"));
    assert.equal(find(board.el, ".ttt").lang, "de");
    assert.equal(board.all(".ttt").length, 1);
    board.close();
    assert.equal(board.el.innerHTML, "");
  });

  it("doesn't change another board's language", async () => {
    const [english, other] = [show(new Model()), show(new Model(german))];
    await english.update({ hints: true });
    await other.update({ hints: true });
    await english.update({ hints: false });
    assert.ok(english.button("Learn"));
    english.push("More");
    assert.ok(english.button("Undo"));
    assert.ok(other.button("Zurück"));
  });

  it("has sheets in its language in the bundled script", async () => {
    const [{ default: from }, { default: sheets }] = await Promise.all(
      ["board.js", "sheets.js"].map(importShipped),
    );
    const loadSheets = (use: (script: unknown) => void) => use(sheets);
    const el = document.body.appendChild(document.createElement("div"));
    const model = new Model({ language: "de", texts: { Keys: "Tasten" } });
    (from.render as (host: object) => void)({ model, el, loadSheets });
    find(el, ".ttt-cell").dispatchEvent(new window.KeyboardEvent("keydown", { key: "?" }));
    assert.equal(find<HTMLDialogElement>(el, "dialog[open] h2").textContent, "Tasten");
  });

  it("runs from right to left in Arabic, except its squares", () => {
    const board = show(new Model({ language: "ar" }));
    assert.equal(find(board.el, ".ttt").dir, "rtl");
    assert.equal(find(board.el, '[role="grid"]').closest<HTMLElement>("[dir]")?.dir, "ltr");
  });
});
