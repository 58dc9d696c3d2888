"""Lines as bit masks: their cells, their images under symmetry, their weights."""

from collections.abc import Collection, Iterable
from functools import lru_cache

from tictactoe_widget.rules.mnk import MNK

SymmetryBits = dict[int, int]
"""Symmetry as a dict: the bit of the image of each cell, by the bit of the cell."""


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


@lru_cache(maxsize=1 << 14)
def bits_of_line(line: int) -> tuple[int, ...]:
    """Return `bits` of a line, from a cache: a board has few lines and parts of lines."""
    return bits(line)


def without_cell(lines: Iterable[int], bit: int) -> list[int]:
    """Return lines without one of their cells, which is given as a bit.

    A line that stays the same stays one object: caches of proofs keep the lines, and take
    half as much for it.

    >>> without_cell([0b0110, 0b1001], 0b0100)
    [2, 9]
    """
    keep = ~bit
    return [line & keep if line & bit else line for line in lines]


@lru_cache(maxsize=16)
def symmetries(rules: MNK) -> tuple[SymmetryBits, ...]:
    """Return the symmetries of a board without the identity.

    >>> len(symmetries(MNK(3, 3, 3))), len(symmetries(MNK(3, 4, 3)))
    (7, 3)
    """
    _identity, *others = rules.symmetries
    return tuple(
        {1 << cell: 1 << image for cell, image in enumerate(cells)} for cells in others
    )


def mask_image(mask: int, symmetry: SymmetryBits) -> int:
    """Return the image of a bit mask under a symmetry."""
    return sum(symmetry[bit] for bit in bits(mask))


class LineWeights:
    """Weights of lines: 1 for a line without a mark, twice as much for every mark on it.

    Parameters
    ----------
    rules : MNK
        Rules of the game, which give the length of a line.
    """

    def __init__(self, rules: MNK) -> None:
        self._one = 1 << rules.k
        """Weight of a completed line."""
        self._weights = tuple(1 << (rules.k - left) for left in range(rules.k + 1))

    def _potential(self, lines: Collection[int]) -> int:
        """Return the total weight of the lines."""
        weights = self._weights
        return sum([weights[line.bit_count()] for line in lines])

    def _gains(self, lines: Collection[int], factor: int = 1) -> dict[int, int]:
        """Return the total weight of the lines through each cell, by its bit."""
        weights = self._weights
        gains: dict[int, int] = {}
        for line in lines:
            weight = weights[line.bit_count()] * factor
            for bit in bits_of_line(line):
                gains[bit] = gains.get(bit, 0) + weight
        return gains


def by_gain(gains: dict[int, int]) -> list[int]:
    """Return the bits of the cells, those with the highest gain first."""
    return sorted(gains, key=lambda bit: (-gains[bit], bit))


def lines_through(lines: Iterable[int]) -> dict[int, int]:
    """Return for the bit of each cell the lines through it, as a bit mask of their indices.

    >>> lines_through([0b0011, 0b0110])
    {1: 1, 2: 3, 4: 2}
    """
    through: dict[int, int] = {}
    number = 1
    for line in lines:
        for bit in bits_of_line(line):
            through[bit] = through.get(bit, 0) | number
        number <<= 1
    return through


def undominated(moves: Iterable[int], through: dict[int, int]) -> list[int]:
    """Drop each move whose lines an earlier one shares: that one does all that it does.

    >>> undominated([0b0010, 0b0001, 0b1000], lines_through([0b0011, 0b0110, 0b1100]))
    [2, 8]
    """
    kept: list[int] = []
    kept_lines: list[int] = []
    for bit in moves:
        here = through[bit]
        for there in kept_lines:
            if here | there == there:
                break
        else:
            kept.append(bit)
            kept_lines.append(here)
    return kept


def without_supersets(lines: Collection[int]) -> Collection[int]:
    """Drop the lines that contain a line of two cells: completing that one is enough."""
    for pair in [line for line in lines if line.bit_count() == 2]:
        lines = [line for line in lines if line & pair != pair or line == pair]
    return lines
