// Settings stored in the browser, including invalid ones.

import assert from "node:assert/strict";
import { beforeEach, it } from "node:test";

import { JSDOM } from "jsdom";

const { window } = new JSDOM(
  '<!doctype html><meta data-scheme="light"><meta data-scheme="dark">',
  { url: "https://example.org/some/where/" },
);
const { document, localStorage } = window;
Object.assign(globalThis, { location: window.location, document, localStorage });

const { changeSettings, readSettings } = await import("../../../frontend/page/settings.ts");

const KEY = "tictactoe_widget /some/where/ settings";
const DEFAULTS = {
  theme: "system",
  text: "normal",
  marks: "blue-orange",
  sound: "off",
  vibration: "off",
  language: "",
} as const;

beforeEach(() => localStorage.clear());

it("have defaults if nothing valid is stored", () => {
  for (const text of ["null", "[]", "7", "{", '{"theme": "pink", "sound": true}']) {
    localStorage.setItem(KEY, text);
    assert.deepEqual(readSettings(), DEFAULTS);
  }
  localStorage.setItem(KEY, '{"theme": "pink", "text": "large"}');
  assert.deepEqual(readSettings(), { ...DEFAULTS, text: "large" });
});

it("are stored, and applied to the page and the browser's toolbar", () => {
  const bars = [...document.querySelectorAll("meta")];
  const root = document.documentElement;
  changeSettings({ ...DEFAULTS, theme: "dark", marks: "ink-amber" });
  assert.deepEqual(readSettings(), { ...DEFAULTS, theme: "dark", marks: "ink-amber" });
  assert.deepEqual([root.className, root.dataset.marks], ["dark", "ink-amber"]);
  assert.deepEqual(
    bars.map(({ media }) => media),
    ["not all", "all"],
  );
  changeSettings(DEFAULTS);
  assert.equal(root.className, "");
  assert.deepEqual(
    bars.map(({ media }) => media),
    ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"],
  );
});
