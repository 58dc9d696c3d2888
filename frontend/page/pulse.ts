// Notices that Python, which was there, gives no sign of life any more.

/** Seconds without one after which Python is said to be silent. */
const QUIET_SECONDS = 20;

/** What a pulse asks of the page. */
export interface Patient {
  /** Ask Python for a sign of life. */
  ask(): void;
  /** Say that Python is silent for long. */
  tell(seconds: number): void;
  /** Take that back, for Python is heard again. */
  calm(): void;
}

/**
 * Make what counts how long Python is silent. It counts the calls and looks at no clock, so
 * that a computer that slept does not count.
 */
export function makePulse({ ask, tell, calm }: Patient) {
  let seconds = 0;

  return {
    /** Count a second in which Python is to answer. */
    tick(): void {
      if (!seconds) ask();
      seconds += 1;
      if (seconds === QUIET_SECONDS) tell(seconds);
    },
    /** Note a sign of life, or that Python is started anew. */
    heard(): void {
      if (seconds >= QUIET_SECONDS) calm();
      seconds = 0;
    },
  };
}
