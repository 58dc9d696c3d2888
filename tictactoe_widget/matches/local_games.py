"""Games of a tournament played one after another in this process, in slices."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from math import inf
from time import perf_counter

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Mark, Rules, opponent

from ..players.builtin import NamedPlayer
from ..players.calling import Player, player_raised
from .fixtures import Fixture, seed_from
from .isolation import OwnRandom, fresh_copy, muted
from .limits import TimeLimit
from .playing import Outcome, play_in_slices

Shown = tuple[Fixture, Game]
"""A game of the tournament, and its position to show."""

Record = Callable[[Fixture, Outcome], None]
"""Function that is told the outcome of a game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Settings that all games of a tournament share. Immutable."""

    names: Mapping[int, str]
    """Names of the players, by index."""
    players: Mapping[int, Player]
    """Players, by index."""
    rules: Rules
    """Rules of the games."""
    seconds: float
    """Time for each move in seconds, ``inf`` for no limit."""
    seed: int
    """Seed of the tournament."""

    def player_for(self, fixture: Fixture, mark: Mark, player: Player) -> Player:
        """Return a player for one game: a named one begun anew, a copy of another.

        A named player that was given a seed keeps to it, whatever the seed of the
        tournament is.
        """
        if type(player) is NamedPlayer:
            return player.afresh(self.seed_of(fixture, mark, player.seed), self.seconds)
        return fresh_copy(player)

    def seed_of(self, fixture: Fixture, what: str, seed: int | None = None) -> int:
        """Return a seed of one game: of its player ``"X"`` or ``"O"``, or ``"random"``.

        It depends on `seed`, by default that of the tournament, the names of the two
        players, the number of their game and on nothing else.
        """
        x, o = self.names[fixture.x], self.names[fixture.o]
        begin = self.seed if seed is None else seed
        return seed_from(begin, x, o, fixture.number, what)


class GameRun:
    """One game of a tournament, played in slices; it can be pickled between moves.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixture : Fixture
        The game.
    """

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self.fixture = fixture
        """The game as planned."""
        self.game = Game(plan.rules)
        """The game as it stands."""
        self.outcome: Outcome | None = None
        """Outcome of the game; None while it goes on."""
        self._seconds = plan.seconds
        self._seats: dict[Mark, Player] = {}
        self._names: dict[Mark, str] = {}
        seats: tuple[tuple[Mark, int], ...] = (("X", fixture.x), ("O", fixture.o))
        for mark, index in seats:
            self._seats[mark] = plan.player_for(fixture, mark, plan.players[index])
            self._names[mark] = plan.names[index]
        is_ours = all(type(who) is NamedPlayer for who in self._seats.values())
        self._random = None if is_ours else OwnRandom(plan.seed_of(fixture, "random"))
        self._slices: Generator[Game, None, None] | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_slices": None}

    def play(self, limit: TimeLimit, *, end: float = inf, one_move: bool = False) -> bool:
        """Play on; return whether it paused after a move.

        Parameters
        ----------
        limit : TimeLimit
            Time limit whose context is entered; the same one in every call.
        end : float, default inf
            Time to pause at, as `perf_counter` counts.
        one_move : bool, default False
            True to pause after the next move.
        """
        with self._random or nullcontext():
            if self._slices is None:
                self._slices = self._play_to_end(limit)
            for game in self._slices:
                has_moved = game is not self.game
                self.game = game
                if (one_move and has_moved) or perf_counter() >= end:
                    return has_moved
        return False

    def _play_to_end(self, limit: TimeLimit) -> Generator[Game, None, None]:
        self.outcome = yield from play_in_slices(
            self.game, self._seats, self._names, self._seconds, limit
        )

    def forfeit(self, error: BaseException) -> None:
        """End the game with a loss of the player to move, who raised an exception."""
        mark = self.game.current_player
        fault = str(player_raised(self.game, error, self._names[mark]))
        self.outcome = Outcome(self.game, opponent(mark), fault)

    def close(self) -> None:
        """End the game where it stands."""
        if self._slices is not None:
            self._slices.close()


class LocalGames:
    """Games of a tournament that are played in this process.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixtures : iterator of Fixture
        Games to play, in order.
    record : callable
        Function that is told a game and its outcome.
    """

    def __init__(self, plan: Plan, fixtures: Iterator[Fixture], record: Record) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._record = record
        self._limit = TimeLimit()
        self._fixture = next(fixtures, None)
        self._run: GameRun | None = None

    @property
    def current(self) -> Shown | None:
        """Game that is being played, and its position; None between games."""
        return None if self._run is None else (self._run.fixture, self._run.game)

    def play(self, end: float, *, watched: bool) -> list[Shown]:
        """Play until a time; return the positions to show, if somebody watches.

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
        if self._run.outcome is not None:
            self._record(fixture, self._run.outcome)
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
