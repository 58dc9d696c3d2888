"""Base class for contracts, the interfaces that courses prescribe."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from numbers import Number, Real
from typing import Any, Literal

from tictactoe_widget.players.calling import (
    RESIGN,
    AnswerError,
    Player,
    check_player,
    choose_move,
    describe_player,
    named_after_player,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import MARKS, Board, Mark
from tictactoe_widget.validation import as_int, brief, visible

# Functions that read what students' functions return: lists, indices, truth values, utilities.


def read_list(value: Any, expected: str) -> list[Any]:
    """Convert a list, a tuple or an array (such as NumPy's) to a list.

    Raises
    ------
    ValueError
        If `value` is of any other type. The error message consists of `expected` and the value.
    """
    if type(value) in (list, tuple):
        return list(value)  # fast path, because a check reads a million lists
    unordered = isinstance(value, str | bytes | dict | set | frozenset)
    if unordered or not (hasattr(value, "__len__") and hasattr(value, "__getitem__")):
        raise ValueError(f"{expected}, not {brief(value)}")
    return list(value)


def read_items(value: Any, count: int, what: str, items: str = "cells") -> list[Any]:
    """Convert `value` to a list, and check that it has `count` items.

    Raises
    ------
    ValueError
        If `value` has the wrong type or length. The error message begins with `what`.
    """
    found = read_list(value, f"{what} must be a list of {count} {items}")
    if len(found) != count:
        raise ValueError(f"{what} must have {count} {items}, not {len(found)}")
    return found


def read_square(
    square: Any, rules: Rules, what: str, names: tuple[str, str], first: int = 0
) -> int:
    """Return the cell for a pair (row, column), counted from `first`.

    Raises
    ------
    ValueError
        If `square` is not a pair (row, column) on the board. The error message contains `what`.
    """
    layout, pair = rules.layout, square
    if type(square) is not tuple or len(square) != 2:
        form = ", ".join(name.split()[-1] for name in names)
        expected = f"{what} must be a pair of the form ({form})"
        pair = read_list(square, expected)
        if len(pair) != 2:
            raise ValueError(f"{expected}, not {brief(square)}")
    row = read_index(pair[0], layout.rows, f"the {names[0]} of {what}", first) - first
    column = read_index(pair[1], layout.columns, f"the {names[1]} of {what}", first) - first
    return row * layout.columns + column


def read_index(value: Any, count: int, what: str, first: int = 0) -> int:
    """Check that `value` is an int from `first` to ``first + count - 1``, and return it.

    Raises
    ------
    ValueError
        If `value` is not an int (Python's or NumPy's) in this range. The error message begins
        with `what`.
    """
    if type(value) is int and first <= value < first + count:
        return value  # fast path, because a check reads millions of numbers
    expected = f"{what} must be an int from {first} to {first + count - 1}, not {brief(value)}"
    try:
        number = as_int(value)
    except TypeError:
        raise ValueError(expected) from None
    if not first <= number < first + count:
        raise ValueError(expected)
    return number


def read_squares(squares: list[Any], x: Any, o: Any, empty: Any) -> Board:
    """Convert a board's squares, which contain `x`, `o` or `empty`, to marks.

    Raises
    ------
    ValueError
        If a square contains anything else. The error message shows what the square contains.
    """
    known: dict[int, Mark | None] = {id(empty): None, id(x): "X", id(o): "O"}
    board: list[Mark | None] = []
    for cell, square in enumerate(squares):
        if id(square) in known:  # fast path, because a check reads millions of squares
            board.append(known[id(square)])
        elif _is_same(square, empty):
            board.append(None)
        elif _is_same(square, x):
            board.append("X")
        elif _is_same(square, o):
            board.append("O")
        else:
            raise ValueError(
                f"cell {cell} of the board must be {x!r}, {o!r} or {empty!r}, "
                f"not {brief(square)}"
            )
    return tuple(board)


def read_numbers(value: Any, shape: tuple[int, ...], what: str) -> list[int]:
    """Flatten a nested list or an array of zeros and ones into a single list.

    Raises
    ------
    ValueError
        If `value` does not have the given shape, or contains anything other than 0 and 1.
    """
    if not shape:
        if isinstance(value, Real) and value in (0, 1):
            return [1 if value == 1 else 0]
        raise ValueError(f"{what} must contain only 0s and 1s, not {brief(value)}")
    size = " x ".join(map(str, shape))
    parts = read_list(value, f"{what} must be an array of {size} numbers")
    if len(parts) != shape[0]:
        raise ValueError(f"{what} must be an array of {size} numbers, not {brief(value)}")
    return [number for part in parts for number in read_numbers(part, shape[1:], what)]


def _read_mark(answer: Any) -> Mark:
    for mark in MARKS:
        if isinstance(answer, str) and answer == mark:
            return mark
    raise ValueError(f"the answer must be 'X' or 'O', not {brief(answer)}")


def _read_winner(answer: Any) -> Mark | None:
    if answer is None or (isinstance(answer, str) and answer in MARKS):
        return None if answer is None else _read_mark(answer)
    raise ValueError(f"the answer must be 'X', 'O' or None, not {brief(answer)}")


def _read_truth(answer: Any) -> bool:
    """Convert an answer, which must be a bool (Python's or NumPy's), to a Python bool."""
    if type(answer).__name__ not in ("bool", "bool_"):
        raise ValueError(f"the answer must be True or False, not {brief(answer)}")
    return bool(answer)


def _read_utility(answer: Any) -> int:
    """Convert an answer, which must be 1, 0 or -1 in any numeric type, to an int."""
    is_number = isinstance(answer, Number) and not isinstance(answer, bool)
    for value in (1, 0, -1):
        if is_number and answer == value:
            return value
    raise ValueError(f"the answer must be 1, 0 or -1, not {brief(answer)}")


def positional_parameters(function: Callable[..., Any]) -> list[str] | None:
    """Return the names of a function's positional parameters.

    The result is None if the function accepts any number of arguments, or if Python can't
    determine the parameters.
    """
    try:
        known = signature(function).parameters.values()
    except (TypeError, ValueError):  # a function written in C
        return None
    if any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in known):
        return None
    by_place = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    return [parameter.name for parameter in known if parameter.kind in by_place]


def _is_same(square: Any, known: Any) -> bool:
    """Return True if two values have the same type and are equal.

    Because types are compared, True doesn't count as 1, and an array doesn't count as a mark.
    """
    if isinstance(known, str):
        return isinstance(square, str) and square == known
    if known is None:
        return square is None
    try:
        return bool(as_int(square) == known)
    except TypeError:
        return False


# Purpose of a function. A course can give the function any name.
Role = Literal[
    "initial_state",
    "player",
    "actions",
    "result",
    "winner",
    "terminal",
    "utility",
    "minimax",
    "agent",
]

# Positions on which a check calls a function.
Asked = Literal["start", "open", "over", "all", "moves"]

# a student's functions, by their names in the contract
Functions = Mapping[str, Callable[..., Any]]


@dataclass(frozen=True)
class Function:
    """Function that a contract requires. Immutable."""

    name: str
    """Name of the function in the course."""
    role: Role
    """Purpose of the function: ``"initial_state"``, ``"player"``, ``"actions"``, ``"result"``,
    ``"winner"``, ``"terminal"``, ``"utility"``, ``"minimax"`` (chooses a perfect move) or
    ``"agent"`` (chooses any legal move). `Contract.read` documents what a function with each
    role returns."""
    asked: Asked
    """Positions on which a check calls the function: ``"start"`` (the empty board), ``"open"``
    (unfinished positions), ``"over"`` (finished positions), ``"all"``, or ``"moves"`` (every
    move in every unfinished position). Leave out positions for which your course defines no
    answer."""


_READERS: Mapping[Role, Callable[[Any], Any]] = {
    "player": _read_mark,
    "winner": _read_winner,
    "terminal": _read_truth,
    "utility": _read_utility,
}
# Functions that read answers of a kind that is the same in every course.


class Contract(ABC):
    """Interface that one course uses: its functions, boards, moves, players and values.

    A contract converts a `Game` to arguments for the course's functions, and converts the
    functions' results back. Each conversion creates new objects, so a function can change its
    argument without affecting the game.

    For your own course, write a subclass with a `name`, a `title`, the `functions` and the
    methods `encode` and `marks`. Override other methods only if your course differs from their
    defaults. By default, a move is a cell, and each function takes a board. A function that
    makes a move takes the move as its second argument.
    """

    name: str
    """Name of the contract, for reports and messages."""
    title: str
    """Short title, for display."""
    functions: tuple[Function, ...]
    """Functions that the contract requires, in the order in which students write them."""

    def check_rules(self, rules: Rules) -> None:
        """Raise a ValueError unless this contract can represent games with the given rules.

        By default, a contract accepts rules if the board is a single grid, the marks fully
        describe each position, and each move is a cell.
        """
        if rules.choices:
            raise ValueError(
                f"the contract {self.name} does not support games in which players "
                f"choose their mark, such as {visible(rules.title)}: use the contract "
                "'game'"
            )
        if rules.layout.block:
            raise ValueError(
                f"the contract {self.name} does not support the board of "
                f"{visible(rules.title)}: use the contract 'game'"
            )

    @abstractmethod
    def encode(self, game: Game) -> Any:
        """Convert a game's position to a new board of the kind that this contract uses.

        Raises
        ------
        ValueError
            If this contract cannot represent games with these rules.
        """

    @abstractmethod
    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each of a board's cells, with None for empty cells.

        Raises
        ------
        ValueError
            If `board` does not fit this contract and these rules. The error message describes
            what is expected.
        """

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Convert a board to a game that has reached this position.

        Raises
        ------
        ValueError
            If `board` does not fit this contract, or if no game can reach this position.
        """
        return Game.from_text("".join(mark or "." for mark in self.marks(board, rules)), rules)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> Any:
        """Convert a cell to a move in this contract's notation. By default, return the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell that a move refers to. The move can be illegal.

        If players choose their marks, return the move itself.

        Raises
        ------
        ValueError
            If `move` is not in the contract's notation or is outside the board.
        """
        return read_index(move, rules.action_count, "a move")

    def illegal_moves(self, game: Game) -> tuple[Any, ...]:
        """Return the moves for which the course's ``result`` function must raise an exception.

        By default, there are no such moves, because most contracts do not define how ``result``
        treats illegal moves.
        """
        del game
        return ()

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Create new arguments for a call to one of the contract's functions.

        By default, the arguments are the board and, if the function takes one, the move. A
        function that returns the initial state gets no arguments.

        Parameters
        ----------
        function : Function
            One of the contract's `functions`.
        game : Game
            Game whose position is passed to the function.
        cell : int, optional
            Cell of the move, if the function takes a move.
        """
        if function.role == "initial_state":
            return ()
        board = self.encode(game)
        return (board,) if cell is None else (board, self.encode_move(cell, game.rules))

    def read(self, function: Function, answer: Any, game: Game) -> Any:
        """Convert a function's answer to a form that is the same for all contracts.

        Returns
        -------
        object
            Converted answer, whose form depends on the function's role:

            - ``initial_state`` and ``result``: a tuple with the mark in each cell,
            - ``player``: a mark,
            - ``actions``: a frozenset of cells,
            - ``winner``: a mark or None,
            - ``terminal``: a bool,
            - ``utility``: 1, 0 or -1 from X's point of view,
            - ``minimax`` and ``agent``: a cell, or None on a finished board.

        Raises
        ------
        ValueError
            If the answer isn't valid. The error message describes what is expected.
        """
        if function.role in ("initial_state", "result"):
            return self.marks(answer, game.rules)
        if function.role == "actions":
            return self.read_moves(answer, game.rules)
        if function.role in ("minimax", "agent"):
            return self._read_choice(answer, game)
        return _READERS[function.role](answer)

    def remark(self, function: Function, answer: Any) -> str:
        """Return a remark on how an answer is written, or an empty string if there is none.

        `read` has already accepted the answer. By default, the remark is empty.
        """
        del function, answer
        return ""

    def _read_choice(self, answer: Any, game: Game) -> int | None:
        if game.is_over:
            if answer is not None:
                raise ValueError(
                    f"the answer on a finished board must be None, not {brief(answer)}"
                )
            return None
        return self.decode_move(answer, game.rules)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Any:
        """Convert one of this package's players to an agent that follows this contract.

        By default, the agent is a function that takes a board and returns a move, or None if
        the game is over.

        Parameters
        ----------
        player : callable
            Any player (see :func:`.calling.think`).
        rules : Rules, default STANDARD
            Rules of the games that the agent will play. The agent has to know the rules,
            because a board does not include them.
        """
        return named_after_player(player, lambda board: self.answer(player, board, rules))

    def encode_utility(self, utility: int, arguments: tuple[Any, ...]) -> int:
        """Convert X's utility to the value that the course's ``utility`` function must return.

        By default, return the utility unchanged.
        """
        del arguments
        return utility

    def adapt(self, function: Function, written: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a student's function so that it accepts the `arguments` of `function`.

        By default, return the function unchanged. If a contract allows several ways to write a
        function, this method converts them all to one form.
        """
        del function
        return written

    def adapt_chooser(self, written: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a student's only function so that it can be called to choose a move."""
        return self.adapt(self.chooser, written)

    def as_player(self, functions: Functions, name: str | None = None) -> Player:
        """Return a player that calls a student's functions to choose its moves.

        Parameters
        ----------
        functions : mapping
            Student's functions, by name.
        name : str, optional
            Player's name. The default is the name of the function that chooses a move.

        Raises
        ------
        TypeError
            If the function that chooses a move is defined with ``async def``.
        ValueError
            If the function that chooses a move is missing.
        """
        chooser = self.chooser.name
        if chooser not in functions:
            others = f", not only {', '.join(functions)}" if functions else ""
            raise ValueError(
                f"{name or 'student'} must define {chooser}, the function that the "
                f"contract {self.name} calls to choose a move{others}"
            )
        check_player(functions[chooser])
        return _StudentPlayer(self, functions, name or describe_player(functions[chooser]))

    def ask(self, functions: Functions, game: Game) -> object:
        """Call a student's functions to get a move. Return the move's cell, or `RESIGN`.

        Raises
        ------
        AnswerError
            If the answer is not a legal move in the contract's notation.
        ValueError
            If this contract cannot represent games with these rules.
        """
        answer = self.call_chooser(functions, game)
        if answer is RESIGN:
            return RESIGN
        try:
            cell = self.decode_move(answer, game.rules)
        except ValueError as error:
            raise AnswerError(f"{brief(answer)}: {error}") from error
        if cell not in game.legal_moves:
            raise AnswerError(f"{brief(answer)}: {game.rules.refusal(game.state, cell)}")
        return cell

    def call_chooser(self, functions: Functions, game: Game) -> Any:
        """Call the student's function that chooses a move, and return its answer."""
        return functions[self.chooser.name](*self.arguments(self.chooser, game))

    def answer(self, player: Player, board: Any, rules: Rules = STANDARD) -> Any:
        """Return a player's move for a board, or None if the game is over."""
        game = self.decode(board, rules)
        return None if game.is_over else self.encode_move(choose_move(player, game), rules)

    @property
    def chooser(self) -> Function:
        """The contract's function that chooses a move."""
        return next(f for f in self.functions if f.role in ("minimax", "agent"))

    def function(self, name: str) -> Function:
        """Return the contract's function with the given name.

        Raises
        ------
        ValueError
            If the contract has no function with this name.
        """
        for function in self.functions:
            if function.name == name:
                return function
        known = ", ".join(function.name for function in self.functions)
        raise ValueError(
            f"the contract {self.name} has no function {brief(name)}: choose from {known}"
        )

    def read_moves(self, answer: Any, rules: Rules = STANDARD) -> frozenset[int]:
        """Convert an iterable of moves, such as a list or a generator, to a set of cells.

        Raises
        ------
        ValueError
            If the answer is not iterable, contains anything that is not a move, or repeats a
            move. Because a repeated move is an error, this method ends even if a generator is
            endless.
        """
        if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
            raise ValueError(f"the answer must be a set or list of moves, not {brief(answer)}")
        cells: set[int] = set()
        for move in answer:
            cell = self.decode_move(move, rules)
            if cell in cells:
                raise ValueError(
                    f"the answer must contain each move only once, but {brief(move)} "
                    "appears more than once"
                )
            cells.add(cell)
        return frozenset(cells)


class _StudentPlayer:
    """Player that calls a student's functions to choose its moves. `as_player` creates it.

    Parameters
    ----------
    contract : Contract
        Course interface that the student's functions implement.
    functions : mapping
        Student's functions, by their names in the contract.
    name : str
        Player's name.
    """

    def __init__(self, contract: Contract, functions: Functions, name: str) -> None:
        self.contract = contract
        self.name = name
        self._functions = dict(functions)

    def __repr__(self) -> str:
        return f"<player {self.name} by the contract {self.contract.name}>"

    def __call__(self, game: Game) -> object:
        return self.contract.ask(self._functions, game)
