"""Monte Carlo tree search with proofs, for games that are too large to solve.

The tree grows by one position at a time. The search uses upper confidence bounds to select each
new position (L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006, with
the exploration term from D. Silver et al., Nature 529, 2016). The search evaluates all moves in
a new position at once, and backs up the value of the best move. If the estimates come from
random games, the search backs up the mean of the estimates instead, because the best estimate
might just be luck. Proved wins and losses are backed up as proofs, and the search never visits
them again (M. Winands, Y. Björnsson and J.-T. Saito, "Monte-Carlo tree search solver", CG
2008).

An `Evaluator` estimates new positions. For most rules, the evaluator plays random games. For
ultimate, the evaluator rates the lines on the small boards. If an evaluator isn't random, the
search can combine the minimax value of its estimates with their mean (M. Lanctot, M. Winands,
T. Pepels and N. Sturtevant, "Monte Carlo tree search with heuristic evaluations using implicit
minimax backups", CIG 2014).
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping
from math import sqrt
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

from tictactoe_widget.rules.state import Mark, State

from .values import (
    SLICE_SECONDS,
    Analyses,
    Analysis,
    MoveValue,
    MoveValues,
    Value,
    proved,
    value_of,
)

_VALUES: dict[int, Value] = {1: "win", 0: "draw", -1: "loss"}  # value for each proved result
# Value of a proved move, which is never searched again.
_SETTLED = float("-inf")
_NOTHING = -2  # marker for a node without a proved move
# Number of positions to evaluate between two pauses if the pauses don't depend on time.
_SLICE_POSITIONS = 250
_NONE: Mapping[int, int] = {}  # results for a position without proved moves

_StateT = TypeVar("_StateT", bound=State)


class Evaluation(NamedTuple):
    """Evaluation of a position, with an estimate or a proved result for each move."""

    position: Any
    """Position in the form that the evaluator uses.

    In a large tree, use tuples of numbers, because the garbage collector doesn't scan these
    tuples.
    """
    cells: tuple[int, ...]
    """Legal moves in ascending order."""
    values: list[float]
    """Estimates of the moves, from -1 to 1, for the player to move."""
    results: Mapping[int, int] = _NONE
    """Mapping from the index of a move in `cells` to its proved result (1, 0 or -1)."""
    value: float | None = None
    """Estimate for the player to move. None means the estimate of the best move."""
    player: Mark | None = None
    """Player to move, or None if the players alternate."""


class Evaluator(ABC, Generic[_StateT]):
    """Base class for evaluators of the positions that a search adds to its tree."""

    basis: str = "playouts"
    """Source of the estimates: ``"playouts"``, ``"patterns"`` or ``"small boards"``."""
    cost: int = 1
    """Approximate time to evaluate one position, relative to the fastest evaluator."""
    exploration: float = 0.2
    """Factor for the exploration term in upper confidence bounds."""
    minimax: float = 0.0
    """Weight (0 to 1) of the minimax value, relative to the mean, in a move's value."""

    @abstractmethod
    def root(self, state: _StateT) -> Evaluation:
        """Evaluate the unfinished position at the root of the tree."""

    @abstractmethod
    def after(self, position: Any, cell: int) -> Evaluation:
        """Evaluate the position that follows from a move.

        Parameters
        ----------
        position
            Position before the move, taken from an earlier evaluation.
        cell : int
            Legal move that does not end the game.
        """


class TreeSearch(Generic[_StateT]):
    """Resumable tree search from one position.

    The nodes of the tree are numbered, and the root is node 0. Flat arrays contain the moves of
    all nodes, node by node.

    Parameters
    ----------
    evaluator : Evaluator
        Evaluator for new positions.
    state : State
        Unfinished position to search.
    """

    def __init__(self, evaluator: Evaluator[_StateT], state: _StateT) -> None:
        self._evaluator = evaluator
        self._mover = state.to_move
        self._positions: list[Any] = []  # position of each node, in the evaluator's own form
        self._cells: list[tuple[int, ...]] = []  # legal moves at each node
        # Index of each node's first move, followed by the total number of moves.
        self._first = array("i", [0])
        # Total number of visits to each node's moves, plus one for each move to search.
        self._totals = array("i")
        self._open = array("i")  # number of unproved moves at each node
        # Best proved result of each node: 1 (win), 0 (draw), -1 (loss) or `_NOTHING`.
        self._known = array("b")
        self._players: list[Mark | None] = []  # `Evaluation.player` of each node
        # Arrays are used here because the garbage collector would scan every number in a list.
        self._values = array("d")  # value of each move, or `_SETTLED`
        # Mean of the estimates for the positions visited after each move.
        self._means = array("d")
        self._minimax = array("d")  # minimax value of the estimates after each move
        # Number of visits to each move, plus 2. The numbers are floats because division by a
        # float is faster.
        self._weights = array("d")
        self._below = array("i")  # node after each move, or 0 before the first visit
        # Proved results, by index of the move. Each result includes an upper bound on the plies
        # to the end, so that equal results can be compared.
        self._results: dict[int, tuple[int, int]] = {}
        self._add(evaluator.root(state))

    @property
    def evaluation_count(self) -> int:
        """Number of positions evaluated so far."""
        return len(self._values)

    @property
    def open_move_count(self) -> int:
        """Number of moves at the root that have not been proved yet."""
        return self._open[0]

    @property
    def best_move(self) -> int:
        """Best move found so far."""
        return self._cells[0][self._best(0)]

    def run(self, evaluations: int) -> None:
        """Search until `evaluations` positions are evaluated or every move's value is known."""
        while self.evaluation_count < evaluations and self.open_move_count:
            self.grow()

    def grow(self) -> None:
        """Add one position to the tree. At least one move at the root must be unproved."""
        firsts, totals, below = self._first, self._totals, self._below
        values, weights = self._values, self._weights
        exploration = self._evaluator.exploration
        node = 0
        path: list[tuple[int, int]] = []
        while True:
            first, end = firsts[node], firsts[node + 1]
            factor = exploration * sqrt(totals[node])
            top = _SETTLED
            best = first
            for move in range(first, end):
                bound = values[move] + factor / weights[move]
                if bound > top:
                    top = bound
                    best = move
            path.append((node, best))
            following = below[best]
            if not following:
                break
            node = following
        found = self._evaluator.after(self._positions[node], self._cells[node][best - first])
        leaf = below[best] = len(totals)
        self._add(found)
        if self._result(leaf) is None:
            self._back_up(path, max(found.values) if found.value is None else found.value)
        else:
            self._settle(path, leaf)

    def _add(self, found: Evaluation) -> None:
        values = self._values
        count = len(found.values)
        first = len(values)
        values.extend(found.values)
        self._means.extend(found.values)
        self._minimax.extend(found.values)
        self._weights.extend([2.0] * count)
        self._below.extend([0] * count)
        self._first.append(first + count)
        self._positions.append(found.position)
        self._players.append(found.player)
        self._cells.append(found.cells)
        self._totals.append(count - len(found.results))
        self._open.append(count - len(found.results))
        self._known.append(_NOTHING)
        for at, result in found.results.items():
            self._prove(len(self._known) - 1, first + at, result, 1)

    def _prove(self, node: int, move: int, result: int, plies: int) -> None:
        """Record the proved result of a move at a node, with a bound on the length in plies."""
        self._values[move] = _SETTLED
        self._minimax[move] = float(result)
        self._results[move] = (result, plies)
        self._known[node] = max(self._known[node], result)

    def _result(self, node: int) -> int | None:
        """Return the mover's result (1, 0 or -1) if it is proved, otherwise None."""
        known = self._known[node]
        return None if self._open[node] and known < 1 else known

    def _seen_above(self, node: int, below: int, value: float) -> float:
        """Convert a value for the mover at `below` to the value for the mover at `node`."""
        player = self._players[node]
        return value if player is not None and player == self._players[below] else -value

    def _back_up(self, path: list[tuple[int, int]], value: float) -> None:
        """Update the values along a path, given the estimate for the node at its end."""
        means, minimax, weights, first = self._means, self._minimax, self._weights, self._first
        share = self._evaluator.minimax
        is_new = True
        for node, move in reversed(path):
            below = self._below[move]
            value = self._seen_above(node, below, value)
            self._totals[node] += 1
            weight = weights[move]
            weights[move] = weight + 1
            # The first visit replaces the initial estimate of the move.
            mean = value if weight == 2 else means[move]
            mean = means[move] = mean + (value - mean) / (weight - 1)
            if is_new:
                best = max(minimax[first[below] : first[below + 1]])
                least = self._seen_above(node, below, best)
                is_new = least != minimax[move]
                minimax[move] = least
            self._values[move] = mean + share * (minimax[move] - mean)

    def _settle(self, path: list[tuple[int, int]], node: int) -> None:
        """Record the results that follow from a proved node, and update its ancestors."""
        result = self._result(node)
        value = 0.0
        while path and result is not None:
            below = node
            node, move = path.pop()
            value = self._seen_above(node, below, float(result))
            _, plies = self._results[self._first[below] + self._best(below)]
            self._totals[node] += 1
            self._weights[move] += 1
            self._open[node] -= 1
            self._prove(node, move, int(value), plies + 1)
            result = self._result(node)
        self._back_up(path, value if result is None else float(result))

    def _best(self, node: int) -> int:
        """Return the index of the best move at a node."""
        first, end = self._first[node], self._first[node + 1]
        known = self._known[node]
        proofs = [self._results.get(move) for move in range(first, end)]
        if self._result(node) is not None:
            equals = [at for at, proof in enumerate(proofs) if proof and proof[0] == known]
            return min(equals, key=lambda at: self._results[first + at][1] * (known or 1))
        # A proved draw is better than a move with an estimate below 0.
        at_least = 0.0 if not known else -2.0
        values = self._values[first:end]
        hopeful = [at for at, proof in enumerate(proofs) if not proof and values[at] > at_least]
        if not hopeful:
            return next(at for at, proof in enumerate(proofs) if proof and not proof[0])
        # The search follows upper bounds, so a move with few visits can have a high value.
        factor = self._evaluator.exploration * sqrt(self._totals[node])
        return max(hopeful, key=lambda at: values[at] - factor / self._weights[first + at])

    def report(self) -> Analysis:
        """Return the analysis, based on the results so far."""
        cells = self._cells[0]
        at_best = self._best(0)
        most = self._move_value(at_best).score
        moves = MoveValues.of(
            (cell, self._move_value(at, most)) for at, cell in enumerate(cells)
        )
        best = cells[at_best]
        value = value_of(moves)
        return Analysis(
            self._mover,
            value,
            None if value is None else moves[best].remoteness,
            moves[best].score,
            moves,
            self._best_moves(moves, best),
            self._variation(),
            exact=not self.open_move_count,
            node_count=self.evaluation_count,
        )

    def _move_value(self, at: int, most: float = 1.0) -> MoveValue:
        """Return the known value of a move at the root.

        An estimate above `most`, the best move's score, is lowered to `most`, because such a
        move had too few visits for a fair comparison.
        """
        if at not in self._results:
            return MoveValue(None, None, max(-0.99, min(0.99, most, self._values[at])))
        # A proved move that was never visited ends the game.
        result, _ = self._results[at]
        return proved(_VALUES[result], None if self._below[at] else 1)

    @staticmethod
    def _best_moves(moves: Mapping[int, MoveValue], best: int) -> tuple[int, ...]:
        """Return the moves that are known to be as good as the best move."""
        at_once = moves[best].remoteness == 1
        if moves[best].value == "draw" or at_once:
            return tuple(cell for cell, move in moves.items() if move == moves[best])
        return (best,)

    def _variation(self) -> tuple[int, ...]:
        """Return the principal variation as far as the tree contains it."""
        variation: list[int] = []
        node = 0
        while node or not variation:
            at = self._best(node)
            variation.append(self._cells[node][at])
            node = self._below[self._first[node] + at]
        return tuple(variation)


def grow_in_slices(tree: TreeSearch[_StateT]) -> Analyses:
    """Search until each move's value is proved, and yield an analysis after each time slice."""
    yield tree.report()
    while tree.open_move_count:
        end = perf_counter() + SLICE_SECONDS
        while tree.open_move_count and perf_counter() < end:
            tree.grow()
        yield tree.report()


def grow_by_number(tree: TreeSearch[_StateT]) -> Analyses:
    """Search until each move's value is proved, and yield an analysis every few positions."""
    yield tree.report()
    while tree.open_move_count:
        tree.run(tree.evaluation_count + _SLICE_POSITIONS)
        yield tree.report()
