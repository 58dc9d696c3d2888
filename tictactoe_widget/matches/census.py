"""Functions that count all positions and games under any rules, or that play random games."""

import json
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from math import sqrt
from os import PathLike
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from tictactoe_widget.analysis.exact_search import symmetric_images
from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.values import NORMAL_QUANTILE, confidence_interval
from tictactoe_widget.drawing.markup import html_table, text_table
from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import CountedState, Mark, Result, State, opponent
from tictactoe_widget.sandbox.fan_out import ExecutorError, Workers, fan_out
from tictactoe_widget.sandbox.pickling import from_bytes, pack_player
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import _, format_number, localized
from tictactoe_widget.validation import as_seed, brief, check_choice, check_int, write_whole

_RESULTS: tuple[Result, ...] = ("X", "O", "draw")


class ResultCounts(NamedTuple):
    """Counts of X wins, O wins and draws in a set of games or positions."""

    x: int = 0
    """Number of wins for X."""
    o: int = 0
    """Number of wins for O."""
    draw: int = 0
    """Number of draws."""

    def to_dict(self) -> dict[str, int]:
        """Return the counts as a JSON-serializable dict.

        >>> ResultCounts(3, 1, 2).to_dict()
        {'X': 3, 'O': 1, 'draw': 2}
        """
        return {"X": self.x, "O": self.o, "draw": self.draw}


@dataclass(frozen=True, slots=True)
class PlyCensus(Serializable):
    """Immutable counts of the positions and games at one ply.

    The games counted are those that end after exactly `ply` moves.
    """

    _keys = ("ply", "positions", "up_to_symmetry", "finished", "games")

    ply: int
    """Number of moves made so far."""
    positions: int
    """Number of positions, including finished positions."""
    up_to_symmetry: int
    """Number of positions if symmetric positions are counted only once."""
    finished: ResultCounts
    """Number of finished positions with each result."""
    games: ResultCounts
    """Number of games with each result that end after exactly `ply` moves."""

    def to_record(self) -> dict[str, int]:
        """Return the counts as a flat dict that can become a row in a data frame."""
        finished, games = self.finished._asdict(), self.games._asdict()
        counts = {name: getattr(self, name) for name in self._keys[:3]}
        counts |= {f"finished_{name}": n for name, n in finished.items()}
        return counts | {f"games_{name}": n for name, n in games.items()}

    @classmethod
    def from_dict(cls, parts: Mapping[str, Any]) -> "PlyCensus":
        """Return the counts from a dict that ``to_dict`` created."""
        finished, games = (
            ResultCounts(*(parts[name][result] for result in _RESULTS))
            for name in ("finished", "games")
        )
        return cls(parts["ply"], parts["positions"], parts["up_to_symmetry"], finished, games)


@dataclass(frozen=True, slots=True)
class Census(Serializable):
    """Immutable counts of all positions and games under a set of rules, created by `census`."""

    _keys = ("rules=rules_name", "positions", "up_to_symmetry", "finished", "games", "by_ply")

    rules_name: str
    """Name of the rules."""
    by_ply: tuple[PlyCensus, ...]
    """Counts for each ply, starting with the empty board (ply 0)."""

    @property
    def positions(self) -> int:
        """Number of reachable positions, including the empty board and finished positions."""
        return sum(one.positions for one in self.by_ply)

    @property
    def up_to_symmetry(self) -> int:
        """Number of positions if symmetric positions are counted only once.

        Only symmetries that the rules declare are used. Invalid symmetries are ignored.
        """
        return sum(one.up_to_symmetry for one in self.by_ply)

    @property
    def finished(self) -> ResultCounts:
        """Number of finished positions with each result."""
        return _sum_of(one.finished for one in self.by_ply)

    @property
    def games(self) -> ResultCounts:
        """Number of games with each result. Different move orders count as different games."""
        return _sum_of(one.games for one in self.by_ply)

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of flat dicts, one for each ply, for use in a data frame.

        Examples
        --------
        >>> from tictactoe_widget import census
        >>> census("standard").to_records()[5]["finished_x"]
        120
        """
        return [one.to_record() for one in self.by_ply]

    @localized
    def __str__(self) -> str:
        """Return two sentences that give the total counts."""
        finished, games = self.finished, self.games
        positions = _(
            "Positions in {rules}: {total} ({unique} up to symmetry, {finished} finished).",
            rules=self.rules_name,
            total=format_number(self.positions),
            unique=format_number(self.up_to_symmetry),
            finished=format_number(sum(finished)),
        )
        results = {name: format_number(count) for name, count in games._asdict().items()}
        counted = _(
            "Games: {total} (X wins {x}, O wins {o}, draws {draw}).",
            total=format_number(sum(games)),
            **results,
        )
        return f"{positions} {counted}"

    @localized
    def _repr_html_(self) -> str:
        """Return an HTML table for a notebook, with one row for each ply."""
        columns = (
            _("Moves"),
            _("Positions"),
            _("Up to symmetry"),
            _("X has won"),
            _("O has won"),
            _("Draws"),
        )
        rows = [
            (
                format_number(n)
                for n in (one.ply, one.positions, one.up_to_symmetry, *one.finished)
            )
            for one in self.by_ply
        ]
        return html_table(str(self), columns, map(tuple, rows))


def _sum_of(counts: Iterable[ResultCounts]) -> ResultCounts:
    return ResultCounts(*map(sum, zip(*counts, strict=True)))


class _Found(NamedTuple):
    """Position that represents all its symmetric images, because the search found it first."""

    moves: str  # moves that lead to one of the images, with one character for each move
    games: int  # number of games that lead to the position or to one of its images
    images: int  # number of distinct images, including the position
    result: Result  # result of the game, or None while the game continues


def _find_positions(rules: Rules, moves: Iterable[tuple[str, int]]) -> dict[Hashable, _Found]:
    """Return a dict of the positions reached by the given moves."""
    known: dict[Hashable, _Found] = {}
    images_of = symmetric_images(rules)
    for (played, games), state in _replay(rules, moves):
        images: Sequence[Any] = images_of(state)
        known[min(images)] = _Found(played, games, len(set(images)), state.result)
    return known


def _find_following(rules: Rules, moves: Iterable[tuple[str, int]]) -> dict[Hashable, _Found]:
    """Return a dict of the positions that one move can reach from the given positions.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    moves : iterable of tuple
        Pairs, one for each unfinished position: the moves that lead to the position, and the
        number of games that reach it.
    """
    following: dict[Hashable, _Found] = {}
    images_of = symmetric_images(rules)
    for (played, games), state in _replay(rules, moves):
        for move in state.legal_moves:
            after = rules.advance(state, move)
            images: Sequence[Any] = images_of(after)
            key = min(images)
            known = following.get(key)
            following[key] = (
                _Found(played + chr(move), games, len(set(images)), after.result)
                if known is None
                else known._replace(games=known.games + games)
            )
    return following


def _replay(
    rules: Rules, moves: Iterable[tuple[str, int]]
) -> Iterator[tuple[tuple[str, int], State]]:
    """Yield each entry with the state that its moves lead to.

    The function doesn't replay moves that an entry shares with the previous entry.
    """
    states = [rules.initial_state]
    last = ""
    for entry in moves:
        played = entry[0]
        at = 0
        while at < min(len(last), len(played)) and last[at] == played[at]:
            at += 1
        del states[at + 1 :]
        for move in map(ord, played[at:]):
            if move not in states[-1].legal_moves:
                raise ValueError(f"moves must be legal, not {played!r}")
            states.append(rules.advance(states[-1], move))
        last = played
        yield entry, states[-1]


def _count_ply(ply: int, found: Mapping[Hashable, _Found]) -> PlyCensus:
    finished = dict.fromkeys(_RESULTS, 0)
    games = dict.fromkeys(_RESULTS, 0)
    positions = 0
    for one in found.values():
        positions += one.images
        if one.result is not None:
            finished[one.result] += one.images
            games[one.result] += one.games
    return PlyCensus(
        ply,
        positions,
        len(found),
        ResultCounts(*finished.values()),
        ResultCounts(*games.values()),
    )


@dataclass(frozen=True, slots=True)
class Playouts(Serializable):
    """Immutable results of random games from one position, created by `playouts`.

    In the results, X stands for the first player, even if both players place the same mark.
    """

    _keys = ("player", "games", "results", "score", "score_interval")

    player: Mark
    """Player to move or, if the game is over, the player who would move next."""
    results: ResultCounts
    """Number of games with each result."""

    @property
    def games(self) -> int:
        """Number of games played."""
        return sum(self.results)

    @property
    def score(self) -> float:
        """Mean result for the player to move.

        A win counts as 1, a draw as 0 and a loss as -1.
        """
        counts = self.results.to_dict()
        return (counts[self.player] - counts[opponent(self.player)]) / self.games

    @property
    def score_interval(self) -> tuple[float, float]:
        """Lower and upper ends of the 95% confidence interval for `score`, from -1 to 1.

        The interval assumes a normal distribution, which is reasonable for a few dozen games or
        more, unless nearly all games have the same result.
        """
        decided = 1 - self.results.draw / self.games
        half = NORMAL_QUANTILE * sqrt((decided - self.score**2) / self.games)
        return max(-1.0, self.score - half), min(1.0, self.score + half)

    def share(self, result: Result) -> float:
        """Return the share of games (0 to 1) that ended with the given result."""
        return self._count(result) / self.games

    def interval(self, result: Result) -> tuple[float, float]:
        """Return the 95% confidence interval for `share`, by Wilson's method (1927)."""
        return confidence_interval(self._count(result), self.games)

    def _count(self, result: Result) -> int:
        counts: dict[Any, int] = self.results.to_dict()
        return counts[check_choice(result, "result", _RESULTS)]

    @localized
    def __str__(self) -> str:
        columns = (_("result"), _("games"), _("share"), _("95% interval"))
        rows: list[tuple[object, ...]] = [columns]
        for result in _RESULTS:
            low, high = self.interval(result)
            spread = _(
                "{low} to {high}",
                low=format_number(low, ".1%"),
                high=format_number(high, ".1%"),
            )
            rows.append(
                (
                    _("draw") if result == "draw" else result,
                    format_number(self._count(result)),
                    format_number(self.share(result), ".1%"),
                    spread,
                )
            )
        return text_table(rows)


def playouts(game: Game, games: int = 1000, *, seed: int | None = None) -> Playouts:
    """Play random games from a position to the end, and count the results.

    In each position, all legal moves are equally likely. The counts estimate the results of
    random play, but they prove nothing about best play. With four times as many games, the
    confidence intervals become half as wide.

    Parameters
    ----------
    game : Game
        Game that the random games continue.
    games : int, default 1000
        Number of games, at least 1.
    seed : int or None, optional
        Seed for the random numbers. The same seed always gives the same results.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, or if `games` or `seed` is not an int.
    ValueError
        If `games` is less than 1.

    Examples
    --------
    >>> from tictactoe_widget import Game, playouts
    >>> print(playouts(Game(), games=1000, seed=1))
    result  games  share  95% interval
    X       580    58.0%  54.9% to 61.0%
    O       293    29.3%  26.6% to 32.2%
    draw    127    12.7%  10.8% to 14.9%
    """
    rules = as_game(game).rules
    count = check_int(games, "games", 1)
    random = Random(as_seed(seed))
    play = family_analysis(rules).playout
    counts = Counter(play(rules, game.state, random) for _ in range(count))
    return Playouts(game.state.to_move, ResultCounts(*(counts[one] for one in _RESULTS)))


_BATCH = 1000  # number of positions that are expanded together
# Maximum number of positions at one ply, up to symmetry. With more positions, the census raises
# an error.
_MOST_KEPT = 3_000_000
_SAVE_SECONDS = 10.0  # minimum time between two saves, in seconds
_SAVE_SHARE = 20  # minimum time between saves, as a multiple of the last save's duration

# For each unfinished position, moves that lead to it, and the number of games that reach it.
_Waiting = list[tuple[str, int]]


def census(
    rules: str | Rules = STANDARD,
    *,
    executor: Any = None,
    file: str | PathLike[str] | None = None,
    progress: bool | Progress | None = None,
) -> Census:
    """Count all positions and games under a set of rules, ply by ply.

    All positions at the same ply must fit in memory, but symmetric positions are stored only
    once. If a ply has more than 3,000,000 such positions, the function raises an error.

    Parameters
    ----------
    rules : str or Rules, default STANDARD
        Rules of any family, or the name of the rules.
    executor : object or callable, optional
        Executor that does the counting instead of this process. You can pass any object with a
        ``submit`` method like that of ``concurrent.futures`` executors. You can also pass a
        function that creates an executor (see `play_tournament`).
    file : str or path, optional
        File in which the function saves its progress every few seconds and when it stops. If
        you pass the file again for the same rules, the count continues from the saved progress.
        An interruption never leaves an incomplete file. If you change the code of your own
        rules, delete the file.
    progress : bool or callable, optional
        True to show a progress bar on standard error (with tqdm if it is installed), or False
        to hide it. By default, a progress bar appears after one second in a terminal and after
        ten seconds in a notebook. You can also pass a function that is called as
        ``progress(done, total)``.

    Raises
    ------
    ValueError
        If positions can repeat, if the file contains no census of these rules, if a ply has too
        many positions to fit in memory, or if a game takes more moves than the board has cells.
    ExecutorError
        If the executor fails.
    TravelError
        If the rules cannot be sent to the executor's workers.

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
            for _pause in steps:
                show(counting.done_count, counting.total_count)
                counting.save_in_time()
        finally:
            counting.save()
    return counting.result()


def census_of_few(rules: Rules, most: int, show: Progress) -> Census | None:
    """Return the census of the rules, or None if there are more than `most` positions.

    Symmetric positions count only once towards this limit. If there are too many positions, the
    function stops soon after it has found `most` positions. The function calls `show` with the
    number of positions found so far and with `most`.

    >>> quiet = lambda done, total: None
    >>> census_of_few(STANDARD, 1000, quiet).positions, census_of_few(STANDARD, 500, quiet)
    (5478, None)
    """
    counting = _Counting(rules, None)
    for _pause in counting.run():
        show(counting.total_count, most)
        if counting.total_count > most:
            return None
    return counting.result()


class _Counting:
    """Census that runs in slices and can be saved to a file.

    Parameters
    ----------
    rules : Rules
        Rules for which to count positions and games.
    file : path, optional
        File that stores the census. If the file exists, the census continues from it.
    """

    def __init__(self, rules: Rules, file: Path | None) -> None:
        # Number of positions, up to symmetry, with known successors.
        self.done_count = 0
        self._rules = rules
        if rules.repetition:
            raise ValueError(
                f"rules must not let positions repeat, but {rules.name} does, so there are too "
                "many games to count: to find out who wins, call analyze()"
            )
        self._file = file
        self._by_ply: list[PlyCensus] = []
        # Positions at the last counted ply that haven't been expanded yet.
        self._waiting: _Waiting = []
        self._running: list[_Waiting] = []  # positions that workers are expanding
        # Positions found one ply later.
        self._found: dict[Hashable, _Found] = _find_positions(rules, [("", 1)])
        self._is_whole = True  # false if a change to the data was interrupted
        self._save_after = 0.0
        if file is not None and file.exists():
            self._load(file)
        else:
            self._end_ply()
        self._save_after = perf_counter() + _SAVE_SECONDS

    @property
    def total_count(self) -> int:
        """Number of known unfinished positions, whether already expanded or not."""
        running = sum(map(len, self._running))
        return self.done_count + len(self._waiting) + running + len(self._found)

    def result(self) -> Census:
        """Return the finished census. Call this method only after all slices have run."""
        return Census(self._rules.name, tuple(self._by_ply))

    def run(self) -> Iterator[None]:
        """Count positions in this process, with a pause after each batch."""
        while self._waiting:
            following = _find_following(self._rules, self._waiting[-_BATCH:])
            with self._changing():
                self.done_count += len(self._waiting[-_BATCH:])
                del self._waiting[-_BATCH:]
                self._take(following)
            yield

    def run_on(self, executor: Any) -> Iterator[None]:
        """Count positions on an executor's workers, with a pause after each batch."""
        follow = partial(_follow, pack_player(self._rules, self._rules.name))
        with Workers(executor, "positions") as workers:
            while self._waiting:
                for batch, following in fan_out(workers, follow, self._batches(), dict):
                    if following is None:
                        raise ExecutorError("the executor's workers stopped without a result")
                    with self._changing():
                        self._running.remove(batch)
                        self.done_count += len(batch)
                        self._take(following)
                    yield

    def _batches(self) -> Iterator[_Waiting]:
        """Yield batches of positions at the current ply that have not been expanded yet."""
        while self._waiting:
            batch = self._waiting[-_BATCH:]
            with self._changing():
                self._running.append(batch)
                del self._waiting[-_BATCH:]
            yield batch

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Mark the data as incomplete during a change, so that `save` doesn't store it."""
        self._is_whole = False
        yield
        self._is_whole = True

    def _take(self, following: dict[Hashable, _Found]) -> None:
        """Add positions found by a batch, and end the ply after the last batch."""
        found = self._found
        for key, one in following.items():
            known = found.get(key)
            found[key] = one if known is None else known._replace(games=known.games + one.games)
        if len(self._found) > _MOST_KEPT:
            raise ValueError(
                f"rules must lead to at most {_MOST_KEPT:,} positions at each ply, up to "
                f"symmetry, but {self._rules.name} leads to more at ply "
                f"{len(self._by_ply)}: use a smaller board"
            )
        if not self._waiting and not self._running:
            self._end_ply()

    def _end_ply(self) -> None:
        """Add the counts for the ply just found, and queue its unfinished positions."""
        ply = len(self._by_ply)
        # A move that takes over a mark fills no cell.
        has_takeover = type(self._rules.initial_state) is CountedState
        if ply > self._rules.cell_count + has_takeover:
            raise self._long_games()
        self._by_ply.append(_count_ply(ply, self._found))
        self._waiting = [
            (one.moves, one.games) for one in self._found.values() if one.result is None
        ]
        self._found = {}

    def _long_games(self) -> ValueError:
        return ValueError(
            f"rules must end each game within {self._rules.cell_count} moves, one for each "
            f"cell, but {self._rules.name} allows longer games"
        )

    def save_in_time(self) -> None:
        """Save the file if enough time has passed since the last save."""
        if perf_counter() >= self._save_after:
            self.save()

    def save(self) -> None:
        """Save the file, unless a change to the data was interrupted."""
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
        """Load saved progress from a file in order to continue the census."""
        try:
            parts = json.loads(file.read_text(encoding="utf-8"))
            name = parts["census"]
            self.done_count = parts["done"]
            self._by_ply = [PlyCensus.from_dict(one) for one in parts["by_ply"]]
            self._waiting = [(moves, games) for moves, games in parts["waiting"]]
            found: Sequence[tuple[str, int]] = parts["found"]
        except (
            OSError,
            ValueError,
            TypeError,
            KeyError,
            AttributeError,
            RecursionError,
        ) as error:
            raise _not_saved(file) from error
        if name != repr(self._rules):
            raise ValueError(
                f"file must be a census of {brief(self._rules, 200)}, not of {brief(name)}: "
                "choose another file"
            )
        self._check_saved(file, found)
        self._found = _find_positions(self._rules, found)

    def _check_saved(self, file: Path, found: Sequence[tuple[str, int]]) -> None:
        """Raise ValueError if data from a file can't come from a census of the rules."""
        by_ply = self._by_ply
        is_numbered = [one.ply for one in by_ply] == list(range(len(by_ply))) != []
        is_open = self._waiting or found
        if not is_numbered or not (is_open or sum(by_ply[-1].finished) == by_ply[-1].positions):
            raise _not_saved(file)
        try:
            for (_moves, games), _state in _replay(self._rules, (*self._waiting, *found)):
                check_int(games, "games", 1)
        except (ValueError, TypeError) as error:
            raise _not_saved(file) from error


def _not_saved(file: Path) -> ValueError:
    return ValueError(f"file must be a file saved by census(), not {brief(str(file))}")


def _follow(rules: bytes, moves: _Waiting) -> dict[Hashable, _Found]:
    """Find the positions that one move can reach, as a task that runs on an executor."""
    return _find_following(_read_rules(rules), moves)


@lru_cache(maxsize=4)
def _read_rules(data: bytes) -> Rules:
    rules: Rules = from_bytes(data)
    return rules
