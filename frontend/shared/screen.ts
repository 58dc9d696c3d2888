// The screen of a widget that has many games played: head, controls, the sentence with the
// result, and below it drawings and details.

import type { AnyModel } from "@anywidget/types";
import { html, render } from "lit-html";
import type { Channel } from "./channel.ts";
import { makeChannel, makeNotice, viewOf } from "./channel.ts";
import { drawLater, element, keepKeys } from "./elements.ts";
import type { Answer } from "./protocol.ts";
import type { Content } from "./templates.ts";
import { plural, useLanguageOf } from "./texts.ts";

/** Minimum milliseconds between two spoken reports while games are played. */
const SPOKEN_MS = 15000;

/** Return a number of games, as "1 game". */
export function countGames(games: number) {
  return plural("{count} game", "{count} games", games);
}

/** Make a picture one image for a screen reader. */
export function nameImage<Picture extends Element>(picture: Picture, name: string) {
  picture.removeAttribute("aria-hidden");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  return picture;
}

/** Return a function from the state to the text for screen readers. */
function makeSpoken() {
  let [spoken, told, wasBusy, at]: [string, string?, boolean?, number?] = [""];
  return (text: string, isBusy: boolean) => {
    // The text reports the beginning and the end of play, and its progress now and then.
    if (isBusy && wasBusy && Date.now() - (at ?? 0) < SPOKEN_MS) return spoken;
    // Nothing has happened yet at the first time.
    if (told !== undefined && text !== told) spoken = text;
    [told, wasBusy, at] = [text, isBusy, Date.now()];
    return spoken;
  };
}

/** The traits that every screen shows. */
interface Shown {
  finding: [string, string];
  intro: string;
  status: string;
}
const SHOWN = ["finding", "intro", "status"] as const;

/** The traits that a screen shows: its special ones, and those of every screen. */
export type ViewOf<Traits extends Shown, Name extends keyof Traits> = Readonly<
  Pick<Traits, Name | keyof Shown>
>;

/** Parts of a screen in addition to the common ones. */
interface Parts {
  title: string;
  /** The button at the end of the head. */
  action: Content;
  /** Contents between the head and the sentence. */
  controls: Content;
  /** Contents below the sentence. */
  below: Content;
  /** Text for screen readers, and whether games are being played. */
  say: [text: string, isBusy: boolean];
}

/**
 * Show a screen in `el` and keep it in sync with the model. Return a function that stops it.
 *
 * @param name class of the root
 * @param label name for screen readers
 * @param own its special traits
 * @param make returns a function of all traits that returns the parts. It may also send
 * requests to Python, and draw again.
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
    // A chooser shows the picked option until Python has answered.
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
