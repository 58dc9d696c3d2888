// Messages between the page and its worker, and the form in which the browser saves a game.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer, Request } from "../shared/protocol.ts";
import type { BuiltFile } from "./integrity.ts";

/** Result of `Session.save`, with the parts that the page changes before Python is ready. */
export interface SavedTable {
  rules: string;
  moves: number[];
  round: number;
  scores: Record<string, Traits["scores"]>;
  records?: Record<string, Traits["records"]>;
  players: Traits["players"];
}

/** A game that a browser saves between visits. */
export interface KeptGame {
  /** The board's view until Python is ready, or null if there is no usable view. */
  state: Partial<Traits> | null;
  /** Saved session, which could be damaged. */
  saved: unknown;
  /** Link to the game, without `#`. */
  link: string;
}

/** Input for starting Python. */
export interface Order {
  /** Result of `Session.save`, as JSON text. */
  saved: string | null;
  /** Link to open, without `#`. */
  link: string | null;
  /** Mark of a player that was stopped. A person plays this mark from now on. */
  freed: Mark | null;
  /** Ply of the displayed position, or null for the current position. */
  viewed: number | null;
  /** The language's code and catalogue, or null for English. */
  language: { code: string; catalogue: BuiltFile } | null;
}

/** Reason why Python can't start, or "unknown". */
export type Why = "offline" | "damaged" | "blocked" | "unknown";

/**
 * Messages from the page to its worker. If `known` is not null, only the files in it can be
 * taken from the browser's cache.
 */
export type ToWorker =
  | { kind: "start"; known: string[] | null; language: Order["language"] }
  | ({ kind: "open" } & Order)
  | { kind: "request"; text: string }
  | { kind: "language"; language: Order["language"] }
  | { kind: "watch"; on: boolean }
  | { kind: "ping" }
  | ({ kind: "read progress"; text: string } & Pick<Order, "language">)
  | { kind: "hand over"; cache: string };

/** Session state that Python has set, with remarks on the input. */
export interface Ready {
  kind: "ready";
  start: Start;
  state: Traits;
  link: string;
  /** Reason why the game could not be restored, or an empty text. */
  refused: string;
  /** Sentences about damaged parts of the link. */
  faults: string[];
}

/** Table that Python made from progress codes. */
export interface ProgressTable {
  columns: string[];
  rows: (string | number)[][];
  /** Sentences about unreadable codes and about the table, to show below the table. */
  notes: string[];
  csv: string;
}

/** Messages from the worker to its page. */
export type ToPage =
  | Ready
  | { kind: "progress"; part: number }
  | { kind: "sound"; file: string }
  | { kind: "opening" }
  | { kind: "failed"; why: Why }
  | { kind: "alive" }
  | { kind: "handed over" }
  | ({ kind: "progress table" } & ProgressTable)
  | { kind: "not translated" }
  | { kind: "changes"; changes: Partial<Traits>; saved: unknown; link: string }
  | { kind: "message"; message: Answer & Pick<Request, "request" | "client"> };

/** How Python was started: from the memory snapshot, or from the original files. */
export type Start = "snapshot" | "files";
