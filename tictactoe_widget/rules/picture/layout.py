"""Layout of a board: where cells are drawn, and what people call them."""

from dataclasses import dataclass
from string import ascii_lowercase


@dataclass(frozen=True)
class Layout:
    """Grid in which the cells of a board are drawn, and by which people name them."""

    rows: int
    """Rows of the grid as drawn."""
    columns: int
    """Columns of the grid as drawn."""
    cells: tuple[int, ...]
    """The cell at each place of the grid, row by row from the top left."""
    block: int = 0
    """Side of the square blocks the grid is split into; 0 where it is one board."""

    @property
    def uses_coordinates(self) -> bool:
        """True where people name cells by coordinates: on all boards but those of nine."""
        return len(self.cells) != 9

    def name_at(self, place: int) -> str:
        """Return what people call the cell at a place of the grid, a number or a coordinate.

        >>> Layout(2, 2, (0, 1, 2, 3)).name_at(2)
        'a2'
        """
        if not self.uses_coordinates:
            return str(self.cells[place] + 1)
        row, column = divmod(place, self.columns)
        return f"{ascii_lowercase[column]}{row + 1}"

    def block_at(self, place: int) -> int:
        """Return the small board that a place of the grid lies in; -1 where there are none."""
        if not self.block:
            return -1
        row, column = divmod(place, self.columns)
        return row // self.block * (self.columns // self.block) + column // self.block
