"""Progress bars that show how much longer a task will take."""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TextIO

from tictactoe_widget.validation import brief

# Function that takes the number of finished items and the total number.
Progress = Callable[[int, int], object]

_PAUSE = 0.2  # minimum number of seconds between updates

# Number of seconds after which a bar appears if the caller didn't ask for one.
_SECONDS_IN_TERMINAL = 1.0
_SECONDS_IN_NOTEBOOK = 10.0


@contextmanager
def show_progress(
    progress: bool | Progress | None, unit: str, stream: TextIO
) -> Iterator[Progress]:
    """Show the progress of a task, and provide a function that updates the display.

    Parameters
    ----------
    progress : bool, callable or None
        True to show a progress bar, False to show no bar, or None to show a bar after one
        second in a terminal and after ten seconds in a notebook. If tqdm is installed, tqdm
        draws the bar. Otherwise, the bar is a line of text. If you pass a function
        ``progress(done, total)``, the context manager yields this function.
    unit : str
        Plural noun for the items to count, such as ``"games"``.
    stream : text stream
        Stream to which the bar is written.

    Yields
    ------
    callable
        Function that takes the number of finished items and the total number, and updates the
        display.

    Raises
    ------
    TypeError
        If `progress` has none of these types.
    """
    if callable(progress):
        yield progress
        return
    silence = 0.0
    if progress is None:
        is_terminal = bool(getattr(stream, "isatty", bool)())
        silence = _SECONDS_IN_TERMINAL if is_terminal else _SECONDS_IN_NOTEBOOK
        progress = is_terminal or _is_in_notebook()
    if progress is False:
        yield _ignore
        return
    if progress is not True:
        raise TypeError(
            f"progress must be True, False, None or a function, not {brief(progress)}"
        )
    bar = _LateBar(unit, stream, silence)
    try:
        yield bar.show
    finally:
        bar.close()


def _ignore(done: int, total: int) -> None:
    del done, total


def _is_in_notebook() -> bool:
    """Return whether IPython runs the code, as in a notebook."""
    ipython = sys.modules.get("IPython")
    return ipython is not None and ipython.get_ipython() is not None


class _LateBar:
    """Progress bar that appears after `silence` seconds."""

    def __init__(self, unit: str, stream: TextIO, silence: float) -> None:
        self._unit = unit
        self._stream = stream
        self._silence = silence
        self._start = perf_counter()
        self._bar: _TqdmBar | _TextBar | None = None

    def show(self, done: int, total: int) -> None:
        """Show the number of finished items and the total number, if it is time."""
        if self._bar is None:
            if self._silence and perf_counter() - self._start < self._silence:
                return
            # tqdm takes long to import, so a short task must not import it.
            self._bar = _make_bar(self._unit, self._stream, self._start)
        self._bar.show(done, total)

    def close(self) -> None:
        """Finish the bar, if it has appeared."""
        if self._bar is not None:
            self._bar.close()


def _make_bar(unit: str, stream: TextIO, start: float) -> "_TqdmBar | _TextBar":
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # suppress tqdm's warning about missing widgets
        try:
            from tqdm.auto import tqdm  # noqa: PLC0415 - an extra
        except ImportError:
            return _TextBar(unit, stream, start)
    return _TqdmBar(unit, stream, tqdm)


class _TqdmBar:
    def __init__(self, unit: str, stream: TextIO, tqdm: Any) -> None:
        self._unit = unit
        self._stream = stream
        self._tqdm = tqdm
        self._bar: Any = None

    def show(self, done: int, total: int) -> None:
        """Show the number of finished items and the total number."""
        if self._bar is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # as above
                self._bar = self._tqdm(
                    total=total, initial=done, unit=f" {self._unit}", file=self._stream
                )
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        """Finish the bar, and leave it on the screen."""
        if self._bar is not None:
            self._bar.close()


class _TextBar:
    """Progress bar in one line of text that is overwritten at each update."""

    def __init__(self, unit: str, stream: TextIO, start: float) -> None:
        self._unit = unit
        self._stream = stream
        self._start = start
        self._latest = -_PAUSE
        self._done: int | None = None
        self._total = 0
        self._width = 0

    def show(self, done: int, total: int) -> None:
        """Show the number of finished items and the total number, but not too often."""
        self._done, self._total = done, total
        if perf_counter() - self._latest >= _PAUSE:
            self._write(done)

    def close(self) -> None:
        """Show the last numbers, and start a new line."""
        if self._done is not None:
            self._write(self._done)
            self._stream.write("\n")

    def _write(self, done: int) -> None:
        self._latest = perf_counter()
        text = f"{done:,} of {self._total:,} {self._unit}"
        if 0 < done < self._total:
            rest = (self._latest - self._start) * (self._total / done - 1)
            text += f", {describe_time(rest)} left"
        self._stream.write(f"\r{text:<{self._width}}")
        self._stream.flush()
        self._width = len(text)


def describe_time(seconds: float) -> str:
    """Express a number of seconds in words.

    >>> describe_time(7.4), describe_time(75), describe_time(7260)
    ('7 s', '1 min 15 s', '2 h 1 min')
    """
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    if minutes:
        return f"{minutes} min {rest} s"
    return f"{rest} s"
