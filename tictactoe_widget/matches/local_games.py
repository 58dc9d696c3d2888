"""Games of a tournament played one after another in this process, in slices."""

from collections.abc import Callable, Iterator
from time import perf_counter

from tictactoe_widget.rules.game import Game

from .fixtures import Fixture
from .isolation import muted
from .limits import TimeLimit
from .plan import Plan
from .playing import GameEnd, GameRun

WatchedGame = tuple[Fixture, Game]
"""Game of the tournament, and its position for those who watch."""

OnGameEnd = Callable[[Fixture, GameEnd], None]
"""Function that is told the end of a game."""


class LocalGames:
    """Games of a tournament that are played in this process.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixtures : iterator of Fixture
        Games to play, in order.
    record : callable
        Function that is told a game and its end.
    """

    def __init__(self, plan: Plan, fixtures: Iterator[Fixture], record: OnGameEnd) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._record = record
        self._limit = TimeLimit()
        self._fixture = next(fixtures, None)
        self._run: GameRun | None = None

    @property
    def current(self) -> WatchedGame | None:
        """Game that is being played, and its position; None between games."""
        return None if self._run is None else (self._run.fixture, self._run.game)

    def play(self, end: float, *, watched: bool) -> list[WatchedGame]:
        """Play until a time; return the positions for those who watch.

        Parameters
        ----------
        end : float
            Time to pause at, as `perf_counter` counts.
        watched : bool
            True to pause after the next move and to return its position.
        """
        with muted(), self._limit:
            while self._fixture is not None:
                try:
                    has_moved = self._play_on(self._fixture, end, watched)
                except BaseException:
                    self._run = None  # the game begins again with the next call
                    raise
                if has_moved and watched and self.current is not None:
                    return [self.current]
                if perf_counter() >= end:
                    break
        return []

    def _play_on(self, fixture: Fixture, end: float, one_move: bool) -> bool:
        if self._run is None:
            self._run = GameRun(self._plan, fixture)
        has_moved = self._run.play(self._limit, end=end, one_move=one_move)
        if self._run.ending is not None:
            self._record(fixture, self._run.ending)
            self._fixture = next(self._fixtures, None)
            self._run = None
        return has_moved

    def close(self) -> None:
        """End the game that is being played; it is not recorded."""
        self._fixture = None
        if self._run is not None:
            with muted(), self._limit:
                self._run.close()
            self._run = None
