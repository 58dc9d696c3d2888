"""Base class of families in which lines of cells decide the game."""

from abc import abstractmethod
from functools import cached_property

from .rules import Lines, Rules
from .state import State


class LineRules(Rules):
    """Rules by which a line of like marks ends the game; a family adds its `lines`."""

    @property
    @abstractmethod
    def lines(self) -> Lines:
        """Lines of the board, each as ascending cells."""

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """Bit masks of the lines, in the order of `lines`."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """Bit masks of the lines through each cell, by cell."""
        return tuple(
            tuple(mask for mask in self.line_masks if mask >> cell & 1)
            for cell in range(self.cell_count)
        )

    def winning_lines(self, state: State) -> Lines:
        """Return all lines that one mark has completed, each as ascending cells."""
        return tuple(
            line
            for line, mask in zip(self.lines, self.line_masks, strict=True)
            if any(drawn & mask == mask for drawn in state.masks)
        )

    def to_text(self, state: State) -> str:
        """Return the board as text: ``X``, ``O`` and ``.``, each row as it is drawn."""
        x, o = state.masks
        layout = self.layout
        marks = [
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in layout.cells
        ]
        side = layout.block or layout.columns
        rows = []
        for row in range(0, len(marks), layout.columns):
            parts = (marks[at : at + side] for at in range(row, row + layout.columns, side))
            rows.append("   ".join(" ".join(part) for part in parts))
        return "\n".join(rows)
