"""Base class for all families of rules, a registry of families, and shared types."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.drawing.markup import escape
from tictactoe_widget.drawing.svg import Scene, draw_board
from tictactoe_widget.texts import _, localized
from tictactoe_widget.validation import brief, visible

from .errors import CellTakenError, GameOverError, IllegalMoveError, OutOfBoardError
from .state import (
    FIRST_AND_SECOND,
    MARKS,
    OWN_MARKS,
    PLAIN_NAMES,
    Mark,
    State,
    move_bits,
    new_state,
    result_message,
)

if TYPE_CHECKING:
    from .cards import RuleCard

Lines = tuple[tuple[int, ...], ...]
"""Tuple of lines, each of them a tuple of cells."""

SmallBoards = tuple[Literal["X", "O", "draw"] | None, ...]
"""Result on each small board: its winner, ``"draw"``, or None if it is undecided.

A small board is a draw if it is full and nobody has won it. Under rules without small boards,
the tuple is empty.
"""

Symmetry = tuple[int, ...]
"""Permutation *p* of the cells: the mark in cell *c* moves to cell ``p[c]``."""

Symmetries = tuple[Symmetry, ...]
"""Permutations of the cells under which the rules stay the same, with the identity first."""


class Rules(ABC):
    """Base class for all families of rules.

    To add a family, write one subclass. If the subclass defines the members below, players can
    search the family's games and the widget can draw them. Instances must be immutable and
    hashable, and their ``repr`` must be an expression that rebuilds them. A frozen dataclass
    meets all three conditions.

    A family must define eight abstract members: `title`, `summary`, `layout`, `initial_state`,
    `advance`, `winning_lines`, `to_text` and `from_text`. A family can also override other
    members, such as `refusal`, `guide` and `symmetries`. To support names, saved games and
    links, override `systematic_name` and `from_name`, and decorate the class with
    `register_family`. To give the family a rule card, call `register_card`.
    """

    @property
    @abstractmethod
    def title(self) -> str:
        """Short name of the game, as shown to players."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """Grid for drawing the cells."""

    @property
    @abstractmethod
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""

    @abstractmethod
    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move.

        The new state must depend only on `state` and `cell`. On boards with at most 12 cells,
        the package computes each state once and then caches it.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            One of ``state.legal_moves``. The method does not need to check that the move is
            legal. If players choose what to place, the number also encodes the choice (see
            `choices`). If a mark slides, the number also encodes the cell that the mark leaves
            (see `source_of`).
        """

    @abstractmethod
    def winning_lines(self, state: State) -> Lines:
        """Return all completed lines, each as a tuple of cells in ascending order."""

    @abstractmethod
    def to_text(self, state: State) -> str:
        """Return the board as text, with one line of text for each row.

        `from_text` must be able to read the text. The text must therefore determine the whole
        state, even if all spaces are removed.
        """

    @abstractmethod
    def from_text(self, text: str) -> State:
        """Return the state for a board in the format of `to_text`.

        Line breaks or slashes separate the rows.

        Raises
        ------
        ValueError
            If the text is not a valid board for these rules, or if legal moves can't lead to
            it. The message gives the reason.
        """

    @property
    def name(self) -> str:
        """Name of the rules: the short name if there is one, or the systematic name.

        Examples
        --------
        >>> from tictactoe_widget import MNK
        >>> MNK(rows=3, columns=3, k=3).name, MNK(rows=4, columns=3, k=3, misere=True).name
        ('standard', 'misere-4x3k3')
        """
        return SHORT_NAMES.get(self) or self.systematic_name

    @property
    def systematic_name(self) -> str:
        """Name that `from_name` can read, made up of the rules' options and size.

        The name is in lower case and has no spaces. By default, the name is the ``repr``, which
        `find_rules` cannot read.
        """
        return visible(repr(self))

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules with the given systematic name, or None if there are none.

        By default, the method always returns None. If a family overrides `systematic_name`, it
        must also override this method. Decorate the class with `register_family` so that
        `find_rules` can read the names.

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
        """Rotations and reflections of the board under which the rules stay the same.

        Each symmetry is a permutation *p* of all cells: the mark in cell *c* moves to cell
        ``p[c]``. The first symmetry is the identity, which is the only one by default.
        """
        return (tuple(range(self.cell_count)),)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry from `symmetries` to every mark.

        The default implementation works for a plain `State`. A family must override this method
        if it has symmetries and its states have more fields.

        Parameters
        ----------
        state : State
            Any state under these rules.
        symmetry : tuple of int
            Symmetry to apply, which moves cell *c* to cell ``symmetry[c]``.
        """
        return new_state(
            move_bits(state.own, symmetry),
            move_bits(state.other, symmetry),
            tuple(sorted(symmetry[cell] for cell in state.legal_moves)),
            state.result,
        )

    def small_boards(self, state: State) -> SmallBoards:
        """Return the result on each small board, or ``()`` if the game doesn't use them."""
        del state
        return ()

    def open_boards(self, state: State) -> tuple[int, ...]:
        """Return the indices of the small boards in which the player to move can play.

        If the rules don't use small boards, the tuple is empty.
        """
        del state
        return ()

    def guide(self, state: State) -> str:
        """Return any hint on the next move, such as "Play in board 5"."""
        if state.result is not None or not self.slides(state):
            return ""
        return _("Slide one of your marks")

    @property
    def cell_count(self) -> int:
        """Number of cells on the board."""
        return len(self.layout.cells)

    @property
    def repetition(self) -> int:
        """Number of times a position must occur for a draw, or 0 if repetitions don't count.

        If positions can repeat, all states must be instances of
        :class:`~.state.RepeatableState`.
        """
        return 0

    def vanishing(self, state: State) -> int | None:
        """Return the cell of the mark that the next move removes, or None if there is none."""
        del state
        return None

    def takeover(self, state: State) -> int | None:
        """Return the cell of the mark that the player can take over, or None if there is none.

        To take over the mark, the player moves in its cell, which is one of the legal moves.
        """
        del state
        return None

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player places, or None for both if players choose the mark.

        By default, each player has their own mark.
        """
        return OWN_MARKS

    @cached_property
    def chooses_mark(self) -> bool:
        """True if the player chooses X or O for each move."""
        return self.drawn_marks["X"] is None

    @property
    def choices(self) -> tuple[str, ...]:
        """Texts from which a player chooses for each move, or ``()`` if there is no choice.

        A move is the cell index plus `cell_count` times the index of the choice. By default,
        the choices are the marks X and O if players choose the mark.
        """
        return MARKS if self.chooses_mark else ()

    def choice_of(self, move: int) -> str:
        """Return the choice in a move, or ``""`` if players don't choose what to place."""
        return self.choices[move // self.cell_count] if self.choices else ""

    def texts(self, state: State) -> tuple[str | None, ...]:
        """Return the text to draw in each cell instead of a mark, or ``()`` to draw the marks.

        In an empty cell, the text is None. The text's colour shows which player placed it.
        """
        del state
        return ()

    @cached_property
    def shares_marks(self) -> bool:
        """True if a mark on the board does not show which player placed it."""
        return self.drawn_marks != OWN_MARKS

    @cached_property
    def names_players_by_marks(self) -> bool:
        """True if the players are called X and O, or False if they are First and Second.

        By default, the players are called X and O unless they share marks or choose what to
        place.
        """
        return not (self.shares_marks or self.choices)

    @property
    def player_names(self) -> Mapping[Mark, str]:
        """Default names of the players, such as ``"Player X"`` or ``"First"``."""
        names = PLAIN_NAMES if self.names_players_by_marks else FIRST_AND_SECOND
        return {mark: _(name) for mark, name in names.items()}

    @property
    def can_slide(self) -> bool:
        """True if there are states in which players slide their marks (see `slides`)."""
        return False

    def slides(self, state: State) -> bool:
        """Return whether the legal moves in a state slide marks instead of placing them.

        In a state with slides, the move from cell *s* to cell *t* is ``s * cell_count + t``.
        """
        del state
        return False

    def source_of(self, state: State, move: int) -> int | None:
        """Return the cell that the mark leaves, or None if the move places a mark.

        Parameters
        ----------
        state : State
            State before the move.
        move : int
            Any move, whether it is legal or not.
        """
        return move // self.cell_count if self.slides(state) else None

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of neighbouring cells that are connected by lines on the board, or ``()``."""
        return ()

    @cached_property
    def action_count(self) -> int:
        """Number of possible moves.

        By default, there is one move for each cell. If players choose what to place, there is
        one move for each pair of a cell and a choice. If marks can slide, the number of moves
        is the square of the number of cells.
        """
        if self.can_slide:
            return self.cell_count**2
        return self.cell_count * max(1, len(self.choices))

    def cell_of(self, move: int) -> int:
        """Return the cell in which a move places a mark, or to which it slides a mark."""
        return move % self.cell_count if self.action_count > self.cell_count else move

    def landing(self, state: State, cell: int) -> int:
        """Return the cell where the mark ends up if a player selects `cell`.

        If marks fall, this is the lowest free cell in the column. Under all other rules, the
        mark stays in the selected cell.

        Parameters
        ----------
        state : State
            State before the move.
        cell : int
            Selected cell. Any integer is allowed, even a number outside the board.
        """
        del state
        return cell

    def mark_of(self, state: State, move: int) -> Mark:
        """Return the mark that a move places, given the state before the move."""
        return self.mark_drawn_by(state.to_move, move)

    def mark_drawn_by(self, player: Mark, move: int) -> Mark:
        """Return the mark that a move places if `player` makes the move."""
        return self.drawn_marks[player] or ("O" if move >= self.cell_count else "X")

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason.

        A family that refuses moves for other reasons can return an `IllegalMoveError` or an
        instance of one of its subclasses. The message is written for the player.
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
    @localized
    def card(self) -> "RuleCard":
        """Rule card that describes the rules as structured data, with examples.

        If the family doesn't provide a card, a general card combines the title and summary with
        statements that are true for any rules. The general statements cover turns, refused
        moves and the end of the game.
        """
        return (CARD_WRITERS.get(type(self)) or CARD_WRITERS[Rules])(self)

    @localized
    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the title, the summary and the empty board."""
        start = self.initial_state
        scene = Scene(
            self.layout,
            marks=(None,) * self.cell_count,
            title=_("{game}: the empty board", game=self.title),
            small_boards=self.small_boards(start),
            links=self.links,
        )
        return (
            f'<figure style="margin:0"><figcaption><p><strong>{escape(self.title)}</strong></p>'
            f'<p style="max-width:45em">{escape(self.summary)}</p></figcaption>'
            f"{draw_board(scene)}</figure>"
        )


SHORT_NAMES: dict[Rules, str] = {}
"""Mapping from rules to their short names, filled by `register_name`."""

CARD_WRITERS: "dict[type, Callable[[Any], RuleCard]]" = {}
"""Mapping from families to the functions that write their cards, filled by `register_card`."""


_FAMILIES: list[type[Rules]] = []

_Family = TypeVar("_Family", bound=type[Rules])


def register_family(family: _Family) -> _Family:
    """Class decorator that registers a family of rules for `find_rules`.

    If a class with the same module and name is already registered, the new class replaces it.
    You can therefore run the same notebook cell more than once.

    Parameters
    ----------
    family : type
        Subclass of `Rules` that overrides `Rules.from_name`.

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
    """Register a short name for a set of rules, so that `Rules.name` returns this name."""
    SHORT_NAMES[rules] = name


def read_name(name: str) -> Rules | None:
    """Return the rules from the first family that can read `name`, or None if no family can.

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
