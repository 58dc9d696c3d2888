"""A time limit on functions that were written by others and may never return."""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from types import FrameType
from typing import Any, Self, TypeVar

from . import steps
from .steps import INSTALLED, Steps, is_in_garbage_collection, new_steps, thread_raiser

# The end of a process that a player keeps busy for ever.

LONGEST = 1e6
"""Longest time that a timer takes, in seconds."""
SOON = 0.001
"""Shortest time that a timer is set to, in seconds; 0 would stop it."""


class ProcessWatchdog:
    """Timer that ends this process at the earliest of the times that its threads set.

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


WATCHDOG = ProcessWatchdog()
"""The timer of this process."""


_AGAIN = 0.02
"""Time that a player has to clean up after `TimeUpError`, in seconds."""
PATIENCE = 10.0
"""Time that a call may take in all, as a multiple of the time that it may compute."""
_GRACE = 2.0
"""Time after which a process exits that `TimeUpError` did not help, in seconds."""
_ROOM = 100
"""Number of nested calls that an alarm may add to those of a player."""
_MOST_ROOM = 20 * _ROOM
"""Number that all alarms together may add: each nested call may take stack from the process."""
_WATCHING = (
    __file__,
    str(steps.__file__),
)
"""Files whose functions are called at a step or an alarm; they must not raise what comes
meanwhile, and none of their own steps is one of the player."""
_FREE = ("<frozen ", *_WATCHING)
"""Files that are not interrupted: imports, whose locks would stay shut, and those."""

_HAS_ALARMS = sys.platform != "emscripten"
# WebAssembly has the functions, but no alarm ever comes.

_computing_time = getattr(time, "thread_time", perf_counter)
# Time of computing of this thread, in seconds; not every system counts it.

_Answer = TypeVar("_Answer")


class TimeUpError(BaseException):
    """Signal, inside a player, that the time for its move is over."""


def _is_installed(frame: FrameType | None) -> bool:
    """Return True where neither a frame nor one that called it runs code of a student."""
    while frame is not None and frame.f_code.co_filename.startswith(INSTALLED):
        frame = frame.f_back
    return frame is None


class TimeLimit:
    """Time limit on the moves of players: a context for the thread that asks them.

    The limit is computing time, as the processor counts it for the thread, so that what
    else the machine does costs a player nothing. A move may take ten times as long in all,
    so that one that waits is stopped too.

    In the main thread of a process on Unix the limit is an alarm signal: a player runs
    at its full speed; the alarm signal belongs to this context while it lasts. Elsewhere
    (in other threads, on Windows, in a web page) the clock is looked at in each of its
    steps, which makes it a few times slower. A player that catches the exception gets it
    again, soon at each of its steps, until it ends. The threads that it started are told
    to end too (in the main thread from Python 3.12 on).

    Out of reach is a function written in C that does not return, such as
    ``sum(range(10**14))``. Elsewhere than in the main thread on Unix so is one that waits,
    such as ``time.sleep``, and in the main thread a player that catches each RecursionError
    where no more calls fit, in which no alarm can be heard. Where the process may exit, it
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
    ...         limit.run(endless)
    ...     except TimeUpError:
    ...         print("over")
    over
    """

    def __init__(self, *, may_exit: bool = False) -> None:
        self.is_over = False
        """True where the time of the move is over."""
        self._may_exit = may_exit
        self._is_running = False
        self._has_alarm = False
        self._computing = self._waiting = 0.0  # seconds left
        self._computing_from = self._waiting_from = 0.0
        self._look_at = 0.0
        self._thread = 0
        self._others: list[Any] = []  # threads that are no player's
        self._depth = 0  # of calls that are allowed, where alarms were allowed more
        self._ended: dict[int, float] = {}  # when they may be asked to end again
        self._steps: Steps | None = None
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
        self._leave_steps()

    def allow(self, *, seconds: float) -> None:
        """Begin a move that may take this long, in one or several calls."""
        self.is_over = False
        self._computing = seconds
        self._waiting = PATIENCE * seconds

    def run(self, call: Callable[[], _Answer]) -> _Answer:
        """Return what a call returns, perhaps after its time is over.

        Raises
        ------
        TimeUpError
            When its time was over before it returned or raised anything; `is_over` is True.
        """
        try:
            try:
                self._begin(sys._getframe())  # noqa: SLF001 (documented, and the only way)
                try:
                    return call()
                except BaseException:
                    if not self.is_over:
                        raise
                # What the exception held is gone by now. Where that was a generator, it was
                # closed, which may not end either.
            finally:
                self._is_running = False  # before any step of ours
                self._end()
        except BaseException:
            self._is_running = False
            self._end()  # what ends the player may have come in the middle of the first
            if not self.is_over:
                raise
        raise TimeUpError

    def _begin(self, outer: FrameType) -> None:
        self._outer = outer
        self._thread = threading.get_ident()
        self._computing_from = _computing_time()
        self._waiting_from = perf_counter()
        if self._ended:
            self._ended.clear()
        self._others = threading.enumerate()
        if self._may_exit:
            WATCHDOG.set(self._waiting_from + self._waiting + _GRACE)
        self._is_running = True
        if self._has_alarm:
            self._set_alarm(self._computing)
            return
        self._look_at = self._waiting_from + self._computing
        if self._steps is None:
            self._steps = new_steps(self._on_step, _FREE).__enter__()
        self._steps.begin(outer)

    def _end(self) -> None:
        if self._has_alarm:
            signal.setitimer(signal.ITIMER_REAL, 0)
            if self._depth:
                sys.setrecursionlimit(self._depth)
                self._depth = 0
            self._leave_steps()
        elif self._steps is not None:
            self._steps.end()
        if self._waiting_from:
            if self._may_exit:
                WATCHDOG.clear()
            self._computing, self._waiting = self._left()
            self.is_over = self.is_over or min(self._computing, self._waiting) <= 0
            self._waiting_from = 0.0
            if self.is_over and sys.version_info >= (3, 12):
                # Python 3.11 spins in its tracing while an exception waits for a thread.
                self._end_threads()

    def _left(self) -> tuple[float, float]:
        """Return the seconds left, of computing and in all."""
        waiting = self._waiting - (perf_counter() - self._waiting_from)
        if threading.get_ident() != self._thread:
            return waiting, waiting
        return self._computing - (_computing_time() - self._computing_from), waiting

    def _on_step(self) -> type[BaseException] | None:
        """Return what ends the player, or a thread that it started, at this step."""
        if not self._is_running or perf_counter() < self._look_at:
            return None
        thread = threading.get_ident()
        frame = sys._getframe()  # noqa: SLF001 (as above)
        is_players = thread == self._thread
        if not is_players and (self._is_others(thread) or _is_installed(frame)):
            return None
        left = min(self._left())
        if left > 0:
            if is_players:
                self._look_at = perf_counter() + left
            return None
        if is_in_garbage_collection(frame):
            return None
        if not is_players:
            return SystemExit if self._may_end(thread) else None
        self._look_at = 0.0 if self.is_over else perf_counter() + _AGAIN
        self.is_over = True
        return TimeUpError

    def _on_alarm(self, _signal: int, frame: FrameType | None) -> None:
        if not self._is_running:
            return
        depth = sys.getrecursionlimit()
        self._depth = self._depth or depth
        sys.setrecursionlimit(min(depth + _ROOM, self._depth + _MOST_ROOM))
        self._set_alarm(LONGEST)  # none comes in the middle of this look
        left = min(self._left())
        self._set_alarm(left if left > 0 else _AGAIN)
        if left > 0:
            return
        if is_in_garbage_collection(frame):
            self._set_alarm(SOON)
            return
        if self.is_over and self._steps is None:
            # The player caught it. What catches everything mostly does so in one part
            # of a loop, so it is raised at each step from now on.
            self._set_alarm(LONGEST)  # none comes in the middle of this
            self._look_at = 0.0
            self._steps = new_steps(self._on_step, _FREE).__enter__()
            self._steps.begin(self._outer, frame)
            self._set_alarm(_AGAIN)
        self.is_over = True
        if frame is None or frame.f_code.co_filename not in _WATCHING:
            raise TimeUpError

    def _end_threads(self) -> None:
        """Have the threads end that the player started, at their next jump or call."""
        found = [thread.ident for thread in threading.enumerate()]
        started = [thread for thread in found if thread and not self._is_others(thread)]
        frames = sys._current_frames() if started else {}  # noqa: SLF001 (as above)
        for thread in started:
            if not _is_installed(frames.get(thread)) and self._may_end(thread):
                with suppress(ImportError):
                    thread_raiser()(thread, SystemExit)

    def _is_others(self, thread: int) -> bool:
        """Return whether a thread was there before the player was called."""
        return any(other.ident == thread for other in self._others)

    def _may_end(self, thread: int) -> bool:
        """Return whether to raise SystemExit in a thread, which ends it without a word.

        Only now and then, or it would also be raised in what Python does as the thread ends.
        """
        now = perf_counter()
        is_due = now >= self._ended.get(thread, 0.0)
        if is_due:
            self._ended[thread] = now + _AGAIN
        return is_due

    def _leave_steps(self) -> None:
        if self._steps is not None:
            self._steps.__exit__()
            self._steps = None

    @staticmethod
    def _set_alarm(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, min(max(seconds, SOON), LONGEST), _AGAIN)
