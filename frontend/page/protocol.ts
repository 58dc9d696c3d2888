// Messages between the page and its worker, and the kept form of a game.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer, Request } from "../shared/protocol.ts";
import type { BuiltFile } from "./integrity.ts";

/**
 * A session state from `Session.save`, with the parts that the page changes before Python is
 * ready.
 */
export interface SavedTable {
  rules: string;
  moves: number[];
  round: number;
  scores: Record<string, Traits["scores"]>;
  records?: Record<string, Traits["records"]>;
  players: Traits["players"];
}

/** The game that a browser keeps between visits. */
export interface KeptGame {
  /** The board's view until Python is ready, or null without a usable one. */
  state: Partial<Traits> | null;
  /** The saved session state, unchecked. */
  saved: unknown;
  /** The link to it, without `#`. */
  link: string;
}

/** The input for Python's start. */
export interface Order {
  /** Result of `Session.save`, as JSON text. */
  saved: string | null;
  /** Link to open, without `#`. */
  link: string | null;
  /** Mark of a stopped player, so that a person takes its seat. */
  freed: Mark | null;
  /** The ply looked back at, or null. */
  viewed: number | null;
  /** Code and catalogue of the language, or null for English. */
  language: { code: string; catalogue: BuiltFile } | null;
}

/** Reason why Python cannot start, as far as it is known. */
export type Why = "offline" | "damaged" | "blocked" | "unknown";

/**
 * Messages from the page to its worker. If `known` is not null, only these files may come from
 * the browser's cache.
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

/** The session state that Python has set, with remarks on its input. */
export interface Ready {
  kind: "ready";
  start: Start;
  state: Traits;
  link: string;
  /** Reason why the game could not be restored, or empty. */
  refused: string;
  /** Damaged parts of the link, in sentences. */
  faults: string[];
}

/** Progress codes, read into a table by Python. */
export interface ProgressTable {
  columns: string[];
  rows: (string | number)[][];
  /** Sentences about unreadable codes and the table, to show below it. */
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

/** Kind of Python's start: from the memory snapshot, or from the original files. */
export type Start = "snapshot" | "files";
