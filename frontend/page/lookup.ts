// Answers until Python is ready, looked up in answers that Python has recorded. This file
// doesn't know the rules, because it looks up all legal moves and their results.

import type { Traits } from "../board/traits.ts";
import { personName } from "../board/view.ts";
import type { Mark } from "../shared/game.ts";
import { MARKS } from "../shared/marks.ts";
import type { Answer } from "../shared/protocol.ts";
import type { Answers, Refusal } from "./answers.ts";
import { findNews, isSame } from "./news.ts";
import type { SavedTable } from "./protocol.ts";
import type { BoardRequest } from "./requests.ts";

/** Name of the rules whose positions are recorded. */
const RULES = "standard";
const HUMAN = "human";
/** Kinds of requests that can be answered without Python. */
const KINDS = ["play", "new_game", "start", "view", "player", "reset_scores"];
const FIRST_LETTER = "0".charCodeAt(0);
/** Parts of a saved session that the recorded answers don't cover. */
const MORE = ["start", "practice", "resigned", "lesson", "match", "first_player"];
const NO_SCORES: Traits["scores"] = { X: 0, O: 0, draws: 0 };
const OK = { ok: true, code: "ok", message: "" } as const;

/** Answer to a request, and the changes to the view. */
export interface Reply {
  answer: Answer;
  changes: Partial<Traits>;
}

/** Parts of a position's view that are looked up. */
type Seen = Pick<
  Traits,
  "board" | "current_player" | "guide" | "last_move" | "message" | "winning_lines"
>;

/** Return how much a mark in a cell adds to the position's number. */
const worth = (mark: Mark, cell: number): number => (mark === "X" ? 1 : 2) * 3 ** cell;

/** Return a position's number, as described in `site/answers.py`. */
const numberOf = (board: Traits["board"]): number =>
  board.reduce((sum, mark, cell) => sum + (mark ? worth(mark, cell) : 0), 0);

/** Return the number for which the letter at an index stands. */
const read = (letters: string, at: number): number => letters.charCodeAt(at) - FIRST_LETTER;

/**
 * Make the lookup of recorded answers.
 *
 * @param answers recorded answers
 * @param state the board's view, which the caller changes
 * @param saved session that Python saved
 * @param chance returns a number from 0 (included) to 1 (excluded)
 */
export function makeLookup(
  answers: Answers,
  state: Readonly<Traits>,
  saved: Readonly<SavedTable>,
  chance: () => number = Math.random,
) {
  /** Index of each open position among all open positions, by the position's number. */
  const places = new Map<number, number>();
  for (let number = 0; number < answers.positions.length; number += 1) {
    if (answers.positions[number] !== " " && !outcomeOf(number).is_over) {
      places.set(number, places.size);
    }
  }
  let table = saved;

  /** Return the description of the position with the given number. */
  function outcomeOf(number: number) {
    return answers.outcomes[read(answers.positions, number)];
  }

  /** Return one of several equally likely values at random. */
  function draw<Item>(among: Item[]): Item {
    return among[Math.floor(chance() * among.length)];
  }

  /** Return the cells in which the player to move can play. */
  function movesFrom(board: Traits["board"]): number[] {
    const number = numberOf(board);
    const { current_player: mark } = outcomeOf(number);
    return [...board.keys()].filter(
      (cell) => !board[cell] && (answers.positions[number + worth(mark, cell)] ?? " ") !== " ",
    );
  }

  /** Return a text in which the players' names are filled in. */
  function named(text: string): string {
    return text.replace(/«([XO])/g, (_sign, mark: Mark) => personName(state.names[mark]));
  }

  /** Return the parts that are looked up, for the position after some moves. */
  function look(moves: number[]): Seen {
    const board: Traits["board"] = Array(9).fill(null);
    for (const cell of moves) board[cell] = outcomeOf(numberOf(board)).current_player;
    const { current_player, guide, message, winning_lines } = outcomeOf(numberOf(board));
    const last_move = moves.at(-1) ?? null;
    return {
      board,
      current_player,
      winning_lines,
      last_move,
      message: named(message),
      guide,
    };
  }

  /**
   * Return the mark of the automatic player whose turn it is, or null if it is a person's turn.
   */
  function thinking(next: Pick<Traits, "current_player" | "is_over" | "players">): Mark | null {
    const mark = next.current_player;
    return next.is_over || next.players[mark] === HUMAN ? null : mark;
  }

  /** Return whether moves can be taken back, and a person has made at least one. */
  function canUndo(moves: number[], players: Traits["players"]): boolean {
    const { allows_undo: allowed } = state;
    return allowed && moves.some((_move, ply) => players[ply % 2 ? "O" : "X"] === HUMAN);
  }

  /** Return the view after some moves in the current round. */
  function show(moves: number[], players = state.players): Partial<Traits> {
    const seen = look(moves);
    const { is_draw, is_over, status, winner, working } = outcomeOf(numberOf(seen.board));
    return {
      ...seen,
      can_undo: canUndo(moves, players),
      is_draw,
      is_over,
      status,
      winner,
      working,
      legal_moves: movesFrom(seen.board),
      move_count: moves.length,
      moves,
      players,
      thinking: thinking({ ...seen, is_over, players }),
    };
  }

  /**
   * Return the view after one more move. If the move ends the game, the view includes the new
   * scores.
   */
  function showMove(cell: number): Partial<Traits> {
    const changes = show([...state.moves, cell]);
    const { scored } = outcomeOf(numberOf(changes.board ?? []));
    if (!scored) return changes;
    const { scores } = state;
    const records = countRecord(scored);
    return { ...changes, scores: { ...scores, [scored]: scores[scored] + 1 }, records };
  }

  /** Return a person's records after a round, which counts if the opponent was a computer. */
  function countRecord(scored: Mark | "draws"): Traits["records"] {
    const { players, records } = state;
    const player = Object.values(players).find((name) => name !== HUMAN);
    if (!player) return records;
    const record = records[player] ?? { won: 0, drawn: 0, lost: 0 };
    const name = scored === "draws" ? "drawn" : players[scored] === HUMAN ? "won" : "lost";
    return { ...records, [player]: { ...record, [name]: record[name] + 1 } };
  }

  /** Return the view of a new round. */
  function showRound(players = state.players): Partial<Traits> {
    return {
      ...show([], players),
      round: state.round + 1,
      viewed: null,
      viewed_ply: null,
      notice: "",
      review: [],
      review_summary: "",
      turning_point: null,
    };
  }

  /**
   * Return whether the lookup knows the players' moves and names. At least one player must be a
   * person, and another player's moves must be recorded.
   */
  function areKnown(players: Traits["players"]): boolean {
    const others = Object.values(players).filter((player) => player !== HUMAN);
    const { away_names: away, names, players: before } = state;
    const areNamed = MARKS.every(
      (mark) =>
        (players[mark] === HUMAN) === (before[mark] === HUMAN) || names[mark] === away[mark],
    );
    return areNamed && others.length < 2 && others.every((player) => player in answers.players);
  }

  /** Return whether the recorded answers cover the current game. */
  function isKnown(): boolean {
    const { activity, hints, players, rules_name: rules } = state;
    const isPlain = rules === RULES && !activity && !hints;
    return isPlain && areKnown(players) && !MORE.some((part) => part in table);
  }

  /** Return the answer that refuses a move, or null if the move is legal. */
  function refusalOf(cell: number): Refusal | null {
    if (state.viewed_ply != null) return state.is_over ? answers.back_after_end : answers.back;
    const { refusal } = outcomeOf(numberOf(state.board));
    if (state.is_over || state.thinking) return [refusal[0], named(refusal[1])];
    return state.legal_moves.includes(cell) ? null : answers.taken;
  }

  /**
   * Return the view of a new round with the requested players, or null if only Python can start
   * it.
   */
  function start(request: BoardRequest): Partial<Traits> | null {
    const { rules, x, o, x_name, o_name, undo, match, first_player: first } = request;
    const players = { X: x as string, O: o as string };
    const { names, players: before } = state;
    const isExchange =
      players.X === before.O && players.O === before.X && !isSame(players, before);
    const isPlain =
      rules === RULES &&
      x_name === names.X &&
      o_name === names.O &&
      undo === state.allows_undo &&
      match === 0 &&
      first === state.first_player;
    return isPlain && !isExchange && areKnown(players) ? showRound(players) : null;
  }

  /**
   * Carry out a request. Return the changes, the answer that refuses the request, or null if
   * only Python can carry it out.
   */
  function carryOut(request: BoardRequest): Partial<Traits> | Refusal | null {
    const { kind, round, ply, cell, to, mark, player } = request;
    if (!KINDS.includes(kind)) return null;
    if (round !== state.round || (kind === "play" && ply !== state.move_count)) {
      return answers.stale;
    }
    switch (kind) {
      case "play":
        if (!(Number(cell) in state.board)) return null;
        return refusalOf(Number(cell)) ?? { ...showMove(Number(cell)), notice: "" };
      case "new_game":
        return showRound();
      case "start":
        return start(request);
      case "view":
        return lookBack(to as number | null);
      case "player": {
        const players = { ...state.players, [String(mark)]: String(player) };
        if (!areKnown(players)) return null;
        return {
          players,
          thinking: thinking({ ...state, players }),
          can_undo: canUndo(state.moves, players),
          notice: "",
        };
      }
      default:
        return { scores: NO_SCORES, records: {} };
    }
  }

  /** Return the view of an earlier position in the round, or of the current position. */
  function lookBack(to: number | null): Partial<Traits> | null {
    if (to === null || to === state.move_count) return { viewed: null, viewed_ply: null };
    if (!(to >= 0 && to < state.move_count)) return null;
    const viewed = {
      ...look(state.moves.slice(0, to)),
      owners: [],
      small_boards: [],
      open_boards: [],
      vanishing: null,
      cell_texts: [],
    };
    return { viewed, viewed_ply: to };
  }

  /** Return only the changed values, and record the values to save. */
  function settle(changes: Partial<Traits>): Partial<Traits> {
    const { moves, round, players } = { ...state, ...changes };
    const scores = changes.scores ? { ...table.scores, [RULES]: changes.scores } : table.scores;
    const records = changes.records
      ? { ...table.records, [RULES]: changes.records }
      : table.records;
    table = { ...table, moves, round, players, scores, ...(records && { records }) };
    return findNews(changes, state);
  }

  return {
    /** Answer a request, or return null if only Python can answer it. */
    answer(request: BoardRequest): Reply | null {
      const result = isKnown() ? carryOut(request) : null;
      if (!result) return null;
      if (!Array.isArray(result)) return { answer: OK, changes: settle(result) };
      const [code, message] = result;
      return { answer: { ok: false, code, message }, changes: {} };
    },

    /**
     * Choose a move if it is an automatic player's turn, and return the changes. Return null if
     * it is a person's turn.
     */
    move(): Partial<Traits> | null {
      if (!state.thinking || !isKnown()) return null;
      const choice = read(answers.choices, places.get(numberOf(state.board)) ?? 0);
      const among = read(draw(answers.players[state.players[state.thinking]]), choice);
      const cells = state.legal_moves.filter((cell) => !among || (among >> cell) & 1);
      return settle(showMove(draw(cells)));
    },

    isKnown,

    /** Return the view of the current position, with its texts. */
    describe: (): Partial<Traits> => ({
      ...show(state.moves),
      ...(state.viewed_ply != null && lookBack(state.viewed_ply)),
    }),

    /** Return the session to save. */
    saved: (): SavedTable => table,
  };
}

/** The lookup of recorded answers. */
export type Lookup = ReturnType<typeof makeLookup>;
