"""The end of a process that a player keeps busy for ever."""

import faulthandler
import os
import threading
from time import perf_counter

LONGEST = 1e6
"""Longest time that a timer takes, in seconds."""
SOON = 0.001
"""Shortest time that a timer is set to, in seconds; 0 would stop it."""


class _LastResort:
    """Time at which this process exits, the soonest of those that its threads set.

    The timer of faulthandler is the one timer of the standard library that goes off
    while a function written in C keeps Python from running.
    """

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        self._lock = threading.Lock()
        self._nowhere = -1  # what faulthandler writes before it exits goes there

    def set(self, until: float) -> None:
        """Set the time of this thread, as `perf_counter` counts."""
        with self._lock:
            if self._nowhere < 0:
                self._nowhere = os.open(os.devnull, os.O_WRONLY)
            self._times[threading.get_ident()] = until
            self._arm()

    def clear(self) -> None:
        """Clear the time of this thread."""
        with self._lock:
            if self._times.pop(threading.get_ident(), None) is not None:
                self._arm()

    def _arm(self) -> None:
        if not self._times:
            faulthandler.cancel_dump_traceback_later()
            return
        left = max(min(self._times.values()) - perf_counter(), SOON)
        faulthandler.dump_traceback_later(min(left, LONGEST), exit=True, file=self._nowhere)


LAST_RESORT = _LastResort()
"""The time of this process."""
