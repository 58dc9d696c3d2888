"""Names of cells as users of the package write and read them."""

from typing import Any

from .cell_names import name_cell, read_cell
from .game import Game
from .mnk import STANDARD
from .names import find_rules
from .rules import Rules


def position_name(cell: int, rules: Rules | Game | str = STANDARD) -> str:
    """Return the name of a cell for people: a number on nine cells, else a coordinate.

    Parameters
    ----------
    cell : int
        0-based index of a cell of the board; where marks are chosen, a move, whose name
        ends with the mark.
    rules : Rules, Game or str, default STANDARD
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
    >>> from tictactoe_widget import Ultimate
    >>> position_name(4), position_name(4, "4x4"), position_name(80, Ultimate())
    ('5', 'a2', 'i9')
    >>> position_name(4, "wild"), position_name(13, "wild")
    ('5x', '5o')
    """
    return name_cell(cell, _rules_of(rules))


def parse_position(text: str, rules: Rules | Game | str = STANDARD) -> int:
    """Convert a position that a person typed to a cell of the board.

    Parameters
    ----------
    text : str
        A position number, from 1 at the top left, row by row as cells are
        numbered; on all boards but those of nine cells also a coordinate, the
        column as a letter and then the row from the top: ``"b3"``. Where marks are
        chosen, the mark follows, ``"5o"``; without one it is X.
    rules : Rules, Game or str, default STANDARD
        Rules of the board, a game on it, or the name of the rules.

    Returns
    -------
    int
        The 0-based cell, or the move where marks are chosen. Whether it may be played is
        not checked here.

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
    >>> parse_position("5"), parse_position("b3", "4x4")
    (4, 9)
    >>> parse_position("10")
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.OutOfBoardError: Invalid position: choose 1-9
    """
    return read_cell(text, _rules_of(rules))


def _rules_of(board: Rules | Game | str) -> Rules:
    rules: Any = getattr(board, "rules", board)
    return find_rules(rules)
