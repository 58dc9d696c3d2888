"""Jobs: computations that the snapshot of a session needs, run in slices."""

from abc import ABC, abstractmethod
from collections.abc import Generator
from threading import Lock
from time import perf_counter
from typing import Any, Generic, Self, TypeVar

from .guards import Guard, Guards, NoGuard

JOB_SECONDS = 0.03
"""Time that a job runs before the event loop continues, in seconds."""

SnapshotT = TypeVar("SnapshotT")


class Job(ABC, Generic[SnapshotT]):
    """A computation that a snapshot needs, run in slices.

    Parameters
    ----------
    steps : generator
        Generator of better and better answers; the last one counts.
    delay : float, default 0.0
        Pause before the first slice where an event loop runs, in seconds.
    """

    def __init__(self, steps: Generator[Any, None, Any], delay: float = 0.0) -> None:
        self.delay = delay
        """Pause before the first slice where an event loop runs, in seconds."""
        self._steps = steps
        self._answer: Any = None
        self._error: BaseException | None = None
        self._running = Lock()

    @classmethod
    @abstractmethod
    def find(cls, snapshot: SnapshotT) -> Self | None:
        """Return the job of this kind that `snapshot` needs; None where it needs none."""

    @abstractmethod
    def is_wanted(self, snapshot: SnapshotT) -> bool:
        """Return whether `snapshot` still needs the answer."""

    @property
    def has_news(self) -> bool:
        """True when the job goes on, and its answer so far can be applied."""
        return False

    @abstractmethod
    def apply(self, snapshot: SnapshotT) -> SnapshotT:
        """Return the snapshot with the answer of the job, which has ended or has news."""

    @property
    def interrupt(self) -> KeyboardInterrupt | None:
        """Interrupt by which a person ended the job, for its caller; None without one."""
        return None

    @property
    def waiting(self) -> tuple[str, int, int] | None:
        """Words for people who wait where no event loop runs, moves so far, and moves at most.

        None where there is nothing to tell.
        """
        return None

    def begin(self, guards: Guards) -> None:
        """Prepare for the first slice; a job that asks a player takes a guard."""

    def run(self) -> bool:
        """Run for one slice of time; return whether the job has ended.

        A single step is never interrupted, even when it takes longer than the slice.
        An error ends the job; `apply` decides what follows.
        """
        with self._running:
            try:
                return self._run_slice()
            except Exception as error:  # noqa: BLE001 - no fault in the background stops a session
                self._error = error
                return True

    def close(self) -> None:
        """End the job where it stands, so that its generators clean up.

        While a slice runs (on another thread, or in a player that calls this) nothing
        happens; the caller that runs the slice calls this method afterwards.
        """
        if self._running.acquire(blocking=False):
            try:
                self._steps.close()
            finally:
                self._running.release()

    def _run_slice(self) -> bool:
        deadline = perf_counter() + JOB_SECONDS
        for answer in self._steps:
            self._take(answer)
            if perf_counter() >= deadline:
                return False
        return True

    def _take(self, answer: Any) -> None:
        self._answer = answer


class PlayerJob(Job[SnapshotT]):
    """Job that runs code of players, which a person may interrupt."""

    _guard: Guard = NoGuard()

    @property
    def was_interrupted(self) -> bool:
        """True when a person ended the job by an interrupt."""
        return isinstance(self._error, KeyboardInterrupt)

    def begin(self, guards: Guards) -> None:
        """Take a guard for the slices."""
        self._guard = guards()

    def run(self) -> bool:
        """Run the player for one slice of time; any exception of it ends the job."""
        try:
            with self._guard:
                return super().run()
        except KeyboardInterrupt as error:
            # Of a person who stops a player that never answers; the session continues.
            self._error = error
            return True

    def close(self) -> None:
        """End the job and its guard."""
        self._guard.close()
        super().close()
