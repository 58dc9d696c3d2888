"""Record a search's calls, which its modified code reports to a recorder."""

import sys
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from math import isfinite
from numbers import Integral, Real
from types import CodeType, FrameType, FunctionType, ModuleType, NoneType
from typing import Any

from tictactoe_widget.classroom.contracts.contract import Contract
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.validation import describe_error, type_name, visible

from .discovery import LONGEST_FUNCTION_NAME, Routine

# Finding boards among the arguments of a search's calls.

# types that are not boards and contain no boards
_NO_BOARDS = frozenset({NoneType, bool, int, float, FunctionType, ModuleType, type})
_LISTS = frozenset({list, tuple})
_MOST_TRIES = 10  # maximum number of failed attempts to find a board outside the arguments


@dataclass(slots=True, eq=False)
class _Spot:
    """Position at which a search makes calls. Equal positions share one object."""

    board: Board
    mark_count: int
    # all the board's rotations and reflections, or None until they are needed
    turned: frozenset[Board] | None = None


class Boards:
    """Reader that converts boards to positions.

    Parameters
    ----------
    contract : Contract
        Course interface that defines how boards are written.
    rules : Rules
        Rules of the game.
    """

    def __init__(self, contract: Contract, rules: Rules) -> None:
        self._contract = contract
        self._rules = rules
        self._lists: dict[Hashable, _Spot] = {}
        self._games: dict[Hashable, _Spot] = {}
        self._spots: dict[Board, _Spot] = {}

    def read(self, value: Any) -> _Spot | None:
        """Return a board's position, or None if `value` is not a board."""
        kind = type(value)
        if kind is Game and value.rules is self._rules:
            found = self._games.get(value.key)
            return found or self._read_game(value)
        key = found = None
        if kind is list or kind is tuple:
            try:
                is_flat = type(value[0]) not in _LISTS
                key = tuple(value) if is_flat else tuple(map(tuple, value))
                found = self._lists.get(key)
            except (TypeError, IndexError):  # the value is empty, or some item is not a mark
                key = None
        elif isinstance(value, Game):
            return self._read_game(value)
        elif kind in _NO_BOARDS:
            return None
        if found is not None:
            return found
        try:
            board = self._contract.marks(value, self._rules)
        except Exception:  # noqa: BLE001 - an argument can be any object
            return None
        found = self._spot(board)
        if key is not None:
            self._lists[key] = found
        return found

    def _read_game(self, game: Game) -> _Spot | None:
        if game.rules != self._rules:
            return None
        return self._games.setdefault(game.key, self._spot(game.board))

    def is_turned(self, one: _Spot, other: _Spot) -> bool:
        """Return True if one position is a rotation or reflection of the other."""
        if one.mark_count != other.mark_count:
            return False
        if one.turned is None:
            one.turned = frozenset(
                tuple([one.board[cell] for cell in cells]) for cells in self._rules.symmetries
            )
        return other.board in one.turned

    def _spot(self, board: Board) -> _Spot:
        return self._spots.setdefault(board, _Spot(board, len(board) - board.count(None)))


# function that takes a call's arguments and returns what could be a board
_Look = Callable[[tuple[Any, ...]], Any]


class _BoardFinder:
    """Finder that looks for the board in each call to one function.

    Usually, the board is an argument or part of one. If no argument contains a board, the
    finder looks for a board that outlives the call, for example in an object or an enclosing
    function. Such a board is not always the one that the search works on.

    Parameters
    ----------
    boards : Boards
        Reader for boards.
    code : CodeType
        Code object of the called function.
    """

    def __init__(self, boards: Boards, code: CodeType) -> None:
        self._read = boards.read
        self._code = code
        self._look: _Look | None = None
        self._tries = _MOST_TRIES
        # index of the argument that is or contains the board, or -1 if there is none
        self.place = 0
        self.outlasts_calls = False  # true if the last board was not in an argument

    def find(self, values: tuple[Any, ...]) -> _Spot | None:
        """Return the position that a call works on, or None if there is no board.

        Parameters
        ----------
        values : tuple
            Arguments of the call, in the same order as in ``co_varnames``.
        """
        look = self._look
        if look is not None:
            spot = self._look_up(look, values)
        else:
            spot = self._read(values[self.place]) if values else None
        return self._search(values) if spot is None else spot

    def _look_up(self, look: _Look, values: tuple[Any, ...]) -> _Spot | None:
        try:
            value = look(values)
        except Exception:  # noqa: BLE001 - an attribute can run code
            return None
        return self._read(value)

    def _search(self, values: tuple[Any, ...]) -> _Spot | None:
        """Look for the board in all places, because it isn't where it was before."""
        for place, value in enumerate(values):
            spot = self._read(value)
            if spot is not None:
                self.place, self._look, self.outlasts_calls = place, None, False
                return spot
        for place, look, outlasts_calls in self._looks(values):
            spot = self._look_up(look, values)
            if spot is not None:
                self.place, self._look, self.outlasts_calls = place, look, outlasts_calls
                self._tries = _MOST_TRIES
                return spot
        self._tries -= 1
        self.place, self._look = 0, None
        return None

    def _looks(self, values: tuple[Any, ...]) -> Iterator[tuple[int, _Look, bool]]:
        """For each place where a board can be, yield an index, a function and a flag.

        The function reads what is in the place. The flag is True if a board there outlives the
        call.
        """
        is_method = self._code.co_varnames[:1] == ("self",)
        for place, value in enumerate(values):
            # Keys of the items in ``*arguments`` and ``**options``.
            keys = range(len(value)) if type(value) is tuple else value
            for key in keys if type(value) in (tuple, dict) else ():
                yield place, _item(place, key), False
        for place, value in enumerate(values):
            if type(value) not in _NO_BOARDS:
                yield place, _attribute(place, "board"), is_method and place == 0
        if self._tries <= 0:
            return
        for place, value in enumerate(values):
            for name in tuple(getattr(value, "__dict__", ())):
                yield place, _attribute(place, name), is_method and place == 0
        for name in self._code.co_freevars:
            yield -1, _variable(self._code, "f_locals", name), True
        for name in self._code.co_names:
            yield -1, _variable(self._code, "f_globals", name), True


def _item(place: int, key: Any) -> _Look:
    return lambda values: values[place][key]


def _attribute(place: int, name: str) -> _Look:
    return lambda values: getattr(values[place], name)


def _variable(code: CodeType, scope: str, name: str) -> _Look:
    return lambda _: getattr(_frame_of(code), scope)[name]


def _frame_of(code: CodeType) -> FrameType:
    """Return the innermost stack frame that runs the given code."""
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - there is no public function
    while frame is not None:
        own = frame.f_code
        if own.co_qualname == code.co_qualname and own.co_filename == code.co_filename:
            return frame
        frame = frame.f_back
    raise LookupError(code.co_qualname)


# Visits to positions, derived from a search's calls. A search visits a position when it calls a
# function that continues the search from that position. Not every call is a visit. A helper
# that tries one move is called on the position before the move. A dispatcher, a wrapper or an
# inner function passes its position on. So all calls between two moves belong to one position,
# and count as one visit.
#
# The calls show which functions take positions: the functions that are called after a move.


@dataclass(slots=True, eq=False)
class Stage:
    """Stage of a search between two moves: the calls that are running on one position."""

    began: frozenset[int]  # kinds of the calls on this position that are still running
    is_first: bool  # True for the position where the search begins
    # calls made on this position, by kind
    tallies: "dict[int, _Tally]" = field(default_factory=dict)
    is_left: bool = False  # True after a call from this stage has moved to another position


@dataclass(slots=True, eq=False)
class _Tally:
    """Counts for one kind of call at one stage of a search."""

    stage: Stage
    kind: int  # twice the routine's number, plus 1 if the call received no board
    after: Stage
    calls: int = 0
    is_visit: bool = False  # True if the calls are known to be visits


# position that a search has reached, and the tally of its current call
Place = tuple[_Spot | None, _Tally]


@dataclass(frozen=True)
class Visits:
    """Summary of the positions that a search visited."""

    # number of visits, or None if calls that could be visits have unreadable boards
    count: int | None
    # routines that could be searching, although their calls show no changing board
    unread: tuple[Routine, ...]


class _VisitCounter:
    """Counter that follows a search from call to call, and counts its visits.

    Parameters
    ----------
    routines : sequence of Routine
        Routines that the search consists of.
    boards : Boards
        Reader for boards.
    """

    def __init__(self, routines: Sequence[Routine], boards: Boards) -> None:
        self._routines = routines
        self._is_turned = boards.is_turned
        self._stages: dict[tuple[frozenset[int], bool], Stage] = {}
        self._tallies: list[_Tally] = []
        self._after_move = self._stage(frozenset(), is_first=False)
        first = self._stage(frozenset(), is_first=True)
        # place of a search before its first call
        self.start: Place = (None, _Tally(first, -1, first))

    def enter(self, place: Place, kind: int, spot: _Spot | None) -> Place:
        """Count a call, and return the search's place inside the call.

        Parameters
        ----------
        place : tuple
            Place from which the search makes the call.
        kind : int
            Kind of call: twice the index of the called routine.
        spot : Spot or None
            Position that the call works on, or None if the call has no board.
        """
        before, around = place
        stage = around.after
        if spot is not before:
            if spot is None:
                kind += 1
                spot = before
            elif before is None:
                stage.is_left = True
            elif spot.mark_count != before.mark_count or not self._is_turned(before, spot):
                stage.is_left = True
                stage = self._after_move
            else:
                spot = before
        elif spot is None:
            kind += 1
        try:
            tally = stage.tallies[kind]
        except KeyError:
            tally = stage.tallies[kind] = self._tally(stage, kind)
        tally.calls += 1
        return spot, tally

    @property
    def counts(self) -> Counter[str]:
        """Number of calls by function name, in the order in which the functions first ran."""
        counts: Counter[str] = Counter()
        for tally in self._tallies:
            counts[self._routines[tally.kind // 2].title] += tally.calls
        return counts

    def visits(self, outlasting: Iterable[int]) -> Visits:
        """Decide which calls are visits, mark their tallies, and return a summary.

        Parameters
        ----------
        outlasting : iterable of int
            Indices of routines that could have searched boards other than the recorded ones.
        """
        moved_to = {kind // 2 for kind in self._after_move.tallies if not kind % 2}
        recursive = {number for number in moved_to if self._routines[number].is_recursive}
        searching = recursive or moved_to
        searching -= {number for number in searching if self._only_stays(number)}
        kinds = {2 * number for number in searching}
        for tally in self._tallies:
            tally.is_visit = tally.kind in kinds and not tally.stage.began & kinds
        counted = [tally for tally in self._tallies if tally.is_visit]
        if not any(tally.stage.is_first for tally in counted):
            self._tallies[0].is_visit = True  # the first call of the search
            counted.append(self._tallies[0])
        count = sum(tally.calls for tally in counted)
        read = {tally.kind // 2 for tally in self._tallies if not tally.kind % 2}
        read -= {number for number in outlasting if number not in moved_to}
        blind = {tally.kind // 2 for tally in self._tallies} - read
        unread = tuple(
            self._routines[number]
            for number in sorted(blind)
            if self._may_search_unread(number, blind, is_sole=not searching)
        )
        return Visits(None if unread else count, unread)

    def _stage(self, began: frozenset[int], *, is_first: bool) -> Stage:
        key = began, is_first
        if key not in self._stages:
            self._stages[key] = Stage(*key)
        return self._stages[key]

    def _tally(self, stage: Stage, kind: int) -> _Tally:
        after = self._stage(stage.began | {kind}, is_first=stage.is_first)
        tally = _Tally(stage, kind, after)
        self._tallies.append(tally)
        return tally

    def _only_stays(self, number: int) -> bool:
        """Return True if a routine's recursive calls all stay on the same position.

        For example, a recursive function that looks for lines cell by cell makes no moves.
        """
        around = self._routines[number]
        group = {
            2 * other
            for other, routine in enumerate(self._routines)
            if other == number or (around.reaches(routine) and routine.reaches(around))
        }
        inside = [stage for stage in self._stages.values() if stage.began & group]
        return not any(stage.is_left for stage in inside) and any(
            stage.began & group & stage.tallies.keys() for stage in inside
        )

    def _may_search_unread(self, number: int, blind: set[int], *, is_sole: bool) -> bool:
        """Return True if a routine could have visited positions whose boards couldn't be read.

        Parameters
        ----------
        number : int
            Index of a routine whose boards are unknown.
        blind : set of int
            Indices of all routines whose boards are unknown.
        is_sole : bool
            True if no other routine is known to make moves.
        """
        kinds = {2 * other + 1 for other in blind} | {2 * other for other in blind}
        own = {2 * number, 2 * number + 1}
        inside = [stage for stage in self._stages.values() if stage.began & own]
        if any(stage.is_left or stage.tallies.keys() - kinds for stage in inside):
            return False  # the routine's calls lead to calls with boards
        routine = self._routines[number]
        if any(
            routine.reaches(other)
            for at, other in enumerate(self._routines)
            if at not in blind and at != number
        ):
            return False  # the routine's calls could have led to calls with boards
        return is_sole or any(stage.tallies.keys() & own for stage in inside)


# One call in a traced search.

Number = int | float  # a position's value, or a bound on values


@dataclass(frozen=True, eq=False, init=False)
class Call:
    """Recorded call in a search, with its position, arguments and result. Immutable.

    The attributes of a call fall into four groups:

    - Place in the tree of calls: `index`, `parent`, `number`, `depth`, `entered` and `left`.
    - Input: `function`, `rules`, `board`, `given`, `game`, `cell`, `arguments`, `alpha` and
      `beta`.
    - Role in the search: `is_visit` and `tried_for`.
    - Result: `value`, `choice`, `best`, `raised`, `cut`, `bound`, `call_count` and `children`.
    """

    index: int
    """Index of this call in `Record.nodes`."""
    parent: int | None
    """Index of the call that made this call, or None for the root."""
    number: int
    """Number of calls before this call, including calls that the record does not keep."""
    depth: int
    """Number of calls that enclose this call, or 0 for the root."""
    entered: int
    """Index of the event that begins this call. Events are the starts and ends of all kept
    calls, in the order in which they happen, counted from 0."""
    left: int
    """Index of the event that ends this call."""
    function: str
    """Name of the function that was called."""
    rules: Rules = field(repr=False)
    """Rules of the game."""
    board: Board | None
    """Mark in each cell of the call's board, or None if no board was found. The board is from
    an argument, an object or an enclosing function."""
    given: Game | None = field(repr=False)
    """Game that the call received, if the contract uses games as boards, otherwise None."""
    cell: int | None
    """Cell of the move that leads from the outer call's position to this call's position. None
    unless the two positions are exactly one move apart."""
    is_visit: bool
    """True if this call counts as a visit to its position. False for a helper, which works on
    the outer call's position or on no position."""
    tried_for: int | None
    """Cell of the move that this call tries for the outer call. None unless this call tries
    exactly one move."""
    arguments: Mapping[str, object]
    """Other arguments, by name. A value that isn't a number, None or a short text is replaced
    by a short text."""
    value: Number | str | None
    """Number that the call returned, with or without a move. Any other result is converted to a
    short text. None if the call returned None or raised an exception."""
    choice: int | None
    """Cell of the move that the call returned. If the call returned no move, `choice` is the
    cell of the only tried move that has the call's value, or None if there is no such move."""
    best: tuple[int, ...]
    """Cells of all moves that the call tried and that have the call's value."""
    raised: str | None
    """Exception that ended the call, with its message, or None if the call returned."""
    alpha: Number | None
    """Lower bound that the call received as an argument, or None."""
    beta: Number | None
    """Upper bound that the call received as an argument, or None."""
    call_count: int
    """Number of calls inside this call, plus 1 for the call itself."""
    cut: tuple[int, ...]
    """Cells of the legal moves that the call skipped. Empty if the call tried no moves or
    didn't return."""
    bound: str | None
    """Sentence that explains the cutoff by comparing the call's value with its bounds. None if
    there is no cutoff or no bound."""
    _look_up: Callable[[], tuple["Call", ...]] = field(repr=False)

    def __init__(self, look_up: Callable[[], tuple["Call", ...]], **fields: Any) -> None:
        # One update is faster than setting each field, and there are many calls.
        vars(self).update(fields, _look_up=look_up)

    @cached_property
    def children(self) -> tuple["Call", ...]:
        """Calls that this call made directly, in the order in which it made them.

        If the record didn't keep these calls, the tuple is empty, although `call_count` is
        greater than 1.
        """
        return self._look_up()

    @cached_property
    def game(self) -> Game | None:
        """Game at the call's position, or None if no game can reach this position."""
        return game_of_call(self.given or self.board, self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return the call as a JSON-serializable dict, without its inner calls."""
        shown = {part.name: getattr(self, part.name) for part in fields(self) if part.repr}
        board = None if self.board is None else "".join(mark or "." for mark in self.board)
        arguments = {name: as_json(value) for name, value in self.arguments.items()}
        return {name: as_json(value) for name, value in shown.items()} | {
            "board": board,
            "arguments": arguments,
        }


def game_of_call(board: Game | Board | None, rules: Rules) -> Game | None:
    """Return a game that has reached the given board, or None if there is no such game."""
    if board is None or isinstance(board, Game):
        return board
    try:
        return Game.from_text("".join(mark or "." for mark in board), rules)
    except ValueError:
        return None


def as_json(value: object) -> object:
    """Make a plain value valid in JSON, by turning infinity and NaN into strings."""
    if isinstance(value, tuple):
        return [as_json(item) for item in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value


_MOST_ITEMS = 10  # maximum length of a tuple or list to keep unchanged
_LONGEST = 60  # maximum length of a text to keep unchanged
# arguments for every call that receives only a board
_NO_ARGUMENTS: dict[str, object] = {}


@dataclass(slots=True, eq=False, repr=False)
class Entry:
    """A recorded call, in the compact form that is used until the tree is built."""

    parent: "Entry | None"  # call that made this call, or None for the first call
    depth: int
    function: str
    # position that the call works on: a game, marks, or None if there is none
    given: Game | Board | None
    arguments: dict[str, object]  # other arguments, by name, converted by `plain_entry`
    number: int  # number of calls before this call
    place: Place
    tally: _Tally
    call_count: int = 1  # number of calls within this call, including itself
    result: object = None  # returned value, converted by `plain_entry`
    raised: str | None = None
    has_returned: bool = False

    # The following fields are set when the tree is built. Unless noted, each field has the same
    # meaning as in `Call`.
    index: int = field(init=False)
    children: "list[Entry]" = field(init=False)  # kept calls that this call made
    board: Board | None = field(init=False)
    cell: int | None = field(init=False)
    tried_for: int | None = field(init=False)
    value: Number | None = field(init=False)  # returned number, by itself or with a move
    # value for `Call.value`: the number, or a short text for any other result
    shown: Number | str | None = field(init=False)
    choice: int | None = field(init=False)
    best: tuple[int, ...] = field(init=False)
    alpha: Number | None = field(init=False)
    beta: Number | None = field(init=False)
    cut: tuple[int, ...] = field(init=False)
    bound: str | None = field(init=False)

    @property
    def is_visit(self) -> bool:
        """True if this call counts as a visit to its position."""
        return self.tally.is_visit


# token for a running call: its entry (or its depth if the call is not kept), and the search's
# places outside and inside the call
_Token = Entry | tuple[int, Place, Place]


class Recorder:
    """Recorder that keeps calls. If there are too many calls, it drops the deepest plies.

    Parameters
    ----------
    contract : Contract
        Course interface, which defines how boards are written.
    rules : Rules
        Rules of the game.
    limit : int
        Maximum number of calls to keep. Calls that are not kept are still counted.
    routines : sequence of Routine
        Routines to record.
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
        self._visits = _VisitCounter(routines, self._boards)
        self._place = self._visits.start
        self._outlasting: set[int] = set()  # numbers of routines
        self.entries: list[Entry] = []  # kept calls, in the order in which they began
        self.calls = 0

    @property
    def counts(self) -> Counter[str]:
        """Number of calls to each function, by name."""
        return self._visits.counts

    def reporter(self, routine: Routine) -> Callable[[tuple[Any, ...]], _Token]:
        """Return a function that must be run at the start of each call to a routine.

        The returned function takes the call's arguments, in the order of ``co_varnames``, and
        returns a token. When the call ends, pass the token to `returned` or `failed`.
        """
        name = routine.title
        names = [visible(one, LONGEST_FUNCTION_NAME) for one in routine.code.co_varnames]
        number = self._routines.index(routine)
        kind = 2 * number
        finder = _BoardFinder(self._boards, routine.code)
        find, enter = finder.find, self._visits.enter

        def begin(values: tuple[Any, ...]) -> _Token:
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

    def returned(self, call: _Token, value: Any) -> Any:
        """Record that a call has returned a value and return that value."""
        # `_leave` and `_end` are inlined, because this method runs for every call.
        if isinstance(call, tuple):
            self._depth, self._place, _ = call
            return value
        self._around = call.parent
        self._depth = call.depth
        self._place = call.place
        call.call_count = self.calls - call.number
        call.result = value if type(value) is int else plain_entry(value)
        call.has_returned = True
        return value

    def failed(self, call: _Token, error: BaseException) -> None:
        """Record that a call has ended with an exception."""
        self._leave(call)
        if isinstance(call, Entry):
            call.call_count = self.calls - call.number
            call.raised = describe_error(error)

    def _leave(self, call: _Token) -> None:
        if isinstance(call, Entry):
            self._around, self._depth, self._place = call.parent, call.depth, call.place
        else:
            self._depth, self._place, _ = call

    def _end(self, call: _Token, value: Any) -> None:
        if isinstance(call, Entry):
            call.call_count = self.calls - call.number
            call.result = plain_entry(value)
            call.has_returned = True

    def run(self, call: _Token, steps: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Run a call's generator. Calls that the generator makes count as inner calls."""
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
                self.failed(call, error)
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
            except BaseException as error:  # noqa: BLE001 - passed on to the generator
                thrown = error

    def visits(self) -> Visits:
        """Return a summary of the positions that the recorded calls visited.

        If a function could have searched boards that the recorder couldn't read, this method
        drops the boards that were recorded for the function.
        """
        visits = self._visits.visits(self._outlasting)
        if visits.unread:
            for entry in self.entries[1:]:
                if self._routines[entry.tally.kind // 2] in visits.unread:
                    entry.given = None
        return visits

    def _drop_deepest(self) -> None:
        """Drop the deepest calls until at most three quarters of the limit remain."""
        sizes = Counter(entry.depth for entry in self.entries)
        kept = len(self.entries)
        self._deepest = max(sizes)
        while self._deepest and kept > self._limit * 3 // 4:
            kept -= sizes[self._deepest]
            self._deepest -= 1
        self.entries = [entry for entry in self.entries if entry.depth <= self._deepest]


def plain_entry(value: Any) -> object:
    """Convert a value to a number, a short text or None, or to a tuple of these.

    The result is immutable. The conversion runs none of the value's own code.
    """
    kind = type(value)
    if value is None or kind in (int, float, bool):
        return value
    if isinstance(value, Real):  # for example a NumPy number
        return int(value) if isinstance(value, Integral) else float(value)
    if kind is str:
        return visible(value, _LONGEST)
    if isinstance(value, tuple | list) and len(value) <= _MOST_ITEMS:
        return tuple(plain_entry(item) for item in value)
    if isinstance(value, FunctionType):
        return f"<{visible(value.__name__, LONGEST_FUNCTION_NAME)}>"
    return f"<{type_name(kind)}>"
