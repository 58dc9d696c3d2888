// The board of the page, and the title with the player to move.

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
import { withSheets } from "./on_demand.ts";
import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";
import { find } from "./words.ts";

/** Title of the site, set during the build. */
declare const TITLE: string;

/** The element of the board. */
export const place = find("#board");

/** Callbacks of the board's display. */
export interface DisplayOptions {
  /** The known state of the game before Python is ready. */
  picture: KeptGame["state"];
  /** Whether that state cannot be played. */
  isInert: boolean;
  /** Passes on a request of the board. */
  send(content: BoardRequest): void;
  /** Called if the picture cannot be drawn. */
  dropPicture(): void;
  /** Called once the whole board has been drawn in another language. */
  redrawn(): void;
}

/** Return the board's view of a new session state, which the build wrote into the page. */
function readInitial(): Traits {
  return JSON.parse(find("#state").textContent ?? "") as Traits;
}

/** Show the board, with the picture of a game if it can be drawn. */
export function makeDisplay({ picture, isInert, send, dropPicture, redrawn }: DisplayOptions) {
  const initial = readInitial();
  const language = () => ({ language: presentLanguage(), texts: presentTexts() });
  const state: Traits = { ...initial, ...words.state, ...picture, ...language() };
  const model = makeModel(state, send);
  /** Loads the sheets of the board, once it has asked for them. */
  let getSheets = () => {};
  /** Presses a button on a sheet that is on its way. */
  let press = () => {};

  const loadSheets: LoadSheets = (use, isWanted) => {
    const add: typeof use = (sheets) => {
      use(sheets);
      addToLearn();
      press();
      press = () => {};
    };
    getSheets = () => void withSheets(add, true);
    void withSheets(add, isWanted);
  };

  /** Set the title to the lesson, the player to move, or the result of the game. */
  function showTurn(): void {
    const now = state.activity?.title ?? messageOf(state);
    document.title = fill("{now} – {site}", { now, site: _(TITLE) });
  }

  /** Show what surrounds the game: invitations, and calendars where there is room. */
  function showAround(): void {
    invite.draw(state);
    delight(state);
    const { activity, puzzle_streak: streak } = state;
    inLearn.draw(streak);
    underInvite.draw(streak, !invite.root.hidden);
    afterPuzzle.draw(streak, !!activity?.day && activity.state === "right");
  }

  /** Put the calendar on the sheet of the lessons, if it is there. */
  function addToLearn(): void {
    place.querySelector(".ttt-shelf .ttt-pair")?.append(inLearn.root);
  }

  /** Put what surrounds the game into a newly drawn board. */
  function putAround(): void {
    find("#board .ttt-notes").prepend(invite.root, underInvite.root);
    addToLearn();
    find("#board .ttt-table").append(afterPuzzle.root);
    showAround();
  }

  /** Make what surrounds the game again, in another language. */
  function redrawAround(): void {
    [invite, delight] = [makeInvite(place, pressOnSheet), makeDelight(place)];
    [inLearn, underInvite, afterPuzzle] = [makeMonth(), makeMonth(), makeMonth()];
    // Those before were of the board before.
    getSheets = () => {};
    putAround();
    redrawn();
  }

  place.inert = isInert;
  try {
    widget.render({ model, el: place, loadSheets });
  } catch {
    // The saved game may still be valid, and Python will check it.
    dropPicture();
    place.replaceChildren();
    place.inert = true;
    Object.assign(state, initial, words.state);
    widget.render({ model, el: place, loadSheets });
  }
  /** Press a button on a sheet of the board: one of those of a selector. */
  function pressOnSheet(selector: string, at = 0): void {
    const click = () => place.querySelectorAll<HTMLElement>(selector)[at].click();
    if (place.querySelector(selector)) {
      click();
      return;
    }
    press = click;
    getSheets();
  }
  const feedback = makeFeedback();
  let [invite, delight] = [makeInvite(place, pressOnSheet), makeDelight(place)];
  let [inLearn, underInvite, afterPuzzle] = [makeMonth(), makeMonth(), makeMonth()];
  putAround();
  if (!place.inert) showTurn();

  return {
    /** The present traits. */
    state: state as Readonly<Traits>,
    /** Pass on a message of Python. */
    receive: model.receive,
    pressOnSheet,
    /**
     * Return the texts of a new game in the present language.
     *
     * @param before state of a new game in the former language, as far as it is not English
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
    /** Draw changes, without drawing shown values a second time. */
    change(changes: Partial<Traits>): void {
      const wasOwnGame = !state.activity;
      // The language is that of the page, also while Python has another one.
      const news = findNews({ ...changes, ...language() }, state);
      if (Object.keys(news).length) model.change(news);
      // The board draws itself in a microtask, and this follows it.
      if (news.language) queueMicrotask(redrawAround);
      feedback(news, state);
      showAround();
      showTurn();
      // The button for a lesson may be below the board.
      if (wasOwnGame && state.activity) scrollTo(0, 0);
    },
  };
}

/** The board of the page. */
export type Display = ReturnType<typeof makeDisplay>;
