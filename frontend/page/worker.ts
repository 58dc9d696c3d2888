// Python for the page: Pyodide with a Session. Python starts from a memory snapshot that
// contains the Session or, if the snapshot isn't available, from the original files.

import { download, Failure, later, locate, makeDownloads } from "./downloads.ts";
import type { BuiltFile } from "./integrity.ts";
import type { Order, Start, ToPage, ToWorker } from "./protocol.ts";
import type { EmscriptenModule, Host, Pyodide, PyodideModule } from "./pyodide.ts";
import type { Options } from "./unofficial.ts";
import { attachLibrary, lend, restore, withoutPackages } from "./unofficial.ts";

/** Files that are loaded and checked when Python starts, set during the build. */
declare const FILES: Record<"script" | "module" | "wasm" | "python" | "snapshot", BuiltFile>;
/**
 * Address of the standard library, which is fetched only when Python reads it, set during the
 * build.
 */
declare const STANDARD_LIBRARY: string;
/** Total size of the counted files in bytes, set during the build. */
declare const BYTES: number;
/** The part `info` of Pyodide's lock file, set during the build. */
declare const LOCK_INFO: Record<string, string>;
/** The build's name, which is also in its snapshot, set during the build. */
declare const BUILD: string;

const SCRIPT = download(FILES.script);
const MODULE = download(FILES.module);
const WASM = download(FILES.wasm);
const PYTHON = download(FILES.python);
const SNAPSHOT = download(FILES.snapshot);
/** Pyodide's folder. */
const PYODIDE = new URL(".", SCRIPT.url).href;

/** Send a message to the page. */
const post = (message: ToPage): void => self.postMessage(message);

/** A running Python, with the module host.py and how Python was started. */
interface Started {
  python: Pyodide;
  host: Host;
  start: Start;
}

/** Fetch all files at the same time, and wait for dependencies later. */
function loadAll({ loadModule, loadPacked, loadWasm }: ReturnType<typeof makeDownloads>) {
  return {
    script: later(loadModule<PyodideModule>(SCRIPT)),
    module: later(loadModule<EmscriptenModule>(MODULE)),
    wasm: later(loadWasm(WASM)),
    snapshot: later(loadPacked(SNAPSHOT)),
  };
}

/** Files during their download. */
type Files = ReturnType<typeof loadAll>;

/** Start Pyodide with the given library. */
async function startPyodide(files: Files, library: Blob, more: Options = {}): Promise<Pyodide> {
  const { loadPyodide } = await files.script;
  const { default: createPyodideModule } = await files.module;
  const options: Options = {
    indexURL: PYODIDE,
    stdLibURL: PYTHON.url,
    createPyodideModule,
    ...withoutPackages(LOCK_INFO),
    ...more,
  };
  const lent = { [`${PYODIDE}pyodide.asm.wasm`]: new Blob(), [PYTHON.url]: library };
  return lend(await files.wasm, lent, () => loadPyodide(options));
}

/** Start Python from the memory snapshot. */
async function startFromSnapshot(files: Files): Promise<Started> {
  const python = await restore(await files.snapshot, PYTHON.url, (options) =>
    startPyodide(files, new Blob(), options),
  );
  // The snapshot contains all imported modules. Make the other modules available, too.
  attachLibrary(python, PYTHON.url);
  const host = python.pyimport("host");
  if (host.BUILD !== BUILD) throw new Error("the snapshot is from another build");
  return { python, host, start: "snapshot" };
}

/** Start Python from its original files. */
async function startFromFiles(files: Files, library: Promise<Blob>): Promise<Started> {
  const python = await startPyodide(files, await library);
  return { python, host: python.pyimport("host"), start: "files" };
}

/** Downloads for the current start. */
let downloads: ReturnType<typeof makeDownloads>;
/** Module host.py, available as soon as the session is open. */
let host: Host;

/** A running Python that waits for its input. */
let started: Started;

/** Start Python. */
async function start(known: string[] | null, language: Order["language"]): Promise<void> {
  if (language) void loadCatalogue(language);
  downloads = makeDownloads({ known: known && new Set(known), bytes: BYTES, post });
  const files = loadAll(downloads);
  await Promise.all([files.script, files.module, files.wasm]);
  started = await startFromSnapshot(files).catch((error: unknown) => {
    console.info("Starting without the snapshot:", error);
    return startFromFiles(files, downloads.loadBlob(PYTHON));
  });
  const library = locate(STANDARD_LIBRARY);
  started.python.FS.createLazyFile("/lib", "python_stdlib.zip", library, true, false);
  post({ kind: "opening" });
}

/** Catalogues, by language code. */
const catalogues = new Map<string, Promise<string | null>>();

/** Fetch a language's catalogue only once, or return null if it can't be fetched. */
function loadCatalogue({
  code,
  catalogue,
}: NonNullable<Order["language"]>): Promise<string | null> {
  const { url, integrity } = download(catalogue);
  const loaded =
    catalogues.get(code) ??
    fetch(url, { integrity }).then(
      (response) => response.text(),
      () => {
        catalogues.delete(code);
        return null;
      },
    );
  catalogues.set(code, loaded);
  return loaded;
}

/** Language that the page requested last. */
let wanted: Order["language"];

/**
 * Make Python use a language. If its catalogue can't be fetched, Python keeps its current
 * language.
 */
async function useLanguage(language: Order["language"]): Promise<void> {
  wanted = language;
  const text = language && (await loadCatalogue(language));
  // A catalogue can arrive after the one for a language that was chosen later.
  if (language !== wanted) return;
  if (!language) started.host.use_language("en");
  else if (text !== null) started.host.use_language(language.code, text);
  else post({ kind: "not translated" });
}

/** Open the session. */
async function open(order: Order): Promise<void> {
  const { saved, link, freed, viewed, language } = order;
  if (language) await useLanguage(language);
  const tell = (text: string) => {
    const message = JSON.parse(text) as ToPage;
    post(message.kind === "ready" ? { ...message, start: started.start } : message);
  };
  // Replace null with undefined, because Pyodide doesn't convert null to None.
  started.host.start(
    tell,
    saved ?? undefined,
    link ?? undefined,
    freed ?? undefined,
    viewed ?? undefined,
  );
  host = started.host;
}

/** Put the files that were fetched into the cache in which the service worker looks first. */
async function handOver(name: string): Promise<void> {
  const cache = await caches.open(name);
  const { copies } = downloads;
  await Promise.all([...copies].map(([url, file]) => cache.put(url, new Response(file))));
}

/** Handle a message from the page. */
async function receive(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case "request":
      host.handle(message.text);
      break;
    case "watch":
      host.watch(message.on);
      break;
    case "ping":
      post({ kind: "alive" });
      break;
    case "start":
      await start(message.known, message.language);
      break;
    case "open":
      await open(message);
      break;
    case "read progress":
      if (message.language) await useLanguage(message.language);
      post({ kind: "progress table", ...JSON.parse(started.host.read_codes(message.text)) });
      break;
    case "language":
      await useLanguage(message.language);
      break;
    case "hand over":
      if (message.cache) await handOver(message.cache).catch(() => {});
      downloads.copies.clear();
      post({ kind: "handed over" });
      break;
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  receive(data).catch((error: unknown) => {
    console.warn("Python has failed:", error);
    post({ kind: "failed", why: error instanceof Failure ? error.why : "unknown" });
  });
};
