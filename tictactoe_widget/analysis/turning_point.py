"""Sentence on where a finished game was lost, made from its review."""

from collections.abc import Sequence
from functools import partial
from itertools import takewhile

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark, opponent
from tictactoe_widget.rules.notation import position_name

from .hints import ALIKE
from .review import ReviewedMove
from .sentences import Naming, join_cells

_NAMED = 4
"""Largest number of better moves that are all named."""


def find_turning_point(
    game: Game, moves: Sequence[ReviewedMove], winner: Mark | None = None
) -> str:
    """Tell in a sentence or two where a finished game was lost, as far as it is proved.

    Parameters
    ----------
    game : Game
        A game that is finished, or in which a player resigned.
    moves : sequence of ReviewedMove
        Review of all its moves.
    winner : {"X", "O"}, optional
        Winner by a resignation; by default that of `game`.

    Returns
    -------
    str
        Sentences that number the moves from 1 and name cells as `position_name`
        does; empty for a game without moves.

    Examples
    --------
    >>> from tictactoe_widget import review
    >>> game = Game(moves=(0, 5, 4, 8, 2, 1, 6))
    >>> find_turning_point(game, review(game))
    'O lost the draw at move 2 (6): 5 would have held.'
    """
    if not moves:
        return ""
    name = partial(position_name, rules=game.rules)
    winner = winner or game.winner
    told = _tell_draw(moves, name) if winner is None else _tell_loss(moves, winner, name)
    return " ".join(filter(None, [told, _tell_unproved(moves, winner, name)]))


def _tell_loss(moves: Sequence[ReviewedMove], winner: Mark, name: Naming) -> str:
    """Tell the move from which on it is proved, without a gap, that the winner wins."""
    loser = opponent(winner)
    at = len(moves)
    while at and moves[at - 1].played.value == (
        "win" if moves[at - 1].player == winner else "loss"
    ):
        at -= 1
    if at == len(moves):
        return ""
    move = moves[at]
    if move.verdict == "worse":
        return _tell_mistake(move, name)
    if move.best.value is None:
        return f"{loser} is proved lost from {_where(move, name)} on."
    return f"Nobody made a mistake: {loser} was lost from the start."


def _tell_draw(moves: Sequence[ReviewedMove], name: Naming) -> str:
    """Tell the last mistake of a drawn game, of which the opponent made no use."""
    mistakes = [move for move in moves if move.verdict == "worse"]
    given_away = [move for move in mistakes if move.played.value == "draw"]
    if given_away:
        return _tell_mistake(given_away[-1], name)
    if mistakes:
        move = mistakes[-1]
        return f"{_tell_mistake(move, name)} {opponent(move.player)} made no use of it."
    if all(move.best.value == move.played.value is not None for move in moves):
        return "Nobody made a mistake."
    return "No mistake is proved."


def _tell_mistake(move: ReviewedMove, name: Naming) -> str:
    lost = "gave the win away" if move.best.value == "win" else "lost the draw"
    verb = "won" if move.best.value == "win" else "held"
    few = len(move.better) <= _NAMED
    cells = join_cells(move.better, name) if few else f"{name(move.better[0])}, for example,"
    return f"{move.player} {lost} at {_where(move, name)}: {cells} would have {verb}."


def _tell_unproved(moves: Sequence[ReviewedMove], winner: Mark | None, name: Naming) -> str:
    """Tell of how many first moves nothing is proved, and which of them cost the most."""
    first = list(
        takewhile(lambda move: move.best.value is None and move.played.value is None, moves)
    )
    if not first:
        return ""
    if len(first) == len(moves):
        scope = "this game"
    else:
        scope = "the first move" if len(first) == 1 else f"the first {len(first)} moves"
    told = f"Nothing is proved of {scope}"
    suspects = [move for move in first if move.player != winner]
    worst = max(suspects, key=lambda move: move.estimated_loss, default=first[0])
    if worst.estimated_loss < ALIKE:
        return f"{told}."
    return (
        f"{told}; by the estimates {worst.player}'s {_where(worst, name)} cost the most, "
        f"and {name(worst.best_moves[0])} was better."
    )


def _where(move: ReviewedMove, name: Naming) -> str:
    return f"move {move.ply + 1} ({name(move.cell)})"
