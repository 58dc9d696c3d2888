// The bare page. It hosts the unchanged front end of the board on a model, with a Session in a
// worker on the other side. This code does not know the game.

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
openTable(location.hash.slice(1));
