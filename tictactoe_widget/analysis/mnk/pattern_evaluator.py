"""Evaluation of positions of m,n,k-games at first sight, by the patterns of marks."""

from bisect import bisect_left

from tictactoe_widget.analysis.tree_search import Evaluator, Folded, SearchNode
from tictactoe_widget.rules.base import State
from tictactoe_widget.rules.mnk import MNK

from .alphabeta import THREATENED, AlphaBeta, as_estimate
from .patterns import Position, shared_patterns

_WIDTH = 12
"""Number of moves that are considered where none is forced."""
_ROOT_WIDTH = 40
"""Number of moves that are considered in the position searched."""
_NEARLY = 0.97
"""Estimate of a position that a move or two will win."""


class _PatternNode(SearchNode[State]):
    """A node with the patterns of its position."""

    __slots__ = ("patterns",)

    def __init__(
        self,
        state: State,
        values: list[float],
        results: list[int | None],
        patterns: Position,
    ) -> None:
        super().__init__(state, values, results)
        self.patterns = patterns


class PatternEvaluator(Evaluator[State]):
    """Evaluator of m,n,k-games in normal play by the patterns that marks make.

    The moves worth the most to both players are considered, each by the position after
    it; all others count as lost, as do those that leave a completed line to the
    opponent.

    Parameters
    ----------
    rules : MNK
        Rules of the game, not misère.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> rules = MNK(15, 15, 5)
    >>> three = Game(rules, moves=(112, 0, 113, 14, 114, 210))
    >>> seen = PatternEvaluator(rules).root(three.state)
    >>> values = dict(zip(three.legal_moves, seen.values))
    >>> values[111] == values[115] == max(seen.values)
    True
    """

    cost = 3
    """As in `Evaluator`."""

    def __init__(self, rules: MNK) -> None:
        self._rules = rules
        self._patterns = shared_patterns(rules)
        self._scores = AlphaBeta(self._patterns)

    def root(self, state: State) -> SearchNode[State]:
        """Return the node of an unfinished position."""
        return self._node(state, self._patterns.position(state), _ROOT_WIDTH)

    def child(self, parent: SearchNode[State], cell: int) -> SearchNode[State]:
        """Return the node of the unfinished position that a move leads to."""
        assert isinstance(parent, _PatternNode)  # noqa: S101 - made here, all of them
        player = parent.state.move_count & 1
        after = self._patterns.play(parent.patterns, cell, player)
        return self._node(self._rules.advance(parent.state, cell), after, _WIDTH)

    def unfold(self, parent: SearchNode[State], cell: int, folded: Folded) -> SearchNode[State]:
        """Rebuild a folded node without evaluating it again."""
        assert isinstance(parent, _PatternNode)  # noqa: S101 - as above
        player = parent.state.move_count & 1
        after = self._patterns.play(parent.patterns, cell, player)
        values, results = folded
        return _PatternNode(self._rules.advance(parent.state, cell), values, results, after)

    def _node(self, state: State, position: Position, width: int) -> SearchNode[State]:
        patterns, player = self._patterns, state.move_count & 1
        own, other = position[1 + player], position[2 - player]
        known: dict[int, tuple[float, int | None]]
        wins = patterns.cells(own & patterns.fives)
        if wins:
            known = dict.fromkeys(wins, (1.0, 1))
        elif len(state.legal_moves) == 1:
            known = {state.legal_moves[0]: (0.0, 0)}
        elif not own and not other:
            known = dict.fromkeys(state.legal_moves, (0.0, None))
        else:
            stops = patterns.cells(other & patterns.fives)
            cells = stops or [cell for _, cell in self._scores.rank(position, player)[:width]]
            known = {
                cell: (self._promise(patterns.play(position, cell, player), player), None)
                for cell in cells
            }
        values = [-1.0] * len(state.legal_moves)
        results: list[int | None] = [-1] * len(state.legal_moves)
        for cell, (value, result) in known.items():
            at = bisect_left(state.legal_moves, cell)
            values[at], results[at] = value, result
        return _PatternNode(state, values, results, position)

    def _promise(self, after: Position, player: int) -> float:
        """Return the estimate of a position for the player who has just moved."""
        patterns, rival = self._patterns, 1 - player
        if not after[2 - player] & patterns.fives:
            stops = patterns.cells(after[1 + player] & patterns.fives)
            if len(stops) > 1:
                return _NEARLY
            if stops:
                return self._estimate(patterns.play(after, stops[0], rival), player)
        return -self._estimate(after, rival)

    def _estimate(self, position: Position, player: int) -> float:
        """Return the estimate of a position for the player to move."""
        patterns = self._patterns
        own, other = position[1 + player], position[2 - player]
        if own & patterns.fives:
            return _NEARLY
        if other & patterns.fives:
            several = len(patterns.cells(other & patterns.fives)) > 1
            return -_NEARLY if several else 0.0
        if own & patterns.wins:
            return _NEARLY
        score = self._scores.score(position, player)
        if other & patterns.wins:
            score -= THREATENED
        return as_estimate(score)
