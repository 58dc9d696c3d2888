"""One move of a game, compared with the best one."""

from dataclasses import dataclass
from typing import Any, Literal

from tictactoe_widget.rules.marks import Mark

from .values import MoveValue


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game, compared with the best one."""

    ply: int
    """Number of moves of the game before this one."""
    player: Mark
    """Player who made the move."""
    cell: int
    """Cell that was played; where marks are chosen, the move, as `Game.legal_moves` has it."""
    best: MoveValue
    """Value of the best move for the player; what is not certain is None."""
    played: MoveValue
    """Value of the move that was made, for the player."""
    best_moves: tuple[int, ...]
    """The best moves, as far as known; see `Analysis.best_moves`."""
    better: tuple[int, ...] = ()
    """Cells proved to be worth `best`, where this move is proved to be worth less."""

    @property
    def estimated_loss(self) -> float:
        """Estimate of the best move minus that of this one, 0 to 2; 0 where one is proved."""
        if self.best.value is not None or self.played.value is not None:
            return 0.0
        return max(0.0, self.best.score - self.played.score)

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

    @property
    def lead(self) -> float:
        """Lead of X after the move, -1 to 1; for a picture of the game.

        1 where X has won, -1 where O has, 0 for a draw; the sooner a proved win comes, the
        nearer to these, and never within 0.4 of 0. An estimate is its own score.
        """
        ahead = self.played.score if self.player == "X" else -self.played.score
        if self.played.value is None:
            return ahead
        plies = self.played.remoteness
        return ahead * (0.4 if plies is None else 0.4 + 1.8 / (plies + 2))

    def to_dict(self) -> dict[str, Any]:
        """Return the move and what is known of it as JSON values."""
        return {
            "ply": self.ply,
            "player": self.player,
            "cell": self.cell,
            "verdict": self.verdict,
            "best": self.best.to_dict(),
            "played": self.played.to_dict(),
            "estimated_loss": self.estimated_loss,
            "best_moves": list(self.best_moves),
            "better": list(self.better),
        }
