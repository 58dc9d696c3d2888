"""A time limit on functions that were written by others and may never return."""

import faulthandler
import gc
import os
import signal
import sys
import threading
import time
from time import perf_counter
from types import FrameType
from typing import Any, Self

from tictactoe_widget.players.calling import think

_AGAIN = 0.02
"""Time after which a player that caught `TimeUpError` gets it again, in seconds."""
_PATIENCE = 4.0
"""Time that a move may take in all, as a multiple of the time that it may compute."""
_GRACE = 2.0
"""Time after which a process exits that `TimeUpError` did not help, in seconds."""
_MOST_LINES = 50
"""Number of lines of a loop within which `TimeUpError` is raised once more."""
_LONGEST = 1e6
"""Longest time that a timer takes, in seconds."""
_SOON = 0.001
"""Shortest time that a timer is set to, in seconds; 0 would stop it."""

_HAS_ALARMS = sys.platform != "emscripten"
# WebAssembly has the functions, but no alarm ever comes.

_computing_time = getattr(time, "thread_time", perf_counter)
# Time of computing of this thread, in seconds; not every system counts it.


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
        left = max(min(self._times.values()) - perf_counter(), _SOON)
        faulthandler.dump_traceback_later(min(left, _LONGEST), exit=True, file=self._nowhere)


_LAST_RESORT = _LastResort()


def _is_in_garbage_collection(frame: FrameType | None) -> bool:
    """Return True where one of `gc.callbacks` runs in a frame or in one that called it.

    Python drops what is raised there, and writes it to the error stream.
    """
    codes = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


class TimeLimit:
    """Time limit on the moves of players: a context for the thread that asks them.

    A move may take some time of computing, as the processor counts it for the thread,
    so that what else the machine does costs a player nothing; and four times as long
    in all, so that one that waits is ended too.

    In the main thread of a process on Unix the limit is an alarm signal: a player runs
    at its full speed, and one that catches the exception gets it again until it
    ends; the alarm signal belongs to this context while it lasts. Elsewhere (in
    other threads, on Windows, in a web page) the clock is looked at whenever the
    function goes to another line, which makes it a few times slower. Neither can
    stop a function written in C before it returns; where the process may exit, it
    does so two seconds later.

    Parameters
    ----------
    may_exit : bool, default False
        True in a worker process that may be ended by a call that cannot be stopped.

    Examples
    --------
    >>> def endless():
    ...     while True: pass
    >>> with TimeLimit() as limit:
    ...     limit.allow(seconds=0.01)
    ...     try:
    ...         limit.start()
    ...         endless()
    ...     except TimeUpError:
    ...         print("over")
    ...     finally:
    ...         limit.end()
    over
    """

    def __init__(self, *, may_exit: bool = False) -> None:
        self.is_over = False
        """True where the time of the move is over."""
        self._may_exit = may_exit
        self._is_running = False
        self._has_alarm = False
        self._alarms = 0
        self._lines_left = 0
        self._computing = self._waiting = 0.0  # seconds left
        self._computing_from = self._waiting_from = 0.0
        self._look_at = 0.0
        self._tracer: Any = None
        self._handler: Any = None
        self._timer = (0.0, 0.0)

    def __enter__(self) -> Self:
        is_main = threading.current_thread() is threading.main_thread()
        self._has_alarm = is_main and _HAS_ALARMS and hasattr(signal, "setitimer")
        if self._has_alarm:
            self._handler = signal.signal(signal.SIGALRM, self._on_alarm)
            self._timer = signal.setitimer(signal.ITIMER_REAL, 0)
        return self

    def __exit__(self, *_error: object) -> None:
        if self._has_alarm:
            signal.signal(signal.SIGALRM, self._handler)
            signal.setitimer(signal.ITIMER_REAL, *self._timer)

    def allow(self, *, seconds: float) -> None:
        """Begin a move that may take this long, in one or several calls."""
        self.is_over = False
        self._computing = seconds
        self._waiting = _PATIENCE * seconds

    def start(self) -> None:
        """Begin a call."""
        self._alarms = 0
        self._tracer = sys.gettrace()
        self._computing_from = _computing_time()
        self._waiting_from = perf_counter()
        self._is_running = True
        if self._may_exit:
            _LAST_RESORT.set(self._waiting_from + self._waiting + _GRACE)
        if self._has_alarm:
            self._set_alarm(self._computing)
        else:
            self._look_at = self._waiting_from + self._computing
            sys.settrace(self._watch_clock)

    def end(self) -> None:
        """End the call; calling it twice is harmless."""
        was_running, self._is_running = self._is_running, False
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if self._alarms or not self._has_alarm:
            sys.settrace(self._tracer)
        if was_running:
            if self._may_exit:
                _LAST_RESORT.clear()
            self._computing, self._waiting = self._left()
            self.is_over = self.is_over or min(self._computing, self._waiting) <= 0

    def _left(self) -> tuple[float, float]:
        """Return the seconds left, of computing and in all."""
        return (
            self._computing - (_computing_time() - self._computing_from),
            self._waiting - (perf_counter() - self._waiting_from),
        )

    def _watch_clock(self, frame: FrameType, _event: str, _arg: object) -> Any:
        if self._is_running and perf_counter() >= self._look_at:
            left = min(self._left())
            if left <= 0:
                if _is_in_garbage_collection(frame):
                    return self._watch_clock
                self.is_over = True
                raise TimeUpError
            self._look_at = perf_counter() + left
        return self._watch_clock

    def _on_alarm(self, _signal: int, frame: FrameType | None) -> None:
        if not self._is_running:
            return
        left = min(self._left())
        if left > 0:
            self._set_alarm(left)
            return
        if _is_in_garbage_collection(frame):
            self._set_alarm(_SOON)
            return
        self.is_over = True
        self._alarms += 1
        if self._alarms > 1:
            # The player caught it. What catches everything mostly does so in one part
            # of a loop, so it is raised once more, some lines after it is caught: a
            # different number of lines each time.
            self._lines_left = self._alarms % _MOST_LINES
            sys.settrace(self._count_lines)
            while frame is not None and frame.f_globals.get("__name__") != think.__module__:
                frame.f_trace = self._count_lines
                frame = frame.f_back
        raise TimeUpError

    @staticmethod
    def _set_alarm(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, min(max(seconds, _SOON), _LONGEST), _AGAIN)

    def _count_lines(self, frame: FrameType, _event: str, _arg: object) -> Any:
        self._lines_left -= 1
        is_due = self._is_running and self._lines_left <= 0
        if is_due and not _is_in_garbage_collection(frame):
            raise TimeUpError
        return self._count_lines
