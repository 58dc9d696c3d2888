// Keeps the bare page for visits without a network. The text of this worker stays the same from
// build to build, because the build writes the files of a version into files.json. So no worker
// has to take over from another, and Chromium cannot leave a visit unanswered during that. The
// address of each file includes its hash, so files of several versions can share one cache. The
// kept list determines the version that a visit gets.

import { nameCaches } from "./cache_names.ts";
import { hashOf, shortHashOf } from "./integrity.ts";

declare const self: ServiceWorkerGlobalScope;
/** The script of no_network.ts, set during the build. */
declare const NO_NETWORK: string;

/** The files of a version: integrity by address. */
interface List {
  /** Address of the page itself, which is one of the files. */
  page: string;
  /** Files to keep from the first visit. */
  files: Record<string, string>;
  /** Files to keep once the page has requested them. */
  onDemand: Record<string, string>;
}

const SCOPE = new URL("./", self.location.href).href;
const LIST = `${SCOPE}files.json`;
const CACHES = nameCaches(SCOPE);

/** Return the full address of a file of a list. */
const full = (address: string): string => new URL(address, SCOPE).href;

/** Return whether an address contains the hash of its file. */
const isHashed = ({ href, search }: URL): boolean =>
  href.startsWith(SCOPE) && /^\?v=[0-9a-f]{16}$/.test(search);

/** Return a kept file. */
const findKept = (url: string) => caches.match(url, { cacheName: CACHES.files });

/** Return a kept file unless it is damaged, by the start of its hash in the address. */
async function findSound(url: string): Promise<Response | undefined> {
  try {
    const kept = await findKept(url);
    const data = await kept?.clone().arrayBuffer();
    return data && url.endsWith(`?v=${await shortHashOf(data)}`) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Read a list of files, and fail if it is invalid. */
function parseList(text: string): List {
  const list = JSON.parse(text) as List;
  if (!list.files[list.page] || typeof list.onDemand !== "object") {
    throw new SyntaxError("the list of files is invalid");
  }
  return list;
}

/** Return the list of the completely kept version, or nothing if it is damaged. */
async function readList(): Promise<List | undefined> {
  try {
    const kept = await findKept(LIST);
    return kept && parseList(await kept.text());
  } catch {
    return undefined;
  }
}

/** Return whether a file is the built one. */
async function isBuilt(response: Response, integrity: string): Promise<boolean> {
  const data = await response.clone().arrayBuffer();
  return response.ok && (await hashOf(data)) === integrity;
}

/** A fetched file that is not the requested one. */
class Mistaken extends Error {
  readonly response: Response;

  constructor(url: string, response: Response) {
    super(`${url} is not the file of this version`);
    this.response = response;
  }
}

/** Fetch a file of a version, and no other. `ways` are the ways to use the browser's cache. */
async function fetchSound(
  url: string,
  integrity: string,
  ways: RequestCache[] = ["force-cache", "reload"],
): Promise<Response> {
  let reason: unknown;
  for (const cache of ways) {
    try {
      const response = await fetch(url, { cache });
      // A visit cannot be answered with a file from another address.
      const own = response.redirected ? new Response(response.body, response) : response;
      if (await isBuilt(own, integrity)) return own;
      reason = new Mistaken(url, own);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Return a file that the page has just fetched, if it is valid. */
async function findHandedOver(url: string, integrity: string): Promise<Response | undefined> {
  const handed = await caches.match(url, { cacheName: CACHES.handover });
  return handed && (await isBuilt(handed, integrity)) ? handed : undefined;
}

/** Keep the present version of the server, all of it or nothing. */
async function fill(): Promise<void> {
  // Many servers would not report an older version if asked only for newer files.
  const fetched = await fetch(LIST, { cache: "no-store" });
  const text = await fetched.clone().text();
  const { page, files } = parseList(text);
  const cache = await caches.open(CACHES.files);
  const added: string[] = [];
  const all = Object.entries(files).map(async ([address, integrity]) => {
    const url = full(address);
    // A visit repairs all other files when it requests them.
    if (await (address === page ? findSound(url) : findKept(url))) return;
    added.push(url);
    const handed = await findHandedOver(url, integrity);
    const source = address === page ? SCOPE : url;
    await cache.put(url, handed ?? (await fetchSound(source, integrity)));
  });
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === "rejected");
  try {
    if (failed?.status === "rejected") throw failed.reason;
    // From here on a visit gets this version.
    if ((await (await findKept(LIST))?.text()) !== text) await cache.put(LIST, fetched);
  } catch (error) {
    await Promise.all(added.map((url) => cache.delete(url)));
    throw error;
  }
}

/** Return whether an error means that a browser has no room left. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

/**
 * Keep the present version of the server, unless it is kept. A version that cannot be kept
 * completely leaves nothing behind.
 */
async function update(): Promise<void> {
  try {
    await fill().catch(async (error: unknown) => {
      if (!isFull(error) || !(await readList())) throw error;
      // Without room for two versions, the old one would stay for good.
      await caches.delete(CACHES.files);
      await fill();
    });
  } finally {
    await caches.delete(CACHES.handover);
    if (!(await findKept(LIST))) await caches.delete(CACHES.files);
  }
}

/**
 * Drop files that only other versions need, unless a page may be one of them.
 *
 * @param visitor id of the page that is being opened
 * @param page address of the kept page
 */
async function dropOthers(visitor: string, page: string | undefined): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const list = await readList();
  if (!list || list.page !== page) return;
  if (pages.some(({ id, url }) => id !== visitor && url.startsWith(SCOPE))) return;
  const needed = new Set([LIST, ...[list.files, list.onDemand].flatMap(Object.keys).map(full)]);
  const cache = await caches.open(CACHES.files);
  for (const { url } of await cache.keys()) if (!needed.has(url)) await cache.delete(url);
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHES.family) && name !== CACHES.files) await caches.delete(name);
  }
}

/** Work on the kept files, one task at a time. */
const alone = (act: () => Promise<void>) => navigator.locks.request(CACHES.files, act);

/** Answer to a visit. */
interface Visit {
  response: Response;
  /** Address of the kept page, or nothing if it came from the server. */
  page: string | undefined;
}

/** Return the page of the kept version and its address, or the server's page without one. */
async function answerVisit(request: Request): Promise<Visit> {
  const list = await readList();
  if (list) {
    const { page, files } = list;
    const fetched = () => fetchSound(SCOPE, files[page] as string).catch(() => undefined);
    const response = (await findSound(full(page))) ?? (await fetched());
    if (response) return { response, page };
  }
  return { response: await fetch(request), page: undefined };
}

/** Return the required hash of a file in the kept version. */
async function findIntegrity(url: string): Promise<string | undefined> {
  const list = await readList();
  const all = Object.entries({ ...list?.files, ...list?.onDemand });
  return new Map(all.map(([address, hash]) => [full(address), hash])).get(url);
}

/** Return a kept file, or fetch and keep it if it is missing or damaged. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { url, cache } = request;
  // Such a request checks the file, which takes time, and repeats itself if necessary.
  const unchecked = cache === "force-cache" && (await findKept(url).catch(() => undefined));
  if (unchecked) return unchecked;
  const isAnew = cache === "reload";
  const kept = await findSound(url);
  if (kept && !isAnew) return kept;
  const integrity = await findIntegrity(url);
  if (!integrity) return kept ?? fetch(request);
  try {
    const fetched = await fetchSound(url, integrity, isAnew ? ["reload"] : undefined);
    const copy = fetched.clone();
    const keep = async () => (await caches.open(CACHES.files)).put(url, copy);
    event.waitUntil(alone(keep).catch(() => {}));
    return fetched;
  } catch (error) {
    if (kept) return kept;
    // A repeated request checks the file, and reports its fault.
    if (isAnew && error instanceof Mistaken) return error.response;
    throw error;
  }
}

/** Text of a notebook that cannot be reached. */
const PAGE = `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<body style="font: 16px/1.5 system-ui, sans-serif; margin: 2rem"><script>${NO_NETWORK}</script>`;

/** Fetch a page of the notebooks, or return a page that says it is unavailable. */
function answerNotebook(request: Request): Promise<Response> {
  const headers = { "Content-Type": "text/html" };
  return fetch(request).catch(() => new Response(PAGE, { headers }));
}

/** Answer a visit of the page, then look whether the server has another version. */
function receive(event: FetchEvent): void {
  const visit = answerVisit(event.request);
  event.respondWith(visit.then(({ response }) => response));
  const refresh = async () => {
    const { page } = await visit;
    await alone(update).catch(() => {});
    await alone(() => dropOthers(event.resultingClientId, page));
  };
  event.waitUntil(refresh().catch(() => {}));
}

self.addEventListener("install", (event) => {
  // If this script ever changes, the new one does not wait until pages close. Otherwise the
  // next visit might come and go unanswered.
  void self.skipWaiting();
  event.waitUntil(alone(update));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const isPage = [SCOPE, `${SCOPE}index.html`].includes(url.origin + url.pathname);
  const isVisit = request.mode === "navigate";
  if (isVisit && isPage) receive(event);
  else if (isVisit && request.url.startsWith(`${SCOPE}lite/`)) {
    event.respondWith(answerNotebook(request));
  } else if (isHashed(url) && request.cache !== "no-store")
    event.respondWith(answerFile(event));
});
