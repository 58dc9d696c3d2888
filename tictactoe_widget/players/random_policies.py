"""Players that look only at their next move: "random", "beginner" and "casual".

Each of these players has a list of move groups. The player chooses a random group, and then a
random move in that group. Other code can therefore compute the exact probability of each move
without calling the player.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.rules.game import Game

from .ladder import along_lines, near_marks

MoveGroups = tuple[Sequence[int], ...]
"""Groups of moves. All groups are equally likely, and so are all moves within a group."""

# Maximum number of cells on boards where these players play anywhere.
#
# On 5x5, no cell is more than two cells away from the centre. Larger boards have distant cells,
# where people play only if they have a reason.
_SMALL = 25


def sample_move(groups: MoveGroups, random: Random) -> int:
    """Choose a random group, and then a random move in that group."""
    return random.choice(groups[0] if len(groups) == 1 else random.choice(groups))


def _random(game: Game) -> MoveGroups:
    return (game.legal_moves,)


def _beginner(game: Game) -> MoveGroups:
    """Return the move groups for the player "beginner".

    If the player can win, the player does so three times out of four. If the player can only
    block a threat, the player does so half the time. Otherwise, the player looks around.
    """
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    around = _look_around(game, state.legal_moves)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,) * (3 * len(around)) + around
    blocks = family.blocking_moves(rules, state)
    return _look_around(game, blocks) + around if blocks else around


def _casual(game: Game) -> MoveGroups:
    """Take a win, otherwise block the opponent's win, otherwise look around."""
    rules, state, family = game.rules, game.state, family_analysis(game.rules)
    wins = family.winning_moves(rules, state)
    if wins:
        return (wins,)
    return _look_around(game, family.blocking_moves(rules, state) or state.legal_moves)


def _look_around(game: Game, moves: Sequence[int]) -> MoveGroups:
    """Return the move groups for a position without a win or a block.

    On a small board, return all moves in one group. On a large board, return moves near marks
    and, half the time, moves that extend a line.
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
"""Mapping from players' names, weakest first, to functions that return move groups."""
