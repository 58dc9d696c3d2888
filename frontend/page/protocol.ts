// What the page and its worker say to each other, and what is kept of a game.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer, Request } from "../shared/protocol.ts";

/** A table as `Session.save` returns it, as far as the page changes it before Python is there. */
export interface SavedTable {
  rules: string;
  moves: number[];
  round: number;
  scores: Record<string, Traits["scores"]>;
  players: Traits["players"];
}

/** What a browser keeps of a game between visits. */
export interface KeptGame {
  /** What the board shows until Python is there; null where no picture of it will do. */
  state: Partial<Traits> | null;
  /** The table as it was saved; nobody has checked it. */
  saved: unknown;
  /** The link to it, without `#`. */
  link: string;
}

/** What Python begins with, once it is there. */
export interface Order {
  /** What `Session.save` returned, as JSON text. */
  saved: string | null;
  /** Link to open, without `#`. */
  link: string | null;
  /** Mark whose player was stopped, so that a person has its seat now. */
  freed: Mark | null;
  /** The ply that is looked back at, or null. */
  viewed: number | null;
}

/** Why Python cannot be started, as far as that is known. */
export type Why = "offline" | "damaged" | "blocked" | "unknown";

/**
 * What the page says to its worker. Where `known` is not null, only these files may come from
 * what the browser keeps.
 */
export type ToWorker =
  | { kind: "start"; known: string[] | null }
  | ({ kind: "open" } & Order)
  | { kind: "request"; text: string }
  | { kind: "ping" }
  | { kind: "hand over"; cache: string };

/** The table that Python has set, with what it says of what it was started with. */
export interface Ready {
  kind: "ready";
  start: Start;
  state: Traits;
  link: string;
  /** Why the game could not be restored, empty when all is well. */
  refused: string;
  /** What was damaged in the link, in sentences. */
  faults: string[];
}

/** What the worker says to its page. */
export type ToPage =
  | Ready
  | { kind: "progress"; part: number }
  | { kind: "sound"; file: string }
  | { kind: "opening" }
  | { kind: "failed"; why: Why }
  | { kind: "alive" }
  | { kind: "handed over" }
  | { kind: "changes"; changes: Partial<Traits>; saved: unknown; link: string }
  | { kind: "message"; message: Answer & Pick<Request, "request" | "client"> };

/** How Python was started: from the memory snapshot, or from the files it was made of. */
export type Start = "snapshot" | "files";
