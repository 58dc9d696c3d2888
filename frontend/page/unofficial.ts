// All that the site uses of Pyodide and that Pyodide does not promise: any new version
// may change it. The build tries each of it and says in words what has changed
// (`findChanges`); nothing else names it.

import type { Host, Pyodide, PyodideModule } from "./pyodide.ts";

/** Name of this file, for who reads what has changed. */
const HERE = "frontend/page/unofficial.ts";
/** Version of Python that the names below have in them. */
const PYTHON = "3.14";

/** Path at which Pyodide keeps the standard library, which is imported from there. */
export const LIBRARY_FOLDER = "/lib";
export const LIBRARY_NAME = "python314.zip";

/** Keys of the part `info` of the lock file, the last of which the build adds. */
const LOCK_KEYS = ["abi_version", "arch", "platform", "python", "version"];

/** Options of `loadPyodide`. */
export type Options = Record<string, unknown>;

/** Return the option of a lock file without packages, whose part `info` is given. */
export const withoutPackages = (info: object): Options => ({
  lockFileContents: { info, packages: {} },
});

/** Option with which Python can be made a memory snapshot of. */
const MAKES_SNAPSHOT = { _makeSnapshot: true };

/** Bytes to which memory is rounded; a snapshot is all of it, after a head. */
const PAGE_OF_MEMORY = 1 << 16;
/** Bytes in which lies what memory begins with, and room to spare. */
const BEGINNING = 1 << 23;

/** Return what memory begins with, before anything runs that was not in the module. */
const readBeginning = ({ buffer }: WebAssembly.Memory): Uint32Array =>
  new Uint32Array(buffer, 0, BEGINNING / 4);

/**
 * Take from a snapshot what memory begins with, which comes with the module, or give it back:
 * twice is never. Where the two are the same, zeros are left, which pack well.
 */
function exchange(snapshot: ArrayBufferLike, beginning: Uint32Array): void {
  const head = snapshot.byteLength % PAGE_OF_MEMORY;
  const taken = new Uint32Array(snapshot, head, beginning.length);
  for (let at = 0; at < taken.length; at += 1) taken[at] ^= beginning[at];
}

/** Start Python, and `see` its memory as it begins. */
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

/** Start Python so that a snapshot of it can be made, by what is returned beside it. */
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
 * Start Python from a snapshot, without a library: what is imported is in it.
 *
 * @param snapshot is of no use for a second start
 * @param nothing is the address of an empty file
 * @param start
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
 * Start Pyodide on files that are there already. By itself it fetches them unchecked, and
 * waits for ever for a module that cannot be run.
 *
 * @param module
 * @param files by the addresses at which it would fetch them
 * @param start
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

/** Have the library fetched when something of it is read that no snapshot holds. */
export function attachLibrary({ FS }: Pyodide, url: string): void {
  FS.unlink(`${LIBRARY_FOLDER}/${LIBRARY_NAME}`);
  FS.createLazyFile(LIBRARY_FOLDER, LIBRARY_NAME, url, true, false);
}

/** Return what is wrong with the lock file, in sentences. */
export function findChangesOfLock({ info }: { info?: Record<string, string> }): string[] {
  if (!info) return ["The lock file has no part `info`, which loadPyodide was given."];
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

/** Return what is wrong with a Python started in the ordinary way, in sentences. */
export function findChangesOfStart(python: Pyodide): string[] {
  const path = `${LIBRARY_FOLDER}/${LIBRARY_NAME}`;
  const found = [];
  if (!python.FS.analyzePath(path).exists) {
    found.push(`The standard library is no longer at ${path}.`);
  }
  if (typeof python.makeMemorySnapshot !== "function") {
    found.push("Python has no makeMemorySnapshot: no snapshot can be made.");
  }
  if (typeof python.FS.createLazyFile !== "function") {
    found.push("The file system has no createLazyFile: the library cannot be fetched late.");
  }
  return found;
}

/**
 * Start from a snapshot and in the ordinary way, as the page does, and return in
 * sentences what does not work.
 *
 * @param module
 * @param options of both starts
 * @param snapshot
 * @param files without any module, and with all that the page imports
 * @param play is what both must do alike
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
    "files, where the snapshot cannot be had,": () => start({ stdLibURL: files.library }),
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

/** Throw if anything was found in this version of Pyodide, with all of it in words. */
export function refuse(version: string, found: string[]): void {
  if (!found.length) return;
  const lines = found.map((one) => `- ${one}`).join("\n");
  throw new Error(`Pyodide ${version} is not as ${HERE} has it:\n${lines}`);
}
