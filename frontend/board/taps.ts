// Cells that are too small for a finger: a first tap chooses one, a second one plays there.

import { makeButton, setText } from "../shared/elements.ts";
import { fill } from "../shared/texts.ts";

/** Side of the smallest cell that a finger can hit, in CSS pixels. */
const SMALLEST = 28;

/** The parts that react to a finger. */
export interface Board {
  /** Element with the size of all cells together. */
  root: HTMLElement;
  /** Buttons that stand for the first cell of each column. */
  heads: HTMLElement;
  /** Returns the numbers of columns and rows. */
  size: () => [number, number];
  /** Returns the place that a button plays. */
  target: (place: number) => number;
  /** Returns whether a person may try to play at a place. */
  isFree: (place: number) => boolean;
  /** Shows the chosen place, or none for -1. */
  show: (place: number) => void;
  /** Returns the name of a place for people. */
  nameOf: (place: number) => string;
  /** Requests a move at a place. A tap may have chosen the place first. */
  play: (place: number, isChosen: boolean) => void;
}

/**
 * Make the layer between a finger and small cells, with a button that plays the chosen one.
 * With a mouse, keys or assistive technology, a press plays at once.
 */
export function makeTaps({ root, heads, size, target, isFree, show, nameOf, play }: Board) {
  const button = makeButton("", { class: "ttt-confirm" }, () => confirm(chosen));
  button.hidden = true;
  /** The chosen place, or -1. */
  let chosen = -1;
  /** The last finger: the place chosen before it, and whether it has moved elsewhere. */
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
  /** Return the place under a pointer, or the nearest one. */
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
    // Before a place is chosen, a moving finger scrolls the page.
    if (!finger || chosen < 0 || placeAt(event) === chosen) return;
    finger.isDrawn = true;
    choose(placeAt(event));
  });
  // Keys and assistive technology report no pointer.
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
    /** Handle a press on a cell, or on the head of its column. */
    press(pressed: number) {
      const place = target(pressed);
      const by = finger;
      finger = null;
      if (by?.isDrawn) return;
      if (!by || by.before === place || !isFree(place)) confirm(place);
      else choose(place);
    },
    /** Clear the choice. */
    clear: () => choose(-1),
  };
}
