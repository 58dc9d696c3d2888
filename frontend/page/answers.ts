// What Python says of every position of the standard rules, which the build wrote down
// (site/answers.py says how).

import type { Traits } from "../board/traits.ts";
import type { Mark } from "../shared/game.ts";
import type { Answer } from "../shared/protocol.ts";
import type { BuiltFile } from "./integrity.ts";
import type { SavedTable } from "./protocol.ts";

/** The file of the answers; the build defines it. */
declare const ANSWERS: BuiltFile;

/** Code and text of a refusal. */
export type Refusal = [Exclude<Answer["code"], "ok">, string];

/** What is said of a position. In its texts, «X and «O stand for the names of the players. */
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
  /** Who scores, once the game is over. */
  scored: Mark | "draws" | null;
  /** How a move is refused once the game is over, or while a player is to move. */
  refusal: Refusal;
}

/** The answers as they are written down. */
export interface Answers {
  /** A new table, as it is saved. */
  saved: SavedTable;
  outcomes: Outcome[];
  /** A letter for each way to fill the cells, a space where no game leads. */
  positions: string;
  /** A letter for each position of a game that goes on: what the players choose from there. */
  choices: string;
  /** Of each player the ways to choose, each as likely: a letter for each of that. */
  players: Record<string, string[]>;
  /** How a move to a cell that is taken is refused. */
  taken: Refusal;
  /** How a move is refused while one looks back. */
  back: Refusal;
  /** How what was asked of an earlier board is refused. */
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
