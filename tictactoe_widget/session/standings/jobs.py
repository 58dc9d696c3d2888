"""Jobs of a competition: games, and estimates of the players' strengths."""

import logging
from collections.abc import Generator
from time import perf_counter
from typing import Self

from tictactoe_widget.matches.ratings import Ratings, rate_in_slices
from tictactoe_widget.matches.tournament import TournamentRun
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.validation.quoting import describe_error

from ..jobs import JOB_SECONDS, Job, PlayerJob
from ..scheduler import PAUSE_SECONDS, PAUSES
from .snapshot import Competition

_log = logging.getLogger(__name__)


class PlayJob(PlayerJob[Competition]):
    """Job that plays the games of a tournament that are left.

    Parameters
    ----------
    run : TournamentRun
        The tournament.
    """

    def __init__(self, run: TournamentRun) -> None:
        super().__init__(_play(run), delay=PAUSE_SECONDS)
        self._run = run
        self._counted_at = perf_counter()

    @classmethod
    def find(cls, snapshot: Competition) -> Self | None:
        """Return the job of a competition that is playing; None for any other."""
        return cls(snapshot.run) if snapshot.status == "playing" else None

    def is_wanted(self, snapshot: Competition) -> bool:
        """Return whether the competition is still playing the same tournament."""
        return snapshot.status == "playing" and snapshot.run is self._run

    @property
    def has_news(self) -> bool:
        """True: there are new games, or less time is left."""
        return True

    def apply(self, snapshot: Competition) -> Competition:
        """Return the competition with the games played so far, or stopped by a fault."""
        now = perf_counter()
        seconds, self._counted_at = now - self._counted_at, now
        played = snapshot.after_play(seconds)
        if self._error is None:
            return played
        if self.was_interrupted:
            return played.after_stop()
        if isinstance(self._error, RulesError):
            return played.after_trouble(f"The tournament stopped: {self._error}")
        _log.error("The tournament stopped", exc_info=self._error)
        return played.after_trouble(f"The tournament stopped: {describe_error(self._error)}")


def _play(run: TournamentRun) -> Generator[None, None, None]:
    while not run.done:
        run.step(seconds=JOB_SECONDS)
        yield


class RatingJob(Job[Competition]):
    """Job that estimates the strengths of the players by the games played so far.

    Parameters
    ----------
    run : TournamentRun
        The tournament.
    """

    def __init__(self, run: TournamentRun) -> None:
        super().__init__(self._rate(run), delay=PAUSE_SECONDS)
        self._run = run
        self._begun_at = perf_counter()
        self._count = 0

    @classmethod
    def find(cls, snapshot: Competition) -> Self | None:
        """Return the job where games were played since the last one, and it is time."""
        is_due = snapshot.status != "playing" or perf_counter() >= snapshot.next_rating
        return cls(snapshot.run) if snapshot.wants_ratings and is_due else None

    def is_wanted(self, snapshot: Competition) -> bool:
        """Return whether the session is open and has the same tournament.

        Games played meanwhile count the next time.
        """
        return not snapshot.is_closed and snapshot.run is self._run

    def apply(self, snapshot: Competition) -> Competition:
        """Return the competition with the estimate."""
        now = perf_counter()
        if self._error is not None:
            _log.error("The strengths could not be estimated", exc_info=self._error)
            return snapshot.after_rating(snapshot.ratings, self._count, now)
        # Most of the time is for the games.
        next_rating = now + PAUSES * (now - self._begun_at)
        return snapshot.after_rating(self._answer, self._count, next_rating)

    def _rate(self, run: TournamentRun) -> Generator[Ratings | None, None, None]:
        games = run.games
        self._count = len(games)
        yield (yield from rate_in_slices(run.names, games))


COMPETITION_JOBS: tuple[type[Job[Competition]], ...] = (RatingJob, PlayJob)
"""Kinds of jobs, the most urgent first."""
