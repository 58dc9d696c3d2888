"""Starting from a search's first function, find all functions that are part of the search.

A function's bytecode shows which functions it can call: functions with global names, functions
with names in an enclosing function, methods, and inner functions. A function is part of the
search if it can call itself, directly or through other functions.
"""

import builtins
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dis import Instruction, get_instructions
from functools import lru_cache, partial
from inspect import CO_NEWLOCALS, getattr_static
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from tictactoe_widget.validation import brief, visible

# Finding the Python function that a call runs, inside wrappers, methods, closures and objects.

_MOST_LAYERS = 100  # maximum number of wrappers around a function


def _python_function(function: Any) -> FunctionType:
    """Return the Python function that runs when an object is called.

    Raises
    ------
    TypeError
        If calling the object runs no Python function.
    """
    found = function
    for _ in range(_MOST_LAYERS):  # a wrapper can wrap itself
        inner = _inner_callable(found)
        if inner is None:
            break
        found = inner
    if not isinstance(found, FunctionType):
        which = ": pass the function itself" if isinstance(found, ModuleType) else ""
        raise TypeError(
            f"search must be a function written in Python, not {brief(function)}{which}"
        )
    return found


def _inner_callable(thing: Any) -> Any:
    """Return the callable inside an object such as a wrapper, or None if there is none."""
    if isinstance(thing, MethodType | staticmethod | classmethod):
        return thing.__func__
    if isinstance(thing, partial):
        return thing.func
    if isinstance(thing, property):
        return thing.fget
    wrapped = _wrapped_function(thing)
    if wrapped is not None or isinstance(thing, FunctionType | type):
        return wrapped
    call = getattr_static(type(thing), "__call__", None)
    return call if isinstance(call, FunctionType) else None


def _wrapped_function(thing: Any) -> Any:
    """Return the original function that ``functools.wraps`` or ``cache`` stored."""
    try:
        return vars(thing).get("__wrapped__")
    except TypeError:  # a wrapper that has no attributes of its own
        return None


def _layers_around(thing: Any, name: str) -> list[FunctionType]:
    """Return the wrappers around the function with the given name, then the function itself.

    The outermost wrapper comes first. Each wrapper keeps the next function in its closure or as
    an attribute. If the innermost function has a different name, the list is empty.
    """
    layers: list[FunctionType] = []
    while len(layers) < _MOST_LAYERS:
        if isinstance(thing, MethodType | staticmethod | classmethod):
            thing = thing.__func__
        call = thing if isinstance(thing, FunctionType) else _inner_callable(thing)
        if not isinstance(call, FunctionType):
            break
        layers.append(call)
        if call.__name__ == name:
            return layers
        held = _functions_held(thing)
        thing = held.get(name) or next(iter(held.values()), None)
    return []


def _functions_held(thing: Any) -> dict[str, FunctionType]:
    """Map names to the functions in an object's closure or attributes."""
    if isinstance(thing, FunctionType):
        held = [_cell_contents_of(cell) for cell in thing.__closure__ or ()]
    else:
        held = list(getattr(thing, "__dict__", {}).values())
    return {item.__name__: item for item in held if isinstance(item, FunctionType)}


def _cell_contents_of(cell: CellType) -> Any:
    """Return the value in a closure's cell, or None if the cell is still empty."""
    try:
        return cell.cell_contents
    except ValueError:  # the name is not bound yet
        return None


_PACKAGE = __name__.partition(".")[0]
_INSTALLED = ("site-packages", "dist-packages")

_GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
_ENCLOSING = frozenset({"LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_FROM_DICT_OR_DEREF"})
_ATTRIBUTE = frozenset({"LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"})
_MAKING = frozenset({"MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE"})

_BUILTIN = frozenset(vars(builtins))
LONGEST_FUNCTION_NAME = 200  # maximum length of a function's name
_MOST_ITEMS = 100  # maximum number of functions to read from a list or dict
_MOST_CODES = 100  # maximum number of code objects whose instructions are cached


@dataclass(eq=False)
class Routine:
    """A function in a search, with the other routines that it can call."""

    code: CodeType
    name: str
    callees: set["Routine"] = field(default_factory=set)  # routines that this routine can call
    # names of attributes that the function reads, any of which can be a method
    attributes: set[str] = field(default_factory=set)
    # Existing functions with this code. Empty if the search itself defines the function.
    functions: list[FunctionType] = field(default_factory=list)
    # wrappers around the function that ``functools.cache`` and ``lru_cache`` created
    caches: set[Any] = field(default_factory=set)
    # routines that had the name before a decorator without ``functools.wraps`` replaced them
    wraps: list["Routine"] = field(default_factory=list)

    @property
    def is_wrapper(self) -> bool:
        """True if the function only wraps part of the search and doesn't search itself.

        A wrapper takes over the name of the function that it wraps. Therefore, the wrapped
        function's recursive calls go to the wrapper. Apart from these calls, a wrapper never
        calls itself.
        """
        return any(routine.reaches(self) for routine in self.wraps) and not self.reaches(
            self, without=self.wraps
        )

    @property
    def title(self) -> str:
        """Name that the record of calls uses for the function."""
        return visible(self.name or self.code.co_name, LONGEST_FUNCTION_NAME)

    @property
    def is_recursive(self) -> bool:
        """True if the function can call itself, either directly or through other functions."""
        return self.reaches(self)

    def reaches(self, routine: "Routine", without: Collection["Routine"] = ()) -> bool:
        """Return True if this routine can call another routine, directly or indirectly.

        Parameters
        ----------
        routine : Routine
            The other routine.
        without : collection of Routine, optional
            Routines to exclude: chains of calls through these routines do not count.
        """
        seen: set[Routine] = set(without)
        waiting = list(self.callees - seen)
        while waiting:
            callee = waiting.pop()
            if callee is routine:
                return True
            if callee not in seen:
                seen.add(callee)
                waiting += callee.callees - seen
        return False


@dataclass(frozen=True)
class Search:
    """A recursive search and the routines that it consists of."""

    first: Routine  # routine of the function that starts the search
    routines: tuple[Routine, ...]  # routines that make up the search, including the first
    reached: tuple[Routine, ...]  # all routines that the search can call, including its own


def find_search(function: Any, names: Iterable[str] = ()) -> Search:
    """Find the routines that a search consists of.

    Parameters
    ----------
    function : callable
        Function that starts the search.
    names : iterable of str, optional
        Names of the search's other functions. The default is all functions that can call
        themselves, directly or through other functions.

    Raises
    ------
    TypeError
        If the function is not written in Python.
    ValueError
        If the function calls no function with any of these names.
    """
    reached = _Reader(function).routines
    named = [routine for routine in reached if routine.name]
    wrapped = _decorated(reached[0])  # the routine itself, if it is not a wrapper
    first = wrapped if wrapped in named else named[0]
    others = [routine for routine in named if routine is not first]
    wanted = tuple(names)
    known = {routine.name for routine in (first, *others)}
    for name in wanted:
        if name not in known:
            called = ", ".join(sorted(known - {first.name})) or "no functions"
            raise ValueError(
                f"functions must name functions that {first.name} calls, not "
                f"{brief(name)}: {first.name} calls {called}"
            )
    searching = [r for r in others if (r.name in wanted if wanted else r.is_recursive)]
    return Search(first, (first, *searching), reached)


def _decorated(routine: Routine) -> Routine:
    """Return the routine inside a wrapper, or the given routine if it is not a wrapper."""
    seen = set[Routine]()
    while not routine.name and routine.wraps and routine not in seen:
        seen.add(routine)
        routine = routine.wraps[0]
    return routine


@dataclass(frozen=True)
class _Source:
    """A code object to read, with the values of the names that it uses."""

    routine: Routine
    namespace: Mapping[str, Any]
    # Values of names from enclosing functions. Functions that are defined there are routines.
    scope: Mapping[str, Any]


class _Reader:
    """Reader that finds all routines that a function's bytecode can reach."""

    def __init__(self, function: Any) -> None:
        start = _python_function(function)
        self._home = _package_of(start)
        self._routines: dict[int, Routine] = {}
        self._methods: dict[str, set[Routine]] = {}
        self._classes: set[type] = set()
        self._named: list[tuple[str, Any]] = []  # values of names in the code
        self._waiting: list[_Source] = []
        self._add_function(start)
        # Finds a method's class, or the caches around a function.
        self._find(function)
        while self._waiting:
            source = self._waiting.pop()
            if not _is_leaf(source.routine.code, source.namespace):
                self._read(source)
        for routine in self.routines:
            for name in routine.attributes & self._methods.keys():
                routine.callees |= self._methods[name]
        self._name_wrappers()

    @property
    def routines(self) -> tuple[Routine, ...]:
        """Routines that were found, starting with the routine for the given function."""
        return tuple(self._routines.values())

    def _add_function(self, function: FunctionType) -> Routine:
        code = function.__code__
        routine = self._routines.get(id(code))
        if routine is None:
            is_wrapper = _wrapped_function(function) is not None
            name = "" if is_wrapper else visible(function.__name__, LONGEST_FUNCTION_NAME)
            routine = self._routines[id(code)] = Routine(code, name)
        if not any(known is function for known in routine.functions):
            routine.functions.append(function)
            cells = zip(code.co_freevars, function.__closure__ or (), strict=True)
            scope = {name: _cell_contents_of(cell) for name, cell in cells}
            self._waiting.append(_Source(routine, function.__globals__, scope))
        return routine

    def _add_class(self, kind: type) -> None:
        """Record, by name, the methods of a class and its base classes."""
        if kind in self._classes or issubclass(kind, BaseException):
            return
        self._classes.add(kind)
        for base in kind.__mro__:
            if self._follows(base):
                for name, member in list(vars(base).items()):
                    if found := self._find(member, members=False):
                        self._methods.setdefault(name, set()).update(found)
                        self._note_name(name, member)

    def _add_held(self, thing: Any) -> None:
        """Record an object's functions, by name, if its class belongs to the search."""
        if self._follows(type(thing)):
            for name, item in list(getattr(thing, "__dict__", {}).items()):
                if isinstance(item, FunctionType):
                    self._methods.setdefault(name, set()).update(self._find(item))

    def _find(self, thing: Any, *, members: bool = True) -> set[Routine]:
        """Return the routines that can run when an object, or an item in it, is called."""
        if isinstance(thing, Routine):
            return {thing}
        if isinstance(thing, FunctionType):
            return {self._add_function(thing)} if self._follows(thing) else set()
        if isinstance(thing, MethodType):
            self._find(thing.__self__, members=False)
        if not isinstance(thing, type):
            self._add_class(type(thing))
            self._add_held(thing)
        inner = _inner_callable(thing)
        if inner is not None:
            found = self._find(inner, members=False)
            for routine in found if hasattr(thing, "cache_clear") else ():
                routine.caches.add(thing)
            return found
        if isinstance(thing, type):
            self._add_class(thing)
            made = [vars(thing).get(name) for name in ("__new__", "__init__", "__post_init__")]
            # An exception class is not part of a search.
            return set() if issubclass(thing, BaseException) else self._find_all(made)
        if members and isinstance(thing, dict | list | tuple) and len(thing) <= _MOST_ITEMS:
            return self._find_all(thing.values() if isinstance(thing, dict) else thing)
        return set()

    def _find_all(self, things: Iterable[Any]) -> set[Routine]:
        return {routine for thing in things for routine in self._find(thing, members=False)}

    def _read(self, source: _Source) -> None:
        """Read a code object, and record every function that it can call."""
        routine, code = source.routine, source.routine.code
        steps = _instructions(code)
        nested = [
            # `argval` could be wrong, because the cached instructions can come from another
            # code object that is equal to this one.
            self._add_nested(code.co_consts[step.arg], _name_given(steps, at))
            for at, step in enumerate(steps)
            if isinstance(step.argval, CodeType) and step.arg is not None
        ]
        routine.callees.update(nested)
        scope = {**source.scope, **{inner.name: inner for inner in nested if inner.name}}
        self._waiting += (_Source(inner, source.namespace, scope) for inner in nested)
        if not code.co_flags & CO_NEWLOCALS:  # the body of a class
            for inner in nested:
                self._methods.setdefault(inner.name, set()).add(inner)
        module: Any = None  # module that the previous instruction put on the stack
        before = ""
        for step in steps:
            found: Any = None
            if step.opname in _GLOBAL:
                found = source.namespace.get(step.argval)
            elif step.opname in _ENCLOSING:
                found = source.scope.get(step.argval)
            elif step.opname in _ATTRIBUTE:
                if module is not None:
                    found = vars(module).get(step.argval)
                elif before not in _ATTRIBUTE:
                    routine.attributes.add(step.argval)
            module = found if isinstance(found, ModuleType) else None
            before = step.opname
            if found is not None:
                routine.callees |= self._find(found)
                self._note_name(step.argval, found)

    def _note_name(self, name: str, thing: Any) -> None:
        """Record a name's value, which can be a wrapper around an earlier value."""
        if not isinstance(thing, Routine | type) and getattr(thing, "__name__", "") != name:
            self._named.append((name, thing))

    def _name_wrappers(self) -> None:
        """Find the routine inside each wrapper, and remove the names of all wrappers."""
        for name, thing in self._named:
            layers = [self._routines.get(id(f.__code__)) for f in _layers_around(thing, name)]
            wrapped = layers.pop() if layers else None
            for wrapper in layers:
                if wrapper and wrapped and wrapper is not wrapped:
                    wrapper.wraps.append(wrapped)
                    if layers.count(wrapper) > 1:  # a decorator that wraps itself
                        wrapper.wraps.append(wrapper)
        for wrapper in [routine for routine in self.routines if routine.is_wrapper]:
            wrapper.name = ""

    def _add_nested(self, code: CodeType, name: str) -> Routine:
        return self._routines.setdefault(id(code), Routine(code, name))

    def _follows(self, thing: Any) -> bool:
        """Return True if a function or class can be part of a student's search."""
        package = _package_of(thing)
        if package == self._home:
            return True
        if package == _PACKAGE or package in sys.stdlib_module_names:
            return False
        code = getattr(thing, "__code__", None)
        return not (code and any(folder in code.co_filename for folder in _INSTALLED))


@lru_cache(_MOST_CODES)
def _instructions(code: CodeType) -> tuple[Instruction, ...]:
    """Return a code object's instructions from a cache, because reading them is slow."""
    return tuple(get_instructions(code))


def _is_leaf(code: CodeType, namespace: Mapping[str, Any]) -> bool:
    """Return True if a code object calls only Python's own functions."""
    names = code.co_names + code.co_freevars
    return (
        _BUILTIN.issuperset(names)
        and namespace.keys().isdisjoint(names)
        and not any(isinstance(constant, CodeType) for constant in code.co_consts)
    )


def _name_given(steps: Sequence[Instruction], at: int) -> str:
    """Return the name to which a nested function is assigned, or ``""`` if there is none."""
    code: CodeType = steps[at].argval
    if code.co_name == "<lambda>":
        following = (step for step in steps[at + 1 :] if step.opname not in _MAKING)
        step = next(following)
        if not step.opname.startswith("STORE_"):
            return ""
        # In Python 3.13, a single instruction can store one variable and load another.
        return str(step.argval[0] if isinstance(step.argval, tuple) else step.argval)
    is_function = code.co_flags & CO_NEWLOCALS and not code.co_name.startswith("<")
    return code.co_name if is_function else ""


def _package_of(thing: Any) -> str:
    return str(getattr(thing, "__module__", None)).partition(".")[0]
