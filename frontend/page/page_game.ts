// The game of this page: with what a start of Python begins, and what is kept of the game for
// the next visit.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Keeper } from "./keeper.ts";
import { makeKeeper } from "./keeper.ts";
import { leadsToLesson, showAddress } from "./link.ts";
import type { KeptGame, Order, SavedTable } from "./protocol.ts";
import { notify } from "./words.ts";

const DROPPED = "The game kept from your last visit could not be read and was dropped.";
const NOT_KEPT = "This browser keeps no games: once you close this page, this one is gone.";
const LEFT_ALONE = "The game from before is kept for your next visit. This one is not kept.";

/** Have a keeper forget a game that is damaged, and say so. */
function drop(keeper: Keeper): void {
  keeper.drop();
  notify(DROPPED);
}

/** Return the game that was kept; one that is damaged is dropped. */
function readKept(keeper: Keeper): KeptGame | null {
  try {
    return keeper.read();
  } catch {
    drop(keeper);
    return null;
  }
}

/**
 * Make the game of this page.
 *
 * @param link to a game, a lesson or a puzzle, which this page opens, or nothing
 * @param lose is called once another tab has taken the game over
 */
export function makePageGame(link: string, lose: () => void) {
  // While a lesson or a puzzle runs, one's own game waits, so this is a page of that.
  const isLinked = link !== "" && !leadsToLesson(link);
  // Its address changes with every file that the page is made of.
  const keeper = makeKeeper(isLinked, import.meta.url);
  keeper.claim(lose);
  let kept = readKept(keeper);
  // A link that is opened anew begins where it leads; on a reload, play goes on.
  const isToCome = link !== "" && kept?.link !== link;
  if (isToCome && isLinked) kept = null;

  /** The link to the game as it stands. */
  let present = link;
  /** The table as it stands, to be saved. */
  let saved = kept?.saved;
  /** Link that is still to be opened. */
  let toCome = isToCome ? link : null;
  /** Mark whose player was stopped, and is a person once Python is there again. */
  let freed: Mark | null = null;
  /** Whether the game that was kept is left as it is, and another is played. */
  let isLeftAlone = false;
  let isToldNotKept = false;
  // Asked of the game that was kept, which is not the one to come.
  const asked = isToCome ? [] : keeper.readAsked();

  return {
    /** Whether the page is one of a link to a game. */
    isLinked,
    /** Whether the page opens its link, rather than a game that was kept of it. */
    isToCome,
    /** What the board shows until Python is there. */
    picture: kept?.state ?? null,
    /**
     * Whether Python alone knows the game: a move before would be another one in the game of
     * the link, or in that which was kept.
     */
    isUnknown: isToCome || (!!kept && !kept.state),
    dropPicture: keeper.dropPicture,
    /** What was asked for at the visit before, and kept because nothing answered. */
    asked,
    /** Keep what is asked for and not answered. */
    keepAsked: keeper.writeAsked,
    /** Return the link to the game as it stands. */
    link: (): string => present,
    /** Return the table as it was saved, if it was. */
    saved: (): SavedTable | undefined => saved as SavedTable | undefined,
    /** Return with what Python begins, but for what is looked back at. */
    order: (): Omit<Order, "viewed"> => ({
      saved: saved === undefined ? null : JSON.stringify(saved),
      link: toCome,
      freed,
    }),
    /** Have a person play a mark once Python is there again; null leaves all as it is. */
    free(mark: Mark | null): void {
      freed = mark;
    },
    /** Begin without the game that was kept, which is left as it is. */
    leaveAlone(): void {
      isLeftAlone = true;
      saved = undefined;
      toCome = null;
      freed = null;
    },
    /** Forget the game that was kept, which is damaged, and say so. */
    drop(): void {
      drop(keeper);
    },
    /** Note that Python has begun, and say what it was told to begin with. */
    begin(): void {
      if (freed) notify(`${freed} is yours to play: its player was stopped.`);
      if (isLeftAlone) notify(LEFT_ALONE);
      freed = null;
    },
    /** Note the table as it is to be saved. */
    save(table: unknown): void {
      saved = table;
      toCome = null;
    },
    /** Have the address lead to the game as it stands. */
    lead(to: string): void {
      present = to;
      if (!isLeftAlone) showAddress(to, isLinked);
    },
    /** Keep the game for the next visit, unless another tab plays it. */
    keep(state: Traits): void {
      if (!keeper.isPlaying()) {
        lose();
        return;
      }
      if (isLeftAlone) return;
      const isKept = keeper.write({ state, saved, link: present });
      if (isKept || isLinked || isToldNotKept) return;
      isToldNotKept = true;
      notify(NOT_KEPT);
    },
  };
}

/** The game of this page. */
export type PageGame = ReturnType<typeof makePageGame>;
