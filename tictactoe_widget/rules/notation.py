"""Names of cells for people: numbers on boards of nine cells, else coordinates."""

import re
from string import ascii_lowercase
from typing import Any, Protocol

from .errors import InvalidInputError, OutOfBoardError, brief
from .names import find_rules
from .rules import Rules, as_int

_NUMBER = re.compile(r"[+-]?[0-9]+")
_COORDINATE = re.compile(r"([a-z])([0-9]{1,2})")


class _Game(Protocol):
    """`Game`, which imports this module."""

    @property
    def rules(self) -> Rules: ...


def position_name(cell: int, rules: Rules | _Game | str) -> str:
    """Return the name of a cell for people: a number on nine cells, else a coordinate.

    Parameters
    ----------
    cell : int
        0-based index of a cell of the board.
    rules : Rules, Game or str
        Rules of the board, a game on it, or the name of the rules.

    Returns
    -------
    str
        Name such as ``"5"`` or ``"b12"``, which `parse_position` reads.

    Raises
    ------
    TypeError
        When `cell` is not an integer.
    ValueError
        When the board has no such cell.

    Examples
    --------
    >>> from tictactoe_widget import Game, Ultimate
    >>> position_name(4, Game()), position_name(4, "4x4"), position_name(80, Ultimate())
    ('5', 'a2', 'i9')
    """
    rules = _rules_of(rules)
    count = rules.cell_count
    expected = f"cell must be an int from 0 to {count - 1}, not {brief(cell)}"
    try:
        index = as_int(cell)
    except TypeError:
        raise TypeError(expected) from None
    if not 0 <= index < count:
        raise ValueError(expected)
    layout = rules.layout
    return layout.name_at(layout.cells.index(index))


def parse_position(text: str, rules: Rules | _Game | str) -> int:
    """Convert a position that a person typed to a cell of the board.

    Parameters
    ----------
    text : str
        A position number, from 1 at the top left, row by row as cells are
        numbered; on all boards but those of nine cells also a coordinate, the
        column as a letter and then the row from the top: ``"b3"``.
    rules : Rules, Game or str
        Rules of the board, a game on it, or the name of the rules.

    Returns
    -------
    int
        The 0-based cell. Whether it may be played is not checked here.

    Raises
    ------
    TypeError
        When `text` is not a str.
    InvalidInputError
        When `text` is neither a number nor, where they are used, a coordinate.
    OutOfBoardError
        When the number or coordinate names no cell of the board.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> parse_position("5", Game())
    4
    >>> parse_position("10", Game())
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.OutOfBoardError: Invalid position: choose 1-9
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, not {brief(text)}")
    rules = _rules_of(rules)
    count = rules.cell_count
    typed = text.strip().lower()
    if _NUMBER.fullmatch(typed):
        # A number of 10 or more characters is out of range, and int() limits the digits.
        position = int(typed) if len(typed) < 10 else 0
        if not 1 <= position <= count:
            raise OutOfBoardError(f"Invalid position: choose 1-{count}")
        return position - 1
    coordinate = _COORDINATE.fullmatch(typed)
    if coordinate is None or not rules.layout.uses_coordinates:
        raise InvalidInputError(f"Invalid input: enter a number 1-{count}")
    layout = rules.layout
    column, row = ascii_lowercase.index(coordinate[1]), int(coordinate[2]) - 1
    if not (column < layout.columns and 0 <= row < layout.rows):
        raise OutOfBoardError(f"Invalid position: choose 1-{count}")
    return layout.cells[row * layout.columns + column]


def _rules_of(board: Rules | _Game | str) -> Rules:
    rules: Any = getattr(board, "rules", board)
    return find_rules(rules)
