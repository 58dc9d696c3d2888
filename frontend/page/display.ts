// The page's board, and the page's title, which says whose turn it is.

import { messageOf } from "../board/address.ts";
import widget from "../board/board.ts";
import type { LoadSheets } from "../board/load_sheets.ts";
import type { Traits } from "../board/traits.ts";
import { _, fill } from "../shared/texts.ts";
import { makeDelight } from "./delight.ts";
import { makeFeedback } from "./feedback.ts";
import { makeInvite } from "./invite.ts";
import { presentLanguage, presentTexts, words } from "./language.ts";
import { makeModel } from "./model.ts";
import { makeMonth } from "./month.ts";
import { findNews } from "./news.ts";
import { unlessEscaped, withSheets } from "./on_demand.ts";
import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";
import { find } from "./words.ts";

/** The site's title, set during the build. */
declare const TITLE: string;

/** The board's element. */
export const place = find("#board");

/** Callbacks for the board's display. */
export interface DisplayOptions {
  /** The game's state to show before Python is ready, if it is known. */
  picture: KeptGame["state"];
  /** Whether nobody can play in this state. */
  isInert: boolean;
  /** Forwards a request from the board. */
  send(content: BoardRequest): void;
  /** Called if the picture can't be drawn. */
  dropPicture(): void;
  /** Returns the current game's address. */
  link(): string;
  /** Called after the whole board has been drawn in another language. */
  redrawn(): void;
}

const pressNothing = () => {};

/** Return a new session's view, which the build has written into the page. */
function readInitial(): Traits {
  return JSON.parse(find("#state").textContent ?? "") as Traits;
}

/**
 * Show the board with the picture of a game or, if the picture can't be drawn, with a new game.
 */
export function makeDisplay(options: DisplayOptions) {
  const { picture, isInert, send, dropPicture, link, redrawn } = options;
  const initial = readInitial();
  const language = () => ({ language: presentLanguage(), texts: presentTexts() });
  const state: Traits = { ...initial, ...words.state, ...picture, ...language() };
  const model = makeModel(state, send);
  /** Loads the board's sheets at once, if the board has asked for them. */
  let getSheets = () => {};
  /** Presses a button on a sheet that is still loading. */
  let press = pressNothing;

  const loadSheets: LoadSheets = (use, fail) => {
    const add: typeof use = (sheets) => {
      use(sheets);
      addToLearn();
      press();
      press = pressNothing;
    };
    const forget = () => {
      press = pressNothing;
    };
    getSheets = () => void withSheets(add, forget);
    void withSheets(add, fail);
  };

  /** Set the page's title to the lesson's title, the player to move, or the game's result. */
  function showTurn(): void {
    const now = state.activity?.title ?? messageOf(state);
    document.title = fill("{now} – {site}", { now, site: _(TITLE) });
  }

  /** Show the parts around the game: invitations, and calendars if there is room. */
  function showAround(): void {
    invite.draw(state);
    delight(state);
    const { activity, puzzle_streak: streak } = state;
    inLearn.draw(streak);
    underInvite.draw(streak, !invite.root.hidden);
    afterPuzzle.draw(streak, !!activity?.day && activity.state === "right");
  }

  /** Put a calendar on the sheet with the lessons, if this sheet is loaded. */
  function addToLearn(): void {
    place.querySelector(".ttt-shelf .ttt-pair")?.append(inLearn.root);
  }

  /** Put the parts around the game into a newly drawn board. */
  function putAround(): void {
    find("#board .ttt-notes").prepend(invite.root, underInvite.root);
    addToLearn();
    find("#board .ttt-table").append(afterPuzzle.root);
    showAround();
  }

  /** Make the parts around the game again in another language. */
  function redrawAround(): void {
    [invite, delight] = [makeInvite(place, pressOnSheet), makeDelight(place)];
    [inLearn, underInvite, afterPuzzle] = [makeMonth(), makeMonth(), makeMonth()];
    // Drop the old function, which loads the sheets for the old board.
    getSheets = () => {};
    putAround();
    redrawn();
  }

  place.inert = isInert;
  try {
    widget.render({ model, el: place, loadSheets, link });
  } catch {
    // The saved game can still be valid. Python will check it.
    dropPicture();
    place.replaceChildren();
    place.inert = true;
    Object.assign(state, initial, words.state);
    widget.render({ model, el: place, loadSheets, link });
  }
  /** Press one of the buttons that match a selector on one of the board's sheets. */
  function pressOnSheet(selector: string, at = 0): void {
    const click = () => place.querySelectorAll<HTMLElement>(selector)[at].click();
    if (place.querySelector(selector)) {
      click();
      return;
    }
    press = unlessEscaped(click);
    getSheets();
  }
  const feedback = makeFeedback();
  let [invite, delight] = [makeInvite(place, pressOnSheet), makeDelight(place)];
  let [inLearn, underInvite, afterPuzzle] = [makeMonth(), makeMonth(), makeMonth()];
  putAround();
  if (!place.inert) showTurn();

  return {
    /** The current traits. */
    state: state as Readonly<Traits>,
    /** Pass a message from Python on to the board. */
    receive: model.receive,
    pressOnSheet,
    /**
     * Return a new game's texts in the current language.
     *
     * @param before in the previous language, the parts of a new game's state that differ from
     * English
     */
    describeNew(before: Partial<Traits>): Partial<Traits> {
      const names = Object.keys({ ...before, ...words.state }) as (keyof Traits)[];
      const next = { ...initial, ...words.state };
      const { lessons: known } = state;
      const lessons = next.lessons.map((lesson, at) => ({
        ...lesson,
        solved: known[at].solved,
      }));
      return { ...Object.fromEntries(names.map((name) => [name, next[name]])), lessons };
    },
    /** Draw changes, except for values that are already displayed. */
    change(changes: Partial<Traits>): void {
      const wasOwnGame = !state.activity;
      // Use the page's language, even while Python still uses another language.
      const news = findNews({ ...changes, ...language() }, state);
      if (Object.keys(news).length) model.change(news);
      // The board draws itself in a microtask, so redraw the other parts in a later microtask.
      if (news.language) queueMicrotask(redrawAround);
      feedback(news, state);
      showAround();
      showTurn();
      // Scroll to the board, because the button for a lesson can be below it.
      if (wasOwnGame && state.activity) scrollTo(0, 0);
    },
  };
}

/** The page's board. */
export type Display = ReturnType<typeof makeDisplay>;
