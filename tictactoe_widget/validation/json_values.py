"""Checks of JSON values that anybody may have written."""

from collections.abc import Collection
from typing import Any, TypeVar

from .quoting import brief

_Value = TypeVar("_Value")

_TYPES = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
"""Names of types in error messages."""


def check_type(value: object, kind: type[_Value], part: str) -> _Value:
    """Return a value of exactly the type `kind`: a bool does not pass for an int.

    Raises
    ------
    ValueError
        When it is of another type; the message calls it `part`.

    Examples
    --------
    >>> check_type(True, int, "round")
    Traceback (most recent call last):
        ...
    ValueError: round must be a whole number, not True
    """
    if type(value) is not kind:
        raise ValueError(f"{part} must be {_TYPES[kind]}, not {brief(value)}")
    return value


def read_part(parts: dict[Any, Any], name: str, kind: type[_Value]) -> _Value:
    """Return one part of an object, of exactly the type `kind`.

    Raises
    ------
    ValueError
        When it is missing or of another type.
    """
    if name not in parts:
        raise ValueError(f"{name} is missing")
    return check_type(parts[name], kind, name)


def check_parts(parts: dict[Any, Any], known: Collection[str]) -> None:
    """Check that an object has no other parts than those that are known.

    Raises
    ------
    ValueError
        When it has; the message names the first.
    """
    for part in parts:
        if part not in known:
            raise ValueError(f"{brief(part)} is not a part of it")
