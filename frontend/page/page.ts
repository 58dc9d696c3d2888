// The bare page: hosts the front end of the board, unchanged, on a model whose other side is a
// Session in a worker. Nothing here knows the game.

import { openTable } from "./table.ts";
import { find } from "./words.ts";

/** Say whether the notebooks can be reached. */
function showNetwork(): void {
  find("#offline").hidden = navigator.onLine;
}

document.body.toggleAttribute("data-alone", new URLSearchParams(location.search).has("alone"));
showNetwork();
addEventListener("online", showNetwork);
addEventListener("offline", showNetwork);
addEventListener("hashchange", () => location.reload());
openTable(location.hash.slice(1));
