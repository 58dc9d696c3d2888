// Noticing that Python has stopped responding.

/** Number of seconds without any message after which Python counts as silent. */
const QUIET_SECONDS = 20;

/** Callbacks for when Python is silent. */
export interface Patient {
  /** Asks Python for a message. */
  ask(): void;
  /** Reports that Python has been silent for a number of seconds. */
  tell(seconds: number): void;
  /** Withdraws the report, because Python responds again. */
  calm(): void;
}

/**
 * Make a counter of the seconds for which Python is silent. The counter counts calls instead of
 * reading a clock, so that the time when a computer sleeps doesn't count.
 */
export function makePulse({ ask, tell, calm }: Patient) {
  let seconds = 0;

  return {
    /** Count a second in which Python should respond. */
    tick(): void {
      if (!seconds) ask();
      seconds += 1;
      if (seconds === QUIET_SECONDS) tell(seconds);
    },
    /** Record a message from Python, or a new start of Python. */
    heard(): void {
      if (seconds >= QUIET_SECONDS) calm();
      seconds = 0;
    },
  };
}
