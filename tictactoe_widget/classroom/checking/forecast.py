"""Forecast of the time that the check of a search takes, said near its beginning."""

from collections.abc import Callable
from time import perf_counter
from typing import TextIO

from tictactoe_widget.matches.progress import Progress, describe_time

_LEAST_SAMPLE = 2_000
# Positions that a search has visited before its speed is known.
_LONG = 30.0
# Time from which on a forecast is worth saying, in seconds.


class Forecast:
    """Progress that also says once how long a search will take, where that is long.

    Parameters
    ----------
    show : callable
        Progress that it passes on.
    stream : text stream
        Stream to which it says it.
    start : int
        Number of things that are done when the search begins.
    fewer : tuple of int
        A smaller number of positions, and the number of things to do for them.
    clock : callable, default perf_counter
        Function that returns the time, in seconds.
    """

    def __init__(
        self,
        show: Progress,
        stream: TextIO,
        start: int,
        fewer: tuple[int, int],
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        self._show = show
        self._stream = stream
        self._start = start
        self._fewer = fewer
        self._clock = clock
        self._begin: tuple[float, int] | None = None
        self._is_over = False

    def __call__(self, done: int, total: int) -> None:
        """Pass on how much is done, of how much."""
        self._show(done, total)
        if self._is_over or done <= self._start:
            return
        if self._begin is None:
            self._begin = self._clock(), done
        begin, first = self._begin
        if done - first >= _LEAST_SAMPLE:
            self._is_over = True
            pace = (self._clock() - begin) / (done - first)
            if pace * (total - done) >= _LONG:
                self._say(pace, total - done)

    def _say(self, pace: float, rest: int) -> None:
        positions, weight = self._fewer
        self._stream.write(
            f"\nThe search is asked about every position, which may take as long as "
            f"{describe_time(pace * rest)} more, and less where it cuts or remembers. With "
            f"positions={positions} it is asked about fewer, in "
            f"{describe_time(max(1.0, pace * weight))}; with an executor, processes share "
            f"the work.\n"
        )
        self._stream.flush()
