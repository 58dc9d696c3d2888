"""A time limit on functions that were written by others and may never return."""

import signal
import sys
import threading
from time import perf_counter
from types import FrameType
from typing import Any, Self

from .calling import think

_AGAIN = 0.02
"""Time after which a player that caught `TimeUpError` gets it again, in seconds."""
_LONGEST = 1e8
"""Longest time that a timer takes, in seconds."""


class TimeUpError(BaseException):
    """Signal, inside a player, that the time for its move is over."""


class TimeLimit:
    """Time limit on calls: a context for the thread in which they are made.

    In the main thread of a process on Unix it is an alarm signal, so a player runs
    at its full speed, and one that catches the exception gets it again until it
    ends; the alarm signal belongs to this context while it lasts. Elsewhere (in
    other threads, on Windows, in a web page) the clock is looked at whenever the
    function goes to another line, which makes it a few times slower. Neither can
    stop a function written in C before it returns.

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

    def __init__(self) -> None:
        self.is_over = False
        """True where the time of the last call was over before its end."""
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
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, min(seconds, _LONGEST), _AGAIN)
        else:
            self._deadline = perf_counter() + seconds
            sys.settrace(self._watch_clock)

    def end(self) -> None:
        """End the call; calling it twice is harmless."""
        self._is_running = False
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
