// The screen of a widget that has many games played: its pieces from top to bottom, how many
// games are played, and pages of what is listed.

import type { AnyModel } from "@anywidget/types";
import type { Channel } from "./channel.ts";
import { drawLater, makeChannel, makeNotice, viewOf } from "./channel.ts";
import { allow, element, keepKeys, makeButton, setText } from "./elements.ts";
import type { Answer } from "./protocol.ts";

/**
 * A piece of a screen. `draw` may be called at any time with the state as it is then, and
 * touches only what has changed.
 */
export interface Piece<View> {
  root: HTMLElement;
  draw(view: View): void;
}

/** Make the bar that shows how many of the planned games are played. */
export function makeProgressBar(name: string) {
  const root = element("progress", { "aria-label": name });
  function draw({
    planned_count: planned,
    played_count: played,
  }: {
    planned_count: number;
    played_count: number;
  }) {
    root.max = Math.max(planned, 1);
    root.value = played;
    setText(root, `${played} of ${planned}`);
  }
  return { root, draw };
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

/** What a screen is made of. */
export interface ScreenParts<View> {
  /** Class of the root. */
  name: string;
  /** Name for a screen reader. */
  label: string;
  /** What stands above the notices. */
  top: Piece<View>;
  /** What stands below them. */
  below: HTMLElement[];
  /** All pieces but `top`, in the order in which they are drawn. */
  pieces: Piece<View>[];
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
export function makeScreen<View extends { status: string }>({
  name,
  label,
  top,
  below,
  pieces,
  retry,
}: ScreenParts<View>): Screen<View> {
  const notice = makeNotice(retry);
  const refusal = element("p", { class: "ttt-objection", role: "alert" });
  const root = element(
    "section",
    { class: `ttt ttt-screen ${name}`, "aria-label": label },
    top.root,
    notice.root,
    refusal,
    ...below,
  );

  keepKeys(root);

  return {
    root,
    notice,
    draw(view) {
      root.dataset.status = view.status;
      for (const piece of [top, ...pieces]) piece.draw(view);
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
