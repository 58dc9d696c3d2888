// The page's game: the input for starting Python, and the game to save for the next visit.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import { _, fill } from "../shared/texts.ts";
import type { Keeper } from "./keeper.ts";
import { makeKeeper } from "./keeper.ts";
import { presentLanguage } from "./language.ts";
import { leadsToLesson, showAddress } from "./link.ts";
import type { KeptGame, Order, SavedTable } from "./protocol.ts";
import { notify } from "./words.ts";

/** Delete a damaged saved game, and show a notice about it. */
function drop(keeper: Keeper): void {
  keeper.drop();
  notify(() => _("Your game from the last visit could not be read, so it was deleted."));
}

/** Return the saved game. If the saved game is damaged, delete it and return null. */
function readKept(keeper: Keeper): KeptGame | null {
  try {
    const kept = keeper.read();
    // Don't use a picture in another language than the page.
    const isOther = (kept?.state?.language ?? "en") !== presentLanguage();
    return kept && isOther ? { ...kept, state: null } : kept;
  } catch {
    drop(keeper);
    return null;
  }
}

/**
 * Make this page's game.
 *
 * @param link link that the page opens (to a game, a lesson or a puzzle), or an empty text
 * @param lose called when another tab has taken over the game
 */
export function makePageGame(link: string, lose: () => void) {
  // During a lesson or puzzle, the person's own game waits, so this page stores that game.
  const isLinked = link !== "" && !leadsToLesson(link);
  // This script's address changes whenever one of the page's files changes.
  const keeper = makeKeeper(isLinked, import.meta.url);
  keeper.claim(lose);
  let kept = readKept(keeper);
  // A link that has just been opened starts from its position. After a reload, the game
  // continues instead.
  const isToCome = link !== "" && kept?.link !== link;
  if (isToCome && isLinked) kept = null;

  /** Link to the current game. */
  let present = link;
  /** Current session, in the form to save. */
  let saved = kept?.saved;
  /** Link that Python hasn't opened yet. */
  let toCome = isToCome ? link : null;
  /**
   * Mark of a player that was stopped. A person will play this mark when Python is ready again.
   */
  let freed: Mark | null = null;
  /** Whether the saved game stays unchanged while another game is played. */
  let isLeftAlone = false;
  let isToldNotKept = false;
  // Saved requests belong to the saved game, not to a game from a link.
  const asked = isToCome ? [] : keeper.readAsked();

  return {
    /** Whether the page was opened with a link to a game. */
    isLinked,
    /** Whether the page opens its link instead of a saved game that began with this link. */
    isToCome,
    /** The board's view until Python is ready. */
    picture: kept?.state ?? null,
    /**
     * Whether only Python knows the game, so that a move before Python is ready would be for
     * the wrong game.
     */
    isUnknown: isToCome || (!!kept && !kept.state),
    dropPicture: keeper.dropPicture,
    /** Unanswered requests from the previous visit. */
    asked,
    /** Save the unanswered requests. */
    keepAsked: keeper.writeAsked,
    /** Return the link to the current game. */
    link: (): string => present,
    /** Return the saved session, if there is one. */
    saved: (): SavedTable | undefined => saved as SavedTable | undefined,
    /** Return the input for starting Python, without the viewed ply and the language. */
    order: (): Omit<Order, "viewed" | "language"> => ({
      saved: saved === undefined ? null : JSON.stringify(saved),
      link: toCome,
      freed,
    }),
    /**
     * Let a person play the given mark when Python is ready again. With null, no player
     * changes.
     */
    free(mark: Mark | null): void {
      freed = mark;
    },
    /** Begin without the saved game, which stays unchanged. */
    leaveAlone(): void {
      isLeftAlone = true;
      saved = undefined;
      toCome = null;
      freed = null;
    },
    /** Delete the saved game, which is damaged, and show a notice about it. */
    drop(): void {
      drop(keeper);
    },
    /** Delete everything that belongs to a person, and reload the page. */
    beginAnew(): void {
      keeper.forgetPerson();
      history.replaceState(null, "", location.pathname + location.search);
      location.reload();
    },
    /** After Python is ready, show notices about a stopped player or an unsaved game. */
    begin(): void {
      const mark = freed;
      if (mark)
        notify(() => fill("You play {mark} now because its player was stopped.", { mark }));
      if (isLeftAlone)
        notify(() =>
          _("Your earlier game is saved for your next visit. This game won't be saved."),
        );
      freed = null;
    },
    /** Set the session to save. */
    save(table: unknown): void {
      saved = table;
      toCome = null;
    },
    /** Set the link to the current game, and update the page's address. */
    lead(to: string): void {
      present = to;
      if (!isLeftAlone) showAddress(to, isLinked);
    },
    /** Save the game for the next visit, unless another tab has taken it over. */
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

/** The page's game. */
export type PageGame = ReturnType<typeof makePageGame>;
