"""Patterns of marks on the lines of a board, updated after each move.

The terms come from five in a row, but they apply to any k. A *five* is a completed line. A
*four* is a line that lacks only one mark. An *open four* can become a five in two ways, so no
single reply can stop it. A *three* becomes an open four if its owner adds one more mark.

For each player, one large integer stores a 16-bit field for every cell. The bits in the field
of an empty cell describe the patterns that a mark in the cell would make, summed over the four
directions:

====== ================================================================
bits   contents
====== ================================================================
0-5    value of the lines that are still far from complete
6-8    number of directions in which the mark makes a three
9-12   number of ways to a five that the mark makes (one for a four, two
       for an open four)
13-15  number of directions in which the mark makes a five
====== ================================================================

A mark that makes two ways to a five (an open four or two fours) wins unless the opponent
replies with a five. A single operation on the integer finds all cells where a mark would make
two ways to a five. A move changes only the rows, columns and diagonals through its cell, at
most one in each direction. To update the integers, the differences for these lines are added.
The differences for a line's content are computed once and then cached.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import tanh
from typing import Any, NamedTuple

from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.state import State

# Value of the rows of marks on a board, for the player to move and for the opponent.
#
# The value of a row is the sum of the values of its lines of k cells. For five in a row, the
# value of a line depends on its marks and the adjacent cells. These values were fitted to
# 238,654 positions from games played by the gomoku engine (``benchmarks/fit_lines.py``). For
# other lengths, the value depends only on the number of marks.

ODDS_POINTS = 250
"""Difference in value that corresponds to a factor of e in the odds of winning."""
# Default value of a line, indexed by the number of missing marks minus 1.
_BY_MARKS = (200, 70, 20, 5, 1)


class Tempo(NamedTuple):
    """Values of patterns that the next move can make, in addition to the line values."""

    to_move: int
    """Value of the right to move next."""
    three: int
    """Value if the player to move can make a three."""
    threes: int
    """Additional value if the player to move can make two threes with one mark."""
    four_and_three: int
    """Additional value if the player to move can make a four and a three with one mark."""
    other_three: int
    """Value if the opponent could make a three.

    The next two fields are additional values for double threats by the opponent.
    """
    other_threes: int
    other_four_and_three: int
    threatened: int
    """Value if the opponent threatens to win in two moves."""


PLAIN_TEMPO = Tempo(0, 60, 250, 600, 0, -60, -200, -500)
"""Values for line lengths that have no fitted values."""
FITTED_K = 5
"""Number of marks in a line, in the games used for fitting."""
# fmt: off
_FITTED_TEMPO = Tempo(108, 30, 78, 641, -17, 38, -71, -231)
FITTED_VALUES = {
    9: (16, 12), 10: (10, 8), 11: (12, 16), 12: (6, 4), 13: (20, 15), 14: (-18, -14),
    15: (15, 14), 16: (20, 15), 17: (7, -12), 18: (7, 2), 19: (-5, -5), 20: (3, -4),
    21: (-1, -1), 22: (1, 0), 23: (6, 9), 24: (26, 24), 25: (12, 11), 26: (8, -6), 27: (64, 48),
    28: (34, 29), 29: (28, 26), 30: (74, 66), 31: (44, 38), 32: (14, -12), 33: (44, 31),
    34: (11, -2), 35: (33, 58), 36: (1, -12), 37: (-9, -7), 38: (21, 7), 40: (2, 3),
    41: (17, 12), 44: (14, 12), 45: (43, 31), 46: (26, 25), 47: (48, 36), 48: (74, 71),
    49: (47, 41), 50: (-16, -7), 51: (49, 40), 52: (21, 11), 53: (27, 0), 54: (75, 48),
    55: (77, 54), 56: (80, 38), 57: (67, 63), 58: (41, 40), 59: (-16, 14), 60: (71, 57),
    61: (15, -3), 62: (21, -7), 63: (142, 135), 64: (98, 114), 65: (61, 62), 66: (72, 102),
    67: (72, 54), 68: (72, 24), 69: (72, 72), 70: (72, 72), 71: (72, 72), 81: (48, 46),
    82: (29, 34), 83: (26, 20), 84: (61, 59), 85: (35, 35), 86: (12, -1), 87: (31, 23),
    88: (46, 17), 89: (21, 11), 90: (54, 33), 91: (50, 53), 92: (78, 51), 94: (35, 29),
    95: (7, 15), 98: (21, -49), 99: (108, 121), 100: (105, 114), 101: (67, 91), 102: (72, 73),
    103: (72, 18), 104: (72, 11), 105: (72, 72), 106: (72, 72), 107: (72, 72), 117: (124, 76),
    118: (115, 123), 119: (72, 51), 120: (72, 50), 121: (72, 5), 122: (72, 47), 123: (72, 72),
    124: (72, 72), 125: (72, 72), 126: (143, 85), 127: (72, 84), 128: (72, 72), 130: (72, 48),
    131: (72, 72), 134: (72, 72), 135: (203, 203), 136: (203, 203), 137: (203, 203),
    138: (203, 203), 139: (203, 203), 140: (203, 203), 141: (203, 203), 142: (203, 203),
    143: (203, 203), 153: (19, 24), 154: (22, 27), 155: (17, 26), 157: (7, 1), 158: (51, 39),
    161: (14, 15), 171: (91, 72), 172: (114, 127), 173: (63, 68), 174: (110, 96), 175: (76, 62),
    176: (52, 40), 177: (73, 70), 178: (60, 15), 179: (72, 72), 189: (75, 63), 190: (118, 77),
    191: (63, 76), 193: (69, 34), 194: (76, 26), 197: (72, 72), 207: (203, 203),
    208: (203, 203), 209: (203, 203), 210: (203, 203), 211: (203, 203), 212: (203, 203),
    213: (203, 203), 214: (203, 203), 215: (203, 203), 243: (203, 203), 244: (203, 203),
    245: (203, 203), 247: (203, 203), 248: (203, 203), 251: (203, 203),
}
# fmt: on
"""Two values for each `line_pattern`: one if the player is to move, and one if not.

The script ``benchmarks/fit_lines.py`` writes these values and those of ``_FITTED_TEMPO``.
"""


def tempo(k: int) -> Tempo:
    """Return the values of patterns that the next move can make, for lines of k marks."""
    return _FITTED_TEMPO if k == FITTED_K else PLAIN_TEMPO


def open_rows(length: int, others: int, k: int) -> list[tuple[int, int]]:
    """Return the first cell and the length of each run of at least k cells outside `others`."""
    found = []
    first = 0
    for at in range(length + 1):
        if at == length or others >> at & 1:
            if at - first >= k:
                found.append((first, at - first))
            first = at + 1
    return found


@lru_cache(maxsize=1 << 12)
def row_value(k: int, length: int, own: int) -> tuple[int, int]:
    """Return the values of a row that contains none of the opponent's marks.

    Parameters
    ----------
    k : int
        Number of marks in a line.
    length : int
        Number of cells in the row.
    own : int
        Bit mask of the player's marks.

    Returns
    -------
    (int, int)
        Two values: one if the player is to move, and one if the opponent is to move.

    Examples
    --------
    >>> row_value(4, 5, 0b00110)   # two lines of four, each with two marks
    (142, 142)
    """
    to_move = waiting = 0
    for first in range(length - k + 1):
        marks = own >> first & (1 << k) - 1
        count = marks.bit_count()
        if not 0 < count < k:
            continue
        plain = plain_value(k, count)
        value = (plain, plain)
        if k == FITTED_K:
            value = FITTED_VALUES[line_pattern(k, length, own, first)]
        to_move += value[0]
        waiting += value[1]
    return to_move, waiting


def plain_value(k: int, marks: int) -> int:
    """Return the default value of a line that contains none of the opponent's marks.

    >>> [plain_value(5, marks) for marks in (1, 2, 3, 4)]
    [5, 21, 72, 203]
    """
    return _BY_MARKS[min(k - marks, len(_BY_MARKS)) - 1] + marks - 1


def line_pattern(k: int, length: int, own: int, first: int) -> int:
    """Return the pattern of a line within a row. Mirror images have the same pattern.

    The pattern is a number made up of the marks on the line, as bits, and two digits. The first
    digit describes the cell before the line, and the second digit the cell after it. A digit is
    2 for the player's mark, 1 for an empty cell, and 0 for the opponent's mark or the edge of
    the board.

    Parameters
    ----------
    k, length, own
        Same as in `row_value`.
    first : int
        Index of the line's first cell in the row.

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
    return min(marks * 9 + before * 3 + after, mirrored * 9 + after * 3 + before)


FIELD = 16
"""Number of bits for each cell in a pattern number."""
FIVE_BIT, FOUR_BIT, THREE_BIT = 13, 9, 6
"""Lowest bits of the three counts in a field: fives, ways to a five, and threes."""
QUIET_MASK = (1 << THREE_BIT) - 1
"""Bit mask for the part of a field with the value of lines that are far from complete."""

VALUE_BITS = 24
"""Number of bits in a `PatternPosition` for the value that applies if X is to move."""

_TABLE_LIMIT = 12_000  # maximum number of cached line changes for one board
# Maximum product of the number of cached changes and the number of cells on the board. The
# product matters because each change contains numbers with a field for every cell.
_TABLE_CELLS = 2_000_000
_MOST_QUIET = 15  # maximum value of the lines in one direction through a cell
# Value of a line through a cell, in tenths, by the number of marks on the line. The last value
# is for all greater numbers of marks.
_QUIET_VALUES = (3, 12, 24, 30)

# New content of a line after a mark is placed, and the changes to the pattern numbers and
# values.
_Change = tuple[int, int, int, int]

PatternPosition = tuple[Any, int, int, int, int]
"""Position as a tuple of line contents, X's and O's pattern numbers, values, and marks.

The content of each line is one number (see `Changes`). The values are the sum of two numbers.
The first number applies if X is to move: it is the value of X's rows minus the value of O's
rows. The second number applies if O is to move: it is the value of O's rows minus the value of
X's rows. The second number is shifted by `VALUE_BITS` bits. The marks are X's bit mask plus O's
bit mask, which is shifted by the number of cells on the board.
"""


@lru_cache(maxsize=1 << 12)
def completing(k: int, length: int, own: int) -> int:
    """Return the empty cells in a row where one mark completes a line of k marks.

    Parameters
    ----------
    k : int
        Number of marks in a line.
    length : int
        Number of cells in the row. The row contains none of the opponent's marks.
    own : int
        Bit mask of the player's marks.

    Examples
    --------
    >>> bin(completing(5, 7, 0b0011110))
    '0b100001'
    """
    found = 0
    window = (1 << k) - 1
    for _ in range(length - k + 1):
        missing = window & ~own
        if not missing & (missing - 1):
            found |= missing
        window <<= 1
    return found


@lru_cache(maxsize=1 << 12)
def opening(k: int, length: int, own: int) -> int:
    """Return the empty cells in a row where a mark makes at least two new ways to a five.

    >>> bin(opening(5, 7, 0b0011100))
    '0b100010'
    """
    found = 0
    before = completing(k, length, own)
    for bit in _near(k, length, own, 2):
        after = completing(k, length, own | bit) & ~before
        if not bit & before and after & (after - 1):
            found |= bit
    return found


def _near(k: int, length: int, own: int, left: int) -> list[int]:
    """Return the bits of the empty cells on lines that need at most `left` more marks."""
    cells = 0
    window = (1 << k) - 1
    for _ in range(length - k + 1):
        missing = window & ~own
        if missing.bit_count() <= left:
            cells |= missing
        window <<= 1
    return [1 << at for at in range(length) if cells >> at & 1]


@lru_cache(maxsize=1 << 12)
def _segment_fields(k: int, length: int, own: int) -> tuple[int, ...]:
    """Return the field of each cell in a row that contains none of the opponent's marks.

    >>> [field >> THREE_BIT for field in _segment_fields(5, 7, 0b0011000)]
    [0, 1, 1, 0, 0, 1, 0]
    """
    fields = [0] * length
    fives = completing(k, length, own)
    before = opening(k, length, own)
    close = sum(_near(k, length, own, 3))
    for at in range(length):
        bit = 1 << at
        if own & bit:
            continue
        if fives & bit:
            fields[at] = 1 << FIVE_BIT
            continue
        field = _quiet(k, length, own, at)
        if close & bit:
            ways = (completing(k, length, own | bit) & ~fives).bit_count()
            if ways:
                field += min(ways, 2) << FOUR_BIT
            elif opening(k, length, own | bit) & ~before:
                field += 1 << THREE_BIT
        fields[at] = field
    return tuple(fields)


def _quiet(k: int, length: int, own: int, at: int) -> int:
    """Return a rating from 0 to 15 for the lines of `k` cells through one cell in a row."""
    value = 0
    for first in range(max(0, at - k + 1), min(at, length - k) + 1):
        marks = (own >> first & (1 << k) - 1).bit_count()
        value += _QUIET_VALUES[min(marks, 3)]
    return min(_MOST_QUIET, (value * 5 + 5 * k) // (10 * k))


@lru_cache(maxsize=1 << 13)
def _side(k: int, stride: int, length: int, own: int, other: int) -> tuple[int, int, int]:
    """Return a player's pattern number and two values for a line that begins at cell 0.

    The first value applies if the player is to move, and the second if the opponent is to move.
    """
    number = to_move = waiting = 0
    for first, size in open_rows(length, other, k):
        marks = own >> first & (1 << size) - 1
        for at, field in enumerate(_segment_fields(k, size, marks), first):
            number |= field << FIELD * stride * at
        value = row_value(k, size, marks)
        to_move += value[0]
        waiting += value[1]
    return number, to_move, waiting


class Changes(dict[int, _Change]):
    """Table of the changes to lines caused by new marks, each computed on first use.

    The key is the sum of two numbers, one for the line's content and one for the new mark. The
    bits of the content are the line's index, O's marks, X's marks, and zeros. Each player's
    marks take up as many bits as there are cells in the longest line. The new mark is the
    number ``cell + length * player``, which fills the zeros.

    Parameters
    ----------
    k : int
        Number of marks in a line.
    rows : sequence of (int, int, int)
        First cell, stride and length of each line.
    limit : int
        Maximum number of changes in the table. When the table is full, it is cleared.
    """

    # The table contains only numbers and tuples of numbers, so that the garbage collector has
    # nothing to scan.

    def __init__(self, k: int, rows: Sequence[tuple[int, int, int]], limit: int) -> None:
        super().__init__()
        self._k = k
        self._rows = rows
        self._limit = limit
        self._longest = max((length for _, _, length in rows), default=0)
        # Number of bits for the number that represents the new mark.
        self._first_bit = (2 * self._longest).bit_length()

    def empty(self, line: int) -> int:
        """Return the content of a line without marks."""
        return line << 2 * self._longest + self._first_bit

    def marks(self, content: int, player: int) -> int:
        """Return a bit mask of a player's marks (0 for X, 1 for O) on a line."""
        return content >> self._first_bit + player * self._longest & (1 << self._longest) - 1

    def numbers(self, content: int) -> tuple[int, int, int]:
        """Return X's and O's pattern numbers for a line, and the line's values."""
        first, stride, length = self._rows[content >> 2 * self._longest + self._first_bit]
        x, o = self.marks(content, 0), self.marks(content, 1)
        of_x, x_to_move, x_waiting = _side(self._k, stride, length, x, o)
        of_o, o_to_move, o_waiting = _side(self._k, stride, length, o, x)
        shift = FIELD * first
        values = x_to_move - o_waiting + (o_to_move - x_waiting << VALUE_BITS)
        return of_x << shift, of_o << shift, values

    def __missing__(self, key: int) -> _Change:
        """Compute the change for a key, and store it in the table."""
        if len(self) >= self._limit:
            self.clear()
        mark = key & (1 << self._first_bit) - 1
        before = key - mark
        length = self._rows[key >> 2 * self._longest + self._first_bit][2]
        player, at = divmod(mark, length)
        after = before | 1 << self._first_bit + player * self._longest + at
        x_before, o_before, values_before = self.numbers(before)
        x, o, values = self.numbers(after)
        change = self[key] = (after, x - x_before, o - o_before, values - values_before)
        return change


class Patterns:
    """Patterns of both players on the board in an m,n,k-game.

    Parameters
    ----------
    rules : MNK
        Rules of the game. In misère, a completed line loses.
    table_limit : int, optional
        Maximum number of line changes to cache. By default, the cache takes up to 20 MB.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> patterns = Patterns(MNK(15, 15, 5))
    >>> three = Game(patterns.rules, moves=(112, 0, 113, 14, 114, 210))
    >>> position = patterns.position(three.state)
    >>> patterns.cells(position[1] & patterns.wins)
    [111, 115]
    """

    def __init__(self, rules: MNK, table_limit: int = _TABLE_LIMIT) -> None:
        self.rules = rules
        self.cell_count = rules.cell_count
        self.rows = _rows(rules)
        """First cell, stride and length of each row, column and diagonal on the board."""
        places: list[list[tuple[int, int, int]]] = [[] for _ in range(self.cell_count)]
        for line, (first, stride, length) in enumerate(self.rows):
            for at in range(length):
                places[first + at * stride].append((line, at, length))
        self.places = tuple(
            tuple(
                tuple((line, at + length * player) for line, at, length in through)
                for through in places
            )
            for player in (0, 1)
        )
        """For each player and cell, the lines through the cell and each line's new mark."""
        self.marks = tuple(
            tuple(1 << cell + player * self.cell_count for cell in range(self.cell_count))
            for player in (0, 1)
        )
        """For each player and cell, the bit that represents a mark in a `PatternPosition`."""
        every = sum(1 << FIELD * cell for cell in range(self.cell_count))
        self.fives = every * (7 << FIVE_BIT)
        """Mask for the bits that show where a mark makes a five."""
        self.fours = every * (15 << FOUR_BIT)
        """Mask for the bits that show where a mark makes a four."""
        self.wins = every * (14 << FOUR_BIT)
        """Mask for the bits that show where a mark makes two ways to a five."""
        self.threes = every * (7 << THREE_BIT)
        """Mask for the bits that show where a mark makes a three."""
        self._others = tuple(
            ~(((1 << FIELD) - 1) << FIELD * cell) for cell in range(self.cell_count)
        )
        limit = min(table_limit, _TABLE_CELLS // rules.cell_count)
        self.changes = Changes(rules.k, self.rows, limit)
        """Table of the changes to lines caused by new marks."""
        empty = [self.changes.empty(line) for line in range(len(self.rows))]
        numbers = [self.changes.numbers(line) for line in empty]
        self.empty: PatternPosition = (
            empty,
            sum(of_x for of_x, _, _ in numbers),
            sum(of_o for _, of_o, _ in numbers),
            sum(values for _, _, values in numbers),
            0,
        )
        """Position of the empty board."""

    def position(self, state: State) -> PatternPosition:
        """Convert a state of the game to a `PatternPosition`."""
        position = self.empty
        for player, marks in enumerate(state.masks):
            for cell in range(self.cell_count):
                if marks >> cell & 1:
                    position = self.play(position, cell, player)
        return position

    def play(self, position: PatternPosition, cell: int, player: int) -> PatternPosition:
        """Return the position after a player (0 for X, 1 for O) places a mark."""
        lines, x, o, values, marks = position
        lines = lines[:]
        changes = self.changes
        for line, at in self.places[player][cell]:
            lines[line], of_x, of_o, added = changes[lines[line] + at]
            x += of_x
            o += of_o
            values += added
        return (lines, x, o, values, marks | self.marks[player][cell])

    def fives_after(self, position: PatternPosition, cell: int, player: int) -> int:
        """Return bits that show where a player can make a five after marking `cell`."""
        lines, own, changes = position[0], position[1 + player], self.changes
        for line, at in self.places[player][cell]:
            own += changes[lines[line] + at][1 + player]
        return own & self.fives

    def opens(self, position: PatternPosition, player: int) -> bool:
        """Return whether a player can make an open four with one mark."""
        k = self.rules.k
        for line, (_, _, length) in zip(position[0], self.rows, strict=True):
            own = self.changes.marks(line, player)
            other = self.changes.marks(line, 1 - player)
            for first, size in open_rows(length, other, k):
                if opening(k, size, own >> first & (1 << size) - 1):
                    return True
        return False

    def cells(self, mask: int) -> list[int]:
        """Return, in ascending order, the cells whose bits are set in a mask."""
        found = []
        others = self._others
        while mask:
            cell = ((mask & -mask).bit_length() - 1) // FIELD
            found.append(cell)
            mask &= others[cell]
        return found

    def fields(self, number: int) -> list[int]:
        """Split a pattern number, and return the field of each cell."""
        return memoryview(number.to_bytes(2 * self.cell_count, "little")).cast("H").tolist()


def _rows(rules: MNK) -> list[tuple[int, int, int]]:
    """Return the rows, columns and diagonals that contain at least k cells.

    The function describes each row, column or diagonal by its first cell, stride and length.
    """
    rows, columns, k = rules.rows, rules.columns, rules.k
    found = []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for cell in range(rows * columns):
            row, column = divmod(cell, columns)
            is_first = not (row >= down and 0 <= column - across < columns)
            across_left = columns - column if across > 0 else column + 1
            length = min(rows - row if down else columns, across_left if across else rows)
            if is_first and length >= k:
                found.append((cell, down * columns + across, length))
    return found


@lru_cache(maxsize=2)
def shared_patterns(rules: MNK) -> Patterns:
    """Return the `Patterns` shared by all searches under these rules."""
    return Patterns(rules)


# Win probabilities for the scores of positions in m,n,k-games.

_SIGHT_POINTS = 500  # increase in a static score that multiplies the odds of winning by e
_SUREST = 0.99  # maximum absolute value of a static estimate
# Maximum absolute value of an estimate after a search. Of the positions that look won but
# aren't proved, one in ten isn't won.
_MOST_TOLD = 0.8
# Increase in a search score that multiplies the odds of winning by e, on a board without edges.
_LEAST_POINTS = 140


def estimate_at_sight(score: int) -> float:
    """Convert a static score to an estimate between -1 and 1.

    The estimate is twice the win probability, minus 1.
    """
    return max(-_SUREST, min(tanh(score / (2 * _SIGHT_POINTS)), _SUREST))


def estimate_after_search(rules: MNK) -> Callable[[int], float]:
    """Return a function that converts search scores to estimates.

    The estimate is twice the win probability minus 1, where a draw counts as half a win. On a
    small board, a score has less weight, because lines soon reach an edge. For five in a row,
    the function was fitted to games that the search played against itself
    (``benchmarks/calibration.py``). For other line lengths, its results are only cautious
    guesses.
    """
    points: float = _SIGHT_POINTS
    if rules.k == 5:
        points = max(_LEAST_POINTS, 1300 - 6.6 * rules.rows * rules.columns)
    return lambda score: _MOST_TOLD * tanh(score / (2 * points))


# Memory that all searches on one large board share.

Numbers = tuple[int, int]
"""Proof number and disproof number of a position."""


class SearchMemory:
    """Tables of search results, shared by successive searches and indexed by the marks.

    In each pair of tables, the first one is for X as the attacker, and the second one for O as
    the attacker. The entry for a position does not depend on where the search began, so it
    remains valid in the next search.
    """

    def __init__(self) -> None:
        self.scores: dict[int, tuple[int, int, int, int]] = {}
        """Depth, bound type, score and best move of each position searched by alpha-beta."""
        self.four_wins: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Move that wins by fours in each position with the attacker to move."""
        self.four_failures: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """Number of fours that isn't enough to win, for positions with the attacker to move."""
        self.numbers: tuple[dict[int, Numbers], dict[int, Numbers]] = ({}, {})
        """Proof and disproof numbers of positions in the search for wins by threats."""
        self.threat_wins: dict[tuple[int, int], int] = {}
        """Move that is proved to win by threats, indexed by attacker and position."""
