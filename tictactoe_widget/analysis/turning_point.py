"""Words on where a finished game was lost, made from its review."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Mark, opponent
from tictactoe_widget.rules.notation import position_name

from .choices import ALIKE
from .reviewed_move import ReviewedMove
from .sentences import Naming, call_players, join_cells

_NAMED = 4
"""Largest number of better moves that are all named."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Sentence that says where a finished game was lost; ``str`` joins its parts. Immutable."""

    before: str
    """Beginning of the sentence; empty where there is nothing to tell."""
    move: str = ""
    """Name of the move in the sentence; empty where it speaks of none."""
    after: str = ""
    """End of the sentence, and what else there is to tell."""
    ply: int | None = None
    """Number of moves of the game up to that one, itself included; None without a move."""

    def __str__(self) -> str:
        return f"{self.before}{self.move}{self.after}".strip()


def find_turning_point(
    game: Game, moves: Sequence[ReviewedMove], winner: Mark | None = None
) -> TurningPoint:
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
    TurningPoint
        Sentences that number the moves from 1 and name cells as `position_name`
        does; empty for a game without moves.

    Examples
    --------
    >>> from tictactoe_widget import review
    >>> game = Game(moves=(0, 5, 4, 8, 2, 1, 6))
    >>> str(find_turning_point(game, review(game)))
    'O could have held the draw at move 2, with 5 instead of 6.'
    """
    if not moves:
        return TurningPoint("")
    name = partial(position_name, rules=game.rules)
    winner = winner or game.winner
    told = _tell_draw(moves, name) if winner is None else _tell_loss(moves, winner, name)
    after = f"{told.after} {_tell_unproved(moves, winner, name)}".rstrip()
    return replace(
        told,
        before=call_players(told.before, game.rules),
        after=call_players(after, game.rules),
    )


def _tell_loss(moves: Sequence[ReviewedMove], winner: Mark, name: Naming) -> TurningPoint:
    """Tell the move from which on it is proved, without a gap, that the winner wins."""
    loser = opponent(winner)
    at = len(moves)
    while at and moves[at - 1].played.value == (
        "win" if moves[at - 1].player == winner else "loss"
    ):
        at -= 1
    if at == len(moves):
        return TurningPoint("")
    move = moves[at]
    if move.verdict == "worse":
        return _tell_mistake(move, name)
    if move.best.value is None:
        where = f"move {at + 1} ({name(move.cell)})"
        return TurningPoint(f"{loser} is proved lost from ", where, " on.", at + 1)
    return TurningPoint(f"Nobody made a mistake: {loser} was lost from the start.")


def _tell_draw(moves: Sequence[ReviewedMove], name: Naming) -> TurningPoint:
    """Tell the last mistake of a drawn game, of which the opponent made no use."""
    mistakes = [move for move in moves if move.verdict == "worse"]
    given_away = [move for move in mistakes if move.played.value == "draw"]
    if given_away:
        return _tell_mistake(given_away[-1], name)
    if mistakes:
        return _tell_mistake(mistakes[-1], name, unused_by=opponent(mistakes[-1].player))
    if all(move.best.value == move.played.value is not None for move in moves):
        return TurningPoint("Nobody made a mistake.")
    return TurningPoint("No mistake is proved.")


def _tell_mistake(
    move: ReviewedMove, name: Naming, unused_by: Mark | None = None
) -> TurningPoint:
    """Tell a move that gave a win or a draw away, and which opponent made no use of it."""
    few = len(move.better) <= _NAMED
    better = join_cells(move.better, name) if few else f"{name(move.better[0])}, for example"
    played = name(move.cell)
    if unused_by is None:
        could = "won" if move.best.value == "win" else "held the draw"
        did = f"could have {could}"
        cells = f"{better}{'' if few else ','} instead of {played}"
    else:
        did = "risked the draw"
        cells = f"{played} instead of {better}"
        cells += f". {unused_by} made no use of it"
    ply = move.ply + 1
    return TurningPoint(f"{move.player} {did} at ", f"move {ply}", f", with {cells}.", ply)


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
    where = f"move {worst.ply + 1} ({name(worst.cell)})"
    return (
        f"{told}; by the estimates {worst.player}'s {where} cost the most, "
        f"and {name(worst.best_moves[0])} was better."
    )
