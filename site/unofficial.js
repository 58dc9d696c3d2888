// @ts-check
// All that the site uses of Pyodide and that Pyodide does not promise: any new version
// may change it. The build tries each of it and says in words what has changed
// (`findChanges`); nothing else in this folder names it.

/** @import { Host, Pyodide, PyodideModule } from "./types" */

/** Version of Python that the names below have in them. */
export const PYTHON = "3.14";

/** Path at which Pyodide keeps the standard library, which is imported from there. */
export const LIBRARY_FOLDER = "/lib";
export const LIBRARY_NAME = "python314.zip";

/** Keys of the part `info` of the lock file, the last of which build.py adds. */
const LOCK_KEYS = ["abi_version", "arch", "platform", "python", "version"];

/** Return the option of a lock file without packages. @param {object} info its part `info` */
export const withoutPackages = (info) => ({ lockFileContents: { info, packages: {} } });

/** Option with which Python can be made a memory snapshot of. */
const MAKES_SNAPSHOT = { _makeSnapshot: true };

/** Return the memory of Python as bytes. @param {Pyodide} python started by `startForSnapshot` */
export const makeSnapshot = (python) => python.makeMemorySnapshot();

/**
 * Start Python so that a snapshot of it can be made.
 * @param {PyodideModule} module @param {Record<string, unknown>} options
 */
export const startForSnapshot = ({ loadPyodide }, options) => loadPyodide({ ...options, ...MAKES_SNAPSHOT });

/**
 * Return the options to start from a snapshot, without a library: what is imported is in it.
 * @param {ArrayBuffer | Promise<ArrayBuffer>} snapshot
 * @param {string} nothing is the address of an empty file
 */
export const fromSnapshot = (snapshot, nothing) => ({
  _loadSnapshot: snapshot,
  stdLibURL: nothing,
});

/**
 * Start Pyodide on files that are there already. By itself it fetches them unchecked, and
 * waits for ever for a module that cannot be run.
 * @template Started
 * @param {WebAssembly.Module} module
 * @param {Record<string, Blob>} files by the addresses at which it would fetch them
 * @param {() => Promise<Started>} start
 */
export async function lend(module, files, start) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  /** @type {Promise<never>} */
  const broken = new Promise((_, reject) => {
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

/** Have the library fetched when something of it is read that no snapshot holds. @param {Pyodide} python @param {string} url */
export function attachLibrary(python, url) {
  python.FS.unlink(`${LIBRARY_FOLDER}/${LIBRARY_NAME}`);
  python.FS.createLazyFile(LIBRARY_FOLDER, LIBRARY_NAME, url, true, false);
}

/** Return what is wrong with the lock file, in sentences. @param {{ info?: Record<string, string> }} lock */
export function findChangesOfLock({ info }) {
  if (!info) return ["The lock file has no part `info`, which loadPyodide was given."];
  const keys = Object.keys(info).sort().join(", ");
  const found = [];
  if (keys !== LOCK_KEYS.join(", ")) {
    found.push(`The part \`info\` of the lock file has the keys ${keys}; it had ${LOCK_KEYS.join(", ")}.`);
  }
  if (!info.python?.startsWith(`${PYTHON}.`)) {
    found.push(`Python is ${info.python}; names in site/unofficial.js are those of ${PYTHON}.`);
  }
  return found;
}

/**
 * Return what is wrong with a Python that was started in the ordinary way, in sentences.
 * @param {Pyodide} python
 */
export function findChangesOfStart(python) {
  const path = `${LIBRARY_FOLDER}/${LIBRARY_NAME}`;
  const found = [];
  if (!python.FS.analyzePath(path).exists) found.push(`The standard library is no longer at ${path}.`);
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
 * @param {PyodideModule} module
 * @param {Record<string, unknown>} options of both starts
 * @param {ArrayBuffer} snapshot
 * @param {{ nothing: string, library: string }} files without any module, and with all that
 *   the page imports
 * @param {(host: Host) => string} play is what both must do alike
 */
export async function findChangesOfBothStarts({ loadPyodide }, options, snapshot, files, play) {
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
  if (!found.length && played[0] !== played[1]) {
    found.push(`Started from a snapshot the page answers ${played[0]}; from files, ${played[1]}`);
  }
  return found;
}

/**
 * Throw if anything was found, with all of it in words.
 * @param {string} version of Pyodide @param {string[]} found
 */
export function refuse(version, found) {
  if (!found.length) return;
  const lines = found.map((one) => `- ${one}`).join("\n");
  throw new Error(`Pyodide ${version} is not as site/unofficial.js has it:\n${lines}`);
}
