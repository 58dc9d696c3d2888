// The page with links for teachers, one for each lesson, puzzle and notebook on the site.

import { isoDay } from "../board/day.ts";
import type { LessonEntry } from "../board/shapes.ts";
import { copyText, element, KEEPS_KEYS, makeButton, setText } from "../shared/elements.ts";
import { _, fill } from "../shared/texts.ts";
import { words } from "./language.ts";
import { drawQr } from "./qr.ts";
import { beginPage } from "./teacher.ts";

/** Lessons in English, set during the build. */
declare const LESSONS: LessonEntry[];
/** Each notebook's path and title, set during the build. */
declare const NOTEBOOKS: [path: string, title: string][];

const main = await beginPage(
  () => _("Links for your class"),
  "progress.html",
  () => _("Your class's progress"),
);
const dialog = makeQrDialog();
const said = element("p", { role: "status", class: "said" });

/** Make a dialog that shows an address as a QR code, and as text to copy by hand. */
function makeQrDialog() {
  const heading = element("h2", { id: "scanned" });
  const picture = element("div");
  const field = element("input", { readonly: "", "aria-label": _("Address"), ...KEEPS_KEYS });
  const close = makeButton(_("Close"), {}, () => root.close());
  const root = element(
    "dialog",
    { "aria-labelledby": "scanned" },
    heading,
    picture,
    field,
    close,
  );
  root.addEventListener("click", ({ target }) => {
    if (target === root) root.close();
  });
  return {
    root,
    open(title: string, address: string) {
      setText(heading, title);
      picture.replaceChildren(drawQr(address, fill("QR code for {title}", { title })));
      field.value = address;
      root.showModal();
    },
  };
}

/** Return the full address for a page or link on the site. */
const full = (place: string) => new URL(place, new URL(".", location.href)).href;

/**
 * Make a row that contains a link, a button to copy the link, and a button to show its QR code.
 *
 * @param at returns the address, relative to the site
 * @param more elements between the link and the buttons
 */
function makeRow(title: string, at: () => string, ...more: Node[]) {
  const link = element("a", { href: at() }, title);
  const open = () => dialog.open(title, full(at()));
  const copy = makeButton(
    _("Copy"),
    { "aria-label": fill("Copy the link to {title}", { title }) },
    async () => {
      if (await copyText(full(at())))
        setText(said, fill("Copied: the link to {title}", { title }));
      else open();
    },
  );
  const scan = makeButton(
    _("QR code"),
    { "aria-label": fill("QR code for {title}", { title }), "aria-haspopup": "dialog" },
    open,
  );
  return element("li", {}, link, ...more, element("span", {}, copy, scan));
}

/** Make the row for the puzzle on a day that a person chooses. */
function makePuzzleRow() {
  const title = _("Puzzle of the day");
  const field = element("input", {
    type: "date",
    "aria-label": _("Puzzle date"),
    min: "2000-01-01",
    max: "2099-12-31",
  });
  field.value = isoDay(new Date());
  const at = () => `./#puzzle=${field.value || isoDay(new Date())}`;
  const row = makeRow(title, at, field);
  field.addEventListener("change", () => row.querySelector("a")?.setAttribute("href", at()));
  return row;
}

/** Make a group of rows with a heading. */
function makeGroup(title: string, rows: HTMLElement[]) {
  return element("section", {}, element("h2", {}, title), element("ul", {}, ...rows));
}

const lessons = words.state.lessons ?? LESSONS;
main.append(
  element("p", {}, _("Send a link to your students, or let them scan its QR code.")),
  said,
  makeGroup(_("Board and puzzle"), [makeRow(_("The board"), () => "./"), makePuzzleRow()]),
  makeGroup(
    _("Lessons"),
    lessons.map(({ name, title }, at) =>
      makeRow(
        fill("Lesson {number}: {title}", { number: at + 1, title }),
        () => `./#lesson=${name}`,
      ),
    ),
  ),
  makeGroup(
    _("Notebooks"),
    NOTEBOOKS.map(([path, title]) =>
      makeRow(title, () => `./lite/notebooks/?path=${encodeURIComponent(path)}`),
    ),
  ),
  dialog.root,
);
