"""Words for a person who waits for a call of a session where no event loop runs."""

import sys
from contextlib import ExitStack
from time import perf_counter
from typing import Any, Self

from tictactoe_widget.matches.progress import Progress, show_progress

from .jobs import Job

SILENT_SECONDS = 2.0
"""Time that a call takes before anything is said of it, in seconds."""


class WaitingNotice:
    """Notice on the stream of errors that a call goes on, and how far it has come.

    A call may cause others inside it; the outermost one counts.
    """

    def __init__(self) -> None:
        self._calls = 0
        self._begun = 0.0
        self._bar = ExitStack()
        self._show: Progress | None = None

    def __enter__(self) -> Self:
        if not self._calls:
            self._begun = perf_counter()
        self._calls += 1
        return self

    def __exit__(self, *_error: object) -> None:
        self._calls -= 1
        if not self._calls:
            self._bar.close()
            self._show = None

    def tell(self, job: Job[Any]) -> None:
        """Tell of a job that runs, unless the call began just now."""
        if job.waiting is None or perf_counter() - self._begun < SILENT_SECONDS:
            return
        words, *numbers = job.waiting
        if self._show is None:
            sys.stderr.write(f"{words}\n")
            bar = show_progress(None, "moves at most", sys.stderr)
            self._show = self._bar.enter_context(bar)
        self._show(*numbers)
