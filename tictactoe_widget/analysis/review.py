"""Review of a game: each of its moves compared with the best one."""

from dataclasses import dataclass
from typing import Literal

from tictactoe_widget.rules.base import Mark
from tictactoe_widget.rules.game import Game

from .analyze import analyze_briefly
from .slices import Slices, run_to_end
from .values import Analysis, MoveValue, proved, value_of

REVIEW_SECONDS = 0.25
"""Time limit for one position whose rules cannot be solved, in seconds."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game, compared with the best one."""

    ply: int
    """Number of moves of the game before this one."""
    player: Mark
    """Player who made the move."""
    cell: int
    """Cell that was played."""
    best: MoveValue
    """Value of the best move for the player; what is not certain is None."""
    played: MoveValue
    """Value of the move that was made, for the player."""
    best_moves: tuple[int, ...]
    """The best moves, as far as known; see `Analysis.best_moves`."""

    @property
    def verdict(self) -> Literal["best", "slower", "worse", "unknown"]:
        """Comparison of the move with the best one, as far as that is proved.

        "worse" where the result got worse (a win became a draw, say), "slower"
        where it kept the result but the win took longer or the loss came
        sooner, "best" where no move was better (of draws none is), "unknown"
        where a value or a length that this depends on is not known.
        """
        best, played = self.best, self.played
        if best.value is None or played.value is None:
            return "unknown"
        if best.value != played.value:
            return "worse"
        if best.value == "draw":
            return "best"
        if best.remoteness is None or played.remoteness is None:
            return "unknown"
        return "best" if played.remoteness == best.remoteness else "slower"


def review(game: Game, seconds: float = REVIEW_SECONDS) -> list[ReviewedMove]:
    """Compare each move of a game with the best one available.

    Parameters
    ----------
    game : Game
        A game, finished or not.
    seconds : float, default 0.25
        Time limit for one position where its rules cannot be solved; values
        not proved by then are estimates.

    Returns
    -------
    list of ReviewedMove
        One entry for each of ``game.moves``, in order.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> lost = review(Game(moves=(0, 5, 4, 8, 2, 1, 6)))
    >>> [(move.ply, move.player, move.best.value, move.played.value)
    ...  for move in lost if move.verdict == "worse"]
    [(1, 'O', 'draw', 'loss')]
    """
    return run_to_end(review_in_slices(game, seconds))


def review_in_slices(game: Game, seconds: float = REVIEW_SECONDS) -> Slices[list[ReviewedMove]]:
    """Review a game as `review` does, in slices."""
    reviewed = []
    at = game.at(0)
    for ply, cell in enumerate(game.moves):
        known = yield from analyze_briefly(at, seconds)
        played = known.moves[cell]
        reviewed.append(
            ReviewedMove(
                ply,
                at.current_player,
                cell,
                best_for_certain(known, played),
                played,
                known.best_moves,
            )
        )
        at = at.play(cell)
    return reviewed


def best_for_certain(known: Analysis, played: MoveValue) -> MoveValue:
    """Return the value of the best move, as far as `played` can be compared with it."""
    value = value_of(known.moves)
    if value is None:
        # Another move may win; but a draw that is proved is better than a loss.
        has_draw = any(move.value == "draw" for move in known.moves.values())
        if has_draw and played.value == "loss":
            return proved("draw", None)
        return MoveValue(None, None, known.score)
    plies = known.remoteness
    if plies is None and value == "win" and played.remoteness is not None:
        # A quicker win of known length is enough, be it the quickest or not.
        quicker = [
            move.remoteness
            for move in known.moves.values()
            if move.value == "win" and move.remoteness is not None
        ]
        plies = min((p for p in quicker if p < played.remoteness), default=None)
    return proved(value, plies)
