"""Checks of saved JSON values, which are not trusted: each fault is named."""

from collections.abc import Collection
from typing import Any, TypeVar

from tictactoe_widget.rules.errors import shown

LARGEST_COUNT = 10**9
"""Largest saved number; far below `LARGEST_NUMBER` of the protocol."""

_Value = TypeVar("_Value")

_TYPES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
"""Names of types in error messages."""


def check_parts(saved: dict[Any, Any], known: Collection[str]) -> None:
    """Raise ValueError where an object has a part that is not known."""
    for part in saved:
        if part not in known:
            raise ValueError(f"{shown(part)} is not a part of it")


def read(saved: dict[Any, Any], part: str, kind: type[_Value]) -> _Value:
    """Return a part of an object; raise ValueError where it is missing or of another type."""
    if part not in saved:
        raise ValueError(f"{part} is missing")
    return check_type(saved[part], kind, part)


def read_count(saved: dict[Any, Any], part: str, least: int) -> int:
    """Return a part that is a number from `least` to `LARGEST_COUNT`; raise ValueError else."""
    count = read(saved, part, int)
    if not least <= count <= LARGEST_COUNT:
        raise ValueError(f"{part} must be from {least} to {LARGEST_COUNT}, not {shown(count)}")
    return count


def check_type(value: object, kind: type[_Value], part: str) -> _Value:
    """Return a value of exactly the type `kind`: a bool does not pass for an int.

    Raises
    ------
    ValueError
        When it is of another type; `part` is what the message calls it.
    """
    if type(value) is not kind:
        raise ValueError(f"{part} must be {_TYPES[kind]}, not {shown(value)}")
    return value
