// The waiting time for a player's move, and help if Python is silent meanwhile.

import type { Ask } from "../shared/channel.ts";
import { fill } from "../shared/texts.ts";
import type { View } from "./view.ts";

/** Milliseconds of thinking between two checks that Python still responds. */
const ASK_MS = 12_000;

/**
 * Make the watch of a player. A student's function may never answer, and it blocks Python. So a
 * silence is noticed even if nobody presses anything.
 */
export function makePatience(ask: Ask) {
  /** The state in which the player thinks, or empty. */
  let thought = "";
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The thinking player. */
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
  /** Return the message about the player if Python is silent, or nothing. */
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
