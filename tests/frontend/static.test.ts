// The bundled front ends that `frontend/build.mjs` writes to tictactoe_widget/static.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";

import { JSDOM } from "jsdom";

// lit-html creates a tree walker when it's loaded.
globalThis.document = new JSDOM().window.document;
// Adding the sheets' styles uses an API that jsdom lacks.
Object.assign(globalThis, {
  CSSStyleSheet: class {
    replaceSync() {}
  },
});

/** A script with sheets that the board loads on demand. */
const SHEETS = "sheets";
/** The class that only this widget's root has. */
const ROOTS = {
  board: "ttt-game",
  matchboxes: "ttt-matchboxes",
  search: "ttt-search",
  standings: "ttt-standings",
};
const WIDGETS = Object.keys(ROOTS);
const STATIC = "tictactoe_widget/static";
const read = (name: string) => readFileSync(`${STATIC}/${name}`, "utf8");
const load = (text: string) => import(`data:text/javascript,${encodeURIComponent(text)}`);
const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

describe("the build", () => {
  it("writes a script and a style sheet for each widget, and lists their sources", () => {
    const expected = WIDGETS.flatMap((name) => [`${name}.css`, `${name}.js`]);
    // The licenses of bundled packages are included.
    const made = ["LICENSE-lit-html.txt", "LICENSE-lucide.txt", `${SHEETS}.js`, ...expected];
    assert.deepEqual(readdirSync(STATIC).sort(), [...made, "sources.json"].sort());
    const { made: named, sources } = JSON.parse(read("sources.json"));
    assert.deepEqual(named, made.sort());
    for (const path of ["frontend/board/board.ts", "frontend/shared/theme.css", "package.json"])
      assert.equal(sources[path], sha256(readFileSync(path)));
  });
});

for (const [name, root] of Object.entries(ROOTS))
  it(`Styles for ${name} don't reach other widgets on the page`, () => {
    const styles = readdirSync(`frontend/${name}`)
      .filter((file) => file.endsWith(".css"))
      .map((file) => [file, readFileSync(`frontend/${name}/${file}`, "utf8")])
      // Some style sheets only import others.
      .filter(([, style]) => style.includes("{"));
    assert.ok(styles.length > 0);
    for (const [file, style] of styles) {
      // Nested rules are indented, and reach no further than their parents.
      const outermost = style.match(/^[^\s@/}].*(?=\{)/gm) ?? [];
      assert.ok(outermost.length > 0, file);
      for (const selector of outermost) assert.match(selector, new RegExp(`\\.${root}\\b`));
    }
  });

for (const name of [...WIDGETS, SHEETS]) {
  const script = read(`${name}.js`);

  describe(`the script for ${name}`, () => {
    it("imports nothing, exports a front end, and has no source map", () => {
      // A board loads its sheets through a function.
      assert.equal(script.match(/\bimport\b(?!\()/g), null);
      assert.deepEqual(script.match(/^export .*?\[/gm), ["export default globalThis["]);
      assert.ok(!script.includes("sourceMappingURL"));
    });

    it("is all Latin-1, so that browsers use one byte per character", () => {
      assert.match(script, /^[\0-\xff]*$/);
    });

    it("runs once per page, however often it's imported, until it changes", async () => {
      const first = await load(script);
      const again = await load(`${script}// The same, from another address.\n`);
      assert.equal(again.default, first.default);
      const digest =
        script.match(/Symbol\.for\("tictactoe_widget ([0-9a-f]{16})"\)/)?.[1] ?? "";
      assert.equal(sha256(script.replace(digest, "DIGEST")).slice(0, 16), digest);
      const changed = await load(script.replace(digest, name));
      assert.notEqual(changed.default, first.default);
      assert.deepEqual(Object.keys(changed.default), Object.keys(first.default));
    });
  });
}

for (const name of WIDGETS) {
  it(`The style sheet for ${name} begins with the theme, and has no imports or comments`, () => {
    const style = read(`${name}.css`);
    const [theme] = read("board.css").split("}", 1);
    assert.ok(theme.startsWith(".ttt{color-scheme:light dark;"));
    assert.ok(style.startsWith(theme));
    assert.equal(style.match(/@import|\/\*/g), null);
  });
}
