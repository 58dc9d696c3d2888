"""Evaluation of positions of m,n,k-games at first sight, by the patterns of marks."""

from tictactoe_widget.analysis.tree_search import Evaluation, Evaluator
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State

from .alphabeta import AlphaBeta
from .chances import estimate_at_sight
from .patterns import PatternPosition, shared_patterns

_WIDTH = 12
"""Number of moves that are considered where none is forced."""
_ROOT_WIDTH = 40
"""Number of moves that are considered in the position searched."""
_NEARLY = 0.97
"""Estimate of a position that a move or two will win."""


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
    >>> values = dict(zip(seen.cells, seen.values))
    >>> values[111] == values[115] == max(seen.values)
    True
    """

    basis = "patterns"
    """As in `Evaluator`."""
    cost = 3
    """As in `Evaluator`."""

    def __init__(self, rules: MNK) -> None:
        self._rules = rules
        self._patterns = shared_patterns(rules)
        self._scores = AlphaBeta(self._patterns)

    def root(self, state: State) -> Evaluation:
        """Evaluate an unfinished position."""
        return self._evaluate(state, self._patterns.position(state), _ROOT_WIDTH)

    def after(self, position: tuple[State, PatternPosition], cell: int) -> Evaluation:
        """Evaluate the unfinished position that a move leads to."""
        state, patterns = position
        following = self._patterns.play(patterns, cell, state.move_count & 1)
        return self._evaluate(self._rules.advance(state, cell), following, _WIDTH)

    def _evaluate(self, state: State, position: PatternPosition, width: int) -> Evaluation:
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
        values: list[float] = []
        results: dict[int, int] = {}
        for at, cell in enumerate(state.legal_moves):
            value, result = known.get(cell, (-1.0, -1))
            values.append(value)
            if result is not None:
                results[at] = result
        return Evaluation((state, position), state.legal_moves, values, results)

    def _promise(self, after: PatternPosition, player: int) -> float:
        """Return the estimate of a position for the player who has just moved."""
        patterns, rival = self._patterns, 1 - player
        if not after[2 - player] & patterns.fives:
            stops = patterns.cells(after[1 + player] & patterns.fives)
            if len(stops) > 1:
                return _NEARLY
            if stops:
                return self._estimate(patterns.play(after, stops[0], rival), player)
        return -self._estimate(after, rival)

    def _estimate(self, position: PatternPosition, player: int) -> float:
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
        return estimate_at_sight(self._scores.score(position, player))
