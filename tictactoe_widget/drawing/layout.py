"""Board layout, which determines where cells are drawn and what they are called."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase


@dataclass(frozen=True)
class Layout:
    """Grid that determines where a board's cells are drawn and what they are called."""

    rows: int
    """Number of rows in the grid."""
    columns: int
    """Number of columns in the grid."""
    cells: tuple[int, ...]
    """Cell at each place in the grid, row by row, starting at the top left."""
    block: int = 0
    """Side length of the square blocks that divide the grid, or 0 if there are no blocks."""
    layers: bool = False
    """True if the blocks are the layers of a cube, rather than small boards."""
    falls: bool = False
    """True if marks fall to the lowest free cell in their column."""

    @property
    def uses_coordinates(self) -> bool:
        """True if cell names are coordinates, or False if they are numbers.

        Only boards with nine cells use numbers.
        """
        return len(self.cells) != 9

    def name_at(self, place: int) -> str:
        """Return the name of a place in the grid, as players see it: a number or coordinates.

        >>> Layout(2, 2, (0, 1, 2, 3)).name_at(2)
        'a2'
        """
        if not self.uses_coordinates:
            return str(self.cells[place] + 1)
        row, column = divmod(place, self.columns)
        return f"{ascii_lowercase[column]}{row + 1}"

    @property
    def name_range(self) -> str:
        """Names of the grid's first and last cells, as a range such as ``"a1-d4"``."""
        return f"{self.name_at(0)}-{self.name_at(len(self.cells) - 1)}"

    @property
    def small_side(self) -> int:
        """Side length of the small boards, in cells, or 0 if there are no small boards."""
        return 0 if self.layers else self.block

    def block_at(self, place: int) -> int:
        """Return the index of the small board at a place, or -1 if there is none."""
        if not self.small_side:
            return -1
        row, column = divmod(place, self.columns)
        return row // self.block * (self.columns // self.block) + column // self.block


def lies_straight(layout: Layout, line: Sequence[int]) -> bool:
    """Return True if a line can be drawn as one straight stroke through neighbouring cells.

    The result is False for lines that wrap around an edge of the board and for lines through
    several layers of a cube.

    >>> board = Layout(3, 3, tuple(range(9)))
    >>> lies_straight(board, (0, 4, 8)), lies_straight(board, (1, 5, 6))
    (True, False)
    """
    places = [divmod(layout.cells.index(cell), layout.columns) for cell in line]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) < 2 and all(abs(down) < 2 and abs(over) < 2 for down, over in steps)
