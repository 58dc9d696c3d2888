// Types for the data that Python sends about a game.

export type Mark = "X" | "O";
export type Value = "win" | "draw" | "loss";

/** A game's displayed state, which can be the current or an earlier position. */
export interface Position {
  /** Mark in each cell, as it is drawn. */
  board: (Mark | null)[];
  /** Who placed each mark. Empty if the marks identify the players. */
  owners: (Mark | null)[];
  /** Player to move or, after the game, the player who made the last move. */
  current_player: Mark;
  winning_lines: number[][];
  last_move: number | null;
  message: string;
  guide: string;
  small_boards: (Mark | "draw" | null)[];
  open_boards: number[];
  /** Cell of the mark that will vanish with the next move. */
  vanishing: number | null;
  /** Text that is drawn in each cell. Empty if marks are drawn. */
  cell_texts: (string | null)[];
}

/** Layout of the cells. `cells` lists the cell at each place, row by row. */
export interface Grid {
  rows: number;
  columns: number;
  cells: number[];
  /** Side length of the small boards or layers, or 0 if there are none. */
  block: number;
  /** Whether the blocks are a cube's layers. */
  layers: boolean;
  /** Whether marks fall to the lowest free cell in their column. */
  falls: boolean;
  /**
   * Pairs of neighbouring cells between which marks slide, if the board draws lines between
   * them.
   */
  links?: number[][];
}

/** Displayed state of a game that can't be played. */
export type Picture = Pick<Position, "board" | "last_move" | "winning_lines" | "small_boards">;
