"""Contracts of plain functions: our own `Game`, a flat list, and CS50's nested lists."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from tictactoe_widget.players.calling import Player, choose_move
from tictactoe_widget.rules.base import Board, Rules, as_int
from tictactoe_widget.rules.errors import shown
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD

from .base import Contract, Function

_MARKS = ("X", "O")


class FunctionsContract(Contract):
    """Contract of eight plain functions of a board, with the names that CS50 gives them."""

    functions = (
        Function("initial_state", "initial_state", "start"),
        Function("player", "player", "open"),
        Function("actions", "actions", "open"),
        Function("result", "result", "moves"),
        Function("winner", "winner", "all"),
        Function("terminal", "terminal", "all"),
        Function("utility", "utility", "over"),
        Function("minimax", "minimax", "open"),
    )

    @abstractmethod
    def _squares(self, board: Any, rules: Rules) -> list[Any]:
        """Return what stands in each cell of a board; ValueError where it is none."""

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a board; None where it is empty."""
        squares = self._squares(board, rules)
        for cell, mark in enumerate(squares):
            if not (mark is None or (isinstance(mark, str) and mark in _MARKS)):
                raise ValueError(
                    f"cell {cell} of the board must hold 'X', 'O' or None, not {shown(mark)}"
                )
        return tuple(None if mark is None else "X" if mark == "X" else "O" for mark in squares)

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return new arguments for a call of a function."""
        if function.role == "initial_state":
            return ()
        board = self.encode(game)
        return (board,) if cell is None else (board, self.encode_move(cell, game.rules))

    def read(self, function: Function, answer: Any, game: Game) -> Any:
        """Return what a function answered, in the same form for every contract."""
        match function.role:
            case "initial_state" | "result":
                return self.marks(answer, game.rules)
            case "actions":
                return self.read_moves(answer, game.rules)
            case "minimax" | "agent":
                return self._read_choice(answer, game)
            case "player":
                return _one_of(answer, _MARKS, "'X' or 'O'")
            case "winner":
                return None if answer is None else _one_of(answer, _MARKS, "'X', 'O' or None")
            case "terminal":
                return _as_truth(answer)
            case "utility":
                return _as_utility(answer)

    def _read_choice(self, answer: Any, game: Game) -> int | None:
        if game.is_over:
            if answer is not None:
                raise ValueError(
                    f"the answer on a finished board must be None, not {shown(answer)}"
                )
            return None
        return self.decode_move(answer, game.rules)

    def as_player(self, functions: Mapping[str, Callable[..., Any]]) -> Player:
        """Return a player that asks the student's ``minimax`` for its moves."""
        if "minimax" not in functions:
            raise ValueError("a player needs a function minimax, which chooses a move")
        minimax = functions["minimax"]

        def ask(game: Game) -> int:
            return self.decode_move(minimax(self.encode(game)), game.rules)

        ask.__name__ = self.name
        return ask

    def play_as(self, player: Player) -> Callable[[Any], Any]:
        """Return one of our players as a function of a board, which returns a move."""

        def agent(board: Any) -> Any:
            game = self.decode(board)
            return None if game.is_over else self.encode_move(choose_move(player, game))

        return agent


class GameContract(FunctionsContract):
    """Contract of this package: a board is a `Game`, a move a cell."""

    name = "game"
    title = "Game of this package"

    def encode(self, game: Game) -> Game:
        """Return the game itself, which nothing can change."""
        return game

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a game; None where it is empty."""
        return self.decode(board, rules).board

    def _squares(self, board: Any, rules: Rules) -> list[Any]:
        return list(self.marks(board, rules))

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game itself; ValueError where it is none."""
        if not isinstance(board, Game) or board.rules != rules:
            raise ValueError(f"a board must be a Game by these rules, not {shown(board)}")
        return board

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell; ValueError where it is none of the board."""
        return _as_index(move, rules.cell_count, "a move")


class FlatContract(FunctionsContract):
    """Contract of a flat board: a list of "X", "O" or None; a move is an index."""

    name = "flat"
    title = "Flat list"

    def encode(self, game: Game) -> list[Any]:
        """Return the position as a new list, cell by cell."""
        return list(game.board)

    def _squares(self, board: Any, rules: Rules) -> list[Any]:
        count = rules.cell_count
        squares = _as_list(board, f"a board must be a list of {count} cells")
        if len(squares) != count:
            raise ValueError(f"a board must have {count} cells, not {len(squares)}")
        return squares

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the index of the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of an index; ValueError where the list has no such cell."""
        return _as_index(move, rules.cell_count, "a move")


class Cs50Contract(FunctionsContract):
    """Contract of Harvard's CS50 AI: a list of rows; a move is (row, column) from 0."""

    name = "cs50"
    title = "CS50's Introduction to Artificial Intelligence"

    def encode(self, game: Game) -> list[list[Any]]:
        """Return the position as a new list of rows."""
        width = game.rules.layout.columns
        board = game.board
        return [list(board[start : start + width]) for start in range(0, len(board), width)]

    def _squares(self, board: Any, rules: Rules) -> list[Any]:
        layout = rules.layout
        rows = _as_list(board, f"a board must be a list of {layout.rows} rows")
        if len(rows) != layout.rows:
            raise ValueError(f"a board must have {layout.rows} rows, not {len(rows)}")
        squares: list[Any] = []
        for number, row in enumerate(rows):
            cells = _as_list(row, f"row {number} of the board must be a list")
            if len(cells) != layout.columns:
                raise ValueError(
                    f"row {number} of the board must have {layout.columns} cells, "
                    f"not {len(cells)}"
                )
            squares += cells
        return squares

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> tuple[int, int]:
        """Return the cell as (i, j), its row and column from 0."""
        return divmod(cell, rules.layout.columns)

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of (i, j); ValueError where it is no such pair."""
        pair = _as_list(move, "a move must be a pair (i, j)")
        if len(pair) != 2:
            raise ValueError(f"a move must be a pair (i, j), not {shown(move)}")
        layout = rules.layout
        row = _as_index(pair[0], layout.rows, "the row i of a move")
        column = _as_index(pair[1], layout.columns, "the column j of a move")
        return row * layout.columns + column


def _as_list(value: Any, expected: str) -> list[Any]:
    """Return the items of a list, a tuple or an array (of NumPy, say) as a list."""
    if isinstance(value, str | bytes | dict | set | frozenset) or not hasattr(value, "__len__"):
        raise ValueError(f"{expected}, not {shown(value)}")
    return list(value)


def _as_index(value: Any, count: int, what: str) -> int:
    expected = f"{what} must be an int from 0 to {count - 1}, not {shown(value)}"
    try:
        number = as_int(value)
    except TypeError:
        raise ValueError(expected) from None
    if not 0 <= number < count:
        raise ValueError(expected)
    return number


def _one_of(answer: Any, allowed: tuple[str, ...], expected: str) -> str:
    if not isinstance(answer, str) or answer not in allowed:
        raise ValueError(f"the answer must be {expected}, not {shown(answer)}")
    return str(answer)


def _as_truth(answer: Any) -> bool:
    """Return True or False, of Python's or of NumPy's type."""
    if type(answer).__name__ not in ("bool", "bool_"):
        raise ValueError(f"the answer must be True or False, not {shown(answer)}")
    return bool(answer)


def _as_utility(answer: Any) -> int:
    expected = f"the answer must be 1, 0 or -1, not {shown(answer)}"
    found = [] if isinstance(answer, bool) else [v for v in (1, 0, -1) if answer == v]
    if not found:
        raise ValueError(expected)
    return found[0]
