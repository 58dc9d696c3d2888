// The bare page. It hosts the unchanged front end of the board on a model, with a Session in a
// worker on the other side. This code does not know the game.

import { loadLanguage } from "./language.ts";
import { openTable } from "./table.ts";
import { find } from "./words.ts";

/** Show whether the notebooks can be reached. */
function showNetwork(): void {
  find("#offline").hidden = navigator.onLine;
}

document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("alone"));
showNetwork();
addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
addEventListener("hashchange", () => location.reload());
// A page that waits for its words is neither lost nor damaged.
document.body.toggleAttribute("data-waits", true);
await loadLanguage();
document.body.toggleAttribute("data-waits", false);
openTable(location.hash.slice(1));
