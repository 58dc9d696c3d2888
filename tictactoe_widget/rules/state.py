"""Marks, results, and game states as bit masks or as `Position` objects."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self

from tictactoe_widget.texts import N_, _

Mark = Literal["X", "O"]
"""Mark on the board, or the player who uses it: ``"X"`` moves first, and ``"O"`` second."""

MARKS: tuple[Mark, Mark] = ("X", "O")
"""Both marks, starting with the first player's mark."""

OWN_MARKS: Mapping[Mark, Mark] = {"X": "X", "O": "O"}
"""Mark that each player places if each player has their own mark."""

Result = Literal["X", "O", "draw"] | None
"""Winner of the game, ``"draw"``, or None if the game isn't over."""

Board = tuple[Mark | None, ...]
"""Marks on a board, indexed by cell, with None for an empty cell."""


def read_masks(x: int, o: int, cell_count: int) -> Board:
    """Return the mark in each cell, given the bit masks of X and O.

    >>> read_masks(0b001, 0b100, 4)
    ('X', None, 'O', None)
    """
    return tuple(
        "X" if x >> cell & 1 else "O" if o >> cell & 1 else None for cell in range(cell_count)
    )


def move_bits(mask: int, symmetry: tuple[int, ...]) -> int:
    """Return the bit mask after moving every bit *c* to bit ``symmetry[c]``.

    >>> move_bits(0b011, (2, 1, 0))
    6
    """
    moved = 0
    while mask:
        lowest = mask & -mask
        moved |= 1 << symmetry[lowest.bit_length() - 1]
        mask ^= lowest
    return moved


def opponent(player: Mark) -> Mark:
    """Return the opponent of a player.

    >>> opponent("X")
    'O'
    """
    return "O" if player == "X" else "X"


PLAIN_NAMES: Mapping[Mark, str] = {"X": N_("Player X"), "O": N_("Player O")}
"""Default names of the players if each player has their own mark."""

FIRST_AND_SECOND: Mapping[Mark, str] = {"X": N_("First"), "O": N_("Second")}
"""Default names of the players if they share marks."""


def result_message(
    result: Literal["X", "O", "draw"],
    verb: Literal["won", "wins"] = "won",
    names: Mapping[Mark, str] = PLAIN_NAMES,
) -> str:
    """Return the result of a game as a sentence for players.

    >>> result_message("X")
    'Player X won!'
    >>> result_message("O", "wins", {"X": "Ada", "O": "Grace"})
    'Grace wins!'
    >>> result_message("draw")
    "It's a draw!"
    """
    if result == "draw":
        return _("It's a draw!")
    if verb == "wins":
        return _("{player} wins!", player=names[result])
    return _("{player} won!", player=names[result])


@dataclass(frozen=True, eq=False)
class State:
    """State of a game as bit masks, from the point of view of the player to move.

    A state is immutable, so several games can share it. If your rules need more fields, write a
    subclass that is a frozen dataclass. Then the constructor, ``repr``, pickling and copying
    include all fields::

        @dataclass(frozen=True, eq=False)
        class CountingState(State):
            passes: int

        CountingState(own, other, legal_moves, result, passes)

    The subclass must also override `key`, because states that differ in the new fields must
    have different keys.

    Parameters
    ----------
    own, other : int
        Bit masks of the marks, first for the player to move and then for the other player. Bit
        *i* stands for cell *i*.
    legal_moves : tuple of int
        Legal moves in ascending order, or ``()`` after the end of the game.
    result : {None, "X", "O", "draw"}
        Result of the game, or None if the game isn't over.
    """

    __slots__ = ("legal_moves", "other", "own", "result")

    own: int
    """Marks of the player to move, as a bit mask."""
    other: int
    """Marks of the other player, as a bit mask."""
    legal_moves: tuple[int, ...]
    """Legal moves in ascending order, or ``()`` after the end of the game."""
    result: Result
    """Result of the game, or None if the game isn't over."""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @property
    def key(self) -> Hashable:
        """Key for a transposition table.

        Under the same rules, two states with equal keys are equal.

        By default, the key depends only on the marks. If the rest of the game depends on
        anything else, such as the last move, override this property.
        """
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """Player to move or, if the game is over, the player who would move next."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Two bit masks: one for the cells with X and one for the cells with O."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


def players_alternate(state: State) -> bool:
    """Return whether players always take turns in games with this type of state."""
    return type(state).to_move is State.to_move


class _Draft(State):
    """Mutable object with the same fields as a state, for building a state quickly."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def new_state(own: int, other: int, legal_moves: tuple[int, ...], result: Result) -> State:
    """Create ``State(own, other, legal_moves, result)`` three times as fast as the constructor.

    The constructor of a frozen dataclass sets each field with a slow method. It is faster to
    fill a mutable object and then change its class.
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
    """State for rules under which a mark does not show which player placed it.

    `own` is always the bit mask of X, and `other` is always the bit mask of O. The number of
    marks on the board determines who is to move.
    """

    __slots__ = ()

    @property
    def masks(self) -> tuple[int, int]:
        return self.own, self.other


def new_drawn_state(
    x: int, o: int, legal_moves: tuple[int, ...], result: Result
) -> _DrawnState:
    """Create ``_DrawnState(x, o, legal_moves, result)`` faster than the constructor does."""
    state: Any = new_state(x, o, legal_moves, result)
    object.__setattr__(state, "__class__", _DrawnState)
    return state  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class CountedState(State):
    """State that counts the moves, for games in which not every move adds a mark.

    Parameters
    ----------
    own, other, legal_moves, result
        Same as in `State`.
    ply : int
        Number of moves made so far.
    """

    __slots__ = ("ply",)

    ply: int
    """Number of moves made so far."""

    @property
    def key(self) -> tuple[int, ...]:
        """Key of the position: the player to move, and the marks."""
        return (self.ply & 1, self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of moves made so far, even if there are fewer marks on the board."""
        return self.ply


@dataclass(frozen=True, eq=False)
class RepeatableState(CountedState):
    """State of a game in which positions can repeat, because marks slide or vanish.

    Two states with equal keys are the same position, but the games that led to them can differ.
    The results of these games can also differ, because a position that has occurred too often
    is a draw.

    Parameters
    ----------
    own, other, legal_moves, result, ply
        Same as in `CountedState`.
    earlier : tuple
        Keys of the earlier positions in this game that can occur again.
    """

    __slots__ = ("earlier",)

    earlier: tuple[Any, ...]
    """Keys of the earlier positions in this game that can occur again."""

    def image_key(self, symmetry: tuple[int, ...]) -> Hashable:
        """Return the key of the position after applying a symmetry to every mark."""
        return (self.ply & 1, move_bits(self.own, symmetry), move_bits(self.other, symmetry))

    def settle_repetition(self, most: int) -> Self:
        """Return the state, or a draw if its position has occurred at least `most` times."""
        if self.result is None and self.earlier.count(self.key) + 1 >= most:
            return replace(self, legal_moves=(), result="draw")
        return self

    def forget(self) -> Self:
        """Return the same position without the earlier positions."""
        return replace(self, earlier=()) if self.earlier else self


@dataclass(frozen=True, eq=False)
class AgedState(RepeatableState):
    """State of a game in which each player's oldest mark vanishes.

    Parameters
    ----------
    own, other, legal_moves, result, ply, earlier
        Same as in `RepeatableState`.
    order : tuple of int
        Cells of all marks on the board, from the oldest mark to the newest.
    """

    __slots__ = ("order",)

    order: tuple[int, ...]
    """Cells of all marks on the board, from the oldest mark to the newest."""

    @property
    def key(self) -> tuple[int, ...]:
        """Key of the position: the player to move, and the marks in order of age."""
        return (self.ply & 1, *self.order)

    def image_key(self, symmetry: tuple[int, ...]) -> Hashable:
        """Return the key of the position after applying a symmetry to every mark."""
        return (self.ply & 1, *map(symmetry.__getitem__, self.order))


@dataclass(frozen=True, slots=True)
class Position:
    """Immutable position, which stores the marks on a board but not the moves that led to them.

    Examples
    --------
    >>> position = Position(("X", None, "O", None))
    >>> position.move_count, position.to_move, position.free
    (2, 'X', (1, 3))
    """

    board: Board
    """Contents of each cell, row by row: ``"X"``, ``"O"`` or None for an empty cell.

    If players choose texts, each cell with a text contains ``"X"``.
    """
    texts: tuple[str | None, ...] = ()
    """Text in each cell if the players choose texts, with None for an empty cell."""
    points: tuple[int, int] = (0, 0)
    """X's points and O's points."""
    order: tuple[int, ...] = ()
    """Cells of all marks from the oldest to the newest, if marks vanish."""
    turn: Mark | None = None
    """Player to move, or None if the number of marks determines the player."""

    @property
    def move_count(self) -> int:
        """Number of marks on the board.

        Unless marks vanish, slide or are taken over, this is also the number of moves.
        """
        return len(self.board) - self.board.count(None)

    @property
    def to_move(self) -> Mark:
        """Player to move.

        If each move has added a mark and the players take turns, this is ``"X"`` if the number
        of marks is even, otherwise ``"O"``.
        """
        return self.turn or ("O" if self.move_count % 2 else "X")

    @property
    def free(self) -> tuple[int, ...]:
        """Indices of the empty cells, in ascending order."""
        return tuple(cell for cell, mark in enumerate(self.board) if mark is None)
