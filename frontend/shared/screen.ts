// The screen for widgets in which Python plays many games. From top to bottom, the screen
// consists of a heading, controls, a sentence with the result, drawings and details.

import type { AnyModel } from "@anywidget/types";
import { html, render } from "lit-html";
import type { Channel } from "./channel.ts";
import { makeChannel, makeNotice, viewOf } from "./channel.ts";
import { drawLater, element, keepKeys } from "./elements.ts";
import type { Answer } from "./protocol.ts";
import type { Content } from "./templates.ts";
import { plural, useLanguageOf } from "./texts.ts";

/**
 * Minimum number of milliseconds between two reports for screen readers while games are played.
 */
const SPOKEN_MS = 15000;

/** Return text with a number of games, such as "1 game". */
export function countGames(games: number) {
  return plural("{count} game", "{count} games", games);
}

/** Make screen readers treat a picture as a single image with a name. */
export function nameImage<Picture extends Element>(picture: Picture, name: string) {
  picture.removeAttribute("aria-hidden");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  return picture;
}

/** Return a function that converts the state to the text for screen readers. */
function makeSpoken() {
  let [spoken, told, wasBusy, at]: [string, string?, boolean?, number?] = [""];
  return (text: string, isBusy: boolean) => {
    // The text reports when play begins and ends and, from time to time, its progress.
    if (isBusy && wasBusy && Date.now() - (at ?? 0) < SPOKEN_MS) return spoken;
    // When the screen is drawn for the first time, nothing has happened yet.
    if (told !== undefined && text !== told) spoken = text;
    [told, wasBusy, at] = [text, isBusy, Date.now()];
    return spoken;
  };
}

/** Traits that every screen shows. */
interface Shown {
  finding: [string, string];
  intro: string;
  status: string;
}
const SHOWN = ["finding", "intro", "status"] as const;

/** All traits that a screen shows: its own, and those that every screen shows. */
export type ViewOf<Traits extends Shown, Name extends keyof Traits> = Readonly<
  Pick<Traits, Name | keyof Shown>
>;

/** A screen's own parts, in addition to those that every screen has. */
interface Parts {
  title: string;
  /** Button at the end of the heading. */
  action: Content;
  /** Content between the heading and the sentence. */
  controls: Content;
  /** Content below the sentence. */
  below: Content;
  /** Text for screen readers, and whether games are being played. */
  say: [text: string, isBusy: boolean];
}

/**
 * Show a screen in `el` and keep it in sync with the model. Return a function that stops it.
 *
 * @param name CSS class for the root
 * @param label name for screen readers
 * @param own names of the screen's own traits
 * @param make returns a function that converts the traits to the parts. `make` can also send
 * requests to Python and draw the screen again.
 */
export function showScreen<Traits extends Shown, Name extends keyof Traits & string>(
  {
    model,
    el,
  }: { model: Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">; el: HTMLElement },
  name: string,
  label: string,
  own: readonly Name[],
  make: (channel: Channel, draw: () => void) => (view: ViewOf<Traits, Name>) => Parts,
) {
  const names = [...SHOWN, ...own];
  const view = viewOf<Traits, Name | keyof Shown>(model, names);
  const channel = makeChannel(model);
  const notice = makeNotice(channel.retry);
  const spoken = makeSpoken();
  const partsOf = make(channel, draw);
  const root = element("section", { class: `ttt ttt-screen ${name}`, "aria-label": label });
  let refusal = "";
  let isOpen = true;

  function draw() {
    useLanguageOf(model);
    const { title, action, controls, below, say } = partsOf(view);
    const [headline, more] = view.finding;
    root.dataset.status = view.status;
    render(
      html`
        <div class="ttt-head ttt-bar ttt-controls">
          <h2>${title}</h2>
          <p>${view.intro}</p>
          ${action}
        </div>
        ${controls}
        ${notice.root}
        <p class="ttt-objection" role="alert" .textContent=${refusal}></p>
        <p class="ttt-finding"><b>${headline}</b><span>${more}</span></p>
        ${below}
        <p class="ttt-unseen" role="status" .textContent=${spoken(...say)}></p>`,
      root,
    );
  }
  const drawSoon = drawLater(() => {
    if (isOpen) draw();
  });
  function answered({ ok, message }: Answer) {
    refusal = ok ? "" : message;
    // A selection list shows the option that was picked until Python has answered.
    draw();
  }

  keepKeys(root);
  draw();
  el.append(root);
  const events = names.map((name) => `change:${name}` as const);
  for (const event of events) model.on(event, drawSoon);
  channel.open({ ...notice, answered });
  return () => {
    isOpen = false;
    channel.close();
    for (const event of events) model.off(event, drawSoon);
    root.remove();
  };
}
