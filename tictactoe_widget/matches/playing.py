"""One game between two players, played in slices and within a time limit."""

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import nullcontext, suppress
from inspect import GEN_CLOSED, getgeneratorstate
from math import inf
from time import perf_counter
from typing import NamedTuple

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
from tictactoe_widget.rules.state import Mark, Result, opponent
from tictactoe_widget.sandbox.integrity import Seal
from tictactoe_widget.sandbox.isolation import OwnRandom, muted
from tictactoe_widget.sandbox.limits import TimeLimit, TimeUpError

from .match import Fixture, Plan

_END = object()

_CLOSING_SECONDS = 0.5
"""Time that a search has to clean up once its time is over, in seconds."""


class GameEnd(NamedTuple):
    """End of a game. Immutable."""

    game: Game
    """The game as it ended, or as it stood when a player resigned or made a fault."""
    result: Result
    """``"X"``, ``"O"`` or ``"draw"``; a player who resigns or makes a fault loses."""
    fault: str | None = None
    """Fault that ended the game, as a sentence; None where there was none."""
    resignation: str | None = None
    """Resignation that ended the game, as a sentence; None where there was none."""


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
        self.ending: GameEnd | None = None
        """GameEnd of the game; None while it goes on."""
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
        self.ending = yield from _play_in_slices(
            self.game, self._seats, self._names, seconds=self._seconds, limit=limit
        )

    def forfeit(self, error: BaseException, limit: TimeLimit) -> None:
        """End the game with a loss of the player to move, who raised an exception."""
        mark = self.game.current_player
        who = self._names[mark]
        limit.allow(seconds=self._seconds)
        try:
            fault = limit.run(lambda: player_raised(self.game, error, who))
        except TimeUpError:
            fault = _late(self.game, who, self._seconds)
        self.ending = GameEnd(self.game, opponent(mark), str(fault))

    def play_guarded(self, limit: TimeLimit, seal: Seal) -> bool:
        """Play until the next move; who changes what is sealed loses, and it is undone.

        Returns
        -------
        bool
            True where the player to move did so.
        """
        game = self.game
        raised = None
        try:
            self.play(limit, one_move=True)
        except Exception as error:  # noqa: BLE001 - what was changed may make anything raise
            raised = error
        change = seal.find_change()
        if change is None:
            if raised is not None:
                raise raised
            return False
        seal.restore()
        mark = game.current_player
        fault = f"{name_mover(game, self._names[mark])} changed {change}"
        self.ending = GameEnd(game, opponent(mark), fault)
        return True

    def close(self) -> None:
        """End the game where it stands."""
        if self._slices is not None:
            self._slices.close()


def _play_in_slices(
    game: Game,
    seats: Mapping[Mark, Player],
    names: Mapping[Mark, str],
    *,
    seconds: float,
    limit: TimeLimit,
) -> Generator[Game, None, GameEnd]:
    """Play a game to its end, or until a player resigns or makes a fault.

    Parameters
    ----------
    game : Game
        Game to begin from.
    seats, names : mapping
        The players and their names, by mark.
    seconds : float
        Time for each move, ``inf`` for no limit.
    limit : TimeLimit
        Time limit of the thread in which the slices run.

    Yields
    ------
    Game
        The game after each slice: one answer of a player.
    """
    while not game.is_over:
        mark = game.current_player
        try:
            cell = yield from _choose(seats[mark], game, names[mark], seconds, limit)
        except ResignedError as error:
            return GameEnd(game, opponent(mark), resignation=str(error))
        except PlayerError as error:
            return GameEnd(game, opponent(mark), str(error))
        game = game.play(cell)
        yield game
    return GameEnd(game, game.result)


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
