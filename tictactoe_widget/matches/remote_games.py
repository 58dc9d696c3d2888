"""Games of a tournament played by the workers of an executor."""

import os
import platform
import threading
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from tictactoe_widget.players.calling import name_mover
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Result, opponent
from tictactoe_widget.sandbox.executors import (
    ExecutorError,
    LastingExecutor,
    WorkerError,
    take_answer,
)
from tictactoe_widget.sandbox.integrity import Seal
from tictactoe_widget.sandbox.isolation import muted, undisturbed
from tictactoe_widget.sandbox.limits import TimeLimit
from tictactoe_widget.sandbox.pickling import (
    TravelError,
    from_bytes,
    pack_players,
    to_bytes,
    unpack_players,
)

from .match import Fixture, Plan
from .playing import GameEnd, GameRun, OnGameEnd, WatchedGame

# The part of a tournament that runs in a worker of an executor.

_ONE_AT_A_TIME = threading.Lock()
# Threads of one process share the random numbers that players draw, and the printing.


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Games for a worker, and all that it needs to play them. Immutable."""

    fixtures: Sequence[Fixture]
    """Games to play."""
    rules: bytes
    """Rules of the games, pickled."""
    players: Mapping[int, bytes]
    """Players of the games, pickled, by index."""
    names: Mapping[int, str]
    """Names of the players, by index."""
    seconds: float
    """Time for each move in seconds, ``inf`` for no limit."""
    seed: int
    """Seed of the tournament."""
    home: tuple[str, int]
    """Machine and process that asks, see `this_process`."""
    ply_limit: int | None = None
    """Number of moves to stop after; None to play to the end."""
    begun: bytes | None = None
    """The one game of the batch as it stands, pickled; None to begin it."""


@dataclass(frozen=True, slots=True)
class BatchReport:
    """Report of a worker on its games. Immutable."""

    ends: tuple[tuple[tuple[int, ...], Result, str | None, str | None], ...] = ()
    """Moves, result, fault and resignation of each game, in the order of the batch; the
    result is None where a game was stopped after some moves."""
    seconds: float = field(default=0.0, kw_only=True)
    """Time that the games took, in seconds."""
    begun: bytes | None = None
    """A game that was stopped after some moves, pickled; None where that cannot be."""
    problem: str | None = None
    """Reason why no game was played, as a sentence; None where they were."""
    is_harmful: bool = False
    """True where the player to move at the end of the one game changed the package."""


class SpoiledError(RuntimeError):
    """The end of a batch in which some player changed the package; no game of it counts."""


def this_process() -> tuple[str, int]:
    """Return the identity of this process: its machine and its number."""
    return platform.node(), os.getpid()


def play_batch(batch: Batch) -> BatchReport:
    """Play the games of a batch; this is what an executor is given to run.

    What a player does wrong is a fault of its game.

    Raises
    ------
    SpoiledError
        When a player changed the package in one of several moves; it is as before again.
    """
    # In a process of its own a player that cannot be interrupted may be killed.
    is_apart = batch.home != this_process()
    limit = TimeLimit(may_exit=is_apart)
    with _ONE_AT_A_TIME, undisturbed() if is_apart else nullcontext(), muted(), limit:
        start = perf_counter()
        seal = Seal()
        try:
            runs = _runs(batch)
            for run in runs[:1]:
                seal.hold(run.game.rules)
            if batch.ply_limit is None:
                report = _play_all(runs, limit)
            else:
                report = _play_one_move(runs[0], limit, seal)
        except TravelError as error:
            report = BatchReport(problem=str(error))
        finally:
            change = seal.find_change()
            if change is not None:
                seal.restore()
        if change is not None:
            raise SpoiledError(change)
        return replace(report, seconds=perf_counter() - start)


def _play_all(runs: Sequence[GameRun], limit: TimeLimit) -> BatchReport:
    for run in runs:
        while run.ending is None:
            with _forfeits(run, limit):
                run.play(limit)
    return BatchReport(tuple(map(_packed, runs)))


def _play_one_move(run: GameRun, limit: TimeLimit, seal: Seal) -> BatchReport:
    is_harmful = False
    with _forfeits(run, limit):
        is_harmful = run.play_guarded(limit, seal)
    begun = None
    if run.ending is None:
        with suppress(Exception):
            begun = to_bytes(run)
    return BatchReport((_packed(run),), begun=begun, is_harmful=is_harmful)


@contextmanager
def _forfeits(run: GameRun, limit: TimeLimit) -> Iterator[None]:
    """End a game where a player raises KeyboardInterrupt: a person presses Ctrl-C elsewhere."""
    try:
        yield
    except KeyboardInterrupt as error:
        run.forfeit(error, limit)


def _runs(batch: Batch) -> list[GameRun]:
    if batch.begun is not None:
        return [from_bytes(batch.begun)]
    rules: Rules = from_bytes(batch.rules)
    players = unpack_players(batch.players, batch.names)
    plan = Plan(batch.names, players, rules, seconds=batch.seconds, seed=batch.seed)
    return [GameRun(plan, fixture) for fixture in batch.fixtures]


def _packed(run: GameRun) -> tuple[tuple[int, ...], Result, str | None, str | None]:
    game, result, fault, resignation = run.ending or GameEnd(run.game, None)
    return game.moves, result, fault, resignation


_BATCH_SECONDS = 0.25
"""Time that a batch is to take, in seconds; the sizes of batches follow it."""
_LARGEST = 1000
"""Greatest number of games in a batch."""
_PROOF = 3
"""Number of workers that die without a player before an executor is held to be useless."""


@dataclass(frozen=True, slots=True)
class _Work:
    """Games that are given to a worker together. Immutable."""

    fixtures: Sequence[Fixture]
    """The games; none to find out whether a worker is there."""
    alone: bool = False
    """True where nothing else runs meanwhile, so that who dies is known."""
    game: Game | None = None
    """The one game as it stands, where it is played move by move; else None."""
    begun: bytes | None = None
    """That game, pickled in the worker; None to play its moves again."""
    loss_count: int = 0
    """Number of workers that died with this work alone."""


class RemoteGames:
    """Games of a tournament that are played by an executor.

    Games go out in batches, a few more than there are workers. When a worker dies, the
    batches that were lost with it are played again, one at a time; so are batches that end
    in an exception of their worker, as where a player changed the package. A batch that is
    lost alone is played game by game, and a game that is lost alone move by move, so
    that the player whose process died is known. The games of such a player
    are played move by move, after all others.

    Parameters
    ----------
    plan : Plan
        The tournament.
    fixtures : iterator of Fixture
        Games to play, in order.
    record : callable
        Function that is told a game and its end.
    executor : object or callable
        Executor, or function without arguments that makes one.
    """

    current: None = None
    """No game is played in this process."""

    def __init__(
        self, plan: Plan, fixtures: Iterator[Fixture], record: OnGameEnd, executor: Any
    ) -> None:
        self._plan = plan
        self._fixtures = fixtures
        self._record = record
        self._players = pack_players(plan.players, plan.names)
        self._rules = to_bytes(plan.rules)
        self._home = this_process()
        self._executor = LastingExecutor(executor, "games")
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._running: dict[Any, _Work] = {}
        self._size = 1
        self._trials: int | None = None  # of workers since one died, until one answers
        self._alone: deque[_Work] = deque()
        self._dangerous: set[int] = set()  # players whose process died
        self._last: deque[Fixture] = deque()  # games of these players
        self._ended: list[WatchedGame] = []

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
            When the executor cannot play games.
        """
        self._ended = []
        try:
            self._hand_out()
            while self._collect_until(end):
                self._hand_out()
        except ExecutorError:
            self._collect_rest()
            raise
        return self._ended if watched else []

    def _collect_until(self, end: float) -> bool:
        """Wait until a time for the result of some work; return whether one came."""
        if not self._running:
            return False
        try:
            future = self._done.get(timeout=max(0.0, end - perf_counter()))
        except Empty:
            return False
        if future in self._running:  # else it was given up
            self._collect(self._running.pop(future), future)
        return True

    def _collect_rest(self) -> None:
        """Take what was played before the executor failed; the first failure is told."""
        is_more = True
        while is_more:
            with suppress(ExecutorError):
                is_more = self._collect_until(0.0)

    def close(self) -> None:
        """Give up the games that are not played yet."""
        self._alone.clear()
        self._last.clear()
        self._fixtures = iter(())
        for future in self._running:
            with suppress(Exception):
                future.cancel()
        self._executor.close(wait=not self._running)
        self._running.clear()

    def _hand_out(self) -> None:
        """Give the workers as much as they may have now."""
        if self._trials is not None:
            # Workers of a cluster take a while to begin again, and one that dies at
            # once may not do so; without games it tells that it is there.
            if not self._running:
                self._submit(_Work((), alone=True))
            return
        if self._alone:
            if not self._running:
                self._submit(self._alone.popleft())
            return
        while len(self._running) <= 2 * self._executor.worker_count:
            following = self._following()
            if not following:
                break
            self._submit(_Work(following))
        if self._last and not self._running:
            fixture = self._last.popleft()
            self._submit(_Work((fixture,), alone=True, game=Game(self._plan.rules)))

    def _following(self) -> list[Fixture]:
        """Return the games of the next batch, without those of dangerous players."""
        found: list[Fixture] = []
        while not found:
            following = list(islice(self._fixtures, self._size))
            if not following:
                break
            found = self._harmless(following)
        return found

    def _harmless(self, fixtures: Sequence[Fixture]) -> list[Fixture]:
        """Return the games without those of dangerous players, which are put off."""
        found = []
        for fixture in fixtures:
            if fixture.x in self._dangerous or fixture.o in self._dangerous:
                self._last.append(fixture)
            else:
                found.append(fixture)
        return found

    def _submit(self, work: _Work) -> None:
        taking_part = {index for fixture in work.fixtures for index in (fixture.x, fixture.o)}
        batch = Batch(
            fixtures=work.fixtures,
            rules=self._rules,
            players={index: self._players[index] for index in taking_part},
            names={index: self._plan.names[index] for index in taking_part},
            seconds=self._plan.seconds,
            seed=self._plan.seed,
            home=self._home,
            ply_limit=None if work.game is None else work.game.move_count + 1,
            begun=work.begun,
        )
        future = self._executor.submit(play_batch, batch)
        self._running[future] = work
        future.add_done_callback(self._done.put)

    def _collect(self, work: _Work, future: Any) -> None:
        error = None
        try:
            report = take_answer(future, BatchReport)
        except WorkerError as failure:
            report, error = None, failure
            self._executor.renew()
        if report is None:
            self._take_loss(work, error)
        else:
            self._take(work, report)

    def _take(self, work: _Work, report: BatchReport) -> None:
        """Record the games of a report, and plan what follows from them."""
        if report.problem is not None:
            raise ExecutorError(report.problem)
        if not work.fixtures:
            self._trials = None
        for fixture, ending in zip(work.fixtures, report.ends, strict=True):
            moves, result, fault, resignation = ending
            game = Game(self._plan.rules, moves)
            if result is None:
                self._alone.appendleft(_Work((fixture,), True, game, report.begun))
            else:
                self._end(fixture, GameEnd(game, result, fault, resignation))
                if report.is_harmful:
                    self._put_off(fixture.player_of(game.current_player))
        if not work.alone and report.seconds:
            fitting = len(work.fixtures) * _BATCH_SECONDS / report.seconds
            self._size = max(1, min(int(fitting), 4 * self._size, _LARGEST))

    def _take_loss(self, work: _Work, error: WorkerError | None) -> None:
        """Plan what follows from the death of a worker, or from an exception of it."""
        self._trials = 0 if self._trials is None else self._trials
        if not work.fixtures:
            self._trials += 1
            if self._trials > _PROOF:
                raise error or ExecutorError("its workers end before they play a game")
        elif work.game is not None:
            index = work.fixtures[0].player_of(work.game.current_player)
            if index in self._dangerous or work.loss_count:
                self._blame(work.fixtures[0], work.game, error)
            else:
                # A cluster may give a task to a worker that is about to end anyway, so
                # nobody is blamed for the first time.
                self._alone.appendleft(replace(work, loss_count=1))
        elif not work.alone and (self._running or self._alone):
            self._alone.append(_Work(work.fixtures, alone=True))
        elif len(work.fixtures) > 1:
            each = [_Work((fixture,), alone=True) for fixture in work.fixtures]
            self._alone.extendleft(reversed(each))
        else:
            begin = Game(self._plan.rules)
            self._alone.appendleft(_Work(work.fixtures, alone=True, game=begin))

    def _blame(self, fixture: Fixture, game: Game, error: WorkerError | None) -> None:
        """Record the loss of the player to move; put off its other games."""
        index = fixture.player_of(game.current_player)
        how = "its process ended" if error is None else f"its worker failed ({error.cause})"
        fault = (
            f"{name_mover(game, self._plan.names[index])} did not answer: "
            f"{how} while it chose a move"
        )
        self._end(fixture, GameEnd(game, opponent(game.current_player), fault))
        self._put_off(index)

    def _put_off(self, index: int) -> None:
        """Play the other games of a dangerous player move by move, after all others."""
        self._dangerous.add(index)
        waiting = [(work, self._harmless(work.fixtures)) for work in self._alone]
        self._alone = deque(
            replace(work, fixtures=rest) for work, rest in waiting if rest or not work.fixtures
        )

    def _end(self, fixture: Fixture, ending: GameEnd) -> None:
        self._record(fixture, ending)
        self._ended.append((fixture, ending.game))
