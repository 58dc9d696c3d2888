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

/** Return the memory of a Python that `startForSnapshot` started. */
export const makeSnapshot = (python: Pyodide): Uint8Array => python.makeMemorySnapshot();

/** Start Python so that a snapshot of it can be made. */
export const startForSnapshot = ({ loadPyodide }: PyodideModule, options: Options) =>
  loadPyodide({ ...options, ...MAKES_SNAPSHOT });

/**
 * Return the options to start from a snapshot, without a library: what is imported is in it.
 *
 * @param snapshot
 * @param nothing is the address of an empty file
 */
export const fromSnapshot = (snapshot: ArrayBuffer, nothing: string): Options => ({
  _loadSnapshot: snapshot,
  stdLibURL: nothing,
});

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
  const ways = {
    "a memory snapshot": fromSnapshot(snapshot, files.nothing),
    "files, where the snapshot cannot be had,": { stdLibURL: files.library },
  };
  const found = [];
  const played = [];
  for (const [way, of] of Object.entries(ways)) {
    try {
      played.push(play((await loadPyodide({ ...options, ...of })).pyimport("host")));
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
