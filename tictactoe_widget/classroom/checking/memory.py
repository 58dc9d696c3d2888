"""Memory of a student's code: all that its functions can keep from one call to the next.

A function should answer each board alike, whatever it was asked before. One that keeps
something, such as a dict of answers whose keys are too coarse, may answer wrongly only
because of an earlier call. So that this is not taken for another mistake, what is kept
can be put back to what it was at the beginning.
"""

import operator
import random
import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from inspect import isclass, ismethod, ismodule
from types import CellType, CodeType, FunctionType, MemberDescriptorType, SimpleNamespace
from typing import Any, cast

from .budget import FREE_FILES
from .substitutes import Written

_MOST_OBJECTS = 20_000
# Most objects that are looked at. Students' code has hundreds, a notebook may have more.
_NOTHING = object()
# What an unbound name, an empty cell or an unset slot holds.
_ATOMS = (int, str, float, complex, bool, bytes, type(None), object)
# Types whose values hold nothing that could change.
_CACHE = type(lru_cache(len))
_Contents = list[Any]


@dataclass(frozen=True)
class _Place:
    """One place where something can be kept: a list, a name, the cell of a closure."""

    read: Callable[[], _Contents]
    """Function that returns its contents."""
    write: Callable[[_Contents], object]
    """Function that puts contents into it."""
    before: _Contents
    """The contents at the beginning."""
    is_same: Callable[[Any, Any], bool]
    """Function that compares an item of the contents with one of the beginning."""

    def has_changed(self) -> bool:
        """Return whether the contents are others than at the beginning."""
        now = self.read()
        return len(now) != len(self.before) or not all(map(self.is_same, now, self.before))


class Memory:
    """Contents of all that a student's functions can change, as they were when it was made.

    These are global names, default arguments, closures, attributes, the lists, dicts, sets,
    arrays and objects that are found there, and Python's random numbers; a cache of
    `functools` counts as empty. How far an iterator has come, and what code that is not
    the student's keeps, is not among them.

    Parameters
    ----------
    student : object
        What holds the functions.
    written : mapping
        The functions as the student wrote them, by name.
    """

    def __init__(self, student: Any, written: Mapping[str, Written]) -> None:
        finder = _Finder()
        finder.visit_all(written.values())
        if not ismodule(student) and not isinstance(student, Mapping):
            finder.visit_all([student])
        self._places = finder.find()
        self._chance = random.getstate()

    @property
    def size(self) -> int:
        """Number of places where something can be kept."""
        return len(self._places)

    def has_changed(self) -> bool:
        """Return whether anything has changed since this was made."""
        return self.has_drawn() or any(place.has_changed() for place in self._places)

    def has_drawn(self) -> bool:
        """Return whether random numbers were drawn since this was made."""
        return random.getstate() != self._chance

    def restore(self) -> None:
        """Put back what has changed since this was made."""
        for place in self._places:
            if place.has_changed():
                with suppress(Exception):  # a class may refuse to be written to
                    place.write(place.before)
        if self.has_drawn():
            random.setstate(self._chance)


class _Finder:
    """Walk over all that a student's functions can reach."""

    def __init__(self) -> None:
        self._places: list[_Place] = []
        self._waiting: deque[Any] = deque()
        self._seen: dict[int, Any] = {}  # by identity; kept, so that each stays its own
        self._names: set[tuple[int, str]] = set()

    def visit_all(self, objects: Iterable[Any]) -> None:
        """Look at some objects later, at each of them once."""
        for found in objects:
            if type(found) in _ATOMS or len(self._seen) == _MOST_OBJECTS:
                continue
            if id(found) not in self._seen:
                self._seen[id(found)] = found
                self._waiting.append(found)

    def find(self) -> list[_Place]:
        """Return the places in all objects that wait, and in those found there."""
        while self._waiting:
            self._look_at(self._waiting.popleft())
        return self._places

    def _keep(
        self,
        read: Callable[[], _Contents],
        write: Callable[[_Contents], object],
        is_same: Callable[[Any, Any], bool] = operator.is_,
    ) -> None:
        """Note a place and its contents, and look at these later."""
        before = read()
        self._places.append(_Place(read, write, before, is_same))
        self.visit_all(before)

    def _look_at(self, found: Any) -> None:  # noqa: C901, PLR0912 (one branch for each kind)
        if isinstance(found, FunctionType):
            self._function(found)
        elif isinstance(found, CellType):
            self._keep(partial(_read_cell, found), partial(_write_cell, found))
        elif isinstance(found, list | deque | bytearray):
            self._keep(partial(list, found), partial(_fill, found))
        elif isinstance(found, dict):
            self._keep(partial(_flat, found), partial(_fill_dict, found))
        elif isinstance(found, set):
            self._keep(partial(list, found), partial(_fill_set, found))
        elif isinstance(found, tuple | frozenset):
            self.visit_all(found)
        elif isinstance(found, partial):
            self.visit_all((found.func, found.args, found.keywords))
        elif ismethod(found):
            self.visit_all((found.__func__, found.__self__))
        elif isinstance(found, staticmethod | classmethod):
            self.visit_all([found.__func__])
        elif isinstance(found, property):
            self.visit_all([found.fget])
        elif isinstance(found, _CACHE):
            self._cache(found)
        elif isinstance(found, random.Random):
            self._keep(lambda: [found.getstate()], lambda put: found.setstate(*put), operator.eq)
        elif ismodule(found):
            if _is_of_student(found.__name__):
                self._namespace(vars(found), vars(found))
        elif isclass(found):
            self._class(found)
        elif type(found).__module__ == "numpy":
            self._array(found)
        elif isinstance(found, SimpleNamespace) or _is_of_student(type(found).__module__):
            self._object(found)

    def _function(self, function: FunctionType) -> None:
        if function.__code__.co_filename.startswith(FREE_FILES):
            return
        for code in _codes_of(function.__code__):
            self._namespace(function.__globals__, code.co_names)
        self.visit_all(function.__closure__ or ())
        self.visit_all((function.__defaults__, function.__kwdefaults__, function.__dict__))

    def _namespace(self, namespace: dict[str, Any], names: Iterable[str]) -> None:
        """Note what some global names are bound to."""
        new = [name for name in names if (id(namespace), name) not in self._names]
        self._names.update((id(namespace), name) for name in new)
        for name in new:
            self._keep(
                partial(_read_name, namespace, name), partial(_write_name, namespace, name)
            )

    def _cache(self, found: Any) -> None:
        """Note a cache of functools: it can be emptied, and not be filled again."""
        self._keep(
            lambda: [found.cache_info()], lambda _: found.cache_clear(), operator.eq
        )
        self.visit_all([found.__wrapped__])

    def _class(self, found: type) -> None:
        if _is_of_student(found.__module__):
            self._keep(lambda: _flat(dict(vars(found))), partial(_write_class, found))
            self.visit_all(found.__bases__)

    def _array(self, found: Any) -> None:
        if hasattr(found, "tobytes") and hasattr(found, "copy"):
            self._keep(
                lambda: [found.copy()],
                lambda put: found.__setitem__(..., put[0]),
                lambda now, before: bool(now.tobytes() == before.tobytes()),
            )

    def _object(self, found: Any) -> None:
        """Note the attributes of an object."""
        self.visit_all([type(found)])
        with suppress(AttributeError):  # one with slots alone
            self.visit_all([object.__getattribute__(found, "__dict__")])
        for kind in type(found).__mro__:
            for slot in vars(kind).values():
                if isinstance(slot, MemberDescriptorType):
                    self._keep(
                        partial(_read_slot, slot, found), partial(_write_slot, slot, found)
                    )


def _is_of_student(name: str) -> bool:
    """Return whether a module is a student's: a file of theirs, a notebook, a text."""
    module = sys.modules.get(name)
    if module is None or name == "__main__":
        return True
    file = getattr(module, "__file__", None)
    return file is not None and not file.startswith(FREE_FILES)


def _codes_of(code: CodeType) -> Iterable[CodeType]:
    """Yield the code of a function, and of those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_of(constant)


# Reading and writing of the kinds of places. Methods of the types themselves are used,
# since a student's class may have others of the same names.


def _read_name(namespace: dict[str, Any], name: str) -> _Contents:
    return [namespace.get(name, _NOTHING)]


def _write_name(namespace: dict[str, Any], name: str, contents: _Contents) -> None:
    if contents[0] is _NOTHING:
        del namespace[name]
    else:
        namespace[name] = contents[0]


def _read_cell(cell: CellType) -> _Contents:
    try:
        return [cell.cell_contents]
    except ValueError:  # an empty one
        return [_NOTHING]


def _write_cell(cell: CellType, contents: _Contents) -> None:
    if contents[0] is _NOTHING:
        del cell.cell_contents
    else:
        cell.cell_contents = contents[0]


def _fill(items: list[Any] | deque[Any] | bytearray, contents: _Contents) -> None:
    kind: Any = next(kind for kind in (list, deque, bytearray) if isinstance(items, kind))
    kind.clear(items)
    kind.extend(items, contents)


def _fill_set(members: set[Any], contents: _Contents) -> None:
    set.clear(members)
    set.update(members, contents)


def _flat(items: dict[Any, Any]) -> _Contents:
    """Return the keys and values of a dict in one list."""
    return [part for item in items.items() for part in item]


def _pairs(flat: _Contents) -> dict[Any, Any]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _fill_dict(items: dict[Any, Any], contents: _Contents) -> None:
    kind = OrderedDict if isinstance(items, OrderedDict) else dict
    kind.clear(cast("OrderedDict[Any, Any]", items))
    for key, value in _pairs(contents).items():
        kind.__setitem__(cast("OrderedDict[Any, Any]", items), key, value)


def _write_class(kind: type, contents: _Contents) -> None:
    before = _pairs(contents)
    for name in vars(kind).keys() - before.keys():
        type.__delattr__(kind, name)
    for name, value in before.items():
        if vars(kind).get(name, _NOTHING) is not value:
            type.__setattr__(kind, name, value)


def _read_slot(slot: MemberDescriptorType, owner: Any) -> _Contents:
    try:
        return [slot.__get__(owner)]
    except AttributeError:  # not set
        return [_NOTHING]


def _write_slot(slot: MemberDescriptorType, owner: Any, contents: _Contents) -> None:
    if contents[0] is _NOTHING:
        slot.__delete__(owner)
    else:
        slot.__set__(owner, contents[0])
