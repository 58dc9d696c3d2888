"""Layout of a board, which determines the places and names of cells."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase


@dataclass(frozen=True)
class Layout:
    """Grid on which the cells of a board are drawn, and which determines their names."""

    rows: int
    """Number of rows in the grid."""
    columns: int
    """Number of columns in the grid."""
    cells: tuple[int, ...]
    """Cell at each place in the grid, row by row from the top left."""
    block: int = 0
    """Side length of the square blocks that divide the grid, or 0 if it isn't divided."""
    layers: bool = False
    """True if the blocks are layers of a cube instead of small boards."""
    falls: bool = False
    """True if each mark falls to the lowest free cell of its column."""

    @property
    def uses_coordinates(self) -> bool:
        """True if the names of cells are coordinates, False if they are numbers.

        Only boards of nine cells use numbers.
        """
        return len(self.cells) != 9

    def name_at(self, place: int) -> str:
        """Return the name that players use for a place in the grid: a number or a coordinate.

        >>> Layout(2, 2, (0, 1, 2, 3)).name_at(2)
        'a2'
        """
        if not self.uses_coordinates:
            return str(self.cells[place] + 1)
        row, column = divmod(place, self.columns)
        return f"{ascii_lowercase[column]}{row + 1}"

    @property
    def name_range(self) -> str:
        """Names of the first and last place in the grid, such as ``"a1-d4"``."""
        return f"{self.name_at(0)}-{self.name_at(len(self.cells) - 1)}"

    @property
    def small_side(self) -> int:
        """Side length in cells of the small boards, or 0 without any. Layers don't count."""
        return 0 if self.layers else self.block

    def block_at(self, place: int) -> int:
        """Return the small board at a place in the grid, or -1 if the board has none."""
        if not self.small_side:
            return -1
        row, column = divmod(place, self.columns)
        return row // self.block * (self.columns // self.block) + column // self.block


def lies_straight(layout: Layout, line: Sequence[int]) -> bool:
    """Return whether a line can be drawn straight, from neighbour to neighbour.

    This is false for a line that wraps around an edge of the board, and for a line through the
    layers of a cube.

    >>> board = Layout(3, 3, tuple(range(9)))
    >>> lies_straight(board, (0, 4, 8)), lies_straight(board, (1, 5, 6))
    (True, False)
    """
    places = [divmod(layout.cells.index(cell), layout.columns) for cell in line]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) < 2 and all(abs(down) < 2 and abs(over) < 2 for down, over in steps)
