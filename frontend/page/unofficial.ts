// All of Pyodide's undocumented features that the site uses. Any new version of Pyodide can
// change these features, so the build tries each of them and describes what has changed. No
// other file uses undocumented features.

import type { Host, Pyodide, PyodideModule } from "./pyodide.ts";

/** This file's name, for messages about changes. */
const HERE = "frontend/page/unofficial.ts";
/** Python's version, which occurs in the names below. */
const PYTHON = "3.14";

/** Pyodide's path from which Python imports the standard library. */
export const LIBRARY_FOLDER = "/lib";
export const LIBRARY_NAME = "python314.zip";

/** Keys in the lock file's part `info`. The build adds the last one. */
const LOCK_KEYS = ["abi_version", "arch", "platform", "python", "version"];

/** Options for `loadPyodide`. */
export type Options = Record<string, unknown>;

/** Return the option for a lock file with the given part `info` and without packages. */
export const withoutPackages = (info: object): Options => ({
  lockFileContents: { info, packages: {} },
});

/** Option that makes it possible to take a snapshot of Python's memory. */
const MAKES_SNAPSHOT = { _makeSnapshot: true };

/**
 * Unit in which memory is measured, in bytes. A snapshot consists of a header and the whole
 * memory.
 */
const PAGE_OF_MEMORY = 1 << 16;
/** A number of bytes that certainly covers the memory's initial contents. */
const BEGINNING = 1 << 23;

/** Return a copy of the memory as the module initializes it, before other code runs. */
const readBeginning = ({ buffer }: WebAssembly.Memory): Uint32Array =>
  new Uint32Array(buffer, 0, BEGINNING / 4);

/**
 * Remove the memory's initial contents from a snapshot, because the module contains them, or
 * add them again. One operation does both, because it turns equal bytes into zeros, and back.
 * Zeros compress well.
 */
function exchange(snapshot: ArrayBufferLike, beginning: Uint32Array): void {
  const head = snapshot.byteLength % PAGE_OF_MEMORY;
  const taken = new Uint32Array(snapshot, head, beginning.length);
  for (let at = 0; at < taken.length; at += 1) taken[at] ^= beginning[at];
}

/** Start Python, and call `see` with the memory's initial contents. */
async function watchMemory<Started>(
  see: (memory: WebAssembly.Memory) => void,
  start: () => Promise<Started>,
): Promise<Started> {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...given: unknown[]) => {
    const made = await Reflect.apply(instantiate, WebAssembly, given);
    const { memory } = (made.instance ?? made).exports;
    if (memory) see(memory);
    return made;
  };
  try {
    return await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Start Python in such a way that it has a function that takes a memory snapshot. */
export async function startForSnapshot({ loadPyodide }: PyodideModule, options: Options) {
  let beginning = new Uint32Array();
  const python = await watchMemory(
    (memory) => {
      beginning = readBeginning(memory).slice();
    },
    () => loadPyodide({ ...options, ...MAKES_SNAPSHOT }),
  );
  const makeSnapshot = (): Uint8Array => {
    const snapshot = python.makeMemorySnapshot().slice();
    exchange(snapshot.buffer, beginning);
    return snapshot;
  };
  return { python, makeSnapshot };
}

/**
 * Start Python from a snapshot. The library isn't needed, because the snapshot contains the
 * imported modules.
 *
 * @param snapshot memory snapshot, which can be used only once
 * @param nothing address of an empty file
 * @param start starts Python with the given options
 */
export const restore = (
  snapshot: ArrayBuffer,
  nothing: string,
  start: (options: Options) => Promise<Pyodide>,
): Promise<Pyodide> =>
  watchMemory(
    (memory) => exchange(snapshot, readBeginning(memory)),
    () => start({ _loadSnapshot: snapshot, stdLibURL: nothing }),
  );

/**
 * Start Pyodide from files that have already been loaded. By default, Pyodide fetches files
 * without checking them, and waits forever if a module can't run.
 *
 * @param module module pyodide.js
 * @param files loaded files, by the addresses that Pyodide uses
 * @param start starts Python with the given options
 */
export async function lend<Started>(
  module: WebAssembly.Module,
  files: Record<string, Blob>,
  start: () => Promise<Started>,
): Promise<Started> {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const broken = new Promise<never>((_, reject) => {
    globalThis.fetch = async (resource, options) => {
      const file = files[String(resource)];
      return file ? new Response(file) : fetch(resource, options);
    };
    WebAssembly.instantiateStreaming = async (_response, imports) => {
      const instance = WebAssembly.instantiate(module, imports);
      instance.catch(reject);
      return { module, instance: await instance };
    };
  });
  try {
    return await Promise.race([start(), broken]);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Fetch the library as soon as code reads a part of it that isn't in the snapshot. */
export function attachLibrary({ FS }: Pyodide, url: string): void {
  FS.unlink(`${LIBRARY_FOLDER}/${LIBRARY_NAME}`);
  FS.createLazyFile(LIBRARY_FOLDER, LIBRARY_NAME, url, true, false);
}

/** Return sentences about unexpected changes to the lock file. */
export function findChangesOfLock({ info }: { info?: Record<string, string> }): string[] {
  if (!info) return ["The lock file no longer has the part `info`."];
  const keys = Object.keys(info).sort().join(", ");
  const had = LOCK_KEYS.join(", ");
  const found = [];
  if (keys !== had) {
    found.push(`The part \`info\` of the lock file has the keys ${keys}; it had ${had}.`);
  }
  if (!info.python?.startsWith(`${PYTHON}.`)) {
    found.push(`Python is ${info.python}; names in ${HERE} are those of ${PYTHON}.`);
  }
  return found;
}

/** Return sentences about unexpected changes to Python, if it is started without a snapshot. */
export function findChangesOfStart(python: Pyodide): string[] {
  const path = `${LIBRARY_FOLDER}/${LIBRARY_NAME}`;
  const found = [];
  if (!python.FS.analyzePath(path).exists) {
    found.push(`The standard library is no longer at ${path}.`);
  }
  if (typeof python.makeMemorySnapshot !== "function") {
    found.push("Python has no makeMemorySnapshot, so it cannot make a snapshot.");
  }
  if (typeof python.FS.createLazyFile !== "function") {
    found.push("The file system has no createLazyFile, so it cannot fetch the library later.");
  }
  return found;
}

/**
 * Start Python both with and without a snapshot, as the page does. Return sentences about
 * everything that fails.
 *
 * @param module module pyodide.js
 * @param options options for both starts
 * @param snapshot memory snapshot
 * @param files addresses of an empty file, and of a library with all modules that the page
 * imports
 * @param play plays a move, which must have the same result both times
 */
export async function findChangesOfBothStarts(
  { loadPyodide }: PyodideModule,
  options: Options,
  snapshot: ArrayBuffer,
  files: { nothing: string; library: string },
  play: (host: Host) => string,
): Promise<string[]> {
  const start = (of: Options) => loadPyodide({ ...options, ...of });
  const ways = {
    "a memory snapshot": () => restore(snapshot, files.nothing, start),
    "files (without a snapshot)": () => start({ stdLibURL: files.library }),
  };
  const found = [];
  const played = [];
  for (const [way, begin] of Object.entries(ways)) {
    try {
      played.push(play((await begin()).pyimport("host")));
    } catch (error) {
      found.push(`The start from ${way} fails: ${error}`);
    }
  }
  const [packed, plain] = played;
  if (!found.length && packed !== plain) {
    found.push(`Started from a snapshot the page answers ${packed}; from files, ${plain}`);
  }
  return found;
}

/**
 * Throw an error that lists all unexpected changes in this version of Pyodide, if there are
 * any.
 */
export function refuse(version: string, found: string[]): void {
  if (!found.length) return;
  const lines = found.map((one) => `- ${one}`).join("\n");
  throw new Error(`Pyodide ${version} is not as ${HERE} has it:\n${lines}`);
}
