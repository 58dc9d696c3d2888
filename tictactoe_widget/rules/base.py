"""Base class of the families of rules, and the types that a :class:`~.game.Game` is made of."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, fields
from operator import index
from typing import Any, Literal, Self

from .drawing import Scene, draw_board
from .errors import CellTakenError, GameOverError, IllegalMoveError, OutOfBoardError, shown
from .layout import Layout
from .markup import escape

Mark = Literal["X", "O"]
"""Player, and the mark that the player leaves on the board; ``"X"`` opens."""

Result = Literal["X", "O", "draw"] | None
"""Winner, or ``"draw"``; None while the game goes on."""

Board = tuple[Mark | None, ...]
"""Mark in each cell, by cell index; None where the cell is empty."""

Lines = tuple[tuple[int, ...], ...]
"""Lines, each as the cells on it."""

SmallBoards = tuple[Literal["X", "O", "draw"] | None, ...]
"""Winner of each small board; None while it is open, ``()`` without small boards."""

Symmetry = tuple[int, ...]
"""A permutation of the cells: a mark in cell *c* goes to the cell at index *c*."""

Symmetries = tuple[Symmetry, ...]
"""Permutations of the cells under which the rules stay the same, the identity first."""


@dataclass(frozen=True, eq=False)
class State:
    """Bit masks of a game at one moment, seen from the player to move.

    A state cannot be written to: it is shared by every game that stands alike.
    Rules that need more fields derive a frozen dataclass, which is built, shown,
    pickled and copied by all its fields::

        @dataclass(frozen=True, eq=False)
        class CountingState(State):
            passes: int

        CountingState(own, other, legal_moves, result, passes)

    A `key` of its own must then tell apart what the new fields tell apart.

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
    """Bit mask of the cells that the player to move holds."""
    other: int
    """Bit mask of the cells that the player who has just moved holds."""
    legal_moves: tuple[int, ...]
    """Cells that may be played, ascending."""
    result: Result
    """Result of the game, None while it goes on."""

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @property
    def key(self) -> Hashable:
        """Key of a transposition table: equal under the same rules for equal states alone.

        Marks and the player to move are enough where they decide all that follows.
        Rules by which more matters (the last move, say) write their own.
        """
        return (self.own, self.other)

    @property
    def move_count(self) -> int:
        """Number of marks on the board."""
        return (self.own | self.other).bit_count()

    @property
    def to_move(self) -> Mark:
        """Player whose marks are ``own``, also when the game is over."""
        return "O" if self.move_count & 1 else "X"

    @property
    def masks(self) -> tuple[int, int]:
        """Bit masks of the cells that X and O hold."""
        return (self.other, self.own) if self.move_count & 1 else (self.own, self.other)


class _Draft(State):
    """A state under construction, whose fields can be set."""

    __slots__ = ()
    __setattr__, __delattr__ = object.__setattr__, object.__delattr__


_new = object.__new__


def new_state(own: int, other: int, legal_moves: tuple[int, ...], result: Result) -> State:
    """Return ``State(own, other, legal_moves, result)`` in a third of the time.

    Setting the fields of a draft and then its class is quicker than to go around
    the refusal of the class for each field.
    """
    draft: Any = _new(_Draft)
    draft.own = own
    draft.other = other
    draft.legal_moves = legal_moves
    draft.result = result
    draft.__class__ = State
    return draft  # type: ignore[no-any-return]


class Rules(ABC):
    """Base class of a family of rules.

    A new family is one subclass in one file: the players search it and the
    widget draws it by the answers below. Instances must be immutable and
    hashable, with a `repr` that rebuilds them; a frozen dataclass is all three.

    Eight members must be written: `title`, `summary`, `layout`,
    `initial_state`, `advance`, `winning_lines`, `to_text` and `from_text`. The
    others have a default, to be replaced where a family knows better: `refusal`
    for reasons of its own, `guide`, `symmetries`, and `name` with `from_name`
    (and the decorator `register_family`) so that the rules can be saved, linked
    to and found by name.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """Short name that a player reads."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """The rules in one paragraph that a player can read."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Places where the cells are drawn."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """Empty board with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a move.

        The state must depend on `state` and `cell` alone: on a board of at most
        12 cells it is computed once and kept.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            One of ``state.legal_moves``; this is not checked again here.
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Return every completed line as ascending cells; ``()`` where there is none."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Write the board as text, one row a line.

        The text says all that the state says, and blanks in it mean nothing:
        `from_text` reads it back.
        """

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Read what `to_text` writes, its rows split by line breaks or slashes.

        Raises
        ------
        ValueError
            When the text is not a board of these rules or no play can reach
            it; the message says why.
        """

    @property
    def name(self) -> str:
        """Name that `from_name` reads: lower case, without blanks.

        The default, the `repr`, can be shown but not read back by `find_rules`.
        """
        return repr(self)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules that write this `name`; None where it is not one of this family.

        The default reads no name. A family that writes its own must be decorated
        with `register_family`, so that `find_rules` asks it.

        Raises
        ------
        ValueError
            When the name has the form of this family's names and says what
            cannot be played, such as a size out of range; the message says why.
        """
        del name
        return None

    @property
    def symmetries(self) -> Symmetries:
        """Ways to turn or mirror the board that leave the rules the same.

        Each is a permutation *p* of all cells: a mark in cell *c* goes to cell
        ``p[c]``. The identity comes first. The default knows no other.
        """
        return (tuple(range(self.cell_count)),)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state with every mark moved by one of `symmetries`.

        The default does for a plain `State`. A family whose states have fields
        of their own, and that has symmetries, writes its own.

        Parameters
        ----------
        state : State
            Any state of these rules.
        symmetry : tuple of int
            One of `symmetries`: cell *c* goes to cell ``symmetry[c]``.
        """
        return new_state(
            move_bits(state.own, symmetry),
            move_bits(state.other, symmetry),
            tuple(sorted(symmetry[cell] for cell in state.legal_moves)),
            state.result,
        )

    def small_boards(self, state: State) -> SmallBoards:
        """Return who has won each small board; ``()`` where the board is one."""
        del state
        return ()

    def open_boards(self, state: State) -> tuple[int, ...]:
        """Return the small boards that may be played now; ``()`` where there are none."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Say what a player must not forget before the next move; mostly nothing."""
        del state
        return ""

    @property
    def cell_count(self) -> int:
        """Number of cells of the board."""
        return len(self.layout.cells)

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error that says why `cell`, not a legal move, may not be played.

        A family with reasons of its own returns a further subclass of
        `IllegalMoveError`, or `IllegalMoveError` itself, with the message that
        the player reads.
        """
        if not 0 <= cell < self.cell_count:
            return OutOfBoardError(f"Invalid position: choose 1-{self.cell_count}")
        if state.result is not None:
            return GameOverError(f"Game is over. {result_message(state.result)}")
        return CellTakenError("Position already taken")

    def _repr_html_(self) -> str:
        """Return the title, the summary and the empty board, for a notebook."""
        start = self.initial_state
        scene = Scene(
            self.layout,
            marks=(None,) * self.cell_count,
            title=f"{self.title}: the empty board",
            small_boards=self.small_boards(start),
        )
        return (
            f'<figure style="margin:0"><figcaption><p><strong>{escape(self.title)}</strong></p>'
            f'<p style="max-width:45em">{escape(self.summary)}</p></figcaption>'
            f"{draw_board(scene)}</figure>"
        )


def move_bits(mask: int, symmetry: Symmetry) -> int:
    """Return the mask with every bit *c* moved to bit ``symmetry[c]``.

    >>> move_bits(0b011, (2, 1, 0))
    6
    """
    moved = 0
    while mask:
        lowest = mask & -mask
        moved |= 1 << symmetry[lowest.bit_length() - 1]
        mask ^= lowest
    return moved


def as_int(value: object) -> int:
    """Return an integer of any kind (a NumPy integer, say) as an int.

    Raises
    ------
    TypeError
        When `value` is not an integer, or is a bool.
    """
    if isinstance(value, bool):
        raise TypeError(f"expected an int, not {shown(value)}")
    return index(value)  # type: ignore[arg-type]


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
