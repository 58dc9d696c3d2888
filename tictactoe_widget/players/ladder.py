"""Players between "casual" and "expert": they look ahead a little, and overlook things.

What a player notices is settled move by move: one near the last two marks is noticed
more often than one elsewhere, and one in their row or column more often than one on
their diagonals. Among what it has noticed it looks a fixed number of positions ahead,
where it overlooks replies of its opponent in the same way. As a rule, what is
overlooked stays so until something is played close to it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from random import Random
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any

from tictactoe_widget.analysis.families import family_of
from tictactoe_widget.analysis.slices import SLICE_SECONDS
from tictactoe_widget.analysis.tree_search import Evaluation, Evaluator, TreeSearch
from tictactoe_widget.rules.base import Rules, State
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.layout import Layout

_CLOSE = 2
"""Number of cells, in any direction, within which a mark draws attention."""
_IN_LINE = 0.5
"""Share of its usual chance with which a move close to the last marks is overlooked."""
_ON_DIAGONAL = 0.75
"""The same for a move in the row or column of none of these marks."""
_MANY = 30
"""Number of legal moves from which on no more are overlooked; with fewer it is that share."""
_TASTE = 0.02
"""Greatest difference between the estimates of moves that a player's liking decides."""
_MOST_SECONDS = 0.25
"""Processor time after which a player stops looking ahead, in seconds; rarely reached."""


@dataclass(frozen=True, slots=True)
class Level:
    """Limits of a ladder player: what it overlooks, how much it looks ahead. Immutable."""

    overlooked: float
    """Chance to overlook a move far from the last marks; above 1, a near one more often."""
    positions: int
    """Number of positions that it looks ahead, fewer where each takes longer."""


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "keen": Level(overlooked=2.1, positions=0),
        "regular": Level(overlooked=0.95, positions=3),
        "skilled": Level(overlooked=0.75, positions=70),
        "advanced": Level(overlooked=0.4, positions=240),
        "strong": Level(overlooked=0.1, positions=600),
    }
)
"""Levels of the players of the ladder by name, weakest first."""


class Habits:
    """Number by which a player overlooks things: one for each game that it plays.

    Parameters
    ----------
    seed : int, optional
        Seed of these numbers.
    """

    def __init__(self, seed: int | None) -> None:
        self._random = Random(seed)
        self._habit = 0
        self._last: tuple[Rules, tuple[int, ...]] | None = None
        """Rules and moves of the position seen last."""

    def of(self, game: Game) -> int:
        """Return the number for a game: a new one unless the game goes on from the last."""
        if self._last is None or not _goes_on(game, *self._last):
            self._habit = self._random.getrandbits(32)
        self._last = (game.rules, game.moves)
        return self._habit


def _goes_on(game: Game, rules: Rules, moves: tuple[int, ...]) -> bool:
    return game.rules == rules and game.moves[: len(moves)] == moves


def look_ahead(game: Game, level: Level, habit: int) -> Iterator[int]:
    """Choose a move that wins at once, else one that blocks, else the best one noticed.

    Parameters
    ----------
    game : Game
        An unfinished game.
    level : Level
        What is overlooked, and how far to look ahead.
    habit : int
        Number by which things are overlooked: the same number and the same position
        give the same move.

    Yields
    ------
    int
        The best cell so far, every few milliseconds; the last one is the move.
    """
    rules, state = game.rules, game.state
    family = family_of(rules)
    random = Random(f"{habit} {state.masks}")
    wins = family.winning_moves(rules, state)
    if wins:
        yield random.choice(wins)
        return
    allowed = family.blocking_moves(rules, state) or state.legal_moves
    evaluator = family.first_sight(rules, random)
    attention = Attention(
        evaluator,
        rules.layout,
        overlooked=level.overlooked,
        habit=habit,
        recent=game.moves[-2:],
        allowed=allowed,
    )
    end = process_time() + _MOST_SECONDS
    tree = TreeSearch(attention, state)
    pause = perf_counter() + SLICE_SECONDS
    for _ in range(level.positions // evaluator.cost):
        if not tree.open_moves:
            break
        tree.grow()
        if perf_counter() >= pause:
            yield tree.best_move
            if process_time() >= end:
                return
            pause = perf_counter() + SLICE_SECONDS
    yield tree.best_move


_Marks = tuple[tuple[int, int], int]
"""Bit masks of X and O, and the player to move, 0 for X."""


class Attention(Evaluator[Any]):
    """Evaluator for a player that overlooks moves: to it, they are as good as lost.

    A winning move is never overlooked, and one move is always noticed.

    Parameters
    ----------
    evaluator : Evaluator
        Evaluator of the moves that are noticed.
    layout : Layout
        Layout of the board.
    overlooked : float
        Chance to overlook a move that is far from the last marks.
    habit : int
        Number by which moves are overlooked, the same in all positions of a game.
    recent : sequence of int
        Cells of the last two moves before the position searched.
    allowed : collection of int
        Legal moves in that position that are considered at all.
    """

    def __init__(  # noqa: PLR0913 - each says something else about one look
        self,
        evaluator: Evaluator[Any],
        layout: Layout,
        *,
        overlooked: float,
        habit: int,
        recent: tuple[int, ...],
        allowed: Collection[int],
    ) -> None:
        self._evaluator = evaluator
        self._overlooked = overlooked
        self._habit = habit
        self._recent = recent
        self._allowed = frozenset(allowed)
        self._near, self._in_line = _surroundings(layout)

    def root(self, state: State) -> Evaluation:
        """Evaluate an unfinished position."""
        cells = state.legal_moves
        ruled_out = [at for at, cell in enumerate(cells) if cell not in self._allowed]
        marks = (state.masks, state.move_count & 1)
        return self._limit(self._evaluator.root(state), marks, self._recent, ruled_out)

    def after(self, position: tuple[Any, _Marks], cell: int) -> Evaluation:
        """Evaluate the unfinished position that a move leads to."""
        seen, ((x, o), player) = position
        marks = ((x, o | 1 << cell) if player else (x | 1 << cell, o), 1 - player)
        recent = (*self._recent[-1:], cell)
        return self._limit(self._evaluator.after(seen, cell), marks, recent, [])

    def _limit(
        self, seen: Evaluation, marks: _Marks, recent: tuple[int, ...], ruled_out: list[int]
    ) -> Evaluation:
        """Settle what is overlooked or ruled out as lost."""
        position, cells, values, results = seen
        if 1 not in results.values():
            lost = set(ruled_out)
            crowd = min(1.0, len(cells) / _MANY)
            last = sum(1 << mark for mark in set(recent))
            missed: dict[int, float] = {}
            for at, cell in enumerate(cells):
                if at not in results and at not in lost:
                    luck = self._luck(marks[0], cell)
                    values[at] += _TASTE * luck
                    missed[at] = crowd * self._chance(cell, last) - luck
            most = max(0.0, min(missed.values(), default=0.0))
            lost.update(at for at, by in missed.items() if by > most)
            for at in lost:
                values[at] = -1.0
            results = {**results, **dict.fromkeys(lost, -1)}
        return Evaluation((position, marks), cells, values, results)

    def _luck(self, marks: tuple[int, int], cell: int) -> float:
        """Return a number from 0 to 1 that is fixed until the marks near a cell change."""
        near = self._near[cell]
        x, o = marks
        seen = f"{self._habit} {cell} {x & near:x} {o & near:x}"
        return int.from_bytes(blake2b(seen.encode(), digest_size=4).digest(), "big") / 2**32

    def _chance(self, cell: int, marks: int) -> float:
        """Return the chance to overlook a move where there are many, after the last marks."""
        if self._in_line[cell] & marks:
            return self._overlooked * _IN_LINE
        return self._overlooked * (_ON_DIAGONAL if self._near[cell] & marks else 1.0)


@lru_cache(maxsize=8)
def _surroundings(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return bit masks by cell: of the cells close to it, and of those in its row or column."""
    near = [0] * len(layout.cells)
    in_line = [0] * len(layout.cells)
    steps = range(-_CLOSE, _CLOSE + 1)
    for place, cell in enumerate(layout.cells):
        row, column = divmod(place, layout.columns)
        for down, across in product(steps, steps):
            if 0 <= row + down < layout.rows and 0 <= column + across < layout.columns:
                bit = 1 << layout.cells[place + down * layout.columns + across]
                near[cell] |= bit
                in_line[cell] |= 0 if down and across else bit
    return tuple(near), tuple(in_line)
