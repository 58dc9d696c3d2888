// The page without Jupyter, which shows the board's unchanged front end. The board's model
// exchanges messages with a Session in a worker. This code doesn't know the rules.

import { loadLanguage } from "./language.ts";
import { openTable } from "./table.ts";
import { find } from "./words.ts";

/** Show whether there is a network, which the notebooks need. */
function showNetwork(): void {
  find("#offline").hidden = navigator.onLine;
}

document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("alone"));
showNetwork();
addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
addEventListener("hashchange", () => location.reload());

/** Show the game as soon as the texts have arrived. */
async function open(): Promise<void> {
  // Mark the page as waiting for its texts, so that it isn't reported as damaged.
  document.body.toggleAttribute("data-waits", true);
  await loadLanguage();
  document.body.toggleAttribute("data-waits", false);
  openTable(location.hash.slice(1));
}

// There is no top-level `await`, because WebKit would load the page without waiting for this
// module.
open().catch(reportError);
