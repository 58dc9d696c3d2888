// When Python does not answer: says so, and offers to stop it, or to play without the game.

import type { Traits } from "../board/traits.ts";
import type { PageGame } from "./page_game.ts";
import { makePulse } from "./pulse.ts";
import { hush, notify } from "./words.ts";

/** What ending a silence asks of the page. */
export interface SilenceOptions {
  /** The traits as they stand. */
  state: Pick<Traits, "players" | "thinking">;
  game: Pick<PageGame, "free" | "leaveAlone">;
  /** Ask Python for a sign of life. */
  ask(): void;
  /** Refuse what Python was asked for and has not answered. */
  refuseAll(): void;
  /** Start Python again. */
  restart(): Promise<void>;
}

/** Make what watches for Python's answers, and what a person can do without them. */
export function makeSilence({ state, game, ask, refuseAll, restart }: SilenceOptions) {
  const pulse = makePulse({ ask, tell: tellSilence, calm: hush });
  /** Whether Python was stopped, and has answered nothing since. */
  let isStopped = false;

  /** Say that Python is silent, and offer to stop it. */
  function tellSilence(seconds: number): void {
    const { players, thinking } = state;
    if (isStopped && !thinking) {
      tellUnopened("Python does not answer this time either");
      return;
    }
    const who = thinking ? `Player ${players[thinking]} (${thinking})` : "Python";
    const then = thinking ? `to play ${thinking} yourself` : "to start it again";
    notify(
      `${who} has not answered for ${seconds} seconds. ` +
        `Press Stop ${then}: the game stays as it is.`,
      { label: "Stop", act: stop },
    );
  }

  /** Start Python again without what it does now. */
  function stop(): void {
    pulse.heard();
    isStopped = true;
    game.free(state.thinking);
    // Asked again, it would be silent again.
    if (!state.thinking) refuseAll();
    void restart();
  }

  /** Say that Python cannot go on with the game, and offer to play another. */
  function tellUnopened(trouble: string): void {
    const stays = "The game stays kept for your next visit; you can play without it now.";
    notify(`${trouble}. ${stays}`, { label: "Play without it", act: leaveAlone });
  }

  /** Leave the game as it is, and start Python again without it. */
  function leaveAlone(): void {
    pulse.heard();
    game.leaveAlone();
    refuseAll();
    void restart();
  }

  return {
    tellUnopened,
    /** Count a second in which Python is to answer. */
    tick: pulse.tick,
    /** Note a sign of life. */
    heard: pulse.heard,
    /** Note that Python has answered a request. */
    answered(): void {
      isStopped = false;
    },
  };
}
