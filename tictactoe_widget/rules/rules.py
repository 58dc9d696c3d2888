"""Base class of the families of rules, their registry, and the types they share."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.validation import brief, visible

from .errors import CellTakenError, GameOverError, IllegalMoveError, OutOfBoardError
from .state import (
    FIRST_AND_SECOND,
    OWN_MARKS,
    PLAIN_NAMES,
    Mark,
    State,
    new_state,
    result_message,
)

if TYPE_CHECKING:
    from .cards import RuleCard

Lines = tuple[tuple[int, ...], ...]
"""Lines, each as a tuple of its cells."""

SmallBoards = tuple[Literal["X", "O", "draw"] | None, ...]
"""Result of each small board: its winner, ``"draw"`` when it is full, None before.

The tuple is empty for rules without small boards.
"""

Symmetry = tuple[int, ...]
"""Permutation *p* of the cells: a mark in cell *c* goes to cell ``p[c]``."""

Symmetries = tuple[Symmetry, ...]
"""Permutations of the cells under which the rules stay the same, the identity first."""


class Rules(ABC):
    """Base class of a family of rules.

    A new family is one subclass in one file: the members below are all that the
    players need to search it and the widget to draw it. Instances must be
    immutable and hashable, with a ``repr`` that rebuilds them; a frozen dataclass
    is all three.

    Eight members are abstract and must be defined: `title`, `summary`, `layout`,
    `initial_state`, `advance`, `winning_lines`, `to_text` and `from_text`. The
    others have a default that a family may override: `refusal` for further
    reasons, `guide`, `symmetries`, and `systematic_name` with `from_name` (and the
    decorator `register_family`) so that the rules can be saved, linked to and found by
    name. A card of its own is registered by `register_card`.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """Short name of the rules, shown to players."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """Rules in one paragraph, for players to read."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Grid in which the cells are drawn."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """State of the empty board, with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a move.

        The state must depend on `state` and `cell` alone: on a board of at most
        12 cells each state is computed once and cached.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            One of ``state.legal_moves``, a cell with the mark where marks are chosen; it
            is not checked again here.
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Return all completed lines, each as ascending cells; ``()`` where there are none."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Return the board as text, each row on its own.

        The text must determine the state, and spaces in it must not matter, so that
        `from_text` can read it back.
        """

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Read a board as `to_text` writes it, rows separated by line breaks or slashes.

        Raises
        ------
        ValueError
            When the text is not a board of these rules or cannot be reached by
            legal moves; the message says why.
        """

    @property
    def name(self) -> str:
        """Name of the rules, as `find_rules` reads it: the short one where there is one.

        Examples
        --------
        >>> from tictactoe_widget import MNK
        >>> MNK(rows=3, columns=3, k=3).name, MNK(rows=4, columns=3, k=3, misere=True).name
        ('standard', 'misere-4x3k3')
        """
        return SHORT_NAMES.get(self) or self.systematic_name

    @property
    def systematic_name(self) -> str:
        """Name made of the values of the rules, which `from_name` reads.

        It is in lower case, without spaces. The default, the ``repr``, can be shown but
        not read back by `find_rules`.
        """
        return visible(repr(self))

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules of this family with a name; None where the family has no such name.

        The default returns None. A family that overrides `systematic_name` must override this
        method too and be decorated with `register_family`, so that `find_rules`
        can read its names.

        Raises
        ------
        ValueError
            When the name has the form of this family's names but its values are
            not valid, such as a size out of range; the message says why.
        """
        del name
        return None

    @property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: ways to turn or mirror it that leave the rules the same.

        Each is a permutation *p* of all cells: a mark in cell *c* goes to cell
        ``p[c]``. The identity comes first. The default is the identity alone.
        """
        return (tuple(range(self.cell_count)),)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state with every mark moved by one of `symmetries`.

        The default handles a plain `State`. A family that has symmetries, and
        states with further fields, must override it.

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
        """Return the result of each small board; ``()`` where there are none."""
        del state
        return ()

    def open_boards(self, state: State) -> tuple[int, ...]:
        """Return the small boards that may be played now; ``()`` where there are none."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Return a reminder for the next move, such as "Play in board 5"; mostly empty."""
        del state
        return ""

    @property
    def cell_count(self) -> int:
        """Number of cells of the board."""
        return len(self.layout.cells)

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player draws, None for both where it is chosen at each move.

        The default is their own. Where the mark is chosen, a move is the cell for X, and
        the cell + `cell_count` for O.
        """
        return OWN_MARKS

    @property
    def chooses_mark(self) -> bool:
        """True where the player chooses the mark of each move."""
        return self.drawn_marks["X"] is None

    @property
    def shares_marks(self) -> bool:
        """True where a mark on the board does not tell who made it."""
        return self.drawn_marks != OWN_MARKS

    @property
    def player_names(self) -> Mapping[Mark, str]:
        """Names of players who have been given no other: ``"Player X"`` and ``"Player O"``."""
        return FIRST_AND_SECOND if self.shares_marks else PLAIN_NAMES

    @property
    def action_count(self) -> int:
        """Number of different moves: one for each cell, two where marks are chosen."""
        return self.cell_count * (2 if self.chooses_mark else 1)

    def cell_of(self, move: int) -> int:
        """Return the cell of a move, which is the move itself unless marks are chosen."""
        return move % self.cell_count if self.chooses_mark else move

    def landing(self, state: State, cell: int) -> int:
        """Return the cell that a person plays who points at `cell`; mostly that cell.

        Where marks fall it is the lowest free cell of the column.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            Any number, which need not be a cell.
        """
        del state
        return cell

    def mark_of(self, state: State, move: int) -> Mark:
        """Return the mark that a move draws on the board."""
        return self.mark_drawn_by(state.to_move, move)

    def mark_drawn_by(self, player: Mark, move: int) -> Mark:
        """Return the mark that a move of a player draws on the board."""
        return self.drawn_marks[player] or ("O" if move >= self.cell_count else "X")

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error for a cell that is not a legal move; its message says why.

        A family with further reasons returns another subclass of
        `IllegalMoveError`, or `IllegalMoveError` itself, with the message that
        the player reads.
        """
        if not 0 <= cell < self.action_count:
            return OutOfBoardError(f"Invalid position: choose {self.layout.name_range}")
        if state.result is not None:
            ended = result_message(state.result, names=self.player_names)
            return GameOverError(f"Game is over. {ended}")
        return CellTakenError("Position already taken")

    @property
    def card(self) -> "RuleCard":
        """Rule card of these rules: the rules as data, with examples that can be played.

        Of a family without a card of its own it says what holds for any: who moves, what
        is refused and when a game ends, with the title and the summary.
        """
        return (CARD_WRITERS.get(type(self)) or CARD_WRITERS[Rules])(self)

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


SHORT_NAMES: dict[Rules, str] = {}
"""Short name of rules that have one, filled by `register_name`."""

CARD_WRITERS: "dict[type, Callable[[Any], RuleCard]]" = {}
"""Function that makes the rule card, by family, filled by `register_card`."""


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


_FAMILIES: list[type[Rules]] = []

_Family = TypeVar("_Family", bound=type[Rules])


def register_family(family: _Family) -> _Family:
    """Register a family, so that `find_rules` reads its names; a class decorator.

    A class of the same module and name that was registered before is replaced,
    so that a cell of a notebook can be run again.

    Parameters
    ----------
    family : type
        A subclass of `Rules` that overrides `Rules.from_name`.

    Returns
    -------
    type
        The family, unchanged.

    Raises
    ------
    TypeError
        When `family` is not a subclass of `Rules`.
    """
    if not (isinstance(family, type) and issubclass(family, Rules)):
        raise TypeError(f"a family must be a subclass of Rules, not {brief(family)}")
    origin = (family.__module__, family.__qualname__)
    _FAMILIES[:] = [
        known for known in _FAMILIES if (known.__module__, known.__qualname__) != origin
    ]
    _FAMILIES.append(family)
    return family


def register_name(name: str, rules: Rules) -> None:
    """Give rules a short name, which is their `Rules.name` from then on."""
    SHORT_NAMES[rules] = name


def read_name(name: str) -> Rules | None:
    """Return the rules of the first family that reads `name`, None where none does.

    Raises
    ------
    ValueError
        When the name has the form of a family's names but its values are not
        valid, such as ``"4x5k9"``.
    """
    for family in _FAMILIES:
        rules = family.from_name(name)
        if rules is not None:
            return rules
    return None
