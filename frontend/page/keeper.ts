// The game that this browser saves between visits, and the tab in which it is played.

import { forgetStudent } from "../shared/student.ts";
import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Storage key for the saved game. Pages at different paths have different keys. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname}`;
/** Storage key for the game's picture, which is what the board shows until Python is ready. */
const PICTURE_KEY = `${KEY} picture`;
/** Storage key for the unanswered requests. */
const ASKED_KEY = `${KEY} asked`;
/** Storage keys for everything that belongs to a person. */
const ALL_KEYS = [PICTURE_KEY, ASKED_KEY, KEY];
/** Storage key for the tab in which people can play, which is the one that was opened last. */
const TAB_KEY = `${KEY} tab`;

/**
 * Maximum length of the saved game in characters. A long game with progress in all lessons is
 * much shorter.
 */
const LONGEST_GAME = 200_000;
/**
 * Maximum nesting of arrays and objects in the saved game. Python can't read thousands of
 * levels.
 */
const DEEPEST_GAME = 20;
/**
 * Maximum length of a picture in characters. A picture of the longest game, with its review, is
 * a few times shorter.
 */
const LONGEST_PICTURE = 200_000;

/**
 * Maximum length of the unanswered requests in characters. One person's requests are much
 * shorter.
 */
const LONGEST_ASKED = 20_000;

/** Events after which another tab could have taken over the game. */
const CHANGES_OF_TAB = ["storage", "pageshow"];

/** Return the 32-bit FNV-1a checksum of texts. */
function checksum(...texts: string[]): string {
  let sum = 0x811c9dc5;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    }
  }
  return String(sum >>> 0);
}

/** Return whether arrays and objects in a value are nested at most `levels` levels deep. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** Use the browser's storage. If the browser forbids this, return null. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/**
 * Store a text. Return whether there was room for it. If there was no room, remove the text
 * that was stored earlier.
 */
function store(storage: Storage | null, name: string, text: string): boolean {
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
 * Return whether a value has the form of a request. The meaning of the request is not checked.
 */
function isRequest(value: unknown): value is BoardRequest {
  const { kind, request, client } = (value ?? {}) as Partial<BoardRequest>;
  return [kind, request, client].every((part) => typeof part === "string");
}

/** Object that saves a page's game in the browser. */
export interface Keeper {
  /**
   * Return the saved game, or null if there is no saved game.
   *
   * @throws if the saved game is damaged
   */
  read(): KeptGame | null;
  /** Save a game. Return whether there was room for it. */
  write(game: KeptGame): boolean;
  /** Return the unanswered requests that were saved, or an empty list if they are damaged. */
  readAsked(): BoardRequest[];
  /** Save the unanswered requests. */
  writeAsked(asked: BoardRequest[]): void;
  /** Delete the saved game's picture. */
  dropPicture(): void;
  /** Delete the saved game. */
  drop(): void;
  /** Delete everything that this browser has saved about a person, and stop saving. */
  forgetPerson(): void;
  /** Take over the game from other tabs. If another tab takes it over later, call `lost`. */
  claim(lost: () => void): void;
  /** Return true unless another tab has taken over the game. */
  isPlaying(): boolean;
}

/**
 * Make the object that saves this page's game. All tabs and visits share one game. A game from
 * a link has its own storage in its tab, so opening a link doesn't replace any other game.
 * Python checks the saved game when it restores it. The object also saves a picture of the
 * game, whose meaning nothing checks. So the page shows a picture only if the same version of
 * the page wrote it for the same game.
 */
export function makeKeeper(isLinked: boolean, version: string): Keeper {
  const storage = attempt(() => (isLinked ? sessionStorage : localStorage));
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let isForgotten = false;

  /** Return the text that is stored under a name, or null if there is none. */
  const load = (name: string) => attempt(() => storage?.getItem(name)) ?? null;
  /** Delete the text that is stored under a name. */
  const forget = (name: string) => attempt(() => storage?.removeItem(name));

  /** Return a saved game's picture, or null if there is no usable one. */
  function readPicture(game: string): KeptGame["state"] {
    const [, sum, picture] = /^(\d+) (.*)$/s.exec(load(PICTURE_KEY) ?? "") ?? [];
    if (picture === undefined || sum !== checksum(version, game, picture)) return null;
    return JSON.parse(picture) as KeptGame["state"];
  }

  function read(): KeptGame | null {
    const text = load(KEY);
    if (text === null) return null;
    // The parsed value can be anything, because it hasn't been checked yet.
    const kept = text.length <= LONGEST_GAME && (JSON.parse(text) as Partial<KeptGame> | null);
    if (!kept || typeof kept.saved !== "object" || !isShallow(kept.saved, DEEPEST_GAME)) {
      throw new SyntaxError("the stored value is not a saved game");
    }
    return { saved: kept.saved, link: kept.link as string, state: readPicture(text) };
  }

  function write({ saved, link, state }: KeptGame): boolean {
    if (isForgotten) return true;
    const text = JSON.stringify({ saved, link });
    const picture = JSON.stringify(state);
    // Delete the old picture first, so that it can't be shown for this game.
    forget(PICTURE_KEY);
    const isKept = store(storage, KEY, text);
    if (isKept && picture.length <= LONGEST_PICTURE) {
      store(storage, PICTURE_KEY, `${checksum(version, text, picture)} ${picture}`);
    }
    return isKept;
  }

  function readAsked(): BoardRequest[] {
    const text = load(ASKED_KEY) ?? "";
    if (text.length > LONGEST_ASKED) return [];
    const asked = attempt(() => JSON.parse(text) as unknown);
    return Array.isArray(asked) && asked.every(isRequest) ? asked : [];
  }

  function writeAsked(asked: BoardRequest[]): void {
    if (!isPlaying() || isForgotten) return;
    if (asked.length) store(storage, ASKED_KEY, JSON.stringify(asked));
    else forget(ASKED_KEY);
  }

  function isPlaying(): boolean {
    const playing = isLinked ? null : load(TAB_KEY);
    return playing === null || playing === tab;
  }

  function claim(lost: () => void): void {
    if (isLinked) return;
    store(storage, TAB_KEY, tab);
    // When a person returns to the page, the page could have missed events in the meantime.
    const look = () => {
      if (isPlaying()) return;
      for (const event of CHANGES_OF_TAB) removeEventListener(event, look);
      lost();
    };
    for (const event of CHANGES_OF_TAB) addEventListener(event, look);
  }

  return {
    read,
    write,
    readAsked,
    writeAsked,
    claim,
    isPlaying,
    dropPicture() {
      forget(PICTURE_KEY);
    },
    drop() {
      for (const name of ALL_KEYS) forget(name);
    },
    forgetPerson() {
      isForgotten = true;
      forgetStudent();
      for (const name of ALL_KEYS) {
        attempt(() => localStorage.removeItem(name));
        attempt(() => sessionStorage.removeItem(name));
      }
    },
  };
}
