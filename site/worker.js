// @ts-check
// Python for the bare page: Pyodide with a Session on it. Starts from a memory
// snapshot in which the Session stands ready, or, where that is not to be had,
// in the ordinary way.

/** @import { EmscriptenModule, Host, Order, Pyodide, PyodideModule, Start, ToPage, ToWorker, Why } from "./types" */

const here = (/** @type {string} */ path) => new URL(path, import.meta.url).href;
const PYODIDE = here("./lite/static/pyodide/");
const SCRIPT = here("./lite/static/pyodide/pyodide.mjs");
const MODULE = here("./lite/static/pyodide/pyodide.asm.mjs");
const WASM = here("./lite/static/pyodide/pyodide.asm.wasm");
const STANDARD_LIBRARY = here("./lite/static/pyodide/python_stdlib.zip");
const UNOFFICIAL = here("./unofficial.js");
const PYTHON = here("./python.zip");
const SNAPSHOT = here("./snapshot.bin");

/** Hashes of the files, by name, as `integrity` writes them; the build writes them. @type {Record<string, string>} */
const INTEGRITY = {};
const HASHES = new Map(Object.entries(INTEGRITY).map(([path, hash]) => [here(path), hash]));
/** Bytes of the files whose arrival is counted, unpacked; the build writes them. */
const BYTES = { wasm: 1, snapshot: 1 };
/** The part `info` of Pyodide's lock file; the build writes it. */
const LOCK_INFO = {};
/** Name of the build, which its snapshot carries too; the build writes it. */
const BUILD = "";

/** Tell the page something. @param {ToPage} message */
const post = (message) => self.postMessage(message);

/** Milliseconds between the messages that tell that bytes arrive. */
const TELL_MS = 100;

/** A start that fails, and why. */
class Failure extends Error {
  /** @param {Why} why @param {unknown} cause */
  constructor(why, cause) {
    super(String(cause), { cause });
    this.why = why;
  }
}

/** Return a function that throws a failure for this reason. @param {Why} why @returns {(cause: unknown) => never} */
const because = (why) => (cause) => {
  throw new Failure(why, cause);
};

/** Return a promise whose failure is reported when it is awaited, not before. @template T @param {Promise<T>} promise */
function later(promise) {
  promise.catch(() => {});
  return promise;
}

/** Addresses of files that need not be fetched anew; null while nothing has failed. @type {Set<string> | null} */
let known = null;
/** Return how a file is to be fetched: after a failure not from the browser's cache, which may hold the fault. @param {string} url @returns {RequestCache} */
const cacheFor = (url) => (!known || known.has(url) ? "default" : "reload");

/** What was fetched, for the service worker. @type {Map<string, Blob>} */
const copies = new Map();

let received = 0;
let toldAt = 0;

/** Tell the page now and then how much has arrived. @param {number} bytes that have just come */
function count(bytes) {
  received += bytes;
  const part = Math.min(1, received / (BYTES.wasm + BYTES.snapshot));
  const now = performance.now();
  if (part < 1 && now - toldAt < TELL_MS) return;
  toldAt = now;
  post({ kind: "progress", part });
}

/** Fail unless a file is as the build wrote it. @param {string} url @param {Blob} file */
async function check(url, file) {
  const integrity = /** @type {string} */ (HASHES.get(url));
  if (crypto.subtle) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
    if (`sha256-${btoa(String.fromCharCode(...digest))}` !== integrity) throw new Failure("damaged", url);
  } else {
    // A page that is not served securely can check nothing itself. The browser has the
    // file by now, and can.
    await fetch(url, { integrity, cache: "force-cache" }).catch(because("damaged"));
  }
  post({ kind: "sound", file: url });
}

/**
 * Fetch a file, and tell the page how much has arrived. Return the response, to be read
 * as it comes, and a promise that fails when the file breaks off or is damaged.
 * @param {string} url
 */
async function load(url) {
  const response = await fetch(url, { cache: cacheFor(url) }).catch(because("offline"));
  if (!response.ok || !response.body) throw new Failure("unknown", `${url}: ${response.status}`);
  const [read, counted] = response.body.tee();
  return { response: new Response(read), sound: later(collect(url, counted.getReader())) };
}

/** Read a file to its end, and check it. @param {string} url @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader */
async function collect(url, reader) {
  const parts = [];
  for (;;) {
    const { done, value } = await reader.read().catch(because("offline"));
    if (done) break;
    parts.push(value);
    count(value.length);
  }
  const file = new Blob(parts);
  await check(url, file);
  copies.set(url, file);
}

/** Fetch the WebAssembly module, and compile it while it comes. */
async function loadWasm() {
  const { response, sound } = await load(WASM);
  const options = { headers: { "Content-Type": "application/wasm" } };
  const compiled = later(WebAssembly.compileStreaming(new Response(response.body, options)));
  await sound;
  // What is sound, a browser compiles unless a policy or its age forbids it.
  return compiled.catch(because("blocked"));
}

/** Fetch the memory snapshot and unpack it. */
async function loadSnapshot() {
  const { response, sound } = await load(SNAPSHOT);
  const body = /** @type {ReadableStream} */ (response.body);
  const unpacked = new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  return (await Promise.all([unpacked, sound]))[0];
}

/** Fetch the library, which the files of the page are in. */
async function loadLibrary() {
  const { response, sound } = await load(PYTHON);
  const library = later(response.blob());
  // What is wrong with the file says why, better than what reads it.
  await sound;
  return library;
}

/** Import a module, and check its file. @param {string} url */
async function loadModule(url) {
  const integrity = HASHES.get(url);
  // `import` goes to the browser's cache alone, and checks nothing itself.
  const fetched = cacheFor(url) === "reload" ? fetch(url, { integrity, cache: "reload" }) : null;
  try {
    await fetched;
    const module = await import(url);
    await fetch(url, { integrity, cache: "force-cache" });
    post({ kind: "sound", file: url });
    return module;
  } catch (error) {
    const response = await fetch(url, { cache: "force-cache" }).catch(because("offline"));
    throw new Failure(response.ok ? "damaged" : "unknown", error);
  }
}

/** Ask for everything at once; what needs what is sorted out later. */
function loadAll() {
  return {
    /** @type {Promise<PyodideModule>} */
    script: later(loadModule(SCRIPT)),
    /** @type {Promise<EmscriptenModule>} */
    emscripten: later(loadModule(MODULE)),
    /** @type {Promise<typeof import("./unofficial.js")>} */
    unofficial: later(loadModule(UNOFFICIAL)),
    wasm: later(loadWasm()),
    snapshot: later(loadSnapshot()),
  };
}

/** @typedef {ReturnType<typeof loadAll>} Files */
/** @typedef {{ python: Pyodide, host: Host, start: Start }} Started */

/**
 * Start Pyodide.
 * @param {Files} files
 * @param {Blob} library that it has from the start
 * @param {Record<string, unknown>} options
 */
async function startPyodide({ script, emscripten, unofficial, wasm }, library, options = {}) {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script, emscripten]);
  const { lend, withoutPackages } = await unofficial;
  const lent = { [`${PYODIDE}pyodide.asm.wasm`]: new Blob(), [PYTHON]: library };
  return lend(await wasm, lent, () => {
    const ours = { indexURL: PYODIDE, stdLibURL: PYTHON, createPyodideModule, ...withoutPackages(LOCK_INFO) };
    return loadPyodide({ ...ours, ...options });
  });
}

/** Start Python from the memory snapshot. @param {Files} files @returns {Promise<Started>} */
async function startFromSnapshot(files) {
  const { attachLibrary, fromSnapshot } = await files.unofficial;
  const python = await startPyodide(files, new Blob(), fromSnapshot(await files.snapshot, PYTHON));
  // Everything imported is in the snapshot; what is not can still be had.
  attachLibrary(python, PYTHON);
  const host = python.pyimport("host");
  if (host.BUILD !== BUILD) throw new Error("the snapshot is another build's");
  return { python, host, start: "snapshot" };
}

/** Start Python in the ordinary way, from its files. @param {Files} files @returns {Promise<Started>} */
async function startFromFiles(files) {
  const python = await startPyodide(files, await loadLibrary());
  return { python, host: python.pyimport("host"), start: "files" };
}

/**
 * Start Python and open the table; return the module host.py.
 * @param {Order} order
 */
async function open({ saved, link, freed }) {
  const files = loadAll();
  const { script, emscripten, unofficial, wasm } = files;
  await Promise.all([script, emscripten, unofficial, wasm]);
  const { python, host, start } = await startFromSnapshot(files).catch((error) => {
    console.info("Starting without the snapshot:", error);
    return startFromFiles(files);
  });
  python.FS.createLazyFile("/lib", "python_stdlib.zip", STANDARD_LIBRARY, true, false);
  const tell = (/** @type {string} */ text) => post({ start, ...JSON.parse(text) });
  post({ kind: "opening" });
  host.start(tell, saved ?? undefined, link ?? undefined, freed ?? undefined); // null would not be None
  return host;
}

/**
 * Put what was fetched where the service worker looks before it fetches.
 * @param {string} name of the cache
 */
async function handOver(name) {
  const cache = await caches.open(name);
  await Promise.all([...copies].map(([url, file]) => cache.put(url, new Response(file))));
}

/** @type {Host} */
let host;
self.onmessage = async (/** @type {MessageEvent<ToWorker>} */ { data }) => {
  try {
    switch (data.kind) {
      case "request":
        host.handle(data.text);
        break;
      case "ping":
        post({ kind: "alive" });
        break;
      case "start":
        known = data.known && new Set(data.known);
        host = await open(data);
        break;
      case "hand over":
        if (data.cache) await handOver(data.cache).catch(() => {});
        copies.clear();
        post({ kind: "handed over" });
        break;
    }
  } catch (error) {
    console.warn("Python has failed:", error);
    post({ kind: "failed", why: error instanceof Failure ? error.why : "unknown" });
  }
};
