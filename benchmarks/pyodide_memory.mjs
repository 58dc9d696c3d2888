// Measures how much memory Pyodide takes under Node while `expert` plays all named rule sets
// against itself several times, in one process.
//   npm pack pyodide && tar xzf pyodide-*.tgz
//   node benchmarks/pyodide_memory.mjs package/
// "in use" is the allocated part of the heap, after garbage collection. "heap" is the module's
// whole memory, which never shrinks. In a browser's task manager, the page's memory is added.
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const TURNS = 3;
const [folder] = process.argv.slice(2);
const pyodide = resolve(folder);
const root = dirname(dirname(fileURLToPath(import.meta.url)));

const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const wasm = await loadPyodide({ indexURL: pyodide });
wasm.mountNodeFS("/project", root);
wasm.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/project")
import gc
import tictactoe_widget.session
from tictactoe_widget import NAMED, Game, player

def play(name, seed):
    game = Game(name)
    expert = player("expert", seconds=0.2, seed=seed)
    while not game.is_over:
        game = game.play(expert(game))
    return game.move_count
`);

const MEGABYTE = 1e6;
/** Index of the bytes in use in the result of `mallinfo`, which consists of 4-byte numbers. */
const IN_USE = 7;

/** Return the number of bytes in use, and the size of the heap in bytes. */
function measure() {
  wasm.runPython("gc.collect()");
  const { _module: module } = wasm;
  const info = module.stackSave();
  const at = module.stackAlloc(40);
  module._mallinfo(at);
  const used = module.HEAPU32[(at >> 2) + IN_USE];
  module.stackRestore(info);
  return { used, heap: module.HEAPU8.length };
}

const begun = measure();
/** @param {string} what @param {number} moves */
function report(what, moves) {
  const { used, heap } = measure();
  const grown = (/** @type {number} */ bytes) => (bytes / MEGABYTE).toFixed(1).padStart(6);
  console.log(`${what.padEnd(16)} ${String(moves).padStart(4)} moves  in use ${grown(used - begun.used)}  heap ${grown(heap - begun.heap)} MB`);
}

console.log(`Pyodide ${wasm.version}; imported: in use ${(begun.used / MEGABYTE).toFixed(1)}, heap ${(begun.heap / MEGABYTE).toFixed(1)} MB`);
const names = wasm.runPython("list(NAMED)").toJs();
for (let turn = 1; turn <= TURNS; turn++) {
  let all = 0;
  for (const name of names) {
    const moves = wasm.runPython(`play("${name}", ${turn})`);
    all += moves;
    report(name, moves);
  }
  report(`after turn ${turn}`, all);
}
