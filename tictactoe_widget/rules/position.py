"""Position of a game as a tuple of marks, for rules that are written in plain Python."""

from dataclasses import dataclass

from .marks import Board, Mark


@dataclass(frozen=True, slots=True)
class Position:
    """Marks on a board, without the moves that led to them. Immutable.

    Examples
    --------
    >>> position = Position(("X", None, "O", None))
    >>> position.move_count, position.to_move, position.free
    (2, 'X', (1, 3))
    """

    board: Board
    """Mark in each cell, ``"X"`` or ``"O"``, row by row; None where it is empty."""

    @property
    def move_count(self) -> int:
        """Number of marks on the board, which is that of the moves made."""
        return len(self.board) - self.board.count(None)

    @property
    def to_move(self) -> Mark:
        """Player to move: ``"X"``, who begins, or ``"O"``."""
        return "O" if self.move_count % 2 else "X"

    @property
    def free(self) -> tuple[int, ...]:
        """Cells without a mark, ascending."""
        return tuple(cell for cell, mark in enumerate(self.board) if mark is None)
