// The screen of a widget that has many games played: head, controls, the sentence that says
// what was found, and below it drawings and details.

import type { AnyModel } from "@anywidget/types";
import type { Channel } from "./channel.ts";
import { drawLater, makeChannel, makeNotice, viewOf } from "./channel.ts";
import { allow, element, keepKeys, makeButton, setText } from "./elements.ts";
import type { Answer } from "./protocol.ts";

/** Least milliseconds between two spoken reports while games are played. */
const SPOKEN_MS = 15000;

/**
 * A piece of a screen. `draw` may be called at any time with the state as it is then, and
 * touches only what has changed.
 */
export interface Piece<View> {
  root: HTMLElement;
  draw(view: View): void;
}

/** Return a number of games, as "1 game". */
export function countGames(games: number) {
  return `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
}

/**
 * Make the buttons that turn pages, with a text between them.
 *
 * @param what is on the pages, such as "games"
 * @param turn asks for the page before, by -1, or for the next, by 1
 */
export function makePages(what: string, turn: (by: number) => void) {
  const back = makeButton("‹", { "aria-label": `Earlier ${what}`, class: "ttt-step" }, () =>
    turn(-1),
  );
  const forward = makeButton("›", { "aria-label": `Later ${what}`, class: "ttt-step" }, () =>
    turn(1),
  );
  const between = element("span", { class: "ttt-pages" });
  const root = element(
    "div",
    { class: "ttt-bar", role: "group", "aria-label": `Pages of ${what}` },
    back,
    between,
    forward,
  );
  function draw(text: string, hasEarlier: boolean, hasLater: boolean) {
    setText(between, text);
    allow(back, hasEarlier);
    allow(forward, hasLater);
  }
  return { root, draw };
}

/** Make a piece of paper with a heading, for a drawing, a table or details. */
export function makeCard(name: string, heading: string, ...children: Node[]) {
  const title = element("h3", {}, heading);
  const root = element("section", { class: `ttt-card ${name}` }, title, ...children);
  return { root, title };
}

/** Make a picture one image for a screen reader. */
export function nameImage<Picture extends Element>(picture: Picture, name: string) {
  picture.removeAttribute("aria-hidden");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", name);
  return picture;
}

/** Make the head: what this is, and a button at its end. */
function makeHead(button: HTMLElement) {
  const title = element("h2");
  const intro = element("p");
  const root = element("div", { class: "ttt-head ttt-bar ttt-controls" }, title, intro, button);
  function draw(what: string, text: string) {
    setText(title, what);
    setText(intro, text);
  }
  return { root, draw };
}

/** Make the sentence that says what was found, and below how sure that is. */
function makeFinding() {
  const headline = element("b");
  const text = element("span");
  const root = element("p", { class: "ttt-finding" }, headline, text);
  function draw([what, more]: [string, string]) {
    setText(headline, what);
    setText(text, more);
  }
  return { root, draw };
}

/** Make what is read aloud: how play begins and ends, and now and then how far it is. */
function makeSpoken() {
  const root = element("p", { class: "ttt-unseen", role: "status" });
  let told: string | undefined;
  let wasBusy = false;
  let at = 0;
  function draw(text: string, isBusy: boolean) {
    if (isBusy && wasBusy && Date.now() - at < SPOKEN_MS) return;
    // Nothing has happened yet at the first time.
    if (told !== undefined && text !== told) setText(root, text);
    told = text;
    wasBusy = isBusy;
    at = Date.now();
  }
  return { root, draw };
}

/** What every screen shows. */
interface Shown {
  status: string;
  intro: string;
  finding: [string, string];
}

/** What a screen is made of. */
export interface ScreenParts<View> {
  /** Class of the root. */
  name: string;
  /** Name for a screen reader. */
  label: string;
  /** Return what the head says. */
  title: (view: View) => string;
  /** The button at the end of the head. */
  button: HTMLElement;
  /** What stands between the head and the sentence. */
  controls: HTMLElement;
  /** What stands below the sentence. */
  below: HTMLElement[];
  /** All pieces, in the order in which they are drawn. */
  pieces: Pick<Piece<View>, "draw">[];
  /** Return what is read aloud, and whether games are being played. */
  say: (view: View) => [text: string, isBusy: boolean];
  /** Send again what has no answer. */
  retry: () => void;
}

/** A screen, as a widget shows it. */
export interface Screen<View> {
  root: HTMLElement;
  notice: ReturnType<typeof makeNotice>;
  draw(view: View): void;
  /** Say why a request was refused. */
  refuse(text: string): void;
  /** End what the screen has begun. */
  close(): void;
}

/** Make the whole screen. */
export function makeScreen<View extends Shown>({
  name,
  label,
  title,
  button,
  controls,
  below,
  pieces,
  say,
  retry,
}: ScreenParts<View>): Screen<View> {
  const [head, finding, spoken] = [makeHead(button), makeFinding(), makeSpoken()];
  const notice = makeNotice(retry);
  const refusal = element("p", { class: "ttt-objection", role: "alert" });
  const root = element(
    "section",
    { class: `ttt ttt-screen ${name}`, "aria-label": label },
    head.root,
    controls,
    notice.root,
    refusal,
    finding.root,
    ...below,
    spoken.root,
  );

  keepKeys(root);

  return {
    root,
    notice,
    draw(view) {
      root.dataset.status = view.status;
      head.draw(title(view), view.intro);
      finding.draw(view.finding);
      for (const piece of pieces) piece.draw(view);
      spoken.draw(...say(view));
    },
    refuse(text) {
      setText(refusal, text);
    },
    close() {},
  };
}

/**
 * Show a screen in `el` and keep it true to the model, until what is returned is called.
 *
 * @param names the traits that are drawn
 * @param make makes the screen, which asks Python by the channel
 */
export function showScreen<Traits extends object, Name extends keyof Traits & string>(
  model: Pick<AnyModel<Traits>, "get" | "on" | "off" | "send">,
  el: HTMLElement,
  names: readonly Name[],
  make: (channel: Channel) => Screen<Readonly<Pick<Traits, Name>>>,
) {
  const view = viewOf<Traits, Name>(model, names);
  const channel = makeChannel(model);
  const screen = make(channel);
  let isOpen = true;

  const draw = () => screen.draw(view);
  const drawSoon = drawLater(() => {
    if (isOpen) draw();
  });
  function answered({ ok, message }: Answer) {
    screen.refuse(ok ? "" : message);
    // A chooser shows what was picked until Python has answered.
    draw();
  }

  draw();
  el.append(screen.root);
  const events = names.map((name) => `change:${name}` as const);
  for (const event of events) model.on(event, drawSoon);
  channel.open({ ...screen.notice, answered });
  return () => {
    isOpen = false;
    screen.close();
    channel.close();
    for (const event of events) model.off(event, drawSoon);
    screen.root.remove();
  };
}
