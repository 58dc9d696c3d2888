"""A naive version of the variants' rules, with boards as tuples.

It shares nothing with the package. A position is a tuple of "X", "O" and None, row by row;
who is to move follows from the number of marks.
"""

from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, NamedTuple

Marks = tuple[str | None, ...]
Move = tuple[int, str]
Worth = tuple[int, int]

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class NaiveVariant(NamedTuple):
    """One combination of the rule options."""

    rows: int
    columns: int
    k: int
    misere: bool = False
    marks: str = "own"
    drop: bool = False
    torus: bool = False
    order: bool = False

    def moves(self, board: Marks) -> list[Move]:
        """Return the legal moves as pairs of cell and mark."""
        turn = "XO"[(len(board) - board.count(None)) % 2]
        marks = {"own": turn, "same": "X", "chosen": "XO"}[self.marks]
        return [
            (cell, mark)
            for cell, held in enumerate(board)
            if held is None and (not self.drop or self.is_supported(board, cell))
            for mark in marks
        ]

    def is_supported(self, board: Marks, cell: int) -> bool:
        """Return whether a falling mark would stop in a cell."""
        below = cell + self.columns
        return below >= len(board) or board[below] is not None

    def after(self, board: Marks, move: Move) -> tuple[Marks, int | None]:
        """Return the board after a move and the result for its player: 1, 0, -1 or None."""
        cell, mark = move
        board = (*board[:cell], mark, *board[cell + 1 :])
        first_moved = (len(board) - board.count(None)) % 2 == 1
        if self.has_line(board, mark):
            if self.order:
                return board, 1 if first_moved else -1
            return board, -1 if self.misere else 1
        if None in board:
            return board, None
        if self.order:
            return board, -1 if first_moved else 1
        return board, 0

    def has_line(self, board: Marks, mark: str) -> bool:
        """Return whether k different cells in one direction have the mark."""
        return next(self.lines_of(board, mark), None) is not None

    def lines_of(self, board: Marks, mark: str) -> Iterator[frozenset[int]]:
        """Yield the cells in each of a mark's lines. Some lines come twice."""
        for row in range(self.rows):
            for column in range(self.columns):
                for down, across in STEPS:
                    seen: set[tuple[int, int]] = set()
                    at: tuple[int, int] | None = (row, column)
                    while at is not None and at not in seen and len(seen) < self.k:
                        if board[at[0] * self.columns + at[1]] != mark:
                            break
                        seen.add(at)
                        at = self.step(at, down, across)
                    if len(seen) == self.k:
                        yield frozenset(down * self.columns + across for down, across in seen)

    def step(self, at: tuple[int, int], down: int, across: int) -> tuple[int, int] | None:
        """Return the neighbour of a cell, or None beyond an edge."""
        row, column = at[0] + down, at[1] + across
        if self.torus:
            column %= self.columns
            if not self.drop:
                row %= self.rows
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return (row, column) if inside else None


@cache
def solve(rules: Any, board: Hashable) -> Worth:
    """Return the value for the player to move and the plies to the end with best play.

    The winner hurries and the loser delays. A draw lasts as long as possible.
    """
    return max(
        worths(rules, board).values(),
        key=lambda worth: (worth[0], -worth[1] if worth[0] == 1 else worth[1]),
    )


def worths(rules: Any, board: Hashable) -> dict[Move, Worth]:
    """Return each move's value for its player and the plies to the end."""
    found = {}
    for move in rules.moves(board):
        following, result = rules.after(board, move)
        value, plies = (-result, 0) if result is not None else solve(rules, following)
        found[move] = (-value, plies + 1)
    return found
