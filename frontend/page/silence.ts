// What to do if Python doesn't answer: report it, and offer to stop Python or to play without
// the saved game.

import type { Traits } from "../board/traits.ts";
import { _, fill, joinSentences } from "../shared/texts.ts";
import type { PageGame } from "./page_game.ts";
import { makePulse } from "./pulse.ts";
import type { Write } from "./words.ts";
import { hush, notify } from "./words.ts";

/** Callbacks for when Python is silent. */
export interface SilenceOptions {
  /** The current traits. */
  state: Pick<Traits, "players" | "thinking">;
  game: Pick<PageGame, "free" | "leaveAlone">;
  /** Asks Python for a message. */
  ask(): void;
  /** Refuses the unanswered requests. */
  refuseAll(): void;
  /** Starts Python again. */
  restart(): Promise<void>;
}

/** Make the object that waits for Python's answers, and offers choices if there are none. */
export function makeSilence({ state, game, ask, refuseAll, restart }: SilenceOptions) {
  const pulse = makePulse({ ask, tell: tellSilence, calm: hush });
  /** Whether Python was stopped, and hasn't answered any request since then. */
  let isStopped = false;

  /** Report that Python is silent, and offer to stop Python. */
  function tellSilence(seconds: number): void {
    const { players, thinking } = state;
    if (isStopped && !thinking) {
      tellUnopened(() => _("Python did not respond this time either."));
      return;
    }
    const write = () =>
      thinking
        ? fill(
            "{player} ({mark}) has not moved for {seconds} seconds. " +
              "To play {mark} yourself, press “Stop”. The game stays as it is.",
            { player: players[thinking], mark: thinking, seconds },
          )
        : fill(
            "Python has not responded for {seconds} seconds. " +
              "To restart Python, press “Stop”. The game stays as it is.",
            { seconds },
          );
    notify(write, { label: () => _("Stop"), act: stop });
  }

  /** Start Python again without its current work. */
  function stop(): void {
    pulse.heard();
    isStopped = true;
    game.free(state.thinking);
    // The same request would only make Python silent again.
    if (!state.thinking) refuseAll();
    void restart();
  }

  /** Report that Python can't open the game, and offer to play another game. */
  function tellUnopened(trouble: Write): void {
    const stays = () =>
      _("The game is saved for your next visit. You can play another game now.");
    const label = () => _("Play another game");
    notify(() => joinSentences([trouble(), stays()]), { label, act: leaveAlone });
  }

  /** Start Python again without the game, which stays unchanged. */
  function leaveAlone(): void {
    pulse.heard();
    game.leaveAlone();
    refuseAll();
    void restart();
  }

  return {
    tellUnopened,
    /** Count a second in which Python should respond. */
    tick: pulse.tick,
    /** Record a message from Python. */
    heard: pulse.heard,
    /** Record that Python has answered a request. */
    answered(): void {
      isStopped = false;
    },
  };
}
