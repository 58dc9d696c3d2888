// Waiting for a player's move, with help if Python doesn't respond during this time.

import type { Ask } from "../shared/channel.ts";
import { fill } from "../shared/texts.ts";
import type { View } from "./view.ts";

/** Milliseconds between two checks that Python still responds while a player is thinking. */
const ASK_MS = 12_000;

/**
 * Make the object that watches a player who is thinking. A student's function can block Python
 * forever. The object notices that Python is silent, even if nobody presses anything.
 */
export function makePatience(ask: Ask) {
  /** Key for the state in which the player is thinking, or empty. */
  let thought = "";
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Name of the player who is thinking. */
  let player = "";
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
    player = thinking ? players[thinking] : "";
    wait();
  }
  /**
   * Return the message that blames the player for Python's silence, or an empty text if no
   * player is thinking.
   */
  function blame() {
    if (!thought) return "";
    const seconds = Math.round((Date.now() - since) / 1000);
    return fill(
      "{player} ({mark}) hasn't moved for {seconds} seconds. " +
        "To play {mark} yourself, interrupt the kernel. If that doesn't help, restart it.",
      { player, mark, seconds },
    );
  }
  return { draw, blame, close: () => clearTimeout(timer) };
}
