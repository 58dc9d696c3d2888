"""m,n,k-games: on a board of m rows and n columns, k marks in a row make a line."""

import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache, reduce
from itertools import pairwise, product
from operator import and_
from typing import Any, Literal, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import N_, _, join_list, join_sentences
from tictactoe_widget.validation import brief, check_choice, check_int, check_kind

from .errors import IllegalMoveError
from .rules import Lines, Rules, Symmetries, Symmetry, register_family
from .state import (
    MARKS,
    OWN_MARKS,
    AgedState,
    CountedState,
    Mark,
    Result,
    State,
    move_bits,
    new_drawn_state,
    new_state,
    opponent,
)

LONGEST_SIDE = 19
"""Maximum number of rows or columns, as on a Go board."""
MOST_VANISHING_CELLS = 16
"""Maximum number of cells if marks vanish.

On larger boards, random games last for thousands of moves.
"""
# Maximum number of columns if players choose marks. Then the name of a move ends with the mark,
# so no column can be called x or o.
_WIDEST_CHOSEN = 14

# Pattern for the names of m,n,k rules: the options, followed by rows, columns and k.
_NAME = re.compile(
    r"(misere-|order-)?(same-|wild-)?(?:keep([0-9]{1,3})-)?(pie-)?(drop-)?(torus-)?"
    r"([0-9]{1,3})x([0-9]{1,3})(?:k([0-9]{1,3}))?"
)
# Beginning of the rules' name for each value of `MNK.marks`.
_WORDS = {"own": "", "same": "same-", "chosen": "wild-"}
# Common names of some m,n,k-games, by systematic name.
_TITLES = {
    "drop-6x7k4": N_("Connect four"),
    "misere-same-3x3k3": N_("Notakto"),
    "wild-3x3k3": N_("Wild tic-tac-toe"),
    "order-6x6k5": N_("Order and chaos"),
    "keep3-3x3k3": N_("Infinite tic-tac-toe"),
}
# Mark that each player places, for each value of `MNK.marks`.
_DRAWN: Mapping[str, Mapping[Mark, Mark | None]] = {
    "own": OWN_MARKS,
    "same": {"X": "X", "O": "X"},
    "chosen": {"X": None, "O": None},
}
# The four directions of a line, as steps in rows and columns.
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_ALL_MARKS: int | None = None  # value of `MNK.keep` if marks don't vanish
# Number of times that a position must occur to make a game with vanishing marks a draw.
_REPETITION = 3
# Maximum number of orders to try when removing fallen marks.
_MOST_REMOVALS = 20_000
# Table that translates other characters for an empty cell to ``.``.
_EMPTY = str.maketrans("_-", "..")
_DIGITS = re.compile("[0-9]+")
# Pattern for a cell in upper case: a mark with its number in order of age, or a dot.
_AGED_CELL = re.compile(r"([XO])([0-9]{1,3})|\.")


@dataclass(frozen=True)
class LineRules(Rules):
    """Base class for rules under which a completed line ends the game."""

    @property
    @abstractmethod
    def lines(self) -> Lines:
        """All lines on the board, each a tuple of cells in ascending order."""

    def __reduce__(self) -> tuple[object, ...]:
        # Don't pickle the cached properties below, because a copy can compute them again.
        return (type(self), tuple(getattr(self, field.name) for field in fields(self)))

    @cached_property
    def line_masks(self) -> tuple[int, ...]:
        """Bit masks of all lines, in the same order as `lines`."""
        return tuple(sum(1 << cell for cell in line) for line in self.lines)

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the bit masks of all lines that contain it."""
        return tuple(
            tuple(mask for mask in self.line_masks if mask >> cell & 1)
            for cell in range(self.cell_count)
        )

    @cached_property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""
        return self._new_state(0, 0)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        own = state.own | 1 << cell
        legal = state.legal_moves
        for line in self.masks_through[cell]:
            if own & line == line:
                return new_state(state.other, own, (), self.decided_by(state.to_move))
        at = legal.index(cell)
        left = legal[:at] + legal[at + 1 :]
        return new_state(state.other, own, left, None if left else "draw")

    def decided_by(self, completer: Mark) -> Result:
        """Return the winner of a game in which the player `completer` completes a line."""
        return completer

    @property
    def full_board_result(self) -> Result:
        """Result of the game if the board is full and nobody has completed a line."""
        return "draw"

    def _new_state(self, own: int, other: int, result: Result = None) -> State:
        """Return the state with the given bit masks and result, and with its legal moves."""
        legal = () if result else self._legal_moves(own | other)
        return new_state(
            own, other, legal, result or (None if legal else self.full_board_result)
        )

    def _legal_moves(self, taken: int) -> tuple[int, ...]:
        return tuple(cell for cell in range(self.cell_count) if not taken >> cell & 1)

    def winning_lines(self, state: State) -> Lines:
        """Return all completed lines, each a tuple of cells in ascending order."""
        if state.result is None:
            return ()
        x, o = state.masks
        return tuple(
            line
            for line, mask in zip(self.lines, self.line_masks, strict=True)
            if x & mask == mask or o & mask == mask
        )

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of ``X``, ``O`` and ``.``, in the layout's order."""
        return write_marks(state, self.layout)

    def from_text(self, text: str) -> State:
        """Return the state for a board written as rows of ``X``, ``O`` and ``.``."""
        own, other = seen_by_mover(*read_marks(text, self.layout))
        mover = State(own, other, (), None).to_move
        is_ended = ended_by_line(own, other, self.line_masks, mover)
        return self._new_state(
            own, other, self.decided_by(opponent(mover)) if is_ended else None
        )


@register_family
@dataclass(frozen=True)
class MNK(LineRules):
    """An m,n,k-game, in which `k` marks in a row, column or diagonal make a line.

    The first player to complete a line wins, or loses in misère. More than `k` marks in a row
    also count as a line. If the board is full and nobody has a line, the game is a draw. For
    more options, use `Variant`.

    Parameters
    ----------
    rows, columns : int
        Number of rows and number of columns on the board, 1 to 19 each.
    k : int
        Number of marks in a line, from 1 to the length of the board's longer side.
    misere : bool, default False
        True if the player who completes a line loses instead of winning.

    Raises
    ------
    TypeError
        If `rows`, `columns` or `k` is not an int, or `misere` is not a bool.
    ValueError
        If `rows`, `columns` or `k` is out of range.

    Examples
    --------
    >>> MNK(rows=4, columns=4, k=3)
    MNK(rows=4, columns=4, k=3, misere=False)
    >>> MNK(rows=3, columns=3, k=4)
    Traceback (most recent call last):
        ...
    ValueError: k must be from 1 to 3 (the longer side of the board), not 4
    """

    rows: int
    """Number of rows on the board, 1 to 19."""
    columns: int
    """Number of columns on the board, 1 to 19."""
    k: int
    """Number of marks in a line, from 1 to the length of the board's longer side."""
    misere: bool = False
    """True if the player who completes a line loses instead of winning."""

    marks = "own"
    """Marks that players use: ``"own"``, ``"same"`` (both X) or ``"chosen"`` (free choice)."""
    drop = False
    """True if each mark falls to the lowest free cell in its column."""
    torus = False
    """True if the edges wrap: a line can cross an edge and continue at the opposite edge."""
    order = False
    """True for order and chaos, in which only the first player wants a line."""
    keep = _ALL_MARKS
    """Number of marks that each player keeps on the board, or None if all marks stay."""
    pie = False
    """True for the pie rule: on the second move, O can take over X's mark."""

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "k"):
            check_kind(getattr(self, name), name, int)
        check_kind(self.misere, "misere", bool)
        for name in ("rows", "columns"):
            check_int(getattr(self, name), name, 1, LONGEST_SIDE)
        longer = max(self.rows, self.columns)
        if not 1 <= self.k <= longer:
            raise ValueError(
                f"k must be from 1 to {longer} (the longer side of the board), "
                f"not {brief(self.k)}"
            )

    @property
    def systematic_name(self) -> str:
        """Name that consists of the options and size, such as ``"misere-drop-6x7k4"``."""
        goal = "order-" if self.order else "misere-" if self.misere else ""
        marks = "" if self.order else _WORDS[self.marks]
        keep = "" if self.keep is None else f"keep{self.keep}-"
        pie = "pie-" if self.pie else ""
        drop = "drop-" if self.drop else ""
        torus = "torus-" if self.torus else ""
        return f"{goal}{marks}{keep}{pie}{drop}{torus}{self.rows}x{self.columns}k{self.k}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules for a name such as ``"torus-4x4k4"``, or None for any other name.

        If the name of a plain 3x3 board omits k, k is 3.
        """
        read = _NAME.fullmatch(name)
        if read is None or (read[9] is None and name not in {"3x3", "misere-3x3"}):
            return None
        goal, word, keep, pie, drop, torus, *size = read.groups()
        rows, columns, k = (int(number or 3) for number in size)
        found = mnk_rules(
            rows,
            columns,
            k,
            misere=goal == "misere-",
            marks=next(marks for marks, known in _WORDS.items() if known == (word or "")),
            drop=drop is not None,
            torus=torus is not None,
            order=goal == "order-",
            keep=None if keep is None else int(keep),
            pie=pie is not None,
        )
        return found if isinstance(found, cls) else None

    @cached_property
    def lines(self) -> Lines:
        """All lines on the board, each a tuple of cells in ascending order."""
        return _lines(
            self.rows,
            self.columns,
            self.k,
            wraps_down=self.torus and not self.drop,
            wraps_across=self.torus,
        )

    @cached_property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: rotations, reflections, and shifts if the edges wrap.

        If marks fall, only symmetries that keep every cell in its row are included.
        """
        rows, columns = self.rows, self.columns
        turned = [
            turn
            for turn in _grid_symmetries(rows, columns)
            if not self.drop
            or all(cell // columns == moved // columns for cell, moved in enumerate(turn))
        ]
        downs = range(rows if self.torus and not self.drop else 1)
        acrosses = range(columns if self.torus else 1)
        shifted = {
            tuple(
                (cell // columns + down) % rows * columns + (cell % columns + across) % columns
                for cell in turn
            )
            for turn, down, across in product(turned, downs, acrosses)
        }
        return tuple(sorted(shifted))

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        size = (self.rows, self.columns, self.k)
        if size == (3, 3, 3):
            return _("Misère tic-tac-toe") if self.misere else _("Tic-tac-toe")
        if size == (15, 15, 5):
            name = _("Misère gomoku") if self.misere else _("Gomoku")
            return join_list([name, *self._size_labels()])
        board, row = self._size_labels()
        return join_list([_("Misère {board}", board=board) if self.misere else board, row])

    def _size_labels(self) -> list[str]:
        return [
            _("{rows} × {columns}", rows=self.rows, columns=self.columns),
            _("{k} in a row", k=self.k) if self.k > 1 else _("one mark decides"),
        ]

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        if self.k == 1:
            return join_sentences(_("X begins."), self.board_in_words, self.goal_in_words)
        goal, *full_board = self.ends_in_words
        longer = [_("A longer row counts too.")] if self.can_overrun else []
        return join_sentences(
            _("X and O take turns. X begins."),
            self.board_in_words,
            goal,
            *self._directions_in_words(),
            *longer,
            *full_board,
        )

    @property
    def board_in_words(self) -> str:
        """Sentence that gives the board size, such as "The board has 3 rows and 4 columns."."""
        if self.rows == self.columns == 1:
            return _("The board has only one square.")
        if self.rows == 1:
            return _("The board is one row of {count} squares.", count=self.columns)
        if self.columns == 1:
            return _("The board is one column of {count} squares.", count=self.rows)
        return _(
            "The board has {rows} rows and {columns} columns.",
            rows=self.rows,
            columns=self.columns,
        )

    def _directions_in_words(self) -> list[str]:
        """Return a list with one sentence about the directions of lines.

        If the board has only one row or one column, the list is empty.
        """
        if 1 in (self.rows, self.columns):
            return []
        if self.k > self.rows:
            return [_("The row can only run from left to right.")]
        if self.k > self.columns:
            return [_("The row can only run from top to bottom.")]
        return [_("The row can go across, down or diagonally.")]

    @property
    def goal_in_words(self) -> str:
        """Sentence for players that explains how a row of marks ends the game."""
        if self.k == 1:
            if self.misere:
                return _("The first move loses the game.")
            return _("The first move wins the game.")
        if self.misere:
            return _("If you complete {k} in a row, you lose.", k=self.k)
        return _("The first player to get {k} in a row wins.", k=self.k)

    @property
    def ends_in_words(self) -> tuple[str, ...]:
        """Sentences that explain how the game ends: with a row or, if possible, with a draw."""
        drawn = [_("A full board without a winning row is a draw.")] if self.can_draw else []
        return (self.goal_in_words, *drawn)

    @property
    def can_overrun(self) -> bool:
        """True if one move can make a row of more than `k` marks.

        If the board has only one row or column, it must have room for k + 1 of one player's
        marks and k of the other's.
        """
        shorter, longer = sorted((self.rows, self.columns))
        return longer > self.k and (shorter > 1 or longer > 2 * self.k)

    @property
    def can_draw(self) -> bool:
        """True if the players can fill the board without completing a line.

        For k > 2, fill each row with alternating pairs (``XXOOXXOO``), and shift the pairs by
        two cells from row to row. Then no three marks in a row are equal. For k = 2, every
        block of 2 x 2 cells contains two adjacent equal marks.
        """
        return self.k > 2 or (self.k == 2 and 1 in (self.rows, self.columns))

    @cached_property
    def layout(self) -> Layout:
        """Grid for drawing the board, with one place for each cell."""
        cells = tuple(range(self.rows * self.columns))
        return Layout(self.rows, self.columns, cells, falls=self.drop)

    def decided_by(self, completer: Mark) -> Result:
        """Return the winner of a game in which the player `completer` completes a line."""
        if self.order:
            return "X"
        return opponent(completer) if self.misere else completer

    @property
    def full_board_result(self) -> Result:
        """Result of the game if the board is full and nobody has completed a line."""
        return "O" if self.order else "draw"

    def guide(self, state: State) -> str:
        """Return a short reminder of how these rules differ from standard tic-tac-toe."""
        if state.result is not None:
            return ""
        vanishing = self.vanishing(state)
        if vanishing is not None:
            square = self.layout.name_at(self.layout.cells.index(vanishing))
            return _("The {mark} at {square} vanishes next", mark=state.to_move, square=square)
        if self.order:
            return _("First wants a row, and Second blocks it")
        if self.misere:
            return _("If you complete a row, you lose")
        if self.drop:
            return _("Marks fall to the bottom")
        return _("Choose a mark, then a square") if self.chooses_mark else ""


STANDARD = MNK(rows=3, columns=3, k=3)
"""Rules of standard tic-tac-toe: three in a row wins on a 3x3 board."""


@dataclass(frozen=True)
class Variant(MNK):
    """An m,n,k-game with at least one option other than misère.

    You can combine options unless they exclude each other. For example, marks can't both fall
    and vanish.

    Parameters
    ----------
    rows, columns, k : int
        Board size and number of marks in a line (see `MNK`).
    misere : bool, default False
        True if the player who completes a line loses instead of winning.
    marks : {"own", "same", "chosen"}, default "own"
        Marks that players use:

        - ``"own"``: each player has their own mark.
        - ``"same"``: both players place X.
        - ``"chosen"``: the player chooses X or O for each move.
    drop : bool, default False
        True if each mark falls to the lowest free cell in its column.
    torus : bool, default False
        True if the edges wrap: a line can cross an edge and continue at the opposite edge. If
        `drop` is also True, only the left and right edges wrap.
    order : bool, default False
        True for the rules of order and chaos: the first player tries to make a line of either
        mark, and the second player tries to prevent it. This option sets `marks` to
        ``"chosen"``.
    keep : int, optional
        Number of marks that each player keeps on the board. When a player places one more mark,
        the player's oldest mark vanishes. For that move, the player can't choose the square of
        the vanishing mark. If a position occurs for the third time, the game is a draw. By
        default, all marks stay.
    pie : bool, default False
        True for the pie rule (see Notes): on the second move, O can take over X's mark instead
        of placing a mark. To take over the mark, O moves in the mark's cell. The mark becomes
        O's, and X moves next.

    Raises
    ------
    TypeError, ValueError
        If a value has the wrong type or is out of range, if all options have their default
        values, or if no game is possible with these options. The message gives the reason.

    Notes
    -----
    The pie rule, or swap rule, makes a game fairer if the player who begins has an advantage.
    The name comes from sharing a pie: one child cuts the pie, and the other chooses a piece.
    Hex players use this rule (C. Browne, *Hex Strategy: Making the Right Connections*, 2000).
    In hex, the players usually swap sides instead. If X and O play by the same rules, taking
    over the mark has the same effect as swapping sides.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> connect_four = Variant(6, 7, 4, drop=True)
    >>> connect_four.name, connect_four.title, len(connect_four.lines)
    ('connect4', 'Connect four', 69)
    >>> infinite = Variant(3, 3, 3, keep=3)
    >>> print(Game(infinite, moves=(0, 1, 2, 3, 4, 5, 7)))
    .  O1 X2
    O3 X4 O5
    .  X6 .
    >>> Variant(3, 3, 3, keep=3, drop=True)
    Traceback (most recent call last):
        ...
    ValueError: drop must be False if keep is given, not True: otherwise, marks would float \
above a vanished mark
    """

    marks: Literal["own", "same", "chosen"] = "own"
    """Marks that players use: ``"own"``, ``"same"`` (both X) or ``"chosen"`` (free choice)."""
    drop: bool = False
    """True if each mark falls to the lowest free cell in its column."""
    torus: bool = False
    """True if the edges wrap: a line can cross an edge and continue at the opposite edge."""
    order: bool = False
    """True for order and chaos, in which only the first player wants a line."""
    keep: int | None = None
    """Number of marks that each player keeps on the board, or None if all marks stay."""
    pie: bool = False
    """True for the pie rule: on the second move, O can take over X's mark."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("drop", "torus", "order", "pie"):
            check_kind(getattr(self, name), name, bool)
        check_choice(self.marks, "marks", _WORDS)
        if self.order:
            if self.misere or self.marks == "same":
                raise ValueError(
                    "leave out misere and marks if order is True: in order and chaos, a line "
                    "always wins for the first player, and players always choose their mark"
                )
            object.__setattr__(self, "marks", "chosen")
        if self.marks == "chosen" and self.columns > _WIDEST_CHOSEN:
            raise ValueError(
                f"columns must be from 1 to {_WIDEST_CHOSEN} if marks is 'chosen', not "
                f"{self.columns}: the letters x and o name marks, so they can't name columns"
            )
        if self.pie:
            self._check_pie()
        if self.keep is not None:
            self._check_keep(self.keep)
        elif not (self.drop or self.torus or self.pie or self.marks != "own"):
            plain = MNK(self.rows, self.columns, self.k, self.misere)
            raise ValueError(
                "at least one of marks, drop, torus, order, keep and pie must differ from its "
                f"default: if none does, use {plain!r}"
            )

    def _check_pie(self) -> None:
        """Raise ValueError if a game in which O can take over a mark would make no sense."""
        if self.marks != "own":
            raise ValueError(
                f"marks must be 'own' if pie is True, not {self.marks!r}: otherwise, X has no "
                "mark of its own that O could take over"
            )
        if self.keep is not None:
            raise ValueError(
                f"keep must be None if pie is True, not {brief(self.keep)}: otherwise, the "
                "board doesn't show whose mark vanishes"
            )
        if self.drop:
            raise ValueError(
                "drop must be False if pie is True, not True: otherwise, a move in the column "
                "of X's mark could mean two things"
            )
        if self.k == 1:
            raise ValueError(
                "k must be at least 2 if pie is True, not 1: otherwise, the first move ends "
                "the game"
            )

    def _check_keep(self, keep: int) -> None:
        """Raise ValueError if a game in which marks vanish would make no sense."""
        check_kind(keep, "keep", int)
        count = self.rows * self.columns
        if self.marks != "own":
            raise ValueError(
                f"marks must be 'own' if keep is given, not {self.marks!r}: otherwise, the "
                "board doesn't show whose mark vanishes"
            )
        if self.drop:
            raise ValueError(
                "drop must be False if keep is given, not True: otherwise, marks would float "
                "above a vanished mark"
            )
        if self.k == 1:
            raise ValueError(
                "k must be at least 2 if keep is given, not 1: otherwise, the first move ends "
                "the game"
            )
        if count > MOST_VANISHING_CELLS:
            raise ValueError(
                f"rows and columns must make at most {MOST_VANISHING_CELLS} squares if keep is "
                f"given, not {count}: games on larger boards hardly ever end"
            )
        most = (count - 1) // 2
        if not self.k <= keep <= most:
            reason = (
                f"keep must be None on this board, not {brief(keep)}: its {count} squares "
                f"can't hold {self.k} marks for each player and leave a square free"
                if self.k > most
                else f"keep must be from {self.k} (the marks in a row) to {most} (so that a "
                f"square stays free), not {brief(keep)}"
            )
            raise ValueError(reason)

    @property
    def repetition(self) -> int:
        """Number of times a position must occur for a draw, or 0 if repetitions don't count."""
        return 0 if self.keep is None else _REPETITION

    @cached_property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""
        if self.keep is not None:
            return self._aged_state((), 0)
        return self._counted_state(0, 0, 0) if self.pie else self._new_state(0, 0)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry to every mark."""
        own, other = (move_bits(mask, symmetry) for mask in (state.own, state.other))
        if not isinstance(state, CountedState):
            return self._new_state(own, other, state.result)
        legal = tuple(sorted(symmetry[cell] for cell in state.legal_moves))
        if not isinstance(state, AgedState):
            return replace(state, own=own, other=other, legal_moves=legal)
        return AgedState(
            own,
            other,
            legal,
            state.result,
            state.ply,
            tuple(
                (turn, *(symmetry[cell] for cell in order)) for turn, *order in state.earlier
            ),
            tuple(symmetry[cell] for cell in state.order),
        )

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player places, or None for each player if players choose the mark."""
        return _DRAWN[self.marks]

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        known = _TITLES.get(self.systematic_name)
        if known is not None:
            return _(known)
        options = (
            (self.marks == "same", _("both place X")),
            (self.chooses_mark, _("X or O on each move")),
            (self.drop, _("marks fall")),
            (self.keep is not None, _("{count} marks each", count=self.keep)),
            (self.pie, _("pie rule")),
            (self.torus, _("edges wrap")),
            (self.misere, _("a row loses")),
            (self.order, _("First wants a row")),
        )
        chosen = [label for is_chosen, label in options if is_chosen]
        return join_list([*self._size_labels(), *chosen])

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        turns = {
            "own": _("X and O take turns. X begins."),
            "same": _("The players First and Second take turns. Both place X."),
            "chosen": _(
                "The players First and Second take turns. On each move, you choose X or O."
            ),
        }
        return join_sentences(
            turns[self.marks],
            self.board_in_words,
            *self.places_in_words,
            *self.ends_in_words,
        )

    @property
    def places_in_words(self) -> tuple[str, ...]:
        """Sentences about marks that fall, vanish or change hands, and about wrapping edges."""
        words: list[str] = []
        if self.keep is not None:
            words += describe_keeping(self.keep)
        if self.pie:
            words += describe_pie()
        if self.drop:
            words.append(_("A mark falls to the lowest free square in its column."))
        if self.torus and self.drop:
            words.append(_("A row can continue from the left edge to the right edge."))
        elif self.torus:
            words.append(_("A row can continue from any edge to the opposite edge."))
        return tuple(words)

    @property
    def goal_in_words(self) -> str:
        """Sentence for players that explains how a row of marks ends the game."""
        if self.k == 1 or not self.shares_marks:
            return super().goal_in_words
        if self.marks == "same":
            if self.misere:
                return super().goal_in_words
            return _("If you complete {k} in a row, you win.", k=self.k)
        if self.order:
            return _("The first player wins if {k} of the same mark are in a row.", k=self.k)
        if self.misere:
            return _("If you complete {k} of the same mark in a row, you lose.", k=self.k)
        return _("If you complete {k} of the same mark in a row, you win.", k=self.k)

    @property
    def ends_in_words(self) -> tuple[str, ...]:
        """Sentences that explain how the game ends."""
        if self.keep is not None:
            repeated = _("If a position comes up for the third time, the game is a draw.")
            return (self.goal_in_words, repeated)
        if not self.order or self.k == 1:
            return super().ends_in_words
        return (
            self.goal_in_words,
            _("The second player wins if the board is full without a winning row."),
        )

    @property
    def can_draw(self) -> bool:
        """False if a draw is known to be impossible, and True otherwise."""
        return self.k > 1 and not self.order and (self.marks != "same" or not self.lines)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        if isinstance(state, AgedState):
            return self._advance_aged(state, cell)
        if isinstance(state, CountedState):
            own, other = place_or_take(state, cell)
            has_line = any(own & line == line for line in self.masks_through[cell])
            result = self.decided_by(state.to_move) if has_line else None
            return self._counted_state(other, own, state.ply + 1, result)
        if self.marks == "own":
            drawn = state.own | 1 << cell
            own, other = state.other, drawn
        else:
            own, other = state.masks
            if cell >= self.cell_count:
                cell -= self.cell_count
                drawn = other = other | 1 << cell
            else:
                drawn = own = own | 1 << cell
        for line in self.masks_through[cell]:
            if drawn & line == line:
                return self._new_state(own, other, self.decided_by(state.to_move))
        return self._new_state(own, other)

    def _advance_aged(self, state: AgedState, cell: int) -> AgedState:
        """Return the state after a move that can make the player's oldest mark vanish."""
        own, order, earlier = place_and_age(state, cell, self.keep)
        result: Result = None
        for line in self.masks_through[cell]:
            if own & line == line:
                result = self.decided_by(state.to_move)
        legal = () if result else self._legal_moves(own | state.other)
        after = AgedState(state.other, own, legal, result, state.ply + 1, earlier, order)
        return after.settle_repetition(self.repetition)

    def _counted_state(
        self, own: int, other: int, ply: int, result: Result = None
    ) -> CountedState:
        """Return the state after `ply` moves in a game in which O can take over a mark."""
        taken = other if ply == 1 else 0
        legal = () if result else self._legal_moves((own | other) & ~taken)
        result = result or (None if legal else self.full_board_result)
        return CountedState(own, other, legal, result, ply)

    def _new_state(self, own: int, other: int, result: Result = None) -> State:
        state = super()._new_state(own, other, result)
        if self.marks == "own":
            return state
        return new_drawn_state(own, other, state.legal_moves, state.result)

    def _legal_moves(self, taken: int) -> tuple[int, ...]:
        count, columns = self.cell_count, self.columns
        if self.drop:
            free = [
                max(cells)
                for column in range(columns)
                if (cells := [c for c in range(column, count, columns) if not taken >> c & 1])
            ]
            free.sort()
        else:
            free = [cell for cell in range(count) if not taken >> cell & 1]
        return (*free, *(cell + count for cell in free)) if self.chooses_mark else tuple(free)

    def vanishing(self, state: State) -> int | None:
        """Return the cell of the mark that the next move removes, or None if there is none."""
        if not isinstance(state, AgedState) or state.result is not None:
            return None
        return state.order[0] if state.own.bit_count() == self.keep else None

    def guide(self, state: State) -> str:
        """Return a short reminder of how these rules differ from standard tic-tac-toe."""
        takeover = self.takeover(state)
        if takeover is not None:
            return _("O can take over the X at {square}", square=self._name(takeover))
        if self.pie and state.move_count == 2 and is_taken_over(state):
            return _("O has taken over the X")
        return super().guide(state)

    def takeover(self, state: State) -> int | None:
        """Return the cell of X's mark if O can take it over, otherwise None."""
        return state.other.bit_length() - 1 if self.pie and state.move_count == 1 else None

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        if self.chooses_mark and self.cell_count <= cell < 2 * self.cell_count:
            cell -= self.cell_count
        x, o = state.masks
        is_free = 0 <= cell < self.cell_count and not (x | o) >> cell & 1
        if self.drop and is_free and state.result is None:
            lowest = self._name(self.landing(state, cell))
            return IllegalMoveError(_("Marks fall: play at {square}", square=lowest))
        return super().refusal(state, cell)

    def landing(self, state: State, cell: int) -> int:
        """Return the cell in which a mark placed in `cell` ends up (lower if marks fall)."""
        if not self.drop or not 0 <= cell < self.cell_count:
            return cell
        column = range(cell % self.columns, self.cell_count, self.columns)
        return next((move for move in state.legal_moves if move in column), cell)

    def _name(self, cell: int) -> str:
        """Return the name that players use for a cell, without adding a mark to the name."""
        return self.layout.name_at(self.layout.cells.index(cell))

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of ``X``, ``O`` and ``.``.

        If marks vanish, each mark has a number that shows its age. If O has taken over X's
        first mark, an extra row gives the player to move.
        """
        return write_turn(super().to_text(state), state) if self.pie else super().to_text(state)

    def from_text(self, text: str) -> State:
        """Return the state for a board written with ``X``, ``O`` and ``.``.

        If marks vanish, each mark has a number, as in ``X1`` and ``O2``: 1 for the oldest mark,
        2 for the next, and so on. With the pie rule, an extra row can give the player to
        move. If the numbers of Xs and Os are equal and O is to move, O has taken over X's first
        mark.
        """
        if self.keep is not None:
            return self._aged_state(*read_ages(text, self.keep, self.layout))
        if self.pie:
            own, other, ply = read_taken_over(text, self.layout)
            mover = MARKS[ply & 1]
            ended = ended_by_line(own, other, self.line_masks, mover)
            result = self.decided_by(opponent(mover)) if ended else None
            return self._counted_state(own, other, ply, result)
        x, o = read_marks(text, self.layout)
        if self.drop:
            self._check_fallen(x | o)
        if self.marks == "same" and o:
            raise ValueError(_("There can't be an O, because both players place X"))
        if self.marks == "own":
            state = super().from_text(text)
        else:
            is_ended = _ended_by_drawn_line(x, o, self.line_masks)
            completer: Mark = "X" if (x | o).bit_count() & 1 else "O"
            state = self._new_state(x, o, self.decided_by(completer) if is_ended else None)
        if self.drop:
            self._check_order(state)
        return state

    def _aged_state(self, order: tuple[int, ...], ply: int) -> AgedState:
        """Return the state with marks in the given cells, from the oldest to the newest.

        Raises
        ------
        ValueError
            If the game would have ended before the newest mark was placed.
        """
        other, own = (sum(1 << cell for cell in order[::-1][first::2]) for first in (0, 1))
        mover: Mark = "O" if ply & 1 else "X"
        result: Result = None
        if ended_by_line(own, other, self.line_masks, mover):
            lines = [mask for mask in self.line_masks if other & mask == mask]
            if not all(mask >> order[-1] & 1 for mask in lines):
                raise ValueError(_("A row was complete before the newest mark was placed"))
            result = self.decided_by(opponent(mover))
        legal = () if result else self._legal_moves(own | other)
        return AgedState(own, other, legal, result, ply, (), order)

    def _check_fallen(self, taken: int) -> None:
        """Raise ValueError if a mark has a free cell below it."""
        below = ~(taken >> self.columns) & (1 << (self.cell_count - self.columns)) - 1
        floating = taken & below
        if floating:
            square = self._name((floating & -floating).bit_length() - 1)
            raise ValueError(
                _("The mark at {square} can't float above an empty square", square=square)
            )

    def _check_order(self, state: State) -> None:
        """Raise ValueError if X and O, taking turns, can't have dropped these marks.

        If the board contains a completed line, the last drop must have completed it.
        """
        x, o = state.masks
        if not self._can_be_removed(x, o, x | o):
            raise ValueError(_("X and O can't have dropped these marks by taking turns"))
        lines = [mask for mask in self.line_masks if mask in (x & mask, o & mask)]
        if lines and not self._can_be_removed(x, o, reduce(and_, lines)):
            raise ValueError(_("A row was complete before the last mark fell"))

    def _can_be_removed(self, x: int, o: int, last: int) -> bool:
        """Return whether the marks can be removed one by one from the tops of the columns.

        The order of removal must be that of a game played backwards, with X and O taking turns.

        Parameters
        ----------
        x, o : int
            Bit masks of X's marks and of O's marks.
        last : int
            Bit mask of the cells that can contain the game's last mark.

        Returns
        -------
        bool
            False if there is no such order. True if there is one, or if there are too many
            orders to try.
        """
        left, seen = [x | o], set[int]()
        while left and len(seen) < _MOST_REMOVALS:
            taken = left.pop()
            if not taken:
                return True
            if taken in seen:
                continue
            seen.add(taken)
            mover = x if taken.bit_count() & 1 else o
            tops = taken & ~(taken << self.columns)
            if self.marks == "own":
                tops &= mover
            if taken == x | o:
                tops &= last
            while tops:
                top = tops & -tops
                left.append(taken ^ top)
                tops ^= top
        return bool(left)


def mnk_rules(rows: int, columns: int, k: int, misere: bool, **options: Any) -> MNK:
    """Return the m,n,k-game with the given options, as an `MNK` if no `Variant` is needed.

    >>> mnk_rules(3, 3, 3, misere=False, torus=True).name, mnk_rules(3, 3, 3, misere=True).name
    ('torus-3x3k3', 'misere')
    """
    changed = {name: value for name, value in options.items() if value != getattr(MNK, name)}
    if changed:
        return Variant(rows, columns, k, misere, **changed)
    return MNK(rows, columns, k, misere)


def read_options(rules: Rules) -> dict[str, str]:
    """Return the options of an m,n,k-game as a dict that maps option names to text values.

    ``"keep"`` is ``"all"`` if marks stay, ``"row"`` if each player keeps as many marks as a
    line needs, and otherwise the number of marks.

    For a family without these options, such as ultimate, return the options of standard
    tic-tac-toe.

    Examples
    --------
    >>> read_options(Variant(4, 5, 3, misere=True, torus=True))
    {'rows': '4', 'columns': '5', 'k': '3', 'place': 'free', 'edges': 'torus', \
'marks': 'own', 'keep': 'all', 'pie': 'place', 'goal': 'avoid'}
    """
    if not isinstance(rules, MNK):
        rules = STANDARD
    return {
        "rows": str(rules.rows),
        "columns": str(rules.columns),
        "k": str(rules.k),
        "place": "drop" if rules.drop else "free",
        "edges": "torus" if rules.torus else "end",
        "marks": rules.marks,
        "keep": {None: "all", rules.k: "row"}.get(rules.keep, str(rules.keep)),
        "pie": "take" if rules.pie else "place",
        "goal": "order" if rules.order else "avoid" if rules.misere else "make",
    }


def rules_with_options(chosen: Mapping[str, str]) -> MNK:
    """Return the rules with the chosen options.

    If `k` is too large for the board, it is reduced to the length of the longer side.

    Parameters
    ----------
    chosen : mapping
        Text value of each option, in the same form as the result of `read_options`.

    Raises
    ------
    ValueError
        If no game is possible with the chosen options. The message gives the reason.

    Examples
    --------
    >>> rules_with_options({**read_options(STANDARD), "place": "drop"}).name
    'drop-3x3k3'
    """
    rows, columns, k = (int(chosen[name]) for name in ("rows", "columns", "k"))
    k = min(k, max(rows, columns))
    keep = {"all": None, "row": k}
    return mnk_rules(
        rows,
        columns,
        k,
        misere=chosen["goal"] == "avoid",
        marks=chosen["marks"],
        drop=chosen["place"] == "drop",
        torus=chosen["edges"] == "torus",
        keep=keep[chosen["keep"]] if chosen["keep"] in keep else int(chosen["keep"]),
        pie=chosen["pie"] == "take",
        order=chosen["goal"] == "order",
    )


def describe_keeping(keep: int) -> tuple[str, ...]:
    """Return sentences for players that explain how marks vanish."""
    return (
        _("Each player keeps only {count} marks on the board.", count=keep),
        _("When you place the next mark, your oldest mark vanishes."),
        _("You can't play in its square in the same move."),
    )


def describe_pie() -> tuple[str, ...]:
    """Return sentences for players that explain the pie rule."""
    return (
        _("On the second move, O can take over the X instead of placing a mark."),
        _("The X then becomes an O, and X moves next."),
    )


def place_or_take(state: State, cell: int) -> tuple[int, int]:
    """Make a move and return the player's marks and the opponent's marks.

    If the opponent has a mark in the cell, the player takes over this mark.
    """
    return state.own | 1 << cell, state.other & ~(1 << cell)


def is_taken_over(state: State) -> bool:
    """Return whether O has taken over X's first mark, in a move that added no mark."""
    return state.move_count > (state.own | state.other).bit_count()


def write_turn(board: str, state: State) -> str:
    """Return a board's text. If O took over a mark, add a row with the player to move."""
    return f"{board}\n{state.to_move}" if is_taken_over(state) else board


def split_turn(text: str, layout: Layout) -> tuple[str, str | None]:
    """Split a board's text into the board and the player to move.

    If no row gives the player to move, the player is None.
    """
    rows = [row.strip() for row in text.strip().replace("/", "\n").splitlines()]
    last = rows[-1] if rows else ""
    is_given = len(last) == 1 and (layout.columns > 1 or len(rows) > layout.rows)
    turn = rows.pop().upper() if is_given else None
    return "/".join(rows), turn


def check_turn(turn: str | None, mover: Mark) -> None:
    """Raise ValueError if the player to move in a text contradicts the marks."""
    if turn not in (None, mover):
        raise ValueError(f"the last row must be {mover} (the player to move), not {turn}")


def read_taken_over(text: str, layout: Layout) -> tuple[int, int, int]:
    """Read a board on which O might have taken over X's first mark.

    Returns
    -------
    tuple of int
        Marks of the player to move and of the other player, as bit masks, and the number of
        moves made so far.

    Raises
    ------
    ValueError
        If the text is not a board in this form.
    """
    board, turn = split_turn(text, layout)
    x, o = read_marks(board, layout)
    more = o.bit_count() - x.bit_count()
    ply = (x | o).bit_count()
    if more > 1:
        raise ValueError(
            _(
                "O has {o_count} marks and X has {x_count}: O can have at most one more",
                x_count=x.bit_count(),
                o_count=o.bit_count(),
            )
        )
    if more == 1 or (more == 0 and o and turn == "O"):
        ply += 1
        own, other = (o, x) if ply & 1 else (x, o)
    else:
        own, other = seen_by_mover(x, o)
    check_turn(turn, MARKS[ply & 1])
    return own, other, ply


def place_and_age(
    state: AgedState, cell: int, keep: int | None
) -> tuple[int, tuple[int, ...], tuple[Any, ...]]:
    """Make a move, and return the player's marks, all marks by age, and the earlier positions.

    If the player already has `keep` marks, the player's oldest mark vanishes.
    """
    own, order = state.own, state.order
    # A position can occur again only if both players have all their marks on the board.
    earlier: tuple[Any, ...] = ()
    if own.bit_count() == keep:
        # The players take turns, so the oldest of all marks belongs to the player to move.
        own ^= 1 << order[0]
        order = order[1:]
        earlier = (*state.earlier, state.key)
    return own | 1 << cell, (*order, cell), earlier


def read_ages(text: str, keep: int, layout: Layout) -> tuple[tuple[int, ...], int]:
    """Read a board on which each mark has a number that shows its age.

    Returns
    -------
    tuple
        Cells of all marks, from the oldest to the newest, and the number of moves made so far.

    Raises
    ------
    ValueError
        If the text is not a board in this form, or if the marks' ages are impossible.
    """
    read_marks(_DIGITS.sub("", text), layout)  # checks everything except the numbers
    compact = "".join(text.upper().translate(_EMPTY).replace("/", "").split())
    found = list(_AGED_CELL.finditer(compact))
    cells = sorted((int(read[2]), read[1], cell) for cell, read in enumerate(found) if read[1])
    count = len(cells)
    is_read = "".join(read[0] for read in found) == compact
    if not is_read or [number for number, _mark, _cell in cells] != [*range(1, count + 1)]:
        raise ValueError(_("Number the marks from 1, the oldest, as in X1 and O2"))
    owners = [mark for _number, mark, _cell in cells]
    if any(before == after for before, after in pairwise(owners)):
        raise ValueError(_("X and O take turns, so the numbers must alternate between them"))
    if count > 2 * keep:
        raise ValueError(_("Each player keeps only {count} marks", count=keep))
    if count < 2 * keep and owners[:1] == ["O"]:
        raise ValueError(_("X begins, so the oldest mark must be X"))
    order = tuple(cell for _number, _mark, cell in cells)
    return order, count + (owners[:1] == ["O"])


def write_marks(state: State, layout: Layout) -> str:
    """Return a board as text: rows of ``X``, ``O`` and ``.``, in the layout's order.

    If marks vanish, each mark has a number that shows its age.
    """
    x, o = state.masks
    marks = ["X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in layout.cells]
    if isinstance(state, AgedState):
        ages = {cell: str(age) for age, cell in enumerate(state.order, start=1)}
        marks = [
            mark + ages.get(cell, "") for cell, mark in zip(layout.cells, marks, strict=True)
        ]
        width = max(map(len, marks))
        marks = [mark.ljust(width) for mark in marks]
    side = layout.block or layout.columns
    rows = []
    for row in range(0, len(marks), layout.columns):
        parts = (marks[at : at + side] for at in range(row, row + layout.columns, side))
        rows.append("   ".join(" ".join(part) for part in parts).rstrip())
    return "\n".join(rows)


def read_marks(text: str, layout: Layout) -> tuple[int, int]:
    """Convert a board of ``X``, ``O`` and ``.`` to two bit masks: one for X and one for O.

    Slashes or line breaks separate the rows. ``.``, ``_`` and ``-`` all mean an empty cell.
    Spaces and case do not matter. If the board isn't divided into blocks, you can also write it
    without separators: ``"X.O.X...O"``.

    Parameters
    ----------
    text : str
        Board to read, with cells in the order in which they are drawn.
    layout : Layout
        Grid for drawing the board.

    Returns
    -------
    tuple of int
        Bit mask of the cells that contain X, and bit mask of the cells that contain O.

    Raises
    ------
    ValueError
        If the text has the wrong size or an unknown character.

    Examples
    --------
    >>> read_marks("X.O/.X./..O", STANDARD.layout)
    (17, 260)
    """
    x = o = 0
    for cell, mark in zip(layout.cells, read_grid(text, layout), strict=True):
        if mark not in "XO.":
            raise ValueError(f"each cell must be X, O or . (empty), not {mark!r}")
        x |= (mark == "X") << cell
        o |= (mark == "O") << cell
    return x, o


def read_grid(text: str, layout: Layout) -> str:
    """Return a board's characters in the layout's order: capitals, and ``.`` for empty cells.

    Raises
    ------
    ValueError
        If the text has the wrong size.
    """
    rows, columns = layout.rows, layout.columns
    rows_of_text = text.strip().replace("/", "\n").splitlines()
    grid = ["".join(row.split()).upper().translate(_EMPTY) for row in rows_of_text]
    sizes = [len(row) for row in grid]
    if sizes != [columns] * rows and (layout.block or sizes != [rows * columns]):
        raise ValueError(
            f"text must have {rows} rows of {columns} cells, with / or a line break between "
            f"rows, not {brief(text)}"
        )
    return "".join(grid)


def seen_by_mover(x: int, o: int) -> tuple[int, int]:
    """Return both bit masks, starting with the mask of the player to move.

    Raises
    ------
    ValueError
        If the number of Xs is neither equal to the number of Os nor one greater.
    """
    x_count, o_count = x.bit_count(), o.bit_count()
    if x_count - o_count not in (0, 1):
        raise ValueError(
            _("O has more marks than X, but X begins")
            if o_count > x_count
            else _(
                "X has {x_count} marks and O has {o_count}: X can have at most one more",
                x_count=x_count,
                o_count=o_count,
            )
        )
    return (o, x) if x_count > o_count else (x, o)


def ended_by_line(own: int, other: int, line_masks: tuple[int, ...], mover: Mark) -> bool:
    """Return whether the last move completed a line, given the bit masks of both players.

    Raises
    ------
    ValueError
        If the game would have ended before the last mark on the board was placed.
    """
    if any(own & mask == mask for mask in line_masks):
        if any(other & mask == mask for mask in line_masks):
            raise ValueError(_("X and O both have a row, but the first row ends the game"))
        raise ValueError(
            _(
                "{player} has a row, so {opponent} can't have moved after it",
                player=mover,
                opponent=opponent(mover),
            )
        )
    return _ended_by_drawn_line(own, other, line_masks)


def _ended_by_drawn_line(x: int, o: int, line_masks: tuple[int, ...]) -> bool:
    """Return whether there is a line, and check that one mark could have completed it.

    Raises
    ------
    ValueError
        If there are several lines that no single mark could have completed at once.
    """
    lines = [mask for mask in line_masks if mask in (x & mask, o & mask)]
    if lines and not reduce(and_, lines):
        raise ValueError(_("No single move can complete all these rows"))
    return bool(lines)


@lru_cache(maxsize=64)
def _lines(rows: int, columns: int, k: int, *, wraps_down: bool, wraps_across: bool) -> Lines:
    """Return all lines on a board, each a tuple of cells in ascending order.

    A line consists of `k` different cells at equal steps in one direction. If edges wrap, the
    same cells can be listed from several starting points, but they count as one line.

    >>> len(_lines(3, 3, 3, wraps_down=True, wraps_across=True))
    12
    >>> len(_lines(6, 7, 4, wraps_down=False, wraps_across=False))
    69
    """
    found: dict[tuple[int, ...], None] = {}
    for (down, across), row, column in product(_DIRECTIONS, range(rows), range(columns)):
        cells = []
        for step in range(k):
            at_row, at_column = row + step * down, column + step * across
            if wraps_down:
                at_row %= rows
            if wraps_across:
                at_column %= columns
            if not (at_row < rows and 0 <= at_column < columns):
                break
            cells.append(at_row * columns + at_column)
        if len(set(cells)) == k:
            found[tuple(sorted(cells))] = None
    return tuple(found)


@lru_cache(maxsize=64)
def _grid_symmetries(rows: int, columns: int) -> Symmetries:
    """Return the symmetries of a grid whose cells are numbered row by row.

    Each symmetry is a permutation *p* that moves cell *c* to cell ``p[c]``. All permutations
    are different, and the identity comes first.

    >>> _grid_symmetries(1, 3)
    ((0, 1, 2), (2, 1, 0))
    >>> len(_grid_symmetries(3, 3)), len(_grid_symmetries(3, 4))
    (8, 4)
    """
    places = [(row, column) for row in range(rows) for column in range(columns)]
    images = {
        tuple(
            (rows - 1 - row if upside_down else row) * columns
            + (columns - 1 - column if mirrored else column)
            for row, column in (((c, r) if swapped else (r, c)) for r, c in places)
        )
        for upside_down in (False, True)
        for mirrored in (False, True)
        for swapped in ((False, True) if rows == columns else (False,))
    }
    return tuple(sorted(images))
