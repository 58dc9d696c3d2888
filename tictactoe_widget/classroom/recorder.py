"""Recorder of the calls of some functions, whose code is exchanged while it records.

Each function keeps its identity, its defaults and its closure; only its code is
replaced, by code that reports each call and runs the original code. Functions that a
search defines anew in each call are made from the constants of the code around them,
so these are replaced too. Afterwards every function has its own code again.
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from inspect import CO_VARARGS, CO_VARKEYWORDS
from itertools import chain
from numbers import Integral, Real
from types import CodeType, FunctionType, GeneratorType, MappingProxyType
from typing import Any

from tictactoe_widget.rules.base import Board, Rules
from tictactoe_widget.rules.game import Game

from .contracts import Contract
from .record import Number
from .recursion import Routine

_MOST_ITEMS = 10
"""Most items of a tuple or list that is kept as such."""
_LONGEST = 60
"""Most characters of a text that is kept as such."""
_NO_ARGUMENTS: Mapping[str, object] = MappingProxyType({})


class Entry:
    """One call while it is recorded and its tree is made."""

    __slots__ = (
        "arguments",
        "board",
        "calls",
        "cell",
        "children",
        "choice",
        "depth",
        "entered",
        "function",
        "given",
        "has_returned",
        "index",
        "left",
        "number",
        "parent",
        "raised",
        "result",
        "value",
    )

    def __init__(
        self,
        parent: "Entry | None",
        depth: int,
        function: str,
        given: Game | Board | None,
        arguments: Mapping[str, object],
    ) -> None:
        self.parent = parent
        """Call around it; None at the first."""
        self.depth = depth
        """Number of calls around it."""
        self.function = function
        """Name of the function."""
        self.given = given
        """Position that it was given, a game or marks; None where it was given none."""
        self.arguments = arguments
        """Its other arguments by name, as `plain` keeps them."""
        self.children: list[Entry] = []
        """Calls that it made."""
        self.number = 0
        """Number of calls before it."""
        self.calls = 1
        """Number of calls within it, itself included."""
        self.result: object = None
        """What it returned, as `plain` keeps it."""
        self.raised: str | None = None
        """Exception that ended it."""
        self.has_returned = False
        """True once it has returned."""
        # What follows is worked out when the tree is made.
        self.index = 0
        """Place among the calls kept."""
        self.board: Board | None = None
        """Mark in each cell of its board."""
        self.cell: int | None = None
        """Move from the position of the call around it."""
        self.value: Number | None = None
        """Number that it returned, alone or beside a move."""
        self.choice: int | None = None
        """Move that it returned."""
        self.entered = 0
        """Number of the event when it began."""
        self.left = 0
        """Number of the event when it ended."""


class Recorder:
    """Recorder of calls; keeps whole plies of the tree, as many as the limit allows.

    Parameters
    ----------
    contract : Contract
        Contract whose boards are read from the arguments.
    rules : Rules
        Rules of the game.
    limit : int
        Most calls that are kept; all are counted.
    """

    def __init__(self, contract: Contract, rules: Rules, limit: int) -> None:
        self._contract = contract
        self._rules = rules
        self._limit = limit
        self._deepest = sys.maxsize
        self._boards: dict[object, Board] = {}
        self._around: Entry | None = None
        self._depth = 0
        self.entries: list[Entry] = []
        """Calls that are kept, in the order in which they began."""
        self.calls = 0
        """Number of all calls."""
        self.counts: Counter[str] = Counter()
        """Number of all calls by the name of the function."""

    def reporter(self, routine: Routine) -> "Callable[[tuple[Any, ...]], Entry | int]":
        """Return the function that reports the beginning of a call of a routine.

        It takes the arguments in the order of ``co_varnames`` and returns what
        `returned` and `failed` are told at the end: the entry of the call, or its depth
        where it is not kept.
        """
        name = routine.name or routine.code.co_name
        names = routine.code.co_varnames
        place = 0  # of the board among the arguments

        def begin(values: tuple[Any, ...]) -> Entry | int:
            nonlocal place
            depth = self._depth
            if depth > self._deepest:
                self._depth = depth + 1
                self.calls += 1
                self.counts[name] += 1
                return depth
            board = self._read(values[place]) if values else None
            if board is None:
                for place, value in enumerate(values):  # noqa: B007 - the place is kept
                    board = self._read(value)
                    if board is not None:
                        break
            if len(values) == 1 and board is not None:
                arguments = _NO_ARGUMENTS
            else:
                arguments = {
                    names[at]: plain(value)
                    for at, value in enumerate(values)
                    if (at != place or board is None) and (at or names[0] != "self")
                }
            around = self._around
            entry = Entry(around, depth, name, board, arguments)
            entry.number = self.calls
            self.calls += 1
            self.counts[name] += 1
            self._around = entry
            self._depth = depth + 1
            self.entries.append(entry)
            if around is not None:
                around.children.append(entry)
            if len(self.entries) > self._limit:
                self._drop_deepest()
            return entry

        return begin

    def returned(self, call: Entry | int, value: Any) -> Any:
        """Report the end of a call; return its value, a generator reported as it runs."""
        if isinstance(call, int):
            self._depth = call
            return value
        self._leave(call)
        if isinstance(value, GeneratorType):
            return self._run(call, value)
        self._end(call, value)
        return value

    def failed(self, call: Entry | int, error: BaseException) -> None:
        """Report an exception that ends a call."""
        if isinstance(call, int):
            self._depth = call
            return
        self._leave(call)
        call.calls = self.calls - call.number
        call.raised = said(error)

    def _leave(self, call: Entry) -> None:
        self._around, self._depth = call.parent, call.depth

    def _end(self, call: Entry, value: Any) -> None:
        call.calls = self.calls - call.number
        call.result = plain(value)
        call.has_returned = True

    def _run(self, call: Entry, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run the generator of a call; the calls that it makes lie in that call."""
        sent: Any = None
        thrown: BaseException | None = None
        last: Any = None
        while True:
            outside = self._around, self._depth
            self._around, self._depth = call, call.depth + 1
            try:
                last = steps.send(sent) if thrown is None else steps.throw(thrown)
            except StopIteration as end:
                self._end(call, last if end.value is None else end.value)
                return end.value
            except BaseException as error:
                call.calls = self.calls - call.number
                call.raised = said(error)
                raise
            finally:
                self._around, self._depth = outside
            sent = thrown = None
            try:
                sent = yield last
            except GeneratorExit:
                steps.close()
                self._end(call, last)
                raise
            except BaseException as error:  # noqa: BLE001 - it is the generator's to handle
                thrown = error

    def _read(self, value: Any) -> Game | Board | None:
        """Return the position of a board; None where the value is none."""
        if isinstance(value, Game):
            return value if value.rules == self._rules else None
        try:
            return self._marks(value)
        except Exception:  # noqa: BLE001 - an argument may be any object
            return None

    def _marks(self, value: Any) -> Board:
        """Return the marks of a board, from a table where they were read before."""
        if type(value) is not list or not value:
            return self._contract.marks(value, self._rules)
        key = tuple(map(tuple, value)) if type(value[0]) is list else tuple(value)
        known = self._boards.get(key)
        if known is None:
            known = self._boards[key] = self._contract.marks(value, self._rules)
        return known

    def _drop_deepest(self) -> None:
        """Drop the deepest calls until at most three quarters of the limit are kept."""
        sizes = Counter(entry.depth for entry in self.entries)
        kept = len(self.entries)
        self._deepest = max(sizes)
        while self._deepest and kept > self._limit * 3 // 4:
            kept -= sizes[self._deepest]
            self._deepest -= 1
        self.entries = [entry for entry in self.entries if entry.depth <= self._deepest]
        for entry in self.entries:
            if entry.depth == self._deepest:
                entry.children.clear()


def plain(value: Any) -> object:
    """Return a value as numbers, short texts, None and tuples of these.

    Nothing that may change later is kept, and no code of the object is run.
    """
    kind = type(value)
    if value is None or kind in (int, float, bool):
        return value
    if isinstance(value, Real):  # of NumPy, say
        return int(value) if isinstance(value, Integral) else float(value)
    if kind is str:
        return value if len(value) <= _LONGEST else f"{value[: _LONGEST - 3]}..."
    if isinstance(value, tuple | list) and len(value) <= _MOST_ITEMS:
        return tuple(plain(item) for item in value)
    return f"<{value.__name__ if isinstance(value, FunctionType) else kind.__name__}>"


def said(error: BaseException) -> str:
    """Return the type and the message of an exception as a short text."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001 - the __str__ of an exception may raise anything
        message = ""
    return f"{type(error).__name__}: {message[:200]}" if message else type(error).__name__


@contextmanager
def recording(
    recorder: Recorder, routines: Iterable[Routine], around: Iterable[Routine]
) -> Iterator[None]:
    """Record the calls of some routines for the time of a ``with`` block.

    Parameters
    ----------
    recorder : Recorder
        Recorder that their calls are reported to.
    routines : iterable of Routine
        Routines that are recorded.
    around : iterable of Routine
        All routines within which these may be defined.
    """
    recorded = {id(routine.code): routine for routine in routines}
    exchanged: dict[int, tuple[CodeType, CodeType]] = {}
    for routine in chain(recorded.values(), around):
        code = _reporting(routine.code, recorded, recorder)
        if code is not routine.code:
            exchanged[id(routine.code)] = routine.code, code
    holders = gc.get_referrers(*(code for code, _ in exchanged.values()))
    functions = [
        (function, *exchanged[id(function.__code__)])
        for function in holders
        if isinstance(function, FunctionType) and id(function.__code__) in exchanged
    ]
    depth = sys.getrecursionlimit()
    try:
        for function, _, code in functions:
            function.__code__ = code
        # A call that is reported takes two frames instead of one.
        sys.setrecursionlimit(2 * depth)
        yield
    finally:
        if sys.getrecursionlimit() == 2 * depth:
            sys.setrecursionlimit(depth)
        for function, code, _ in functions:
            function.__code__ = code


_TEMPLATE = """
def _around():
    {free}
    def _reporting({parameters}):
        def _original():
            return {names}
        _trace_begin = "begin of tictactoe_widget"
        _trace_call = _trace_begin(({values}))
        try:
            _trace_value = _original({passed})
        except BaseException as _trace_error:
            _trace_failed = "failed of tictactoe_widget"
            _trace_failed(_trace_call, _trace_error)
            raise
        _trace_returned = "returned of tictactoe_widget"
        return _trace_returned(_trace_call, _trace_value)
"""


def _reporting(code: CodeType, recorded: dict[int, Routine], recorder: Recorder) -> CodeType:
    """Return the code with its calls reported, and those of functions defined in it."""
    constants = tuple(
        _reporting(constant, recorded, recorder) if isinstance(constant, CodeType) else constant
        for constant in code.co_consts
    )
    body = code
    if any(new is not old for new, old in zip(constants, code.co_consts, strict=True)):
        body = code.replace(co_consts=constants)
    if id(code) not in recorded:
        return body
    made = _inner_code(_inner_code(compile(_template(code), code.co_filename, "exec")))
    hooks: dict[object, object] = {
        "begin of tictactoe_widget": recorder.reporter(recorded[id(code)]),
        "failed of tictactoe_widget": recorder.failed,
        "returned of tictactoe_widget": recorder.returned,
    }
    return made.replace(
        co_consts=tuple(
            body if isinstance(constant, CodeType) else hooks.get(constant, constant)
            for constant in made.co_consts
        ),
        co_name=code.co_name,
        co_qualname=code.co_qualname,
        co_firstlineno=code.co_firstlineno,
    )


def _inner_code(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if isinstance(constant, CodeType))


def _template(code: CodeType) -> str:
    """Return the source of a function with the parameters and free names of a code."""
    count, keywords = code.co_argcount, code.co_kwonlyargcount
    plain_names = list(code.co_varnames[:count])
    only_named = list(code.co_varnames[count : count + keywords])
    rest = list(code.co_varnames[count + keywords :])
    parameters, passed = [*plain_names], [*plain_names]
    if code.co_posonlyargcount:
        parameters.insert(code.co_posonlyargcount, "/")
    values = plain_names + only_named
    if code.co_flags & CO_VARARGS:
        name = rest.pop(0)
        parameters.append(f"*{name}")
        passed.append(f"*{name}")
        values.append(name)
    elif only_named:
        parameters.append("*")
    parameters += only_named
    passed += [f"{name}={name}" for name in only_named]
    if code.co_flags & CO_VARKEYWORDS:
        name = rest.pop(0)
        parameters.append(f"**{name}")
        passed.append(f"**{name}")
        values.append(name)
    names = ", ".join(code.co_freevars)
    return _TEMPLATE.format(
        free=" = ".join((*code.co_freevars, "None")) if names else "pass",
        parameters=", ".join(parameters),
        names=f"({names},)" if names else "None",
        values="".join(f"{value}, " for value in values),
        passed=", ".join(passed),
    )
