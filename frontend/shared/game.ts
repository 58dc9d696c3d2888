// What Python tells of a game, for the type check of the front ends.

export type Mark = "X" | "O";
export type Value = "win" | "draw" | "loss";

/** What is drawn of a game, now or as one looks back at it. */
export interface Position {
  /** The marks as they are drawn. */
  board: (Mark | null)[];
  /** Who made each mark; empty where the marks tell that. */
  owners: (Mark | null)[];
  /** Who is to move; once the game is over, who moved last. */
  current_player: Mark;
  winning_lines: number[][];
  last_move: number | null;
  message: string;
  guide: string;
  small_boards: (Mark | "draw" | null)[];
  open_boards: number[];
}

/** Where cells are drawn: `cells` holds the cell at each place, row by row. */
export interface Grid {
  rows: number;
  columns: number;
  cells: number[];
  /** Side of the small boards or layers, 0 where there are none. */
  block: number;
  /** Whether these are the layers of a cube. */
  layers: boolean;
  /** Whether a mark falls to the lowest free cell of its column. */
  falls: boolean;
}

/** What is drawn of a game that is not played on. */
export type Picture = Pick<Position, "board" | "last_move" | "winning_lines" | "small_boards">;
