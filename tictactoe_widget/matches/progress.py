"""Progress of long work, with the time left, for people who wait for it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

_PAUSE = 0.2
"""Time between two states of the plain line, in seconds."""


@contextmanager
def progress_of(
    total: int, unit: str, *, shown: bool | None
) -> Iterator[Callable[[int], None]]:
    """Show how much of some work is done; provide the function to tell it.

    It is drawn by tqdm where that is installed, else as a line of text on the
    standard error.

    Parameters
    ----------
    total : int
        Number of things to do.
    unit : str
        What is counted, in the plural: ``"games"``.
    shown : bool or None
        True to show it, False for nothing, None to show it in a terminal alone.

    Yields
    ------
    callable
        Function of the number of things done so far.
    """
    if shown is None:
        shown = bool(getattr(sys.stderr, "isatty", bool)())
    if not shown:
        yield lambda _done: None
        return
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415 - an extra
    except ImportError:
        line = _Line(total, unit)
        yield line.show
        line.end()
    else:
        with tqdm(total=total, unit=f" {unit}") as bar:
            yield lambda done: _update(bar, done)


def _update(bar: Any, done: int) -> None:
    bar.update(done - bar.n)


class _Line:
    """Line of text that is written over itself."""

    def __init__(self, total: int, unit: str) -> None:
        self._total = total
        self._unit = unit
        self._start = perf_counter()
        self._latest = -_PAUSE
        self._done = 0
        self._width = 0

    def show(self, done: int) -> None:
        """Show a number of things done, unless the line changed just now."""
        self._done = done
        if perf_counter() - self._latest >= _PAUSE:
            self._write()

    def end(self) -> None:
        """Show the last number and end the line."""
        self._write()
        sys.stderr.write("\n")

    def _write(self) -> None:
        self._latest = perf_counter()
        text = f"{self._done:,} of {self._total:,} {self._unit}"
        if 0 < self._done < self._total:
            spent = self._latest - self._start
            text += f", {_time(spent * (self._total / self._done - 1))} left"
        sys.stderr.write(f"\r{text:<{self._width}}")
        sys.stderr.flush()
        self._width = len(text)


def _time(seconds: float) -> str:
    """Return a time as text.

    >>> _time(7.4), _time(75), _time(7260)
    ('7 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
