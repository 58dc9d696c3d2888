// Python's answers in every position under the standard rules. The build writes these answers
// to a file in the format that site/answers.py describes.

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer } from "../shared/protocol.ts";
import type { BuiltFile } from "./integrity.ts";
import type { SavedTable } from "./protocol.ts";

/** File with the answers, set during the build. */
declare const ANSWERS: BuiltFile;

/** Code and text of the answer to a refused request. */
export type Refusal = [Exclude<Answer["code"], "ok">, string];

/** Description of a position. In its texts, «X and «O stand for the players' names. */
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
  /** What is counted in the scores: the winner, "draws", or null if the game isn't over. */
  scored: Mark | "draws" | null;
  /**
   * Answer to a move that is refused because the game is over or it's another player's turn.
   */
  refusal: Refusal;
}

/** The recorded answers, as they are in the file. */
export interface Answers {
  /** A new session, in its saved form. */
  saved: SavedTable;
  outcomes: Outcome[];
  /**
   * One character for each way to fill the cells: a letter, or a space if no game can reach the
   * position.
   */
  positions: string;
  /** One letter for each unfinished position, which stands for the players' choices in it. */
  choices: string;
  /**
   * For each player, the equally likely ways to choose moves. Each way has one letter for each
   * of the `choices`.
   */
  players: Record<string, string[]>;
  /** Answer to a move to a taken cell. */
  taken: Refusal;
  /**
   * Answer to a move that is made while the board shows an earlier position in an unfinished
   * game.
   */
  back: Refusal;
  /**
   * Answer to a move that is made while the board shows an earlier position in a finished game.
   */
  back_after_end: Refusal;
  /** Answer to a request for a board that has changed in the meantime. */
  stale: Refusal;
}

/** Fetch the recorded answers. */
export async function loadAnswers(): Promise<Answers> {
  const url = new URL(ANSWERS.address, import.meta.url);
  const { body } = await fetch(url, { integrity: ANSWERS.integrity });
  if (!body) throw new Error(`${url} is empty`);
  const unpacked = body.pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(unpacked).json()) as Answers;
}
