"""Results as JSON values and as rows of a table."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from operator import attrgetter
from types import MethodType
from typing import Any, ClassVar


class Serializable:
    """Base class of results, with `to_dict` and `to_records` derived from a list of keys.

    A subclass lists in ``_keys`` the attributes in `to_dict`, in order. ``"position=game"``
    stores the attribute ``game`` as ``"position"``, and ``"rules=game.rules.name"`` stores
    the name of its rules as ``"rules"``. If an attribute is a method, it is called. A table
    sets ``_rows`` to the attribute with its rows.
    """

    __slots__ = ()

    _keys: ClassVar[tuple[str, ...]]
    _rows: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a dict of JSON values."""
        pairs = (key.partition("=") for key in self._keys)
        return {key: as_json_value(attrgetter(name or key)(self)) for key, _, name in pairs}

    def to_records(self) -> list[dict[str, Any]]:
        """Return one dict of JSON values per row, ready for a data frame."""
        return [row.to_dict() for row in getattr(self, self._rows)]


def as_json_value(value: Any) -> Any:
    """Convert a value to JSON values: results to dicts, games to text, sequences to lists.

    >>> as_json_value({"cells": (0, 4)})
    {'cells': [0, 4]}
    """
    if isinstance(value, MethodType):
        value = value()
    if hasattr(value, "to_text"):
        return value.to_text()
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {key: as_json_value(one) for key, one in value.items()}
    if isinstance(value, list | tuple | AbstractSet):
        return [as_json_value(one) for one in value]
    return value
