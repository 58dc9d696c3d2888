"""Line games with the pie rule, played and solved naively.

It shares nothing with the package. A position is the cells of the player to move, the cells of
the other player, and the number of moves made.
"""

from functools import cache
from itertools import product
from typing import NamedTuple

Position = tuple[frozenset[int], frozenset[int], int]
START: Position = (frozenset(), frozenset(), 0)


class NaivePie(NamedTuple):
    """Rules by which the second move can be made on the first mark."""

    rows: int
    columns: int
    k: int
    misere: bool = False
    torus: bool = False

    def has_line(self, marks: frozenset[int]) -> bool:
        """Return whether `k` of the marks follow each other in one direction."""
        return any(line <= marks for line in _lines(self))

    def moves(self, position: Position) -> list[int]:
        mine, theirs, ply = position
        taken = mine if ply == 1 else mine | theirs
        return [cell for cell in range(self.rows * self.columns) if cell not in taken]

    def after(self, position: Position, cell: int) -> Position:
        mine, theirs, ply = position
        return theirs - {cell}, mine | {cell}, ply + 1

    def outcome(self, position: Position) -> int | None:
        """Return 1, -1 or 0 if the player to move has won, lost or drawn, or None."""
        mine, theirs, _ply = position
        if self.has_line(theirs):
            return 1 if self.misere else -1
        return 0 if len(mine | theirs) == self.rows * self.columns else None

    def board(self, position: Position) -> tuple[str | None, ...]:
        mine, theirs, ply = position
        x, o = (theirs, mine) if ply % 2 else (mine, theirs)
        return tuple(
            "X" if cell in x else "O" if cell in o else None
            for cell in range(self.rows * self.columns)
        )


@cache
def _lines(rules: NaivePie) -> set[frozenset[int]]:
    found = set()
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    squares = list(product(range(rules.rows), range(rules.columns)))
    for (row, column), (down, across) in product(squares, directions):
        line = [(row + step * down, column + step * across) for step in range(rules.k)]
        if rules.torus:
            line = [(one % rules.rows, other % rules.columns) for one, other in line]
        if len(set(line) & set(squares)) == rules.k:
            found.add(frozenset(one * rules.columns + other for one, other in line))
    return found


class NaiveSolver:
    """Plain negamax for such rules, which remembers all positions."""

    def __init__(self, rules: NaivePie) -> None:
        self.rules = rules
        self.known: dict[tuple[frozenset[int], frozenset[int], bool], tuple[int, int]] = {}

    def solve(self, position: Position) -> tuple[int, int]:
        """Return the value for the player to move, and the distance to the end.

        The winner hurries and the loser delays. A draw counts the moves to the nearest draw.
        """
        key = (*position[:2], position[2] == 1)
        outcome = None if key in self.known else self.rules.outcome(position)
        if outcome is not None:
            self.known[key] = outcome, 0
        if key not in self.known:
            replies = [
                self.solve(self.rules.after(position, cell))
                for cell in self.rules.moves(position)
            ]
            value = max(-reply for reply, _plies in replies)
            plies = [plies + 1 for reply, plies in replies if -reply == value]
            self.known[key] = value, max(plies) if value < 0 else min(plies)
        return self.known[key]
