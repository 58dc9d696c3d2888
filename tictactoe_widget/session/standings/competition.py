"""A tournament in the background: games and estimates of strength, slice by slice."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from time import perf_counter
from typing import Literal

from tictactoe_widget.analysis.slices import Slices
from tictactoe_widget.matches.ratings import Ratings, rate_in_slices
from tictactoe_widget.matches.tournament import TournamentRun

from ..guards import Guard, Guards, NoGuard
from ..scheduler import PAUSE_SECONDS, find_running_loop

Status = Literal["ready", "playing", "stopped", "done"]
"""State of a competition; ``"ready"`` is before the first game."""

SLICE_SECONDS = 0.05
"""Time to work before the event loop may do other things, in seconds."""

TELL_SECONDS = 0.25
"""Least time between two reports while games are played, in seconds."""

PAUSES = 10
"""Games are reported, and strengths estimated, again after so many times the time that it
took: with hundreds of players both take long, and most of the time is for the games."""

_log = logging.getLogger(__name__)


class Competition:
    """A tournament that is played on an event loop, can be stopped and goes on.

    Parameters
    ----------
    run : TournamentRun
        The tournament.
    tell : callable
        Function without arguments that is called after changes.
    guards : callable, optional
        Function that returns a `Guard` for the slices of play, by which the host can stop
        the players.
    """

    def __init__(
        self, run: TournamentRun, tell: Callable[[], object], guards: Guards = NoGuard
    ) -> None:
        self.run = run
        """The tournament."""
        self.status: Status = "ready" if run.planned_count else "done"
        """State of the competition."""
        self.trouble: str | None = None
        """Sentence that says why it stopped by itself; None where it did not."""
        self.ratings: Ratings | None = None
        """Latest estimate of the strengths; None before the first."""
        self._guards = guards
        self._guard: Guard = NoGuard()
        self._tell = tell
        self._told = -TELL_SECONDS  # when the last report ended
        self._telling = 0.0  # seconds that it took
        self._lock = RLock()
        self._is_stop_asked = False  # by a thread that may still wait for the lock
        self._stretch = 0  # a timer of an earlier stretch of work does nothing
        self._at_work = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = 0.0  # when this stretch of play began
        self._before = 0.0  # seconds of play before it
        self._rating: Slices[Ratings] | None = None
        self._rating_begun = self._rating_ended = 0.0
        self._rated_games = 0

    @property
    def seconds_left(self) -> float | None:
        """Estimate of the time that the games left will take; None where it is unknown."""
        if self.status != "playing" or self.run.played_count < 2:
            return None
        seconds = self._before + perf_counter() - self._begun
        return (
            seconds * (self.run.planned_count - self.run.played_count) / self.run.played_count
        )

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other threads from changing the competition."""
        with self._lock:
            yield

    def start(self) -> None:
        """Play the games that are left: on the event loop where one runs, else at once."""
        with self._lock:
            if self.status == "done":
                return
            if self.status != "playing":
                self.status = "playing"
                self.trouble = None
                self._guard = self._guards()
                self._begun = perf_counter()
                self._report()
            if self._at_work and (self._loop is None or self._loop.is_running()):
                return
            self._at_work = True
            self._stretch += 1
            stretch, self._loop = self._stretch, find_running_loop()
            if self._loop is not None:
                self._wait(self._loop, stretch)
                return
        while self._advance(stretch):
            pass

    def stop(self) -> None:
        """Stop playing; `start` goes on with the games that are left."""
        # A thread without an event loop takes the lock for slice after slice, and another
        # might not get it until all is played: so the first stops when it sees this.
        self._is_stop_asked = True
        with self._lock:
            self._is_stop_asked = False
            if self.status == "playing":
                self._halt("stopped")
                self._report()

    def close(self) -> None:
        """End the competition for good."""
        self._is_stop_asked = True
        with self._lock:
            self._is_stop_asked = False
            if self.status == "playing":
                self._halt("stopped")
            self._stretch += 1
            self.run.stop()

    def _halt(self, status: Status) -> None:
        self.status = status
        self._guard.close()
        self._before += perf_counter() - self._begun

    def _wait(self, loop: asyncio.AbstractEventLoop, stretch: int) -> None:
        loop.call_later(PAUSE_SECONDS, self._continue, loop, stretch)

    def _continue(self, loop: asyncio.AbstractEventLoop, stretch: int) -> None:
        if self._advance(stretch):
            self._wait(loop, stretch)

    def _advance(self, stretch: int) -> bool:
        """Work for a slice, unless another stretch has begun; return whether there is more."""
        with self._lock:
            if stretch != self._stretch:
                return False
            is_unfinished = False
            try:
                is_unfinished = self._work()
            finally:
                self._at_work = is_unfinished
            return is_unfinished

    def _work(self) -> bool:
        """Work for a slice; return whether there is more to do."""
        if self.status == "playing":
            self._play()
            if self._is_stop_asked:
                self.stop()
        self._rate()
        is_over = self.status != "playing" and self._rating is None
        pause = max(TELL_SECONDS, PAUSES * self._telling)
        if is_over or perf_counter() - self._told >= pause:
            self._report()
        return not is_over

    def _play(self) -> None:
        try:
            with self._guard:
                self.run.step(seconds=SLICE_SECONDS)
        except KeyboardInterrupt:  # of a person, or of a player
            self._halt("stopped")
        except Exception as error:  # noqa: BLE001 - of an executor, say; it is told
            _log.exception("The tournament stopped")
            self.trouble = f"The tournament stopped: {type(error).__name__}: {error}"
            self._halt("stopped")
        if self.status == "playing" and self.run.done:
            self._halt("done")

    def _rate(self) -> None:
        """Estimate strengths for a slice, where games have been played since the last time."""
        begun = perf_counter()
        if self._rating is None and self.run.played_count != self._rated_games:
            pause = PAUSES * (self._rating_ended - self._rating_begun)
            if self.status != "playing" or begun - self._rating_ended >= pause:
                self._rating = rate_in_slices(self.run.names, self.run.games)
                self._rated_games = self.run.played_count
                self._rating_begun = begun
        while self._rating is not None:
            try:
                next(self._rating)
            except StopIteration as end:
                self.ratings = end.value
                self._rating = None
                self._rating_ended = perf_counter()
            if perf_counter() - begun >= SLICE_SECONDS:
                break

    def _report(self) -> None:
        begun = perf_counter()
        self._tell()
        self._told = perf_counter()
        self._telling = self._told - begun
