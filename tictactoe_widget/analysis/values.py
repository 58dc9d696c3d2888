"""What is known about a position and its moves."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from tictactoe_widget.rules.base import Mark

Value = Literal["win", "draw", "loss"]
"""What perfect play makes of a game, for one of its players."""

Analyses = Iterator["Analysis"]
"""Analyses of one position that get better; the last one is the best."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
"""The value the other player sees."""

_UNKNOWN_PLIES = 1 << 20  # a win not yet measured ranks below one that is, a loss above

EXACT_SCORE: dict[Value, float] = {"win": 1.0, "draw": 0.0, "loss": -1.0}
"""What a value is worth as a score."""


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth to the player who makes it."""

    value: Value | None
    """What perfect play makes of it, None where that is not proved."""
    remoteness: int | None
    """Plies until the end under perfect play, this move included; None where unknown."""
    score: float
    """1 for a win, 0 for a draw, -1 for a loss; an estimate between where `value` is None."""

    @property
    def rank(self) -> tuple[float, int]:
        """What moves are compared by: the quicker win and the slower loss rank higher."""
        plies = _UNKNOWN_PLIES if self.remoteness is None else self.remoteness
        return (self.score, plies if self.value == "loss" else -plies)


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position, for the player to move."""

    player: Mark
    """Who is to move (on a finished game, who would be)."""
    value: Value | None
    """What perfect play makes of the game, None where that is not proved."""
    remoteness: int | None
    """Plies until the end under perfect play: the winner hurries, the loser delays.

    None where only the value is known.
    """
    score: float
    """1 for a win, 0 for a draw, -1 for a loss; an estimate between where `value` is None."""
    moves: Mapping[int, MoveValue]
    """What each legal move is worth to the player who makes it, by cell."""
    best_moves: tuple[int, ...]
    """Cells: the quickest win, else a draw, else the slowest loss, as far as known."""
    line: tuple[int, ...]
    """One continuation in which both play their best, as far as it was worked out."""
    exact: bool
    """Whether the values of the position and of every move are proved."""
    nodes: int = 0
    """Positions looked at, or games tried, to find this out."""


def finished(player: Mark, value: Value) -> Analysis:
    """Return the analysis of a game that is over; `value` is what `player` got."""
    return Analysis(player, value, 0, EXACT_SCORE[value], {}, (), (), exact=True)


def proved(value: Value, remoteness: int | None) -> MoveValue:
    """Return a move whose value is proved."""
    return MoveValue(value, remoteness, EXACT_SCORE[value])


def best_of(moves: Mapping[int, MoveValue]) -> tuple[int, ...]:
    """Return the cells of the highest rank.

    A draw is a draw, however long it takes.
    """
    top = max(move.score for move in moves.values())
    equals = {cell: move for cell, move in moves.items() if move.score == top}
    if top == 0:
        return tuple(equals)
    rank = max(move.rank for move in equals.values())
    return tuple(cell for cell, move in equals.items() if move.rank == rank)
