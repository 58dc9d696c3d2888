"""Progress of a check, on the standard output."""

import sys
import warnings
from collections.abc import Callable
from typing import Any

Progress = Callable[[int, int], object]
"""Function of the questions asked so far, and of all."""

_WIDTH = 30  # of the bar, in characters


def find_progress(progress: bool | Progress | None) -> Progress:
    """Return a function that shows progress.

    Parameters
    ----------
    progress : bool, callable or None
        A function ``progress(done, total)``; True for a bar (of tqdm where that is
        installed); False for nothing; None for a bar where the standard output is
        a terminal, else nothing.

    Raises
    ------
    TypeError
        When it is none of these.
    """
    if callable(progress):
        return progress
    if progress is None:
        return _TextBar() if sys.stdout.isatty() else _nothing
    if progress is False:
        return _nothing
    if progress is not True:
        raise TypeError(f"progress must be True, False, None or a function, not {progress!r}")
    try:
        from tqdm.auto import tqdm  # noqa: PLC0415 (an optional extra)
    except ImportError:
        return _TextBar()
    return _TqdmBar(tqdm)


def _nothing(done: int, total: int) -> None:
    del done, total


class _TextBar:
    """A bar in one line of text; it is written again where it has grown."""

    def __init__(self) -> None:
        self._stream = sys.stdout
        self._shown = -1

    def __call__(self, done: int, total: int) -> None:
        percent = 100 * done // total
        if percent == self._shown:
            return
        self._shown = percent
        bar = "#" * (_WIDTH * percent // 100)
        end = "\n" if done == total else ""
        self._stream.write(f"\rchecking [{bar:<{_WIDTH}}] {percent:3}%{end}")
        self._stream.flush()


class _TqdmBar:
    """A bar of tqdm."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._stream = sys.stdout
        self._bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # tqdm warns where there are no widgets
            if self._bar is None:
                self._bar = self._tqdm(total=total, desc="checking", file=self._stream)
            self._bar.update(done - self._bar.n)
            if done == total:
                self._bar.close()
