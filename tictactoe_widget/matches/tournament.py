"""Round-robin tournaments, played in this process or on an executor."""

import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import GEN_CLOSED, getgeneratorstate
from itertools import islice
from math import inf
from random import SystemRandom
from time import perf_counter
from types import MappingProxyType
from typing import Any

from tictactoe_widget.players.builtin import NamedPlayer, find_player
from tictactoe_widget.players.calling import (
    Player,
    PlayerError,
    ResignedError,
    check_move,
    describe_player,
    distinct_names,
    name_mover,
    player_raised,
    think,
)
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, Result, opponent
from tictactoe_widget.sandbox.fan_out import (
    ExecutorError,
    Workers,
    fan_out_in_slices,
    this_process,
)
from tictactoe_widget.sandbox.isolation import OwnRandom, is_deterministic, muted, undisturbed
from tictactoe_widget.sandbox.limits import TimeLimit, TimeUpError
from tictactoe_widget.sandbox.pickling import (
    TravelError,
    from_bytes,
    pack_player,
    to_bytes,
    unpack_player,
)
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.texts import _
from tictactoe_widget.validation import as_seconds, as_seed, brief, check_int, check_name

from .match import Fixture, Plan, Played, end_game, fixtures, tournament_game_count
from .results import Tournament

_END = object()

_CLOSING_SECONDS = 0.5  # time in seconds for a search to clean up after its time limit


class _GameRun:
    """Tournament game that is played in slices, and that you can pickle between moves.

    Parameters
    ----------
    plan : Plan
        Tournament settings.
    fixture : Fixture
        Planned game to play.
    """

    def __init__(self, plan: Plan, fixture: Fixture) -> None:
        self.fixture = fixture  # planned game
        self.game = Game(plan.rules)  # game as played so far
        self.played: Played | None = None  # finished game, or None
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
        """Continue the game, and return True if the game pauses right after a move.

        Parameters
        ----------
        limit : TimeLimit
            Time limit for the moves. Pass the same object to every call.
        end : float, default inf
            Time at which to pause, as measured by `perf_counter`.
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
        """Play until the game ends, and yield the game after each of the players' answers."""
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
        """End the game with a loss for the player to move, who raised an exception."""
        who = self._names[self.game.current_player]
        limit.allow(seconds=self._seconds)
        try:
            fault = limit.run(lambda: player_raised(self.game, error, who))
        except TimeUpError:
            fault = _late(self.game, who, self._seconds)
        self.played = end_game(self._names, self.game, fault)

    def close(self) -> None:
        if self._slices is not None:
            self._slices.close()


def _choose(
    player: Player, game: Game, who: str, seconds: float, limit: TimeLimit
) -> Generator[Game, None, int]:
    """Call a player and return the last move that it returns or yields in time."""
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
    latest: object = None  # latest answer other than "not yet"
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
    # The answer's methods are the player's code too, so they might never return.
    try:
        return limit.run(lambda: check_move(game, answer, who))
    except (PlayerError, TimeUpError):
        if limit.is_over:
            raise _late(game, who, seconds) from None
        raise


def _late(game: Game, who: str, seconds: float) -> PlayerError:
    player, limit = name_mover(game, who), f"{seconds:g}"
    return PlayerError(
        _("{player} took longer than {seconds} s for a move", player=player, seconds=limit)
    )


def _next_in_time(answers: Iterator[object], limit: TimeLimit) -> object:
    """Return the next answer, ``_END`` after the last answer, or None if time runs out."""
    try:
        return limit.run(lambda: next(answers, _END))
    except (PlayerError, TimeUpError):
        if limit.is_over:
            return None
        raise


def _close_in_time(answers: Generator[object, None, object], limit: TimeLimit) -> None:
    if getgeneratorstate(answers) == GEN_CLOSED:
        return
    limit.allow(seconds=_CLOSING_SECONDS)
    with suppress(TimeUpError):
        limit.run(answers.close)


# Tournament games that are played one after another in this process, in slices.

# Planned game, and its current position for spectators.
_WatchedGame = tuple[Fixture, Game]

_OnPlayed = Callable[[Fixture, Played], None]  # function that records a finished game


class _LocalGames:
    """Scheduler that plays a tournament's games in this process."""

    def __init__(self, plan: Plan, fixtures: Iterator[Fixture], record: _OnPlayed) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._record = record
        self._limit = TimeLimit()
        self._fixture = next(fixtures, None)
        self._run: _GameRun | None = None

    @property
    def current(self) -> _WatchedGame | None:
        """Game in progress (its plan and its position), or None between games."""
        return None if self._run is None else (self._run.fixture, self._run.game)

    def play(self, end: float, *, watched: bool) -> list[_WatchedGame]:
        """Play until a given time, and return the position, if any, to show to spectators.

        Parameters
        ----------
        end : float
            Time at which to pause, as measured by `perf_counter`.
        watched : bool
            True to pause after the next move and to return the new position.
        """
        with muted(), self._limit:
            while self._fixture is not None:
                run = self._run = self._run or _GameRun(self._plan, self._fixture)
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
        """Stop the game in progress without recording a result."""
        self._fixture = None
        if self._run is not None:
            with muted(), self._limit:
                self._run.close()
            self._run = None


# Result of a game, a sentence about a forfeit (or None), and a sentence about a resignation (or
# None).
_End = tuple[Result, str | None, str | None]

# Generator that plays part of a tournament. The generator yields True while it waits for a
# worker.
_Turns = Generator[bool, None, None]

# The part of a tournament that runs in an executor's worker.

# Threads in one process share the random number generator and the standard output.
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """Immutable batch of games for a worker, with all data needed to play them."""

    fixtures: Sequence[Fixture]
    rules: bytes  # pickled rules
    players: Mapping[int, bytes]  # pickled players, by index
    names: Mapping[int, str]  # players' names, by index
    seconds: float  # time limit in seconds for each move, or ``inf``
    seed: int
    home: tuple[str, int]  # machine and process of the caller (see `this_process`)
    ply_limit: int | None = None  # number of moves after which to stop, or None
    # Pickled state in which the batch's only game was stopped, or None to begin that game.
    begun: bytes | None = None


@dataclass(frozen=True, slots=True)
class _BatchReport:
    """Immutable report that a worker returns about a batch of games."""

    # Moves and end of each game. The result is None if the game was stopped after some moves.
    # Rules are left out, because some executors couldn't send them back.
    games: Mapping[Fixture, tuple[tuple[int, ...], _End]]
    seconds: float = field(default=0.0, kw_only=True)  # time that the games took, in seconds
    # Pickled game that was stopped after some moves, or None if it can't be pickled.
    begun: bytes | None = None
    # Sentence that explains why no game was played, or None.
    problem: str | None = None


def _play_batch(batch: _Batch) -> _BatchReport:
    """Play a batch of games in an executor's worker."""
    # In a separate process, it is safe to kill a player that cannot be interrupted.
    is_apart = batch.home != this_process()
    limit = TimeLimit(may_exit=is_apart)
    with _ONE_AT_A_TIME, undisturbed() if is_apart else nullcontext(), muted(), limit:
        start = perf_counter()
        try:
            runs = _runs(batch)
        except TravelError as error:
            return _BatchReport({}, problem=str(error))
        for run in runs:
            _play(run, limit, batch.ply_limit)
        begun = None
        if batch.ply_limit is not None:
            with suppress(Exception):
                begun = to_bytes(runs[0])
        games = {run.fixture: _pack(run) for run in runs}
        return _BatchReport(games, seconds=perf_counter() - start, begun=begun)


def _play(run: _GameRun, limit: TimeLimit, ply_limit: int | None) -> None:
    while run.played is None and (ply_limit is None or run.game.move_count < ply_limit):
        try:
            run.play(limit, one_move=ply_limit is not None)
        except KeyboardInterrupt as error:  # raised by the player, not by Ctrl-C
            run.forfeit(error, limit)


def _runs(batch: _Batch) -> list[_GameRun]:
    if batch.begun is not None:
        return [from_bytes(batch.begun)]
    rules: Rules = from_bytes(batch.rules)
    players = {
        index: unpack_player(data, batch.names[index]) for index, data in batch.players.items()
    }
    plan = Plan(batch.names, players, rules, seconds=batch.seconds, seed=batch.seed)
    return [_GameRun(plan, fixture) for fixture in batch.fixtures]


def _pack(run: _GameRun) -> tuple[tuple[int, ...], _End]:
    played = run.played
    if played is None:
        return run.game.moves, (None, None, None)
    return played.game.moves, (played.result, played.fault, played.resignation)


# Target time for a batch, in seconds, which determines how many games a batch has.
_BATCH_SECONDS = 0.25
_MOST_GAMES = 1000  # maximum number of games in a batch


class _RemoteGames:
    """Scheduler that plays a tournament's games on an executor.

    The scheduler submits games in batches. If a worker process dies, the scheduler plays the
    worker's batch again while nothing else runs. If a worker dies again, the scheduler plays
    the batch's games move by move, to find the player that makes the process die. The scheduler
    also plays all remaining games with that player move by move, after all other games.

    Parameters
    ----------
    plan : Plan
        Tournament settings.
    fixtures : iterator of Fixture
        Games to play, in the order of the schedule.
    record : callable
        Function that records a finished game.
    executor : object or callable
        Executor, or function that takes no arguments and creates an executor.
    """

    current: None = None  # no game is played in this process

    def __init__(
        self, plan: Plan, fixtures: Iterator[Fixture], record: _OnPlayed, executor: Any
    ) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._record = record
        self._players = {
            index: pack_player(who, plan.names[index]) for index, who in plan.players.items()
        }
        self._rules = to_bytes(plan.rules)
        self._workers = Workers(executor, "games")
        self._batch_size = 1
        self._dangerous: set[int] = set()  # players whose worker process died
        self._put_off: dict[Fixture, None] = {}  # games with dangerous players
        self._ended: list[_WatchedGame] = []
        self._is_finished = False
        self._slices = self._play_all()

    def play(self, end: float, *, watched: bool) -> list[_WatchedGame]:
        """Submit games and collect results until a given time, then return the finished games.

        Parameters
        ----------
        end : float
            Time at which to return, as measured by `perf_counter`.
        watched : bool
            True to return the finished games, or False to return an empty list.

        Raises
        ------
        ExecutorError
            If the executor cannot play games.
        """
        self._ended = []
        for is_waiting in self._slices:
            left = end - perf_counter()
            if is_waiting:
                self._workers.wait(max(left, 0.0))
            if left <= 0:
                break
        else:
            if not self._is_finished:  # Ctrl-C ended the slices
                raise ExecutorError("Ctrl-C interrupted the tournament")
        return self._ended if watched else []

    def close(self) -> None:
        """Cancel all unfinished games."""
        self._slices.close()
        self._workers.close()

    def _play_all(self) -> _Turns:
        batches = iter(self._next_batch, [])
        for result in fan_out_in_slices(
            self._workers, _play_batch, map(self._pack, batches), _BatchReport, trials=0
        ):
            if result is not None:
                batch, report = result
                if report is None:
                    yield from self._play_again(self._harmless(batch.fixtures))
                else:
                    self._take(report)
                    self._fit_size(report)
            yield result is None
        while self._put_off:
            fixture = next(iter(self._put_off))
            del self._put_off[fixture]
            yield from self._play_by_move(fixture)
        self._is_finished = True

    def _next_batch(self) -> list[Fixture]:
        """Return the next games without dangerous players, if there are any."""
        found: list[Fixture] = []
        while not found:
            following = list(islice(self._fixtures, self._batch_size))
            if not following:
                break
            found = self._harmless(following)
        return found

    def _harmless(self, fixtures: Sequence[Fixture]) -> list[Fixture]:
        """Return the games without dangerous players, and postpone all other games."""
        found = []
        for fixture in fixtures:
            if self._dangerous & {fixture.x, fixture.o}:
                self._put_off[fixture] = None
            else:
                found.append(fixture)
        return found

    def _play_again(self, fixtures: Sequence[Fixture]) -> _Turns:
        """Replay a dead worker's games: first together, then one by one if necessary."""
        if len(fixtures) == 1:
            yield from self._play_by_move(fixtures[0])
        elif fixtures:
            report = yield from self._play_alone(self._pack(fixtures), trials=0)
            if report is not None:
                self._take(report)
            else:
                for fixture in fixtures:
                    yield from self._play_again(self._harmless([fixture]))

    def _play_by_move(self, fixture: Fixture) -> _Turns:
        """Play a game move by move, and blame the player to move if the worker dies."""
        game = Game(self._plan.rules)
        begun = None
        while True:
            index = fixture.player_of(game.current_player)
            batch = self._pack([fixture], ply_limit=game.move_count + 1, begun=begun)
            trials = 0 if index in self._dangerous else 1
            report = yield from self._play_alone(batch, trials=trials)
            if report is None:
                self._dangerous.add(index)
                fault = _(
                    "{player} did not return a move because its process ended",
                    player=name_mover(game, self._plan.names[index]),
                )
                self._finish(fixture, game, (opponent(game.current_player), fault, None))
                return
            if report.problem is not None or report.games[fixture][1][0] is not None:
                self._take(report)
                return
            moves = report.games[fixture][0]
            game, begun = Game(self._plan.rules, moves), report.begun

    def _play_alone(
        self, batch: _Batch, *, trials: int
    ) -> Generator[bool, None, _BatchReport | None]:
        """Play a batch while nothing else runs, and return None if the worker dies."""
        report = None
        for result in fan_out_in_slices(
            self._workers, _play_batch, [batch], _BatchReport, trials=trials
        ):
            if result is None:
                yield True
            else:
                _, report = result
        return report

    def _pack(
        self,
        fixtures: Sequence[Fixture],
        *,
        ply_limit: int | None = None,
        begun: bytes | None = None,
    ) -> _Batch:
        taking_part = {index for fixture in fixtures for index in (fixture.x, fixture.o)}
        return _Batch(
            fixtures=fixtures,
            rules=self._rules,
            players={index: self._players[index] for index in taking_part},
            names={index: self._plan.names[index] for index in taking_part},
            seconds=self._plan.seconds,
            seed=self._plan.seed,
            home=this_process(),
            ply_limit=ply_limit,
            begun=begun,
        )

    def _take(self, report: _BatchReport) -> None:
        if report.problem is not None:
            raise ExecutorError(report.problem)
        for fixture, (moves, end) in report.games.items():
            self._finish(fixture, Game(self._plan.rules, moves), end)

    def _fit_size(self, report: _BatchReport) -> None:
        """Adapt the size of the next batches to the time that a batch took."""
        if report.seconds:
            fitting = int(len(report.games) * _BATCH_SECONDS / report.seconds)
            self._batch_size = max(1, min(fitting, 4 * self._batch_size, _MOST_GAMES))

    def _finish(self, fixture: Fixture, game: Game, end: _End) -> None:
        x, o = self._plan.names[fixture.x], self._plan.names[fixture.o]
        self._record(fixture, Played(x, o, game, *end))
        self._ended.append((fixture, game))


Players = Mapping[str, str | Player] | Iterable[str | Player]
"""Players in a tournament: a mapping from names to players, or an iterable of players."""

_STEP_SECONDS = 0.1  # time between two progress updates, in seconds

# Function that is called after every move with the names of X and O, and their game.
_Watch = Callable[[str, str, Game], object]


class TournamentRun:
    """Tournament that is played in slices, so that your program can do other work in between.

    Parameters
    ----------
    players, rules, games, seconds, seed, executor, watch
        Same as in `play_tournament`.

    Examples
    --------
    >>> run = TournamentRun(["random", "casual"], games=4, seed=1)
    >>> while not run.done:
    ...     run.step(seconds=0.05)
    >>> run.played_count, run.planned_count
    (4, 4)
    """

    def __init__(  # noqa: PLR0913 - all but the players have defaults
        self,
        players: Players,
        rules: str | Rules = STANDARD,
        games: int = 20,
        *,
        seconds: float | None = None,
        seed: int | None = None,
        executor: Any = None,
        watch: _Watch | None = None,
    ) -> None:
        if isinstance(players, str) or not isinstance(players, Iterable):
            expected = "a list of players, or a dict with their names as keys"
            raise TypeError(f"players must be {expected}, not {brief(players)}")
        self.rules = find_rules(rules)
        """Rules of the games."""
        names, found = _entrants(players, self.rules)
        self.names = names
        """Unique names of the players."""
        self.games_each = check_int(games, "games", 0)
        """Number of games between each pair of players."""
        seed = as_seed(seed)
        self.seed = SystemRandom().getrandbits(32) if seed is None else seed
        """Seed for all random numbers. By default, the seed is random."""
        self.planned_count = tournament_game_count(len(names), self.games_each)
        """Number of planned games."""
        self.built_in = frozenset(
            name for name, who in zip(names, found, strict=True) if isinstance(who, NamedPlayer)
        )
        """Names of those players that are built in."""
        self._settled = [is_deterministic(who) for who in found]
        if watch is not None and not callable(watch):
            raise TypeError(
                f"watch must be a function that takes two names and a game, not {brief(watch)}"
            )
        self._watch = watch
        self._played: dict[int, Played] = {}
        self._in_order: tuple[Played, ...] = ()
        self._ended: str | None = None
        limit = inf if seconds is None else as_seconds(seconds)
        by_index = dict(enumerate(names)), dict(enumerate(found))
        plan = Plan(*by_index, self.rules, seconds=limit, seed=self.seed)
        to_play = fixtures(len(names), self.games_each, self._settled)
        self._source: _LocalGames | _RemoteGames
        if executor is None:
            self._source = _LocalGames(plan, to_play, self._record)
        else:
            self._source = _RemoteGames(plan, to_play, self._record, executor)
        by_name = dict(zip(names, found, strict=True))
        options: dict[str, Any] = {"seconds": seconds, "executor": executor, "watch": watch}
        self._again = partial(TournamentRun, by_name, self.rules, games, **options)

    def again(self) -> "TournamentRun":
        """Return a new tournament with the same settings and the next seed."""
        return self._again(seed=self.seed + 1)

    @property
    def played_count(self) -> int:
        """Number of games with a known result."""
        return len(self._played)

    @property
    def done(self) -> bool:
        """True if all games have been played or the tournament has been stopped."""
        return self._ended is not None or self.played_count == self.planned_count

    @property
    def games(self) -> tuple[Played, ...]:
        """Games played so far, in the order of the schedule."""
        if len(self._in_order) != len(self._played):
            self._in_order = tuple(self._played[index] for index in sorted(self._played))
        return self._in_order

    @property
    def numbered(self) -> MappingProxyType[int, Played]:
        """Games played so far, by 0-based index in the schedule."""
        return MappingProxyType(self._played)

    @property
    def current(self) -> Played | None:
        """Game that is in progress in this process, or None between games.

        The result of this game is None.
        """
        if self.done or self._source.current is None:
            return None
        fixture, game = self._source.current
        return Played(self.names[fixture.x], self.names[fixture.o], game, None)

    @property
    def current_place(self) -> int | None:
        """0-based schedule index of the game in progress in this process, or None."""
        return self._source.current[0].place if self.current and self._source.current else None

    def step(self, *, seconds: float = 0.05) -> None:
        """Play for about `seconds`, without interrupting a move.

        Parameters
        ----------
        seconds : float, default 0.05
            Seconds to play or, with an executor, to wait for results.

        Raises
        ------
        KeyboardInterrupt
            If you press Ctrl-C or a player in this process raises KeyboardInterrupt. The
            interrupted game begins again at the next call.
        ExecutorError, RulesError
            If the executor or the rules fail before the first game is over. If the executor or
            the rules fail later, the tournament ends, and the result includes the reason.
        """
        end = perf_counter() + seconds
        while not self.done:
            try:
                watched = self._source.play(end, watched=self._watch is not None)
            except (ExecutorError, RulesError) as error:
                reason = f"{error}."
                self.stop(reason[0].upper() + reason[1:])
                if not self.played_count:
                    raise
                return
            if self._watch is not None:
                for fixture, game in watched:
                    self._watch(self.names[fixture.x], self.names[fixture.o], game)
            if perf_counter() >= end:
                break
        if self.done:
            self._source.close()

    def stop(self, reason: str = "The tournament was stopped.") -> None:
        """Stop the tournament, and keep the games played so far.

        Parameters
        ----------
        reason : str
            Sentence that explains why the tournament stopped, for use in the result.
        """
        self._source.close()
        if not self.done:
            self._ended = reason

    def result(self) -> Tournament:
        """Return the result of the tournament, based on the games played so far."""
        return Tournament(
            self.names,
            self.games,
            rules=self.rules,
            seed=self.seed,
            planned_count=self.planned_count,
            ended=self._ended,
        )

    def _record(self, fixture: Fixture, played: Played) -> None:
        """Record a finished game, and also later games that would only repeat this game."""
        self._played[fixture.place] = played
        if self._settled[fixture.x] and self._settled[fixture.o]:
            repeated = replace(played, repeated=True)
            for number in range(fixture.number + 2, self.games_each, 2):
                self._played[fixture.place - fixture.number + number] = repeated


def play_tournament(  # noqa: PLR0913 - all but the players have defaults
    players: Players,
    rules: str | Rules = STANDARD,
    games: int = 20,
    *,
    seconds: float | None = None,
    seed: int | None = None,
    executor: Any = None,
    watch: _Watch | None = None,
    progress: bool | Progress | None = None,
) -> Tournament:
    """Play a round-robin tournament with `games` games for each pair of players.

    After each game, the two players swap marks.

    Parameters
    ----------
    players : mapping of str to player, or sequence of players
        Players: names such as ``"perfect"``, or functions that take a game and return a move. A
        function can also be a generator that yields better and better moves (see
        :func:`.calling.think`). In a mapping, the keys are the players' names. In a sequence,
        each player's own name is used. If several players have the same name, numbers are added
        to the later names.
    rules : str or Rules, default STANDARD
        Rules of the game, or the name of the rules.
    games : int, default 20
        Number of games between each pair of players, at least 0.
    seconds : float, optional
        Time limit in seconds for each move, greater than 0. By default, there is no limit. A
        player that exceeds the limit loses the game. However, if a generator has already
        yielded a move, it is stopped, and the last move that it yielded is played. The player
        "expert" has its own time limit. The shorter of the two limits applies. The other
        built-in players are fast and ignore the limit.
    seed : int, optional
        Seed for all random numbers. The same seed gives the same games with any executor and
        any number of workers. By default, the seed is random. You can find the seed in the
        result.
    executor : object or callable, optional
        Executor that plays the games instead of this process. The executor can be any object
        with a ``submit`` method like that of ``concurrent.futures`` executors:

        - a ``ProcessPoolExecutor``
        - an executor from loky
        - ``client.get_executor(pure=False)`` from dask.distributed
        - ``view.executor`` from ipyparallel

        You can also pass a function that creates an executor. If a player breaks the executor,
        the tournament calls this function again.
    watch : callable, optional
        Function that takes X's name, O's name and their game. The tournament calls this
        function after every move or, with an executor, after every game.
    progress : bool or callable, optional
        True to show a progress bar on standard error (with tqdm if it is installed), or False
        to hide it. By default, a progress bar appears after one second in a terminal and after
        ten seconds in a notebook. You can also pass a function that is called as
        ``progress(done, total)``.

    Returns
    -------
    Tournament
        Result of the tournament. ``str`` turns the result into a table. If you press Ctrl-C or
        a player in this process raises KeyboardInterrupt, the result contains the games played
        so far and a note.

    Raises
    ------
    TypeError, ValueError
        For the same reasons as in `play_match`. ValueError is also raised if a key is not a
        valid name, or if a player cannot be sent to the executor's workers.
    ExecutorError
        If the executor fails before the first game is over.

    Notes
    -----
    A player forfeits the game if it raises an exception, returns an illegal move, exceeds the
    time limit or makes its worker process exit. `Tournament.faults` describes the forfeit, and
    the tournament continues. Anything that players print is discarded.

    Each game starts with fresh players. Built-in players are restarted with a new seed, and
    other objects are copied if possible. Each game uses its own seed for ``random`` and, if
    NumPy is loaded, for ``numpy.random``. After the game, the previous state of these random
    number generators is restored. A function can keep a cache in global variables. However, the
    function's moves must not depend on other games, because any two games can share a process.
    If a player uses its whole time limit, its move can depend on the computer's speed.

    If a player's attribute ``deterministic`` is true, its moves must depend only on the game.
    Two deterministic players play at most two games, one with each assignment of marks. In the
    result, their other games are copies of these games.

    The time limit applies to computing time. The elapsed time for a move can be up to ten times
    as long as the time limit. A player that exceeds the limit is interrupted, even if it
    catches all exceptions. The time limit also covers special methods of the player's moves and
    exceptions (``__index__``, ``__repr__``, ``__str__``), and threads that the player waits
    for. The tournament can't interrupt a player in three cases:

    - a call to a C function that does not return, such as ``sum(range(10**14))``
    - a function that waits, such as ``time.sleep``, on Windows or outside the main thread
    - a player in the main thread that keeps reaching the recursion limit, except on Windows

    In a worker process, the tournament can stop the player even in these cases. The process
    ends, the player loses the game, and the tournament is delayed by two seconds.

    Players run with your full permissions. If a player patches this package or changes
    immutable objects with ``object.__setattr__``, it can affect other games in the same
    process.

    If a player breaks your process pool, the tournament replaces the pool with a new one of the
    same kind and size. Dask restarts its own workers. If a task makes its worker exit, Dask
    sends the task to three more workers unless ``distributed.scheduler.allowed-failures`` is 0.
    ipyparallel does not replace an engine that has exited.

    Examples
    --------
    >>> def last(game): return game.legal_moves[-1]
    >>> def first(game): return game.legal_moves[0]
    >>> print(play_tournament([first, last], games=2))
    player  games  won  drawn  lost  score
    first       2    1      0     1   0.50
    last        2    1      0     1   0.50
    >>> play_tournament({"ada": last, "random": "random"}, "4x4").names
    ('ada', 'random')
    """
    with show_progress(progress, "games", sys.stderr) as show:
        run = TournamentRun(
            players, rules, games, seconds=seconds, seed=seed, executor=executor, watch=watch
        )
        try:
            show(run.played_count, run.planned_count)
            while not run.done:
                run.step(seconds=_STEP_SECONDS)
                show(run.played_count, run.planned_count)
        except KeyboardInterrupt:
            run.stop(_("Ctrl-C stopped the tournament."))
        except BaseException:
            run.stop()
            raise
    return run.result()


def _entrants(players: Players, rules: Rules) -> tuple[tuple[str, ...], list[Player]]:
    """Return the players' names and the players, with numbers added to repeated names."""
    names: Iterable[str] | None = None
    if isinstance(players, Mapping):
        names = [check_name(name, "the name of a player") for name in players]
        players = players.values()
    found = [find_player(who, rules) for who in players]
    return distinct_names(map(describe_player, found) if names is None else names), found
