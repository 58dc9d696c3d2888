"""A family of rules outside the package: marks fall to the lowest free row.

It is written only from the docstrings in `Rules` and shows what a new family needs.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from tictactoe_widget import MNK, IllegalMoveError, Rules, position_name
from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.rules.rules import Lines, Symmetries, register_family
from tictactoe_widget.rules.state import State


class HoleBelowError(IllegalMoveError):
    """Error for a move to a free cell above another free cell."""


@register_family
@dataclass(frozen=True)
class Drop(Rules):
    """Marks fall to the lowest free cell of a column; `k` in a row win.

    Cells are numbered row by row from the top left, so a mark falls to a larger
    number. A full board without a line is a draw.
    """

    rows: int = 4  # rows of the board
    columns: int = 5  # columns of the board
    k: int = 4  # length of a line

    def __post_init__(self) -> None:
        _ = self.grid  # raises an error for an impossible size

    @cached_property
    def grid(self) -> MNK:
        """The same board without gravity, for lines and texts."""
        return MNK(self.rows, self.columns, self.k)

    @property
    def systematic_name(self) -> str:
        return f"falling-{self.rows}x{self.columns}k{self.k}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        read = re.fullmatch(r"falling-([0-9]{1,2})x([0-9]{1,2})k([0-9]{1,2})", name)
        return cls(*map(int, read.groups())) if read else None

    @property
    def title(self) -> str:
        return f"Drop {self.rows} × {self.columns}, {self.k} in a row"

    @property
    def summary(self) -> str:
        return (
            "X and O take turns, X first. A mark falls to the lowest free cell of its "
            f"column. Whoever first has {self.k} in a row wins. A full board without it is "
            "a draw."
        )

    @property
    def layout(self) -> Layout:
        return self.grid.layout

    @property
    def symmetries(self) -> Symmetries:
        mirrored = tuple(
            cell - cell % self.columns + self.columns - 1 - cell % self.columns
            for cell in range(self.rows * self.columns)
        )
        identity = tuple(range(self.rows * self.columns))
        return (identity,) if self.columns == 1 else (identity, mirrored)

    @property
    def initial_state(self) -> State:
        return State(0, 0, self.lowest_free(0), None)

    def lowest_free(self, taken: int) -> tuple[int, ...]:
        """Return the lowest free cell of each column that is not full, ascending."""
        columns = (
            range((self.rows - 1) * self.columns + column, -1, -self.columns)
            for column in range(self.columns)
        )
        lowest = (next((c for c in cells if not taken >> c & 1), None) for cells in columns)
        return tuple(sorted(cell for cell in lowest if cell is not None))

    def advance(self, state: State, cell: int) -> State:
        own = state.own | 1 << cell
        after = State(state.other, own, (), state.to_move)
        if self.winning_lines(after):
            return after
        legal = self.lowest_free(own | state.other)
        return State(state.other, own, legal, None if legal else "draw")

    def winning_lines(self, state: State) -> Lines:
        return self.grid.winning_lines(state)

    def guide(self, state: State) -> str:
        return "" if state.result else "Marks fall to the lowest free cell"

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        free = 0 <= cell < self.cell_count and not (state.own | state.other) >> cell & 1
        if state.result or not free:
            return super().refusal(state, cell)
        below = next(c for c in state.legal_moves if (c - cell) % self.columns == 0)
        return HoleBelowError(f"Marks fall: play {position_name(below, self)}")

    def to_text(self, state: State) -> str:
        return self.grid.to_text(state)

    def from_text(self, text: str) -> State:
        standing = self.grid.from_text(
            text
        )  # raises an error for wrong sizes, counts and lines
        taken = standing.own | standing.other
        for cell in range(self.cell_count - self.columns):
            if taken >> cell & 1 and not taken >> cell + self.columns & 1:
                raise ValueError(f"the mark at {position_name(cell, self)} hangs in the air")
        if standing.result is None:
            return State(standing.own, standing.other, self.lowest_free(taken), None)
        return standing
