"""Worth of the rows of marks on a board, for the player to move and for the opponent.

The worth of a row is the sum over its lines of k. For five in a row, the worth of a line
by its marks and by the cells next to it was fitted on games, see `fitted`; for other
lengths it grows with the number of marks alone.
"""

from functools import lru_cache
from typing import NamedTuple

from . import fitted

ODDS_POINTS = 250
"""Worth that multiplies the odds of a win by e."""
_BY_MARKS = (200, 70, 20, 5, 1)
"""Worth of a line that was not fitted, by the number of marks it lacks, less 1."""


class Tempo(NamedTuple):
    """Worth of what a player can make with the next move, besides the lines themselves."""

    to_move: int
    """Of being the player to move."""
    three: int
    """Of a cell where the player to move makes a three."""
    threes: int
    """Of one where that player makes two threes at once, added to that."""
    four_and_three: int
    """Of one with a four and a three at once, added to that."""
    other_three: int
    """Of a cell where the opponent would make a three, and so on."""
    other_threes: int
    other_four_and_three: int
    threatened: int
    """Of a win in two moves that the opponent threatens."""


PLAIN_TEMPO = Tempo(0, 60, 250, 600, 0, -60, -200, -500)
"""Worth of these where they were not fitted."""


def tempo(k: int) -> Tempo:
    """Return the worth of what the next move can make, with lines of k."""
    return Tempo(*fitted.TEMPO) if k == fitted.K else PLAIN_TEMPO


def open_rows(length: int, others: int, k: int) -> list[tuple[int, int]]:
    """List the first cell and the length of every row of k or more without `others`."""
    found = []
    first = 0
    for at in range(length + 1):
        if at == length or others >> at & 1:
            if at - first >= k:
                found.append((first, at - first))
            first = at + 1
    return found


@lru_cache(maxsize=1 << 12)
def row_worth(k: int, length: int, own: int) -> tuple[int, int]:
    """Return the worth of a row that the opponent does not hold.

    Parameters
    ----------
    k : int
        Number of marks that make a line.
    length : int
        Number of cells in the row.
    own : int
        Bit mask of the marks of the player who holds it.

    Returns
    -------
    (int, int)
        The worth where that player is to move, and where the opponent is.

    Examples
    --------
    >>> row_worth(4, 5, 0b00110)   # two lines of four, each with two marks
    (142, 142)
    """
    to_move = waiting = 0
    for first in range(length - k + 1):
        marks = own >> first & (1 << k) - 1
        count = marks.bit_count()
        if not 0 < count < k:
            continue
        plain = plain_worth(k, count)
        worth = (plain, plain)
        if k == fitted.K:
            worth = fitted.WORTH[line_pattern(k, length, own, first)]
        to_move += worth[0]
        waiting += worth[1]
    return to_move, waiting


def plain_worth(k: int, marks: int) -> int:
    """Return the worth of a line of k without a mark of the opponent, not fitted.

    >>> [plain_worth(5, marks) for marks in (1, 2, 3, 4)]
    [5, 21, 72, 203]
    """
    return _BY_MARKS[min(k - marks, len(_BY_MARKS)) - 1] + marks - 1


def line_pattern(k: int, length: int, own: int, first: int) -> int:
    """Return what a line of a row looks like, the same as in a mirror.

    It is a number: the marks on the line as bits, then for the cell before and the one
    after it 0 for none or one that the opponent holds, 1 for an empty one, 2 for a mark.

    Parameters
    ----------
    k, length, own
        As in `row_worth`.
    first : int
        First cell of the line.

    Examples
    --------
    >>> line_pattern(5, 7, 0b0011100, 1) == line_pattern(5, 7, 0b0011100, 1)
    True
    >>> line_pattern(5, 6, 0b000011, 0) == line_pattern(5, 6, 0b110000, 1)
    True
    """
    before = 0 if not first else 1 + (own >> first - 1 & 1)
    last = first + k
    after = 0 if last == length else 1 + (own >> last & 1)
    marks = own >> first & (1 << k) - 1
    mirrored = int(f"{marks:0{k}b}"[::-1], 2)
    return min(
        marks * 9 + before * 3 + after,
        mirrored * 9 + after * 3 + before,
    )
