"""m,n,k-games: k marks in a row on a board of m rows and n columns."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import product
from operator import and_
from typing import Literal, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.validation import brief

from .errors import IllegalMoveError
from .rules import Lines, Rules, Symmetries, Symmetry, move_bits, register_family
from .state import (
    OWN_MARKS,
    Mark,
    Result,
    State,
    ended_by_drawn_line,
    new_drawn_state,
    new_state,
    opponent,
)

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


# Base class of families in which lines of cells decide the game.


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


# Lines of boards whose edges end or wrap around, and of cubes.

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps of the four directions, in rows and columns."""


@lru_cache(maxsize=64)
def wrapped_lines(
    rows: int, columns: int, k: int, *, wraps_down: bool, wraps_across: bool
) -> Lines:
    """Return the lines of a board whose edges may wrap around, each as ascending cells.

    A line is `k` different cells, one step after the other in one direction. It counts
    once, wherever it begins.

    >>> len(wrapped_lines(3, 3, 3, wraps_down=True, wraps_across=True))
    12
    >>> len(wrapped_lines(6, 7, 4, wraps_down=False, wraps_across=False))
    69
    """
    found: dict[tuple[int, ...], None] = {}
    for (down, across), row, column in product(_DIRECTIONS, range(rows), range(columns)):
        cells = []
        for step in range(k):
            at_row, at_column = row + step * down, column + step * across
            if wraps_down:
                at_row %= rows
            if wraps_across:
                at_column %= columns
            if not (at_row < rows and 0 <= at_column < columns):
                break
            cells.append(at_row * columns + at_column)
        if len(set(cells)) == k:
            found[tuple(sorted(cells))] = None
    return tuple(found)


@lru_cache(maxsize=8)
def cube_lines(side: int) -> Lines:
    """Return the lines of a cube: all rows of `side` cells, also those through its layers.

    Cells are numbered layer by layer, each layer row by row.

    >>> len(cube_lines(3)), len(cube_lines(4))
    (49, 76)
    """
    steps = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]
    found = []
    for step, start in product(steps, product(range(side), repeat=3)):
        places = [
            tuple(at + by * number for at, by in zip(start, step, strict=True))
            for number in range(side)
        ]
        if all(0 <= at < side for place in places for at in place):
            found.append(
                tuple(
                    sorted(
                        (layer * side + row) * side + column for layer, row, column in places
                    )
                )
            )
    return tuple(found)


def keeping_lines(symmetries: Iterable[tuple[int, ...]], lines: Lines) -> Symmetries:
    """Return those permutations of the cells that map each line to a line, the identity first.

    >>> keeping_lines([(1, 0, 2), (2, 1, 0)], ((0, 1), (1, 2)))
    ((2, 1, 0),)
    """
    known = set(lines)
    kept = {
        symmetry
        for symmetry in symmetries
        if all(tuple(sorted(symmetry[cell] for cell in line)) in known for line in lines)
    }
    return tuple(sorted(kept))


# Boards on which one rule is changed: where a mark goes, the edges, the mark, the goal.

_VARIANT_NAME = re.compile(
    r"(misere-|order-)?(same-|wild-)?(drop-)?(torus-)?([0-9]{1,3})x([0-9]{1,3})k([0-9]{1,3})"
)
"""Pattern of the names of these rules: the switches, then rows, columns and k."""
_WORDS = {"own": "", "same": "same-", "chosen": "wild-"}
"""Word in a name for the mark that is drawn."""
_DRAWN: Mapping[str, Mapping[Mark, Mark | None]] = {
    "own": OWN_MARKS,
    "same": {"X": "X", "O": "X"},
    "chosen": {"X": None, "O": None},
}
"""Mark that each player draws, by the value of the switch."""
_TITLES = {
    "drop-6x7k4": "Connect four",
    "misere-same-3x3k3": "Notakto",
    "wild-3x3k3": "Wild tic-tac-toe",
    "order-6x6k5": "Order and chaos",
}
"""Names by which such games are known, by their systematic names."""
WIDEST_CHOSEN = 14
"""Greatest number of columns where marks are chosen: x and o then name marks."""


@register_family
@dataclass(frozen=True)
class Variant(LineRules):
    """A board of rows, columns and k on which at least one rule of `MNK` is changed.

    The switches go together as one likes, but for those that make no game: where both
    players draw X, for example, a line has to lose.

    Parameters
    ----------
    rows, columns, k : int
        Size of the board and of a line, as in `MNK`.
    misere : bool, default False
        True where the player who completes a line loses instead of winning.
    marks : {"own", "same", "chosen"}, default "own"
        ``"own"`` where each player draws their own mark, ``"same"`` where both draw X,
        ``"chosen"`` where the player chooses X or O at each move.
    drop : bool, default False
        True where a mark falls to the lowest free cell of its column.
    torus : bool, default False
        True where lines go on at the opposite edge; with `drop` only from left to right.
    order : bool, default False
        True where the first player makes a line of either mark and the other prevents
        it, as in order and chaos; the marks are chosen then.

    Raises
    ------
    TypeError, ValueError
        When a value is of another type or out of its range, when no rule is changed, or
        the switches make no game; the message says why.

    Examples
    --------
    >>> connect_four = Variant(6, 7, 4, drop=True)
    >>> connect_four.name, connect_four.title, len(connect_four.lines)
    ('connect4', 'Connect four', 69)
    >>> Variant(3, 3, 3, marks="same")
    Traceback (most recent call last):
        ...
    ValueError: where both players draw X, a line must lose, as else the first pair of \
marks would decide: add misere=True
    """

    rows: int
    """Number of rows of the board, 1 to 19."""
    columns: int
    """Number of columns of the board, 1 to 19; at most 14 where marks are chosen."""
    k: int
    """Number of marks that make a line, 1 to the longer side."""
    misere: bool = False
    """True where the player who completes a line loses instead of winning."""
    marks: Literal["own", "same", "chosen"] = "own"
    """Mark that a player draws: their own, X for both, or the one they choose."""
    drop: bool = False
    """True where a mark falls to the lowest free cell of its column."""
    torus: bool = False
    """True where lines go on at the opposite edge."""
    order: bool = False
    """True where the first player makes a line and the other prevents it."""

    def __post_init__(self) -> None:
        plain = MNK(self.rows, self.columns, self.k, self.misere)  # refuses wrong sizes
        for name in ("drop", "torus", "order"):
            value = getattr(self, name)
            if type(value) is not bool:
                raise TypeError(f"{name} must be True or False, not {brief(value)}")
        if not (isinstance(self.marks, str) and self.marks in _WORDS):
            raise ValueError(
                f"marks must be 'own', 'same' or 'chosen', not {brief(self.marks)}"
            )
        if self.order:
            if self.misere or self.marks == "same":
                raise ValueError(
                    "where one player makes a line and the other prevents it, no line loses "
                    "and marks are chosen: leave misere and marks out"
                )
            object.__setattr__(self, "marks", "chosen")
        if self.marks == "same" and not self.misere:
            raise ValueError(
                "where both players draw X, a line must lose, as else the first pair of "
                "marks would decide: add misere=True"
            )
        if self.marks == "chosen" and self.columns > WIDEST_CHOSEN:
            raise ValueError(
                f"columns must be from 1 to {WIDEST_CHOSEN} where marks are chosen, as x and "
                f"o name marks there, not {self.columns}"
            )
        if not (self.drop or self.torus or self.marks != "own"):
            raise ValueError(f"no rule is changed: these are the rules {plain!r}")

    def __reduce__(self) -> tuple[object, ...]:
        # Leaves out the cached properties below, which a copy computes again.
        switches = (self.misere, self.marks, self.drop, self.torus, self.order)
        return (type(self), (self.rows, self.columns, self.k, *switches))

    @property
    def systematic_name(self) -> str:
        """Name of the rules, such as ``"misere-drop-6x7k4"`` or ``"torus-4x4k4"``."""
        goal = "order-" if self.order else "misere-" if self.misere else ""
        marks = "" if self.order else _WORDS[self.marks]
        drop = "drop-" if self.drop else ""
        torus = "torus-" if self.torus else ""
        return f"{goal}{marks}{drop}{torus}{self.rows}x{self.columns}k{self.k}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules with a name such as ``"torus-4x4k4"``; None for any other name."""
        read = _VARIANT_NAME.fullmatch(name)
        if read is None or not (read[1] == "order-" or any(read.group(2, 3, 4))):
            return None
        goal, word, drop, torus, *size = read.groups()
        marks = next(marks for marks, known in _WORDS.items() if known == (word or ""))
        rows, columns, k = map(int, size)
        return cls(
            rows,
            columns,
            k,
            misere=goal == "misere-",
            marks=marks,  # type: ignore[arg-type]
            drop=drop is not None,
            torus=torus is not None,
            order=goal == "order-",
        )

    @cached_property
    def lines(self) -> Lines:
        """Lines of the board, each as ascending cells."""
        return wrapped_lines(
            self.rows,
            self.columns,
            self.k,
            wraps_down=self.torus and not self.drop,
            wraps_across=self.torus,
        )

    @cached_property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: it is turned and mirrored, and shifted where edges wrap.

        Where marks fall, each row stays where it is.
        """
        columns = self.columns
        turned = [
            turn
            for turn in grid_symmetries(self.rows, columns)
            if not self.drop
            or all(cell // columns == moved // columns for cell, moved in enumerate(turn))
        ]
        downs = range(self.rows if self.torus and not self.drop else 1)
        acrosses = range(columns if self.torus else 1)
        shifted = [
            tuple(
                (cell // columns + down) % self.rows * columns
                + (cell % columns + across) % columns
                for cell in turn
            )
            for turn, down, across in product(turned, downs, acrosses)
        ]
        return keeping_lines(shifted, self.lines)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state with every mark moved by one of `symmetries`."""
        own, other = (move_bits(mask, symmetry) for mask in (state.own, state.other))
        legal = self._legal_moves(own | other) if state.result is None else ()
        return self._new_state(own, other, legal, state.result)

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player draws, None for both where it is chosen at each move."""
        return _DRAWN[self.marks]

    @property
    def title(self) -> str:
        """Short name of the rules, shown to players."""
        known = _TITLES.get(self.systematic_name)
        if known is not None:
            return known
        line = f"{self.k} in a row" if self.k > 1 else "one mark decides"
        words = {
            "both draw X": self.marks == "same",
            "X or O at each move": self.chooses_mark,
            "marks fall": self.drop,
            "edges wrap": self.torus,
            "a line loses": self.misere,
            "one makes a line": self.order,
        }
        return ", ".join(
            [f"{self.rows} × {self.columns}", line, *(word for word in words if words[word])]
        )

    @property
    def summary(self) -> str:
        """Rules in one paragraph, for players to read."""
        return " ".join([self.turns_in_words, *self.places_in_words, self.goal_in_words])

    @property
    def turns_in_words(self) -> str:
        """Sentence that says who moves, with which mark."""
        size = MNK(self.rows, self.columns, self.k).size_in_words
        turns = {
            "own": f"X and O take turns on {size}, X first.",
            "same": f"First and Second take turns on {size}, and both draw X.",
            "chosen": f"First and Second take turns on {size}, and draw X or O as they like.",
        }
        return turns[self.marks]

    @property
    def places_in_words(self) -> tuple[str, ...]:
        """Sentences on where marks go and lines end; none where nothing is changed."""
        words = []
        if self.drop:
            words.append("A mark falls to the lowest free cell of its column.")
        if self.torus:
            edges = "the left edge at the right" if self.drop else "an edge at the opposite one"
            words.append(f"A row goes on beyond {edges}.")
        return tuple(words)

    @property
    def line_in_words(self) -> str:
        """Words for a line, such as "3 marks in a row"."""
        same = " that are alike" if self.chooses_mark else ""
        return f"{self.k} marks{same} in a row" if self.k > 1 else "one mark"

    @property
    def goal_in_words(self) -> str:
        """Sentences on how the game ends."""
        if self.order:
            return (
                f"First wins with {self.line_in_words}, whoever completes it. "
                "Second wins when the board is full without it."
            )
        verdict = "loses" if self.misere else "wins"
        drawn = " A full board without it is a draw." if self.can_draw else ""
        return f"Whoever completes {self.line_in_words} {verdict}.{drawn}"

    @property
    def can_draw(self) -> bool:
        """True unless a draw is known to be impossible."""
        return self.k > 1 and not self.order and (self.marks != "same" or not self.lines)

    @cached_property
    def layout(self) -> Layout:
        """Grid in which the cells are drawn: that of the board."""
        cells = tuple(range(self.rows * self.columns))
        return Layout(self.rows, self.columns, cells, falls=self.drop)

    @cached_property
    def initial_state(self) -> State:
        """State of the empty board; the first player, X, is to move."""
        return self._new_state(0, 0, self._legal_moves(0), None)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        mover = state.to_move
        if self.marks == "own":
            drawn = state.own | 1 << cell
            own, other = state.other, drawn
        else:
            own, other = state.masks
            if cell >= self.cell_count:
                cell -= self.cell_count
                drawn = other = other | 1 << cell
            else:
                drawn = own = own | 1 << cell
        for line in self.masks_through[cell]:
            if drawn & line == line:
                return self._new_state(own, other, (), self.decided_by(mover))
        legal = self._legal_moves(own | other)
        return self._new_state(own, other, legal, None if legal else self.full_board_result)

    def _new_state(
        self, own: int, other: int, legal_moves: tuple[int, ...], result: Result
    ) -> State:
        make = new_state if self.marks == "own" else new_drawn_state
        return make(own, other, legal_moves, result)

    def _legal_moves(self, taken: int) -> tuple[int, ...]:
        """Return the moves on a board on which these cells hold marks."""
        count, columns = self.cell_count, self.columns
        if self.drop:
            free = [
                max(cells)
                for column in range(columns)
                if (cells := [c for c in range(column, count, columns) if not taken >> c & 1])
            ]
            free.sort()
        else:
            free = [cell for cell in range(count) if not taken >> cell & 1]
        return (*free, *(cell + count for cell in free)) if self.chooses_mark else tuple(free)

    def decided_by(self, completer: Mark) -> Result:
        """Return the winner when `completer` completes a line."""
        if self.order:
            return "X"
        return opponent(completer) if self.misere else completer

    @property
    def full_board_result(self) -> Result:
        """Result of a full board without a line."""
        return "O" if self.order else "draw"

    def guide(self, state: State) -> str:
        """Return what is changed, as a reminder for the next move."""
        if state.result is not None:
            return ""
        if self.order:
            return "First makes a line, Second prevents it"
        if self.misere:
            return "Completing a line loses"
        if self.drop:
            return "Marks fall to the bottom"
        return "Choose a mark, then a cell" if self.chooses_mark else ""

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error for a cell that is not a legal move; its message says why."""
        if self.chooses_mark and self.cell_count <= cell < 2 * self.cell_count:
            cell -= self.cell_count
        x, o = state.masks
        is_free = 0 <= cell < self.cell_count and not (x | o) >> cell & 1
        if self.drop and is_free and state.result is None:
            lowest = self._name(self.landing(state, cell))
            return IllegalMoveError(f"Marks fall: play {lowest} there")
        return super().refusal(state, cell)

    def landing(self, state: State, cell: int) -> int:
        """Return the lowest free cell of the column where marks fall, else the cell itself."""
        if not self.drop or not 0 <= cell < self.cell_count:
            return cell
        column = range(cell % self.columns, self.cell_count, self.columns)
        return next((move for move in state.legal_moves if move in column), cell)

    def _name(self, cell: int) -> str:
        """Return what people call a cell, whatever mark is drawn there."""
        return self.layout.name_at(self.layout.cells.index(cell))

    def from_text(self, text: str) -> State:
        """Read a board of ``X``, ``O`` and ``.``, in rows or all in one row."""
        x, o = read_marks(text, self.rows, self.columns, one_row=True)
        if self.drop:
            self._check_fallen(x | o)
        if self.marks == "same" and o:
            raise ValueError("both players draw X: the board holds O")
        if self.marks == "own":
            own, other = seen_by_mover(x, o)
            mover = State(own, other, (), None).to_move
            is_ended = ended_by_line(own, other, self.line_masks, mover)
        else:
            own, other = x, o
            mover = "O" if (x | o).bit_count() & 1 else "X"
            is_ended = ended_by_drawn_line(x, o, self.line_masks)
        if is_ended:
            return self._new_state(own, other, (), self.decided_by(opponent(mover)))
        legal = self._legal_moves(x | o)
        return self._new_state(own, other, legal, None if legal else self.full_board_result)

    def _check_fallen(self, taken: int) -> None:
        """Raise ValueError where a mark has a free cell below it."""
        below = ~(taken >> self.columns) & (1 << (self.cell_count - self.columns)) - 1
        floating = taken & below
        if floating:
            cell = (floating & -floating).bit_length() - 1
            raise ValueError(
                f"marks fall to the bottom: {self._name(cell)} holds one above a free cell"
            )


# Switches of boards of rows, columns and k: what is chosen, and other rules made from it.


def read_switches(rules: Rules) -> dict[str, str]:
    """Return what is chosen at each switch of rules, by its name.

    Rules of families without switches, such as ultimate, stand for the standard ones.

    Examples
    --------
    >>> read_switches(Variant(4, 5, 3, misere=True, torus=True))
    {'rows': '4', 'columns': '5', 'k': '3', 'place': 'free', 'edges': 'torus', \
'marks': 'own', 'goal': 'avoid'}
    """
    if not isinstance(rules, MNK | Variant):
        rules = STANDARD
    variant = rules if isinstance(rules, Variant) else None
    is_order = variant is not None and variant.order
    return {
        "rows": str(rules.rows),
        "columns": str(rules.columns),
        "k": str(rules.k),
        "place": "drop" if variant is not None and variant.drop else "free",
        "edges": "torus" if variant is not None and variant.torus else "end",
        "marks": "own" if variant is None else variant.marks,
        "goal": "order" if is_order else "avoid" if rules.misere else "make",
    }


def make_switched_rules(chosen: Mapping[str, str]) -> Rules:
    """Return the rules with these choices; a line is at most as long as the board.

    Parameters
    ----------
    chosen : mapping
        Choice at each switch, as from `read_switches`.

    Raises
    ------
    ValueError
        When the choices make no game; the message says why.

    Examples
    --------
    >>> make_switched_rules({**read_switches(STANDARD), "place": "drop"}).name
    'drop-3x3k3'
    """
    rows, columns, k = (int(chosen[name]) for name in ("rows", "columns", "k"))
    k = min(k, max(rows, columns))
    misere, order = chosen["goal"] == "avoid", chosen["goal"] == "order"
    drop, torus = chosen["place"] == "drop", chosen["edges"] == "torus"
    marks = chosen["marks"]
    if marks == "own" and not (drop or torus):
        return MNK(rows, columns, k, misere)
    return Variant(
        rows,
        columns,
        k,
        misere=misere,
        marks=marks,  # type: ignore[arg-type]
        drop=drop,
        torus=torus,
        order=order,
    )
