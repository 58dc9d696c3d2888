"""Recorder of the calls of a search, which other code reports to it."""

import sys
from collections import Counter
from collections.abc import Callable, Generator
from numbers import Integral, Real
from types import FunctionType
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import describe_error, type_name, visible

from ..contracts import Contract
from .call import Number
from .discovery import LONGEST_FUNCTION_NAME, Routine

_MOST_ITEMS = 10
"""Most items of a tuple or list that is kept as such."""
_LONGEST = 60
"""Most characters of a text that is kept as such."""
_NO_ARGUMENTS: dict[str, object] = {}
"""Arguments of all calls that are given a board alone; stays empty."""


class Entry:
    """One call while it is recorded and its tree is made."""

    __slots__ = (
        "alpha",
        "arguments",
        "best",
        "beta",
        "board",
        "bound",
        "calls",
        "cell",
        "children",
        "choice",
        "cut",
        "depth",
        "function",
        "given",
        "has_returned",
        "index",
        "number",
        "parent",
        "raised",
        "result",
        "shown",
        "value",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - called for each call, so by position
        self,
        parent: "Entry | None",
        depth: int,
        function: str,
        given: Game | Board | None,
        arguments: dict[str, object],
        number: int,
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
        """Its other arguments by name, as `plain_entry` keeps them."""
        self.number = number
        """Number of calls before it."""
        self.calls = 1
        """Number of calls within it, itself included."""
        self.result: object = None
        """Value that it returned, as `plain_entry` keeps it."""
        self.raised: str | None = None
        """Exception that ended it."""
        self.has_returned = False
        """True once it has returned."""

    # The following is set when the tree is made, as `Call` has it unless it says otherwise.
    index: int
    children: "list[Entry]"
    """Calls that it made and that are kept."""
    board: Board | None
    cell: int | None
    value: Number | None
    """Number that it returned, alone or beside a move."""
    shown: Number | str | None
    """The `value` of the `Call`: the number, or a short text of any other result."""
    choice: int | None
    best: tuple[int, ...]
    alpha: Number | None
    beta: Number | None
    cut: tuple[int, ...]
    bound: str | None


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
        self._boards: dict[tuple[Any, ...] | None, Board] = {}
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
        name = visible(routine.name or routine.code.co_name, LONGEST_FUNCTION_NAME)
        names = [visible(one, LONGEST_FUNCTION_NAME) for one in routine.code.co_varnames]
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
                    names[at]: plain_entry(value)
                    for at, value in enumerate(values)
                    if (at != place or board is None) and (at or names[0] != "self")
                }
            around = self._around
            entry = Entry(around, depth, name, board, arguments, self.calls)
            self.calls += 1
            self.counts[name] += 1
            self._around = entry
            self._depth = depth + 1
            self.entries.append(entry)
            if len(self.entries) > self._limit:
                self._drop_deepest()
            return entry

        return begin

    def returned(self, call: Entry | int, value: Any) -> Any:
        """Report the end of a call; return its value."""
        # `_leave` and `_end` written out, as this runs for every call.
        if isinstance(call, int):
            self._depth = call
            return value
        self._around = call.parent
        self._depth = call.depth
        call.calls = self.calls - call.number
        call.result = value if type(value) is int else plain_entry(value)
        call.has_returned = True
        return value

    def failed(self, call: Entry | int, error: BaseException) -> None:
        """Report an exception that ends a call."""
        self._leave(call)
        if isinstance(call, Entry):
            call.calls = self.calls - call.number
            call.raised = describe_error(error)

    def _leave(self, call: Entry | int) -> None:
        if isinstance(call, int):
            self._depth = call
        else:
            self._around, self._depth = call.parent, call.depth

    def _end(self, call: Entry, value: Any) -> None:
        call.calls = self.calls - call.number
        call.result = plain_entry(value)
        call.has_returned = True

    def run(
        self, call: Entry | int, steps: Generator[Any, Any, Any]
    ) -> Generator[Any, Any, Any]:
        """Run the generator of a call; the calls that it makes lie in that call."""
        self._leave(call)
        if isinstance(call, int):
            return (yield from steps)
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
                call.raised = describe_error(error)
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
        """Return the position of a board, or of the ``board`` of an object; else None."""
        if isinstance(value, Game):
            return value if value.rules == self._rules else None
        key = _key(value)
        try:
            known = self._boards.get(key)
        except TypeError:  # something in it is no mark
            key = known = None
        if known is not None:
            return known
        for look in (_itself, _its_board):
            try:
                known = self._contract.marks(look(value), self._rules)
            except Exception:  # noqa: BLE001, S112 - an argument may be any object
                continue
            if key is not None:
                self._boards[key] = known
            return known
        return None

    def _drop_deepest(self) -> None:
        """Drop the deepest calls until at most three quarters of the limit are kept."""
        sizes = Counter(entry.depth for entry in self.entries)
        kept = len(self.entries)
        self._deepest = max(sizes)
        while self._deepest and kept > self._limit * 3 // 4:
            kept -= sizes[self._deepest]
            self._deepest -= 1
        self.entries = [entry for entry in self.entries if entry.depth <= self._deepest]


def _key(board: Any) -> tuple[Any, ...] | None:
    """Return what is equal for equal lists of marks; None for any other board."""
    if type(board) is not list or not board:
        return None
    try:
        return tuple(map(tuple, board)) if type(board[0]) is list else tuple(board)
    except TypeError:  # a row in it is none
        return None


def _itself(value: Any) -> Any:
    return value


def _its_board(value: Any) -> Any:
    return value.board


def plain_entry(value: Any) -> object:
    """Return a value as numbers, short texts, None and tuples of these.

    Nothing that may change later is kept, and no code of the object is run.
    """
    kind = type(value)
    if value is None or kind in (int, float, bool):
        return value
    if isinstance(value, Real):  # of NumPy, say
        return int(value) if isinstance(value, Integral) else float(value)
    if kind is str:
        return visible(value, _LONGEST)
    if isinstance(value, tuple | list) and len(value) <= _MOST_ITEMS:
        return tuple(plain_entry(item) for item in value)
    if isinstance(value, FunctionType):
        return f"<{visible(value.__name__, LONGEST_FUNCTION_NAME)}>"
    return f"<{type_name(kind)}>"
