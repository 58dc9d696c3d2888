"""Cell names for players: numbers on boards with nine cells, coordinates on others."""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Any, Protocol

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _
from tictactoe_widget.validation import check_int, check_kind

from .errors import InvalidInputError, OutOfBoardError
from .mnk import STANDARD
from .names import find_rules
from .rules import Rules
from .state import MARKS, State

_NUMBER = re.compile(r"[+-]?[0-9]+")
_EQUALS = re.compile(r"\s*=\s*")
_COORDINATE = re.compile(r"([a-z])([0-9]{1,2})")


class _Game(Protocol):
    # Describes `Game`, which this module can't import, because `Game`'s module imports this
    # module.
    @property
    def rules(self) -> Rules: ...
    @property
    def state(self) -> State: ...


def position_name(cell: int, rules: Rules | _Game | str = STANDARD) -> str:
    """Return the name that players use for a cell, such as ``"5"`` or ``"b12"``.

    On a board with nine cells, the name is a number. On other boards, the name is a coordinate.

    Parameters
    ----------
    cell : int
        0-based index of a cell. If players choose what to place, pass a move instead. In this
        case, the name ends with the choice. If `rules` is a game in which the next move slides
        a mark, also pass a move. In this case, the name looks like ``"a1-b2"``.
    rules : Rules, Game or str, default STANDARD
        Rules of the game, the name of the rules, or a game played under these rules.

    Returns
    -------
    str
        Name of the cell or move, which `parse_position` can read.

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
    return name_move(cell, *_position_of(rules))


def name_move(move: int, rules: Rules, state: State | None) -> str:
    """Return a move's name. Pass the state before the move, or None if marks don't slide."""
    index = check_int(move, "cell", 0, rules.action_count - 1)
    name = _name_cell(rules.cell_of(index), rules.layout)
    if rules.choices:
        return name + _suffixes(rules)[index // rules.cell_count]
    source = None if state is None else rules.source_of(state, index)
    return name if source is None else f"{_name_cell(source, rules.layout)}-{name}"


def name_moves(moves: Iterable[int], rules: Rules, state: State | None) -> Iterator[str]:
    """Yield the names of moves that are played one after the other.

    If marks can slide, `state` must be the state before the first move.
    """
    for move in moves:
        yield name_move(move, rules, state)
        if rules.can_slide and state is not None:
            state = rules.advance(state, move)


def _name_cell(cell: int, layout: Layout) -> str:
    return layout.name_at(layout.cells.index(cell))


def parse_position(text: str, rules: Rules | _Game | str = STANDARD) -> int:
    """Convert a square name that a player typed, such as ``"5"``, to a cell index.

    Parameters
    ----------
    text : str
        Square number, counted row by row from 1 at the top left. If the board does not have
        nine cells, the text can also be a coordinate such as ``"b3"``. The letter gives the
        column, and the number gives the row, counted from the top. If players choose what to
        place, add the choice to the name. Add a single letter as in ``"5o"``, and any other
        choice as in ``"5=7"``. If the choices are X and O, the default is X. If `rules` is a
        game in which the next move slides a mark, the text names two squares, as in
        ``"a1-b2"``.
    rules : Rules, Game or str, default STANDARD
        Rules of the game, the name of the rules, or a game played under these rules.

    Returns
    -------
    int
        0-based index of the cell. If players choose what to place, the result is a move that
        includes the choice. If a mark slides, the result is a move that includes the cell that
        the mark leaves. The move can be illegal.

    Raises
    ------
    TypeError
        If `text` is not a str.
    InvalidInputError
        If `text` is neither a number nor a coordinate for this board, or if the choice is
        missing.
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
    return parse_move(text, *_position_of(rules))


def parse_move(text: str, rules: Rules, state: State | None) -> int:
    """Return the move with the given name. Pass None as `state` if marks don't slide."""
    typed = text.strip().lower()
    if state is not None and rules.slides(state):
        source, hyphen, target = typed.partition("-")
        if not hyphen:
            move = "-".join(map(rules.layout.name_at, (0, 1)))
            raise InvalidInputError(
                _("Invalid input: enter the old and the new square, such as {move}", move=move)
            )
        cells = (_read_cell(name.strip(), rules.layout) for name in (source, target))
        return next(cells) * rules.cell_count + next(cells)
    typed = _EQUALS.sub("=", typed)
    suffixes = enumerate(_suffixes(rules))
    # Try long choices first, because a choice such as BA ends with the choice A.
    for index, suffix in sorted(suffixes, key=lambda one: len(one[1]), reverse=True):
        if typed.endswith(suffix):
            cell = _read_cell(typed.removesuffix(suffix).rstrip("= "), rules.layout)
            return cell + rules.cell_count * index
    cell = _read_cell(typed, rules.layout)
    if rules.choices not in ((), MARKS):
        example = name_move(cell, rules, state)
        raise InvalidInputError(
            _("Invalid input: add what to place, as in {example}", example=example)
        )
    return cell


def _suffixes(rules: Rules) -> tuple[str, ...]:
    """Return the suffix that each choice adds to a move's name."""
    return tuple(
        choice.lower() if len(choice) == 1 and choice.isalpha() else f"={choice.lower()}"
        for choice in rules.choices
    )


def _read_cell(typed: str, layout: Layout) -> int:
    """Return the cell for a lower-case name."""
    if _NUMBER.fullmatch(typed):
        # A number with 10 or more digits is out of range, and `int` refuses very long numbers.
        position = int(typed) if len(typed) < 10 else 0
        if not 1 <= position <= len(layout.cells):
            raise _outside(layout)
        return position - 1
    coordinate = _COORDINATE.fullmatch(typed)
    if coordinate is None or not layout.uses_coordinates:
        raise invalid_input(layout)
    column, row = ascii_lowercase.index(coordinate[1]), int(coordinate[2]) - 1
    if not (column < layout.columns and 0 <= row < layout.rows):
        raise _outside(layout)
    return layout.cells[row * layout.columns + column]


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


def _position_of(board: Rules | _Game | str) -> tuple[Rules, State | None]:
    rules: Any = getattr(board, "rules", board)
    return find_rules(rules), getattr(board, "state", None)
