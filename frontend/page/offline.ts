// Has this site kept for visits without a network.

import { nameCaches } from "./cache_names.ts";

const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
/** Where the worker leaves what it fetched for the service worker. */
const HANDOVER = nameCaches(new URL("./", import.meta.url).href).handover;

/** Return the service workers of this site; a page that is not served securely has none. */
function findContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

/** Return where to leave what was fetched; nothing where no service worker is to come. */
export function findHandover(): string {
  const container = findContainer();
  return container && !container.controller ? HANDOVER : "";
}

/** Have the service worker take over what is left there, and keep the site. */
export function keepForOffline(): void {
  findContainer()
    ?.register(SERVICE_WORKER)
    .catch((error: unknown) => {
      console.info("Not kept for offline use:", error);
      return caches.delete(HANDOVER);
    });
}
