"""Scheduler for background jobs. If there is an event loop, the jobs run on it."""

import asyncio
import logging
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, ExitStack, suppress
from dataclasses import dataclass, field
from threading import Lock
from time import perf_counter
from typing import Any, Generic, Protocol, Self, TypeVar

from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.validation import describe_error

_log = logging.getLogger(__name__)


class Guard(AbstractContextManager[object], Protocol):
    """Context manager that surrounds each time slice of a player's code.

    To stop the player, the host raises KeyboardInterrupt at the beginning of the context or
    while the player's code runs, but never after the end of the context.
    """

    def close(self) -> None:
        """Close the guard after its player has finished. Further calls have no effect."""


# Function that returns a guard for one player and one move.
Guards = Callable[[], Guard]


JOB_SECONDS = 0.03  # maximum time for which a job runs before the event loop continues


class SessionSnapshot(Protocol):
    """Immutable snapshot of everything that a session knows."""

    @property
    def language(self) -> str:
        """Language of everything that a front end shows."""


SnapshotT = TypeVar("SnapshotT", bound=SessionSnapshot)


class Job(ABC, Generic[SnapshotT]):
    """Background computation that runs in time slices and whose result changes the snapshot.

    Parameters
    ----------
    steps : generator
        Generator that yields better and better results. The last result is final.
    delay : float, default 0.0
        Seconds to wait before the first time slice, if there is an event loop.
    """

    def __init__(self, steps: Generator[Any, None, Any], delay: float = 0.0) -> None:
        self.delay = delay
        self._steps = steps
        self._answer: Any = None
        self._error: BaseException | None = None
        self._running = Lock()

    @abstractmethod
    def is_wanted(self, snapshot: SnapshotT) -> bool:
        """Return True if `snapshot` still needs this job's result."""

    @property
    def has_news(self) -> bool:
        """True if the job is still running, but has a new preliminary result."""
        return False

    @abstractmethod
    def apply(self, snapshot: SnapshotT) -> SnapshotT:
        """Return the snapshot with the job's result so far."""

    @property
    def interrupt(self) -> KeyboardInterrupt | None:
        """The KeyboardInterrupt that stopped the job, or None if nobody interrupted it."""
        return None

    @property
    def waiting(self) -> tuple[str, int, int] | None:
        """Progress notice to show, number of moves made so far, and maximum number of moves.

        The value is None if the job has nothing to report.
        """
        return None

    def begin(self, guards: Guards) -> None:
        """Prepare the job for its first time slice. If the job calls a player, get a guard."""

    def run(self) -> bool:
        """Run the job for one time slice. Return True if the job has ended.

        A step of the job is never interrupted, even if it takes longer than a time slice. An
        error ends the job, and `apply` decides what to do about it.
        """
        with self._running:
            try:
                return self._run_slice()
            except Exception as error:  # noqa: BLE001 - no background error stops a session
                self._error = error
                return True

    def close(self) -> None:
        """End the job at once, and close its generator.

        If the job is running on another thread, or if its player calls this method, nothing
        happens until the current time slice is over. After the slice, the code that runs the
        job calls `close` again.
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


# Class for one kind of job. Calling the class with a snapshot creates the job.
JobKind = Callable[[SnapshotT], Job[SnapshotT]]

# Function that returns the kinds of jobs that a snapshot needs, the most urgent one first.
FindJobs = Callable[[SnapshotT], Sequence[JobKind[SnapshotT]]]


class PlayerJob(Job[SnapshotT]):
    """Job that runs a player's code, and can be stopped by a KeyboardInterrupt."""

    _guard: Guard = ExitStack()  # by default, a guard that never stops the player

    @property
    def was_interrupted(self) -> bool:
        """True if a KeyboardInterrupt has stopped the job."""
        return isinstance(self._error, KeyboardInterrupt)

    def begin(self, guards: Guards) -> None:
        """Get a guard for the job's time slices."""
        self._guard = guards()

    def run(self) -> bool:
        """Run the player for one time slice. An exception in the player ends the job."""
        try:
            with self._guard:
                return super().run()
        except KeyboardInterrupt as error:
            # A person has stopped a player that doesn't answer, so the session continues.
            self._error = error
            return True

    def close(self) -> None:
        """End the job, and close its guard."""
        self._guard.close()
        super().close()


class GamesJob(PlayerJob[SnapshotT]):
    """Job that plays one game after another."""

    subject: str  # description of the job, for the log

    def __init__(self, steps: Generator[Any, None, Any]) -> None:
        super().__init__(steps, delay=PAUSE_SECONDS)

    @property
    def has_news(self) -> bool:
        """Always True, so that the displayed game count and remaining time are updated."""
        return True

    @property
    def trouble(self) -> str:
        """Description of the error that ended the job, or ``""`` if there was none."""
        if self._error is None or self.was_interrupted:
            return ""
        if isinstance(self._error, RulesError):
            return str(self._error)
        _log.error("%s stopped", self.subject, exc_info=self._error)
        return describe_error(self._error)


SILENT_SECONDS = 2.0  # a call that takes longer than this, in seconds, shows a notice


class _WaitingNotice:
    """Progress notice that is shown on standard error during long calls.

    In nested calls, only the outermost call shows a notice.
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
        """Show a job's progress if the call has already taken a while."""
        if job.waiting is None or perf_counter() - self._begun < SILENT_SECONDS:
            return
        words, *numbers = job.waiting
        if self._show is None:
            sys.stderr.write(f"{words}\n")
            # The call has been silent long enough, so a bar in a terminal appears at once.
            bar = show_progress(sys.stderr.isatty() or None, "moves at most", sys.stderr)
            self._show = self._bar.enter_context(bar)
        self._show(*numbers)


PAUSE_SECONDS = 0.004  # pause between time slices, in which the event loop can run

TELL_SECONDS = 0.25  # minimum pause after applying one of a job's results

# Minimum pause until the next result is applied, as a multiple of the time that it took to
# apply the last one. If many players are rated, applying a result is slow, but the job itself
# should get most of the time.
PAUSES = 10


@dataclass(eq=False)
class _Run:
    """A running job, with the scheduler's data about it."""

    job: Job[Any]
    loop: asyncio.AbstractEventLoop | None = None  # None if the job runs without an event loop
    timer: asyncio.TimerHandle | None = None  # timer for the next time slice
    # Time at which the last result was applied or, before the first result, the job started.
    told_at: float = field(default_factory=perf_counter)
    telling_seconds: float = 0.0  # time that it took to apply the last result

    @property
    def has_news(self) -> bool:
        """True if it is time to apply a preliminary result."""
        pause = max(TELL_SECONDS, PAUSES * self.telling_seconds)
        return perf_counter() >= self.told_at + pause and self.job.has_news

    @property
    def is_stranded(self) -> bool:
        """True if the job's event loop has stopped, so that the job might never continue."""
        return self.loop is not None and not self.loop.is_running()

    def end(self) -> None:
        """Cancel the job's next time slice, and close the job."""
        if self.timer is not None and self.loop is not None:
            if self.is_stranded or self.loop is find_running_loop():
                self.timer.cancel()
            else:  # only the loop's own thread is allowed to cancel its timers
                # RuntimeError means that the loop has just been closed, and with it all its
                # timers.
                with suppress(RuntimeError):
                    self.loop.call_soon_threadsafe(self.timer.cancel)
        self.job.close()


class Scheduler(Generic[SnapshotT]):
    """Scheduler that runs a session's jobs, but only one of each kind at a time.

    Parameters
    ----------
    find : callable
        Function that lists the kinds of jobs that a snapshot needs.
    read : callable
        Function that returns the session's current snapshot.
    run : callable
        Function that runs a job for one time slice and returns True if the job has ended.
    apply : callable
        Function that applies a job's result to the snapshot. The scheduler calls this function
        when a job has ended or has a new preliminary result.
    guards : callable
        Function that returns a new guard for a player.
    """

    def __init__(
        self,
        find: FindJobs[SnapshotT],
        *,
        read: Callable[[], SnapshotT],
        run: Callable[[Job[SnapshotT]], bool],
        apply: Callable[[Job[SnapshotT]], None],
        guards: Guards,
    ) -> None:
        self._find = find
        self._read = read
        self._run_slice = run
        self._apply = apply
        self._guards = guards
        self._runs: dict[Any, _Run] = {}  # running jobs, by kind
        self._lock = Lock()
        self._notice = _WaitingNotice()

    def start(self) -> None:
        """Start the jobs that the snapshot needs, and end those that it no longer needs.

        If an event loop is running, a job that takes more than one time slice continues on the
        loop. Without an event loop, this method waits until all jobs are done.

        Raises
        ------
        KeyboardInterrupt
            If someone stops a player during this call. The snapshot already shows that the
            player was stopped.
        """
        if not self._runs and not self._find(self._read()):
            return
        interrupts: list[KeyboardInterrupt] = []
        with self._notice:
            while self._start_one(interrupts):
                pass
        if interrupts:
            raise interrupts[0]

    def _start_one(self, interrupts: list[KeyboardInterrupt]) -> bool:
        """Start jobs until one of them changes the snapshot. Return True if a job did so.

        If someone stops a player, the KeyboardInterrupt is added to `interrupts`.
        """
        with self._lock:
            kinds = dict.fromkeys((*self._find(self._read()), *self._runs))
        for kind in kinds:
            run = self._begin(kind)
            if run is None:
                continue
            if run.loop is not None and run.job.delay:
                self._wait(run, run.job.delay)
                continue
            has_changed = self._advance(run)
            if run.job.interrupt is not None:
                interrupts.append(run.job.interrupt)
            if has_changed:
                return True  # the snapshot could now need a more urgent job
        return False

    def _begin(self, kind: JobKind[SnapshotT]) -> _Run | None:
        """Start a job of the given kind. Return None if no such job needs to start."""
        with self._lock:
            snapshot = self._read()
            before = self._runs.get(kind)
            if before is not None and before.job.is_wanted(snapshot) and not before.is_stranded:
                return None
            self._runs.pop(kind, None)
            run = None
            if kind in self._find(snapshot):
                run = _Run(kind(snapshot), find_running_loop())
                run.job.begin(self._guards)
                self._runs[kind] = run
        # Jobs are closed outside the lock, because a player's clean-up code can do anything.
        if before is not None:
            before.end()
        return run

    def _advance(self, run: _Run) -> bool:
        """Run a job for one time slice if an event loop is running, otherwise to its end.

        Return True if the job has ended or if a preliminary result was applied.
        """
        is_over, has_news = True, False
        try:
            while self._is_current(run):
                if run.loop is None:
                    self._notice.tell(run.job)
                if self._run_slice(run.job):
                    self._tell(run)
                    break
                has_news = run.has_news
                if has_news:
                    self._tell(run)
                if run.loop is not None:
                    is_over = False
                    break
                if has_news:
                    self.start()  # the snapshot could also need another job
        finally:
            if is_over:
                self._drop(run)
        if not is_over:
            self._wait(run, PAUSE_SECONDS)
        return is_over or has_news

    def _tell(self, run: _Run) -> None:
        """Apply a job's result, unless the job was dropped while it was running."""
        if not self._is_current(run):
            return
        begun = perf_counter()
        self._apply(run.job)
        run.told_at = perf_counter()
        run.telling_seconds = run.told_at - begun

    def _wait(self, run: _Run, seconds: float) -> None:
        """Schedule a job's next time slice on the event loop after a pause."""
        assert run.loop is not None  # noqa: S101 - only jobs on a loop wait
        with self._lock:
            if self._runs.get(type(run.job)) is run:
                run.timer = run.loop.call_later(seconds, self._continue, run)
                return
        run.job.close()

    def _continue(self, run: _Run) -> None:
        try:
            if self._advance(run):
                self.start()
        # The snapshot already shows the interrupt, and raising it here would end the event
        # loop.
        except KeyboardInterrupt:
            pass
        except Exception:  # noqa: BLE001 - there is no caller to raise it to
            _log.exception("Could not publish the result of a background job")

    def _is_current(self, run: _Run) -> bool:
        return self._runs.get(type(run.job)) is run and run.job.is_wanted(self._read())

    def _drop(self, run: _Run) -> None:
        with self._lock:
            if self._runs.get(type(run.job)) is run:
                del self._runs[type(run.job)]
        run.job.close()


def find_running_loop() -> asyncio.AbstractEventLoop | None:
    """Return this thread's running event loop, or None if there is none."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
