// Cells that are too small for a finger: a first tap chooses one, a second one plays there.

import { makeButton, setText } from "../shared/elements.ts";

/** Side of the smallest cell that a finger hits, in pixels of the screen. */
const SMALLEST = 28;

/** What a finger taps on. */
export interface Board {
  /** Whose size is that of all cells together. */
  root: HTMLElement;
  /** What is pressed as the first cell of each column is. */
  heads: HTMLElement;
  /** Returns the numbers of columns and rows. */
  size: () => [number, number];
  /** Returns the place that is played at when one is pressed. */
  target: (place: number) => number;
  /** Returns whether a person may try to play at a place. */
  isFree: (place: number) => boolean;
  /** Shows which place is chosen; -1 is none. */
  show: (place: number) => void;
  /** Returns what people call a place. */
  nameOf: (place: number) => string;
  /** Asks for a move at a place. */
  play: (place: number) => void;
}

/**
 * Make what stands between a finger and small cells, with a button that plays at the chosen
 * one. Of a mouse, keys and what speaks for them, a press plays at once.
 */
export function makeTaps({ root, heads, size, target, isFree, show, nameOf, play }: Board) {
  const button = makeButton("", { class: "ttt-confirm" }, () => confirm(chosen));
  button.hidden = true;
  /** The chosen place; -1 while there is none. */
  let chosen = -1;
  /**
   * The finger that came down last: what was chosen before it, and whether it was drawn
   * elsewhere.
   */
  let finger: { before: number; isDrawn: boolean } | null = null;

  function choose(place: number) {
    if (place === chosen) return;
    chosen = place;
    button.hidden = place < 0;
    if (place >= 0) setText(button, `Play ${nameOf(place)}`);
    show(place);
  }
  function confirm(place: number) {
    play(place);
    choose(-1);
  }
  /** Return the place under a finger, or the nearest one. */
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
    // Before anything is chosen, a finger that moves scrolls the page.
    if (!finger || chosen < 0 || placeAt(event) === chosen) return;
    finger.isDrawn = true;
    choose(placeAt(event));
  });
  // Keys, and what presses for a person, tell of no pointer.
  root.addEventListener(
    "click",
    (event) => {
      if (!event.detail) finger = null;
    },
    { capture: true },
  );

  return {
    button,
    /** Take a press of a cell, or of the head of its column. */
    press(pressed: number) {
      const place = target(pressed);
      const by = finger;
      finger = null;
      if (by?.isDrawn) return;
      if (!by || by.before === place || !isFree(place)) confirm(place);
      else choose(place);
    },
    /** Choose nothing any more. */
    clear: () => choose(-1),
  };
}
