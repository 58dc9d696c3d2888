// The page's language: how it's chosen, and the document's texts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { it } from "node:test";

import { JSDOM } from "jsdom";

const { window } = new JSDOM(readFileSync("frontend/page/index.html", "utf8"), {
  url: "https://example.org/",
});
const { document, localStorage, location, navigator } = window;
const ofLanguage = (code: string) => ({
  words: { address: `./texts/${code}.json`, integrity: "sha256-" },
  catalogue: { address: `./texts/${code}.txt`, integrity: "sha256-" },
});
Object.assign(globalThis, {
  document,
  localStorage,
  location,
  navigator,
  LANGUAGES: Object.fromEntries(["ar", "de", "pt-BR"].map((code) => [code, ofLanguage(code)])),
  LANGUAGE: "",
  TITLE: "Tic-tac-toe",
  window,
});
const language = await import("../../../frontend/page/language.ts");
const { findLanguage } = await import("../../../frontend/page/own_texts.ts");

it("is the visitor's first available language, also from another region", () => {
  const find = (...wanted: string[]) => findLanguage(wanted, ["ar", "de", "pt-BR"]);
  assert.equal(find("fi", "de-AT", "en"), "de");
  assert.equal(find("pt-PT"), "pt-BR");
  assert.equal(find("en-GB", "de"), "en");
  assert.equal(find("fi"), "en");
});

it("stays English if the catalogue can't be fetched", async () => {
  localStorage.setItem("tictactoe_widget / settings", '{"language": "de"}');
  globalThis.fetch = () => Promise.reject(new TypeError("offline"));
  await language.loadLanguage();
  assert.equal(document.documentElement.lang, "en");
  assert.equal(language.orderLanguage(), null);
});

it("applies to the whole document and to Python", async () => {
  localStorage.setItem("tictactoe_widget / settings", '{"language": "ar"}');
  const texts = { Settings: "الإعدادات", "Tic-tac-toe": "إكس أو" };
  const asked: string[] = [];
  globalThis.fetch = async (url) => {
    asked.push(String(url));
    return new Response(JSON.stringify({ state: { language: "ar", texts }, answers: {} }));
  };
  await language.loadLanguage();
  assert.match(asked.join(), /\/texts\/ar\.json$/);
  const { lang, dir } = document.documentElement;
  assert.deepEqual([lang, dir], ["ar", "rtl"]);
  assert.equal(document.querySelector("#settings")?.textContent, "الإعدادات");
  assert.equal(document.querySelector("h1")?.textContent, "إكس أو");
  assert.ok(document.querySelector("h1 svg"));
  assert.equal(language.orderLanguage()?.code, "ar");
});
