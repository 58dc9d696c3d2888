// Has this site kept for visits without a network, and looks for another version of it.

import { nameCaches } from "./cache_names.ts";

const SERVICE_WORKER = new URL("./sw.js", import.meta.url).href;
const LIST = new URL("./files.json", import.meta.url).href;
/** Where the worker leaves what it fetched for the service worker. */
const HANDOVER = nameCaches(new URL("./", import.meta.url).href).handover;

/** Return the service workers of this site; a page that is not served securely has none. */
function findContainer(): ServiceWorkerContainer | undefined {
  return (navigator as Partial<Navigator>).serviceWorker;
}

/**
 * Have the next visit get the version that the server has, where no service worker sees to
 * that. A browser that asks only for what is newer would not hear of an older one.
 */
export async function lookForVersion(): Promise<void> {
  if (findContainer()) return;
  const own = location.pathname + location.search;
  const { page, files } = await (await fetch(LIST, { cache: "no-store" })).json();
  const kept = fetch(own, { integrity: files[page], cache: "force-cache" });
  await kept.catch(() => fetch(own, { cache: "reload" }));
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
