"""Names of cells for people: numbers on boards of nine cells, otherwise coordinates."""

import re
from string import ascii_lowercase

from tictactoe_widget.validation import check_int, check_kind

from .errors import InvalidInputError, OutOfBoardError
from .rules import Rules

_NUMBER = re.compile(r"[+-]?[0-9]+")
_COORDINATE = re.compile(r"([a-z])([0-9]{1,2})")


def name_cell(cell: int, rules: Rules) -> str:
    """Return the name of a cell or a move, as `position_name` does.

    Raises
    ------
    TypeError
        If `cell` is not an integer.
    ValueError
        If the board has no such cell.
    """
    index = check_int(cell, "cell", 0, rules.action_count - 1)
    layout = rules.layout
    name = layout.name_at(layout.cells.index(rules.cell_of(index)))
    if not rules.chooses_mark:
        return name
    return name + ("x" if index < rules.cell_count else "o")


def read_cell(text: str, rules: Rules) -> int:
    """Return the cell or the move that a text names, as `parse_position` does.

    Raises
    ------
    TypeError
        If `text` is not a str.
    InvalidInputError
        If `text` is neither a number nor a coordinate that the board accepts.
    OutOfBoardError
        If the number or coordinate is outside the board.
    """
    check_kind(text, "text", str)
    count = rules.cell_count
    typed = text.strip().lower()
    chosen = 0
    if rules.chooses_mark and typed[-1:] in ("x", "o"):
        chosen = count if typed[-1] == "o" else 0
        typed = typed[:-1].rstrip()
    if _NUMBER.fullmatch(typed):
        # A number of 10 or more characters is out of range, and int() limits the digits.
        position = int(typed) if len(typed) < 10 else 0
        if not 1 <= position <= count:
            raise OutOfBoardError(f"Invalid position: choose {rules.layout.name_range}")
        return position - 1 + chosen
    coordinate = _COORDINATE.fullmatch(typed)
    if coordinate is None or not rules.layout.uses_coordinates:
        raise InvalidInputError(f"Invalid input: enter {rules.layout.expected_input}")
    layout = rules.layout
    column, row = ascii_lowercase.index(coordinate[1]), int(coordinate[2]) - 1
    if not (column < layout.columns and 0 <= row < layout.rows):
        raise OutOfBoardError(f"Invalid position: choose {layout.name_range}")
    return layout.cells[row * layout.columns + column] + chosen
