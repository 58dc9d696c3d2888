// @ts-check
// Keeps the bare page for visits without a network. Its own text stays the same from build
// to build: which files a version has, the build writes into files.json. So no worker has to
// take over from another, in the middle of which Chromium may leave a visit unanswered. The
// address of each file holds its hash, so files of several versions lie side by side in one
// cache, and the list that is kept there says which version a visit gets.

/**
 * The files of a version: integrity by address.
 * @typedef {object} List
 * @property {string} page address of the page itself, which is one of the files
 * @property {Record<string, string>} files that are kept from the first visit
 * @property {Record<string, string>} onDemand files that are kept once the page has asked for them
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL("./", self.location.href).href;
const LIST = `${SCOPE}files.json`;
const FAMILY = `tictactoe_widget ${SCOPE} `;
const CACHE = `${FAMILY}files`;
/** Where the page leaves what it has fetched already, by the name that page.js knows. */
const HANDOVER = `${FAMILY}handover`;

/** Return the full address of a file of a list. @param {string} address */
const full = (address) => new URL(address, SCOPE).href;

/** Return whether an address holds the hash of its file. @param {URL} url */
const isHashed = ({ href, search }) => href.startsWith(SCOPE) && /^\?v=[0-9a-f]{16}$/.test(search);

/** Return a file that is kept. @param {string} url */
const findKept = (url) => caches.match(url, { cacheName: CACHE });

/** Return the list of the version that is kept whole. @returns {Promise<List | undefined>} */
async function readList() {
  return (await findKept(LIST))?.json();
}

/** Return whether a file is the one that was built. @param {Response} response @param {string} integrity */
async function isSound(response, integrity) {
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  return response.ok && `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` === integrity;
}

/**
 * Fetch a file of a version, and no other.
 * @param {string} url
 * @param {string} integrity
 * @param {RequestCache[]} ways how the browser's cache is used, first and then
 */
async function fetchSound(url, integrity, ways = ["force-cache", "reload"]) {
  /** @type {unknown} */
  let reason;
  for (const cache of ways) {
    try {
      const response = await fetch(url, { cache });
      // A visit cannot be answered with what came from another address.
      const own = response.redirected ? new Response(response.body, response) : response;
      if (await isSound(own, integrity)) return own;
      reason = new Error(`${url} is not the file of this version`);
    } catch (error) {
      reason = error;
    }
  }
  throw reason;
}

/** Return a file that the page has just fetched, if it is sound. @param {string} url @param {string} integrity */
async function findHandedOver(url, integrity) {
  const handed = await caches.match(url, { cacheName: HANDOVER });
  return handed && (await isSound(handed, integrity)) ? handed : undefined;
}

/** Keep the version that the server has now, all of it or nothing. */
async function fill() {
  const fetched = await fetch(LIST, { cache: "no-cache" });
  /** @type {List} */
  const { page, files } = await fetched.clone().json();
  if ((await readList())?.page === page) return;
  const cache = await caches.open(CACHE);
  /** @type {string[]} */
  const added = [];
  const all = Object.entries(files).map(async ([address, integrity]) => {
    const url = full(address);
    if (await findKept(url)) return;
    added.push(url);
    const file = (await findHandedOver(url, integrity)) ?? (await fetchSound(address === page ? SCOPE : url, integrity));
    await cache.put(url, file);
  });
  const failed = (await Promise.allSettled(all)).find(({ status }) => status === "rejected");
  try {
    if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
    // From here on a visit gets this version.
    await cache.put(LIST, fetched);
  } catch (error) {
    await Promise.all(added.map((url) => cache.delete(url)));
    throw error;
  }
}

/** Keep the version that the server has now, unless it is kept; what cannot be kept whole leaves nothing behind. */
async function update() {
  try {
    await fill().catch(async (error) => {
      if (error?.name !== "QuotaExceededError" || !(await readList())) throw error;
      // Without room for two versions, the old one would stay for good.
      await caches.delete(CACHE);
      await fill();
    });
  } finally {
    await caches.delete(HANDOVER);
    if (!(await readList())) await caches.delete(CACHE);
  }
}

/**
 * Drop what only other versions need, unless a page may be one of them.
 * @param {string} visitor id of the page that is being opened
 * @param {string | undefined} page address by which it is kept
 */
async function dropOthers(visitor, page) {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const list = await readList();
  if (!list || list.page !== page || pages.some(({ id, url }) => id !== visitor && url.startsWith(SCOPE))) return;
  const needed = new Set([LIST, ...[list.files, list.onDemand].flatMap(Object.keys).map(full)]);
  const cache = await caches.open(CACHE);
  for (const { url } of await cache.keys()) if (!needed.has(url)) await cache.delete(url);
  for (const name of await caches.keys()) if (name.startsWith(FAMILY) && name !== CACHE) await caches.delete(name);
}

/** Do one thing at a time with what is kept. @param {() => Promise<void>} act */
const alone = (act) => navigator.locks.request(CACHE, act);

/** Return the page of the version that is kept, and its address; where there is none, what the server has. @param {Request} request */
async function answerVisit(request) {
  const page = (await readList().catch(() => undefined))?.page;
  const kept = page && (await findKept(full(page)).catch(() => undefined));
  return kept ? { response: kept, page } : { response: await fetch(request), page: undefined };
}

/** Return a file that is kept; keep one that is still missing. @param {FetchEvent} event */
async function answerFile(event) {
  const { request } = event;
  const { url } = request;
  const kept = await findKept(url).catch(() => undefined);
  // A page that asks for a file anew has found it damaged.
  const isAnew = request.cache === "reload";
  if (kept && !isAnew) return kept;
  const list = await readList().catch(() => undefined);
  const integrity = new Map(Object.entries({ ...list?.files, ...list?.onDemand }).map(([address, hash]) => [full(address), hash])).get(url);
  if (!integrity) return kept ?? fetch(request);
  const fetched = await fetchSound(url, integrity, isAnew ? ["reload"] : undefined);
  const copy = fetched.clone();
  event.waitUntil(alone(async () => (await caches.open(CACHE)).put(url, copy)).catch(() => {}));
  return fetched;
}

/** What a notebook says that cannot be reached. */
const NO_NETWORK = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>No network – Tic-tac-toe</title><body style="font: 16px/1.5 system-ui, sans-serif; margin: 2rem">
<h1>No network</h1><p>The notebooks need the network. The board is there without it.</p><p><a href="${SCOPE}">To the board</a></p>`;

/** Fetch a page of the notebooks, or say that it cannot be had. @param {Request} request */
function answerNotebook(request) {
  return fetch(request).catch(() => new Response(NO_NETWORK, { headers: { "Content-Type": "text/html" } }));
}

worker.addEventListener("install", (event) => {
  // Should this script change after all, the new one does not wait until pages close,
  // which is when the next visit may come and go unanswered.
  worker.skipWaiting();
  event.waitUntil(alone(update));
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const isPage = [SCOPE, `${SCOPE}index.html`].includes(url.origin + url.pathname);
  if (request.mode === "navigate" && isPage) {
    const visit = answerVisit(request);
    event.respondWith(visit.then(({ response }) => response));
    event.waitUntil(
      visit
        .then(async ({ page }) => {
          await alone(update).catch(() => {});
          await alone(() => dropOthers(event.resultingClientId, page));
        })
        .catch(() => {}),
    );
  } else if (request.mode === "navigate" && request.url.startsWith(`${SCOPE}lite/`)) event.respondWith(answerNotebook(request));
  else if (isHashed(url)) event.respondWith(answerFile(event));
});
