"""The 5,478 tic-tac-toe positions and the facts about each.

This folder doesn't use the package, because tests compare the package with it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

# Nine cells, row by row from the top left: ``"X"``, ``"O"`` or None.
Cells = tuple[str | None, ...]

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
FALLING, RISING = (0, 4, 8), (2, 4, 6)
LINES = (*ROWS, *COLUMNS, FALLING, RISING)


def filled_line(cells: Cells, lines: Iterable[tuple[int, ...]] = LINES) -> str | None:
    """Return the mark that fills one of the lines."""
    for mark in ("X", "O"):
        if any(all(cells[cell] == mark for cell in line) for line in lines):
            return mark
    return None


def put(cells: Cells, cell: int, mark: str | None) -> Cells:
    """Return the cells with a mark in one of them."""
    return (*cells[:cell], mark, *cells[cell + 1 :])


@dataclass(eq=False)
class Position:
    """A position that a game can reach."""

    cells: Cells  # cells, row by row
    # Positions that the legal moves lead to, by cell.
    after: dict[int, "Position"] = field(default_factory=dict)
    value: int = 0  # value for X with perfect play: 1, 0 or -1
    visits: int = (
        1  # number of positions that a full search visits from here, including this one
    )

    def __post_init__(self) -> None:
        self.empty = [cell for cell in range(9) if self.cells[cell] is None]
        self.marks = 9 - len(self.empty)
        self.is_full = not self.empty
        self.mover = "O" if self.marks % 2 else "X"
        self.other = "X" if self.marks % 2 else "O"
        self.winner = filled_line(self.cells)
        self.is_over = self.is_full or self.winner is not None
        self.is_draw = self.is_full and self.winner is None
        self.result = {"X": 1, "O": -1, None: 0}[self.winner]
        signs = "".join(mark or "." for mark in self.cells)
        self.text = "/".join((signs[:3], signs[3:6], signs[6:]))

    def __repr__(self) -> str:
        return f"<{self.text}>"

    @property
    def best(self) -> set[int]:
        """Moves that keep the value."""
        return {cell for cell, then in self.after.items() if then.value == self.value}

    @property
    def wins(self) -> set[int]:
        """Moves that win at once."""
        return {cell for cell, then in self.after.items() if then.winner}


@cache
def positions() -> tuple[Position, ...]:
    """Return every position, those with fewer marks first."""
    found: list[Position] = []
    layer: dict[Cells, Position] = {(None,) * 9: Position((None,) * 9)}
    while layer:
        found += layer.values()
        following: dict[Cells, Position] = {}
        for position in layer.values():
            for cell in [] if position.is_over else position.empty:
                cells = put(position.cells, cell, position.mover)
                position.after[cell] = following.setdefault(cells, Position(cells))
        layer = following
    for position in reversed(found):
        below = [then.value for then in position.after.values()]
        best = max if position.mover == "X" else min
        position.value = best(below) if below else position.result
        position.visits += sum(then.visits for then in position.after.values())
    return tuple(found)


@cache
def by_text() -> dict[str, Position]:
    """Return every position by its text, such as ``"X../.O./..."``."""
    return {position.text: position for position in positions()}
