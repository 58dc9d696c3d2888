"""What every family of rules answers, in the terms a :class:`~.game.Game` is made of."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Literal

from .errors import CellTakenError, GameOverError, IllegalMoveError, OutOfBoardError

Mark = Literal["X", "O"]
"""A player and the mark that player leaves on the board; ``"X"`` opens."""

Result = Literal["X", "O", "draw"] | None
"""Who has won, or ``"draw"``; None while the game goes on."""

Board = tuple[Mark | None, ...]
"""The mark in each cell, by cell index; None where the cell is empty."""

Lines = tuple[tuple[int, ...], ...]
"""Lines, each as the cells on it."""

SmallBoards = tuple[Literal["X", "O", "draw"] | None, ...]
"""Who has won each small board; None while that is open, ``()`` without small boards."""


class State:
    """Where a game stands, seen from the player to move; never changed once made.

    Parameters
    ----------
    own, other : int
        Bit mask of the cells (bit *i* is cell *i*) that hold the marks of the
        player to move, and of the player who has just moved.
    legal_moves : tuple of int
        The cells that may be played, ascending; ``()`` once the game is over.
    result : {None, "X", "O", "draw"}
        How the game ended, None while it goes on.
    """

    __slots__ = ("legal_moves", "other", "own", "result")

    own: int
    other: int
    legal_moves: tuple[int, ...]
    result: Result

    def __init__(
        self, own: int, other: int, legal_moves: tuple[int, ...], result: Result
    ) -> None:
        self.own = own
        self.other = other
        self.legal_moves = legal_moves
        self.result = result

    @property
    def key(self) -> Hashable:
        """What tells this state from every other one under the same rules."""
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """The player whose marks are ``own``, also when the game is over."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the cells that X and O hold."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


@dataclass(frozen=True)
class Layout:
    """Where the cells of a board are drawn and how people name them."""

    rows: int
    """Rows of the grid as drawn."""
    columns: int
    """Columns of the grid as drawn."""
    cells: tuple[int, ...]
    """The cell at each place of the grid, row by row from the top left."""
    block: int = 0
    """Side of the square blocks the grid is split into; 0 where it is one board."""


class Rules(ABC):
    """One family of rules.

    A new family is one subclass in one file: the players search it and the
    widget draws it by the answers below. Instances are immutable, hashable,
    and rebuilt by their `repr`.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """A short name for people."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The rules in one paragraph that a player can read."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Where the cells are drawn."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """The empty board with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a move.

        Parameters
        ----------
        state : State
            Where the game stands.
        cell : int
            One of ``state.legal_moves``; this is not checked again here.
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Every completed line, each as ascending cells; ``()`` where there is none."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Write the board as text, one row a line."""

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Read what `to_text` writes.

        Raises
        ------
        ValueError
            When the text is no board of these rules or no play can reach it;
            the message says why.
        """

    def small_boards(self, state: State) -> SmallBoards:
        """Who has won each of the small boards; ``()`` where the board is one."""
        del state
        return ()

    def open_boards(self, state: State) -> tuple[int, ...]:
        """Which small boards may be played now, ascending; ``()`` where there are none."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Say what a player must not forget before the next move, if anything."""
        del state
        return ""

    @property
    def cell_count(self) -> int:
        """How many cells the board has."""
        return len(self.layout.cells)

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Why `cell`, which is not among the legal moves, may not be played."""
        if not 0 <= cell < self.cell_count:
            return OutOfBoardError(f"Invalid position: choose 1-{self.cell_count}")
        if state.result is not None:
            return GameOverError(f"Game is over. {result_message(state.result)}")
        return CellTakenError("Position already taken")


def opponent(player: Mark) -> Mark:
    """Return the other player.

    >>> opponent("X")
    'O'
    """
    return "O" if player == "X" else "X"


def result_message(result: Literal["X", "O", "draw"], verb: str = "won") -> str:
    """Say a result to a person.

    >>> result_message("X")
    'Player X won!'
    >>> result_message("draw")
    "It's a draw!"
    """
    return "It's a draw!" if result == "draw" else f"Player {result} {verb}!"
