"""Snapshots that record and restore the state that code keeps between calls.

A function should always give the same answer to the same question, no matter which calls came
before. But a function can keep state, such as a dict that uses the same key for different
boards. Then an earlier call can make the function return a wrong answer. Checks restore the
state, so that they don't mistake the effect of an earlier call for another kind of error.
"""

import builtins
import operator
import random
import sys
import threading
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache, partial
from inspect import isclass, ismodule
from types import (
    CellType,
    CodeType,
    CoroutineType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
)
from typing import Any

from .limits import INSTALLED

# Places in which code keeps state. The functions call the methods of Python's own types
# directly, because a subclass could override these methods.

# Value that represents an unbound name, an empty cell or an unset slot.
_NOTHING = object()


class _Place:
    """Place in which code can keep state, with its contents at the time of the snapshot.

    Parameters
    ----------
    read : callable
        Function that returns the place's contents as a list, always in the same order.
    write : callable
        Function that writes a list of contents back to the place.
    is_same : callable
        Function that returns True if two items of the contents are the same.
    """

    def __init__(
        self,
        read: Callable[[], list[Any]],
        write: Callable[[list[Any]], object],
        is_same: Callable[[Any, Any], object] = operator.is_,
    ) -> None:
        self._read = read
        self._write = write
        self._is_same = is_same
        self.before = read()

    def has_changed(self) -> bool:
        now = self._read()
        return len(now) != len(self.before) or not all(map(self._is_same, now, self.before))

    def restore(self) -> None:
        self._write(self.before)


def _variable(
    get: Callable[[], Any],
    put: Callable[[Any], object],
    delete: Callable[[], object],
    missing: type[Exception],
) -> _Place:
    """Create a `_Place` that holds one value or nothing."""

    def read() -> list[Any]:
        try:
            return [get()]
        except missing:
            return [_NOTHING]

    def write(contents: list[Any]) -> None:
        if contents[0] is _NOTHING:
            delete()
        else:
            put(contents[0])

    return _Place(read, write)


def _global_name(namespace: dict[str, Any], name: str) -> _Place:
    get, put = partial(namespace.__getitem__, name), partial(namespace.__setitem__, name)
    return _variable(get, put, partial(namespace.__delitem__, name), KeyError)


def _cell(cell: CellType) -> _Place:
    name = "cell_contents"
    put, delete = partial(setattr, cell, name), partial(delattr, cell, name)
    return _variable(lambda: cell.cell_contents, put, delete, ValueError)


def _slot(owner: Any, slot: MemberDescriptorType) -> _Place:
    get, put = partial(slot.__get__, owner), partial(slot.__set__, owner)
    return _variable(get, put, partial(slot.__delete__, owner), AttributeError)


def _items(items: Any) -> _Place:
    kind: Any = next(kind for kind in _SEQUENCES if isinstance(items, kind))

    def write(contents: list[Any]) -> None:
        for _ in range(len(items)):
            kind.pop(items)  # arrays have no method `clear`
        kind.extend(items, contents)

    return _Place(lambda: list(items), write)


def _members(members: set[Any]) -> _Place:
    def write(contents: list[Any]) -> None:
        set.clear(members)
        set.update(members, contents)

    return _Place(lambda: list(members), write)


def _entries(entries: Any) -> _Place:
    kind: Any = OrderedDict if isinstance(entries, OrderedDict) else dict

    def write(contents: list[Any]) -> None:
        kind.clear(entries)
        for key, value in _paired(contents).items():
            kind.__setitem__(entries, key, value)

    return _Place(lambda: _flat(entries), write)


def _class_attributes(owner: type) -> _Place:
    def write(contents: list[Any]) -> None:
        before = _paired(contents)
        for name in vars(owner).keys() - before.keys():
            type.__delattr__(owner, name)
        for name, value in before.items():
            if vars(owner).get(name, _NOTHING) is not value:
                type.__setattr__(owner, name, value)

    return _Place(lambda: _flat(dict(vars(owner))), write)


def _random_state(generator: random.Random) -> _Place:
    return _Place(
        lambda: [generator.getstate()],
        lambda contents: generator.setstate(contents[0]),
        operator.eq,
    )


def _cache(cached: Any) -> _Place:
    """Create a place for a `functools` cache, which can be emptied but not refilled."""
    return _Place(lambda: [cached.cache_info()], lambda _: cached.cache_clear(), operator.eq)


def _numpy_array(found: Any) -> _Place:
    def write(contents: list[Any]) -> None:
        found[...] = contents[0]

    return _Place(
        lambda: [found.copy()], write, lambda now, before: now.tobytes() == before.tobytes()
    )


def _flat(entries: dict[Any, Any]) -> list[Any]:
    return [part for entry in entries.items() for part in entry]


def _paired(flat: list[Any]) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


# Maximum number of objects to look at. Students' code contains hundreds of objects, and a
# notebook can contain more.
_MOST_OBJECTS = 20_000
# Types whose values contain nothing that can change.
_ATOMS = (int, str, float, complex, bool, bytes, type(None), object)
_SEQUENCES = (list, deque, bytearray, array)
_CACHE = type(lru_cache(len))
# For each type, a function that returns the place in which an object of this type keeps state.
_PLACES: tuple[tuple[Any, Callable[[Any], _Place]], ...] = (
    (CellType, _cell),
    (_SEQUENCES, _items),
    (dict, _entries),
    (set, _members),
    (random.Random, _random_state),
    (_CACHE, _cache),
)
# For each immutable type, a function that returns the objects inside an object of this type.
_PARTS: tuple[tuple[Any, Callable[[Any], Iterable[Any]]], ...] = (
    ((tuple, frozenset), iter),
    (partial, lambda found: (found.func, found.args, found.keywords)),
    (MethodType, lambda found: (found.__func__, found.__self__)),
    ((staticmethod, classmethod), lambda found: (found.__func__,)),
    (property, lambda found: (found.fget,)),
    (MappingProxyType, lambda found: found.values()),
    (_CACHE, lambda found: (found.__wrapped__,)),
)
# Types whose objects the search looks into.
_LISTED: tuple[type, ...] = tuple(
    kind
    for kinds, _ in (*_PLACES, *_PARTS)
    for kind in (kinds if isinstance(kinds, tuple) else (kinds,))
)
# Names of functions that access files, where code could keep state.
_READS = frozenset({"open", "read_bytes", "read_text"})
# Modules whose types keep no state, apart from iterators and the types in `_LISTED`.
_QUIET = frozenset(
    {"_abc", "builtins", "collections", "datetime", "decimal"}
    | {"operator", "re", "types", "typing"}
)


class Snapshot:
    """Snapshot of everything that the given functions can change.

    A snapshot includes global names, default arguments, closures and attributes, and all lists,
    dicts, sets, arrays and objects found in them. A snapshot also includes the state of
    Python's random numbers. A `functools` cache is treated as empty. The progress of iterators
    and the state of libraries and files are not included.

    Parameters
    ----------
    objects : iterable
        Functions to observe, or objects that contain such functions.

    Examples
    --------
    >>> known = []
    >>> def ask(question):
    ...     known.append(question)
    >>> snapshot = Snapshot([ask])
    >>> ask("who?")
    >>> snapshot.has_changed()
    True
    >>> snapshot.restore()
    >>> known
    []
    """

    def __init__(self, objects: Iterable[Any]) -> None:
        finder = _Finder(objects)
        self._places = finder.places
        # False if the search found an object that could keep state but can't be looked into.
        self.is_complete = finder.is_complete
        self._random_state = random.getstate()

    @property
    def size(self) -> int:
        """Number of recorded places in which code can keep state."""
        return len(self._places)

    def has_changed(self) -> bool:
        """Return True if anything has changed since the snapshot."""
        return self.has_drawn() or any(place.has_changed() for place in self._places)

    def has_drawn(self) -> bool:
        """Return True if random numbers have been generated since the snapshot."""
        return random.getstate() != self._random_state

    def restore(self) -> None:
        """Restore the state that was recorded in the snapshot."""
        for place in self._places:
            if place.has_changed():
                with suppress(Exception):  # because a class can refuse changes
                    place.restore()
        if self.has_drawn():
            random.setstate(self._random_state)


class _Finder:
    """Search for everything that can be reached from the given objects."""

    def __init__(self, objects: Iterable[Any]) -> None:
        self.places: list[_Place] = []
        self.is_complete = True
        self._waiting: deque[Any] = deque()
        # Objects by id. The dict keeps the objects alive, so that each id stays unique.
        self._seen: dict[int, Any] = {}
        self._names: set[tuple[int, str]] = set()
        self._visit_all(objects)
        while self._waiting:
            self._look_at(self._waiting.popleft())

    def _visit_all(self, objects: Iterable[Any]) -> None:
        """Queue objects that haven't been queued before."""
        for found in objects:
            if type(found) in _ATOMS or len(self._seen) == _MOST_OBJECTS:
                continue
            if id(found) not in self._seen:
                self._seen[id(found)] = found
                self._waiting.append(found)

    def _note(self, place: _Place) -> None:
        """Record a place, and queue its contents to be visited."""
        self.places.append(place)
        self._visit_all(place.before)

    def _look_at(self, found: Any) -> None:
        for kind, make in _PLACES:
            if isinstance(found, kind):
                self._note(make(found))
        for kind, parts in _PARTS:
            if isinstance(found, kind):
                self._visit_all(parts(found))
        if type(found).__module__ == "numpy":
            if hasattr(found, "tobytes"):
                self._note(_numpy_array(found))
        else:
            self._look_at_code(found)

    def _look_at_code(self, found: Any) -> None:
        """Visit code that a student might have written: a function, module, class or object."""
        if isinstance(found, FunctionType):
            self._function(found)
        elif ismodule(found):
            if _is_of_student(found.__name__):
                self._namespace(vars(found), vars(found))
        elif isclass(found):
            if _is_of_student(found.__module__):
                self._note(_class_attributes(found))
                self._visit_all((*found.__bases__, type(found)))
        else:
            self._object(found)

    def _function(self, function: FunctionType) -> None:
        if function.__code__.co_filename.startswith(INSTALLED):
            return
        for code in _codes_of(function.__code__):
            self._namespace(function.__globals__, code.co_names)
        self._visit_all(function.__closure__ or ())
        self._visit_all((function.__defaults__, function.__kwdefaults__, function.__dict__))

    def _namespace(self, namespace: dict[str, Any], names: Iterable[str]) -> None:
        """Record the values of the given global names."""
        new = [name for name in names if (id(namespace), name) not in self._names]
        self._names.update((id(namespace), name) for name in new)
        for name in new:
            self._note(_global_name(namespace, name))
            if name in _READS:
                self.is_complete = False
            if name not in namespace:
                # The name is one of Python's built-in names, or was added to them.
                self._visit_all([vars(builtins).get(name)])

    def _object(self, found: Any) -> None:
        """Record an object's attributes, or note that its state is unknown."""
        kind = type(found)
        is_own = _is_of_student(kind.__module__)
        attributes = _attributes_of(found)
        if is_own:
            self._visit_all([kind])
        self._visit_all([attributes])
        for base in kind.__mro__:
            for slot in vars(base).values():
                if isinstance(slot, MemberDescriptorType):
                    self._note(_slot(found, slot))
        is_known = is_own or attributes is not None or isinstance(found, _LISTED)
        is_quiet = kind.__module__ in _QUIET and not isinstance(found, CoroutineType)
        if hasattr(kind, "__next__") or not (is_known or is_quiet):
            self.is_complete = False


def _attributes_of(found: Any) -> dict[str, Any] | None:
    if isinstance(found, threading.local):
        return vars(found)  # the attributes that this thread sees
    try:
        attributes = object.__getattribute__(found, "__dict__")
    except AttributeError:  # because the object has only slots or is written in C
        return None
    return attributes if isinstance(attributes, dict) else None


def _is_of_student(name: str) -> bool:
    """Return True if a module contains a student's code from a file, a notebook or a text."""
    module = sys.modules.get(name)
    if module is None or name == "__main__":
        return True
    file = getattr(module, "__file__", None)
    return file is not None and not file.startswith(INSTALLED)


def _codes_of(code: CodeType) -> Iterable[CodeType]:
    """Yield the code objects of a function and of all functions defined inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_of(constant)
