"""Places where a student's code can keep something, and how they are put back.

Methods of Python's own types are called, since a student's class may have others of the
same names.
"""

import operator
from abc import ABC, abstractmethod
from array import array
from collections import OrderedDict, deque
from random import Random
from types import CellType, MemberDescriptorType
from typing import Any, ClassVar, cast

_NOTHING = object()
# Content of an unbound name, an empty cell or an unset slot.
_Contents = list[Any]


class KeptPlace(ABC):
    """KeptPlace where something can be kept, with its contents when this was made."""

    _is_same: ClassVar[Any] = operator.is_
    # Function that compares two items of contents.

    def _begin(self) -> None:
        self.before = self._read()
        """Contents at the beginning, in an order that is the same each time."""

    @abstractmethod
    def _read(self) -> _Contents: ...

    @abstractmethod
    def _write(self, contents: _Contents) -> None: ...

    def has_changed(self) -> bool:
        """Return whether the contents are others than at the beginning."""
        now = self._read()
        return len(now) != len(self.before) or not all(map(self._is_same, now, self.before))

    def restore(self) -> None:
        """Put the contents of the beginning back."""
        self._write(self.before)


class NamePlace(KeptPlace):
    """Global name of a module."""

    def __init__(self, namespace: dict[str, Any], name: str) -> None:
        self._namespace = namespace
        self._name = name
        self._begin()

    def _read(self) -> _Contents:
        return [self._namespace.get(self._name, _NOTHING)]

    def _write(self, contents: _Contents) -> None:
        if contents[0] is _NOTHING:
            del self._namespace[self._name]
        else:
            self._namespace[self._name] = contents[0]


class CellPlace(KeptPlace):
    """Variable of an outer function."""

    def __init__(self, cell: CellType) -> None:
        self._cell = cell
        self._begin()

    def _read(self) -> _Contents:
        try:
            return [self._cell.cell_contents]
        except ValueError:  # an empty one
            return [_NOTHING]

    def _write(self, contents: _Contents) -> None:
        if contents[0] is _NOTHING:
            del self._cell.cell_contents
        else:
            self._cell.cell_contents = contents[0]


class SlotPlace(KeptPlace):
    """Attribute of an object that has a slot for it."""

    def __init__(self, owner: Any, slot: MemberDescriptorType) -> None:
        self._owner = owner
        self._slot = slot
        self._begin()

    def _read(self) -> _Contents:
        try:
            return [self._slot.__get__(self._owner)]
        except AttributeError:  # not set
            return [_NOTHING]

    def _write(self, contents: _Contents) -> None:
        if contents[0] is _NOTHING:
            self._slot.__delete__(self._owner)
        else:
            self._slot.__set__(self._owner, contents[0])


class ItemsPlace(KeptPlace):
    """Items of a list, a deque, a bytearray or an array of the standard library."""

    def __init__(self, items: "list[Any] | deque[Any] | bytearray | array[Any]") -> None:
        self._items = items
        self._begin()

    def _read(self) -> _Contents:
        return list(self._items)

    def _write(self, contents: _Contents) -> None:
        kinds = (list, deque, bytearray, array)
        kind: Any = next(kind for kind in kinds if isinstance(self._items, kind))
        if kind is deque:
            kind.clear(self._items)
        else:
            kind.__delitem__(self._items, slice(None))  # an array has no method for it
        kind.extend(self._items, contents)


class MembersPlace(KeptPlace):
    """Members of a set."""

    def __init__(self, members: set[Any]) -> None:
        self._members = members
        self._begin()

    def _read(self) -> _Contents:
        return list(self._members)

    def _write(self, contents: _Contents) -> None:
        set.clear(self._members)
        set.update(self._members, contents)


class EntriesPlace(KeptPlace):
    """Keys and values of a dict."""

    def __init__(self, entries: dict[Any, Any]) -> None:
        self._entries = cast("OrderedDict[Any, Any]", entries)
        self._begin()

    def _read(self) -> _Contents:
        return _flat(self._entries)

    def _write(self, contents: _Contents) -> None:
        kind = OrderedDict if isinstance(self._entries, OrderedDict) else dict
        kind.clear(self._entries)
        for key, value in _paired(contents).items():
            kind.__setitem__(self._entries, key, value)


class ClassPlace(KeptPlace):
    """Attributes of a class."""

    def __init__(self, kind: type) -> None:
        self._kind = kind
        self._begin()

    def _read(self) -> _Contents:
        return _flat(dict(vars(self._kind)))

    def _write(self, contents: _Contents) -> None:
        before = _paired(contents)
        for name in vars(self._kind).keys() - before.keys():
            type.__delattr__(self._kind, name)
        for name, value in before.items():
            if vars(self._kind).get(name, _NOTHING) is not value:
                type.__setattr__(self._kind, name, value)


class RandomPlace(KeptPlace):
    """State of a generator of random numbers."""

    _is_same = operator.eq

    def __init__(self, generator: Random) -> None:
        self._generator = generator
        self._begin()

    def _read(self) -> _Contents:
        return [self._generator.getstate()]

    def _write(self, contents: _Contents) -> None:
        self._generator.setstate(contents[0])


class CachePlace(KeptPlace):
    """Cache of `functools`, which can be emptied and not be filled again."""

    _is_same = operator.eq

    def __init__(self, cached: Any) -> None:
        self._cached = cached
        self._begin()

    def _read(self) -> _Contents:
        return [self._cached.cache_info()]

    def _write(self, contents: _Contents) -> None:
        del contents
        self._cached.cache_clear()


class ArrayPlace(KeptPlace):
    """Numbers of an array of NumPy."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self._begin()

    @staticmethod
    def _is_same(now: Any, before: Any) -> bool:
        return bool(now.tobytes() == before.tobytes())

    def _read(self) -> _Contents:
        return [self._array.copy()]

    def _write(self, contents: _Contents) -> None:
        self._array[...] = contents[0]


def _flat(entries: dict[Any, Any]) -> _Contents:
    """Return the keys and values of a dict in one list."""
    return [part for entry in entries.items() for part in entry]


def _paired(flat: _Contents) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))
