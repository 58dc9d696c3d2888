"""Background jobs: their computations, when they are needed, how answers are applied."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from inspect import isgenerator
from threading import Lock
from time import perf_counter
from typing import Any, Self

from tictactoe_widget.analysis.hints import Hints, hints_in_slices
from tictactoe_widget.analysis.review import ReviewedMove, review_in_slices
from tictactoe_widget.players.calling import (
    ResignedError,
    check_move,
    describe_error,
    player_raised,
    think,
)
from tictactoe_widget.rules.game import Game

from ..guards import Guard, Guards, NoGuard
from .seats import Seat
from .snapshot import Review
from .table import Table
from .watching import Pace

SLICE_SECONDS = 0.03
"""Time that a job runs before the event loop continues, in seconds."""

HINT_SECONDS = 2.0
"""Time spent on the values of moves where they cannot be proved, in seconds."""

REVIEW_SECONDS = 3.5
"""Time spent on the review of a round whose rules cannot be solved, in seconds."""

SHOWING_SECONDS = 0.3
"""Least time between two answers of a job that are shown, in seconds."""

WATCHING_SECONDS = 0.6
"""Pause before each move where only players play, so that people can follow, in seconds."""

PACE_FACTORS: Mapping[Pace, float] = {"slow": 3.0, "normal": 1.0, "fast": 0.2}
"""Factor of that pause, by pace."""

_log = logging.getLogger(__name__)


class Job(ABC):
    """A computation about one game of a table, run in slices.

    Parameters
    ----------
    game : Game
        Game that the job is about.
    steps : generator
        Generator of better and better answers; the last one counts.
    delay : float, default 0.0
        Pause before the first slice where an event loop runs, in seconds.
    """

    def __init__(
        self, game: Game, steps: Generator[Any, None, Any], delay: float = 0.0
    ) -> None:
        self.delay = delay
        """Pause before the first slice where an event loop runs, in seconds."""
        self._game = game
        self._steps = steps
        self._answer: Any = None
        self._error: BaseException | None = None
        self._running = Lock()

    @classmethod
    @abstractmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of this kind that `table` needs; None where it needs none."""

    @abstractmethod
    def is_wanted(self, table: Table) -> bool:
        """Return whether `table` still needs the answer."""

    @property
    def has_news(self) -> bool:
        """True when the job goes on, and its answer so far is to be applied."""
        return False

    @abstractmethod
    def apply(self, table: Table) -> Table:
        """Return the table with the answer of the job, which has ended or has news."""

    @property
    def interrupt(self) -> KeyboardInterrupt | None:
        """Interrupt by which a person ended the job; None without one."""
        return self._error if isinstance(self._error, KeyboardInterrupt) else None

    def begin(self, guards: Guards) -> None:  # noqa: B027 - only players are guarded
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
        deadline = perf_counter() + SLICE_SECONDS
        for answer in self._steps:
            self._take(answer)
            if perf_counter() >= deadline:
                return False
        return True

    def _take(self, answer: Any) -> None:
        self._answer = answer


class PlayerJob(Job):
    """Job that runs code of a player, which a person may interrupt."""

    _guard: Guard = NoGuard()

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


class MoveJob(PlayerJob):
    """Job that chooses a move for the player whose turn it is.

    Parameters
    ----------
    seat : Seat
        Seat of the player.
    game : Game
        The game to move in.
    delay : float
        Pause before the first slice where an event loop runs, in seconds.
    """

    def __init__(self, seat: Seat, game: Game, delay: float) -> None:
        super().__init__(game, think(seat.player, game, seat.name), delay)
        self._seat = seat
        self._cell: int | None = None  # none where the player resigns

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of the player to move; None when a person is to move."""
        mark = table.thinking
        if mark is None:
            return None
        waits = table.is_without_people and not table.watching.is_paused
        delay = WATCHING_SECONDS * PACE_FACTORS[table.watching.pace] if waits else 0.0
        return cls(table.seats[mark], table.game, delay)

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same player still chooses a move in the same game."""
        mark = table.thinking
        return mark is not None and table.game is self._game and table.seats[mark] is self._seat

    def apply(self, table: Table) -> Table:
        """Return the table after the move, resignation, failure or end of the player."""
        if self.interrupt is not None:
            return table.after_player_stopped()
        if self._error is not None:
            error = player_raised(self._game, self._error, self._seat.name)
            return table.after_player_failed(str(error))
        if self._cell is None:
            return table.after_player_resigned()
        return table.after_player_moved(self._cell)

    def _run_slice(self) -> bool:
        is_over = super()._run_slice()
        if is_over:
            # Here and not in `apply`: reading an answer may run code of the player.
            with suppress(ResignedError):
                self._cell = check_move(self._game, self._answer, self._seat.name)
        return is_over


class LearningJob(PlayerJob):
    """Job that tells a player which learns of a round that has ended.

    Parameters
    ----------
    told : tuple of Seat and Game
        Seat of the player, and the game as it ended; one that is not over was resigned
        by the player to move.
    """

    def __init__(self, told: tuple[Seat, Game]) -> None:
        self._told = told
        self._seat, game = told
        super().__init__(game, _learn(self._seat.player, game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of the first player that is to be told; None without any."""
        return cls(table.untold[0]) if table.untold and not table.is_closed else None

    def is_wanted(self, table: Table) -> bool:
        """Return whether the player is still to be told."""
        is_next = bool(table.untold) and table.untold[0] is self._told
        return is_next and not table.is_closed

    def apply(self, table: Table) -> Table:
        """Return the table on which the player has been told, with a notice of its error."""
        if self._error is None:
            return table.after_telling()
        problem = (
            "it was stopped" if self.interrupt is not None else describe_error(self._error)
        )
        return table.after_telling(f"{self._seat.name} could not learn: {problem}")


def _learn(player: Any, game: Game) -> Generator[None, None, None]:
    """Have a player learn from a game; it may do so in slices, as a generator."""
    learning = player.learn(copy(game))
    if isgenerator(learning):
        yield from learning


class AnalysisJob(Job):
    """Job whose answers are shown while better ones are worked out, now and then.

    Its generator yields None for a pause without a new answer.
    """

    def __init__(self, game: Game, steps: Generator[Any, None, None]) -> None:
        super().__init__(game, steps)
        self._is_over = False
        self._is_new = False
        self._shown_at = perf_counter()

    @property
    def has_news(self) -> bool:
        """True when the job goes on, and its answer so far is to be applied."""
        is_due = perf_counter() >= self._shown_at + SHOWING_SECONDS
        return is_due and self._is_new and not self._is_over

    def run(self) -> bool:
        """Run for one slice of time; log an error, which ends the job."""
        self._is_over = super().run()
        if self._error is not None:
            _log.error("%s failed", type(self).__name__, exc_info=self._error)
        return self._is_over

    def apply(self, table: Table) -> Table:
        """Return the table with what is known so far, or at the end of the job."""
        self._is_new = False
        self._shown_at = perf_counter()
        return self._show(table)

    @abstractmethod
    def _show(self, table: Table) -> Table:
        """Return the table with the answer; with an empty one where there is none."""

    def _take(self, answer: Any) -> None:
        if answer is not None:
            self._answer, self._is_new = answer, True


class HintsJob(AnalysisJob):
    """Job that works out the hints on the shown game.

    Parameters
    ----------
    before : Game or None
        The game before its last move; None where no move was made.
    game : Game
        The game that is shown.
    """

    def __init__(self, before: Game | None, game: Game) -> None:
        super().__init__(game, hints_for(before, game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job on the shown game; None when hints are off or already known."""
        if not table.wants_hints:
            return None
        ply = table.shown_ply
        return cls(table.games[ply - 1] if ply else None, table.shown)

    def is_wanted(self, table: Table) -> bool:
        """Return whether hints on the same game are still to be worked out."""
        return table.shown is self._game and table.wants_hints

    def _show(self, table: Table) -> Table:
        hints = self._answer or Hints(self._game)
        return table.with_new_hints(replace(hints, is_final=self._is_over))


class ReviewJob(AnalysisJob):
    """Job that reviews a round that is over.

    Parameters
    ----------
    game : Game
        The game of the round.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, review_of(game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job on the round; None while it goes on or when it is reviewed."""
        return cls(table.game) if table.wants_review else None

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same round is still to be reviewed."""
        return table.game is self._game and table.wants_review

    def _show(self, table: Table) -> Table:
        return table.with_review(Review(self._answer or (), is_final=self._is_over))


JOBS: tuple[type[Job], ...] = (LearningJob, MoveJob, HintsJob, ReviewJob)
"""Kinds of jobs, the most urgent first."""


def hints_for(before: Game | None, game: Game) -> Generator[Hints | None, None, None]:
    """Work out the hints on a game, given the one before its last move."""
    return hints_in_slices(before, game, seconds=HINT_SECONDS, interval=SHOWING_SECONDS)


def review_of(game: Game) -> Generator[tuple[ReviewedMove, ...] | None, None, None]:
    """Compare each move of a game with the best one available; the last tuple counts."""
    return review_in_slices(game, REVIEW_SECONDS)
