"""Reading of what students return: lists, indices, truth values and utilities."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from numbers import Number, Real
from typing import Any

from tictactoe_widget.rules.marks import MARKS, Board, Mark
from tictactoe_widget.validation.arguments import as_int
from tictactoe_widget.validation.quoting import brief


def read_list(value: Any, expected: str) -> list[Any]:
    """Return the items of a list, a tuple or an array (of NumPy, say) as a list.

    Raises
    ------
    ValueError
        When `value` is anything else; the message is `expected` and the value.
    """
    unordered = isinstance(value, str | bytes | dict | set | frozenset)
    if unordered or not (hasattr(value, "__len__") and hasattr(value, "__getitem__")):
        raise ValueError(f"{expected}, not {brief(value)}")
    return list(value)


def read_index(value: Any, count: int, what: str, first: int = 0) -> int:
    """Return an int from `first` to ``first + count - 1``, of Python's type or NumPy's.

    Raises
    ------
    ValueError
        When `value` is no such int; `what` begins the message.
    """
    expected = f"{what} must be an int from {first} to {first + count - 1}, not {brief(value)}"
    try:
        number = as_int(value)
    except TypeError:
        raise ValueError(expected) from None
    if not first <= number < first + count:
        raise ValueError(expected)
    return number


def read_squares(squares: list[Any], x: Any, o: Any, empty: Any) -> Board:
    """Read the squares of a board as marks, given what X, O and an empty cell are.

    Raises
    ------
    ValueError
        When a cell holds anything else; the message names the cell.
    """
    board: list[Mark | None] = []
    for cell, square in enumerate(squares):
        if _is_same(square, empty):
            board.append(None)
        elif _is_same(square, x):
            board.append("X")
        elif _is_same(square, o):
            board.append("O")
        else:
            raise ValueError(
                f"cell {cell} of the board must hold {x!r}, {o!r} or {empty!r}, "
                f"not {brief(square)}"
            )
    return tuple(board)


def read_numbers(value: Any, shape: tuple[int, ...], what: str) -> list[int]:
    """Return the items of nested lists, or of an array, in one list; each is 0 or 1.

    Raises
    ------
    ValueError
        When `value` has another shape, or an item is neither 0 nor 1.
    """
    if not shape:
        if isinstance(value, Real) and value in (0, 1):
            return [1 if value == 1 else 0]
        raise ValueError(f"{what} must hold 0 or 1, not {brief(value)}")
    size = " x ".join(map(str, shape))
    parts = read_list(value, f"{what} must be {size} numbers")
    if len(parts) != shape[0]:
        raise ValueError(f"{what} must be {size} numbers, not {brief(value)}")
    return [number for part in parts for number in read_numbers(part, shape[1:], what)]


def read_mark(answer: Any) -> Mark:
    """Return ``"X"`` or ``"O"``; raise ValueError for any other answer."""
    return _read_mark(answer, "'X' or 'O'")


def read_winner(answer: Any) -> Mark | None:
    """Return ``"X"``, ``"O"`` or None; raise ValueError for any other answer."""
    return None if answer is None else _read_mark(answer, "'X', 'O' or None")


def _read_mark(answer: Any, expected: str) -> Mark:
    for mark in MARKS:
        if isinstance(answer, str) and answer == mark:
            return mark
    raise ValueError(f"the answer must be {expected}, not {brief(answer)}")


def read_truth(answer: Any) -> bool:
    """Return True or False, of Python's type or of NumPy's; raise ValueError for any other."""
    if type(answer).__name__ not in ("bool", "bool_"):
        raise ValueError(f"the answer must be True or False, not {brief(answer)}")
    return bool(answer)


def read_utility(answer: Any) -> int:
    """Return 1, 0 or -1, given as a number of any type; ValueError for any other answer."""
    is_number = isinstance(answer, Number) and not isinstance(answer, bool)
    for value in (1, 0, -1):
        if is_number and answer == value:
            return value
    raise ValueError(f"the answer must be 1, 0 or -1, not {brief(answer)}")


def positional_parameters(function: Callable[..., Any]) -> list[str] | None:
    """Return the names of the parameters that are given by their place.

    None where any number of them is taken, or where Python cannot tell.
    """
    try:
        known = signature(function).parameters.values()
    except (TypeError, ValueError):  # a function written in C
        return None
    if any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in known):
        return None
    by_place = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [parameter.name for parameter in known if parameter.kind in by_place]


def take_first(count: int, written: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that passes on its first `count` arguments, no more."""

    @wraps(written)
    def shortened(*arguments: Any) -> Any:
        return written(*arguments[:count])

    return shortened


def _is_same(square: Any, known: Any) -> bool:
    """Compare by type and value: True is no 1, an array is no mark."""
    if isinstance(known, str):
        return isinstance(square, str) and square == known
    if known is None:
        return square is None
    try:
        return bool(as_int(square) == known)
    except TypeError:
        return False
