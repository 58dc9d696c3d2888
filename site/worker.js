// @ts-check
// Python for the bare page: Pyodide with a Session on it. Starts from a memory
// snapshot in which the Session stands ready, or, where that is not to be had,
// in the ordinary way.

/** @import { Host, PyodideModule, Start, ToPage, ToWorker } from "./types" */

const here = (/** @type {string} */ path) => new URL(path, import.meta.url).href;
const PYODIDE = here("./lite/static/pyodide/");
const SCRIPT = here("./lite/static/pyodide/pyodide.mjs");
const MODULE = here("./lite/static/pyodide/pyodide.asm.mjs");
const WASM = here("./lite/static/pyodide/pyodide.asm.wasm");
const STANDARD_LIBRARY = here("./lite/static/pyodide/python_stdlib.zip");
const PYTHON = here("./python.zip");
const SNAPSHOT = here("./snapshot.bin");

/** Bytes of the files whose arrival is counted, unpacked; the build writes them. */
const BYTES = { wasm: 1, snapshot: 1 };
/** The part `info` of Pyodide's lock file; the build writes it. */
const LOCK_INFO = {};
/** Name of the build, which its snapshot carries too; the build writes it. */
const BUILD = "";

/** Tell the page something. @param {ToPage} message */
const post = (message) => self.postMessage(message);

let received = 0;
let told = 0;

/** Copies of what was fetched, for the service worker. @type {Map<string, Response>} */
const copies = new Map();

/** Return a promise whose failure is reported when it is awaited, not before. @template T @param {Promise<T>} promise */
function later(promise) {
  promise.catch(() => {});
  return promise;
}

/**
 * Fetch a file, and tell the page how much has arrived.
 * @param {string} url
 * @param {(reason: unknown) => void} fail is called when the file breaks off
 */
async function load(url, fail) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${new URL(url).pathname}: ${response.status}`);
  copies.set(url, response.clone());
  const reader = response.body.getReader();
  const counted = new ReadableStream({
    async pull(stream) {
      try {
        const { done, value } = await reader.read();
        if (done) return stream.close();
        received += value.length;
        stream.enqueue(value);
      } catch (error) {
        fail(error);
        return stream.error(error);
      }
      const part = Math.min(1, received / (BYTES.wasm + BYTES.snapshot));
      if (part - told > 0.01) post({ kind: "progress", part: (told = part) });
    },
  });
  return new Response(counted, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
}

/** Fetch the WebAssembly module; return it, and a promise that fails when it does not arrive. */
function loadWasm() {
  /** @type {(reason: unknown) => void} */
  let fail = () => {};
  const broken = later(new Promise((/** @type {(never: never) => void} */ _, reject) => {
    fail = reject;
  }));
  const response = later(load(WASM, fail));
  response.catch(fail);
  return { response, broken };
}

/** Return the unpacked bytes of a gzipped file. @param {Response} response */
function unpack(response) {
  const body = /** @type {ReadableStream} */ (response.body);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Everything is asked for at once; what needs what is sorted out below.
/** @type {Promise<PyodideModule>} */
const script = later(import(SCRIPT));
const emscripten = later(import(MODULE));
const unofficial = later(import("./unofficial.js"));
const snapshot = later(load(SNAPSHOT, () => {}).then(unpack));
/** @type {ReturnType<typeof loadWasm> | null} */
let early = loadWasm();

/** Start Pyodide on what was fetched early. @param {Record<string, unknown>} options */
async function startPyodide(options) {
  const wasm = early ?? loadWasm();
  early = null;
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script, emscripten]);
  // loadPyodide fetches by itself and takes no other way.
  const plainFetch = self.fetch;
  self.fetch = async (resource, request) => {
    if (String(resource) !== `${PYODIDE}pyodide.asm.wasm`) return plainFetch(resource, request);
    self.fetch = plainFetch;
    return new Response((await wasm.response).body, { headers: { "Content-Type": "application/wasm" } });
  };
  const python = loadPyodide({
    indexURL: PYODIDE,
    ...(await unofficial).withoutPackages(LOCK_INFO),
    createPyodideModule,
    ...options,
  });
  // It would wait for ever for a module that does not arrive.
  return Promise.race([python, wasm.broken]);
}

/** @typedef {{ python: Awaited<ReturnType<typeof startPyodide>>, host: Host, start: Start }} Started */

/** Start Python from the memory snapshot. @returns {Promise<Started>} */
async function startFromSnapshot() {
  const { attachLibrary, fromSnapshot } = await unofficial;
  const python = await startPyodide(fromSnapshot(snapshot));
  // Everything imported is in the snapshot; what is not can still be had.
  attachLibrary(python, PYTHON);
  const host = python.pyimport("host");
  if (host.BUILD !== BUILD) throw new Error("the snapshot is another build's");
  return { python, host, start: "snapshot" };
}

/** Start Python in the ordinary way, from its files. @returns {Promise<Started>} */
async function startFromFiles() {
  const python = await startPyodide({ stdLibURL: PYTHON });
  return { python, host: python.pyimport("host"), start: "files" };
}

/**
 * Start Python and open the table; return the module host.py.
 * @param {string | null} saved @param {string | null} link
 */
async function open(saved, link) {
  const { python, host, start } = await startFromSnapshot().catch((error) => {
    console.info("Starting without the snapshot:", error);
    return startFromFiles();
  });
  python.FS.createLazyFile("/lib", "python_stdlib.zip", STANDARD_LIBRARY, true, false);
  const tell = (/** @type {string} */ text) => post({ start, ...JSON.parse(text) });
  host.start(tell, saved ?? undefined, link ?? undefined); // null would not be None
  return host;
}

/**
 * Put what was fetched where the service worker looks before it fetches.
 * @param {string} name of the cache
 */
async function handOver(name) {
  const cache = await caches.open(name);
  await Promise.all([...copies].map(([url, response]) => cache.put(url, response)));
}

/** @type {Host} */
let host;
self.onmessage = async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  switch (data.kind) {
    case "request":
      host.handle(data.text);
      break;
    case "start":
      try {
        host = await open(data.saved, data.link);
      } catch (error) {
        console.warn("Python could not be loaded:", error);
        post({ kind: "failed", isOffline: error instanceof TypeError });
      }
      break;
    case "hand over":
      if (data.cache) await handOver(data.cache).catch(() => {});
      copies.clear();
      post({ kind: "handed over" });
      break;
  }
};
