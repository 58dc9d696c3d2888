"""Players between "casual" and "expert", which look a little ahead and overlook some moves.

Each of these players notices some moves and overlooks the others. Players notice moves near the
last two marks more often than other moves. They notice nearby moves in a mark's row or
column more often than those on a diagonal. To choose among the moves it notices, the player
searches a fixed number of positions. In this search, the player overlooks some of the
opponent's replies in the same way. However, "strong" and "advanced" see every reply in ultimate
tic-tac-toe, and "strong" also sees every reply on large boards.

Usually, a move remains overlooked until a mark is placed near it. If a player notices no moves,
it plays anywhere. However, a player's first move is in the middle half of the board or near the
opponent's mark. Players that see all replies begin a game with a random move.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from math import inf
from random import Random
from time import perf_counter, process_time
from types import MappingProxyType
from typing import Any

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.tree_search import Evaluation, Evaluator, TreeSearch
from tictactoe_widget.analysis.values import SLICE_SECONDS, Analyses
from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, State

# On a large board, people look only at cells next to the marks and along growing lines.

_CLOSE = 2  # maximum distance, in any direction, at which a mark draws attention
_SEEN = 2  # minimum number of marks in a line that draws attention


def near_marks(rules: Rules, state: State, moves: Sequence[int]) -> Sequence[int]:
    """Return the moves near any mark or, on an empty board, the moves in the middle half.

    If no move qualifies, or if the board is drawn in several parts, return all moves. On a
    board drawn in several parts, cells that look close can be far apart in the game.

    Parameters
    ----------
    rules : Rules
        Rules by which the game is played.
    state : State
        Position in which the player is to move.
    moves : sequence of int
        Moves to choose from.

    Examples
    --------
    >>> from tictactoe_widget import MNK
    >>> board = MNK(15, 15, 5)
    >>> opening = board.initial_state
    >>> cells = near_marks(board, opening, opening.legal_moves)
    >>> len(cells), min(cells), max(cells)
    (49, 64, 160)
    >>> near_marks(board, board.advance(opening, 0), opening.legal_moves)
    [0, 1, 2, 15, 16, 17, 30, 31, 32]
    """
    if rules.layout.block:
        return moves
    x, o = state.masks
    if x | o:
        near, _ = surroundings(rules.layout)
        found = [move for move in moves if near[rules.cell_of(move)] & (x | o)]
    else:
        middle = _middle(rules.layout)
        found = [move for move in moves if rules.cell_of(move) in middle]
    return found or moves


def along_lines(rules: Rules, state: State, moves: Sequence[int]) -> list[int]:
    """Return the moves on those open lines that contain the most marks.

    An open line is a line that one of the players can still complete. If a move is on several
    of these lines, the list contains it several times. If both players' lines contain the same
    number of marks, only the lines of the player to move count. If no line contains two marks,
    the list is empty.

    Parameters
    ----------
    rules : Rules
        Rules by which the game is played.
    state : State
        Position in which the player is to move.
    moves : sequence of int
        Moves to choose from.

    Examples
    --------
    O has three in a row, in columns 5 to 7 of the first row. X is to move.

    >>> from tictactoe_widget import MNK
    >>> board = MNK(15, 15, 5)
    >>> state = board.initial_state
    >>> for cell in (200, 5, 140, 6, 80, 7):
    ...     state = board.advance(state, cell)
    >>> along_lines(board, state, state.legal_moves)
    [3, 4, 4, 8, 8, 9]
    """
    through = family_analysis(rules).winning_lines(rules, state)
    seen: dict[tuple[int, bool], list[int]] = {}
    for marks, others in ((state.own, state.other), (state.other, state.own)):
        for move in moves:
            for line in through[rules.cell_of(move)]:
                count = (line & marks).bit_count()
                if count >= _SEEN and not line & others:
                    seen.setdefault((count, marks == state.own), []).append(move)
    return seen[max(seen)] if seen else []


@lru_cache(maxsize=8)
def surroundings(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two masks per cell: nearby cells, and nearby cells in the same row or column."""
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


@lru_cache(maxsize=8)
def _middle(layout: Layout) -> frozenset[int]:
    """Return the cells in the middle half of the rows and in the middle half of the columns.

    If marks fall to the bottom, all rows count as middle rows.
    """

    def is_inner(place: int, length: int) -> bool:
        return length <= 4 * place + 2 <= 3 * length

    places = (divmod(place, layout.columns) for place in range(len(layout.cells)))
    return frozenset(
        cell
        for cell, (row, column) in zip(layout.cells, places, strict=True)
        if is_inner(column, layout.columns) and (layout.falls or is_inner(row, layout.rows))
    )


# Number of opening plies (one for each player), which are played in the middle or near a mark.
_OPENING_PLIES = 2
_WITHOUT_MIDDLE = 9  # maximum number of cells on boards where opening plies can be anywhere
# Factor for the probability of overlooking a move near the most recent marks if the move is in
# the row or column of one of them.
_IN_LINE = 0.5
_ON_DIAGONAL = 0.75  # same factor for all other moves near the most recent marks
# Minimum number of legal moves at which the full share of moves is overlooked. With fewer
# moves, the share is lower.
_MANY = 30
# Maximum difference between two estimates at which the player's preference decides.
_TASTE = 0.02
# Processor time in seconds after which a player stops looking ahead. This limit is rarely
# reached.
_MOST_SECONDS = 0.25

# Kinds of boards: the basis of the static evaluation, and the maximum number of cells. The
# comment after each kind names the board on which the levels for this kind were measured.
_KINDS: tuple[tuple[str, float], ...] = (
    ("patterns", 12),  # 3x3
    ("patterns", 36),  # 5x5, four in a row
    ("patterns", 64),  # 6x7, four in a row
    ("patterns", inf),  # gomoku
    ("small boards", inf),  # ultimate
    ("playouts", 16),  # misère on 3x3
    ("playouts", inf),  # a new family of rules
)


@dataclass(frozen=True, slots=True)
class _Level:
    """Immutable limits on how much one player notices and searches on one kind of board."""

    # Probability of overlooking a move far from the most recent marks if there are many
    # moves. A number above 1 counts as 1.
    #
    # For moves near the most recent marks, the number is multiplied by a factor below 1. That
    # is why the number itself can be above 1.
    overlooked: float
    # Number of positions to search. This number is reduced if positions are slow to evaluate.
    position_count: int
    # True to look ahead with `FamilyAnalysis.deep_search`, which needs less time per position.
    is_deep: bool = False


# The difference between two limits can matter a lot on one board and not at all on another. So
# each kind of board has its own limits. The limits are chosen so that strength rises in even
# steps from "casual" through these five players to "expert".
# fmt: off
_LEVELS: Mapping[str, tuple[tuple[Any, ...], ...]] = {
    # 3x3, 5x5, 6x7, gomoku, ultimate, misère, others
    "keen": ((5.6, 0), (2.6, 0), (1.4, 0), (1.2, 0), (1.5, 0), (3.9, 0), (5.0, 0)),
    "regular": ((4.8, 6), (2.0, 6), (1.1, 6), (0.92, 5), (1.1, 16), (2.85, 6), (3.4, 28)),
    "skilled": ((4.1, 20), (1.62, 20), (0.87, 20), (0.66, 18),
                (0.6, 220), (1.55, 45), (2.2, 70)),
    "advanced": ((3.5, 60), (1.18, 60), (0.7, 60), (0.44, 65),
                 (0.25, 2600, True), (0.38, 500), (1.0, 200)),
    "strong": ((2.55, 150), (0.57, 150), (0.42, 150), (0.05, 2500, True),
               (0.05, 10000, True), (0.03, 1200), (0.05, 700)),
}
# fmt: on
LEVELS: Mapping[str, tuple[_Level, ...]] = MappingProxyType(
    {name: tuple(_Level(*limits) for limits in row) for name, row in _LEVELS.items()}
)
"""Limits for each player, by the player's name, starting with the weakest player. Each tuple is
in the same order as `_KINDS`."""


class Habits:
    """Generator of numbers, one for each game, that determine which moves a player overlooks.

    Parameters
    ----------
    seed : int, optional
        Seed for the numbers.
    """

    def __init__(self, *, seed: int | None) -> None:
        self._random = Random(seed)
        self._habit = 0
        # Rules of the last position, and the moves that led to it.
        self._last: tuple[Rules, tuple[int, ...]] | None = None

    def of(self, game: Game) -> int:
        """Return the number for a game.

        If the game continues the previous one, keep the number.
        """
        if self._last is None or not _goes_on(game, *self._last):
            self._habit = self._random.getrandbits(32)
        self._last = (game.rules, game.moves)
        return self._habit


def _goes_on(game: Game, rules: Rules, moves: tuple[int, ...]) -> bool:
    return game.rules == rules and game.moves[: len(moves)] == moves


def look_ahead(game: Game, levels: Sequence[_Level], habit: int) -> Iterator[int]:
    """Choose a winning move, a block or, if there is neither, the best move noticed.

    Parameters
    ----------
    game : Game
        Unfinished game.
    levels : sequence of Level
        Limits for each kind of board: how much the player overlooks, and how far it looks
        ahead.
    habit : int
        Number that determines which moves are overlooked. The same number always gives the same
        move in the same position.

    Yields
    ------
    int
        Best move so far, every few milliseconds. The player plays the last move that is
        yielded.
    """
    rules, state = game.rules, game.state
    family = family_analysis(rules)
    random = Random(f"{habit} {state.masks}")
    wins = family.winning_moves(rules, state)
    if wins:
        yield random.choice(wins)
        return
    evaluator = family.static_evaluator(rules, random)
    level = levels[_kind(evaluator, rules)]
    allowed: Sequence[int] = family.blocking_moves(rules, state) or state.legal_moves
    is_opening = state.move_count < _OPENING_PLIES and rules.cell_count > _WITHOUT_MIDDLE
    if is_opening and not level.is_deep:
        allowed = near_marks(rules, state, allowed)
    if not state.move_count and level.is_deep:
        # Without random numbers, the player would begin every game with the same move.
        yield random.choice(near_marks(rules, state, allowed))
        return
    attention = _Attention(
        evaluator, game, overlooked=level.overlooked, habit=habit, allowed=allowed
    )
    if level.is_deep:
        found = _search_far(family.deep_search(rules, state), attention, state, level)
    else:
        tree = TreeSearch(attention, state)
        found = _grow(tree, level.position_count // evaluator.cost)
    end = process_time() + _MOST_SECONDS
    for cell in found:
        yield cell
        if process_time() >= end:
            return


def _kind(evaluator: Evaluator[Any], rules: Rules) -> int:
    """Return the index of this board's kind in `_KINDS`, or the last index if no kind fits."""
    for at, (basis, most_cells) in enumerate(_KINDS):
        if evaluator.basis == basis and rules.cell_count <= most_cells:
            return at
    return len(_KINDS) - 1


def _grow(tree: TreeSearch[Any], positions: int) -> Iterator[int]:
    """Add positions to a search tree, and yield the best move so far at each pause."""
    pause = perf_counter() + SLICE_SECONDS
    for _ in range(positions):
        if not tree.open_move_count:
            break
        tree.grow()
        if perf_counter() >= pause:
            yield tree.best_move
            pause = perf_counter() + SLICE_SECONDS
    yield tree.best_move


def _search_far(
    analyses: Analyses, attention: "_Attention", state: State, level: _Level
) -> Iterator[int]:
    """For each analysis, yield the best move that the player notices.

    Stop after the analysis that has searched enough positions. If every noticed move is proved
    to lose, yield the move with the best static evaluation.
    """
    noticed = attention.noticed(state)
    by_evaluation: int | None = None
    for analysis in analyses:
        best = analysis.best_moves[0]
        if best not in noticed:
            best = max(noticed, key=lambda cell: analysis.moves[cell].rank)
        if analysis.moves[best].value == "loss":
            if by_evaluation is None:
                by_evaluation = TreeSearch(attention, state).best_move
            best = by_evaluation
        yield best
        if analysis.node_count >= level.position_count:
            return


# X's and O's marks as bit masks, and the player to move (0 for X, 1 for O).
_Marks = tuple[tuple[int, int], int]


class _Attention(Evaluator[Any]):
    """Evaluator that treats overlooked moves as losses.

    The player never overlooks a winning move and always notices at least one move.

    Parameters
    ----------
    evaluator : Evaluator
        Evaluator for the moves that are noticed.
    game : Game
        Game to search.
    overlooked : float
        Probability of overlooking a move that is far from the most recent marks.
    habit : int
        Number that determines which moves are overlooked. The number stays the same throughout
        a game.
    allowed : collection of int
        Legal moves in the current position that the player can notice.
    """

    def __init__(
        self,
        evaluator: Evaluator[Any],
        game: Game,
        *,
        overlooked: float,
        habit: int,
        allowed: Collection[int],
    ) -> None:
        self._evaluator = evaluator
        self._rules = game.rules
        self._overlooked = overlooked
        self._habit = habit
        self._recent = game.moves[-2:]
        self._allowed = frozenset(allowed)
        self._near, self._in_line = surroundings(game.rules.layout)

    def root(self, state: State) -> Evaluation:
        """Evaluate an unfinished position."""
        seen = self._evaluator.root(state)
        # Include moves that the evaluator left out, because they could be the only noticed
        # moves.
        moves = [
            at
            for at, cell in enumerate(seen.cells)
            if cell in self._allowed
            and (at not in seen.results or not self._rules.advance(state, cell).result)
        ]
        return self._limit(seen, (state.masks, state.move_count & 1), self._recent, moves)

    def noticed(self, state: State) -> list[int]:
        """Return the moves in the searched position that are both noticed and allowed."""
        cells = state.legal_moves
        moves = [at for at, cell in enumerate(cells) if cell in self._allowed]
        luck = {at: self._luck(state.masks, cells[at]) for at in moves}
        return [cells[at] for at in self._noticed(cells, luck, self._recent)]

    def after(self, position: tuple[Any, _Marks], cell: int) -> Evaluation:
        """Evaluate the position after a move that does not end the game."""
        before, ((x, o), player) = position
        bit = 1 << self._rules.cell_of(cell)
        is_x = self._rules.mark_drawn_by(MARKS[player], cell) == "X"
        recent = (*self._recent[-1:], cell)
        seen = self._evaluator.after(before, cell)
        next_player = 1 - player if seen.player is None else MARKS.index(seen.player)
        marks = ((x | bit, o & ~bit) if is_x else (x & ~bit, o | bit), next_player)
        moves = [at for at in range(len(seen.cells)) if at not in seen.results]
        return self._limit(seen, marks, recent, moves)

    def _limit(
        self, seen: Evaluation, marks: _Marks, recent: tuple[int, ...], moves: list[int]
    ) -> Evaluation:
        """If no move wins, treat every move as a loss unless it draws or is noticed."""
        position, cells, values, results, value, player = seen
        if 1 not in results.values():
            luck = {at: self._luck(marks[0], cells[at]) for at in moves}
            noticed = self._noticed(cells, luck, recent)
            still_open = {at for at in noticed if at not in results} or set(noticed[:1])
            settled: dict[int, int] = {}
            for at in range(len(cells)):
                if at in still_open:
                    values[at] += _TASTE * luck[at]
                elif results.get(at) == 0:
                    settled[at] = 0
                else:
                    values[at], settled[at] = -1.0, -1
            results = settled
        return Evaluation((position, marks), cells, values, results, value, player)

    def _noticed(
        self, cells: Sequence[int], luck: Mapping[int, float], recent: tuple[int, ...]
    ) -> list[int]:
        """Return the indices of the noticed moves (at least one), the most noticeable first."""
        crowd = min(1.0, len(cells) / _MANY)
        last = sum(1 << cell for cell in set(map(self._rules.cell_of, recent)))
        missed = {
            at: min(1.0, crowd * self._chance(cells[at], last)) - lucky
            for at, lucky in luck.items()
        }
        most = max(0.0, min(missed.values(), default=0.0))
        return sorted((at for at, by in missed.items() if by <= most), key=missed.__getitem__)

    def _luck(self, marks: tuple[int, int], cell: int) -> float:
        """Return a random number from 0 to 1 that stays the same until nearby marks change."""
        near = self._near[self._rules.cell_of(cell)]
        x, o = marks
        seen = f"{self._habit} {cell} {x & near:x} {o & near:x}"
        return int.from_bytes(blake2b(seen.encode(), digest_size=4).digest(), "big") / 2**32

    def _chance(self, move: int, marks: int) -> float:
        """Return the probability of overlooking a move, given the most recent marks."""
        cell = self._rules.cell_of(move)
        if self._in_line[cell] & marks:
            return self._overlooked * _IN_LINE
        return self._overlooked * (_ON_DIAGONAL if self._near[cell] & marks else 1.0)
