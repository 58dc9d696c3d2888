// Pictures of positions on a canvas, for saving and sharing.

import type { Mark } from "../shared/game.ts";
import { cornerOf, drawRibbon } from "../shared/marks.ts";
import type { View } from "./view.ts";
import { choosesMark, ownerOf, shownPosition } from "./view.ts";

/** Maximum length of a picture's longer side, in pixels. */
const SIDE = 640;
/** Width of the margin around the board, in cells. */
const MARGIN = 0.25;

/** A picture's colours. */
export interface Colours {
  paper: string;
  edge: string;
  X: string;
  O: string;
  win: string;
}

/** Read the board's current colours, which depend on the theme and the settings. */
export function readColours(board: HTMLElement): Colours {
  const probe = document.createElement("i");
  // Without this property, all colours would be the same in a high-contrast theme.
  probe.style.setProperty("forced-color-adjust", "none");
  board.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(--ttt-${name})`;
    return getComputedStyle(probe).color;
  };
  const [paper, edge, x, o, win] = ["paper", "edge", "x", "o", "win"].map(read);
  probe.remove();
  return { paper, edge, X: x, O: o, win };
}

/** A mark, with its centre and its size in cells. */
interface DrawnMark {
  mark: Mark;
  x: number;
  y: number;
  size: number;
  colour: string;
  vanishes?: boolean;
  /** Text to draw instead of the mark. */
  text?: string | null;
}

/** Return whether a point is within a mark's square. */
const isWithin = ([x, y]: number[], mark: DrawnMark) =>
  Math.max(Math.abs(x - mark.x), Math.abs(y - mark.y)) < mark.size / 2;

/** Draw the displayed position, and return the canvas. */
export function drawPicture(view: View, colours: Colours, side = SIDE): HTMLCanvasElement {
  const { rows, columns, cells, block, links } = view.grid;
  const shown = shownPosition(view);
  const unit = Math.floor(side / (Math.max(rows, columns) + 2 * MARGIN));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round((columns + 2 * MARGIN) * unit);
  canvas.height = Math.round((rows + 2 * MARGIN) * unit);
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(unit, unit);
  pen.translate(MARGIN, MARGIN);
  pen.lineCap = "round";

  /** Draw a path of lines, each from one point to another. */
  function stroke(colour: string, width: number, lines: number[][]): void {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const [fromX, fromY, toX, toY] of lines) {
      pen.moveTo(fromX, fromY);
      pen.lineTo(toX, toY);
    }
    pen.stroke();
  }
  function drawMark({ mark, x, y, size, colour, vanishes, text }: DrawnMark): void {
    const arm = 0.23 * size;
    pen.save();
    if (vanishes) {
      pen.globalAlpha = 0.5;
      pen.setLineDash([0.1, 0.087]);
      pen.lineCap = "butt";
    }
    if (text) {
      // Draw letters at full size, because tiny letters become uneven when they are scaled up.
      pen.translate(x, y);
      pen.scale(size / 100, size / 100);
      pen.fillStyle = colour;
      pen.font = "750 66px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillText(text, 0, 4);
    } else if (mark === "X") {
      stroke(colour, 0.15 * size, [
        [x - arm, y - arm, x + arm, y + arm],
        [x + arm, y - arm, x - arm, y + arm],
      ]);
    } else {
      pen.strokeStyle = colour;
      pen.lineWidth = 0.15 * size;
      pen.beginPath();
      pen.arc(x, y, 0.25 * size, 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.restore();
  }
  /** Draw the lines between cells. */
  function drawRuling(every: number, width: number): void {
    const lines = [];
    for (let x = every; x < columns; x += every) lines.push([x, 0, x, rows]);
    for (let y = every; y < rows; y += every) lines.push([0, y, columns, y]);
    stroke(colours.edge, width, lines);
  }
  const middleOf = (cell: number) => {
    const place = cells.indexOf(cell);
    return [(place % columns) + 0.5, Math.floor(place / columns) + 0.5];
  };
  const width = cells.length > 9 ? 0.03 : 0.05;
  if (links?.length)
    stroke(
      colours.edge,
      width,
      links.map((link) => link.flatMap(middleOf)),
    );
  else drawRuling(1, width);
  if (block) drawRuling(block, 0.09);

  const colourOf = (cell: number, mark: Mark) => colours[ownerOf(view, cell, shown) ?? mark];
  /** Return the colour for a winning line: its player's colour, if it has a player. */
  function ribbonColour(cell: number): string {
    const mark = shown.board[cell];
    if (choosesMark(view) || !mark) return colours.win;
    return colours[((shown.owners.length || shown.cell_texts.length) && view.winner) || mark];
  }
  const marks = cells.flatMap((cell) => {
    const mark = shown.board[cell];
    if (!mark) return [];
    const [x, y] = middleOf(cell);
    const vanishes = cell === shown.vanishing;
    const text = shown.cell_texts[cell];
    return [{ mark, x, y, size: 1, colour: colourOf(cell, mark), vanishes, text }];
  });
  // Draw the winners' marks on small boards.
  const won = shown.small_boards.flatMap((mark, at) => {
    if (mark !== "X" && mark !== "O") return [];
    const [x, y] = cornerOf(view.grid, at).map((corner) => corner + block / 2);
    return [{ mark, x, y, size: block, colour: colours[mark] }];
  });
  const isInLine = (mark: DrawnMark) =>
    shown.winning_lines.flat().some((cell) => isWithin(middleOf(cell), mark));
  const whole = won.length ? won : marks;
  // Draw marks last, so that they cover the lines.
  pen.fillStyle = colours.paper;
  for (const { x, y } of links?.length ? marks : []) {
    pen.beginPath();
    pen.arc(x, y, 0.36, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 0.4;
  if (won.length) for (const mark of marks) drawMark(mark);
  pen.globalAlpha = 1;
  for (const mark of whole) if (!isInLine(mark)) drawMark(mark);

  for (const line of shown.winning_lines) {
    const ribbon = drawRibbon(view.grid, line, null);
    pen.strokeStyle = ribbonColour(line[0]);
    pen.lineWidth = Number(ribbon.getAttribute("stroke-width"));
    pen.stroke(new Path2D(ribbon.getAttribute("d") ?? ""));
  }
  for (const mark of whole)
    if (isInLine(mark)) drawMark({ ...mark, size: 0.86 * mark.size, colour: colours.paper });
  return canvas;
}
