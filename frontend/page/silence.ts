// Help when Python does not answer: a report, and offers to stop it, or to play without the
// game.

import type { Traits } from "../board/traits.ts";
import { _, fill, joinSentences } from "../shared/texts.ts";
import type { PageGame } from "./page_game.ts";
import { makePulse } from "./pulse.ts";
import type { Write } from "./words.ts";
import { hush, notify } from "./words.ts";

/** Callbacks that end a silence. */
export interface SilenceOptions {
  /** The present traits. */
  state: Pick<Traits, "players" | "thinking">;
  game: Pick<PageGame, "free" | "leaveAlone">;
  /** Asks Python for a sign of life. */
  ask(): void;
  /** Refuses the requests without an answer. */
  refuseAll(): void;
  /** Starts Python again. */
  restart(): Promise<void>;
}

/** Make the watch of Python's answers, and the choices of a person without them. */
export function makeSilence({ state, game, ask, refuseAll, restart }: SilenceOptions) {
  const pulse = makePulse({ ask, tell: tellSilence, calm: hush });
  /** Whether Python was stopped, and has answered nothing since. */
  let isStopped = false;

  /** Report that Python is silent, and offer to stop it. */
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
              "To play {mark} yourself, press Stop. The game stays as it is.",
            { player: players[thinking], mark: thinking, seconds },
          )
        : fill(
            "Python has not responded for {seconds} seconds. " +
              "To restart Python, press Stop. The game stays as it is.",
            { seconds },
          );
    notify(write, { label: () => _("Stop"), act: stop });
  }

  /** Start Python again without its present work. */
  function stop(): void {
    pulse.heard();
    isStopped = true;
    game.free(state.thinking);
    // The same request would make it silent again.
    if (!state.thinking) refuseAll();
    void restart();
  }

  /** Report that Python cannot continue the game, and offer to play another. */
  function tellUnopened(trouble: Write): void {
    const stays = () =>
      _("The game is saved for your next visit. You can play another one now.");
    const label = () => _("Play another game");
    notify(() => joinSentences([trouble(), stays()]), { label, act: leaveAlone });
  }

  /** Leave the game unchanged, and start Python again without it. */
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
    /** Note a sign of life. */
    heard: pulse.heard,
    /** Note an answer of Python to a request. */
    answered(): void {
      isStopped = false;
    },
  };
}
