"""Recorder of the calls of a search, which other code reports to it."""

import sys
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from numbers import Integral, Real
from types import FunctionType
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation.quoting import describe_error, type_name, visible

from ..contracts import Contract
from .boards import BoardFinder, Boards
from .call import Number
from .discovery import LONGEST_FUNCTION_NAME, Routine
from .visits import Place, Tally, VisitCounter, Visits

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
        "place",
        "raised",
        "result",
        "shown",
        "tally",
        "tried_for",
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
        place: Place,
        tally: Tally,
    ) -> None:
        self.parent = parent
        """Call around it; None at the first."""
        self.depth = depth
        """Number of calls around it."""
        self.function = function
        """Name of the function."""
        self.given = given
        """Position that it works on, a game or marks; None where none was found."""
        self.arguments = arguments
        """Its other arguments by name, as `plain_entry` keeps them."""
        self.number = number
        """Number of calls before it."""
        self.place = place
        """Place of the search around it."""
        self.tally = tally
        """Tally that it is one of."""
        self.calls = 1
        """Number of calls within it, itself included."""
        self.result: object = None
        """Value that it returned, as `plain_entry` keeps it."""
        self.raised: str | None = None
        """Exception that ended it."""
        self.has_returned = False
        """True once it has returned."""

    @property
    def is_visit(self) -> bool:
        """True where it counts as a visit of its position."""
        return self.tally.is_visit

    # The following is set when the tree is made, as `Call` has it unless it says otherwise.
    index: int
    children: "list[Entry]"
    """Calls that it made and that are kept."""
    board: Board | None
    cell: int | None
    tried_for: int | None
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


Token = Entry | tuple[int, Place, Place]
"""What stands for a call while it runs: its entry, or where it is not kept its depth,
the place of the search around it, and the place within it."""


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
    routines : sequence of Routine
        Routines whose calls are recorded.
    """

    def __init__(
        self, contract: Contract, rules: Rules, limit: int, routines: Sequence[Routine]
    ) -> None:
        self._boards = Boards(contract, rules)
        self._routines = routines
        self._limit = limit
        self._deepest = sys.maxsize
        self._around: Entry | None = None
        self._depth = 0
        self._visits = VisitCounter(routines, self._boards)
        self._place = self._visits.start
        self._outlasting: set[int] = set()  # numbers of routines
        self.entries: list[Entry] = []
        """Calls that are kept, in the order in which they began."""
        self.calls = 0
        """Number of all calls."""

    @property
    def counts(self) -> Counter[str]:
        """Number of all calls by the name of the function."""
        return self._visits.counts

    def reporter(self, routine: Routine) -> Callable[[tuple[Any, ...]], Token]:
        """Return the function that reports the beginning of a call of a routine.

        It takes the arguments in the order of ``co_varnames`` and returns what
        `returned` and `failed` are told at the end.
        """
        name = routine.title
        names = [visible(one, LONGEST_FUNCTION_NAME) for one in routine.code.co_varnames]
        number = self._routines.index(routine)
        kind = 2 * number
        finder = BoardFinder(self._boards, routine.code)
        find, enter = finder.find, self._visits.enter

        def begin(values: tuple[Any, ...]) -> Token:
            spot = find(values)
            around = self._place
            within = self._place = enter(around, kind, spot)
            depth = self._depth
            self._depth = depth + 1
            if finder.outlasts_calls:
                self._outlasting.add(number)
            if depth > self._deepest:
                self.calls += 1
                return depth, around, within
            given: Game | Board | None = None
            place = -1
            if spot is not None:
                place = finder.place
                given = spot.board
                if place >= 0 and isinstance(values[place], Game):
                    given = values[place]
            if place == 0 and len(values) == 1:
                arguments = _NO_ARGUMENTS
            else:
                arguments = {
                    names[at]: plain_entry(value)
                    for at, value in enumerate(values)
                    if at != place and (at or names[0] != "self")
                }
            entry = Entry(
                self._around, depth, name, given, arguments, self.calls, around, within[1]
            )
            self.calls += 1
            self._around = entry
            self.entries.append(entry)
            if len(self.entries) > self._limit:
                self._drop_deepest()
            return entry

        return begin

    def returned(self, call: Token, value: Any) -> Any:
        """Report the end of a call; return its value."""
        # `_leave` and `_end` written out, as this runs for every call.
        if isinstance(call, tuple):
            self._depth, self._place, _ = call
            return value
        self._around = call.parent
        self._depth = call.depth
        self._place = call.place
        call.calls = self.calls - call.number
        call.result = value if type(value) is int else plain_entry(value)
        call.has_returned = True
        return value

    def failed(self, call: Token, error: BaseException) -> None:
        """Report an exception that ends a call."""
        self._leave(call)
        if isinstance(call, Entry):
            call.calls = self.calls - call.number
            call.raised = describe_error(error)

    def _leave(self, call: Token) -> None:
        if isinstance(call, Entry):
            self._around, self._depth, self._place = call.parent, call.depth, call.place
        else:
            self._depth, self._place, _ = call

    def _end(self, call: Token, value: Any) -> None:
        if isinstance(call, Entry):
            call.calls = self.calls - call.number
            call.result = plain_entry(value)
            call.has_returned = True

    def run(self, call: Token, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run the generator of a call; the calls that it makes lie in that call."""
        inside = self._around, self._depth, self._place
        self._leave(call)
        sent: Any = None
        thrown: BaseException | None = None
        last: Any = None
        while True:
            outside = self._around, self._depth, self._place
            self._around, self._depth, self._place = inside
            try:
                last = steps.send(sent) if thrown is None else steps.throw(thrown)
            except StopIteration as end:
                self._end(call, last if end.value is None else end.value)
                return end.value
            except BaseException as error:
                if isinstance(call, Entry):
                    call.calls = self.calls - call.number
                    call.raised = describe_error(error)
                raise
            finally:
                self._around, self._depth, self._place = outside
            sent = thrown = None
            try:
                sent = yield last
            except GeneratorExit:
                steps.close()
                self._end(call, last)
                raise
            except BaseException as error:  # noqa: BLE001 - it is the generator's to handle
                thrown = error

    def visits(self) -> Visits:
        """Return the positions that the calls have visited.

        Boards of functions that may have searched unread ones are forgotten: they may be
        others than those that were searched.
        """
        visits = self._visits.visits(self._outlasting)
        if visits.unread:
            for entry in self.entries[1:]:
                if self._routines[entry.tally.kind // 2] in visits.unread:
                    entry.given = None
        return visits

    def _drop_deepest(self) -> None:
        """Drop the deepest calls until at most three quarters of the limit are kept."""
        sizes = Counter(entry.depth for entry in self.entries)
        kept = len(self.entries)
        self._deepest = max(sizes)
        while self._deepest and kept > self._limit * 3 // 4:
            kept -= sizes[self._deepest]
            self._deepest -= 1
        self.entries = [entry for entry in self.entries if entry.depth <= self._deepest]


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
