"""A student's code: the functions, where they find one another, and what they keep."""

import builtins
import operator
import random
import sys
import threading
from abc import ABC, abstractmethod
from array import array
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import lru_cache, partial
from importlib.util import module_from_spec
from inspect import isclass, iscoroutinefunction, ismodule
from random import Random
from types import (
    CellType,
    CodeType,
    CoroutineType,
    FrameType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any, ClassVar, Self, cast

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.sandbox.steps import INSTALLED

# Substitutes: functions that stand in for a student's own while another is asked.
#
# A function of a student calls others: ``terminal`` calls ``winner``, ``minimax`` calls
# all. So that each is judged for itself, functions that were found wrong are replaced by
# right ones. Functions that were found right are replaced by a memo of their own
# answers, which makes a search several times quicker and changes nothing else.

Written = Callable[..., Any]
"""Function as the student wrote it."""

_FIXED = (str, int, float, bool, type(None), Game)
# Types whose values nothing can change.
_MOST_WRAPPERS = 20  # around one function


def code_of(written: Any) -> CodeType | None:
    """Return the code of a function, a method, or what wraps one; None for others."""
    written = _inmost(written)
    if not hasattr(written, "__code__") and not isclass(written):
        written = type(written).__dict__.get("__call__")  # an object that can be called
    code = getattr(written, "__code__", None)
    return code if isinstance(code, CodeType) else None


def globals_of(written: Any) -> dict[str, Any]:
    """Return the global names that a function sees; ``{}`` where Python cannot tell."""
    found = getattr(_inmost(written), "__globals__", None)
    return found if isinstance(found, dict) else {}


def _inmost(written: Any) -> Any:
    """Return the function inside a method, a partial or a wrapper."""
    for _ in range(_MOST_WRAPPERS):
        if isinstance(written, partial):
            written = written.func
        elif hasattr(written, "__wrapped__"):
            written = written.__wrapped__
        elif hasattr(written, "__func__"):
            written = written.__func__
    return written


class Calls:
    """Functions that were entered inside a context, see `noting_student_calls`."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        """Their code."""
        self.wrappers: set[str] = set()
        """Names of functions that `noting_wrapper` stood in for, and that were called."""
        self._names: list[tuple[dict[str, Any], tuple[str, ...]]] = []

    def note(self, frame: FrameType) -> None:
        """Note a function that begins."""
        code = frame.f_code
        if code not in self.codes:
            self.codes.add(code)
            self._names.append((frame.f_globals, code.co_names))

    def mentions(self, name: str, namespaces: Sequence[dict[str, Any]]) -> bool:
        """Return whether a function with one of some global namespaces names something."""
        return any(
            name in names and any(seen is space for space in namespaces)
            for seen, names in self._names
        )


@contextmanager
def noting_student_calls() -> Iterator[Calls]:
    """Note every Python function that is entered inside this context."""
    calls = Calls()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls.note(frame)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def is_wrapper(written: Written) -> bool:
    """Return whether a function may answer without the code inside it, as a cache does."""
    return not isinstance(written, FunctionType) or hasattr(written, "__wrapped__")


def noting_wrapper(name: str, written: Written, calls: Calls) -> Written:
    """Return a function that does what `written` does, and notes that it was called."""

    def noted(*arguments: Any, **named: Any) -> Any:
        calls.wrappers.add(name)
        return written(*arguments, **named)

    _take_attributes(noted, written)
    return noted


def memoized_student(  # noqa: C901 (see below)
    function: Function, written: Written, original: Written | None = None
) -> Written:
    """Return a function that answers as `written` does, the second time from memory.

    Boards that are lists are remembered, or games. An answer that could be changed is
    copied each time; one of a type that is not known here is asked for again. It has the
    attributes of `original`, where `written` stands in for that.
    """
    count = 2 if function.asked == "moves" else 1
    fixed: dict[Any, Any] = {}
    changeable: dict[Any, tuple[Any, Callable[[Any], Any]]] = {}

    # One function without helpers: a search calls it some million times.
    def remembered(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != count:
            return written(*arguments, **named)
        board = arguments[0]
        try:
            if type(board) is list:
                key: Any = tuple(map(tuple, board)) if type(board[0]) is list else tuple(board)
            elif type(board) is Game:
                key = board.key
            else:
                return written(*arguments)
            if count == 2:
                key = (key, arguments[1])
            if key in fixed:
                return fixed[key]
            known = changeable.get(key)
        except (IndexError, TypeError):  # no board of this game, no move
            return written(*arguments)
        if known is None:
            answer = written(*arguments)
            copy = _copier(answer)
            if copy is _itself:
                fixed[key] = answer
            if copy is None or copy is _itself:
                return answer
            known = changeable[key] = (copy(answer), copy)
        # A copy each time, the first time too: the order of a set may depend on it.
        return known[1](known[0])

    _take_attributes(remembered, written if original is None else original)
    return remembered


def _take_attributes(substitute: Any, original: Written) -> None:
    """Give a substitute the attributes of a function, which others may use by its name."""
    own = getattr(original, "__dict__", {})
    if isinstance(original, FunctionType):
        substitute.__dict__ = own  # the same dict, so that both see what is set
    else:
        of_caches = ("cache_info", "cache_clear", "cache_parameters")
        caches = {name: getattr(original, name, None) for name in of_caches}
        substitute.__dict__ = {**own, **caches}


def _copier(answer: Any) -> Callable[[Any], Any] | None:
    """Return a function that copies answers like this one; None where none is known."""
    kind = type(answer)
    if kind in _FIXED:
        return _itself
    if kind is tuple:
        return _itself if _is_fixed(answer) else None
    if kind is list:
        if all(type(item) is list and _is_fixed(item) for item in answer):
            return _copy_rows
        return list if _is_fixed(answer) else None
    return set if kind is set else None


def _is_fixed(items: Any) -> bool:
    """Return whether nothing in a list or a tuple can be changed."""
    return all(
        _is_fixed(item) if type(item) is tuple else type(item) in _FIXED for item in items
    )


def _itself(answer: Any) -> Any:
    return answer


def _copy_rows(rows: list[list[Any]]) -> list[list[Any]]:
    return list(map(list.copy, rows))


def student_namespaces(student: Any, originals: Mapping[str, Written]) -> list[dict[str, Any]]:
    """Return where the functions of a student look up global names, each once."""
    found = [globals_of(written) for written in originals.values()]
    if isinstance(student, dict):
        found.append(student)
    elif ismodule(student):
        found.append(vars(student))
    return list({id(space): space for space in found}.values())


@contextmanager
def standing_in(
    student: Any, originals: Mapping[str, Written], substitutes: Mapping[str, Written]
) -> Iterator[None]:
    """Put substitutes where the student's functions find one another, for this context.

    Parameters
    ----------
    student : object
        Module, mapping, class or object with the functions.
    originals : mapping
        The functions as the student wrote them, by name.
    substitutes : mapping
        What stands in for some of them, by name; also for a name that is missing, or
        that is no function.
    """
    namespaces = student_namespaces(student, originals)
    undo: list[Callable[[], object]] = []
    try:
        for name, substitute in substitutes.items():
            for namespace in namespaces:
                _replace_name(namespace, name, originals.get(name), substitute, undo)
            if not ismodule(student) and not isinstance(student, Mapping):
                _replace_attribute(student, name, substitute, undo)
        yield
    finally:
        for take_back in reversed(undo):
            take_back()


def _replace_name(
    namespace: dict[str, Any],
    name: str,
    original: Written | None,
    substitute: Written,
    undo: list[Callable[[], object]],
) -> None:
    if name not in namespace:
        if original is not None:
            return
        undo.append(partial(namespace.pop, name))
    elif namespace[name] is original or (original is None and not callable(namespace[name])):
        undo.append(partial(namespace.__setitem__, name, namespace[name]))
    else:
        return
    namespace[name] = substitute


def _replace_attribute(
    student: Any, name: str, substitute: Written, undo: list[Callable[[], object]]
) -> None:
    own = getattr(student, "__dict__", {})
    is_own = name in own
    if isclass(student) and not is_own and hasattr(student, name):
        return
    try:
        before = own.get(name)
        setattr(student, name, staticmethod(substitute) if isclass(student) else substitute)
    except (AttributeError, TypeError):  # an object without attributes of its own
        return
    undo.append(
        partial(setattr, student, name, before) if is_own else partial(delattr, student, name)
    )


# Places where a student's code can keep something, and how they are put back.
#
# Methods of Python's own types are called, since a student's class may have others of the
# same names.

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


# Memory of a student's code: all that its functions can keep from one call to the next.
#
# A function should answer each board alike, whatever it was asked before. One that keeps
# something, such as a dict of answers whose keys are too coarse, may answer wrongly only
# because of an earlier call. So that this is not taken for another mistake, what is kept
# can be put back to what it was at the beginning.

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


_CONSTANT = (int, str, float, bool, type(None))
# Types of global constants that are compared.


def functions_in(student: Any, contract: Contract) -> dict[str, Written]:
    """Return the functions of a contract that a module, a mapping or an object holds."""
    found = {
        function.name: student.get(function.name)
        if isinstance(student, Mapping)
        else getattr(student, function.name, None)
        for function in contract.functions
    }
    return {name: function for name, function in found.items() if callable(function)}


class StudentCode:
    """Functions of a student, and what holds them.

    Parameters
    ----------
    contract : Contract
        Contract by which the functions are written.
    student : object
        What holds the functions.
    written : mapping
        The functions as the student wrote them, by name.
    """

    def __init__(
        self, contract: Contract, student: Any, written: Mapping[str, Written]
    ) -> None:
        self.student = student
        """Object that holds the functions."""
        self.written = written
        """Functions as the student wrote them, by name."""
        self.namespaces = student_namespaces(student, written)
        """Dicts in which the functions look up global names."""
        self.absent = frozenset(
            function.name
            for function in contract.functions
            if function.name not in written or iscoroutinefunction(written[function.name])
        )
        """Names of functions that are missing, or that cannot be called."""
        self._contract = contract

    def adapted(self, function: Function) -> Written:
        """Return a function so that it takes the contract's arguments."""
        return self._contract.adapt(function, self.written[function.name])

    def standing_in(self, substitutes: Mapping[str, Written]) -> AbstractContextManager[None]:
        """Put substitutes where the functions find one another, for a context."""
        return standing_in(self.student, self.written, substitutes)

    def memory(self) -> Memory:
        """Return what the functions keep now."""
        return Memory(self.student, self.written)

    def execute_anew(self, run: Callable[[Callable[[], Any]], Any]) -> Self | None:
        """Return the same code, executed once more.

        Parameters
        ----------
        run : callable
            Function that calls a function within a budget; it may raise anything.

        Returns
        -------
        StudentCode or None
            None where it is no module with a file of its own, where executing it fails,
            or where that gives other functions or constants, as after an edit of the file.
        """
        if not ismodule(self.student) or not _has_file(self.student):
            return None
        try:
            module = run(lambda: _execute(self.student))
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 (a student's module may raise anything)
            return None
        if not _is_same_text(vars(self.student), vars(module)):
            return None
        written = {name: getattr(module, name) for name in self.written}
        return type(self)(self._contract, module, written)


def _has_file(module: ModuleType) -> bool:
    spec = module.__spec__
    return spec is not None and spec.has_location and module.__name__ != "__main__"


def _execute(module: ModuleType) -> ModuleType:
    """Execute the file of a module as a new module, which ``sys.modules`` does not know."""
    spec: Any = module.__spec__
    new = module_from_spec(spec)
    spec.loader.exec_module(new)
    return new


def _is_same_text(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Return whether two modules have the same functions and constants."""
    return all(
        _is_same_value(value, new.get(name))
        for name, value in list(old.items())
        if not name.startswith("__")
    )


def _is_same_value(old: Any, new: Any) -> bool:
    if callable(old):
        return callable(new) and code_of(old) == code_of(new)
    return type(old) not in _CONSTANT or (type(old) is type(new) and old == new)
