"""Base class of the families of rules, their registry, and shared types."""

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
"""Result of each small board: its winner, ``"draw"`` if it is full, or None before.

The tuple is empty for rules without small boards.
"""

Symmetry = tuple[int, ...]
"""Permutation *p* of the cells, which moves a mark from cell *c* to cell ``p[c]``."""

Symmetries = tuple[Symmetry, ...]
"""Permutations of the cells that leave the rules unchanged, the identity first."""


class Rules(ABC):
    """Base class of a family of rules.

    A new family is one subclass in one file. The members below are enough for players to
    search it and for the widget to draw it. Instances must be immutable and hashable, with a
    ``repr`` that rebuilds them. A frozen dataclass meets all three conditions.

    A family must define eight abstract members: `title`, `summary`, `layout`,
    `initial_state`, `advance`, `winning_lines`, `to_text` and `from_text`. It may override
    the defaults of others, such as `refusal` for further reasons, `guide` and `symmetries`.
    To save rules, link to them and find them by name, override `systematic_name` and
    `from_name`, and decorate the class with `register_family`. Register a family's own rule
    card with `register_card`.
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
        """Grid for drawing the cells."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """State of the empty board, with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a move.

        The new state must depend only on `state` and `cell`. On a board of at most 12 cells,
        each state is computed once and cached.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            One of ``state.legal_moves``, which is not checked again. If marks are chosen,
            the move includes the mark.
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Return all completed lines, each as ascending cells, or ``()``."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Return the board as text, with one line for each row.

        So that `from_text` can read it back, the text must determine the state, and its
        spaces must not matter.
        """

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Read a board written by `to_text`, with rows separated by line breaks or slashes.

        Raises
        ------
        ValueError
            If the text is not a board of these rules or cannot be reached by legal moves.
            The message gives the reason.
        """

    @property
    def name(self) -> str:
        """Name of the rules, as `find_rules` reads it, the short one if there is one.

        Examples
        --------
        >>> from tictactoe_widget import MNK
        >>> MNK(rows=3, columns=3, k=3).name, MNK(rows=4, columns=3, k=3, misere=True).name
        ('standard', 'misere-4x3k3')
        """
        return SHORT_NAMES.get(self) or self.systematic_name

    @property
    def systematic_name(self) -> str:
        """Name built from the values of the rules, which `from_name` reads.

        The name is in lower case, without spaces. The default is the ``repr``, which
        `find_rules` cannot read back.
        """
        return visible(repr(self))

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules of this family with a name, or None if there are none.

        The default returns None. A family that overrides `systematic_name` must override this
        method too and be decorated with `register_family`, so that `find_rules`
        can read its names.

        Raises
        ------
        ValueError
            If the name has the form of this family's names but invalid values, such as a
            size out of range. The message gives the reason.
        """
        del name
        return None

    @property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: rotations and reflections that leave the rules unchanged.

        Each is a permutation *p* of all cells that moves a mark from cell *c* to cell
        ``p[c]``. The identity comes first, and is the only default.
        """
        return (tuple(range(self.cell_count)),)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state with every mark moved by one of `symmetries`.

        The default handles a plain `State`. A family with symmetries and further state
        fields must override it.

        Parameters
        ----------
        state : State
            Any state of these rules.
        symmetry : tuple of int
            One of `symmetries`, which moves cell *c* to cell ``symmetry[c]``.
        """
        return new_state(
            move_bits(state.own, symmetry),
            move_bits(state.other, symmetry),
            tuple(sorted(symmetry[cell] for cell in state.legal_moves)),
            state.result,
        )

    def small_boards(self, state: State) -> SmallBoards:
        """Return the result of each small board, or ``()`` if there are none."""
        del state
        return ()

    def open_boards(self, state: State) -> tuple[int, ...]:
        """Return the small boards open for the next move, or ``()`` if there are none."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Return a reminder for the next move, such as "Play in board 5", usually empty."""
        del state
        return ""

    @property
    def cell_count(self) -> int:
        """Number of cells of the board."""
        return len(self.layout.cells)

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player draws, or None for both if players choose the mark.

        By default each player draws their own mark. If players choose the mark, a move is the
        cell for X, and the cell + `cell_count` for O.
        """
        return OWN_MARKS

    @property
    def chooses_mark(self) -> bool:
        """True if the player chooses the mark of each move."""
        return self.drawn_marks["X"] is None

    @property
    def shares_marks(self) -> bool:
        """True if a mark on the board does not show its player."""
        return self.drawn_marks != OWN_MARKS

    @property
    def player_names(self) -> Mapping[Mark, str]:
        """Default names of the players: ``"Player X"`` and ``"Player O"``."""
        return FIRST_AND_SECOND if self.shares_marks else PLAIN_NAMES

    @property
    def action_count(self) -> int:
        """Number of different moves: one for each cell, or two if marks are chosen."""
        return self.cell_count * (2 if self.chooses_mark else 1)

    def cell_of(self, move: int) -> int:
        """Return the cell of a move, which is the move itself unless marks are chosen."""
        return move % self.cell_count if self.chooses_mark else move

    def landing(self, state: State, cell: int) -> int:
        """Return the cell that is played when a person selects `cell`, usually the same.

        If marks fall, it is the lowest free cell of the column.

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
        """Return the mark that a move by a player draws on the board."""
        return self.drawn_marks[player] or ("O" if move >= self.cell_count else "X")

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error for an illegal move, with the reason in its message.

        A family with further reasons may return `IllegalMoveError` or another of its
        subclasses, with a message for the player.
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

        If a family has no card, a general one combines its title and summary with the
        statements that are true for any rules: turns, refused moves and the end of the game.
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
"""Short names of rules, added by `register_name`."""

CARD_WRITERS: "dict[type, Callable[[Any], RuleCard]]" = {}
"""Functions that write the rule card of each family, added by `register_card`."""


def move_bits(mask: int, symmetry: Symmetry) -> int:
    """Return a mask with every bit *c* moved to bit ``symmetry[c]``.

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
    """Register a family so that `find_rules` reads its names, as a class decorator.

    It replaces a registered class of the same module and name, so that you can run a
    notebook cell again.

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
        If `family` is not a subclass of `Rules`.
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
    """Give rules a short name, which becomes their `Rules.name`."""
    SHORT_NAMES[rules] = name


def read_name(name: str) -> Rules | None:
    """Return the rules of the first family that reads `name`, or None.

    Raises
    ------
    ValueError
        If the name has the form of a family's names but invalid values, such as ``"4x5k9"``.
    """
    for family in _FAMILIES:
        rules = family.from_name(name)
        if rules is not None:
            return rules
    return None
