// Requests to Python, and how they end.

/** What a view asks of Python; each kind has details of its own besides. */
export interface Request {
  kind: string;
  /** Idempotency key: a repeated id is answered again, not applied again. */
  request: string;
  /** Id of the view that asks. */
  client: string;
  /** On a board, the round and the move count that the person saw. */
  round?: number;
  ply?: number;
}

/** How a request ended. */
export interface Answer {
  ok: boolean;
  code: "ok" | "stale" | "illegal" | "over" | "busy" | "bad" | "internal";
  /** What a person should read, empty when all is well. */
  message: string;
}

/** What arrives from Python besides traits: news of a request, or what is for another view. */
export type Message =
  | (Answer & { kind: "ack"; request: string; client: string })
  | { kind: "progress" }
  | null;
