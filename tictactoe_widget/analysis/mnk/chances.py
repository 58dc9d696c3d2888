"""Chances to win that scores of positions of m,n,k-games stand for."""

from collections.abc import Callable
from math import tanh

from tictactoe_widget.rules.mnk import MNK

_SIGHT_POINTS = 500
"""Score that multiplies the odds by e, of a position that was not searched."""
_SUREST = 0.99
"""Largest estimate of such a position, without its sign."""
_MOST_TOLD = 0.8
"""Estimate that those after a search come near to, without its sign: where a win looks sure
and is not proved, one in ten is not won."""
_LEAST_POINTS = 140
"""Score that multiplies the odds by e after a search, where no edge is near."""


def estimate_at_sight(score: int) -> float:
    """Return a score without a search as an estimate between -1 and 1.

    It is twice the chance to win, less 1.
    """
    return max(-_SUREST, min(tanh(score / (2 * _SIGHT_POINTS)), _SUREST))


def estimate_after_search(rules: MNK) -> Callable[[int], float]:
    """Return the function that makes the score of a search an estimate, for some rules.

    An estimate, between -1 and 1, is twice the chance to win, less 1, where a draw is half
    a win. The same score promises less on a small board, where lines soon run into an edge.
    This was fitted to what came of games of the search against itself with five in a row
    (``benchmarks/calibration.py``); for other lengths there is a cautious guess.
    """
    points: float = _SIGHT_POINTS
    if rules.k == 5:
        points = max(_LEAST_POINTS, 1300 - 6.6 * rules.rows * rules.columns)
    return lambda score: _MOST_TOLD * tanh(score / (2 * points))
