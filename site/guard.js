// @ts-check
// Runs before everything else of the page, from within index.html, where the build puts
// it: says what of the page is missing or damaged, and offers to fetch it anew.
(() => {
  /** Milliseconds after which a page that is not there is said to take long. */
  const SLOW_MS = 20_000;
  /** Names of files that are missing or damaged. @type {Set<string>} */
  const lost = new Set();
  /** Where it is said; there once it is needed. @type {HTMLElement | null} */
  let box = null;

  const sheets = () => /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet]"));
  const isDrawn = () => document.querySelector("#board > *") !== null;

  /** Fetch every file of the page around the browser's cache, then load what was lost again. */
  async function fetchAnew() {
    const signal = AbortSignal.timeout(SLOW_MS);
    const parts = /** @type {NodeListOf<HTMLLinkElement & HTMLScriptElement>} */ (document.querySelectorAll("[integrity]"));
    await Promise.allSettled([...parts].map(({ href, src, integrity }) => fetch(href || src, { integrity, signal, cache: "reload" })));
    if (!isDrawn()) return location.reload();
    // The board is there and keeps what was pressed: only its styles are lost.
    box?.remove();
    box = null;
    lost.clear();
    for (const sheet of sheets()) {
      const fresh = /** @type {HTMLLinkElement} */ (sheet.cloneNode());
      fresh.media = "all";
      sheet.replaceWith(fresh);
    }
  }
  /** Say something over the page, with a button to try again. @param {string} text */
  function tell(text) {
    if (!box) {
      box = document.createElement("div");
      box.id = "lost";
      box.role = "alert";
      const button = document.createElement("button");
      button.textContent = "Try again";
      button.onclick = () => {
        button.disabled = true;
        fetchAnew();
      };
      box.append(document.createElement("span"), button);
      document.body.prepend(box);
    }
    /** @type {HTMLElement} */ (box.firstChild).textContent = text;
  }
  /** Say what is lost, once there is a place for it. */
  function tellLost() {
    if (!lost.size || !document.body) return;
    // The script of the page fails with each module that it imports.
    const scripts = [...lost].filter((name) => name.endsWith(".js"));
    const names = [...lost].filter((name) => scripts.length < 2 || name !== "page.js");
    tell(`A part of this page is missing or damaged: ${names.join(", ")}.`);
  }
  /** Note that a file is lost. @param {string} url */
  function note(url) {
    lost.add(/** @type {string} */ (new URL(url, location.href).pathname.split("/").pop()) || "index.html");
    tellLost();
  }

  addEventListener("error", (event) => {
    const { target } = event;
    if (target instanceof HTMLLinkElement && target.integrity) note(target.href);
    else if (target instanceof HTMLScriptElement) note(target.src);
    else if (event instanceof ErrorEvent && !isDrawn()) note(event.filename);
  }, true);
  document.addEventListener("readystatechange", tellLost);
  addEventListener("load", () => {
    clearTimeout(slow);
    if (lost.size) return;
    const isSaid = document.querySelector("#notice:not([hidden])");
    if (isDrawn() || isSaid) box?.remove();
    else note("./page.js");
  });
  const slow = setTimeout(() => {
    // A script or a style that does not come keeps the whole page from being painted.
    for (const part of document.querySelectorAll("[blocking]")) part.removeAttribute("blocking");
    for (const sheet of sheets()) {
      if (sheet.sheet) continue;
      sheet.media = "print";
      sheet.onload = () => { sheet.media = "all"; };
    }
    if (document.body && !lost.size) tell("This page is taking long to load. The connection may be slow: it goes on by itself, or you can try again.");
  }, SLOW_MS);
})();
