// The page that turns progress codes into a table. Python reads the codes in one of this page's
// workers. The page sends no data to any server.

import { sayWaiting } from "../shared/channel.ts";
import { element, KEEPS_KEYS, makeButton, saveFile, setText } from "../shared/elements.ts";
import { _, plural } from "../shared/texts.ts";
import type { BuiltFile } from "./integrity.ts";
import { orderLanguage } from "./language.ts";
import { makeWorker } from "./make_worker.ts";
import type { ProgressTable, ToPage, ToWorker } from "./protocol.ts";
import { beginPage } from "./teacher.ts";

/** The worker's script, set during the build. */
declare const WORKER: BuiltFile;

/** Storage key for the saved codes. Pages at different paths have different keys. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname} codes`;
/** Maximum length of the saved codes in characters. A whole school's codes are much shorter. */
const LONGEST = 1_000_000;

/** Return the saved codes, or an empty text if the browser has saved none. */
function readKept(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Save the codes, so that links that are scanned one after another end up in one table. */
function keep(text: string): void {
  try {
    if (text) localStorage.setItem(KEY, text.slice(0, LONGEST));
    else localStorage.removeItem(KEY);
  } catch {
    // If the browser can't save the codes, they are lost when the page closes.
  }
}

const main = await beginPage(
  () => _("Your class's progress"),
  "links.html",
  () => _("Links for your class"),
);
const field = element("textarea", { id: "codes", rows: "6", ...KEEPS_KEYS });
const said = element("p", { role: "status", class: "said" });
const save = makeButton(_("Save as CSV"), {}, saveCsv);
const shown = element("section", { "aria-label": _("The class's progress") });
const read = makeButton(_("Show the table"), { class: "main" }, showTable);
const clear = makeButton(_("Clear"), {}, () => {
  field.value = "";
  keep("");
  shown.hidden = true;
  setText(said, _("The codes have been deleted."));
  field.focus();
});
main.append(
  element(
    "p",
    {},
    _(
      "Paste your students' codes, or whole messages. Nothing is sent: the codes stay in this browser until you clear them.",
    ),
  ),
  element("label", { for: "codes" }, _("Progress codes")),
  field,
  element("div", { class: "bar" }, read, clear),
  said,
  shown,
);
shown.hidden = true;

let worker: Worker | null = null;
let isReady = false;
let isAsked = false;
let csv = "";

/** Send a message to Python. */
function post(message: ToWorker): void {
  worker?.postMessage(message);
}

/** Start Python. */
function start(): void {
  worker = makeWorker(new URL(WORKER.address, import.meta.url).href);
  worker.onmessage = receive;
  worker.onerror = fail;
  post({ kind: "start", known: null, language: orderLanguage() });
}

/** Let Python read the codes as soon as it is ready. */
function showTable(): void {
  keep(field.value);
  isAsked = true;
  if (!worker) start();
  if (isReady) post({ kind: "read progress", text: field.value, language: orderLanguage() });
  else setText(said, sayWaiting());
}

/** Handle a message from Python. */
function receive({ data }: MessageEvent<ToPage>): void {
  if (data.kind === "opening") {
    isReady = true;
    if (isAsked) showTable();
  } else if (data.kind === "progress table") draw(data);
  else if (data.kind === "failed") fail();
}

/** Give up until the person asks for the table again. */
function fail(): void {
  worker?.terminate();
  worker = null;
  isReady = false;
  setText(
    said,
    _("This part of the page could not be loaded. Check your network, then try again."),
  );
}

/** Show the table that Python has read. */
function draw({ columns, rows, notes, csv: text }: ProgressTable): void {
  csv = text;
  const head = columns.map((name) => element("th", { scope: "col" }, name));
  const lines = rows.map(([name, ...values]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, String(name)),
      ...values.map((value) => element("td", {}, String(value))),
    ),
  );
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...lines),
  );
  // Let people scroll wide tables on a phone, also with keys.
  const frame = element("div", { class: "frame", tabindex: "0" }, table);
  shown.replaceChildren(
    ...(rows.length ? [frame] : []),
    ...notes.map((note) => element("p", {}, note)),
    ...(rows.length ? [save] : []),
  );
  shown.hidden = false;
  setText(said, plural("{count} row", "{count} rows", rows.length));
}

/**
 * Save the table as a CSV file, which begins with the mark by which spreadsheet programs
 * recognize UTF-8.
 */
function saveCsv(): void {
  saveFile(new Blob([`\ufeff${csv}`], { type: "text/csv" }), "progress.csv");
}

/** Add the code from a link to the saved codes. */
function takeLink(): void {
  const code = location.hash.slice(1);
  const kept = readKept();
  field.value = kept.includes(code) ? kept : [kept.trimEnd(), code].filter(Boolean).join("\n");
  // Remove the code from the address, so that a reload doesn't add it again after the codes
  // have been cleared.
  if (code) history.replaceState(null, "", location.pathname + location.search);
  if (field.value) showTable();
}

start();
addEventListener("hashchange", takeLink);
// Scanning a code opens another tab. Read the saved codes again, so that this tab doesn't
// overwrite codes from other tabs.
addEventListener("storage", ({ key, newValue }) => {
  if (key === KEY) field.value = newValue ?? "";
});
takeLink();
