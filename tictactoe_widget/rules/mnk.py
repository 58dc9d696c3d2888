"""m,n,k-games: k marks in a row on a board of m rows and n columns."""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import and_
from typing import Self

from tictactoe_widget.validation.quoting import brief

from .marks import Mark, Result, opponent
from .picture.layout import Layout
from .registry import register_family
from .rules import Lines, Rules, Symmetries
from .state import State, new_state

LONGEST_SIDE = 19
"""Largest number of rows and of columns, as on a Go board."""


_NAME = re.compile(r"(misere-)?([0-9]{1,3})x([0-9]{1,3})(?:k([0-9]{1,3}))?")
"""Pattern of the names of these rules: rows, columns and k."""
_EMPTY = str.maketrans("_-", "..")
"""Translation of the other signs for an empty cell to ``.``."""


@register_family
@dataclass(frozen=True)
class MNK(Rules):
    """An m,n,k-game: `k` marks in a row, straight or diagonal, make a line.

    The first player to complete a line wins; in misère that player loses. A
    line longer than `k` counts too. A full board without a line is a draw.

    Parameters
    ----------
    rows, columns : int
        Size of the board, 1 to 19 each.
    k : int
        Number of marks that make a line, 1 to the longer side of the board.
    misere : bool, default False
        True where the player who completes a line loses instead of winning.

    Raises
    ------
    TypeError
        When a size is not an int or `misere` not a bool.
    ValueError
        When a size is out of its range.

    Examples
    --------
    >>> MNK(rows=4, columns=4, k=3)
    MNK(rows=4, columns=4, k=3, misere=False)
    >>> MNK(rows=3, columns=3, k=4)
    Traceback (most recent call last):
        ...
    ValueError: k must be from 1 to 3, the longer side of the board, not 4
    """

    rows: int
    """Number of rows of the board, 1 to 19."""
    columns: int
    """Number of columns of the board, 1 to 19."""
    k: int
    """Number of marks that make a line, 1 to the longer side."""
    misere: bool = False
    """True where the player who completes a line loses instead of winning."""

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "k"):
            value = getattr(self, name)
            if type(value) is not int:
                raise TypeError(f"{name} must be an int, not {brief(value)}")
        if type(self.misere) is not bool:
            raise TypeError(f"misere must be True or False, not {brief(self.misere)}")
        for name in ("rows", "columns"):
            if not 1 <= getattr(self, name) <= LONGEST_SIDE:
                raise ValueError(
                    f"{name} must be from 1 to {LONGEST_SIDE}, not {brief(getattr(self, name))}"
                )
        longer = max(self.rows, self.columns)
        if not 1 <= self.k <= longer:
            raise ValueError(
                f"k must be from 1 to {longer}, the longer side of the board, "
                f"not {brief(self.k)}"
            )

    def __reduce__(self) -> tuple[object, ...]:
        # Leaves out the cached properties below, which a copy computes again.
        return (type(self), (self.rows, self.columns, self.k, self.misere))

    @cached_property
    def lines(self) -> Lines:
        """Lines of the board, each as ascending cells: rows, columns, diagonals."""
        return _lines(self.rows, self.columns, self.k)

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """Bit masks of the lines, in the order of `lines`."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """Bit masks of the lines through each cell, by cell."""
        return tuple(
            tuple(mask for mask in self.line_masks if mask >> cell & 1)
            for cell in range(self.rows * self.columns)
        )

    @property
    def systematic_name(self) -> str:
        """Name of the rules, such as ``"4x5k3"`` (rows, columns, k) or ``"misere-4x5k3"``."""
        misere = "misere-" if self.misere else ""
        return f"{misere}{self.rows}x{self.columns}k{self.k}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules with a name such as ``"4x5k3"``; None for any other name.

        On 3x3, where three in a row are meant, k may be left out.
        """
        read = _NAME.fullmatch(name)
        if read is None or (read[4] is None and read.group(2, 3) != ("3", "3")):
            return None
        rows, columns, k = int(read[2]), int(read[3]), int(read[4] or 3)
        return cls(rows, columns, k, misere=read[1] is not None)

    @cached_property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: 8 of a square, 2 of one row or column, else 4."""
        return grid_symmetries(self.rows, self.columns)

    @property
    def title(self) -> str:
        """Short name of the rules, shown to players."""
        size = (self.rows, self.columns, self.k)
        line = f"{self.k} in a row" if self.k > 1 else "one mark decides"
        board = f"{self.rows} × {self.columns}, {line}"
        known = {(3, 3, 3): "Tic-tac-toe", (15, 15, 5): f"Gomoku, {board}"}
        name = known.get(size, board)
        return f"Misère {name[0].lower()}{name[1:]}" if self.misere else name

    @property
    def summary(self) -> str:
        """Rules in one paragraph, for players to read."""
        verdict = "loses" if self.misere else "wins"
        if self.rows == self.columns == 1:
            return f"The board is a single cell. X marks it and {verdict}."
        if self.k == 1:
            return (
                f"X moves first, on {self.size_in_words}. "
                f"Whoever first has one mark {verdict}, so the first move decides."
            )
        longer = " A longer row counts too." if self.can_overrun else ""
        drawn = " A full board without it is a draw." if self.can_draw else ""
        return (
            f"X and O take turns on {self.size_in_words}, X first. Whoever first has "
            f"{self.k} marks in a row{self.directions_in_words} {verdict}.{longer}{drawn}"
        )

    @property
    def size_in_words(self) -> str:
        """Size of the board as a phrase, such as "3 rows of 3 cells"."""
        if self.rows == 1:
            return f"one row of {self.columns} cells"
        if self.columns == 1:
            return f"one column of {self.rows} cells"
        return f"{self.rows} rows of {self.columns} cells"

    @property
    def directions_in_words(self) -> str:
        """Phrase for the directions of lines; empty on a board of one row or column."""
        if 1 in (self.rows, self.columns):
            return ""
        if self.k > self.rows:
            return ", across the board,"
        if self.k > self.columns:
            return ", down the board,"
        return ", across, down or diagonally,"

    @property
    def can_overrun(self) -> bool:
        """True where a player can get more than `k` marks in a row.

        That takes k + 1 marks of one player and k of the other, for which a board
        of one row or column must have room.
        """
        shorter, longer = sorted((self.rows, self.columns))
        return longer > self.k and (shorter > 1 or longer > 2 * self.k)

    @property
    def can_draw(self) -> bool:
        """True where the board can be filled without a line.

        For k > 2, pairs of marks, shifted by two from row to row, make no three in a
        row. For k = 2, any four cells in a square hold two adjacent equal marks.
        """
        return self.k > 2 or (self.k == 2 and 1 in (self.rows, self.columns))

    @cached_property
    def layout(self) -> Layout:
        """Grid in which the cells are drawn: that of the board."""
        return Layout(self.rows, self.columns, tuple(range(self.rows * self.columns)))

    @cached_property
    def initial_state(self) -> State:
        """State of the empty board, with X to move."""
        return State(0, 0, self.layout.cells, None)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        own = state.own | 1 << cell
        legal = state.legal_moves
        for line in self.masks_through[cell]:
            if own & line == line:
                return new_state(state.other, own, (), self.decided_by(state.to_move))
        at = legal.index(cell)
        left = legal[:at] + legal[at + 1 :]
        return new_state(state.other, own, left, None if left else "draw")

    def decided_by(self, completer: Mark) -> Result:
        """Return the winner when `completer` completes a line."""
        return opponent(completer) if self.misere else completer

    def guide(self, state: State) -> str:
        """Return the reminder that a line loses, in misère; else ``""``."""
        return "Completing a line loses" if self.misere and state.result is None else ""

    def winning_lines(self, state: State) -> Lines:
        """Return all lines completed by the last move, each as ascending cells."""
        return tuple(
            line
            for line, mask in zip(self.lines, self.line_masks, strict=True)
            if state.other & mask == mask
        )

    def to_text(self, state: State) -> str:
        """Return the board as text: ``X``, ``O`` and ``.``, each row on its own."""
        x, o = state.masks
        cells = [
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else "."
            for cell in range(self.cell_count)
        ]
        n = self.columns
        return "\n".join(" ".join(cells[at : at + n]) for at in range(0, len(cells), n))

    def from_text(self, text: str) -> State:
        """Read a board of ``X``, ``O`` and ``.``, in rows or all in one row."""
        x, o = read_marks(text, self.rows, self.columns, one_row=True)
        own, other = seen_by_mover(x, o)
        mover = State(own, other, (), None).to_move
        if ended_by_line(own, other, self.line_masks, mover):
            return State(own, other, (), self.decided_by(opponent(mover)))
        empty = tuple(c for c in range(self.cell_count) if not (x | o) >> c & 1)
        return State(own, other, empty, None if empty else "draw")


STANDARD = MNK(rows=3, columns=3, k=3)
"""Rules of standard tic-tac-toe: three in a row on 3x3."""


def read_marks(text: str, rows: int, columns: int, *, one_row: bool = False) -> tuple[int, int]:
    """Read a grid of ``X``, ``O`` and ``.`` into bit masks of X and of O.

    Rows end with a slash or a line break. ``_`` and ``-`` are empty cells too,
    spaces are ignored, and case does not matter.

    Parameters
    ----------
    text : str
        Grid to read.
    rows, columns : int
        Size of the grid.
    one_row : bool, default False
        True to accept all cells in one row as well, ``"X.O.X...O"``.

    Returns
    -------
    tuple of int
        Bit masks of the cells that hold X and O.

    Raises
    ------
    ValueError
        When the grid is not `rows` by `columns` or holds another character.

    Examples
    --------
    >>> read_marks("X.O/.X./..O", 3, 3)
    (17, 260)
    """
    rows_of_text = text.strip().replace("/", "\n").splitlines()
    grid = ["".join(row.split()).upper().translate(_EMPTY) for row in rows_of_text]
    sizes = [len(row) for row in grid]
    if sizes != [columns] * rows and not (one_row and sizes == [rows * columns]):
        raise ValueError(
            f"expected {rows} rows of {columns} cells, split by / or line breaks, "
            f"not {brief(text)}"
        )
    x = o = 0
    for cell, mark in enumerate("".join(grid)):
        if mark not in "XO.":
            raise ValueError(f"a cell is X, O or . (empty), not {mark!r}")
        x |= (mark == "X") << cell
        o |= (mark == "O") << cell
    return x, o


def seen_by_mover(x: int, o: int) -> tuple[int, int]:
    """Convert the bit masks of X and O to those of the player to move and the opponent.

    Raises
    ------
    ValueError
        When X has neither as many marks as O nor one more.
    """
    x_count, o_count = x.bit_count(), o.bit_count()
    if x_count - o_count not in (0, 1):
        raise ValueError(
            f"{x_count} X and {o_count} O: X opens and marks alternate, "
            "so X must have as many marks as O or one more"
        )
    return (o, x) if x_count > o_count else (x, o)


def ended_by_line(own: int, other: int, line_masks: tuple[int, ...], mover: Mark) -> bool:
    """Return whether the last move completed a line; `mover`, with the marks `own`, is next.

    Raises
    ------
    ValueError
        When the game would have ended before all these marks were made.
    """
    lines = [mask for mask in line_masks if other & mask == mask]
    if any(own & mask == mask for mask in line_masks):
        if lines:
            raise ValueError("both players have a line: the first one ended the game")
        raise ValueError(
            f"{mover} has a line and {opponent(mover)} moved after it: the line ended the game"
        )
    if lines and not reduce(and_, lines):
        raise ValueError("no single move completes these lines: the first one ended the game")
    return bool(lines)


@lru_cache(maxsize=64)
def _lines(rows: int, columns: int, k: int) -> Lines:
    if k == 1:
        return tuple((cell,) for cell in range(rows * columns))
    found: list[tuple[int, ...]] = []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        step = down * columns + across
        firsts = (
            row * columns + column
            for row in range(rows - (k - 1) * down)
            for column in range(columns)
            if 0 <= column + (k - 1) * across < columns
        )
        found += (tuple(range(first, first + k * step, step)) for first in firsts)
    return tuple(found)


@lru_cache(maxsize=64)
def grid_symmetries(rows: int, columns: int) -> Symmetries:
    """Return the symmetries of a grid whose cells are numbered row by row.

    Each is a permutation *p*: cell *c* goes to cell ``p[c]``. The identity comes
    first, and no permutation comes twice.

    >>> grid_symmetries(1, 3)
    ((0, 1, 2), (2, 1, 0))
    >>> len(grid_symmetries(3, 3)), len(grid_symmetries(3, 4))
    (8, 4)
    """
    places = [(row, column) for row in range(rows) for column in range(columns)]
    images = {
        tuple(
            (rows - 1 - row if upside_down else row) * columns
            + (columns - 1 - column if mirrored else column)
            for row, column in (((c, r) if swapped else (r, c)) for r, c in places)
        )
        for upside_down in (False, True)
        for mirrored in (False, True)
        for swapped in ((False, True) if rows == columns else (False,))
    }
    return tuple(sorted(images))
