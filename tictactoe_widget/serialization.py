"""Functions that convert results to JSON-serializable dicts and table rows."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from operator import attrgetter
from types import MethodType
from typing import Any, ClassVar


class Serializable:
    """Base class that derives a result's `to_dict` and `to_records` from a list of keys.

    In a subclass, ``_keys`` lists the attributes that `to_dict` includes, in their order.
    The entry ``"position=game"`` stores the attribute ``game`` under the key ``"position"``.
    The entry ``"rules=game.rules.name"`` stores ``game.rules.name`` under the key ``"rules"``.
    If an attribute is a method, the method is called. If the result is a table, ``_rows`` is
    the name of the attribute that contains the rows.
    """

    __slots__ = ()

    _keys: ClassVar[tuple[str, ...]]
    _rows: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON-serializable dict."""
        pairs = (key.partition("=") for key in self._keys)
        return {key: as_json_value(attrgetter(name or key)(self)) for key, _, name in pairs}

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list with one flat dict for each row, for use in a data frame or as JSON."""
        return [row.to_dict() for row in getattr(self, self._rows)]


def as_json_value(value: Any) -> Any:
    """Convert a value to a JSON value.

    Results become dicts, games become text, and sequences become lists.

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
