"""Players that look only at their next move: "random", "beginner" and "casual".

Each of them draws one of its move groups, then a move of that group, with equal probability.
The page and the exact results can therefore compute its behaviour without calling it.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.rules.game import Game

from .ladder import along_lines, near_marks

MoveGroups = tuple[Sequence[int], ...]
"""Lists of moves with equal probability, each with equally likely moves."""

# Maximum number of cells of a board on which they play anywhere.
#
# On 5x5 no cell is more than two away from the centre. Larger boards have distant cells, where
# people play only for a reason.
_SMALL = 25


def sample_move(groups: MoveGroups, random: Random) -> int:
    """Draw a random group, then a random move of it."""
    return random.choice(groups[0] if len(groups) == 1 else random.choice(groups))


def _random(game: Game) -> MoveGroups:
    return (game.legal_moves,)


def _beginner(game: Game) -> MoveGroups:
    """Take three of four wins, or block half of the opponent's wins, or look around."""
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    around = _look_around(game, state.legal_moves)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,) * (3 * len(around)) + around
    blocks = family.blocking_moves(rules, state)
    return _look_around(game, blocks) + around if blocks else around


def _casual(game: Game) -> MoveGroups:
    """Take a win, or block one, or look around."""
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,)
    return _look_around(game, family.blocking_moves(rules, state) or state.legal_moves)


def _look_around(game: Game, moves: Sequence[int]) -> MoveGroups:
    """Return all moves on a small board, with equal probability.

    On a large board, return moves near marks, and half of the time those that extend a line.
    """
    if game.rules.cell_count <= _SMALL:
        return (moves,)
    near = near_marks(game.rules, game.state, moves)
    return (along_lines(game.rules, game.state, near) or near, near)


RANDOM_POLICIES: Mapping[str, Callable[[Game], MoveGroups]] = {
    "random": _random,
    "beginner": _beginner,
    "casual": _casual,
}
"""Move groups of each player in an unfinished game, by name, weakest first."""
