"""Memory of a student's code: all that its functions can keep from one call to the next.

A function should answer each board alike, whatever it was asked before. One that keeps
something, such as a dict of answers whose keys are too coarse, may answer wrongly only
because of an earlier call. So that this is not taken for another mistake, what is kept
can be put back to what it was at the beginning.
"""

import builtins
import random
import sys
import threading
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Mapping
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

from tictactoe_widget.matches.steps import INSTALLED

from .places import (
    ArrayPlace,
    CachePlace,
    CellPlace,
    ClassPlace,
    EntriesPlace,
    ItemsPlace,
    KeptPlace,
    MembersPlace,
    NamePlace,
    RandomPlace,
    SlotPlace,
)
from .substitutes import Written

_MOST_OBJECTS = 20_000
# Most objects that are looked at. Students' code has hundreds, a notebook may have more.
_ATOMS = (int, str, float, complex, bool, bytes, type(None), object)
# Types whose values hold nothing that could change.
_CACHE = type(lru_cache(len))
_PLACES: tuple[tuple[Any, Callable[[Any], KeptPlace]], ...] = (
    (CellType, CellPlace),
    ((list, deque, bytearray, array), ItemsPlace),
    (dict, EntriesPlace),
    (set, MembersPlace),
    (random.Random, RandomPlace),
    (_CACHE, CachePlace),
)
# Places that an object of a type is.
_PARTS: tuple[tuple[Any, Callable[[Any], Iterable[Any]]], ...] = (
    ((tuple, frozenset), iter),
    (partial, lambda found: (found.func, found.args, found.keywords)),
    (MethodType, lambda found: (found.__func__, found.__self__)),
    ((staticmethod, classmethod), lambda found: (found.__func__,)),
    (property, lambda found: (found.fget,)),
    (MappingProxyType, lambda found: found.values()),
    (_CACHE, lambda found: (found.__wrapped__,)),
)
# Objects inside an object of a type, where it cannot change itself.
_LISTED: tuple[type, ...] = tuple(
    kind
    for kinds, _ in (*_PLACES, *_PARTS)
    for kind in (kinds if isinstance(kinds, tuple) else (kinds,))
)
# Types that are looked into.
_READS = frozenset({"open", "read_bytes", "read_text"})
# Names by which files are read, which keep what was written.
_QUIET = frozenset(
    {
        "_abc",
        "builtins",
        "collections",
        "datetime",
        "decimal",
        "operator",
        "re",
        "types",
        "typing",
    }
)
# Modules whose types keep nothing, but for those that are looked into, and for iterators.


class Memory:
    """Contents of all that a student's functions can change, as they were when it was made.

    These are global names, default arguments, closures, attributes, the lists, dicts, sets,
    arrays and objects that are found there, and Python's random numbers; a cache of
    `functools` counts as empty. How far an iterator has come, and what a library or a file
    keeps, is not among them.

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
        self.is_complete = finder.is_complete
        """False where an object was found that may keep something and cannot be looked into."""
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
                    place.restore()
        if self.has_drawn():
            random.setstate(self._chance)


class _Finder:
    """Walk over all that a student's functions can reach."""

    def __init__(self) -> None:
        self._places: list[KeptPlace] = []
        self._waiting: deque[Any] = deque()
        self._seen: dict[int, Any] = {}  # by identity; kept, so that each stays its own
        self._names: set[tuple[int, str]] = set()
        self.is_complete = True
        """False once an object was found that cannot be looked into."""

    def visit_all(self, objects: Iterable[Any]) -> None:
        """Look at some objects later, at each of them once."""
        for found in objects:
            if type(found) in _ATOMS or len(self._seen) == _MOST_OBJECTS:
                continue
            if id(found) not in self._seen:
                self._seen[id(found)] = found
                self._waiting.append(found)

    def find(self) -> list[KeptPlace]:
        """Return the places in all objects that wait, and in those found there."""
        while self._waiting:
            self._look_at(self._waiting.popleft())
        return self._places

    def _note(self, place: KeptPlace) -> None:
        """Note a place, and look at what it holds later."""
        self._places.append(place)
        self.visit_all(place.before)

    def _look_at(self, found: Any) -> None:
        for kind, make in _PLACES:
            if isinstance(found, kind):
                self._note(make(found))
        for kind, parts in _PARTS:
            if isinstance(found, kind):
                self.visit_all(parts(found))
        if type(found).__module__ == "numpy":
            if hasattr(found, "tobytes"):
                self._note(ArrayPlace(found))
        else:
            self._look_at_code(found)

    def _look_at_code(self, found: Any) -> None:
        """Look at what a student may have written: functions, modules, classes, objects."""
        if isinstance(found, FunctionType):
            self._function(found)
        elif ismodule(found):
            if _is_of_student(found.__name__):
                self._namespace(vars(found), vars(found))
        elif isclass(found):
            if _is_of_student(found.__module__):
                self._note(ClassPlace(found))
                self.visit_all((*found.__bases__, type(found)))
        else:
            self._object(found)

    def _function(self, function: FunctionType) -> None:
        if function.__code__.co_filename.startswith(INSTALLED):
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
            self._note(NamePlace(namespace, name))
            if name in _READS:
                self.is_complete = False
            if name not in namespace:
                self.visit_all([vars(builtins).get(name)])  # or somebody's addition to them

    def _object(self, found: Any) -> None:
        """Note the attributes of an object, or that there is no knowing what it keeps."""
        kind = type(found)
        is_own = _is_of_student(kind.__module__)
        attributes = _attributes_of(found)
        if is_own:
            self.visit_all([kind])
        self.visit_all([attributes])
        for base in kind.__mro__:
            for slot in vars(base).values():
                if isinstance(slot, MemberDescriptorType):
                    self._note(SlotPlace(found, slot))
        is_known = is_own or attributes is not None or isinstance(found, _LISTED)
        is_quiet = kind.__module__ in _QUIET and not isinstance(found, CoroutineType)
        if hasattr(kind, "__next__") or not (is_known or is_quiet):
            self.is_complete = False


def _attributes_of(found: Any) -> dict[str, Any] | None:
    """Return the dict of the attributes of an object; None where it has none."""
    if isinstance(found, threading.local):
        return vars(found)  # those of this thread
    try:
        attributes = object.__getattribute__(found, "__dict__")
    except AttributeError:  # one with slots alone, or of C
        return None
    return attributes if isinstance(attributes, dict) else None


def _is_of_student(name: str) -> bool:
    """Return whether a module is a student's: a file of theirs, a notebook, a text."""
    module = sys.modules.get(name)
    if module is None or name == "__main__":
        return True
    file = getattr(module, "__file__", None)
    return file is not None and not file.startswith(INSTALLED)


def _codes_of(code: CodeType) -> Iterable[CodeType]:
    """Yield the code of a function, and of those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes_of(constant)
