// @ts-check
// What this browser keeps of a game between visits, and which of its tabs plays it.

/** @import { KeptGame } from "./types" */

/** Name of what is kept; a page at another path has its own. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname}`;
/** Name of what says which tab plays: the one that came last. */
const TAB_KEY = `${KEY} tab`;

/**
 * Do something with storage; null where that is forbidden.
 * @template Result
 * @param {() => Result} act
 */
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

/**
 * Store a text; return whether there was a place for it. An older one does not stay behind.
 * @param {Storage | null} storage
 * @param {string} name
 * @param {string} text
 */
function store(storage, name, text) {
  try {
    if (!storage) return false;
    storage.setItem(name, text);
    return true;
  } catch {
    attempt(() => storage?.removeItem(name));
    return false;
  }
}

/**
 * Make what keeps the game of this page: its own game for every tab and visit, or the game
 * of a link for this tab alone, so that opening a link loses nothing.
 * @param {boolean} isLinked
 */
export function makeKeeper(isLinked) {
  const storage = attempt(() => (isLinked ? sessionStorage : localStorage));
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

  return {
    /**
     * Return the game that was kept, null when there is none.
     * @returns {KeptGame | null}
     * @throws {Error} when it is damaged
     */
    read() {
      const text = attempt(() => storage?.getItem(KEY)) ?? null;
      if (text === null) return null;
      const kept = JSON.parse(text);
      if (typeof kept?.state !== "object" || !("saved" in kept)) throw new SyntaxError("not a kept game");
      return kept;
    },
    /** Keep a game; return whether there was a place for it. @param {KeptGame} game */
    write: (game) => store(storage, KEY, JSON.stringify(game)),
    /** Forget the game that was kept. */
    drop() {
      attempt(() => storage?.removeItem(KEY));
    },
    /** Take the game over from other tabs. @param {() => void} lost is called once another tab has taken it */
    claim(lost) {
      if (isLinked) return;
      store(storage, TAB_KEY, tab);
      const events = ["storage", "pageshow"];
      // A page that one comes back to has not heard what happened meanwhile.
      const look = () => {
        if (this.isPlaying()) return;
        for (const event of events) removeEventListener(event, look);
        lost();
      };
      for (const event of events) addEventListener(event, look);
    },
    /** Return whether no other tab has taken the game over. */
    isPlaying() {
      const playing = isLinked ? null : attempt(() => storage?.getItem(TAB_KEY)) ?? null;
      return playing === null || playing === tab;
    },
  };
}
