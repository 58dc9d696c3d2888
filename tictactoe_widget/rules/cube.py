"""Tic-tac-toe in a cube, drawn as its layers beside each other."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.validation import brief

from .mnk import LineRules, cube_lines, ended_by_line, keeping_lines, read_marks, seen_by_mover
from .rules import Lines, Symmetries, register_family
from .state import State, new_state, opponent

SIDES = (3, 4)
"""Sides of the cubes that there are."""

_NAME = re.compile(r"cube([0-9])")
"""Pattern of the names of these rules."""


@register_family
@dataclass(frozen=True)
class Cube(LineRules):
    """A cube of cells, of which a row of `side` marks in any direction wins.

    Cells are numbered layer by layer, each layer row by row. A cube of side 3 has 49
    lines, one of side 4, which is known as qubic, 76.

    Parameters
    ----------
    side : int
        Cells along an edge, 3 or 4, and marks in a line.

    Raises
    ------
    TypeError
        When `side` is not an int.
    ValueError
        When it is neither 3 nor 4.

    Examples
    --------
    >>> Cube(4).title, len(Cube(4).lines), Cube(4).name
    ('Qubic, 4 × 4 × 4', 76, 'qubic')
    """

    side: int
    """Cells along an edge, 3 or 4, and marks in a line."""

    def __post_init__(self) -> None:
        if type(self.side) is not int:
            raise TypeError(f"side must be an int, not {brief(self.side)}")
        if self.side not in SIDES:
            raise ValueError(f"side must be 3 or 4, not {brief(self.side)}")

    def __reduce__(self) -> tuple[object, ...]:
        # Leaves out the cached properties below, which a copy computes again.
        return (type(self), (self.side,))

    @property
    def systematic_name(self) -> str:
        """Name of the rules, ``"cube3"`` or ``"cube4"``."""
        return f"cube{self.side}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules with the name ``"cube3"`` or ``"cube4"``; None for another name."""
        read = _NAME.fullmatch(name)
        return None if read is None else cls(int(read[1]))

    @property
    def title(self) -> str:
        """Short name of the rules, shown to players."""
        size = " × ".join([str(self.side)] * 3)
        return f"{'Qubic' if self.side == 4 else 'Cube'}, {size}"

    @property
    def summary(self) -> str:
        """Rules in one paragraph, for players to read."""
        return (
            f"X and O take turns in a cube of {self.side} layers, X first; the layers lie "
            "beside each other, the first on top of the second. Whoever first has "
            f"{self.side} marks in a row wins: within a layer, straight through the layers, "
            "or aslant. "
            "A full cube without it is a draw."
        )

    @cached_property
    def lines(self) -> Lines:
        """Lines of the cube, each as ascending cells."""
        return cube_lines(self.side)

    @cached_property
    def symmetries(self) -> Symmetries:
        """The 48 ways to turn and mirror the cube."""
        side = self.side
        places = list(product(range(side), repeat=3))
        turned = []
        for axes, flips in product(permutations(range(3)), product((False, True), repeat=3)):
            moved = []
            for place in places:
                layer, row, column = (
                    side - 1 - place[axis] if is_flipped else place[axis]
                    for axis, is_flipped in zip(axes, flips, strict=True)
                )
                moved.append((layer * side + row) * side + column)
            turned.append(tuple(moved))
        return keeping_lines(turned, self.lines)

    @cached_property
    def layout(self) -> Layout:
        """Grid in which the cells are drawn: three layers side by side, four two by two."""
        side = self.side
        across = 2 if side == 4 else side
        down = side // across
        cells = (
            ((above * across + layer) * side + row) * side + column
            for above, row, layer, column in product(
                range(down), range(side), range(across), range(side)
            )
        )
        return Layout(down * side, across * side, tuple(cells), block=side, layers=True)

    @cached_property
    def initial_state(self) -> State:
        """State of the empty cube, with X to move."""
        return State(0, 0, tuple(range(self.side**3)), None)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        own = state.own | 1 << cell
        for line in self.masks_through[cell]:
            if own & line == line:
                return new_state(state.other, own, (), state.to_move)
        left = tuple(move for move in state.legal_moves if move != cell)
        return new_state(state.other, own, left, None if left else "draw")

    def from_text(self, text: str) -> State:
        """Read a cube of ``X``, ``O`` and ``.``, row by row as its layers are drawn."""
        layout = self.layout
        drawn = read_marks(text, layout.rows, layout.columns)
        x, o = (
            sum(1 << cell for place, cell in enumerate(layout.cells) if mask >> place & 1)
            for mask in drawn
        )
        own, other = seen_by_mover(x, o)
        mover = State(own, other, (), None).to_move
        if ended_by_line(own, other, self.line_masks, mover):
            return State(own, other, (), opponent(mover))
        left = tuple(cell for cell in range(self.cell_count) if not (x | o) >> cell & 1)
        return State(own, other, left, None if left else "draw")
