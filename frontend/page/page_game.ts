// The game of this page: the input for a start of Python, and the kept game for the next visit.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import { _, fill } from "../shared/texts.ts";
import type { Keeper } from "./keeper.ts";
import { makeKeeper } from "./keeper.ts";
import { presentLanguage } from "./language.ts";
import { leadsToLesson, showAddress } from "./link.ts";
import type { KeptGame, Order, SavedTable } from "./protocol.ts";
import { notify } from "./words.ts";

/** Make a keeper forget a damaged game, and report that. */
function drop(keeper: Keeper): void {
  keeper.drop();
  notify(() => _("Your game from the last visit could not be read, so it was deleted."));
}

/** Return the kept game, or drop it if it is damaged. */
function readKept(keeper: Keeper): KeptGame | null {
  try {
    const kept = keeper.read();
    // A picture in another language would contradict the page.
    const isOther = (kept?.state?.language ?? "en") !== presentLanguage();
    return kept && isOther ? { ...kept, state: null } : kept;
  } catch {
    drop(keeper);
    return null;
  }
}

/**
 * Make the game of this page.
 *
 * @param link to a game, a lesson or a puzzle for this page to open, or nothing
 * @param lose called once another tab has taken over the game
 */
export function makePageGame(link: string, lose: () => void) {
  // During a lesson or a puzzle the person's own game waits, so this page belongs to it.
  const isLinked = link !== "" && !leadsToLesson(link);
  // Its address changes with every file of the page.
  const keeper = makeKeeper(isLinked, import.meta.url);
  keeper.claim(lose);
  let kept = readKept(keeper);
  // A newly opened link begins at its position. After a reload, play continues.
  const isToCome = link !== "" && kept?.link !== link;
  if (isToCome && isLinked) kept = null;

  /** The link to the present game. */
  let present = link;
  /** The present session state, to save. */
  let saved = kept?.saved;
  /** Link that has yet to be opened. */
  let toCome = isToCome ? link : null;
  /** Mark of a stopped player, which a person plays once Python is ready again. */
  let freed: Mark | null = null;
  /** Whether the kept game stays unchanged while another one is played. */
  let isLeftAlone = false;
  let isToldNotKept = false;
  // A request about the kept game, not about the next one.
  const asked = isToCome ? [] : keeper.readAsked();

  return {
    /** Whether the page is one of a link to a game. */
    isLinked,
    /** Whether the page opens its link, instead of a kept game of the link. */
    isToCome,
    /** The board's view until Python is ready. */
    picture: kept?.state ?? null,
    /**
     * Whether only Python knows the game. In that case an early move would belong to another
     * game than that of the link, or than the kept one.
     */
    isUnknown: isToCome || (!!kept && !kept.state),
    dropPicture: keeper.dropPicture,
    /** Requests of the visit before, kept because nothing answered them. */
    asked,
    /** Keep the requests without an answer. */
    keepAsked: keeper.writeAsked,
    /** Return the link to the present game. */
    link: (): string => present,
    /** Return the session state as Python saved it, if it did. */
    saved: (): SavedTable | undefined => saved as SavedTable | undefined,
    /** Return the input for a start of Python, without the ply looked back at and the language. */
    order: (): Omit<Order, "viewed" | "language"> => ({
      saved: saved === undefined ? null : JSON.stringify(saved),
      link: toCome,
      freed,
    }),
    /** Let a person play a mark once Python is ready again. Null changes nothing. */
    free(mark: Mark | null): void {
      freed = mark;
    },
    /** Begin without the kept game, which stays unchanged. */
    leaveAlone(): void {
      isLeftAlone = true;
      saved = undefined;
      toCome = null;
      freed = null;
    },
    /** Forget the kept game, which is damaged, and report that. */
    drop(): void {
      drop(keeper);
    },
    /** Forget everything that belongs to a person, and begin with nothing. */
    beginAnew(): void {
      keeper.forgetPerson();
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
    },
    /** Note that Python has begun, and report its remarks on the input. */
    begin(): void {
      const mark = freed;
      if (mark)
        notify(() => fill("You play {mark} now because its player was stopped.", { mark }));
      if (isLeftAlone)
        notify(() =>
          _("Your earlier game is saved for your next visit. This one won't be saved."),
        );
      freed = null;
    },
    /** Note the present session state, to save. */
    save(table: unknown): void {
      saved = table;
      toCome = null;
    },
    /** Set the address to the link of the present game. */
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
      const isKept = keeper.write({ state: { ...state, texts: {} }, saved, link: present });
      if (isKept || isLinked || isToldNotKept) return;
      isToldNotKept = true;
      notify(() =>
        _("This browser can't save games. If you close this page, you'll lose this game."),
      );
    },
  };
}

/** The game of this page. */
export type PageGame = ReturnType<typeof makePageGame>;
