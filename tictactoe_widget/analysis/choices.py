"""The moves of one position, and what may be claimed of them.

A claim such as "only", "all" or "quickest" compares moves with each other, so it
needs to know every one of them. The methods return None where a claim cannot be
made.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tictactoe_widget.rules.marks import Mark

from .values import OPPOSITE, Analysis, MoveValue, Value, best_of, length_of, proved, value_of

ALIKE = 0.1
"""Least difference of two estimates, each from -1 to 1, that tells moves apart.

On an empty board of gomoku the estimates of all moves lie closer together than
this, and no player of the game would tell its central cells apart. Where estimates are
random games, their error has to be as small: after a quarter of the games that takes, a move
that was tried once may still look best.
"""

CLEARLY = 0.05
"""Least difference of two estimates of one search that is mentioned: with less, the
chances of the moves in % are nearly the same numbers."""

Extent = Literal["all", "at once", "quickest", "example"]
"""Kind of a list of moves: all of their value, all that win at once, all of the
quickest wins, or one of perhaps several."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal moves of a position, with the known value of each."""

    player: Mark
    """Player to move."""
    moves: Mapping[int, MoveValue]
    """Values of the legal moves for the player who makes them, by cell."""
    preferred: int
    """Cell that the search would play: the best score of those that may be compared."""
    comparable: frozenset[int]
    """Cells of the moves that may be compared with each other."""
    is_early: bool
    """True where the estimates come from too few random games to tell moves apart."""

    @classmethod
    def of(cls, analysis: Analysis) -> "Choices":
        """Return the choices in an analyzed position."""
        moves, comparable = analysis.moves, analysis.comparable
        top = max(comparable, key=lambda cell: moves[cell].score)
        played = analysis.best_moves[0]
        is_top = moves[played].score >= moves[top].score
        return cls(
            analysis.player,
            moves,
            preferred=played if is_top else top,
            comparable=frozenset(comparable),
            is_early=analysis.error > ALIKE,
        )

    def knowing(self, cell: int, replies: "Choices") -> "Choices":
        """Return the choices with one move valued by what is known of its replies.

        That is more than the search of the position before knew of the move, where the
        value is an estimate: a search of its own, which goes one ply deeper.
        """
        move = self.moves[cell]
        value = replies.value
        if value is None:
            if move.value is not None:
                return self
            return replace(self, moves={**self.moves, cell: replies.before})
        left = length_of(replies.moves)
        plies = move.remoteness if left is None else left + 1
        moves = {**self.moves, cell: proved(OPPOSITE[value], plies)}
        return replace(self, moves=moves, preferred=best_of(moves)[0])

    @property
    def value(self) -> Value | None:
        """Value of the position; None where it is not proved."""
        return value_of(self.moves)

    @property
    def before(self) -> MoveValue:
        """Estimate of the move that led here: what the best reply leaves to who made it."""
        return MoveValue(None, None, -self.moves[self.preferred].score)

    def clearly_better(self, cell: int) -> bool:
        """Return whether the search would clearly rather play another move than this one."""
        best = self.moves[self.preferred].score
        return cell not in self.comparable or best - self.moves[cell].score > CLEARLY

    @property
    def is_complete(self) -> bool:
        """True where the value of every move is proved."""
        return all(move.value is not None for move in self.moves.values())

    def cells(self, value: Value) -> list[int]:
        """Return the moves whose value is proved to be `value`."""
        return [cell for cell, move in self.moves.items() if move.value == value]

    @property
    def at_once(self) -> list[int]:
        """All moves that win at once."""
        return [cell for cell in self.cells("win") if self.moves[cell].remoteness == 1]

    def wins(self) -> tuple[list[int], Extent] | None:
        """Return the winning moves to name, and their extent; None where no win is proved."""
        wins = self.cells("win")
        if not wins:
            return None
        plies = length_of(self.moves)
        quickest = [cell for cell in wins if self.moves[cell].remoteness == plies]
        if self.is_complete and (plies is None or quickest == wins):
            return wins, "all"
        if self.at_once:
            return self.at_once, "at once"
        if plies is not None:
            return quickest, "quickest"
        return [min(wins, key=lambda cell: self.moves[cell].remoteness or 1 << 20)], "example"

    def draws(self) -> tuple[list[int], Extent] | None:
        """Return the drawing moves to name, and their extent; None where none is proved."""
        draws = self.cells("draw")
        if not draws:
            return None
        return (draws, "all") if self.is_complete else (draws[:1], "example")

    def quicker_wins(self, plies: int | None) -> tuple[list[int], Extent] | None:
        """Return the moves proved to win in fewer than `plies`, and their extent, or None.

        `plies` is None for a win of unknown length: only a win at once is quicker
        for certain.
        """
        if self.at_once:
            return None if plies == 1 else (self.at_once, "at once")
        measured = {
            cell: move.remoteness
            for cell, move in self.moves.items()
            if move.value == "win" and move.remoteness is not None
        }
        if plies is None or not measured or min(measured.values()) >= plies:
            return None
        shortest = min(measured.values())
        cells = [cell for cell, length in measured.items() if length == shortest]
        if length_of(self.moves) is None:
            return cells[:1], "example"
        return cells, "quickest"

    def longest_losses(self) -> list[int] | None:
        """Return the slowest losses; None unless all moves lose and all lengths are known."""
        plies = length_of(self.moves)
        if self.value != "loss" or plies is None:
            return None
        return [cell for cell, move in self.moves.items() if move.remoteness == plies]
