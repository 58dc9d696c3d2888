// All parts of Pyodide that the site uses without a promise of Pyodide, so that any new version
// may change them. The build tries each of them and describes the changes (`findChanges`). No
// other file uses them.

import type { Host, Pyodide, PyodideModule } from "./pyodide.ts";

/** Name of this file, for people who read the changes. */
const HERE = "frontend/page/unofficial.ts";
/** Version of Python in the names below. */
const PYTHON = "3.14";

/** Path of the standard library in Pyodide, which is imported from there. */
export const LIBRARY_FOLDER = "/lib";
export const LIBRARY_NAME = "python314.zip";

/** Keys of the part `info` of the lock file. The build adds the last one. */
const LOCK_KEYS = ["abi_version", "arch", "platform", "python", "version"];

/** Options of `loadPyodide`. */
export type Options = Record<string, unknown>;

/** Return the option of a lock file without packages, with the given part `info`. */
export const withoutPackages = (info: object): Options => ({
  lockFileContents: { info, packages: {} },
});

/** Option that allows a memory snapshot of Python. */
const MAKES_SNAPSHOT = { _makeSnapshot: true };

/** Unit of the memory size in bytes. A snapshot is all of the memory, after a head. */
const PAGE_OF_MEMORY = 1 << 16;
/** Bytes that cover the initial memory, with room to spare. */
const BEGINNING = 1 << 23;

/** Return the initial memory, before anything runs that was not in the module. */
const readBeginning = ({ buffer }: WebAssembly.Memory): Uint32Array =>
  new Uint32Array(buffer, 0, BEGINNING / 4);

/**
 * Remove the initial memory, which comes with the module, from a snapshot, or restore it. The
 * two operations are the same. Equal bytes become zeros, which compress well.
 */
function exchange(snapshot: ArrayBufferLike, beginning: Uint32Array): void {
  const head = snapshot.byteLength % PAGE_OF_MEMORY;
  const taken = new Uint32Array(snapshot, head, beginning.length);
  for (let at = 0; at < taken.length; at += 1) taken[at] ^= beginning[at];
}

/** Start Python, and call `see` with its initial memory. */
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

/** Start Python so that a snapshot of it can be made, by a function in the result. */
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
 * Start Python from a snapshot, without a library, because imported modules are in it.
 *
 * @param snapshot memory snapshot, which cannot be used for a second start
 * @param nothing address of an empty file
 * @param start ordinary start
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
 * Start Pyodide from files that are already loaded. By default it fetches them unchecked, and
 * waits forever for a module that cannot run.
 *
 * @param module module pyodide.js
 * @param files by their addresses for Pyodide
 * @param start ordinary start
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

/** Fetch the library when code reads a part of it that no snapshot contains. */
export function attachLibrary({ FS }: Pyodide, url: string): void {
  FS.unlink(`${LIBRARY_FOLDER}/${LIBRARY_NAME}`);
  FS.createLazyFile(LIBRARY_FOLDER, LIBRARY_NAME, url, true, false);
}

/** Return the faults of the lock file, in sentences. */
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

/** Return the faults of a Python that started in the ordinary way, in sentences. */
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
 * Start from a snapshot and in the ordinary way, as the page does, and return the faults in
 * sentences.
 *
 * @param module module pyodide.js
 * @param options of both starts
 * @param snapshot memory snapshot
 * @param files without any module, and with all that the page imports
 * @param play what both must do in the same way
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

/** Throw if there is any fault in this version of Pyodide, with all of them in words. */
export function refuse(version: string, found: string[]): void {
  if (!found.length) return;
  const lines = found.map((one) => `- ${one}`).join("\n");
  throw new Error(`Pyodide ${version} is not as ${HERE} has it:\n${lines}`);
}
