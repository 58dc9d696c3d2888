"""Games of a tournament played by the workers of an executor."""

import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter
from typing import Any

from tictactoe_widget.players.calling import name_mover
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Result, opponent
from tictactoe_widget.sandbox.fan_out import (
    ExecutorError,
    Workers,
    fan_out_in_slices,
    this_process,
)
from tictactoe_widget.sandbox.isolation import muted, undisturbed
from tictactoe_widget.sandbox.limits import TimeLimit
from tictactoe_widget.sandbox.pickling import (
    TravelError,
    from_bytes,
    pack_player,
    to_bytes,
    unpack_player,
)

from .match import Fixture, Plan, Played
from .playing import GameRun, OnPlayed, WatchedGame

# Result of a game, and the fault and the resignation that ended it.
_End = tuple[Result, str | None, str | None]

# Part of a tournament in slices; each yields True if it waits for a worker.
_Turns = Generator[bool, None, None]

# The part of a tournament that runs in a worker of an executor.

_ONE_AT_A_TIME = threading.Lock()
# Threads of one process share the random numbers that players draw, and the printing.


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """Games for a worker, and all that it needs to play them. Immutable."""

    fixtures: Sequence[Fixture]
    rules: bytes  # rules of the games, pickled
    players: Mapping[int, bytes]  # players of the games, pickled, by index
    names: Mapping[int, str]  # names of the players, by index
    seconds: float  # time for each move in seconds, ``inf`` for no limit
    seed: int
    home: tuple[str, int]  # machine and process that asks, see `this_process`
    ply_limit: int | None = None  # moves to stop after; None to play to the end
    # The one game of the batch as it was stopped, pickled; None to begin it.
    begun: bytes | None = None


@dataclass(frozen=True, slots=True)
class _BatchReport:
    """Report of a worker on its games. Immutable."""

    # Moves and end of each game; its result is None if it was stopped after some moves. No
    # rules, which not every executor could send back.
    games: Mapping[Fixture, tuple[tuple[int, ...], _End]]
    seconds: float = field(default=0.0, kw_only=True)  # time that the games took, in seconds
    # A game that was stopped after some moves, pickled; None if that fails.
    begun: bytes | None = None
    # Reason why no game was played, as a sentence; None if they were played.
    problem: str | None = None


def _play_batch(batch: _Batch) -> _BatchReport:
    """Play the games of a batch in a worker of an executor."""
    # In a process of its own a player that cannot be interrupted may be killed.
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


def _play(run: GameRun, limit: TimeLimit, ply_limit: int | None) -> None:
    while run.played is None and (ply_limit is None or run.game.move_count < ply_limit):
        try:
            run.play(limit, one_move=ply_limit is not None)
        except KeyboardInterrupt as error:  # of the player: a person presses Ctrl-C elsewhere
            run.forfeit(error, limit)


def _runs(batch: _Batch) -> list[GameRun]:
    if batch.begun is not None:
        return [from_bytes(batch.begun)]
    rules: Rules = from_bytes(batch.rules)
    players = {
        index: unpack_player(data, batch.names[index]) for index, data in batch.players.items()
    }
    plan = Plan(batch.names, players, rules, seconds=batch.seconds, seed=batch.seed)
    return [GameRun(plan, fixture) for fixture in batch.fixtures]


def _pack(run: GameRun) -> tuple[tuple[int, ...], _End]:
    played = run.played
    if played is None:
        return run.game.moves, (None, None, None)
    return played.game.moves, (played.result, played.fault, played.resignation)


# Time that a batch is to take, in seconds; the sizes of batches follow it.
_BATCH_SECONDS = 0.25
_MOST_GAMES = 1000  # most games in a batch


class RemoteGames:
    """Games of a tournament that are played by an executor.

    Games go out in batches. A batch that is lost with its worker is played again alone. If
    it ends its worker again, its games are played move by move, which shows whose process
    dies. The games of such a player are played move by move, after all others.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixtures : iterator of Fixture
        Games to play, in order.
    record : callable
        Function that records a finished game.
    executor : object or callable
        Executor, or function without arguments that makes one.
    """

    current: None = None
    """No game is played in this process."""

    def __init__(
        self, plan: Plan, fixtures: Iterator[Fixture], record: OnPlayed, executor: Any
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
        self._dangerous: set[int] = set()  # players whose process died
        self._put_off: dict[Fixture, None] = {}  # games of these players
        self._ended: list[WatchedGame] = []
        self._is_finished = False
        self._slices = self._play_all()

    def play(self, end: float, *, watched: bool) -> list[WatchedGame]:
        """Hand out games and take results until a time; return the games that ended.

        Parameters
        ----------
        end : float
            Time to return at, as `perf_counter` counts.
        watched : bool
            True to return the games that ended, False to return none.

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
                raise ExecutorError("it was interrupted")
        return self._ended if watched else []

    def close(self) -> None:
        """Give up the games that are not played yet."""
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
        """Return games of players that are not dangerous; none after the last."""
        found: list[Fixture] = []
        while not found:
            following = list(islice(self._fixtures, self._batch_size))
            if not following:
                break
            found = self._harmless(following)
        return found

    def _harmless(self, fixtures: Sequence[Fixture]) -> list[Fixture]:
        """Return the games without those of dangerous players, which are put off."""
        found = []
        for fixture in fixtures:
            if self._dangerous & {fixture.x, fixture.o}:
                self._put_off[fixture] = None
            else:
                found.append(fixture)
        return found

    def _play_again(self, fixtures: Sequence[Fixture]) -> _Turns:
        """Play games that were lost with a worker: together, or move by move."""
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
        """Play a game that may end its worker, and blame the player to move if it does."""
        game = Game(self._plan.rules)
        begun = None
        while True:
            index = fixture.player_of(game.current_player)
            batch = self._pack([fixture], ply_limit=game.move_count + 1, begun=begun)
            trials = 0 if index in self._dangerous else 1
            report = yield from self._play_alone(batch, trials=trials)
            if report is None:
                self._dangerous.add(index)
                fault = (
                    f"{name_mover(game, self._plan.names[index])} did not answer: "
                    "its process ended while it chose a move"
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
        """Play a batch while nothing else runs; return None if it ended its worker."""
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
        """Record the games of a report."""
        if report.problem is not None:
            raise ExecutorError(report.problem)
        for fixture, (moves, end) in report.games.items():
            self._finish(fixture, Game(self._plan.rules, moves), end)

    def _fit_size(self, report: _BatchReport) -> None:
        """Choose the size of the next batches by the time that one took."""
        if report.seconds:
            fitting = int(len(report.games) * _BATCH_SECONDS / report.seconds)
            self._batch_size = max(1, min(fitting, 4 * self._batch_size, _MOST_GAMES))

    def _finish(self, fixture: Fixture, game: Game, end: _End) -> None:
        x, o = self._plan.names[fixture.x], self._plan.names[fixture.o]
        self._record(fixture, Played(x, o, game, *end))
        self._ended.append((fixture, game))
