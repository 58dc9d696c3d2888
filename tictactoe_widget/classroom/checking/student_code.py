"""A student's code: the functions, where they find one another, and what they keep."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from importlib.util import module_from_spec
from inspect import isclass, iscoroutinefunction, ismodule
from types import (
    CodeType,
    FrameType,
    FunctionType,
    ModuleType,
)
from typing import Any, Self

from tictactoe_widget.classroom.contracts.contract import Contract, Function
from tictactoe_widget.rules.game import Game
from tictactoe_widget.sandbox.snapshots import Snapshot

# Substitutes: functions that stand in for a student's own while another is asked.
#
# A function of a student calls others: ``terminal`` calls ``winner``, ``minimax`` calls
# all. So that each is judged for itself, functions that were found wrong are replaced by
# right ones. Functions that were found right are replaced by a memo of their own
# answers, which makes a search several times quicker and changes nothing else.

Written = Callable[..., Any]  # function as the student wrote it

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
        # Names of functions that `noting_wrapper` stood in for, and that were called.
        self.wrappers: set[str] = set()
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


def _student_namespaces(student: Any, originals: Mapping[str, Written]) -> list[dict[str, Any]]:
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
    namespaces = _student_namespaces(student, originals)
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
        self.written = written
        # Dicts in which the functions look up global names.
        self.namespaces = _student_namespaces(student, written)
        # Names of functions that are missing, or that cannot be called.
        self.absent = frozenset(
            function.name
            for function in contract.functions
            if function.name not in written or iscoroutinefunction(written[function.name])
        )
        self._contract = contract

    def adapted(self, function: Function) -> Written:
        """Return a function so that it takes the contract's arguments."""
        return self._contract.adapt(function, self.written[function.name])

    def standing_in(self, substitutes: Mapping[str, Written]) -> AbstractContextManager[None]:
        """Put substitutes where the functions find one another, for a context."""
        return standing_in(self.student, self.written, substitutes)

    def snapshot(self) -> Snapshot:
        """Return what the functions keep now."""
        is_object = not isinstance(self.student, ModuleType | Mapping)
        return Snapshot([*self.written.values(), *([self.student] if is_object else [])])

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
