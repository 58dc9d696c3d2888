"""Submissions shared among processes here, or among the workers of an executor."""

import os
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

from tictactoe_widget.matches.executors import ExecutorError, LastingExecutor, take_answer

from .apart import POLL_SECONDS, Apart, Errand, ErrandResult, check_apart

Ended = tuple[str, ErrandResult]
"""Name of a submission that was checked, and what came of it."""

_WAIT_SECONDS = 1.0
"""Time that is waited for workers at once, so that Ctrl-C is heard."""
_TRIALS = 2
"""Number of workers that may end with a submission alone until it is named as the cause;
a cluster may give a task to a worker that is about to end anyway."""
_WORKER_LOST = "the worker that checked it ended each time"
"""Trouble of a submission that took down even the process that guards it."""


def core_count() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_here(errands: Mapping[str, Errand], most: int) -> Iterator[Ended]:
    """Check submissions in so many processes side by side.

    Yields
    ------
    tuple of str and dict
        Name and outcome of each submission, as they end.
    """
    waiting = deque(errands.items())
    running: dict[str, Apart] = {}
    try:
        while waiting or running:
            while waiting and len(running) < most:
                name, errand = waiting.popleft()
                running[name] = Apart(errand)
            ended = {name: outcome for name, one in running.items() if (outcome := one.poll())}
            for name, outcome in ended.items():
                running.pop(name).close()
                yield name, outcome
            if not ended:
                time.sleep(POLL_SECONDS)
    finally:
        for one in running.values():
            one.close()


def check_on(executor: Any, errands: Mapping[str, Errand]) -> Iterator[Ended]:
    """Check submissions by the workers of an executor.

    What is lost with a worker is tried again when all else is done, one at a time, so
    that it is known which submission ended its worker.

    Yields
    ------
    tuple of str and dict
        Name and outcome of each submission, as they end.

    Raises
    ------
    ExecutorError
        When the executor cannot check.
    """
    sharing = _Sharing(executor)
    try:
        yield from sharing.check(errands)
        for name in tuple(sharing.loss_counts):
            yield from sharing.check_alone(name, errands[name])
    finally:
        sharing.close()


class _Sharing:
    """Submissions that the workers of an executor check.

    Parameters
    ----------
    executor : object or callable
        Executor, or function without arguments that makes one.
    """

    def __init__(self, executor: Any) -> None:
        self.loss_counts: dict[str, int] = {}
        """Number of workers that ended while they had a submission, by its name."""
        self._workers = LastingExecutor(executor, "submissions")
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._running: dict[Any, str] = {}
        self._has_answered = False

    def check(self, errands: Mapping[str, Errand]) -> Iterator[Ended]:
        """Check submissions, a few more at a time than there are workers."""
        waiting = deque(errands.items())
        while waiting or self._running:
            while waiting and len(self._running) <= 2 * self._workers.worker_count:
                name, errand = waiting.popleft()
                future = self._workers.submit(check_apart, errand)
                self._running[future] = name
                future.add_done_callback(self._done.put)
            with suppress(Empty):
                future = self._done.get(timeout=_WAIT_SECONDS)
                try:
                    yield from self._collect(future)
                except ExecutorError:
                    yield from self._collect_rest()
                    raise

    def _collect(self, future: Any) -> Iterator[Ended]:
        """Take what a worker answered; note where it ended instead."""
        name = self._running.pop(future)
        outcome = take_answer(future, dict)
        if outcome is None:
            self.loss_counts[name] = self.loss_counts.get(name, 0) + 1
        else:
            self._has_answered = True
            yield name, outcome

    def _collect_rest(self) -> Iterator[Ended]:
        """Take what was answered before the executor failed; the first failure is told."""
        while not self._done.empty():
            with suppress(ExecutorError):
                yield from self._collect(self._done.get())

    def check_alone(self, name: str, errand: Errand) -> Iterator[Ended]:
        """Check a submission that was lost with its worker, while nothing else runs."""
        for _ in range(_TRIALS):
            for ended in self.check({name: errand}):
                yield ended
                return
        if not self._has_answered:
            raise ExecutorError("its workers end before they check a submission")
        yield name, {"trouble": _WORKER_LOST, "is_lasting": False}

    def close(self) -> None:
        """Give up what is not checked yet."""
        for future in self._running:
            with suppress(Exception):
                future.cancel()
        self._workers.close(wait=not self._running)
