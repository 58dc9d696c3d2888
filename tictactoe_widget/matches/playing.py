"""One game between two players, played in slices and within a time limit."""

from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext, suppress
from inspect import GEN_CLOSED, getgeneratorstate
from math import inf
from time import perf_counter

from tictactoe_widget.players.builtin import NamedPlayer
from tictactoe_widget.players.calling import (
    Player,
    PlayerError,
    ResignedError,
    check_move,
    name_mover,
    player_raised,
    think,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.sandbox.isolation import OwnRandom, muted
from tictactoe_widget.sandbox.limits import TimeLimit, TimeUpError

from .match import Fixture, Plan, Played, end_game

_END = object()

_CLOSING_SECONDS = 0.5  # time that a search has to clean up once its time is over, in seconds


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
        """Planned game."""
        self.game = Game(plan.rules)
        """Game as played so far."""
        self.played: Played | None = None
        """Finished game; None until then."""
        self._seconds = plan.seconds
        self._seats: dict[Mark, Player] = {}
        self._names: dict[Mark, str] = {}
        seats: tuple[tuple[Mark, int], ...] = (("X", fixture.x), ("O", fixture.o))
        for mark, index in seats:
            self._seats[mark] = plan.player_for(fixture, mark, plan.players[index])
            self._names[mark] = plan.names[index]
        is_ours = all(type(who) is NamedPlayer for who in self._seats.values())
        self._random = None if is_ours else OwnRandom(seed=plan.seed_of(fixture, "random"))
        self._slices: Generator[Game, None, None] | None = None

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_slices": None}

    def play(self, limit: TimeLimit, *, end: float = inf, one_move: bool = False) -> bool:
        """Continue the game; return whether it paused after a move.

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
                self._slices = self._play_in_slices(limit)
            for game in self._slices:
                has_moved = game is not self.game
                self.game = game
                if (one_move and has_moved) or perf_counter() >= end:
                    return has_moved
        return False

    def _play_in_slices(self, limit: TimeLimit) -> Generator[Game, None, None]:
        """Play to the end, or until a player forfeits; yield the game after each answer."""
        game = self.game
        while not game.is_over:
            mark = game.current_player
            try:
                cell = yield from _choose(
                    self._seats[mark], game, self._names[mark], self._seconds, limit
                )
            except (PlayerError, ResignedError) as error:
                self.played = end_game(self._names, game, error)
                return
            game = game.play(cell)
            yield game
        self.played = end_game(self._names, game)

    def forfeit(self, error: BaseException, limit: TimeLimit) -> None:
        """End the game with a loss of the player to move, which raised an exception."""
        who = self._names[self.game.current_player]
        limit.allow(seconds=self._seconds)
        try:
            fault = limit.run(lambda: player_raised(self.game, error, who))
        except TimeUpError:
            fault = _late(self.game, who, self._seconds)
        self.played = end_game(self._names, self.game, fault)

    def close(self) -> None:
        """Stop the game before its end."""
        if self._slices is not None:
            self._slices.close()


def _choose(
    player: Player, game: Game, who: str, seconds: float, limit: TimeLimit
) -> Generator[Game, None, int]:
    """Ask a player for its move; return the cell of its last answer in time."""
    if type(player) is NamedPlayer or seconds == inf:
        answer: object = None
        for better in think(player, game, who):
            answer = better
            yield game
        return check_move(game, answer, who)
    return (yield from _choose_in_time(player, game, who, seconds, limit))


def _choose_in_time(
    player: Player, game: Game, who: str, seconds: float, limit: TimeLimit
) -> Generator[Game, None, int]:
    opened: list[Generator[object, None, object]] = []
    answers = think(player, game, who, opened)
    answer: object = None
    latest: object = None  # of those that are not "not yet"
    following: object = None
    limit.allow(seconds=seconds)
    try:
        while (following := _next_in_time(answers, limit)) is not _END:
            if limit.is_over:
                break
            answer = following
            latest = latest if answer is None else answer
            yield game
    finally:
        if following is not _END:
            for search in (answers, *opened):
                _close_in_time(search, limit)
    if following is not _END:
        if latest is None:
            raise _late(game, who, seconds)
        answer = latest
        limit.allow(seconds=_CLOSING_SECONDS)
    if type(answer) is int:
        return check_move(game, answer, who)
    # The methods of an answer are the player's, and may never return either.
    try:
        return limit.run(lambda: check_move(game, answer, who))
    except (PlayerError, TimeUpError):
        if limit.is_over:
            raise _late(game, who, seconds) from None
        raise


def _late(game: Game, who: str, seconds: float) -> PlayerError:
    return PlayerError(f"{name_mover(game, who)} took longer than {seconds:g} s for a move")


def _next_in_time(answers: Iterator[object], limit: TimeLimit) -> object:
    """Return the next answer, `_END` after the last, None where the time was over first."""
    try:
        return limit.run(lambda: next(answers, _END))
    except (PlayerError, TimeUpError):
        if limit.is_over:
            return None
        raise


def _close_in_time(answers: Generator[object, None, object], limit: TimeLimit) -> None:
    """End a search; what it does then has a time limit too."""
    if getgeneratorstate(answers) == GEN_CLOSED:
        return
    limit.allow(seconds=_CLOSING_SECONDS)
    with suppress(TimeUpError):
        limit.run(answers.close)


# Games of a tournament played one after another in this process, in slices.

WatchedGame = tuple[Fixture, Game]
"""Game of the tournament, and its position for those who watch."""

OnPlayed = Callable[[Fixture, Played], None]
"""Function that records a finished game."""


class LocalGames:
    """Games of a tournament that are played in this process.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixtures : iterator of Fixture
        Games to play, in order.
    record : callable
        Function that records a finished game.
    """

    def __init__(self, plan: Plan, fixtures: Iterator[Fixture], record: OnPlayed) -> None:
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
                run = self._run = self._run or GameRun(self._plan, self._fixture)
                before = run.game
                try:
                    run.play(self._limit, end=end, one_move=watched)
                except BaseException:
                    self._run = None  # the game begins again with the next call
                    raise
                if run.played is not None:
                    self._record(self._fixture, run.played)
                    self._run = None
                    self._fixture = next(self._fixtures, None)
                elif watched and run.game is not before:
                    return [(run.fixture, run.game)]
                if perf_counter() >= end:
                    break
        return []

    def close(self) -> None:
        """Stop the game that is being played; it is not recorded."""
        self._fixture = None
        if self._run is not None:
            with muted(), self._limit:
                self._run.close()
            self._run = None
