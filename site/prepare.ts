// This script compiles the standard library and the wheels, and takes a memory snapshot that
// contains the session from host.py. When the site is built, the bundled script runs under Node
// and loads the site's Pyodide: node prepare.mjs site/ pyodide/ ours.whl out/ others.whl...
import crypto from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

import type { Host, PyodideModule } from "../frontend/page/pyodide.ts";
import {
  findChangesOfBothStarts,
  findChangesOfLock,
  findChangesOfStart,
  LIBRARY_FOLDER,
  LIBRARY_NAME,
  refuse,
  startForSnapshot,
  withoutPackages,
} from "../frontend/page/unofficial.ts";

/** Part of Pyodide's lock file that this script uses. */
interface Lock {
  info: Record<string, string>;
}

/**
 * Folder of host.py, folder of Pyodide, our wheel, folder for the results, and other wheels.
 */
type Paths = [string, string, string, string, ...string[]];

const paths = process.argv.slice(2).map((path) => resolve(path));
const [sources, pyodide, ours, out, ...others] = paths as Paths;
const module = (await import(pathToFileURL(join(pyodide, "pyodide.js")).href)) as PyodideModule;
const { version } = module;
const lock = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8")) as Lock;
const options = {
  indexURL: pyodide,
  ...withoutPackages(lock.info),
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
};

/** Return a file's bytes. */
const read = (path: string): Uint8Array => new Uint8Array(readFileSync(path));

const host = readFileSync(join(sources, "host.py"), "utf8");
const digest = crypto.createHash("sha256").update(version).update(read(ours)).update(host);
const build = digest.digest("hex").slice(0, 16);

/** Compile the standard library and the wheels. */
async function compileAll(): Promise<void> {
  const python = await module.loadPyodide(options);
  refuse(version, findChangesOfStart(python));
  python.FS.writeFile("/tmp/compile_site.py", readFileSync(join(sources, "compile.py")));
  python.runPython("import sys; sys.path.insert(0, '/tmp')");
  const compiler = python.pyimport("compile_site");
  for (const wheel of [ours, ...others]) {
    writeFileSync(
      join(out, "wheels", basename(wheel)),
      compiler.add_bytecode(read(wheel)).toJs(),
    );
  }
  const whole = compiler.compile_library(
    python.FS.readFile(`${LIBRARY_FOLDER}/${LIBRARY_NAME}`),
  );
  writeFileSync(join(out, "python_stdlib.zip"), whole.toJs());
  const named = host.replace('BUILD = ""', `BUILD = "${build}"`);
  const page = compiler.compile_page(whole, read(ours), named);
  writeFileSync(join(out, "python.zip"), page.toJs());
}

/** Fill an array with zeros instead of random numbers. */
function fillWithZeros<Bytes extends ArrayBufferView>(array: Bytes): Bytes {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill(0);
  return array;
}

/**
 * Stop the clock and the random numbers, so that memory has the same contents in every build.
 */
function stopTheWorld(): void {
  process.argv = ["node", "prepare.mjs"];
  globalThis.crypto.getRandomValues = crypto.randomFillSync = fillWithZeros;
  Date.now = () => Date.UTC(2000, 0, 1);
  performance.now = () => 0;
}

/** Write a memory snapshot that contains the session, and its state. */
async function takeSnapshot(): Promise<void> {
  stopTheWorld();
  const { python, makeSnapshot } = await startForSnapshot(module, {
    ...options,
    stdLibURL: join(out, "python.zip"),
  });
  const state = python.runPython(`
import gc, host, json, random
random.seed(0)
gc.collect()
# Freed memory keeps what was in it; zeros pack better. With more of them the heap would grow.
[bytes(4000) for _ in range(400)]
json.dumps(host.session.state)
`);
  writeFileSync(join(out, "state.json"), state);
  writeFileSync(join(out, "snapshot.bin"), gzipSync(makeSnapshot(), { level: 9 }));
}

/** Play a move in the page's session, and return the messages to the page. */
function play(host: Host): string {
  const told: string[] = [];
  const move = { kind: "play", cell: 0, round: 1, ply: 1, request: "a", client: "b" };
  host.start((text) => void told.push(text), undefined, "rules=4x4&moves=b2");
  host.handle(JSON.stringify(move));
  return told.join("\n");
}

/** Try both starts of the page: from the snapshot, and from the original files. */
async function tryBothStarts(): Promise<void> {
  const packed = readFileSync(join(out, "snapshot.bin"));
  const { buffer, byteOffset, length } = gunzipSync(packed);
  const snapshot = buffer.slice(byteOffset, byteOffset + length);
  const files = { nothing: join(out, "nothing.zip"), library: join(out, "python.zip") };
  writeFileSync(files.nothing, "");
  refuse(version, await findChangesOfBothStarts(module, options, snapshot, files, play));
}

mkdirSync(join(out, "wheels"), { recursive: true });
refuse(version, findChangesOfLock(lock));
await compileAll();
await takeSnapshot();
await tryBothStarts();
writeFileSync(join(out, "build"), build);
