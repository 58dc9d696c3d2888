// Python's data on a game, for the type check of the front ends.

export type Mark = "X" | "O";
export type Value = "win" | "draw" | "loss";

/** The drawn state of a game, present or looked back at. */
export interface Position {
  /** The marks as they are drawn. */
  board: (Mark | null)[];
  /** Player of each mark. Empty if the marks show that. */
  owners: (Mark | null)[];
  /** Player to move or, once the game is over, player of the last move. */
  current_player: Mark;
  winning_lines: number[][];
  last_move: number | null;
  message: string;
  guide: string;
  small_boards: (Mark | "draw" | null)[];
  open_boards: number[];
  /** Cell of the mark that vanishes with the next move. */
  vanishing: number | null;
  /** Text drawn in each cell. Empty if the marks are drawn. */
  cell_texts: (string | null)[];
}

/** The layout of the cells. `cells` has the cell at each place, row by row. */
export interface Grid {
  rows: number;
  columns: number;
  cells: number[];
  /** Side of the small boards or layers, 0 without any. */
  block: number;
  /** Whether these are the layers of a cube. */
  layers: boolean;
  /** Whether a mark falls to the lowest free cell of its column. */
  falls: boolean;
  /** Pairs of neighbouring cells between which marks slide, if the board shows that. */
  links?: number[][];
}

/** The drawn state of a game that cannot be played. */
export type Picture = Pick<Position, "board" | "last_move" | "winning_lines" | "small_boards">;
