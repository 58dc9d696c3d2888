// This script runs before all other parts of the page. The build puts the script into
// index.html. The script shows the page in the person's colours and text size, reports missing
// or damaged parts of the page, and offers to fetch them again. If the page can't work in this
// browser, the script shows the reason instead.

import { _, fill } from "../shared/texts.ts";
import type { BuiltFile } from "./integrity.ts";
import { findObstacle } from "./obstacle.ts";
import { useOwnTexts } from "./own_texts.ts";
import { readSettings, showSettings } from "./settings.ts";
import { fetchWords } from "./words_file.ts";

/** Files with the texts in languages other than English, set during the build. */
declare const WORDS: Record<string, BuiltFile>;

/** After this many milliseconds, a page that hasn't appeared is reported as slow. */
const SLOW_MS = 20_000;

/** Names of files that are missing or damaged. */
const lost = new Set<string>();
/** Language and direction of the messages. */
const language = useOwnTexts();
/** Reason why the page can't work in this browser, or an empty text. */
const obstacle = findObstacle();
/** Element that shows the message, or null before the first message. */
let box: HTMLElement | null = null;

const findSheets = () => document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
const isDrawn = () => document.querySelector("#board > *") !== null;

/** Return the last part of an address, without its query. */
function nameOf(url: string): string {
  return new URL(url, location.href).pathname.split("/").pop() || "index.html";
}

/**
 * Replace a file in the browser's cache with the version from the network. Without a network, the
 * cached copy stays.
 */
async function renew(address: string, options: RequestInit): Promise<void> {
  // Check the network first, because reloading a file drops the cached copy before the new one
  // arrives.
  const { ok } = await fetch(address, { ...options, cache: "no-store" });
  if (!ok) throw new Error(address);
  await fetch(address, { ...options, cache: "reload" });
}

/**
 * Fetch the page and its files without using the browser's cache, and load the lost files
 * again.
 */
async function fetchAnew(): Promise<void> {
  const signal = AbortSignal.timeout(SLOW_MS);
  const parts = document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("[integrity]");
  const renewals = [...parts].map((part) => {
    const { integrity } = part;
    return renew(part instanceof HTMLLinkElement ? part.href : part.src, { integrity, signal });
  });
  // If the browser only asked for newer files, it wouldn't notice that the server has an older
  // version.
  const page = renew(location.pathname + location.search, { signal });
  const [ofPage, ...ofParts] = await Promise.allSettled([page, ...renewals]);
  const isOther =
    ofPage.status === "fulfilled" && ofParts.some(({ status }) => status === "rejected");
  if (isOther || !isDrawn()) {
    location.reload();
    return;
  }
  // Don't reload the page, because only styles are lost, and the board keeps its requests.
  box?.remove();
  box = null;
  lost.clear();
  for (const sheet of findSheets()) {
    const fresh = sheet.cloneNode() as HTMLLinkElement;
    fresh.media = "all";
    sheet.replaceWith(fresh);
  }
}

/** Make the box for a message over the page. */
function makeBox(): HTMLElement {
  const made = document.createElement("div");
  Object.assign(made, language);
  made.id = "lost";
  made.setAttribute("role", "alert");
  made.append(document.createElement("span"));
  return made;
}

/** Make the button to try again. */
function makeButton(): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = _("Try again");
  button.onclick = () => {
    button.disabled = true;
    void fetchAnew();
  };
  return button;
}

/** Show a message over the page. */
function tell(text: string): void {
  if (!box) {
    box = makeBox();
    if (!obstacle) box.append(makeButton());
    document.body.prepend(box);
  }
  box.firstElementChild?.replaceChildren(text);
}

/** Report the lost files, if the page already has a body for the message. */
function tellLost(): void {
  if (!document.body) return;
  if (obstacle) tell(obstacle);
  if (obstacle || !lost.size) return;
  // If an imported script fails, the page's own script fails, too, so don't name it.
  const scripts = [...lost].filter((name) => name.endsWith(".js"));
  const names = [...lost].filter((name) => scripts.length < 2 || name !== "page.js");
  tell(fill("Part of this page is missing or damaged: {files}.", { files: names.join(", ") }));
}

/** Record a lost file. */
function note(url: string): void {
  lost.add(nameOf(url));
  tellLost();
}

/** Report that the page is slow, and show it without the missing parts. */
function endWaiting(): void {
  // If a script or style sheet doesn't arrive, the browser doesn't show the page at all.
  for (const part of document.querySelectorAll("[blocking]")) part.removeAttribute("blocking");
  for (const sheet of findSheets()) {
    if (sheet.sheet) continue;
    sheet.media = "print";
    sheet.onload = () => {
      sheet.media = "all";
    };
  }
  if (document.body && !lost.size && !obstacle) {
    tell(
      _(
        "This page is slow to load. Your connection might be slow. You can wait, or try again.",
      ),
    );
  }
}

showSettings(readSettings());
const { [language.lang]: file } = WORDS;
if (file && !obstacle) window.words = fetchWords(file).catch(() => null);
const slow = setTimeout(endWaiting, SLOW_MS);
addEventListener(
  "error",
  (event) => {
    const { target } = event;
    if (target instanceof HTMLLinkElement && target.integrity) note(target.href);
    else if (target instanceof HTMLScriptElement) note(target.src);
    else if (event instanceof ErrorEvent && !isDrawn()) note(event.filename);
  },
  true,
);
document.addEventListener("readystatechange", tellLost);
addEventListener("load", () => {
  clearTimeout(slow);
  if (lost.size || obstacle) return;
  const isSaid = document.querySelector("#notice:not([hidden])");
  const waits = document.body.hasAttribute("data-waits");
  if (isDrawn() || isSaid || waits) box?.remove();
  else note("./page.js");
});
