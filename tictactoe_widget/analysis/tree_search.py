"""Monte Carlo tree search with proofs, for games too large to solve.

The tree grows by one position at a time, chosen by upper confidence bounds (L.
Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; with the
exploration term of D. Silver et al., Nature 529, 2016). All moves of a new position
are evaluated at once, and the value of the best of them is backed up. Wins and
losses that are certain are backed up as proofs and never visited again (M. Winands,
Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", CG 2008). An
`Evaluator` estimates new positions: by random playouts for any rules, by the lines
of the small boards for ultimate.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, MutableSequence
from math import sqrt
from time import perf_counter
from typing import Any, Generic, TypeVar, cast

from tictactoe_widget.rules.base import State

from .slices import SLICE_SECONDS
from .values import (
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    Value,
    proved,
    value_of,
)

_EXPLORATION = 0.2
"""Factor of the exploration term in an upper confidence bound."""
_VALUES: dict[int, Value] = {1: "win", 0: "draw", -1: "loss"}
"""Value by proved result."""

_NOTHING: list[Any] = []
"""Shared list of nodes without children; stays empty."""
_StateT = TypeVar("_StateT", bound=State)


Folded = tuple[Any, ...]
"""Node that was evaluated and not visited since, as tuples of numbers.

Most positions are never visited again. Tuples of numbers are not tracked by the
garbage collector, which would otherwise take long on a large tree.
"""


class SearchNode(Generic[_StateT]):
    """A position of the tree; each of its lists has an entry for each legal move.

    Parameters
    ----------
    state : State
        The position.
    values : list of float
        Estimates of the moves for the player who makes them, -1 to 1.
    results : list of {None, 1, 0, -1}
        Proved results of the moves: win, draw, loss; None where not proved.
    """

    __slots__ = (
        "children",
        "open_moves",
        "plies",
        "results",
        "state",
        "total",
        "values",
        "visits",
    )

    def __init__(self, state: _StateT, values: list[float], results: list[int | None]) -> None:
        count = len(values)
        self.state = state
        self.values: MutableSequence[float] = cast(list[float], tuple(values))
        self.results: MutableSequence[int | None] = cast(list[int | None], tuple(results))
        self.children: MutableSequence[SearchNode[_StateT] | Folded | None] = _NOTHING
        """Nodes after each move, folded or not; None before the first visit."""
        self.visits: MutableSequence[int] = _NOTHING
        """Number of visits to each move."""
        self.total = count
        """Number of visits to all moves; each counts once from the start."""
        self.open_moves = results.count(None)
        """Number of moves that are not proved."""
        self.plies: MutableSequence[int] = _NOTHING
        """Upper bounds on the length of proved moves in plies, to compare equal results."""

    def open(self) -> None:
        """Allocate the lists of children and visits."""
        count = len(self.values)
        self.values = list(self.values)
        self.children = [None] * count
        self.visits = [1] * count

    def settle(self, at: int, result: int, plies: int) -> None:
        """Record the proved result of a move, and a bound on its length in plies."""
        if not self.plies:
            self.results = list(self.results)
            self.plies = [1] * len(self.results)
        self.results[at] = result
        self.plies[at] = plies
        self.values[at] = float(result)
        self.open_moves -= 1

    @property
    def result(self) -> int | None:
        """Proved result for the player to move: 1, 0 or -1; None where not proved."""
        if 1 in self.results:
            return 1
        if self.open_moves:
            return None
        return max(result for result in self.results if result is not None)

    @property
    def best(self) -> int:
        """Index of the best move."""
        if self.result is not None:
            result = self.result
            equals = [at for at, known in enumerate(self.results) if known == result]
            if not self.plies:
                return equals[0]
            return min(equals, key=lambda at: self.plies[at] * (result or 1))
        # A proved draw is better than a move that is expected to do worse.
        at_least = 0.0 if 0 in self.results else -2.0
        hopeful = [
            at
            for at, known in enumerate(self.results)
            if known is None and self.values[at] > at_least
        ]
        if not hopeful:
            return self.results.index(0)
        visits = self.visits or self.values
        return max(hopeful, key=lambda at: (visits[at], self.values[at]))


class Evaluator(ABC, Generic[_StateT]):
    """Base class of evaluators, which estimate positions that are new to the tree."""

    cost: int = 1
    """Rough time that a position takes, compared with those of the quickest evaluator."""

    @abstractmethod
    def root(self, state: _StateT) -> SearchNode[_StateT]:
        """Return the node of an unfinished position."""

    @abstractmethod
    def child(self, parent: SearchNode[_StateT], cell: int) -> SearchNode[_StateT]:
        """Return the node of the unfinished position that a move leads to."""

    def fold(self, leaf: SearchNode[_StateT]) -> Folded:
        """Return what `unfold` needs to rebuild a node that `child` has made."""
        return (leaf.values, leaf.results)

    @abstractmethod
    def unfold(
        self, parent: SearchNode[_StateT], cell: int, folded: Folded
    ) -> SearchNode[_StateT]:
        """Rebuild a folded node without evaluating it again."""


class TreeSearch(Generic[_StateT]):
    """Tree search of one position, which can be continued at any time.

    Parameters
    ----------
    evaluator : Evaluator
        Evaluator of new positions.
    state : State
        An unfinished position.
    """

    def __init__(self, evaluator: Evaluator[_StateT], state: _StateT) -> None:
        self._evaluator = evaluator
        self.root = evaluator.root(state)
        """Node of the position searched."""
        self.root.open()
        self.evaluations = len(state.legal_moves)
        """Number of positions evaluated so far."""

    def run(self, evaluations: int) -> None:
        """Search until `evaluations` positions are evaluated, or every move is proved."""
        while self.evaluations < evaluations and self.root.open_moves:
            self.grow()

    def grow(self) -> None:
        """Add one position to the tree; the root must have a move that is not proved."""
        node = self.root
        path: list[tuple[SearchNode[_StateT], int]] = []
        while True:
            if not node.visits:
                node.open()
            factor = _EXPLORATION * sqrt(node.total)
            visits = node.visits
            results = node.results
            top = -10.0
            at = best = 0
            for value in node.values:
                if results[at] is None:
                    bound = value + factor / (1 + visits[at])
                    if bound > top:
                        top = bound
                        best = at
                at += 1  # noqa: SIM113 - the innermost loop of all; enumerate is slower
            path.append((node, best))
            following = self._below(node, best)
            if following is None:
                break
            node = following
        leaf = self._evaluator.child(node, node.state.legal_moves[best])
        node.children[best] = self._evaluator.fold(leaf)
        self.evaluations += len(leaf.values)
        self._back_up(path, leaf)

    def _below(self, node: SearchNode[_StateT], at: int) -> SearchNode[_StateT] | None:
        """Return the node after a move, unfolded; None before the first visit."""
        child = node.children[at]
        if type(child) is tuple:
            child = self._evaluator.unfold(node, node.state.legal_moves[at], child)
            node.children[at] = child
        return cast("SearchNode[_StateT] | None", child)

    @staticmethod
    def _back_up(
        path: list[tuple[SearchNode[_StateT], int]], leaf: SearchNode[_StateT]
    ) -> None:
        """Update values, visits and proofs along the path to a new leaf."""
        result = leaf.result
        value = max(leaf.values) if result is None else float(result)
        below = leaf
        first = True
        for node, at in reversed(path):
            value = -value
            node.total += 1
            if result is not None:
                # What was proved below settles this move, and perhaps the node.
                node.settle(at, -result, 1 + (below.plies[below.best] if below.plies else 1))
                value = -float(result)
                result = node.result
                if result is not None:
                    value = float(result)
                below = node
            elif first:
                node.values[at] = value
            else:
                node.values[at] += (value - node.values[at]) / node.visits[at]
            node.visits[at] += 1
            first = False

    def report(self) -> Analysis:
        """Return the analysis of what is known so far."""
        root = self.root
        cells = root.state.legal_moves
        moves = MoveValues.of(
            (
                cell,
                MoveValue(None, None, max(-0.99, min(0.99, value)))
                if result is None
                # A move that was proved and never visited ended the game.
                else proved(_VALUES[result], 1 if child is None else None),
            )
            for cell, value, result, child in zip(
                cells, root.values, root.results, root.children, strict=True
            )
        )
        best = cells[root.best]
        value = value_of(moves)
        return Analysis(
            root.state.to_move,
            value,
            None if value is None else moves[best].remoteness,
            moves[best].score,
            moves,
            self._best_moves(moves, best),
            self._line(),
            exact=not root.open_moves,
            nodes=self.evaluations,
        )

    @staticmethod
    def _best_moves(moves: Mapping[int, MoveValue], best: int) -> tuple[int, ...]:
        """List the moves that are known to be as good as the best one."""
        at_once = moves[best].remoteness == 1
        if moves[best].value == "draw" or at_once:
            return tuple(cell for cell, move in moves.items() if move == moves[best])
        return (best,)

    def _line(self) -> tuple[int, ...]:
        """Return the principal variation: the best moves, as far as the tree goes."""
        line = []
        node: SearchNode[_StateT] | None = self.root
        while node is not None:
            at = node.best
            line.append(node.state.legal_moves[at])
            node = self._below(node, at) if node.children else None
        return tuple(line)


def grow_in_slices(tree: TreeSearch[_StateT]) -> Analyses:
    """Search until every move is proved, and yield an analysis after each slice."""
    yield tree.report()
    while tree.root.open_moves:
        end = perf_counter() + SLICE_SECONDS
        while tree.root.open_moves and perf_counter() < end:
            tree.grow()
        yield tree.report()
