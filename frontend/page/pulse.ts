// Notices when Python stops responding.

/** Seconds without a sign of life after which Python counts as silent. */
const QUIET_SECONDS = 20;

/** Callbacks of a pulse. */
export interface Patient {
  /** Asks Python for a sign of life. */
  ask(): void;
  /** Reports that Python has been silent for long. */
  tell(seconds: number): void;
  /** Withdraws that report, because Python responds again. */
  calm(): void;
}

/**
 * Make the counter of Python's silence. It counts calls instead of reading a clock, so the
 * sleep of a computer does not count.
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
    /** Note a sign of life, or a new start of Python. */
    heard(): void {
      if (seconds >= QUIET_SECONDS) calm();
      seconds = 0;
    },
  };
}
