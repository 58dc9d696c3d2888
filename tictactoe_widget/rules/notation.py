"""Cell names for players: numbers on boards with nine cells, coordinates on others."""

import re
from string import ascii_lowercase
from typing import Any, Protocol

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _
from tictactoe_widget.validation import check_int, check_kind

from .errors import InvalidInputError, OutOfBoardError
from .mnk import STANDARD
from .names import find_rules
from .rules import Rules

_NUMBER = re.compile(r"[+-]?[0-9]+")
_COORDINATE = re.compile(r"([a-z])([0-9]{1,2})")


class _Game(Protocol):
    # Stands for `Game`, because the module of `Game` imports this module.
    @property
    def rules(self) -> Rules: ...


def position_name(cell: int, rules: Rules | _Game | str = STANDARD) -> str:
    """Return the name that players use for a cell, such as ``"5"`` or ``"b12"``.

    On a board with nine cells, the name is a number. On other boards, it is a coordinate.

    Parameters
    ----------
    cell : int
        0-based index of a cell. If players choose the mark, pass a move: the name then ends
        with the mark.
    rules : Rules, Game or str, default STANDARD
        Rules of the game, the name of the rules, or a game played under these rules.

    Returns
    -------
    str
        Name of the cell, which `parse_position` can read.

    Raises
    ------
    TypeError
        If `cell` is not an integer.
    ValueError
        If the board has no such cell.

    Examples
    --------
    >>> from tictactoe_widget import Ultimate
    >>> position_name(4), position_name(4, "4x4"), position_name(80, Ultimate())
    ('5', 'a2', 'i9')
    >>> position_name(4, "wild"), position_name(13, "wild")
    ('5x', '5o')
    """
    board = _rules_of(rules)
    index = check_int(cell, "cell", 0, board.action_count - 1)
    layout = board.layout
    name = layout.name_at(layout.cells.index(board.cell_of(index)))
    if not board.chooses_mark:
        return name
    return name + ("x" if index < board.cell_count else "o")


def parse_position(text: str, rules: Rules | _Game | str = STANDARD) -> int:
    """Convert a square name that a player typed, such as ``"5"``, to a cell index.

    Parameters
    ----------
    text : str
        Square number, counted row by row from 1 at the top left. If the board does not have
        nine cells, the text can also be a coordinate such as ``"b3"``. The letter gives the
        column, and the number gives the row, counted from the top. If players choose the mark,
        you can add a mark to the name, as in ``"5o"``. The default mark is X.
    rules : Rules, Game or str, default STANDARD
        Rules of the game, the name of the rules, or a game played under these rules.

    Returns
    -------
    int
        0-based index of the cell. If players choose the mark, the result is a move that
        includes the mark. The move may be illegal.

    Raises
    ------
    TypeError
        If `text` is not a str.
    InvalidInputError
        If `text` is neither a number nor a coordinate for this board.
    OutOfBoardError
        If the number or coordinate is outside the board.

    Examples
    --------
    >>> parse_position("5"), parse_position("b3", "4x4")
    (4, 9)
    >>> parse_position("10")
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.OutOfBoardError: Invalid position: choose 1-9
    """
    check_kind(text, "text", str)
    board = _rules_of(rules)
    count = board.cell_count
    typed = text.strip().lower()
    chosen = 0
    if board.chooses_mark and typed[-1:] in ("x", "o"):
        chosen = count if typed[-1] == "o" else 0
        typed = typed[:-1].rstrip()
    if _NUMBER.fullmatch(typed):
        # A number of 10 or more characters is out of range, and int() limits the digits.
        position = int(typed) if len(typed) < 10 else 0
        if not 1 <= position <= count:
            raise _outside(board.layout)
        return position - 1 + chosen
    coordinate = _COORDINATE.fullmatch(typed)
    if coordinate is None or not board.layout.uses_coordinates:
        raise invalid_input(board.layout)
    layout = board.layout
    column, row = ascii_lowercase.index(coordinate[1]), int(coordinate[2]) - 1
    if not (column < layout.columns and 0 <= row < layout.rows):
        raise _outside(layout)
    return layout.cells[row * layout.columns + column] + chosen


def invalid_input(layout: Layout) -> InvalidInputError:
    """Return the error for input that doesn't name a square.

    The message lists the valid names.
    """
    if layout.uses_coordinates:
        return InvalidInputError(
            _("Invalid input: enter a coordinate {squares}", squares=layout.name_range)
        )
    return InvalidInputError(
        _("Invalid input: enter a number {squares}", squares=layout.name_range)
    )


def _outside(layout: Layout) -> OutOfBoardError:
    return OutOfBoardError(_("Invalid position: choose {squares}", squares=layout.name_range))


def _rules_of(board: Rules | _Game | str) -> Rules:
    rules: Any = getattr(board, "rules", board)
    return find_rules(rules)
