// Sounds and vibration for the moves in a game, if a person has turned them on.

import type { Traits } from "../board/traits.ts";
import { readSettings } from "./settings.ts";

/**
 * Frequencies (in Hz) of the notes for each player's mark and for the end of a game. Lower
 * notes can hardly be heard on a phone.
 */
const NOTES = { X: [523], O: [392], won: [523, 659, 784], draw: [440, 440] };
/**
 * Three durations in seconds: between two notes at the end of a game, until a note is at its
 * loudest, and until it has faded away.
 */
const [NEXT_S, RISE_S, FALL_S] = [0.12, 0.005, 0.25];
/** A note's maximum volume, and a volume at which it is inaudible, from 0 to 1. */
const [LOUD, SILENT] = [0.2, 0.0005];
/** How long vibrations and pauses last, in turn, in milliseconds. */
const PULSES = { move: [12], end: [30, 60, 30] };

/** Return a function to call after each change to the view. */
export function makeFeedback() {
  let audio: AudioContext | null = null;
  /** Notes for the latest call. */
  let newest: number[] = [];

  async function play(notes: number[]): Promise<void> {
    newest = notes;
    audio ??= new AudioContext();
    // The browser plays no sound until a person has pressed something on the page. When that
    // happens, the notes for earlier moves must not all be heard at once.
    await audio.resume();
    if (notes !== newest) return;
    for (const [at, hertz] of notes.entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + at * NEXT_S;
      const [top, end] = [start + RISE_S, start + FALL_S];
      tone.frequency.value = hertz;
      // A note that starts or ends suddenly would make a click.
      volume.gain.setValueAtTime(0, start);
      volume.gain.linearRampToValueAtTime(LOUD, top);
      volume.gain.exponentialRampToValueAtTime(SILENT, end);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(end);
    }
  }
  return (
    news: Partial<Traits>,
    { is_over: isOver, moves, status, ...state }: Traits,
  ): void => {
    if (!news.moves?.length) return;
    const { sound, vibration } = readSettings();
    const mover = moves.length % 2 ? "X" : "O";
    const notes = isOver && status !== "playing" ? NOTES[status] : NOTES[mover];
    if (sound === "on") void play(notes);
    const isPerson = state.players[mover] === "human";
    if (vibration === "on" && (isOver || isPerson))
      navigator.vibrate?.(isOver ? PULSES.end : PULSES.move);
  };
}
