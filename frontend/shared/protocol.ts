// Requests to Python, and their results.

/** A request of a view to Python. Each kind has further details. */
export interface Request {
  kind: string;
  /** Idempotency key. A repeated id is answered again, but not applied again. */
  request: string;
  /** Id of the view that sends it. */
  client: string;
  /** On a board, the round and the move count that the person saw. */
  round?: number;
  ply?: number;
}

/** Result of a request. */
export interface Answer {
  ok: boolean;
  code: "ok" | "stale" | "illegal" | "over" | "busy" | "bad" | "internal";
  /** Message for the person, or empty. */
  message: string;
}

/**
 * Messages of Python in addition to traits: answers to requests, or messages for other views.
 */
export type Message =
  | (Answer & { kind: "ack"; request: string; client: string })
  | { kind: "progress" }
  | null;
