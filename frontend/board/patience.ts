// How long a player has been choosing its move, and what to do when Python is silent meanwhile.

import type { Ask } from "../shared/channel.ts";
import type { View } from "./view.ts";

/** Milliseconds of thinking after which Python is asked whether it is there, each time. */
const ASK_MS = 12_000;

/**
 * Make what waits for a player. A function of a student may never answer, and Python does
 * nothing else then: a silence is noticed although nobody presses anything.
 */
export function makePatience(ask: Ask) {
  /** What the player is thinking about; empty while none does. */
  let thought = "";
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Who thinks. */
  let who = "";
  let mark = "";

  function wait() {
    clearTimeout(timer);
    if (thought) timer = setTimeout(() => ask("hello", {}, wait), ASK_MS);
  }
  function draw({ move_count: count, players, round, thinking }: View) {
    const now = thinking ? `${round} ${count} ${thinking}` : "";
    if (now === thought) return;
    thought = now;
    since = Date.now();
    mark = thinking ?? "";
    who = thinking ? players[thinking] : "";
    wait();
  }
  /** Return what to say of the player when Python is silent; nothing while none thinks. */
  function blame() {
    if (!thought) return "";
    const seconds = Math.round((Date.now() - since) / 1000);
    return (
      `Player ${who} (${mark}) has not answered for ${seconds} s. ` +
      `Interrupt the kernel to play ${mark} yourself, or else restart it.`
    );
  }
  return { draw, blame, close: () => clearTimeout(timer) };
}
