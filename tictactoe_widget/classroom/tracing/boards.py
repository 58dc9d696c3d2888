"""Boards that the calls of a search work on, found among what each call is given."""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from types import CodeType, FrameType, FunctionType, ModuleType, NoneType
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board
from tictactoe_widget.rules.rules import Rules

from ..contracts import Contract

_NO_BOARDS = frozenset({NoneType, bool, int, float, FunctionType, ModuleType, type})
"""Types of what is never a board, and not looked into."""
_LISTS = frozenset({list, tuple})
_MOST_TRIES = 10
"""Most calls of a function in whose surroundings a board is looked for in vain."""


class Spot:
    """A position that calls are made on: one object for each."""

    __slots__ = ("board", "mark_count", "turned")

    def __init__(self, board: Board) -> None:
        self.board = board
        """Mark in each cell; None where it is empty."""
        self.mark_count = len(board) - board.count(None)
        """Number of marks on the board."""
        self.turned: frozenset[Board] | None = None
        """The board and what it looks like turned and mirrored; None until it is asked for."""


class Boards:
    """Reader of boards as positions.

    Parameters
    ----------
    contract : Contract
        Contract by which the boards are written.
    rules : Rules
        Rules of the game.
    """

    def __init__(self, contract: Contract, rules: Rules) -> None:
        self._contract = contract
        self._rules = rules
        self._lists: dict[Hashable, Spot] = {}
        self._games: dict[Hashable, Spot] = {}
        self._spots: dict[Board, Spot] = {}

    def read(self, value: Any) -> Spot | None:
        """Return the position of a board; None where it is no board."""
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
            except (TypeError, IndexError):  # it is empty, or something in it is no mark
                key = None
        elif isinstance(value, Game):
            return self._read_game(value)
        elif kind in _NO_BOARDS:
            return None
        if found is not None:
            return found
        try:
            board = self._contract.marks(value, self._rules)
        except Exception:  # noqa: BLE001 - an argument may be any object
            return None
        found = self._spot(board)
        if key is not None:
            self._lists[key] = found
        return found

    def _read_game(self, game: Game) -> Spot | None:
        if game.rules != self._rules:
            return None
        return self._games.setdefault(game.key, self._spot(game.board))

    def is_turned(self, one: Spot, other: Spot) -> bool:
        """Return whether two positions are the same, turned or mirrored."""
        if one.mark_count != other.mark_count:
            return False
        if one.turned is None:
            one.turned = frozenset(
                tuple([one.board[cell] for cell in cells]) for cells in self._rules.symmetries
            )
        return other.board in one.turned

    def _spot(self, board: Board) -> Spot:
        return self._spots.setdefault(board, Spot(board))


_Look = Callable[[tuple[Any, ...]], Any]
"""Returns what may be a board, given the arguments of a call."""


class BoardFinder:
    """Finder of the board that the calls of one function work on.

    It is an argument or lies in one. Where no argument has it, it may be one that
    outlasts the call, such as the board that an object keeps or that a function around
    holds; such a board may also be another than the one that is searched.

    Parameters
    ----------
    boards : Boards
        Reader of the boards.
    code : CodeType
        Code of the function.
    """

    def __init__(self, boards: Boards, code: CodeType) -> None:
        self._read = boards.read
        self._code = code
        self._look: _Look | None = None
        self._tries = _MOST_TRIES
        self.place = 0
        """Place of the argument that is the board or has it; -1 where none has it."""
        self.outlasts_calls = False
        """True where the board that was found last is no argument's."""

    def find(self, values: tuple[Any, ...]) -> Spot | None:
        """Return the position that a call works on; None where no board is found.

        Parameters
        ----------
        values : tuple
            Arguments of the call, in the order of ``co_varnames``.
        """
        look = self._look
        if look is not None:
            spot = self._look_up(look, values)
        else:
            spot = self._read(values[self.place]) if values else None
        return self._search(values) if spot is None else spot

    def _look_up(self, look: _Look, values: tuple[Any, ...]) -> Spot | None:
        try:
            value = look(values)
        except Exception:  # noqa: BLE001 - an attribute may be computed
            return None
        return self._read(value)

    def _search(self, values: tuple[Any, ...]) -> Spot | None:
        """Find the board anew, as it is not where it was in the call before."""
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
        """Yield the places of arguments, what may be found there, and whether it outlasts."""
        is_method = self._code.co_varnames[:1] == ("self",)
        for place, value in enumerate(values):
            for key in _keys(value):
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
            yield -1, _enclosing(self._code, name), True
        for name in self._code.co_names:
            yield -1, _global(self._code, name), True


def _keys(value: Any) -> Iterable[Any]:
    """Return the keys of what ``*arguments`` and ``**options`` hold."""
    return range(len(value)) if type(value) is tuple else value if type(value) is dict else ()


def _item(place: int, key: Any) -> _Look:
    return lambda values: values[place][key]


def _attribute(place: int, name: str) -> _Look:
    return lambda values: getattr(values[place], name)


def _enclosing(code: CodeType, name: str) -> _Look:
    return lambda _: _frame_of(code).f_locals[name]


def _global(code: CodeType, name: str) -> _Look:
    return lambda _: _frame_of(code).f_globals[name]


def _frame_of(code: CodeType) -> FrameType:
    """Return the innermost frame that runs a function."""
    frame: FrameType | None = sys._getframe()  # noqa: SLF001 - Python's own way to a frame
    while frame is not None:
        own = frame.f_code
        if own.co_qualname == code.co_qualname and own.co_filename == code.co_filename:
            return frame
        frame = frame.f_back
    raise LookupError(code.co_qualname)
