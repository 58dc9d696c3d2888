// @ts-check
// What this browser keeps of a game between visits, and which of its tabs plays it.

/** @import { KeptGame } from "./types" */

/** Name of what is kept; a page at another path has its own. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname}`;
/** Name of the picture of it: what the board shows until Python is there. */
const PICTURE_KEY = `${KEY} picture`;
/** Name of what says which tab plays: the one that came last. */
const TAB_KEY = `${KEY} tab`;

/** Greatest length of what is kept, many times that of the longest game with every lesson taken. */
const LONGEST_GAME = 200_000;
/** Greatest number of arrays and objects within each other in it; Python has no room for thousands. */
const DEEPEST_GAME = 20;
/** Greatest length of a picture, some times that of the longest game with its review. */
const LONGEST_PICTURE = 200_000;

/** Return a checksum of texts, FNV-1a with 32 bits. @param {string[]} texts */
function checksum(...texts) {
  let sum = 0x811c9dc5;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return String(sum >>> 0);
}

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
 * Return whether arrays and objects lie in each other this many deep at most.
 * @param {unknown} value
 * @param {number} levels
 * @returns {boolean}
 */
function isShallow(value, levels) {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/**
 * Make what keeps the game of this page: its own game for every tab and visit, or the game
 * of a link for this tab alone, so that opening a link loses nothing.
 *
 * What Python saved is kept, which Python checks when it restores it. A picture of it is kept
 * beside it; nobody checks what that means, so it is shown only while it is, to the letter,
 * what this version of the page wrote for that very game.
 * @param {boolean} isLinked
 * @param {string} version of the page
 */
export function makeKeeper(isLinked, version) {
  const storage = attempt(() => (isLinked ? sessionStorage : localStorage));
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

  /** Return what is stored under a name, null when there is nothing. @param {string} name */
  const load = (name) => attempt(() => storage?.getItem(name)) ?? null;
  /** Forget what is stored under a name. @param {string} name */
  const forget = (name) => attempt(() => storage?.removeItem(name));

  /** Return the picture of a game that was kept, null when there is none that will do. @param {string} game @returns {KeptGame["state"]} */
  function readPicture(game) {
    const [, sum, picture] = /^(\d+) (.*)$/s.exec(load(PICTURE_KEY) ?? "") ?? [];
    if (picture === undefined || sum !== checksum(version, game, picture)) return null;
    return JSON.parse(picture);
  }

  return {
    /**
     * Return the game that was kept, null when there is none.
     * @returns {KeptGame | null}
     * @throws {Error} when it is damaged
     */
    read() {
      const text = load(KEY);
      if (text === null) return null;
      const kept = text.length <= LONGEST_GAME && JSON.parse(text);
      if (typeof kept?.saved !== "object" || !isShallow(kept.saved, DEEPEST_GAME)) throw new SyntaxError("not a kept game");
      return { saved: kept.saved, link: kept.link, state: readPicture(text) };
    },
    /** Keep a game; return whether there was a place for it. @param {KeptGame} game */
    write({ saved, link, state }) {
      const text = JSON.stringify({ saved, link });
      const picture = JSON.stringify(state);
      // The picture of the game before must not take the place of this game.
      forget(PICTURE_KEY);
      const isKept = store(storage, KEY, text);
      if (isKept && picture.length <= LONGEST_PICTURE) store(storage, PICTURE_KEY, `${checksum(version, text, picture)} ${picture}`);
      return isKept;
    },
    /** Forget the picture of the game that was kept. */
    dropPicture() {
      forget(PICTURE_KEY);
    },
    /** Forget the game that was kept. */
    drop() {
      forget(PICTURE_KEY);
      forget(KEY);
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
      const playing = isLinked ? null : load(TAB_KEY);
      return playing === null || playing === tab;
    },
  };
}
