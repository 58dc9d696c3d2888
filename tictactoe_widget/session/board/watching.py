"""Pause, single steps and pace of players who play among themselves."""

from dataclasses import dataclass, replace
from typing import Literal, Self

from tictactoe_widget.validation.quoting import brief

Pace = Literal["slow", "normal", "fast"]
"""Pace of moves where only players play, so that people can follow."""

PACES: tuple[Pace, ...] = ("slow", "normal", "fast")
"""All paces, the slowest first."""


@dataclass(frozen=True)
class Watching:
    """Pause, step and pace of players who play among themselves; immutable."""

    is_paused: bool = False
    """True when the players wait until people let them go on."""
    step_at: int | None = None
    """Ply at which one move is made in spite of the pause; None for no such ply."""
    pace: Pace = "normal"
    """Pace at which they move."""

    def lets_move(self, ply: int) -> bool:
        """Return whether the player to move at a ply of the round may move."""
        return not self.is_paused or self.step_at == ply

    def with_pause(self, on: bool) -> Self:
        """Return the same with the players paused, or playing on."""
        return replace(self, is_paused=on, step_at=None)

    def with_step(self, ply: int) -> Self:
        """Return the same, paused, where the player to move at `ply` makes one move."""
        return replace(self, is_paused=True, step_at=ply)

    def with_pace(self, pace: str) -> Self:
        """Return the same at another pace.

        Raises
        ------
        ValueError
            When there is no such pace.
        """
        for known in PACES:
            if known == pace:
                return replace(self, pace=known)
        raise ValueError(f"the pace must be one of {', '.join(PACES)}, not {brief(pace)}")
