// @ts-check
// Notices that Python, which was there, gives no sign of life any more.

/** Seconds without one after which Python is said to be silent. */
const QUIET_SECONDS = 20;

/**
 * Make what counts how long Python is silent. It counts the calls and looks at no clock, so
 * that a computer that slept does not count.
 * @param {object} page
 * @param {() => void} page.ask asks Python for a sign of life
 * @param {(seconds: number) => void} page.tell is called when Python is silent for long
 * @param {() => void} page.calm is called when Python is heard after that
 */
export function makePulse({ ask, tell, calm }) {
  let seconds = 0;

  return {
    /** Count a second in which Python is to answer. */
    tick() {
      if (!seconds) ask();
      seconds += 1;
      if (seconds === QUIET_SECONDS) tell(seconds);
    },
    /** Note a sign of life, or that Python is started anew. */
    heard() {
      if (seconds >= QUIET_SECONDS) calm();
      seconds = 0;
    },
  };
}
