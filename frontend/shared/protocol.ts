// Types for the messages between Python and the front ends.

/** Request from a view to Python. Each kind of request has further details. */
export interface Request {
  kind: string;
  /**
   * Idempotency key. If the id is repeated, the request is answered again, but not applied
   * again.
   */
  request: string;
  /** Id of the view that sends the request. */
  client: string;
  /** For a board, the round and the number of moves that the person saw. */
  round?: number;
  ply?: number;
}

/** Result of a request. */
export interface Answer {
  ok: boolean;
  code: "ok" | "stale" | "illegal" | "over" | "busy" | "bad" | "internal";
  /** Message for the person, or an empty text. */
  message: string;
}

/** Messages that Python sends in addition to traits: answers to requests, and others. */
export type Message =
  | (Answer & { kind: "ack"; request: string; client: string })
  | { kind: "progress" }
  | null;
