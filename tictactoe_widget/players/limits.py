"""A time limit on functions that were written by others and may never return."""

import faulthandler
import os
import signal
import sys
import threading
from time import perf_counter
from types import FrameType
from typing import Any, Self

from .calling import think

_AGAIN = 0.02
"""Time after which a player that caught `TimeUpError` gets it again, in seconds."""
_GRACE = 2.0
"""Time after which a process exits that `TimeUpError` did not help, in seconds."""
_LONGEST = 1e6
"""Longest time that a timer takes, in seconds."""


class TimeUpError(BaseException):
    """Signal, inside a player, that the time for its move is over."""


class _LastResort:
    """Time at which this process exits, the soonest of those that its threads set.

    The timer of faulthandler is the one timer of the standard library that goes off
    while a function written in C keeps Python from running.
    """

    def __init__(self) -> None:
        self._times: dict[int, float] = {}
        self._lock = threading.Lock()
        self._nowhere = -1  # what faulthandler writes before it exits goes there

    def set(self, time: float) -> None:
        """Set the time of this thread, as `perf_counter` counts."""
        with self._lock:
            if self._nowhere < 0:
                self._nowhere = os.open(os.devnull, os.O_WRONLY)
            self._times[threading.get_ident()] = time
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
        left = max(min(self._times.values()) - perf_counter(), 0.001)
        faulthandler.dump_traceback_later(min(left, _LONGEST), exit=True, file=self._nowhere)


_LAST_RESORT = _LastResort()


class TimeLimit:
    """Time limit on calls: a context for the thread in which they are made.

    In the main thread of a process on Unix it is an alarm signal, so a player runs
    at its full speed, and one that catches the exception gets it again until it
    ends; the alarm signal belongs to this context while it lasts. Elsewhere (in
    other threads, on Windows, in a web page) the clock is looked at whenever the
    function goes to another line, which makes it a few times slower. Neither can
    stop a function written in C before it returns; where the process may exit, it
    does so two seconds later.

    Parameters
    ----------
    may_exit : bool, default False
        True in a worker process that may be killed by a call that cannot be stopped.

    Examples
    --------
    >>> def endless():
    ...     while True: pass
    >>> with TimeLimit() as limit:
    ...     limit.start(0.01)
    ...     try:
    ...         endless()
    ...     except TimeUpError:
    ...         print("over")
    ...     finally:
    ...         limit.end()
    over
    """

    def __init__(self, *, may_exit: bool = False) -> None:
        self.is_over = False
        """True where the time of the last call was over before its end."""
        self._may_exit = may_exit
        self._is_running = False
        self._has_alarm = False
        self._alarms = 0
        self._lines_left = 0
        self._deadline = 0.0
        self._tracer: Any = None
        self._handler: Any = None
        self._timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        self._has_alarm = is_main and hasattr(signal, "setitimer")
        if self._has_alarm:
            self._handler = signal.signal(signal.SIGALRM, self._on_alarm)
            self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._has_alarm:
            signal.signal(signal.SIGALRM, self._handler)
            signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def start(self, seconds: float) -> None:
        """Begin a call that may take this long."""
        self.is_over = False
        self._alarms = 0
        self._tracer = sys.gettrace()
        self._is_running = True
        if self._may_exit:
            _LAST_RESORT.set(perf_counter() + seconds + _GRACE)
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, min(seconds, _LONGEST), _AGAIN)
        else:
            self._deadline = perf_counter() + seconds
            sys.settrace(self._watch_clock)

    def end(self) -> None:
        """End the call; calling it twice is harmless."""
        self._is_running = False
        if self._may_exit:
            _LAST_RESORT.clear()
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if self._alarms or not self._has_alarm:
            sys.settrace(self._tracer)

    def _watch_clock(self, _frame: FrameType, _event: str, _arg: object) -> Any:
        if self._is_running and perf_counter() >= self._deadline:
            self.is_over = True
            raise TimeUpError
        return self._watch_clock

    def _on_alarm(self, _signal: int, frame: FrameType | None) -> None:
        if not self._is_running:
            return
        self.is_over = True
        self._alarms += 1
        if self._alarms == 1:
            raise TimeUpError
        # The player caught it. What catches everything mostly does so in one part of
        # a loop, so it is raised again a different number of lines later each time.
        self._lines_left = self._alarms % 50
        sys.settrace(self._count_lines)
        while frame is not None and frame.f_globals.get("__name__") != think.__module__:
            frame.f_trace = self._count_lines
            frame = frame.f_back

    def _count_lines(self, _frame: FrameType, _event: str, _arg: object) -> Any:
        self._lines_left -= 1
        if self._is_running and self._lines_left <= 0:
            raise TimeUpError
        return self._count_lines
