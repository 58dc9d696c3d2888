"""Marks, results, and states of games: as bit masks, or as positions for plain rules."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

Mark = Literal["X", "O"]
"""Mark on the board, and name of the player who makes it; ``"X"`` moves first."""

MARKS: tuple[Mark, Mark] = ("X", "O")
"""Both marks, in the order of play."""

OWN_MARKS: Mapping[Mark, Mark] = {"X": "X", "O": "O"}
"""Mark that each player draws, where each draws their own."""

Result = Literal["X", "O", "draw"] | None
"""Winner, or ``"draw"``; None while the game goes on."""

Board = tuple[Mark | None, ...]
"""Mark in each cell, by cell index; None where the cell is empty."""


def read_masks(x: int, o: int, cell_count: int) -> Board:
    """Return the mark in each cell, from the bit masks of the cells of X and O.

    >>> read_masks(0b001, 0b100, 4)
    ('X', None, 'O', None)
    """
    return tuple(
        "X" if x >> cell & 1 else "O" if o >> cell & 1 else None for cell in range(cell_count)
    )


def opponent(player: Mark) -> Mark:
    """Return the opponent of a player.

    >>> opponent("X")
    'O'
    """
    return "O" if player == "X" else "X"


PLAIN_NAMES: Mapping[Mark, str] = {"X": "Player X", "O": "Player O"}
"""Names of players that have been given no other."""

FIRST_AND_SECOND: Mapping[Mark, str] = {"X": "First", "O": "Second"}
"""The same where a mark does not tell who made it."""


def result_message(
    result: Literal["X", "O", "draw"],
    verb: str = "won",
    names: Mapping[Mark, str] = PLAIN_NAMES,
) -> str:
    """Return a result as a sentence for people.

    >>> result_message("X")
    'Player X won!'
    >>> result_message("O", "wins", {"X": "Ada", "O": "Grace"})
    'Grace wins!'
    >>> result_message("draw")
    "It's a draw!"
    """
    return "It's a draw!" if result == "draw" else f"{names[result]} {verb}!"


@dataclass(frozen=True, eq=False)
class State:
    """State of a game as bit masks, seen from the player to move.

    A state is immutable: all games in the same position share it. Rules that need
    more fields define a subclass that is a frozen dataclass; its constructor,
    ``repr``, pickling and copying use all the fields::

        @dataclass(frozen=True, eq=False)
        class CountingState(State):
            passes: int

        CountingState(own, other, legal_moves, result, passes)

    Such a subclass must also override `key`, so that states that differ in the new
    fields have different keys.

    Parameters
    ----------
    own, other : int
        Bit mask of the cells (bit *i* is cell *i*) that hold the marks of the
        player to move, and of the player who has just moved.
    legal_moves : tuple of int
        The cells that may be played, ascending; ``()`` once the game is over.
    result : {None, "X", "O", "draw"}
        Result of the game, None while it goes on.
    """

    __slots__ = ("legal_moves", "other", "own", "result")

    own: int
    """Bit mask of the cells that the player to move holds."""
    other: int
    """Bit mask of the cells that the player who has just moved holds."""
    legal_moves: tuple[int, ...]
    """Cells that may be played, ascending; ``()`` once the game is over."""
    result: Result
    """Result of the game, None while it goes on."""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @property
    def key(self) -> Hashable:
        """Transposition table key: under the same rules only equal states share one.

        The marks are enough where they decide everything that can follow. Rules by
        which more matters (the last move, say) override it.
        """
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """Player to move, whose marks are ``own``; set also when the game is over."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the cells that X and O hold, in this order."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


class _Draft(State):
    """A state under construction, whose fields can be set."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def new_state(own: int, other: int, legal_moves: tuple[int, ...], result: Result) -> State:
    """Return ``State(own, other, legal_moves, result)`` in a third of the time.

    The constructor of a frozen dataclass sets each field through a slow detour. It
    is quicker to fill a draft, whose fields can be set, and then to set its class.
    """
    draft: Any = _new(_Draft)
    draft.own = own
    draft.other = other
    draft.legal_moves = legal_moves
    draft.result = result
    draft.__class__ = State
    return draft  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class _DrawnState(State):
    """State that holds the X and the O on the board, whoever drew them.

    `own` are the cells that hold X and `other` those that hold O, whoever is to move;
    players take turns, so the number of marks decides that.
    """

    __slots__ = ()

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the cells that hold X and O, in this order."""
        return self.own, self.other


def new_drawn_state(
    x: int, o: int, legal_moves: tuple[int, ...], result: Result
) -> _DrawnState:
    """Return ``_DrawnState(x, o, legal_moves, result)``, as quickly as `new_state`."""
    state: Any = new_state(x, o, legal_moves, result)
    object.__setattr__(state, "__class__", _DrawnState)
    return state  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Position:
    """Marks on a board, without the moves that led to them. Immutable.

    Examples
    --------
    >>> position = Position(("X", None, "O", None))
    >>> position.move_count, position.to_move, position.free
    (2, 'X', (1, 3))
    """

    board: Board
    """Mark in each cell, ``"X"`` or ``"O"``, row by row; None where it is empty."""

    @property
    def move_count(self) -> int:
        """Number of marks on the board, which is that of the moves made."""
        return len(self.board) - self.board.count(None)

    @property
    def to_move(self) -> Mark:
        """Player to move: ``"X"``, who begins, or ``"O"``."""
        return "O" if self.move_count % 2 else "X"

    @property
    def free(self) -> tuple[int, ...]:
        """Cells without a mark, ascending."""
        return tuple(cell for cell, mark in enumerate(self.board) if mark is None)
