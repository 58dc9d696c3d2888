"""Lines as bit masks: their cells, their images under symmetry, what they weigh."""

from collections.abc import Collection
from functools import lru_cache

from tictactoe_widget.rules.mnk import MNK

Symmetry = dict[int, int]
"""From the bit of each cell to the bit of its image."""


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """Return the single-bit masks that make up `mask`, lowest first.

    >>> bits(0b1011)
    (1, 2, 8)
    """
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return tuple(found)


@lru_cache(maxsize=16)
def symmetries(rows: int, columns: int) -> tuple[Symmetry, ...]:
    """Return the turns and mirrors of a board but the one that moves nothing.

    >>> len(symmetries(3, 3)), len(symmetries(3, 4))
    (7, 3)
    """
    places = [(row, column) for row in range(rows) for column in range(columns)]
    images = {
        tuple(
            (rows - 1 - r if down else r) * columns + (columns - 1 - c if across else c)
            for r, c in (((c, r) if turn else (r, c)) for r, c in places)
        )
        for down in (False, True)
        for across in (False, True)
        for turn in ((False, True) if rows == columns else (False,))
    }
    images.discard(tuple(range(rows * columns)))
    return tuple(
        {1 << cell: 1 << image for cell, image in enumerate(cells)} for cells in sorted(images)
    )


def image(mask: int, symmetry: Symmetry) -> int:
    """Return `mask` turned or mirrored."""
    return sum(symmetry[bit] for bit in bits(mask))


class LineWeights:
    """What lines weigh: 1 for a whole one, twice as much for every mark on it.

    Parameters
    ----------
    rules : MNK
        How long its lines are.
    """

    def __init__(self, rules: MNK) -> None:
        self._one = 1 << rules.k
        """What a completed line weighs."""
        self._weights = tuple(1 << (rules.k - left) for left in range(rules.k + 1))

    def _potential(self, lines: Collection[int]) -> int:
        weights = self._weights
        return sum([weights[line.bit_count()] for line in lines])

    def _gains(self, lines: Collection[int], factor: int = 1) -> dict[int, int]:
        """For each cell, the weight of the lines it lies on."""
        weights = self._weights
        gains: dict[int, int] = {}
        for line in lines:
            weight = weights[line.bit_count()] * factor
            for bit in bits(line):
                gains[bit] = gains.get(bit, 0) + weight
        return gains


def by_gain(gains: dict[int, int]) -> list[int]:
    """Return the cells, the one that gains most first."""
    return sorted(gains, key=lambda bit: (-gains[bit], bit))


def without_supersets(lines: Collection[int]) -> Collection[int]:
    """Drop the lines that hold a line of two cells: completing the short one is enough."""
    for pair in [line for line in lines if line.bit_count() == 2]:
        lines = [line for line in lines if line & pair != pair or line == pair]
    return lines
