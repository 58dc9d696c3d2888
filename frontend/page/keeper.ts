// The game that this browser keeps between visits, and the tab that plays it.

import { forgetStudent } from "../shared/student.ts";
import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Name of the kept game. A page at another path has another name. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname}`;
/** Name of its picture: the board's view until Python is ready. */
const PICTURE_KEY = `${KEY} picture`;
/** Name of its requests without an answer. */
const ASKED_KEY = `${KEY} asked`;
/** Names of everything that belongs to a person. */
const ALL_KEYS = [PICTURE_KEY, ASKED_KEY, KEY];
/** Name of the tab that plays: the last one opened. */
const TAB_KEY = `${KEY} tab`;

/** Maximum length of the kept game, many times that of a long game with every lesson taken. */
const LONGEST_GAME = 200_000;
/** Maximum depth of arrays and objects in it. Python has no room for thousands. */
const DEEPEST_GAME = 20;
/** Maximum length of a picture, a few times that of the longest game with its review. */
const LONGEST_PICTURE = 200_000;

/** Maximum length of the requests, many times that of all that a person presses. */
const LONGEST_ASKED = 20_000;

/** Events after which another tab may have taken over the game. */
const CHANGES_OF_TAB = ["storage", "pageshow"];

/** Return a checksum of texts, FNV-1a with 32 bits. */
function checksum(...texts: string[]): string {
  let sum = 0x811c9dc5;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
    }
  }
  return String(sum >>> 0);
}

/** Return whether the nesting of arrays and objects is at most this deep. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** Use storage, and return null if that is forbidden. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Store a text, and return whether there was room for it. If not, an older one is removed. */
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

/** Return whether a value looks like requests of a board, without a check of its meaning. */
function isRequest(value: unknown): value is BoardRequest {
  const { kind, request, client } = (value ?? {}) as Partial<BoardRequest>;
  return [kind, request, client].every((part) => typeof part === "string");
}

/** The keeper of a page's game. */
export interface Keeper {
  /**
   * Return the kept game, or null without one.
   *
   * @throws if it is damaged
   */
  read(): KeptGame | null;
  /** Keep a game, and return whether there was room for it. */
  write(game: KeptGame): boolean;
  /** Return the kept requests without an answer, or nothing if they are damaged. */
  readAsked(): BoardRequest[];
  /** Keep the requests without an answer. */
  writeAsked(asked: BoardRequest[]): void;
  /** Forget the picture of the kept game. */
  dropPicture(): void;
  /** Forget the kept game. */
  drop(): void;
  /** Forget everything that this browser keeps of a person, and keep nothing more. */
  forgetPerson(): void;
  /** Take over the game from other tabs. It calls `lost` once another tab has taken it. */
  claim(lost: () => void): void;
  /** Return whether no other tab has taken over the game. */
  isPlaying(): boolean;
}

/**
 * Make the keeper of this page's game. Every tab and visit share one game. A link has a
 * separate game in its tab, so opening a link loses nothing. The keeper keeps Python's saved
 * game, which Python checks when it restores it. It also keeps a picture of it. Nobody checks
 * the meaning of the picture, so it is shown only if it is exactly what this version of the
 * page wrote for that game.
 */
export function makeKeeper(isLinked: boolean, version: string): Keeper {
  const storage = attempt(() => (isLinked ? sessionStorage : localStorage));
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");
  let isForgotten = false;

  /** Return the text stored under a name, or null. */
  const load = (name: string) => attempt(() => storage?.getItem(name)) ?? null;
  /** Forget the text stored under a name. */
  const forget = (name: string) => attempt(() => storage?.removeItem(name));

  /** Return the picture of a kept game, or null without a usable one. */
  function readPicture(game: string): KeptGame["state"] {
    const [, sum, picture] = /^(\d+) (.*)$/s.exec(load(PICTURE_KEY) ?? "") ?? [];
    if (picture === undefined || sum !== checksum(version, game, picture)) return null;
    return JSON.parse(picture) as KeptGame["state"];
  }

  function read(): KeptGame | null {
    const text = load(KEY);
    if (text === null) return null;
    // Any value, without a check so far.
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
    // The picture of the game before must not replace this game.
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
    // A page that a person comes back to has missed all events meanwhile.
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
