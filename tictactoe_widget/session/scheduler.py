"""Scheduler for background jobs, which run on the event loop if there is one."""

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
    """Context manager in which a player's code runs for each of its time slices.

    To stop the player, the host raises KeyboardInterrupt when the context starts or while the
    player's code runs. The host never raises KeyboardInterrupt after the context has ended.
    """

    def close(self) -> None:
        """Close the guard after its player has finished. A second call has no effect."""


# Function that returns the guard of one player for one move.
Guards = Callable[[], Guard]


JOB_SECONDS = 0.03  # longest time for which a job runs before the event loop continues

SnapshotT = TypeVar("SnapshotT")


class Job(ABC, Generic[SnapshotT]):
    """Background computation that runs in time slices and then updates a snapshot.

    Parameters
    ----------
    steps : generator
        Generator that yields better and better results. The last result is final.
    delay : float, default 0.0
        Seconds to wait before the first time slice. Without an event loop, the delay is
        ignored.
    """

    def __init__(self, steps: Generator[Any, None, Any], delay: float = 0.0) -> None:
        self.delay = delay
        self._steps = steps
        self._answer: Any = None
        self._error: BaseException | None = None
        self._running = Lock()

    @abstractmethod
    def is_wanted(self, snapshot: SnapshotT) -> bool:
        """Return whether `snapshot` still needs this job's result."""

    @property
    def has_news(self) -> bool:
        """True if the job is still running and has a new preliminary result."""
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
        """Progress notice to show, number of moves so far, and maximum number of moves.

        The value is None if the job has nothing to report.
        """
        return None

    def begin(self, guards: Guards) -> None:
        """Prepare the job for its first time slice. If the job calls a player, get a guard."""

    def run(self) -> bool:
        """Run the job for one time slice, and return whether the job has ended.

        This method never interrupts a step of the job, even if the step takes longer than the
        time slice. An error ends the job, and `apply` decides how to handle the error.
        """
        with self._running:
            try:
                return self._run_slice()
            except Exception as error:  # noqa: BLE001 - no fault in the background stops a session
                self._error = error
                return True

    def close(self) -> None:
        """End the job at once, and close its generator.

        If the job is running on another thread, or if its player calls this method, the method
        does nothing. The code that runs the job then calls `close` again after the current time
        slice.
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


# Class of jobs of one kind. Calling the class with a snapshot creates the job.
JobKind = Callable[[SnapshotT], Job[SnapshotT]]

# Function that returns the kinds of jobs that a snapshot needs, the most urgent first.
FindJobs = Callable[[SnapshotT], Sequence[JobKind[SnapshotT]]]


class PlayerJob(Job[SnapshotT]):
    """Job that runs players' code. You can stop it with a KeyboardInterrupt."""

    _guard: Guard = ExitStack()  # the default guard never stops the player

    @property
    def was_interrupted(self) -> bool:
        """True if a KeyboardInterrupt has stopped the job."""
        return isinstance(self._error, KeyboardInterrupt)

    def begin(self, guards: Guards) -> None:
        """Get a guard for the job's time slices."""
        self._guard = guards()

    def run(self) -> bool:
        """Run the player for one time slice. Any exception in the player ends the job."""
        try:
            with self._guard:
                return super().run()
        except KeyboardInterrupt as error:
            # A person has stopped a player that never answers, so the session continues.
            self._error = error
            return True

    def close(self) -> None:
        """End the job, and close its guard."""
        self._guard.close()
        super().close()


class GamesJob(PlayerJob[SnapshotT]):
    """Job that plays one game after another."""

    subject: str  # description of the work, for the log

    def __init__(self, steps: Generator[Any, None, Any]) -> None:
        super().__init__(steps, delay=PAUSE_SECONDS)

    @property
    def has_news(self) -> bool:
        """Always True, because new games were played or the remaining time has changed."""
        return True

    @property
    def trouble(self) -> str:
        """Description of the error that ended the job, or ``""`` if there was no error."""
        if self._error is None or self.was_interrupted:
            return ""
        if isinstance(self._error, RulesError):
            return str(self._error)
        _log.error("%s stopped", self.subject, exc_info=self._error)
        return describe_error(self._error)


SILENT_SECONDS = 2.0  # number of seconds after which a call shows its first notice


class _WaitingNotice:
    """Progress notice on standard error, shown during long calls.

    If calls are nested, only the outermost call shows a notice.
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
        """Report a job's progress, unless the call began a moment ago."""
        if job.waiting is None or perf_counter() - self._begun < SILENT_SECONDS:
            return
        words, *numbers = job.waiting
        if self._show is None:
            sys.stderr.write(f"{words}\n")
            bar = show_progress(None, "moves at most", sys.stderr)
            self._show = self._bar.enter_context(bar)
        self._show(*numbers)


PAUSE_SECONDS = 0.004  # pause between time slices, in which the event loop can run

TELL_SECONDS = 0.25  # minimum pause between two applied results of a job

# Minimum pause until the next result is applied, as a multiple of the time that applying the
# last result took. If many players are rated, applying a result is slow, but the job should get
# most of the time.
PAUSES = 10


@dataclass(eq=False)
class _Run:
    """Running job, with the scheduler's own data about the job."""

    job: Job[Any]
    loop: asyncio.AbstractEventLoop | None = None  # None if the job runs without an event loop
    timer: asyncio.TimerHandle | None = None  # timer for the next time slice
    # Time at which the last result was applied or, before that, at which the job started.
    told_at: float = field(default_factory=perf_counter)
    telling_seconds: float = 0.0  # time that applying the last result took

    @property
    def has_news(self) -> bool:
        """True if it is time to apply the job's preliminary result."""
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
            else:  # only the loop's own thread may cancel its timers
                # RuntimeError means that the loop was just closed, together with all of its
                # timers.
                with suppress(RuntimeError):
                    self.loop.call_soon_threadsafe(self.timer.cancel)
        self.job.close()


class Scheduler(Generic[SnapshotT]):
    """Scheduler for a session's jobs, which runs at most one job of each kind at a time.

    Parameters
    ----------
    find : callable
        Function that lists the kinds of jobs that a given snapshot needs.
    read : callable
        Function that returns the session's current snapshot.
    run : callable
        Function that runs a job for one time slice and returns True if the job has ended.
    apply : callable
        Function that applies a job's result to the snapshot. The scheduler calls the function
        if a job has ended or has a new preliminary result.
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
        self._runs: dict[Any, _Run] = {}  # running jobs by kind
        self._lock = Lock()
        self._notice = _WaitingNotice()

    def start(self) -> None:
        """Start the jobs that the snapshot needs, and end the jobs that it no longer needs.

        If an event loop is running, a job that takes more than one time slice continues on the
        loop. Without an event loop, this method waits until all jobs are done.

        Raises
        ------
        KeyboardInterrupt
            If someone stops a player during this call. By then, the snapshot already shows that
            the player was stopped.
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
        """Start jobs until a job changes the snapshot. Return whether the snapshot has changed.

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
                return True  # the snapshot may need a more urgent job now
        return False

    def _begin(self, kind: JobKind[SnapshotT]) -> _Run | None:
        """Start a job of the given kind, or return None if no such job needs to start."""
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
        # Outside the lock, because a player's clean-up code may do anything.
        if before is not None:
            before.end()
        return run

    def _advance(self, run: _Run) -> bool:
        """Run a job for one time slice if an event loop is running, otherwise to its end.

        Return True if the job has ended or a preliminary result was applied.
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
                    self.start()  # the snapshot may also need another job
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
        """Schedule a job's next time slice on the event loop, after a pause."""
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
        # The snapshot already shows the interrupt. Raising it here would end the event loop.
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
