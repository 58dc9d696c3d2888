"""Checks of arguments that many functions take: integers, seeds, times, numbers of games."""

from collections.abc import Iterable
from math import inf
from numbers import Real
from operator import index
from typing import TypeVar

from .quoting import brief

_Thing = TypeVar("_Thing")


def as_int(value: object) -> int:
    """Convert an integer of any type (a NumPy integer, say) to an int.

    Raises
    ------
    TypeError
        When `value` is not an integer, or is a bool.
    """
    if isinstance(value, bool):
        raise TypeError(f"expected an int, not {brief(value)}")
    return index(value)  # type: ignore[arg-type]


def as_tuple(values: Iterable[_Thing], name: str) -> tuple[_Thing, ...]:
    """Return things as a tuple; raise TypeError where one alone was given.

    >>> as_tuple(4, "puzzles")
    Traceback (most recent call last):
        ...
    TypeError: puzzles must be a list, not 4: write one alone as a list of it
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        expected = f"{name} must be a list, not {brief(values)}"
        raise TypeError(f"{expected}: write one alone as a list of it")
    return tuple(values)


def as_seed(value: int | None) -> int | None:
    """Return a seed as an int, or None; raise TypeError where it is neither."""
    try:
        return None if value is None else as_int(value)
    except TypeError:
        raise TypeError(f"seed must be an int or None, not {brief(value)}") from None


def as_seconds(value: float) -> float:
    """Return a time limit as a float; ``inf`` for an int that is longer than any float.

    Raises
    ------
    TypeError
        When `value` is not a number.
    ValueError
        When `value` is not above 0.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"seconds must be a number above 0, not {brief(value)}")
    if not value > 0:
        raise ValueError(f"seconds must be above 0, not {value!r}")
    try:
        return float(value)
    except OverflowError:
        return inf


def as_game_count(value: int, least: int = 0) -> int:
    """Return a number of games as an int; raise an error unless it is `least` or more.

    Raises
    ------
    TypeError
        When `value` is not an integer.
    ValueError
        When `value` is below `least`.
    """
    try:
        number = as_int(value)
    except TypeError:
        raise TypeError(f"games must be an int, not {brief(value)}") from None
    if number < least:
        raise ValueError(f"games must be at least {least}, not {brief(number)}")
    return number
