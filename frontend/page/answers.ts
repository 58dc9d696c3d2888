// Python's answers in every position of the standard rules. The build writes them, as
// site/answers.py documents.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer } from "../shared/protocol.ts";
import type { BuiltFile } from "./integrity.ts";
import type { SavedTable } from "./protocol.ts";

/** Name of the file of the answers, set during the build. */
declare const ANSWERS: BuiltFile;

/** Code and text of a refusal. */
export type Refusal = [Exclude<Answer["code"], "ok">, string];

/** Description of a position. In its texts, «X and «O replace the names of the players. */
export interface Outcome
  extends Pick<
    Traits,
    | "current_player"
    | "guide"
    | "is_draw"
    | "is_over"
    | "message"
    | "status"
    | "winner"
    | "winning_lines"
    | "working"
  > {
  /** Player that scores, once the game is over. */
  scored: Mark | "draws" | null;
  /** Refusal of a move once the game is over, or on the turn of a player. */
  refusal: Refusal;
}

/** The answers in their written form. */
export interface Answers {
  /** A new session state, in its saved form. */
  saved: SavedTable;
  outcomes: Outcome[];
  /** A letter for each way to fill the cells, or a space if no game leads there. */
  positions: string;
  /** A letter for each position of an unfinished game, for the players' choices there. */
  choices: string;
  /**
   * The equally likely ways to choose of each player. Each has a letter for each of those
   * choices.
   */
  players: Record<string, string[]>;
  /** Refusal of a move to a taken cell. */
  taken: Refusal;
  /** Refusal of a move while looking back during a game. */
  back: Refusal;
  /** Refusal of a move while looking back after a game. */
  back_after_end: Refusal;
  /** Refusal of a request for an earlier board. */
  stale: Refusal;
}

/** Fetch the answers. */
export async function loadAnswers(): Promise<Answers> {
  const url = new URL(ANSWERS.address, import.meta.url);
  const { body } = await fetch(url, { integrity: ANSWERS.integrity });
  if (!body) throw new Error(`${url} is empty`);
  const unpacked = body.pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(unpacked).json()) as Answers;
}
