"""A student's functions, the namespaces that contain them, and the state that they keep."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dis import get_instructions
from functools import lru_cache, partial
from importlib.util import module_from_spec
from inspect import isclass, iscoroutinefunction, ismodule
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Self

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.sandbox.snapshots import Snapshot

from .questions import ROLES, Asker, questions, read_unending

# Substitutes: functions that replace some of a student's functions while the check tests
# another.
#
# A student's functions call each other: ``terminal`` calls ``winner``, and ``minimax`` calls
# all other functions. To judge each function separately, the check replaces wrong functions by
# correct ones. The check also replaces correct functions with memoized versions. Memoization
# makes a search several times faster and changes nothing else.

Written = Callable[..., Any]  # a function that the student wrote

_FIXED = (str, int, float, bool, type(None), Game)
# Immutable types.
_MOST_WRAPPERS = 20  # maximum number of wrappers around one function
_MOST_CODES = 100  # maximum number of code objects whose names are cached


def code_of(written: Any) -> CodeType | None:
    """Return a callable's code object, or None if the callable doesn't have one."""
    written = _inmost(written)
    if not hasattr(written, "__code__") and not isclass(written):
        written = type(written).__dict__.get("__call__")  # a callable object
    code = getattr(written, "__code__", None)
    return code if isinstance(code, CodeType) else None


def globals_of(written: Any) -> dict[str, Any]:
    """Return a function's global namespace, or ``{}`` if it cannot be found."""
    found = getattr(_inmost(written), "__globals__", None)
    return found if isinstance(found, dict) else {}


def _inmost(written: Any) -> Any:
    """Unwrap a method, a partial or a decorated function, and return the innermost function."""
    for _ in range(_MOST_WRAPPERS):
        if isinstance(written, partial):
            written = written.func
        elif hasattr(written, "__wrapped__"):
            written = written.__wrapped__
        elif hasattr(written, "__func__"):
            written = written.__func__
    return written


@lru_cache(maxsize=_MOST_CODES)
def _global_names(code: CodeType) -> frozenset[str]:
    """Return the global names that code uses, without the names of attributes."""
    steps = get_instructions(code)
    return frozenset(s.argval for s in steps if s.opname in ("LOAD_GLOBAL", "LOAD_NAME"))


class Calls:
    """Functions that were called inside a `noting_student_calls` context."""

    def __init__(self) -> None:
        self.codes: set[CodeType] = set()
        # Names of called functions that `noting_wrapper` has wrapped.
        self.called: set[str] = set()
        self._codes_seen: list[tuple[dict[str, Any], CodeType]] = []

    def note(self, frame: FrameType) -> None:
        """Record that a function has started."""
        code = frame.f_code
        if code not in self.codes:
            self.codes.add(code)
            self._codes_seen.append((frame.f_globals, code))

    def mentions(
        self, name: str, namespaces: Sequence[dict[str, Any]], *, as_method: bool
    ) -> bool:
        """Return True if a recorded function from these namespaces uses the given name.

        Attributes with this name, such as ``game.result``, count only if `as_method` is true.
        """
        return any(
            name in (code.co_names if as_method else _global_names(code))
            and any(seen is space for space in namespaces)
            for seen, code in self._codes_seen
        )


@contextmanager
def noting_student_calls() -> Iterator[Calls]:
    """Record every Python function that starts inside this context."""
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


def noting_wrapper(name: str, written: Written, calls: Calls) -> Written:
    """Wrap `written` in a function that does the same and records each call.

    The wrapper also records calls in which the code of `written` never starts, for example
    because a cache returns the result.
    """

    def noted(*arguments: Any, **named: Any) -> Any:
        calls.called.add(name)
        return written(*arguments, **named)

    _take_attributes(noted, written)
    return noted


def _memoized_student(  # noqa: C901 (see below)
    function: Function, written: Written, original: Written | None = None
) -> Written:
    """Return a memoized version of a student's function.

    The memoized function remembers answers for boards that are lists or games, unless an answer
    is of an unknown type. If an answer is mutable, each call returns a copy. If `written`
    replaces `original`, the memoized function takes over the attributes of `original`.
    """
    count = 2 if function.asked == "moves" else 1
    fixed: dict[Any, Any] = {}
    changeable: dict[Any, tuple[Any, Callable[[Any], Any]]] = {}

    # For speed, this function calls no helpers, because a search calls it millions of times.
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
        except (IndexError, TypeError):  # not a board of this game, or not a move
            return written(*arguments)
        if known is None:
            answer = written(*arguments)
            copy = _copier(answer)
            if copy is _itself:
                fixed[key] = answer
            if copy is None or copy is _itself:
                return answer
            known = changeable[key] = (copy(answer), copy)
        # The first call gets a copy, too, because a copied set can have a different iteration
        # order.
        return known[1](known[0])

    _take_attributes(remembered, written if original is None else original)
    return remembered


def _take_attributes(substitute: Any, original: Written) -> None:
    """Give a substitute the original function's attributes, which other code can use."""
    own = getattr(original, "__dict__", {})
    if isinstance(original, FunctionType):
        # The functions share one dict, so setting an attribute on either function sets it on
        # both.
        substitute.__dict__ = own
    else:
        of_caches = ("cache_info", "cache_clear", "cache_parameters")
        caches = {name: getattr(original, name, None) for name in of_caches}
        substitute.__dict__ = {**own, **caches}


def _copier(answer: Any) -> Callable[[Any], Any] | None:
    """Return a function that copies answers of this type, or None if the type is unknown."""
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
    """Return True if a list or a tuple contains only immutable items."""
    return all(
        _is_fixed(item) if type(item) is tuple else type(item) in _FIXED for item in items
    )


def _itself(answer: Any) -> Any:
    return answer


def _copy_rows(rows: list[list[Any]]) -> list[list[Any]]:
    return list(map(list.copy, rows))


class _RightFunction:
    """Function that returns the correct answer for any board, in the contract's notation.

    A student's function can create boards that no game can reach. If possible, the answer for
    such a board is based on its marks.

    Parameters
    ----------
    contract, function : Contract, Function
        Course interface, and the function to replace.
    sample : object
        Answer from the student's own function. If the contract allows several types, such as a
        list or a set of moves, answers have the same type as `sample`.
    written : callable or None
        Student's own function, or None if it is missing. This object takes over the function's
        attributes.
    """

    def __init__(
        self,
        contract: Contract,
        function: Function,
        sample: Any,
        written: Callable[..., Any] | None = None,
    ) -> None:
        self._written = written
        # True if the function has been called with arguments that do not fit the contract.
        self.was_misused = False
        self._contract = contract
        self._function = function
        self._answers = ROLES[function.role]
        self._sample = sample
        self._count = len(contract.arguments(function, Game(), *self._move()))
        self._known: dict[Any, Any] = {}

    def _move(self) -> tuple[int, ...]:
        return (0,) if self._function.asked == "moves" else ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or self._written is None:
            raise AttributeError(name)
        return getattr(self._written, name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the right answer to a call, as a new object."""
        given = (*arguments, *named.values())
        key = _key(given)
        if key is not None and key in self._known:
            return self._write(self._known[key], given)
        if len(given) != self._count:
            self.was_misused = True
            noun = "argument" if self._count == 1 else "arguments"
            raise TypeError(
                f"in the contract {self._contract.name}, {self._function.name} must be "
                f"called with {self._count} {noun}, not {len(given)}"
            )
        try:
            answer = self._answers.stand_in(self._contract, given)
        except (TypeError, ValueError):
            self.was_misused |= not self._is_about_a_move(given)
            raise
        if key is not None:
            self._known[key] = answer
        return self._write(answer, given)

    def _write(self, answer: Any, given: tuple[Any, ...]) -> Any:
        return self._answers.write(self._contract, answer, given, self._sample)

    def _is_about_a_move(self, given: tuple[Any, ...]) -> bool:
        """Return True if the board is valid, so the error must be in the move."""
        try:
            read_unending(self._contract, given[0])
        except (TypeError, ValueError):
            return False
        return self._answers.makes_board


def _key(arguments: tuple[Any, ...]) -> Any:
    """Convert arguments to a dict key, or return None if that is impossible."""
    key = tuple(map(_fixed, arguments))
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _fixed(value: Any) -> Any:
    """Return an immutable copy of a value, or the value itself if its type is unknown."""
    # For speed, this code doesn't recurse, because a search asks about millions of boards.
    if type(value) is list:
        nested = bool(value) and isinstance(value[0], list)
        return tuple(map(tuple, value)) if nested else tuple(value)
    if isinstance(value, tuple):
        return tuple(map(_fixed, value))
    if isinstance(value, Mapping):
        return tuple((key, _fixed(item)) for key, item in value.items())
    return value.key if type(value) is Game else value


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
    student: Any,
    name: str,
    original: Written | None,
    substitute: Written,
    undo: list[Callable[[], object]],
) -> None:
    own = getattr(student, "__dict__", {})
    is_own = name in own
    if isclass(student) and not is_own and hasattr(student, name):
        return
    if original is not None and getattr(student, name, None) != original:
        return
    try:
        before = own.get(name)
        setattr(student, name, staticmethod(substitute) if isclass(student) else substitute)
    except (AttributeError, TypeError):  # an object that can't have attributes
        return
    undo.append(
        partial(setattr, student, name, before) if is_own else partial(delattr, student, name)
    )


_CONSTANT = (int, str, float, bool, type(None))
# Types of global constants that are compared.


def functions_in(student: Any, contract: Contract) -> dict[str, Written]:
    """Find a contract's functions in a module, a mapping or an object."""
    found = {
        function.name: student.get(function.name)
        if isinstance(student, Mapping)
        else getattr(student, function.name, None)
        for function in contract.functions
    }
    return {name: function for name, function in found.items() if callable(function)}


class StudentCode:
    """Student's functions and the module or object that contains them.

    Parameters
    ----------
    contract : Contract
        Course interface that the student's functions implement.
    student : object
        Module, mapping or object that contains the functions.
    written : mapping
        Student's functions, by name.
    """

    def __init__(
        self, contract: Contract, student: Any, written: Mapping[str, Written]
    ) -> None:
        self.student = student
        self.written = written
        # Dicts in which the functions look up global names.
        spaces = [globals_of(function) for function in written.values()]
        if isinstance(student, dict | ModuleType):
            spaces.append(student if isinstance(student, dict) else vars(student))
        self.namespaces = list({id(space): space for space in spaces}.values())
        # Names of functions that are missing or aren't callable.
        self.absent = frozenset(
            function.name
            for function in contract.functions
            if function.name not in written or iscoroutinefunction(written[function.name])
        )
        self._contract = contract

    @property
    def own_functions(self) -> list[str]:
        """Names of the public functions that the student defined (not imported)."""
        student = self.student
        found = (
            dict(student)
            if isinstance(student, Mapping)
            else {name: getattr(student, name, None) for name in dir(student)}
        )
        home = found.get("__name__")
        return sorted(
            name
            for name, value in found.items()
            if isinstance(name, str)
            and not name.startswith("_")
            and callable(value)
            and not isclass(value)
            and (home is None or getattr(value, "__module__", None) == home)
        )

    def adapted(self, function: Function) -> Written:
        """Wrap a student's function so that it can be called with the contract's arguments."""
        return self._contract.adapt(function, self.written[function.name])

    @contextmanager
    def standing_in(self, substitutes: Mapping[str, Written]) -> Iterator[None]:
        """Inside this context, replace some of the student's functions with substitutes.

        A function that has already been replaced keeps its first substitute.

        Parameters
        ----------
        substitutes : mapping
            Substitutes, by function name. The student's code doesn't need to define functions
            with these names.
        """
        undo: list[Callable[[], object]] = []
        try:
            for name, substitute in substitutes.items():
                original = self.written.get(name)
                for namespace in self.namespaces:
                    _replace_name(namespace, name, original, substitute, undo)
                if self.is_object:
                    _replace_attribute(self.student, name, original, substitute, undo)
            yield
        finally:
            for take_back in reversed(undo):
                take_back()

    def right(self, asker: Asker, names: Iterable[str]) -> dict[str, _RightFunction]:
        """Return correct replacements for the functions with the given names."""
        return {name: self._right(asker, name) for name in names}

    def _right(self, asker: Asker, name: str) -> _RightFunction:
        function = self._contract.function(name)
        sample = None
        if name not in self.absent:
            question = questions(self._contract, function)[0]
            sample = asker.answer(self.adapted(function), question)
        return _RightFunction(self._contract, function, sample, self.written.get(name))

    def quick(self, functions: Mapping[str, Written]) -> dict[str, Written]:
        """Return memoized versions of the given functions."""
        return {
            name: _memoized_student(self._contract.function(name), one, self.written.get(name))
            for name, one in functions.items()
        }

    def stand_ins(
        self, asker: Asker, replaced: Iterable[str], memoized: Iterable[str]
    ) -> dict[str, Written]:
        """Return correct versions of some functions, and memoized versions of others."""
        own = {name: self.written[name] for name in memoized}
        return self.quick({**self.right(asker, replaced), **own})

    @property
    def is_object(self) -> bool:
        """True if the functions are methods of an object or a class."""
        return not isinstance(self.student, ModuleType | Mapping)

    @property
    def has_methods(self) -> bool:
        """True if the functions can call each other as methods of one object."""
        return self.is_object and not isinstance(self.student, FunctionType)

    def snapshot(self) -> Snapshot:
        """Take a snapshot of any state that the student's functions keep."""
        return Snapshot([*self.written.values(), *([self.student] if self.is_object else [])])

    def execute_anew(self, run: Callable[[Callable[[], Any]], Any]) -> Self | None:
        """Execute the student's module again, and return the code in the new module.

        Parameters
        ----------
        run : callable
            Function that takes a function, and calls it with a step limit. `run` can raise any
            exception.

        Returns
        -------
        StudentCode or None
            Student's code in the new module. None if the old code is not a module with its own
            file, or if execution fails. Also None if the functions or constants have changed,
            for example because the file was edited.
        """
        module, spec = self.student, getattr(self.student, "__spec__", None)
        if not ismodule(module) or not spec or not spec.has_location:
            return None
        if module.__name__ == "__main__":
            return None

        def execute() -> ModuleType:
            new = module_from_spec(spec)  # a module that is not in ``sys.modules``
            spec.loader.exec_module(new)
            return new

        try:
            new = run(execute)
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - a student's module can raise anything
            return None
        if not all(
            _is_same_value(value, vars(new).get(name))
            for name, value in list(vars(module).items())
            if not name.startswith("__")
        ):
            return None
        written = {name: getattr(new, name) for name in self.written}
        return type(self)(self._contract, new, written)


def _is_same_value(old: Any, new: Any) -> bool:
    if callable(old):
        return callable(new) and code_of(old) == code_of(new)
    return type(old) not in _CONSTANT or (type(old) is type(new) and old == new)
