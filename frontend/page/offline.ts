// This module stores the site for visits without a network, and checks whether there is another
// version.

import { nameCaches } from "./cache_names.ts";

const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
const LIST = new URL("./files.json", import.meta.url).href;
/**
 * Name of the cache in which the worker leaves the files that it has fetched for the service
 * worker.
 */
const HANDOVER = nameCaches(new URL("./", import.meta.url).href).handover;

/**
 * Return the container for service workers. Without a secure connection, the result is
 * undefined.
 */
function findContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

/**
 * If there is no service worker, make sure that the next visit gets the server's version. If
 * the browser only asked for newer files, it wouldn't notice an older version.
 */
export async function lookForVersion(): Promise<void> {
  if (findContainer()) return;
  const own = location.pathname + location.search;
  const { page, files } = await (await fetch(LIST, { cache: "no-store" })).json();
  const kept = fetch(own, { integrity: files[page], cache: "force-cache" });
  await kept.catch(() => fetch(own, { cache: "reload" }));
}

/**
 * Return the name of the cache for fetched files, or an empty text if no service worker will
 * take them.
 */
export function findHandover(): string {
  const container = findContainer();
  return container && !container.controller ? HANDOVER : "";
}

/** Let the service worker take over the files that were fetched, and store the site. */
export function keepForOffline(): void {
  findContainer()
    ?.register(SERVICE_WORKER)
    .catch((error: unknown) => {
      console.info("The site could not be saved for offline use:", error);
      return caches.delete(HANDOVER);
    });
}
