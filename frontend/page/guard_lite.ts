// Runs before everything else in each page of JupyterLite, where the build puts it. If the page
// cannot work at all, it says why, because JupyterLite only stays blank.

import { findObstacle } from "./obstacle.ts";
import { pathOfPage, useOwnTexts } from "./own_texts.ts";

const language = useOwnTexts(pathOfPage());
const obstacle = findObstacle();
if (obstacle) {
  addEventListener("DOMContentLoaded", () => {
    const box = Object.assign(document.createElement("p"), language);
    box.setAttribute("role", "alert");
    box.style.cssText = "margin: 0; padding: 16px; font: 16px/1.5 system-ui, sans-serif";
    box.textContent = obstacle;
    document.body.replaceChildren(box);
  });
}
