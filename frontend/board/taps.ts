// Cells that are too small for a finger. The first tap chooses a cell, and a second tap plays
// there.

import { makeButton, setText } from "../shared/elements.ts";
import { fill } from "../shared/texts.ts";

/** Side length in CSS pixels of the smallest cell that a finger can hit. */
const SMALLEST = 28;

/** Parts of the board that taps need. */
export interface Board {
  /** Element that covers all cells. */
  root: HTMLElement;
  /** Buttons above the columns, each of which stands for the first cell of its column. */
  heads: HTMLElement;
  /** Returns the numbers of columns and rows. */
  size: () => [number, number];
  /** Returns the place in which a button plays. */
  target: (place: number) => number;
  /** Returns whether a person is allowed to try to play in a place. */
  isFree: (place: number) => boolean;
  /** Shows the chosen place, or no place for -1. */
  show: (place: number) => void;
  /** Returns the name that people use for a place. */
  nameOf: (place: number) => string;
  /** Requests a move in a place. `isChosen` is true if an earlier tap has chosen the place. */
  play: (place: number, isChosen: boolean) => void;
}

/**
 * Make the object that handles taps on small cells, with a button that plays in the chosen
 * cell. With a mouse, keys or assistive technology, a single press plays.
 */
export function makeTaps({ root, heads, size, target, isFree, show, nameOf, play }: Board) {
  const button = makeButton("", { class: "ttt-confirm" }, () => confirm(chosen));
  button.hidden = true;
  /** Chosen place, or -1. */
  let chosen = -1;
  /**
   * Data about the last touch: the place that was chosen before, and whether the finger has
   * moved to another place.
   */
  let finger: { before: number; isDrawn: boolean } | null = null;

  function choose(place: number) {
    if (place === chosen) return;
    chosen = place;
    button.hidden = place < 0;
    if (place >= 0) setText(button, fill("Play {square}", { square: nameOf(place) }));
    show(place);
  }
  function confirm(place: number) {
    play(place, place === chosen);
    choose(-1);
  }
  /** Return the place under a pointer, or the nearest place. */
  function placeAt({ clientX, clientY }: PointerEvent) {
    const { left, top, width, height } = root.getBoundingClientRect();
    const [columns, rows] = size();
    const index = (part: number, count: number) =>
      Math.min(count - 1, Math.max(0, Math.floor(part * count)));
    return target(
      index((clientY - top) / height, rows) * columns +
        index((clientX - left) / width, columns),
    );
  }
  function isSmall() {
    const zoom = globalThis.visualViewport?.scale ?? 1;
    return (root.getBoundingClientRect().width / size()[0]) * zoom < SMALLEST;
  }

  for (const surface of [root, heads])
    surface.addEventListener("pointerdown", (event) => {
      finger =
        event.pointerType === "touch" && isSmall() ? { before: chosen, isDrawn: false } : null;
      if (finger && chosen >= 0) choose(placeAt(event));
    });
  root.addEventListener("pointermove", (event) => {
    // As long as no place is chosen, a moving finger scrolls the page.
    if (!finger || chosen < 0 || placeAt(event) === chosen) return;
    finger.isDrawn = true;
    choose(placeAt(event));
  });
  // Presses by keys and by assistive technology don't report a pointer.
  root.addEventListener(
    "click",
    (event) => {
      if (!event.detail) finger = null;
    },
    { capture: true },
  );

  return {
    button,
    placeAt,
    /** Handle a press on a cell or on the heading of its column. */
    press(pressed: number) {
      const place = target(pressed);
      const by = finger;
      finger = null;
      if (by?.isDrawn) return;
      if (!by || by.before === place || !isFree(place)) confirm(place);
      else choose(place);
    },
    /** Cancel the choice of a place. */
    clear: () => choose(-1),
  };
}
