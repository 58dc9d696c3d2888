"""Players that look no further than their next move: "random", "beginner" and "casual".

What one of them may play is told as ways, lists of moves: it takes one of these by lot, and
a move of it by lot. So the page and the exact results can tell what it does without asking.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.rules.game import Game

from .ladder import along_lines, near_marks

Ways = tuple[Sequence[int], ...]
"""Lists of moves, each as likely as another; in each every item is as likely."""

_SMALL = 25
"""Most cells of a board on which they play anywhere.

On 5x5 no cell is more than two away from the centre. Larger boards have cells far off, where
no person plays without a reason."""


def draw(ways: Ways, random: Random) -> int:
    """Return a move of one of the ways, both by lot."""
    return random.choice(ways[0] if len(ways) == 1 else random.choice(ways))


def _random(game: Game) -> Ways:
    """Play any legal move."""
    return (game.legal_moves,)


def _beginner(game: Game) -> Ways:
    """Take a win three times of four, or block one every second time; else look around."""
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    around = _look_around(game, state.legal_moves)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,) * (3 * len(around)) + around
    blocks = family.blocking_moves(rules, state)
    return _look_around(game, blocks) + around if blocks else around


def _casual(game: Game) -> Ways:
    """Take a win, else block one, else look around."""
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,)
    return _look_around(game, family.blocking_moves(rules, state) or state.legal_moves)


def _look_around(game: Game, moves: Sequence[int]) -> Ways:
    """Return the moves, all alike on a small board.

    On a large one these are moves near marks, every second time those where a line grows.
    """
    if game.rules.cell_count <= _SMALL:
        return (moves,)
    near = near_marks(game.rules, game.state, moves)
    return (along_lines(game.rules, game.state, near) or near, near)


WAYS: Mapping[str, Callable[[Game], Ways]] = {
    "random": _random,
    "beginner": _beginner,
    "casual": _casual,
}
"""Ways of each of these players in a game that goes on, by name, weakest first."""
