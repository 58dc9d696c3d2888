// Runs before everything else in each page of JupyterLite, where the build puts it. If the page
// cannot work at all, it says why, because JupyterLite only stays blank.

import { findObstacle } from "./obstacle.ts";

const obstacle = findObstacle();
if (obstacle) {
  addEventListener("DOMContentLoaded", () => {
    const box = document.createElement("p");
    box.setAttribute("role", "alert");
    box.style.cssText = "margin: 0; padding: 16px; font: 16px/1.5 system-ui, sans-serif";
    box.textContent = obstacle;
    document.body.replaceChildren(box);
  });
}
