"""Census of positions and games, in this process or by the workers of an executor."""

import json
import sys
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any

from tictactoe_widget.analysis.census import (
    Census,
    Found,
    PlyCensus,
    census_following,
    census_positions,
    count_ply_census,
)
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers, fan_out
from tictactoe_widget.sandbox.pickling import from_bytes, pack_player
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.validation import brief, write_whole

_BATCH = 1000  # positions that are followed together
# Number of positions of one ply, up to symmetry, that are kept; more end the census.
_MOST_KEPT = 3_000_000
_SAVE_SECONDS = 10.0  # least time between two times that the file is written
_SAVE_SHARE = 20  # times as long as the last writing took that passes before the next

Waiting = list[tuple[str, int]]
"""Unfinished positions: the moves that lead there, and the number of games."""


def census(
    rules: str | Rules = STANDARD,
    *,
    executor: Any = None,
    file: str | PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> Census:
    """Count the positions and games of some rules, ply by ply.

    Positions of the same number of marks are kept in memory, one for all of its images;
    more than 3,000,000 of them are not counted.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules of any family, or their name.
    executor : object or callable, optional
        What counts: anything with the method ``submit`` of ``concurrent.futures``, or a
        function that makes one, as for `play_tournament`. By default this process.
    file : str or path, optional
        File in which the census is kept while it is made, written anew every few seconds and
        when it is stopped; the next census of the same rules with this file goes on from
        there. It is replaced only by a file that is whole. Delete it where rules of your own
        have changed.
    progress : bool or callable, optional
        True for a bar of the positions followed, of those found so far, on the standard error
        (of tqdm where that is installed); False for none; by default a bar on a
        terminal. Or a function ``progress(done, total)``.

    Raises
    ------
    ValueError
        When the file is not one of a census of these rules, a ply has too many positions
        to keep, or a game has more plies than the board has cells.
    ExecutorError
        When the executor cannot count.
    TravelError
        When the rules cannot be sent to the workers.

    Examples
    --------
    >>> counted = census("standard")
    >>> counted.positions, counted.up_to_symmetry, sum(counted.finished), sum(counted.games)
    (5478, 765, 958, 255168)
    >>> counted.games
    ResultCounts(x=131184, o=77904, draw=46080)
    """
    counting = _Counting(find_rules(rules), None if file is None else Path(file))
    with show_progress(progress, "positions found so far", sys.stderr) as show:
        try:
            steps = counting.run() if executor is None else counting.run_on(executor)
            for _ in steps:
                show(counting.done_count, counting.total_count)
                counting.save_in_time()
        finally:
            counting.save()
    return counting.result()


def census_of_few(rules: Rules, most: int) -> Census | None:
    """Return the census of rules with at most so many positions, up to symmetry.

    It is None where there are more, which is found out after about as many.

    >>> census_of_few(STANDARD, 1000).positions, census_of_few(STANDARD, 500)
    (5478, None)
    """
    counting = _Counting(rules, None)
    for _ in counting.run():
        if counting.total_count > most:
            return None
    return counting.result()


class _Counting:
    """A census under way.

    Parameters
    ----------
    rules : Rules
        Rules to count by.
    file : path, optional
        File to go on from and to keep the census in.
    """

    def __init__(self, rules: Rules, file: Path | None) -> None:
        # Number of positions whose following ones are known, up to symmetry.
        self.done_count = 0
        self._rules = rules
        self._file = file
        self._by_ply: list[PlyCensus] = []
        # Positions of the last ply counted that are still to be followed.
        self._waiting: Waiting = []
        self._running: list[Waiting] = []  # positions that workers follow now
        # Positions one ply later.
        self._found: dict[Hashable, Found] = census_positions(rules, [("", 1)])
        self._is_whole = True  # true unless something was interrupted half-way
        self._save_after = 0.0
        if file is not None and file.exists():
            self._load(file)
        else:
            self._end_ply()
        self._save_after = perf_counter() + _SAVE_SECONDS

    @property
    def total_count(self) -> int:
        """Number of positions to be followed, as far as they were found."""
        running = sum(map(len, self._running))
        return self.done_count + len(self._waiting) + running + len(self._found)

    def result(self) -> Census:
        """Return the numbers, once everything was counted."""
        return Census(self._rules.name, tuple(self._by_ply))

    def run(self) -> Iterator[None]:
        """Count in this process; pause after each batch."""
        while self._waiting:
            following = census_following(self._rules, self._waiting[-_BATCH:])
            with self._changing():
                self.done_count += len(self._waiting[-_BATCH:])
                del self._waiting[-_BATCH:]
                self._take(following)
            yield

    def run_on(self, executor: Any) -> Iterator[None]:
        """Count by the workers of an executor; pause after each batch."""
        follow = partial(_follow, pack_player(self._rules, self._rules.name))
        with Workers(executor, "positions") as workers:
            while self._waiting:
                for batch, following in fan_out(workers, follow, self._batches(), dict):
                    if following is None:
                        raise ExecutorError("its workers end without a result")
                    with self._changing():
                        self._running.remove(batch)
                        self.done_count += len(batch)
                        self._take(following)
                    yield

    def _batches(self) -> Iterator[Waiting]:
        """Take the waiting positions of a ply, batch by batch."""
        while self._waiting:
            batch = self._waiting[-_BATCH:]
            with self._changing():
                self._running.append(batch)
                del self._waiting[-_BATCH:]
            yield batch

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Change what the file keeps; it is not written where that is interrupted."""
        self._is_whole = False
        yield
        self._is_whole = True

    def _take(self, following: dict[Hashable, Found]) -> None:
        """Add the positions that follow some to those found; end the ply after the last."""
        found = self._found
        for key, one in following.items():
            known = found.get(key)
            found[key] = one if known is None else known._replace(games=known.games + one.games)
        if len(self._found) > _MOST_KEPT:
            raise ValueError(
                f"{self._rules.name} has more than {_MOST_KEPT:,} positions after "
                f"{len(self._by_ply)} moves, up to symmetry: too many to count"
            )
        if not self._waiting and not self._running:
            self._end_ply()

    def _end_ply(self) -> None:
        """Count the positions found and wait for those that follow them."""
        ply = len(self._by_ply)
        if ply > self._rules.cell_count:
            raise ValueError(f"a game by {self._rules.name} has more plies than cells")
        self._by_ply.append(count_ply_census(ply, self._found))
        self._waiting = [
            (one.moves, one.games) for one in self._found.values() if one.result is None
        ]
        self._found = {}

    def save_in_time(self) -> None:
        """Write the file where it was not written for a while."""
        if perf_counter() >= self._save_after:
            self.save()

    def save(self) -> None:
        """Write the file; leave it as it is where the census was interrupted half-way."""
        if self._file is None or not self._is_whole:
            return
        begun = perf_counter()
        running = [entry for batch in self._running for entry in batch]
        parts = {
            "census": repr(self._rules),
            "done": self.done_count,
            "by_ply": [one.to_dict() for one in self._by_ply],
            "waiting": self._waiting + running,
            "found": [(one.moves, one.games) for one in self._found.values()],
        }
        write_whole(self._file, json.dumps(parts).encode())
        spent = perf_counter() - begun
        self._save_after = perf_counter() + max(_SAVE_SECONDS, _SAVE_SHARE * spent)

    def _load(self, file: Path) -> None:
        """Go on from what a file says."""
        try:
            parts = json.loads(file.read_text(encoding="utf-8"))
            name = parts["census"]
            self.done_count = parts["done"]
            self._by_ply = [PlyCensus.from_dict(one) for one in parts["by_ply"]]
            self._waiting = [(moves, games) for moves, games in parts["waiting"]]
            found: Sequence[tuple[str, int]] = parts["found"]
        except (ValueError, TypeError, KeyError) as error:
            raise ValueError(f"{brief(str(file))} is no file of a census") from error
        if name != repr(self._rules):
            raise ValueError(
                f"{brief(str(file))} is the census of {brief(name)}, "
                f"not of {brief(self._rules, 200)}"
            )
        self._found = census_positions(self._rules, found)


def _follow(rules: bytes, moves: Waiting) -> dict[Hashable, Found]:
    """Return the positions that follow some; this is what an executor is given to run."""
    return census_following(_read_rules(rules), moves)


@lru_cache(maxsize=4)
def _read_rules(data: bytes) -> Rules:
    rules: Rules = from_bytes(data)
    return rules
