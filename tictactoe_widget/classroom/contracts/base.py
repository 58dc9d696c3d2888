"""Base class of contracts: how one course writes the functions of the game."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.base import Board, Rules
from tictactoe_widget.rules.errors import shown
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import STANDARD

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
"""What a function is for, whatever a course calls it.

``"agent"`` chooses any legal move, ``"minimax"`` one that perfect play would make.
"""

Asked = Literal["start", "open", "over", "all", "moves"]
"""Positions that a function is asked about: the empty board, those where play goes
on, finished ones, all, or every move of every position where play goes on. What a
course leaves open is not asked."""

MOST_MOVES = 1000
"""Most moves that are read from an answer, so that an endless generator ends."""


@dataclass(frozen=True)
class Function:
    """One function that a contract asks for. Immutable."""

    name: str
    """Name that the course gives it."""
    role: Role
    """What it is for."""
    asked: Asked
    """Positions that it is asked about."""


class Contract(ABC):
    """How one course writes the game: its functions, boards, moves, players and values.

    A contract converts between a `Game` and what the course's functions take and
    return. Each conversion makes new objects, so that a function that changes its
    argument harms nothing.
    """

    name: str
    """Name of the contract, by which `find_contract` finds it."""
    title: str
    """Short title, for people."""
    functions: tuple[Function, ...]
    """Functions that the contract asks for, in the order in which a class writes them."""

    @abstractmethod
    def encode(self, game: Game) -> Any:
        """Return the position of a game as a new board of this contract."""

    @abstractmethod
    def marks(self, board: Any, rules: Rules = STANDARD) -> Board:
        """Return the mark in each cell of a board; None where it is empty.

        Raises
        ------
        ValueError
            When `board` is not one of this contract and these rules; the message
            says what it should be.
        """

    def decode(self, board: Any, rules: Rules = STANDARD) -> Game:
        """Return the game in the position of a board.

        Raises
        ------
        ValueError
            When `board` is not one of this contract, or no game can reach it.
        """
        return Game.from_text("".join(mark or "." for mark in self.marks(board, rules)), rules)

    @abstractmethod
    def encode_move(self, cell: int, rules: Rules = STANDARD) -> Any:
        """Return a cell as a move of this contract."""

    @abstractmethod
    def decode_move(self, move: Any, rules: Rules = STANDARD) -> int:
        """Return the cell of a move; whether it is legal is not checked.

        Raises
        ------
        ValueError
            When `move` is not a move of this contract on this board.
        """

    @abstractmethod
    def arguments(
        self, function: Function, game: Game, cell: int | None = None
    ) -> tuple[Any, ...]:
        """Return new arguments for a call of a function.

        Parameters
        ----------
        function : Function
            One of `functions`.
        game : Game
            Position that it is asked about.
        cell : int, optional
            The move, where the function takes one.
        """

    @abstractmethod
    def read(self, function: Function, answer: Any, game: Game) -> Any:
        """Return what a function answered, in the same form for every contract.

        Returns
        -------
        object
            By role: a `Board` (``initial_state``, ``result``); a mark (``player``); a
            frozenset of cells (``actions``); a mark or None (``winner``); a bool
            (``terminal``); 1, 0 or -1, seen by X (``utility``); a cell, or None on a
            finished board (``minimax``, ``agent``).

        Raises
        ------
        ValueError
            When the answer is of another type or form; the message says what it
            should be.
        """

    @abstractmethod
    def as_player(self, functions: Mapping[str, Callable[..., Any]]) -> Player:
        """Return a player that asks a student's functions, by name, for its moves.

        Raises
        ------
        ValueError
            When the function that chooses a move is missing.
        """

    @abstractmethod
    def play_as(self, player: Player) -> Any:
        """Return one of our players as an agent of this contract."""

    def function(self, name: str) -> Function:
        """Return the function with a name.

        Raises
        ------
        ValueError
            When the contract has no function of that name.
        """
        for function in self.functions:
            if function.name == name:
                return function
        known = ", ".join(function.name for function in self.functions)
        raise ValueError(f"the contract {self.name} has no function {shown(name)}, but {known}")

    def read_moves(self, answer: Any, rules: Rules) -> frozenset[int]:
        """Return a set, list, generator or other iterable of moves as cells.

        Raises
        ------
        ValueError
            When the answer cannot be iterated, or a move cannot be read, stands
            in it twice, or is one of too many.
        """
        if isinstance(answer, str | bytes) or not isinstance(answer, Iterable):
            raise ValueError(f"the answer must be a set or list of moves, not {shown(answer)}")
        cells: set[int] = set()
        for move in islice(answer, MOST_MOVES):
            cell = self.decode_move(move, rules)
            if cell in cells:
                raise ValueError(f"the move {shown(move)} stands in the answer twice")
            cells.add(cell)
        return frozenset(cells)
