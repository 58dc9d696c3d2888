// Keeps this site for visits without a network, and looks for another version of it.

import { nameCaches } from "./cache_names.ts";

const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
const LIST = new URL("./files.json", import.meta.url).href;
/** Place where the worker leaves fetched files for the service worker. */
const HANDOVER = nameCaches(new URL("./", import.meta.url).href).handover;

/** Return the service workers of this site. A page without a secure connection has none. */
function findContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

/**
 * Make the next visit get the version of the server if no service worker does. A browser that
 * only asks for newer files would not notice an older one.
 */
export async function lookForVersion(): Promise<void> {
  if (findContainer()) return;
  const own = location.pathname + location.search;
  const { page, files } = await (await fetch(LIST, { cache: "no-store" })).json();
  const kept = fetch(own, { integrity: files[page], cache: "force-cache" });
  await kept.catch(() => fetch(own, { cache: "reload" }));
}

/** Return the place to leave fetched files, or nothing if no service worker is expected. */
export function findHandover(): string {
  const container = findContainer();
  return container && !container.controller ? HANDOVER : "";
}

/** Let the service worker take over the files left there, and keep the site. */
export function keepForOffline(): void {
  findContainer()
    ?.register(SERVICE_WORKER)
    .catch((error: unknown) => {
      console.info("The site could not be saved for offline use:", error);
      return caches.delete(HANDOVER);
    });
}
