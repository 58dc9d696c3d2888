"""Background jobs: their computations, when they are needed, how answers are applied."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from threading import Lock
from time import perf_counter
from typing import Any, Self

from tictactoe_widget.analysis.analyze import analyze_briefly
from tictactoe_widget.analysis.explain import explain_in_slices
from tictactoe_widget.analysis.highlights import find_highlights
from tictactoe_widget.analysis.review import ReviewedMove, review_in_slices
from tictactoe_widget.players.calling import check_move, player_raised, think
from tictactoe_widget.rules.game import Game

from .seats import Seat
from .table import Insight, Pace, Table

SLICE_SECONDS = 0.03
"""Time that a job runs before the event loop continues, in seconds."""

HINT_SECONDS = 2.0
"""Time spent on the values of moves where they cannot be proved, in seconds."""

REVIEW_SECONDS = 4.0
"""Time spent on the review of a round whose rules cannot be solved, in seconds."""

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

    @abstractmethod
    def apply(self, table: Table) -> Table:
        """Return the table with the answer of the job, which must have ended."""

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
            self._answer = answer
            if perf_counter() >= deadline:
                return False
        return True

    def _log_error(self) -> None:
        if self._error is not None:
            _log.error("%s failed", type(self).__name__, exc_info=self._error)


class MoveJob(Job):
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
        self._cell = -1

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of the player to move; None when a person is to move."""
        mark = table.thinking
        if mark is None:
            return None
        is_step = table.stepping == table.last_ply
        waits = table.is_without_people and not is_step
        delay = WATCHING_SECONDS * PACE_FACTORS[table.pace] if waits else 0.0
        return cls(table.seats[mark], table.game, delay)

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same player still chooses a move in the same game."""
        mark = table.thinking
        return mark is not None and table.game is self._game and table.seats[mark] is self._seat

    def run(self) -> bool:
        """Run the player for one slice of time; any exception of it ends the job."""
        try:
            return super().run()
        except KeyboardInterrupt as error:
            # Ctrl-C stops a player that never answers; the session continues.
            self._error = error
            return True

    def apply(self, table: Table) -> Table:
        """Return the table after the move, or after the failure of the player."""
        if self._error is not None:
            error = player_raised(self._game, self._error, self._seat.name)
            return table.after_player_failed(str(error))
        return table.after_player_moved(self._cell)

    def _run_slice(self) -> bool:
        is_over = super()._run_slice()
        if is_over:
            # Here and not in `apply`: reading an answer may run code of the player.
            self._cell = check_move(self._game, self._answer, self._seat.name)
        return is_over


class HintsJob(Job):
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

    def apply(self, table: Table) -> Table:
        """Return the table with the hints; with empty ones where the analysis failed."""
        self._log_error()
        return table.with_insight(self._answer or Insight(self._game))


class ReviewJob(Job):
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

    def apply(self, table: Table) -> Table:
        """Return the table with the review; with an empty one where the analysis failed."""
        self._log_error()
        return table.with_review(self._answer or ())


JOBS: tuple[type[Job], ...] = (MoveJob, HintsJob, ReviewJob)
"""Kinds of jobs, the most urgent first."""


def hints_for(before: Game | None, game: Game) -> Generator[Insight | None, None, None]:
    """Work out the hints on a game: a comment on its last move, values of the next ones.

    Parameters
    ----------
    before : Game or None
        The game before its last move, None where no move was made.
    game : Game
        Game that is shown.

    Yields
    ------
    Insight or None
        The hints; None until there are any. The analysis goes on until all that hints
        show is proved or, where the rules cannot be solved, `HINT_SECONDS` have been
        spent.
    """
    comment = ""
    if before is not None and game.last_move is not None:
        comment = yield from explain_in_slices(before, game.last_move)
    if game.is_over:
        yield Insight(game, comment)
        return
    analysis = yield from analyze_briefly(game, HINT_SECONDS)
    highlights = find_highlights(game, analysis)
    yield Insight(game, f"{comment} {highlights.remark}".strip(), highlights)


def review_of(game: Game) -> Generator[tuple[ReviewedMove, ...] | None, None, None]:
    """Compare each move of a game with the best one available; the last tuple counts."""
    return review_in_slices(game, REVIEW_SECONDS)
