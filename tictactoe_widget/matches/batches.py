"""The part of a tournament that runs in a worker of an executor."""

import os
import platform
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from time import perf_counter

from tictactoe_widget.rules.marks import Result
from tictactoe_widget.rules.rules import Rules

from .fixtures import Fixture
from .integrity import Seal
from .isolation import muted, undisturbed
from .limits import TimeLimit
from .plan import Plan
from .playing import GameEnd, GameRun
from .travel import TravelError, from_bytes, to_bytes, unpack_players

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
