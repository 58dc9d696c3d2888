"""The contracts' forms of boards and moves, and the correct answers."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Number
from typing import Any

from tests.support.oracle.positions import Cells, Position, positions, put

# Stands for an answer that doesn't have the contract's form.
UNREADABLE: Any = "no answer of this kind"

ROLES = (
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
    "minimax",
)


@dataclass(frozen=True)
class Question:
    """One call to a function: a position and, for ``result``, a move."""

    position: Position
    move: Any = None  # the move in the contract's form
    cell: int | None = None  # the move's cell if it is legal

    @property
    def is_legal(self) -> bool:
        """True if the move is legal."""
        return self.move is None or self.cell is not None

    def __str__(self) -> str:
        return f"{self.position.text}{'' if self.move is None else f', {self.move}'}"


@dataclass(frozen=True)
class Contract:
    """A course's form of boards and moves."""

    name: str
    encode: Callable[[Cells], Any]  # returns a new board in each call
    # Returns the cells of a student's board. Raises an error for other values.
    flatten: Callable[[Any], list[Any]]
    write_move: Callable[[int], Any]
    # Returns a move's cell, from 0 to 8. Raises an error for other values.
    read_move: Callable[[Any], int]
    outside: tuple[Any, ...] = ()  # moves outside the board, which must be refused
    refuses: bool = False  # True if ``result`` must raise an exception for illegal moves
    asks_finished: bool = False  # True if ``minimax`` must return None on finished boards

    def questions(self, role: str, wanted: Iterable[Position]) -> Iterator[Question]:
        """Yield a function's questions about some positions."""
        if role == "initial_state":
            yield Question(positions()[0])
            return
        for position in wanted:
            if role == "result":
                yield from self._moves(position)
            elif (
                role in ("winner", "terminal")
                or position.is_over == (role == "utility")
                or (role == "minimax" and self.asks_finished)
            ):
                yield Question(position)

    def _moves(self, position: Position) -> Iterator[Question]:
        for cell in position.after:
            yield Question(position, self.write_move(cell), cell)
        if self.refuses and not position.is_over:
            taken = [cell for cell in range(9) if position.cells[cell]]
            for move in (*map(self.write_move, taken), *self.outside):
                yield Question(position, move)

    def read(self, role: str, raw: Any) -> Any:
        """Return an answer in a form that is the same for all contracts, or `UNREADABLE`.

        The form is cells for boards, a mark or None, a bool, 1, 0 or -1, a set of cells, or a
        cell.
        """
        try:
            return _READERS[role](self, raw)
        except Exception:  # noqa: BLE001 (an answer can be any value)
            return UNREADABLE

    def is_right(self, role: str, question: Question, value: Any) -> bool:
        """Return whether an answer from `read` is correct."""
        if value is UNREADABLE:
            return False
        position = question.position
        if role == "minimax":
            return value is None if position.is_over else value in position.best
        if isinstance(value, bool) != (role == "terminal"):
            return False
        return bool(value == right_answer(role, position, question.cell))


def right_answer(role: str, position: Position, cell: int | None = None) -> Any:
    """Return a correct answer in the form of `Contract.read`."""
    if role == "minimax":
        return None if position.is_over else min(position.best)
    return {
        "initial_state": (None,) * 9,
        "player": position.mover,
        "actions": set(position.empty),
        "result": put(position.cells, cell or 0, position.mover),
        "winner": position.winner,
        "terminal": position.is_over,
        "utility": position.result,
    }[role]


# Reading.


def _read_mark(_: Contract, raw: Any) -> Any:
    return next((m for m in ("X", "O") if isinstance(raw, str) and raw == m), UNREADABLE)


def _read_winner(contract: Contract, raw: Any) -> Any:
    return None if raw is None else _read_mark(contract, raw)


def _read_truth(_: Contract, raw: Any) -> Any:
    return bool(raw) if type(raw).__name__ in ("bool", "bool_") else UNREADABLE


def _read_number(_: Contract, raw: Any) -> Any:
    is_number = isinstance(raw, Number) and not isinstance(raw, bool)
    return next((value for value in (1, 0, -1) if is_number and raw == value), UNREADABLE)


def _read_board(contract: Contract, raw: Any) -> Any:
    cells = [_read_winner(contract, cell) for cell in contract.flatten(raw)]
    return UNREADABLE if UNREADABLE in cells or len(cells) != 9 else tuple(cells)


def _read_moves(contract: Contract, raw: Any) -> Any:
    if isinstance(raw, str | bytes):
        return UNREADABLE
    cells = [contract.read_move(move) for move in raw]
    return UNREADABLE if len(set(cells)) < len(cells) else set(cells)


def _read_choice(contract: Contract, raw: Any) -> Any:
    return None if raw is None else contract.read_move(raw)


_READERS: Mapping[str, Callable[[Contract, Any], Any]] = {
    "initial_state": _read_board,
    "player": _read_mark,
    "actions": _read_moves,
    "result": _read_board,
    "winner": _read_winner,
    "terminal": _read_truth,
    "utility": _read_number,
    "minimax": _read_choice,
}


def _whole(raw: Any, count: int) -> int:
    """Return an int below `count` that is at least 0. Raise ValueError for other values."""
    if isinstance(raw, bool) or not hasattr(raw, "__index__"):
        raise ValueError(raw)
    number = int(raw.__index__())
    if not 0 <= number < count:
        raise ValueError(raw)
    return number


def _items(raw: Any, count: int) -> list[Any]:
    if not isinstance(raw, list | tuple) or len(raw) != count:
        raise ValueError(raw)
    return list(raw)


def _read_pair(raw: Any) -> int:
    i, j = _items(raw, 2)
    return 3 * _whole(i, 3) + _whole(j, 3)


# Three lists of three. A move is (row, column) from 0.
CS50 = Contract(
    "cs50",
    encode=lambda cells: [list(cells[at : at + 3]) for at in (0, 3, 6)],
    flatten=lambda raw: [cell for row in _items(raw, 3) for cell in _items(row, 3)],
    write_move=lambda cell: divmod(cell, 3),
    read_move=_read_pair,
    outside=((-1, 0), (0, -1), (3, 0), (0, 3)),
    refuses=True,
    asks_finished=True,
)

# A list of nine. A move is an index.
FLAT = Contract(
    "flat",
    encode=list,
    flatten=lambda raw: _items(raw, 9),
    write_move=lambda cell: cell,
    read_move=lambda raw: _whole(raw, 9),
)

BY_NAME = {"cs50": CS50, "flat": FLAT}


# Correct functions that replace wrong ones.


def right_function(contract: Contract, role: str, kind: type = set) -> Callable[..., Any]:
    """Return a correct function for all boards. ``actions`` returns a collection of `kind`."""

    def after(position: Position, move: Any) -> Any:
        cell = contract.read_move(move)
        if cell not in position.empty:
            raise ValueError(f"{move} is taken")
        return contract.encode(put(position.cells, cell, position.mover))

    def right(board: Any = None, move: Any = None) -> Any:
        if role == "initial_state":
            return contract.encode((None,) * 9)
        position = Position(tuple(contract.flatten(board)))
        if role == "result":
            return after(position, move)
        if role == "actions":
            return kind(map(contract.write_move, position.empty))
        return right_answer(role, position)

    return right
