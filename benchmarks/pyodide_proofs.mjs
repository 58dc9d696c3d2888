// Compares Pyodide under Node with CPython at proving the values of empty boards.
//   npm pack pyodide && tar xzf pyodide-*.tgz
//   node benchmarks/pyodide_proofs.mjs package/ python
// Pyodide and CPython take turns. The figures are the medians of the times and of each round's
// ratio.
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROUNDS = 5;
const BOARDS = ["4, 4, 4", "5, 5, 4", "6, 5, 4"];
const [folder, python = "python3"] = process.argv.slice(2);
const pyodide = resolve(folder);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} board */
const proof = (board) => `
from gc import collect
from time import perf_counter
from tictactoe_widget import MNK
from tictactoe_widget.analysis.mnk.proofs import root_value
collect()
start = perf_counter()
value = root_value(MNK(${board}))
seconds = perf_counter() - start
`;

/** @param {number[]} numbers */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const wasm = await loadPyodide({ indexURL: pyodide });
wasm.mountNodeFS("/project", root);
wasm.runPython("import sys; sys.dont_write_bytecode = True; sys.path.insert(0, '/project')");
const here = execFileSync(python, ["-V"], { encoding: "utf8" }).trim();
console.log(`Pyodide ${wasm.version} (Python ${wasm.runPython("sys.version.split()[0]")}) against ${here}`);
for (const board of BOARDS) {
  const theirs = [];
  const ours = [];
  let value;
  for (let round = 0; round <= ROUNDS; round++) {
    const said = execFileSync(python, ["-c", `${proof(board)}\nprint(seconds)`], { cwd: root, encoding: "utf8" });
    theirs.push(Number(said));
    wasm.runPython(proof(board));
    ours.push(wasm.globals.get("seconds"));
    value = wasm.globals.get("value");
  }
  // The first round does not count, because it includes compiling.
  const ratio = median(ours.slice(1).map((seconds, at) => seconds / theirs[at + 1]));
  console.log(
    `  ${board}: ${value}  CPython ${median(theirs.slice(1)).toFixed(4)} s  ` +
      `Pyodide ${median(ours.slice(1)).toFixed(4)} s  ${ratio.toFixed(2)} x`,
  );
}
