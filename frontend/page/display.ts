// The board of the page, and the title that says whose turn it is.

import widget from "../board/board.ts";
import type { Traits } from "../board/traits.ts";
import { makeModel } from "./model.ts";
import { findNews } from "./news.ts";
import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";
import { find } from "./words.ts";

/** Title of the site, which the build knows. */
declare const TITLE: string;

/** Where the board is. */
export const place = find("#board");

/** What showing the board asks of the page. */
export interface DisplayOptions {
  /** What is known of the game before Python is there. */
  picture: KeptGame["state"];
  /** Whether nothing is to be played on that. */
  isInert: boolean;
  /** Pass on a request of the board. */
  send(content: BoardRequest): void;
  /** Hear that the picture cannot be drawn. */
  dropPicture(): void;
}

/** Return what the board shows of a new table, which the build wrote into the page. */
function readInitial(): Traits {
  return JSON.parse(find("#state").textContent ?? "") as Traits;
}

/** Show the board, with the picture of a game where it can be drawn. */
export function makeDisplay({ picture, isInert, send, dropPicture }: DisplayOptions) {
  const initial = readInitial();
  const state: Traits = { ...initial, ...picture };
  const model = makeModel(state, send);

  /** Say in the title which lesson runs, whose turn it is, or how the game ended. */
  function showTurn(): void {
    document.title = `${state.activity?.title ?? state.message} – ${TITLE}`;
  }

  place.inert = isInert;
  try {
    widget.render({ model, el: place });
  } catch {
    // What was saved may still be sound: Python will say.
    dropPicture();
    place.replaceChildren();
    place.inert = true;
    Object.assign(state, initial);
    widget.render({ model, el: place });
  }
  if (!place.inert) showTurn();

  return {
    /** The traits as they stand. */
    state: state as Readonly<Traits>,
    /** Hand on a message of Python. */
    receive: model.receive,
    /** Show what has changed; what is shown already is not drawn a second time. */
    change(changes: Partial<Traits>): void {
      const wasOwnGame = !state.activity;
      const news = findNews(changes, state);
      if (Object.keys(news).length) model.change(news);
      showTurn();
      // What leads to a lesson may stand below what it shows.
      if (wasOwnGame && state.activity) scrollTo(0, 0);
    },
  };
}

/** The board of the page. */
export type Display = ReturnType<typeof makeDisplay>;
