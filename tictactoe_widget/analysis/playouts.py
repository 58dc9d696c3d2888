"""Random games played to their end, and the evaluation of positions by them."""

from collections.abc import Callable
from random import Random
from typing import Any

from tictactoe_widget.rules.marks import Result
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State

from .tree_search import Evaluation, Evaluator

Playout = Callable[[Any, Any, Random], Result]
"""Function that plays random moves from a position to the end and returns the result."""


def playout(rules: Rules, state: State, random: Random) -> Result:
    """Play random moves to the end and return the result.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    state : State
        State to begin from; it may be over.
    random : Random
        Random numbers for the moves; all legal moves are equally likely.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game.from_text("XX./OOX/XO.")   # X wins next, unless O takes cell 2
    >>> playout(game.rules, game.play(8).state, Random(1))
    'X'
    """
    while state.result is None:
        state = rules.advance(state, random.choice(state.legal_moves))
    return state.result


_WEIGHT = 1 / 3
"""Weight of the result of one random game in an estimate (P. S. Laplace's rule of
succession, 1774): after one win in one game the chance to win is two in three."""


class PlayoutEvaluator(Evaluator[State]):
    """Evaluator that estimates each move by the result of one random game after it.

    The estimate of a position is the mean of these games.

    Parameters
    ----------
    rules : Rules
        Rules of any family.
    random : Random
        Random numbers for the moves.
    play : callable
        Function that plays a random game to its end.
    """

    def __init__(self, rules: Rules, random: Random, play: Playout = playout) -> None:
        # A playout for each move, and each as long as there are cells.
        self.cost = 1 + rules.cell_count**2 // 128
        self._rules = rules
        self._random = random
        self._play = play

    def root(self, state: State) -> Evaluation:
        """Evaluate an unfinished position."""
        mover = state.to_move
        values: list[float] = []
        results: dict[int, int] = {}
        for at, cell in enumerate(state.legal_moves):
            following = self._rules.advance(state, cell)
            end = self._play(self._rules, following, self._random)
            result = 0 if end == "draw" else 1 if end == mover else -1
            values.append(float(result))
            if following.result is not None:
                results[at] = result
        weak = [_WEIGHT * value for value in values]
        return Evaluation(state, state.legal_moves, weak, results, sum(values) / len(values))

    def after(self, position: State, cell: int) -> Evaluation:
        """Evaluate the unfinished position that a move leads to."""
        return self.root(self._rules.advance(position, cell))
