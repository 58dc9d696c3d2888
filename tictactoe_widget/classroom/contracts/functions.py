"""Contracts of plain functions: our own `Game`, a flat list, and CS50's nested lists."""

from collections.abc import Callable
from typing import Any

from tictactoe_widget.players.calling import (
    RESIGN,
    Player,
    ResignedError,
    choose_move,
    named_after_player,
)
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import Board
from tictactoe_widget.validation import brief

from .contract import (
    Contract,
    Function,
    Functions,
    read_index,
    read_items,
    read_square,
    read_squares,
)


class _FunctionsContract(Contract):
    """Contract of eight plain functions of a board, with the names that CS50 gives them.

    ``winner`` and ``terminal`` are asked on every board and ``utility`` on finished ones;
    ``player``, ``actions``, ``result`` and ``minimax`` where play goes on. What they answer
    elsewhere is left open.
    """

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

    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return new arguments for a call of a function."""
        if function.role == "initial_state":
            return ()
        board = self.encode(game)
        return (board,) if cell is None else (board, self.encode_move(cell, game.rules))

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[[Any], Any]:
        """Return one of our players as a function of a board, which returns a move.

        On a finished board the function returns None.
        """

        def agent(board: Any) -> Any:
            game = self.decode(board, rules)
            return None if game.is_over else self.encode_move(choose_move(player, game), rules)

        return named_after_player(player, agent)


class GameContract(_FunctionsContract):
    """Contract of this package: a board is a `Game`, a move a cell."""

    name = "game"
    title = "Game of this package"

    def check_rules(self, rules: Rules) -> None:
        """Accept all rules: a game knows its own."""

    def encode(self, game: Game) -> Game:
        """Return the game itself, which nothing can change."""
        return game

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a game; None where it is empty."""
        return self.decode(board, rules).board

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game itself; ValueError where it is none."""
        if not isinstance(board, Game) or board.rules != rules:
            raise ValueError(f"a board must be a Game by these rules, not {brief(board)}")
        return board

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell, or the move where marks are chosen; ValueError where it is none."""
        return read_index(move, rules.action_count, "a move")

    def ask(self, functions: Functions, game: Game) -> object:
        """Return what the student's function answers, which any player of ours may.

        That is a cell, `RESIGN`, or a generator of better and better answers.
        """
        return functions[self.chooser.name](game)

    def play_as(self, player: Player, rules: Rules = STANDARD) -> Callable[[Any], Any]:
        """Return one of our players as a function of a game by any rules.

        Where the player resigns, the function returns `RESIGN`.
        """
        del rules

        def agent(board: Any) -> Any:
            if not isinstance(board, Game):
                raise ValueError(f"a board must be a Game, not {brief(board)}")
            try:
                return None if board.is_over else choose_move(player, board)
            except ResignedError:
                return RESIGN

        return named_after_player(player, agent)


class FlatContract(_FunctionsContract):
    """Contract of a flat board: a list of "X", "O" or None; a move is an index.

    Examples
    --------
    >>> FlatContract().encode(Game(moves=(5, 6)))
    [None, None, None, None, None, 'X', 'O', None, None]
    """

    name = "flat"
    title = "Flat list"

    def encode(self, game: Game) -> list[Any]:
        """Return the position as a new list, cell by cell."""
        self.check_rules(game.rules)
        return list(game.board)

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a list; None where it is empty."""
        self.check_rules(rules)
        return read_squares(read_items(board, rules.cell_count, "a board"), "X", "O", None)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> int:
        """Return the index of the cell."""
        del rules
        return cell

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of an index; ValueError where the list has no such cell."""
        return read_index(move, rules.cell_count, "a move")


class Cs50Contract(_FunctionsContract):
    """Contract of Harvard's CS50 AI: a list of rows; a move is (row, column) from 0.

    ``result`` must raise an exception for a move that is not legal. Such are taken
    cells, and also negative numbers: ``board[-1][0]`` is a cell to Python, which counts
    from the end, but (-1, 0) is no move. On a finished board ``minimax`` must return None;
    the course leaves open what ``player``, ``actions`` and ``result`` do there, and
    ``utility`` elsewhere.

    Examples
    --------
    >>> contract = Cs50Contract()
    >>> contract.encode(Game(moves=(5, 6)))
    [[None, None, None], [None, None, 'X'], ['O', None, None]]
    >>> contract.encode_move(5)
    (1, 2)
    """

    name = "cs50"
    title = "CS50's Introduction to Artificial Intelligence"
    functions = (*_FunctionsContract.functions[:-1], Function("minimax", "minimax", "all"))

    def encode(self, game: Game) -> list[list[Any]]:
        """Return the position as a new list of rows."""
        self.check_rules(game.rules)
        width = game.rules.layout.columns
        board = game.board
        return [list(board[start : start + width]) for start in range(0, len(board), width)]

    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a list of rows; None where it is empty."""
        self.check_rules(rules)
        layout = rules.layout
        squares: list[Any] = []
        for number, row in enumerate(read_items(board, layout.rows, "a board", "rows")):
            squares += read_items(row, layout.columns, f"row {number} of the board")
        return read_squares(squares, "X", "O", None)

    def encode_move(self, cell: int, rules: Rules = STANDARD) -> tuple[int, int]:
        """Return the cell as (i, j), its row and column from 0."""
        self.check_rules(rules)
        return divmod(cell, rules.layout.columns)

    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of (i, j); ValueError where it is no such pair."""
        self.check_rules(rules)
        return read_square(move, rules, "a move", ("row i", "column j"))

    def illegal_moves(self, game: Game) -> tuple[Any, ...]:
        """Return the taken cells, and cells just outside the board.

        The course asks ``result`` to raise an exception for an action that is not
        valid for the board.
        """
        taken = [cell for cell, mark in enumerate(game.board) if mark is not None]
        layout = game.rules.layout
        outside = [(-1, 0), (0, -1), (layout.rows, 0), (0, layout.columns)]
        return (*(self.encode_move(cell, game.rules) for cell in taken), *outside)
