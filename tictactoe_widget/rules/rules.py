"""Base class for all families of rules, their registry, and shared types."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.texts import _
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
"""Lines of a board, each as a tuple of cells."""

SmallBoards = tuple[Literal["X", "O", "draw"] | None, ...]
"""Result of each small board: its winner, ``"draw"``, or None if it is undecided.

A small board is a draw if it is full and nobody has won it. Under rules without small boards,
the tuple is empty.
"""

Symmetry = tuple[int, ...]
"""Permutation *p* of the cells: it moves the mark in cell *c* to cell ``p[c]``."""

Symmetries = tuple[Symmetry, ...]
"""Permutations of the cells that leave the rules unchanged, with the identity first."""


class Rules(ABC):
    """Base class for all families of rules.

    To add a family, write one subclass. The members below are enough for players to search
    its games and for the widget to draw them. Instances must be immutable and hashable, and
    their ``repr`` must be an expression that rebuilds them. A frozen dataclass meets all
    three conditions.

    A family must define eight abstract members: `title`, `summary`, `layout`,
    `initial_state`, `advance`, `winning_lines`, `to_text` and `from_text`. It may also
    override other members, such as `refusal`, `guide` and `symmetries`. To make the rules
    available by name, in saved games and in links, override `systematic_name` and `from_name`,
    and decorate the class with `register_family`. To give the family a rule card, call
    `register_card`.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """Short name of the game, shown to players."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Grid on which the cells are drawn."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move.

        The new state must depend only on `state` and `cell`. On boards of at most 12 cells,
        states are computed once and then cached.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            One of ``state.legal_moves``. The method does not need to check this. If players
            choose the mark, the move includes the mark.
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Return all completed lines, each with its cells in ascending order, or ``()``."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Return the board as text, with one line for each row.

        `from_text` must be able to read the text back. The text must therefore determine the
        state completely, even without its spaces.
        """

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Return the state for a board in the format of `to_text`.

        Line breaks or slashes separate the rows.

        Raises
        ------
        ValueError
            If the text is not a valid board for these rules, or if no legal moves lead to it.
            The message gives the reason.
        """

    @property
    def name(self) -> str:
        """Name of the rules for `find_rules`: a short name or, without one, a systematic name.

        Examples
        --------
        >>> from tictactoe_widget import MNK
        >>> MNK(rows=3, columns=3, k=3).name, MNK(rows=4, columns=3, k=3, misere=True).name
        ('standard', 'misere-4x3k3')
        """
        return SHORT_NAMES.get(self) or self.systematic_name

    @property
    def systematic_name(self) -> str:
        """Name built from the size and options of the rules, which `from_name` can read.

        The name is in lower case and has no spaces. The default is the ``repr``, which
        `find_rules` cannot read.
        """
        return visible(repr(self))

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return this family's rules for a systematic name, or None for any other name.

        The default always returns None. If a family overrides `systematic_name`, it must also
        override this method. Decorate the class with `register_family` so that `find_rules`
        can read its names.

        Raises
        ------
        ValueError
            If the name looks like one of this family's names but contains an invalid value,
            such as a size that is out of range. The message gives the reason.
        """
        del name
        return None

    @property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: rotations and reflections that leave the rules unchanged.

        Each symmetry is a permutation *p* of all cells: it moves the mark in cell *c* to cell
        ``p[c]``. The identity comes first. By default, it is the only symmetry.
        """
        return (tuple(range(self.cell_count)),)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying one of `symmetries` to every mark.

        The default works for a plain `State`. If a family has symmetries and its states have
        further fields, it must override this method.

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
        """Return the small boards that allow the next move, or ``()`` if there are none."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Return a reminder for the next move, such as "Play in board 5", or an empty text."""
        del state
        return ""

    @property
    def cell_count(self) -> int:
        """Number of cells on the board."""
        return len(self.layout.cells)

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark drawn by each player, or None for both players if they choose the mark.

        By default, each player has their own mark. If players choose the mark, the move that
        draws X is the cell, and the move that draws O is the cell plus `cell_count`.
        """
        return OWN_MARKS

    @property
    def chooses_mark(self) -> bool:
        """True if the player chooses X or O for each move."""
        return self.drawn_marks["X"] is None

    @property
    def shares_marks(self) -> bool:
        """True if a mark on the board does not show which player drew it."""
        return self.drawn_marks != OWN_MARKS

    @property
    def player_names(self) -> Mapping[Mark, str]:
        """Default names of the players: ``"Player X"`` and ``"Player O"``."""
        return FIRST_AND_SECOND if self.shares_marks else PLAIN_NAMES

    @property
    def action_count(self) -> int:
        """Number of different moves: one for each cell, or two if players choose the mark."""
        return self.cell_count * (2 if self.chooses_mark else 1)

    def cell_of(self, move: int) -> int:
        """Return the cell in which a move draws a mark."""
        return move % self.cell_count if self.chooses_mark else move

    def landing(self, state: State, cell: int) -> int:
        """Return the cell in which the mark ends up if a player selects `cell`.

        If marks fall, this is the lowest free cell of the column. Otherwise it is the selected
        cell.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            Selected cell. Any integer is allowed, even if it is outside the board.
        """
        del state
        return cell

    def mark_of(self, state: State, move: int) -> Mark:
        """Return the mark that a move draws, given the state before the move."""
        return self.mark_drawn_by(state.to_move, move)

    def mark_drawn_by(self, player: Mark, move: int) -> Mark:
        """Return the mark that a move draws if `player` makes it."""
        return self.drawn_marks[player] or ("O" if move >= self.cell_count else "X")

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error for an illegal move, with the reason in its message.

        If a family has other reasons to refuse a move, it may return an `IllegalMoveError` or
        an instance of a subclass. The message is for the player.
        """
        if not 0 <= cell < self.action_count:
            return OutOfBoardError(
                _("Invalid position: choose {squares}", squares=self.layout.name_range)
            )
        if state.result is not None:
            ended = result_message(state.result, names=self.player_names)
            return GameOverError(_("Game is over. {result}", result=ended))
        return CellTakenError(_("Position already taken"))

    @property
    def card(self) -> "RuleCard":
        """Rule card: the rules as data, with examples that you can play.

        If the family has no card, a general card combines the title and summary with
        statements that are true for all rules. These cover turns, refused moves and the end of
        the game.
        """
        return (CARD_WRITERS.get(type(self)) or CARD_WRITERS[Rules])(self)

    def _repr_html_(self) -> str:
        """Return HTML with the title, summary and empty board for display in a notebook."""
        start = self.initial_state
        scene = Scene(
            self.layout,
            marks=(None,) * self.cell_count,
            title=_("{game}: the empty board", game=self.title),
            small_boards=self.small_boards(start),
        )
        return (
            f'<figure style="margin:0"><figcaption><p><strong>{escape(self.title)}</strong></p>'
            f'<p style="max-width:45em">{escape(self.summary)}</p></figcaption>'
            f"{draw_board(scene)}</figure>"
        )


SHORT_NAMES: dict[Rules, str] = {}
"""Short name of each set of rules, as added by `register_name`."""

CARD_WRITERS: "dict[type, Callable[[Any], RuleCard]]" = {}
"""Function that writes the rule card for each family, as added by `register_card`."""


def move_bits(mask: int, symmetry: Symmetry) -> int:
    """Return a bit mask with every bit *c* moved to bit ``symmetry[c]``.

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
    """Register a family of rules (class decorator), so that `find_rules` can read its names.

    If a class with the same module and name is already registered, the new class replaces it.
    You can therefore run a notebook cell more than once.

    Parameters
    ----------
    family : type
        A subclass of `Rules` that overrides `Rules.from_name`.

    Returns
    -------
    type
        The same class, unchanged.

    Raises
    ------
    TypeError
        If `family` is not a subclass of `Rules`.
    """
    if not (isinstance(family, type) and issubclass(family, Rules)):
        raise TypeError(f"family must be a subclass of Rules, not {brief(family)}")
    origin = (family.__module__, family.__qualname__)
    _FAMILIES[:] = [
        known for known in _FAMILIES if (known.__module__, known.__qualname__) != origin
    ]
    _FAMILIES.append(family)
    return family


def register_name(name: str, rules: Rules) -> None:
    """Register a short name for rules, which becomes their `Rules.name`."""
    SHORT_NAMES[rules] = name


def read_name(name: str) -> Rules | None:
    """Return the rules from the first family that can read `name`, or None.

    Raises
    ------
    ValueError
        If the name looks like one of a family's names but contains an invalid value, such as
        ``"4x5k9"``.
    """
    for family in _FAMILIES:
        rules = family.from_name(name)
        if rules is not None:
            return rules
    return None
