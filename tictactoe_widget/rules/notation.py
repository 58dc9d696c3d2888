"""How people name cells: position numbers, and coordinates on larger boards."""

import re
from string import ascii_lowercase

from .base import Rules
from .errors import InvalidInputError, OutOfBoardError
from .game import Game

_NUMBER = re.compile(r"[+-]?[0-9]+")
_COORDINATE = re.compile(r"([a-z])([0-9]{1,2})")


def position_name(cell: int, rules: Rules | Game) -> str:
    """Write what people call a cell: its number on nine cells, else its coordinate.

    Parameters
    ----------
    cell : int
        0-based index of a cell of the board.
    rules : Rules or Game
        Whose board is meant.

    Examples
    --------
    >>> from tictactoe_widget import MNK, Ultimate
    >>> position_name(4, Game()), position_name(4, MNK(4, 4, 4)), position_name(80, Ultimate())
    ('5', 'a2', 'i9')
    """
    if isinstance(rules, Game):
        rules = rules.rules
    if not uses_coordinates(rules):
        return str(cell + 1)
    row, column = divmod(rules.layout.cells.index(cell), rules.layout.columns)
    return f"{ascii_lowercase[column]}{row + 1}"


def parse_position(text: str, rules: Rules | Game) -> int:
    """Read what a person typed as a cell of the board.

    Parameters
    ----------
    text : str
        A position number, from 1 at the top left, row by row as cells are
        numbered; on all boards but those of nine cells also a coordinate, the
        column as a letter and then the row from the top: ``"b3"``.
    rules : Rules or Game
        Whose board is meant.

    Returns
    -------
    int
        The 0-based cell. Whether it may be played is not checked here.

    Raises
    ------
    InvalidInputError
        When `text` is no number (and no coordinate).
    OutOfBoardError
        When the number or coordinate names no cell of the board.

    Examples
    --------
    >>> parse_position("5", Game())
    4
    >>> parse_position("10", Game())
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.OutOfBoardError: Invalid position: choose 1-9
    """
    if isinstance(rules, Game):
        rules = rules.rules
    count = rules.cell_count
    typed = text.strip().lower()
    if _NUMBER.fullmatch(typed):
        # Beyond 9 characters no number is a position, and int() has a limit of digits.
        position = int(typed) if len(typed) < 10 else 0
        if not 1 <= position <= count:
            raise OutOfBoardError(f"Invalid position: choose 1-{count}")
        return position - 1
    coordinate = _COORDINATE.fullmatch(typed)
    if coordinate is None or not uses_coordinates(rules):
        raise InvalidInputError(f"Invalid input: enter a number 1-{count}")
    layout = rules.layout
    column, row = ascii_lowercase.index(coordinate[1]), int(coordinate[2]) - 1
    if not (column < layout.columns and 0 <= row < layout.rows):
        raise OutOfBoardError(f"Invalid position: choose 1-{count}")
    return layout.cells[row * layout.columns + column]


def uses_coordinates(rules: Rules) -> bool:
    """Whether people name cells of the board by coordinates: on all but nine cells."""
    return rules.cell_count != 9
