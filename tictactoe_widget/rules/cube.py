"""Three-dimensional tic-tac-toe in a cube whose layers are drawn separately."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product
from typing import Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _, join_sentences
from tictactoe_widget.validation import check_choice, check_kind

from .mnk import LineRules
from .rules import Lines, Symmetries, register_family

_SIDES = (3, 4)  # possible side lengths of a cube

_NAME = re.compile(r"cube([0-9])")


@register_family
@dataclass(frozen=True)
class Cube(LineRules):
    """Tic-tac-toe in a cube: to win, complete a row of `side` marks in any direction.

    Cells are numbered layer by layer, and row by row in each layer. A cube of side 3 has 49
    lines. A cube of side 4, known as qubic, has 76 lines.

    Parameters
    ----------
    side : int
        Side length of the cube in cells, and length of a line: 3 or 4.

    Raises
    ------
    TypeError
        If `side` is not an int.
    ValueError
        If `side` is neither 3 nor 4.

    Examples
    --------
    >>> Cube(4).title, len(Cube(4).lines), Cube(4).name
    ('Qubic, 4 × 4 × 4', 76, 'qubic')
    """

    side: int
    """Side length of the cube in cells, and length of a line: 3 or 4."""

    def __post_init__(self) -> None:
        check_choice(check_kind(self.side, "side", int), "side", _SIDES)

    @property
    def systematic_name(self) -> str:
        """Name of the rules, ``"cube3"`` or ``"cube4"``."""
        return f"cube{self.side}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules named ``"cube3"`` or ``"cube4"``, or None for any other name."""
        read = _NAME.fullmatch(name)
        return None if read is None else cls(int(read[1]))

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        if self.side == 4:
            return _("Qubic, 4 × 4 × 4")
        return _("Cube, 3 × 3 × 3")

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        return join_sentences(
            _("X and O take turns in a cube. X begins."),
            _(
                "The cube has {side} layers, which are shown next to each other.",
                side=self.side,
            ),
            _("The first layer is on top of the second."),
            _("The first player to get {k} in a row wins.", k=self.side),
            _("The row can lie within a layer or go through all layers."),
            _("The row can be straight or diagonal."),
            _("A full cube without a winning row is a draw."),
        )

    @cached_property
    def lines(self) -> Lines:
        """All lines in the cube, each a tuple of cells in ascending order."""
        sides = range(self.side)
        steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
        found = []
        for step, start in product(steps, product(sides, repeat=3)):
            places = [
                tuple(at + by * number for at, by in zip(start, step, strict=True))
                for number in sides
            ]
            if all(at in sides for place in places for at in place):
                found.append(tuple(sorted(map(self._cell_at, places))))
        return tuple(found)

    def _cell_at(self, place: tuple[int, ...]) -> int:
        layer, row, column = place
        return (layer * self.side + row) * self.side + column

    @cached_property
    def symmetries(self) -> Symmetries:
        """Symmetries of the cube: all 48 rotations and reflections."""
        side = self.side
        places = list(product(range(side), repeat=3))
        turned = []
        for axes, flips in product(permutations(range(3)), product((False, True), repeat=3)):
            moved = (
                tuple(
                    side - 1 - place[axis] if is_flipped else place[axis]
                    for axis, is_flipped in zip(axes, flips, strict=True)
                )
                for place in places
            )
            turned.append(tuple(map(self._cell_at, moved)))
        return tuple(sorted(turned))

    @cached_property
    def layout(self) -> Layout:
        """Grid for drawing the layers: three side by side, or four in two rows."""
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
