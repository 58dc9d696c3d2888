"""Positions and games of any rules, counted ply by ply."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from tictactoe_widget.drawing.markup import html_table, text_table
from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Mark, Result, State, opponent
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import as_seed, brief, check_int

from .exact_search import symmetric_images
from .registry import family_analysis
from .values import NORMAL_QUANTILE, confidence_interval

_RESULTS: tuple[Result, ...] = ("X", "O", "draw")


class ResultCounts(NamedTuple):
    """Numbers by result."""

    x: int = 0
    """Number of those that X wins."""
    o: int = 0
    """Number of those that O wins."""
    draw: int = 0
    """Number of draws."""

    def to_dict(self) -> dict[str, int]:
        """Return the numbers as JSON values.

        >>> ResultCounts(3, 1, 2).to_dict()
        {'X': 3, 'O': 1, 'draw': 2}
        """
        return {"X": self.x, "O": self.o, "draw": self.draw}


@dataclass(frozen=True, slots=True)
class PlyCensus(Serializable):
    """Numbers of positions after as many moves, and of games that end there. Immutable."""

    _keys = ("ply", "positions", "up_to_symmetry", "finished", "games")

    ply: int
    """Number of moves made."""
    positions: int
    """Number of positions, finished ones included."""
    up_to_symmetry: int
    """Number of positions of which none is an image of another."""
    finished: ResultCounts
    """Number of finished positions, by result."""
    games: ResultCounts
    """Number of games that end with this move, by result."""

    def to_record(self) -> dict[str, int]:
        """Return the numbers as a flat dict, as a data frame takes them."""
        return {
            "ply": self.ply,
            "positions": self.positions,
            "up_to_symmetry": self.up_to_symmetry,
            **{f"finished_{name}": n for name, n in self.finished._asdict().items()},
            **{f"games_{name}": n for name, n in self.games._asdict().items()},
        }

    @classmethod
    def from_dict(cls, parts: Mapping[str, Any]) -> "PlyCensus":
        """Return the numbers that ``to_dict`` wrote."""
        return cls(
            parts["ply"],
            parts["positions"],
            parts["up_to_symmetry"],
            *(
                ResultCounts(*(parts[name][result] for result in _RESULTS))
                for name in ("finished", "games")
            ),
        )


@dataclass(frozen=True, slots=True)
class Census(Serializable):
    """Numbers of the positions and games of some rules, made by `census`. Immutable."""

    _keys = ("rules=rules_name", "positions", "up_to_symmetry", "finished", "games", "by_ply")

    rules_name: str
    """Name of the rules."""
    by_ply: tuple[PlyCensus, ...]
    """Numbers by the number of moves made, from 0."""

    @property
    def positions(self) -> int:
        """Number of positions that can be reached, empty board and finished ones included."""
        return sum(one.positions for one in self.by_ply)

    @property
    def up_to_symmetry(self) -> int:
        """Number of positions of which none is an image of another.

        Only symmetries that the rules declare count, and only where they hold.
        """
        return sum(one.up_to_symmetry for one in self.by_ply)

    @property
    def finished(self) -> ResultCounts:
        """Number of finished positions, by result."""
        return _sum_of(one.finished for one in self.by_ply)

    @property
    def games(self) -> ResultCounts:
        """Number of games, different orders of moves counted apart, by result."""
        return _sum_of(one.games for one in self.by_ply)

    def to_records(self) -> list[dict[str, Any]]:
        """Return a flat record of each ply, as a data frame takes them.

        Examples
        --------
        >>> from tictactoe_widget import census
        >>> census("standard").to_records()[5]["finished_x"]
        120
        """
        return [one.to_record() for one in self.by_ply]

    def __str__(self) -> str:
        """Return the sentence of the totals."""
        finished, games = self.finished, self.games
        return (
            f"{self.rules_name}: {self.positions:,} positions ({self.up_to_symmetry:,} up to "
            f"symmetry), {sum(finished):,} of them finished; {sum(games):,} games "
            f"(X wins {games.x:,}, O wins {games.o:,}, draws {games.draw:,})"
        )

    def _repr_html_(self) -> str:
        """Return a table of the plies, for a notebook."""
        columns = ("Moves", "Positions", "Up to symmetry", "X has won", "O has won", "Draws")
        rows = [
            (f"{n:,}" for n in (one.ply, one.positions, one.up_to_symmetry, *one.finished))
            for one in self.by_ply
        ]
        return html_table(str(self), columns, map(tuple, rows))


def _sum_of(counts: Iterable[ResultCounts]) -> ResultCounts:
    return ResultCounts(*map(sum, zip(*counts, strict=True)))


class Found(NamedTuple):
    """Position that stands for all its images, as it was found."""

    moves: str
    """Moves that lead to one of the images, each as the character with its number."""
    games: int
    """Number of ways to play to the position or to one of its images."""
    images: int
    """Number of different images, the position included."""
    result: Result
    """Result of the game, None while it goes on."""


def census_positions(rules: Rules, moves: Iterable[tuple[str, int]]) -> dict[Hashable, Found]:
    """Return positions by their keys, from their moves and the number of their games."""
    known: dict[Hashable, Found] = {}
    images_of = symmetric_images(rules)
    for (played, games), state in _replay(rules, moves):
        images: Sequence[Any] = images_of(state)
        known[min(images)] = Found(played, games, len(set(images)), state.result)
    return known


def census_following(rules: Rules, moves: Iterable[tuple[str, int]]) -> dict[Hashable, Found]:
    """Return the positions one ply later, by their keys.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    moves : iterable of tuple
        Unfinished positions: the moves that lead there, and the number of games.
    """
    following: dict[Hashable, Found] = {}
    images_of = symmetric_images(rules)
    for (played, games), state in _replay(rules, moves):
        for move in state.legal_moves:
            after = rules.advance(state, move)
            images: Sequence[Any] = images_of(after)
            key = min(images)
            known = following.get(key)
            following[key] = (
                Found(played + chr(move), games, len(set(images)), after.result)
                if known is None
                else known._replace(games=known.games + games)
            )
    return following


def _replay(
    rules: Rules, moves: Iterable[tuple[str, int]]
) -> Iterator[tuple[tuple[str, int], State]]:
    """Yield each entry with its state; what follows another goes on from where they part."""
    states = [rules.initial_state]
    last = ""
    for entry in moves:
        played = entry[0]
        at = 0
        while at < min(len(last), len(played)) and last[at] == played[at]:
            at += 1
        del states[at + 1 :]
        for move in played[at:]:
            states.append(rules.advance(states[-1], ord(move)))
        last = played
        yield entry, states[-1]


def count_ply_census(ply: int, found: Mapping[Hashable, Found]) -> PlyCensus:
    """Count the positions after a number of moves, all of which were found."""
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
    """Results of random games from one position, made by `playouts`. Immutable.

    X is the first player, also where the marks of both look alike.
    """

    _keys = ("player", "games", "results", "score", "score_interval")

    player: Mark
    """Player to move; on a finished game the player whose turn it would be."""
    results: ResultCounts
    """Number of games by result."""

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.results)

    @property
    def score(self) -> float:
        """Mean result for the player to move: a win counts 1, a draw 0, a loss -1."""
        counts = self.results.to_dict()
        return (counts[self.player] - counts[opponent(self.player)]) / self.games

    @property
    def score_interval(self) -> tuple[float, float]:
        """Lower and upper end of the 95 % interval of `score`, from -1 to 1.

        It is that of a normal distribution, which holds for some dozens of games or more,
        and not where nearly all of them end alike.
        """
        decided = 1 - self.results.draw / self.games
        half = NORMAL_QUANTILE * sqrt((decided - self.score**2) / self.games)
        return max(-1.0, self.score - half), min(1.0, self.score + half)

    def share(self, result: Result) -> float:
        """Return the share of games with a result: ``"X"``, ``"O"`` or ``"draw"``; 0 to 1."""
        return self._count(result) / self.games

    def interval(self, result: Result) -> tuple[float, float]:
        """Return the 95 % interval of a share, from 0 to 1 (E. B. Wilson, 1927)."""
        return confidence_interval(self._count(result), self.games)

    def _count(self, result: Result) -> int:
        counts = self.results.to_dict()
        if result not in counts:
            raise ValueError(f"result must be 'X', 'O' or 'draw', not {brief(result)}")
        return counts[result]

    def __str__(self) -> str:
        rows: list[tuple[object, ...]] = [("result", "games", "share", "95 % interval")]
        for result in _RESULTS:
            low, high = self.interval(result)
            spread = f"{100 * low:.1f} to {100 * high:.1f} %"
            share = f"{100 * self.share(result):.1f} %"
            rows.append((result, f"{self._count(result):,}", share, spread))
        return text_table(rows)


def playouts(game: Game, games: int = 1000, *, seed: int | None = None) -> Playouts:
    """Play random games from a position to their end and count the results.

    In each position all legal moves are equally likely. What comes out is an estimate of
    how random play ends, and no proof of what best play gives; four times as many games
    make its intervals half as wide.

    Parameters
    ----------
    game : Game
        Position that the games begin from.
    games : int, default 1000
        Number of games, at least 1.
    seed : int or None, optional
        Seed of the random numbers; with the same one the results are the same.

    Raises
    ------
    TypeError
        When `game` is no `Game`, or `games` or `seed` is not an int.
    ValueError
        When `games` is below 1.

    Examples
    --------
    >>> from tictactoe_widget import Game, playouts
    >>> print(playouts(Game(), games=1000, seed=1))
    result  games  share   95 % interval
    X       580    58.0 %  54.9 to 61.0 %
    O       293    29.3 %  26.6 to 32.2 %
    draw    127    12.7 %  10.8 to 14.9 %
    """
    rules = as_game(game).rules
    count = check_int(games, "games", 1)
    random = Random(as_seed(seed))
    play = family_analysis(rules).playout
    counts = Counter(play(rules, game.state, random) for _ in range(count))
    return Playouts(game.state.to_move, ResultCounts(*(counts[one] for one in _RESULTS)))
