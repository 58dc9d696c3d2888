// @ts-check
// Keeps the bare page for visits without a network. The build writes the hash of
// every file in here, so this script changes whenever a file does. A new version
// is then filled beside the old one and takes over when the last page of the old
// one is closed: no page ever gets files of two versions.

/** Integrity of the files of the page, by address; the build writes it. @type {Record<string, string>} */
const FILES = {};
/** The same for files that are kept only once the page has asked for them. @type {Record<string, string>} */
const ON_DEMAND = {};
/** Name of this version; the build writes it. */
const VERSION = "";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = new URL("./", self.location.href).href;
const FAMILY = `tictactoe_widget ${SCOPE} `;
const CACHE = FAMILY + VERSION;
/** Where the page leaves what it has fetched already, by the name that page.js knows. */
const HANDOVER = `${FAMILY}handover`;
const known = new Map(Object.entries({ ...FILES, ...ON_DEMAND }).map(([path, integrity]) => [new URL(path, SCOPE).href, integrity]));

/** Return the hash of a file as `integrity` writes it. @param {Response} response */
async function integrityOf(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** Fetch a file of this version, and no other. @param {string} url */
async function fetchExactly(url) {
  const integrity = known.get(url);
  // The page has just fetched most of it: no byte is asked for twice.
  const handed = await caches.match(url, { cacheName: HANDOVER });
  if (handed && (await integrityOf(handed.clone())) === integrity) return handed;
  return fetch(url, { integrity, cache: "force-cache" }).catch(() => fetch(url, { integrity, cache: "reload" }));
}

/** Return a file from the cache, which gets it first where it lacks it. @param {string} url */
async function answer(url) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const fetched = await fetchExactly(url);
  await cache.put(url, fetched.clone());
  return fetched;
}

/** Put every file of the page into the cache. */
async function fill() {
  await Promise.all(Object.keys(FILES).map((path) => answer(new URL(path, SCOPE).href)));
}

/** Delete the caches of other versions. */
async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(FAMILY) && name !== CACHE).map((name) => caches.delete(name)));
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

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(dropOthers()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { origin, pathname } = new URL(request.url);
  const isPage = [SCOPE, `${SCOPE}index.html`].includes(origin + pathname);
  if (request.mode === "navigate" && isPage) event.respondWith(answer(SCOPE));
  else if (request.mode === "navigate" && request.url.startsWith(`${SCOPE}lite/`)) event.respondWith(answerNotebook(request));
  else if (known.has(request.url)) event.respondWith(answer(request.url));
});
