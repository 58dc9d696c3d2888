"""Marks, results and game states: bit masks, or positions for plain rules."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal

Mark = Literal["X", "O"]
"""Mark on the board, and name of its player (``"X"`` moves first)."""

MARKS: tuple[Mark, Mark] = ("X", "O")
"""Both marks, in the order of play."""

OWN_MARKS: Mapping[Mark, Mark] = {"X": "X", "O": "O"}
"""Mark that each player draws if each has their own."""

Result = Literal["X", "O", "draw"] | None
"""Winner or ``"draw"``, or None while the game continues."""

Board = tuple[Mark | None, ...]
"""Mark in each cell, by cell index, or None for an empty cell."""


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
"""Default names of the players."""

FIRST_AND_SECOND: Mapping[Mark, str] = {"X": "First", "O": "Second"}
"""Default names of the players if they share marks."""


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

    A state is immutable, and all games in the same position share it. Rules that need more
    fields define a frozen dataclass as a subclass. Its constructor, ``repr``, pickling and
    copying use all the fields::

        @dataclass(frozen=True, eq=False)
        class CountingState(State):
            passes: int

        CountingState(own, other, legal_moves, result, passes)

    Such a subclass must also override `key`, so that states that differ in the new
    fields have different keys.

    Parameters
    ----------
    own, other : int
        Bit masks of the marks of the player to move, and of the player who has just moved
        (bit *i* is cell *i*).
    legal_moves : tuple of int
        Legal moves, ascending, or ``()`` after the end.
    result : {None, "X", "O", "draw"}
        Result of the game, or None while it continues.
    """

    __slots__ = ("legal_moves", "other", "own", "result")

    own: int
    """Bit mask of the marks of the player to move."""
    other: int
    """Bit mask of the marks of the other player, the last to move."""
    legal_moves: tuple[int, ...]
    """Legal moves, ascending, or ``()`` after the end."""
    result: Result
    """Result of the game, or None while it continues."""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @property
    def key(self) -> Hashable:
        """Key for a transposition table, shared only by equal states under the same rules.

        By default the key consists of the marks. If something else affects the game, such as
        the last move, override it.
        """
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """Player to move, with the marks ``own``, also set after the end."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the marks of X and O, in this order."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


class _Draft(State):
    """State under construction, with fields that can be set."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def new_state(own: int, other: int, legal_moves: tuple[int, ...], result: Result) -> State:
    """Return ``State(own, other, legal_moves, result)`` in a third of the time.

    The constructor of a frozen dataclass sets each field through a slow detour. It is
    quicker to fill a mutable draft and then set its class.
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
    """State with the bit masks of X and O on the board, whoever drew them.

    `own` is the mask of X and `other` that of O, whoever is to move. Players take turns, so
    the number of marks determines the player to move.
    """

    __slots__ = ()

    @property
    def masks(self) -> tuple[int, int]:
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
    """Immutable marks on a board, without the moves that led to them.

    Examples
    --------
    >>> position = Position(("X", None, "O", None))
    >>> position.move_count, position.to_move, position.free
    (2, 'X', (1, 3))
    """

    board: Board
    """Mark in each cell, ``"X"`` or ``"O"``, row by row, or None for an empty cell."""

    @property
    def move_count(self) -> int:
        """Number of marks on the board, which equals the number of moves made."""
        return len(self.board) - self.board.count(None)

    @property
    def to_move(self) -> Mark:
        """Player to move, ``"X"`` first."""
        return "O" if self.move_count % 2 else "X"

    @property
    def free(self) -> tuple[int, ...]:
        """Cells without a mark, ascending."""
        return tuple(cell for cell, mark in enumerate(self.board) if mark is None)
