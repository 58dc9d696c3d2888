// What this browser keeps of a game between visits, and which of its tabs plays it.

import type { KeptGame } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Name of what is kept; a page at another path has its own. */
const KEY = `tictactoe_widget ${new URL(".", location.href).pathname}`;
/** Name of the picture of it: what the board shows until Python is there. */
const PICTURE_KEY = `${KEY} picture`;
/** Name of what was asked for in it and not answered. */
const ASKED_KEY = `${KEY} asked`;
/** Name of what says which tab plays: the one that came last. */
const TAB_KEY = `${KEY} tab`;

/** Greatest length of what is kept, many times that of a long game with every lesson taken. */
const LONGEST_GAME = 200_000;
/** Greatest depth of arrays and objects in it; Python has no room for thousands. */
const DEEPEST_GAME = 20;
/** Greatest length of a picture, some times that of the longest game with its review. */
const LONGEST_PICTURE = 200_000;

/** Greatest length of what was asked for, many times that of all that a person presses. */
const LONGEST_ASKED = 20_000;

/** Events after which another tab may have taken the game over. */
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

/** Return whether arrays and objects lie in each other this many deep at most. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1));
}

/** Do something with storage; null where that is forbidden. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** Store a text; return whether there was a place for it. An older one does not stay behind. */
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

/** Return whether a value is what a board asks for; nobody has checked what it means. */
function isRequest(value: unknown): value is BoardRequest {
  const { kind, request, client } = (value ?? {}) as Partial<BoardRequest>;
  return [kind, request, client].every((part) => typeof part === "string");
}

/** What keeps the game of a page. */
export interface Keeper {
  /**
   * Return the game that was kept, null when there is none.
   *
   * @throws when it is damaged
   */
  read(): KeptGame | null;
  /** Keep a game; return whether there was a place for it. */
  write(game: KeptGame): boolean;
  /** Return what was asked for and not answered, as it was kept; nothing if that is damaged. */
  readAsked(): BoardRequest[];
  /** Keep what is asked for and not answered. */
  writeAsked(asked: BoardRequest[]): void;
  /** Forget the picture of the game that was kept. */
  dropPicture(): void;
  /** Forget the game that was kept. */
  drop(): void;
  /** Take the game over from other tabs; `lost` is called once another tab has taken it. */
  claim(lost: () => void): void;
  /** Return whether no other tab has taken the game over. */
  isPlaying(): boolean;
}

/**
 * Make what keeps the game of this page: its own game for every tab and visit, or the game
 * of a link for this tab alone, so that opening a link loses nothing.
 *
 * What Python saved is kept, which Python checks when it restores it. A picture of it is kept
 * beside it; nobody checks what that means, so it is shown only while it is, to the letter,
 * what this version of the page wrote for that very game.
 */
export function makeKeeper(isLinked: boolean, version: string): Keeper {
  const storage = attempt(() => (isLinked ? sessionStorage : localStorage));
  const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

  /** Return what is stored under a name, null when there is nothing. */
  const load = (name: string) => attempt(() => storage?.getItem(name)) ?? null;
  /** Forget what is stored under a name. */
  const forget = (name: string) => attempt(() => storage?.removeItem(name));

  /** Return the picture of a game that was kept, null when there is none that will do. */
  function readPicture(game: string): KeptGame["state"] {
    const [, sum, picture] = /^(\d+) (.*)$/s.exec(load(PICTURE_KEY) ?? "") ?? [];
    if (picture === undefined || sum !== checksum(version, game, picture)) return null;
    return JSON.parse(picture) as KeptGame["state"];
  }

  function read(): KeptGame | null {
    const text = load(KEY);
    if (text === null) return null;
    // Whatever it is, which nobody has checked yet.
    const kept = text.length <= LONGEST_GAME && (JSON.parse(text) as Partial<KeptGame> | null);
    if (!kept || typeof kept.saved !== "object" || !isShallow(kept.saved, DEEPEST_GAME)) {
      throw new SyntaxError("not a kept game");
    }
    return { saved: kept.saved, link: kept.link as string, state: readPicture(text) };
  }

  function write({ saved, link, state }: KeptGame): boolean {
    const text = JSON.stringify({ saved, link });
    const picture = JSON.stringify(state);
    // The picture of the game before must not take the place of this game.
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
    if (!isPlaying()) return;
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
    // A page that one comes back to has not heard what happened meanwhile.
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
      for (const name of [PICTURE_KEY, ASKED_KEY, KEY]) forget(name);
    },
  };
}
