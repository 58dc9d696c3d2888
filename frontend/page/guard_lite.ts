// This script runs before all other parts of each JupyterLite page, into which the build
// inserts it. If the page can't work in this browser, the script shows the reason, because
// JupyterLite would just stay blank.

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
