"""Layout of a board: places of cells, and their names for people."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase


@dataclass(frozen=True)
class Layout:
    """Grid for drawing the cells of a board and for naming them."""

    rows: int
    """Number of rows of the grid."""
    columns: int
    """Number of columns of the grid."""
    cells: tuple[int, ...]
    """Cell at each place of the grid, row by row from the top left."""
    block: int = 0
    """Side of the square blocks that split the grid, or 0 for one board."""
    layers: bool = False
    """True if the blocks are layers of a cube instead of small boards."""
    falls: bool = False
    """True if a mark falls to the lowest free cell of its column."""

    @property
    def uses_coordinates(self) -> bool:
        """True if people name cells by coordinates, unless the board has nine cells."""
        return len(self.cells) != 9

    def name_at(self, place: int) -> str:
        """Return the name for people of a place in the grid, a number or a coordinate.

        >>> Layout(2, 2, (0, 1, 2, 3)).name_at(2)
        'a2'
        """
        if not self.uses_coordinates:
            return str(self.cells[place] + 1)
        row, column = divmod(place, self.columns)
        return f"{ascii_lowercase[column]}{row + 1}"

    @property
    def name_range(self) -> str:
        """Names of the first and the last place of the grid, such as ``"a1-d4"``."""
        return f"{self.name_at(0)}-{self.name_at(len(self.cells) - 1)}"

    @property
    def expected_input(self) -> str:
        """Phrase for the expected input, such as ``"a number 1-9"``."""
        return f"a {'coordinate' if self.uses_coordinates else 'number'} {self.name_range}"

    @property
    def small_side(self) -> int:
        """Side of the small boards in cells, or 0 if there are none, as in layers."""
        return 0 if self.layers else self.block

    def block_at(self, place: int) -> int:
        """Return the small board at a place of the grid, or -1 if there are none."""
        if not self.small_side:
            return -1
        row, column = divmod(place, self.columns)
        return row // self.block * (self.columns // self.block) + column // self.block


def lies_straight(layout: Layout, line: Sequence[int]) -> bool:
    """Return whether each cell of a line is the next neighbour in one direction.

    A line around an edge of the board, or through the layers of a cube, is not drawn
    straight.

    >>> board = Layout(3, 3, tuple(range(9)))
    >>> lies_straight(board, (0, 4, 8)), lies_straight(board, (1, 5, 6))
    (True, False)
    """
    places = [divmod(layout.cells.index(cell), layout.columns) for cell in line]
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
    return len(steps) < 2 and all(abs(down) < 2 and abs(over) < 2 for down, over in steps)
