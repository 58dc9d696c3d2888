// Sounds and vibration at the moves of a game, if a person has turned them on.

import type { Traits } from "../board/traits.ts";
import { readSettings } from "./settings.ts";

/** Frequencies in Hz: of a mark by its player, and of the end of a game. */
const NOTES = { X: [330], O: [262], won: [392, 494, 587], draw: [330, 330] };
/** Seconds between the notes of an end, and of each note. */
const NOTE_S = 0.12;
/** Milliseconds of vibration and pauses. */
const PULSES = { move: [12], end: [30, 60, 30] };

/** Return a function to call with each change of the view. */
export function makeFeedback() {
  let audio: AudioContext | null = null;

  function play(notes: number[]): void {
    audio ??= new AudioContext();
    for (const [at, hertz] of notes.entries()) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      const start = audio.currentTime + at * NOTE_S;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + NOTE_S);
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
    if (sound === "on") play(notes);
    const isPerson = state.players[mover] === "human";
    if (vibration === "on" && (isOver || isPerson))
      navigator.vibrate?.(isOver ? PULSES.end : PULSES.move);
  };
}
