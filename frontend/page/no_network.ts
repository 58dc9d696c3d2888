// The page that replaces a notebook without a network. The service worker contains this script.

import { _, fill } from "../shared/texts.ts";
import { pathOfPage, useOwnTexts } from "./own_texts.ts";

/** Title of the site, set during the build. */
declare const TITLE: string;

/** Return an element that contains a text. */
const make = (name: string, text: string) =>
  Object.assign(document.createElement(name), { textContent: text });

Object.assign(document.documentElement, useOwnTexts(pathOfPage()));
document.title = fill("{now} – {site}", { now: _("No network"), site: _(TITLE) });
const back = make("p", "");
back.append(Object.assign(make("a", _("To the board")), { href: pathOfPage() }));
document.body.replaceChildren(
  make("h1", _("No network")),
  make("p", _("The notebooks need the network. The board works without it.")),
  back,
);
