"""Games of a tournament played one after another in this process, in slices."""

from collections import deque
from collections.abc import Callable, Iterator
from time import perf_counter

from tictactoe_widget.rules.game import Game

from .fixtures import Fixture
from .integrity import Seal
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

    At each pause it is looked at whether a player changed the package. The games since the
    last one count only where none did. Else they are played again, so that the player is
    found; its games are then played with a look after each move.

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
        self._seal = self._new_seal()
        self._unproved: list[tuple[Fixture, GameEnd]] = []  # games that do not count yet
        self._again: deque[Fixture] = deque()  # games to play again
        self._doubtful_count = 0  # number of those in which somebody changed the package
        self._spoiled: Fixture | None = None  # the one game in which somebody did
        self._harmful: set[int] = set()  # players who changed the package

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
            if self._seal.find_change() is not None:
                self._seal = self._new_seal()  # whoever runs this program changed the package
            while self._fixture is not None:
                try:
                    has_moved = self._play_on(self._fixture, end, watched)
                except BaseException as error:
                    if not isinstance(error, Exception) or self._seal.find_change() is None:
                        self._run = None  # the game begins again with the next call
                        self._prove()
                        raise
                    self._prove()
                    continue
                if has_moved and watched and self.current is not None:
                    self._prove()
                    return [] if self.current is None else [self.current]
                if perf_counter() >= end:
                    break
            self._prove()
        return []

    def _new_seal(self) -> Seal:
        seal = Seal()
        seal.hold(self._plan.rules)
        return seal

    def _play_on(self, fixture: Fixture, end: float, one_move: bool) -> bool:
        is_guarded = self._is_suspect(fixture)
        if self._run is None:
            if is_guarded and self._unproved:  # a change is that of a move from now on
                self._prove()
                return False
            self._run = GameRun(self._plan, fixture)
        run, game = self._run, self._run.game
        if is_guarded:
            if run.play_guarded(self._limit, self._seal):
                self._harmful.add(fixture.player_of(game.current_player))
        else:
            run.play(self._limit, end=end, one_move=one_move)
        if run.ending is not None:
            self._unproved.append((fixture, run.ending))
            self._run = None
            self._fixture = self._following()
            if self._doubtful_count:
                self._doubtful_count -= 1
                self._prove()
        return run.game is not game

    def _is_suspect(self, fixture: Fixture) -> bool:
        """Return whether a player of a game may change the package."""
        if not self._harmful and self._spoiled is None:
            return False
        return fixture == self._spoiled or bool(self._harmful & {fixture.x, fixture.o})

    def _following(self) -> Fixture | None:
        return self._again.popleft() if self._again else next(self._fixtures, None)

    def _prove(self) -> None:
        """Record the games since the last time, or have them played again."""
        if self._seal.find_change() is None:
            for fixture, ending in self._unproved:
                self._record(fixture, ending)
            self._unproved.clear()
            return
        self._seal.restore()
        spoiled = [fixture for fixture, _ in self._unproved]
        self._unproved.clear()
        if self._run is not None and self._fixture is not None:
            spoiled.append(self._fixture)
            self._run = None
        elif self._fixture is not None:
            self._again.appendleft(self._fixture)
        self._again.extendleft(reversed(spoiled))
        self._spoiled = spoiled[0] if len(spoiled) == 1 else None
        self._doubtful_count = len(spoiled)
        self._fixture = self._following()

    def close(self) -> None:
        """End the game that is being played; it is not recorded."""
        self._fixture = None
        if self._run is not None:
            seal = self._new_seal()  # a player's code may run once more, at its end
            with muted(), self._limit:
                self._run.close()
            self._run = None
            if seal.find_change() is not None:
                seal.restore()
        self._again.clear()
        self._fixture = None
