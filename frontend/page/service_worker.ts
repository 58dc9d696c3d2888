// This service worker stores the page for visits without a network. The worker's script is the
// same in every build, because the build lists a version's files in files.json. So no worker
// ever has to replace another one. (During a replacement, Chromium sometimes leaves a visit
// unanswered.) Each file's address includes its hash, so several versions' files can share one
// cache. The stored list determines which version a visit gets.

import { nameCaches } from "./cache_names.ts";
import { hashOf, shortHashOf } from "./integrity.ts";

declare const self: ServiceWorkerGlobalScope;
/** The script of no_network.ts, set during the build. */
declare const NO_NETWORK: string;

/** A version's files, each with an address and a hash. */
interface List {
  /** Address of the page itself, which is also one of the files. */
  page: string;
  /** Files to store on the first visit. */
  files: Record<string, string>;
  /** Files to store after the page has requested them. */
  onDemand: Record<string, string>;
}

const SCOPE = new URL("./", self.location.href).href;
const LIST = `${SCOPE}files.json`;
const CACHES = nameCaches(SCOPE);

/** Return the full address of a file in a list. */
const full = (address: string): string => new URL(address, SCOPE).href;

/** Return whether an address contains its file's hash. */
const isHashed = ({ href, search }: URL): boolean =>
  href.startsWith(SCOPE) && /^\?v=[0-9a-f]{16}$/.test(search);

/** Return a stored file. */
const findKept = (url: string) => caches.match(url, { cacheName: CACHES.files });

/**
 * Return a stored file, unless its content doesn't match the beginning of the hash in its
 * address.
 */
async function findSound(url: string): Promise<Response | undefined> {
  try {
    const kept = await findKept(url);
    const data = await kept?.clone().arrayBuffer();
    return data && url.endsWith(`?v=${await shortHashOf(data)}`) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Parse a list of files, or throw an error if the list is invalid. */
function parseList(text: string): List {
  const list = JSON.parse(text) as List;
  if (!list.files[list.page] || typeof list.onDemand !== "object") {
    throw new SyntaxError("the list of files is invalid");
  }
  return list;
}

/**
 * Return the list for the version that is completely stored, or undefined if the list is
 * damaged.
 */
async function readList(): Promise<List | undefined> {
  try {
    const kept = await findKept(LIST);
    return kept && parseList(await kept.text());
  } catch {
    return undefined;
  }
}

/** Return whether a file that was fetched is the one that the build wrote. */
async function isBuilt(response: Response, integrity: string): Promise<boolean> {
  const data = await response.clone().arrayBuffer();
  return response.ok && (await hashOf(data)) === integrity;
}

/** Error for a file that isn't the one that was requested. */
class Mistaken extends Error {
  readonly response: Response;

  constructor(url: string, response: Response) {
    super(`${url} is not the file of this version`);
    this.response = response;
  }
}

/**
 * Fetch a file, and check that it belongs to this version. `ways` lists the ways to use the
 * browser's cache.
 */
async function fetchSound(
  url: string,
  integrity: string,
  ways: RequestCache[] = ["force-cache", "reload"],
): Promise<Response> {
  let reason: unknown;
  for (const cache of ways) {
    try {
      const response = await fetch(url, { cache });
      // A browser doesn't accept a redirected response as the answer to a visit.
      const own = response.redirected ? new Response(response.body, response) : response;
      if (await isBuilt(own, integrity)) return own;
      reason = new Mistaken(url, own);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Return a file that the page has just fetched, if the file is valid. */
async function findHandedOver(url: string, integrity: string): Promise<Response | undefined> {
  const handed = await caches.match(url, { cacheName: CACHES.handover });
  return handed && (await isBuilt(handed, integrity)) ? handed : undefined;
}

/** Store the server's current version, either completely or not at all. */
async function fill(): Promise<void> {
  // If the browser only asked for newer files, many servers wouldn't report an older version.
  const fetched = await fetch(LIST, { cache: "no-store" });
  const text = await fetched.clone().text();
  const { page, files } = parseList(text);
  const cache = await caches.open(CACHES.files);
  const added: string[] = [];
  const all = Object.entries(files).map(async ([address, integrity]) => {
    const url = full(address);
    // Check only the page. All other files are repaired when a visit requests them.
    if (await (address === page ? findSound(url) : findKept(url))) return;
    added.push(url);
    const handed = await findHandedOver(url, integrity);
    const source = address === page ? SCOPE : url;
    await cache.put(url, handed ?? (await fetchSound(source, integrity)));
  });
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === "rejected");
  try {
    if (failed?.status === "rejected") throw failed.reason;
    // From now on, visits get this version.
    if ((await (await findKept(LIST))?.text()) !== text) await cache.put(LIST, fetched);
  } catch (error) {
    await Promise.all(added.map((url) => cache.delete(url)));
    throw error;
  }
}

/** Return whether an error means that the browser's storage is full. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === "QuotaExceededError";

/**
 * Store the server's current version, unless it is already stored. If this version can't be
 * stored completely, delete all its files.
 */
async function update(): Promise<void> {
  try {
    await fill().catch(async (error: unknown) => {
      if (!isFull(error) || !(await readList())) throw error;
      // If there is no room for two versions, delete the old version first, which would
      // otherwise stay forever.
      await caches.delete(CACHES.files);
      await fill();
    });
  } finally {
    await caches.delete(CACHES.handover);
    if (!(await findKept(LIST))) await caches.delete(CACHES.files);
  }
}

/**
 * Delete files that only other versions need, unless an open page could belong to another
 * version.
 *
 * @param visitor id of the page that is being opened
 * @param page address of the stored page
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

/** Run one task at a time on the stored files. */
const alone = (act: () => Promise<void>) => navigator.locks.request(CACHES.files, act);

/** Response to a visit. */
interface Visit {
  response: Response;
  /** Address of the stored page, or undefined if the page came from the server. */
  page: string | undefined;
}

/** Return the stored page with its address or, if no page is stored, the server's page. */
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

/** Return the hash that a file must have in the stored version. */
async function findIntegrity(url: string): Promise<string | undefined> {
  const list = await readList();
  const all = Object.entries({ ...list?.files, ...list?.onDemand });
  return new Map(all.map(([address, hash]) => [full(address), hash])).get(url);
}

/** Return a stored file. If the file is missing or damaged, fetch and store it. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const { url, cache } = request;
  // Don't check the file, which takes time. The page that sends such a request checks the file,
  // and repeats the request if necessary.
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
    // The page that repeats a request checks the file and reports that it is damaged.
    if (isAnew && error instanceof Mistaken) return error.response;
    throw error;
  }
}

/** HTML for the page that replaces a notebook without a network. */
const PAGE = `<!doctype html><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<body style="font: 16px/1.5 system-ui, sans-serif; margin: 2rem"><script>${NO_NETWORK}</script>`;

/**
 * Fetch a notebook page. If that fails, return a page that says that the notebook is
 * unavailable.
 */
function answerNotebook(request: Request): Promise<Response> {
  const headers = { "Content-Type": "text/html" };
  return fetch(request).catch(() => new Response(PAGE, { headers }));
}

/** Answer a visit to the page before checking whether the server has another version. */
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
  // If this script ever changes, the new worker takes over at once. If it waited until all
  // pages are closed, the next visit might get no answer.
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
