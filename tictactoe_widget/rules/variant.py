"""Boards on which one rule is changed: where a mark goes, the edges, the mark, the goal."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, Self

from tictactoe_widget.validation.quoting import brief

from .board_lines import keeping_lines, wrapped_lines
from .drawn_state import ended_by_drawn_line, new_drawn_state
from .errors import IllegalMoveError
from .line_rules import LineRules
from .marks import OWN_MARKS, Mark, Result, opponent
from .mnk import MNK, ended_by_line, grid_symmetries, read_marks, seen_by_mover
from .picture.layout import Layout
from .registry import register_family
from .rules import Lines, Symmetries, Symmetry, move_bits
from .state import State, new_state

_NAME = re.compile(
    r"(misere-|order-)?(same-|wild-)?(drop-)?(torus-)?([0-9]{1,3})x([0-9]{1,3})k([0-9]{1,3})"
)
"""Pattern of the names of these rules: the switches, then rows, columns and k."""
_WORDS = {"own": "", "same": "same-", "chosen": "wild-"}
"""Word in a name for the mark that is drawn."""
_DRAWN: Mapping[str, Mapping[Mark, Mark | None]] = {
    "own": OWN_MARKS,
    "same": {"X": "X", "O": "X"},
    "chosen": {"X": None, "O": None},
}
"""Mark that each player draws, by the value of the switch."""
_TITLES = {
    "drop-6x7k4": "Connect four",
    "misere-same-3x3k3": "Notakto",
    "wild-3x3k3": "Wild tic-tac-toe",
    "order-6x6k5": "Order and chaos",
}
"""Names by which such games are known, by their systematic names."""
WIDEST_CHOSEN = 14
"""Greatest number of columns where marks are chosen: x and o then name marks."""


@register_family
@dataclass(frozen=True)
class Variant(LineRules):
    """A board of rows, columns and k on which at least one rule of `MNK` is changed.

    The switches go together as one likes, but for those that make no game: where both
    players draw X, for example, a line has to lose.

    Parameters
    ----------
    rows, columns, k : int
        Size of the board and of a line, as in `MNK`.
    misere : bool, default False
        True where the player who completes a line loses instead of winning.
    marks : {"own", "same", "chosen"}, default "own"
        ``"own"`` where each player draws their own mark, ``"same"`` where both draw X,
        ``"chosen"`` where the player chooses X or O at each move.
    drop : bool, default False
        True where a mark falls to the lowest free cell of its column.
    torus : bool, default False
        True where lines go on at the opposite edge; with `drop` only from left to right.
    order : bool, default False
        True where the first player makes a line of either mark and the other prevents
        it, as in order and chaos; the marks are chosen then.

    Raises
    ------
    TypeError, ValueError
        When a value is of another type or out of its range, when no rule is changed, or
        the switches make no game; the message says why.

    Examples
    --------
    >>> connect_four = Variant(6, 7, 4, drop=True)
    >>> connect_four.name, connect_four.title, len(connect_four.lines)
    ('connect4', 'Connect four', 69)
    >>> Variant(3, 3, 3, marks="same")
    Traceback (most recent call last):
        ...
    ValueError: where both players draw X, a line must lose, as else the first pair of \
marks would decide: add misere=True
    """

    rows: int
    """Number of rows of the board, 1 to 19."""
    columns: int
    """Number of columns of the board, 1 to 19; at most 14 where marks are chosen."""
    k: int
    """Number of marks that make a line, 1 to the longer side."""
    misere: bool = False
    """True where the player who completes a line loses instead of winning."""
    marks: Literal["own", "same", "chosen"] = "own"
    """Mark that a player draws: their own, X for both, or the one they choose."""
    drop: bool = False
    """True where a mark falls to the lowest free cell of its column."""
    torus: bool = False
    """True where lines go on at the opposite edge."""
    order: bool = False
    """True where the first player makes a line and the other prevents it."""

    def __post_init__(self) -> None:
        plain = MNK(self.rows, self.columns, self.k, self.misere)  # refuses wrong sizes
        for name in ("drop", "torus", "order"):
            value = getattr(self, name)
            if type(value) is not bool:
                raise TypeError(f"{name} must be True or False, not {brief(value)}")
        if not (isinstance(self.marks, str) and self.marks in _WORDS):
            raise ValueError(
                f"marks must be 'own', 'same' or 'chosen', not {brief(self.marks)}"
            )
        if self.order:
            if self.misere or self.marks == "same":
                raise ValueError(
                    "where one player makes a line and the other prevents it, no line loses "
                    "and marks are chosen: leave misere and marks out"
                )
            object.__setattr__(self, "marks", "chosen")
        if self.marks == "same" and not self.misere:
            raise ValueError(
                "where both players draw X, a line must lose, as else the first pair of "
                "marks would decide: add misere=True"
            )
        if self.marks == "chosen" and self.columns > WIDEST_CHOSEN:
            raise ValueError(
                f"columns must be from 1 to {WIDEST_CHOSEN} where marks are chosen, as x and "
                f"o name marks there, not {self.columns}"
            )
        if not (self.drop or self.torus or self.marks != "own"):
            raise ValueError(f"no rule is changed: these are the rules {plain!r}")

    def __reduce__(self) -> tuple[object, ...]:
        # Leaves out the cached properties below, which a copy computes again.
        switches = (self.misere, self.marks, self.drop, self.torus, self.order)
        return (type(self), (self.rows, self.columns, self.k, *switches))

    @property
    def systematic_name(self) -> str:
        """Name of the rules, such as ``"misere-drop-6x7k4"`` or ``"torus-4x4k4"``."""
        goal = "order-" if self.order else "misere-" if self.misere else ""
        marks = "" if self.order else _WORDS[self.marks]
        drop = "drop-" if self.drop else ""
        torus = "torus-" if self.torus else ""
        return f"{goal}{marks}{drop}{torus}{self.rows}x{self.columns}k{self.k}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules with a name such as ``"torus-4x4k4"``; None for any other name."""
        read = _NAME.fullmatch(name)
        if read is None or not (read[1] == "order-" or any(read.group(2, 3, 4))):
            return None
        goal, word, drop, torus, *size = read.groups()
        marks = next(marks for marks, known in _WORDS.items() if known == (word or ""))
        rows, columns, k = map(int, size)
        return cls(
            rows,
            columns,
            k,
            misere=goal == "misere-",
            marks=marks,  # type: ignore[arg-type]
            drop=drop is not None,
            torus=torus is not None,
            order=goal == "order-",
        )

    @cached_property
    def lines(self) -> Lines:
        """Lines of the board, each as ascending cells."""
        return wrapped_lines(
            self.rows,
            self.columns,
            self.k,
            wraps_down=self.torus and not self.drop,
            wraps_across=self.torus,
        )

    @cached_property
    def symmetries(self) -> Symmetries:
        """Symmetries of the board: it is turned and mirrored, and shifted where edges wrap.

        Where marks fall, each row stays where it is.
        """
        columns = self.columns
        turned = [
            turn
            for turn in grid_symmetries(self.rows, columns)
            if not self.drop
            or all(cell // columns == moved // columns for cell, moved in enumerate(turn))
        ]
        downs = range(self.rows if self.torus and not self.drop else 1)
        acrosses = range(columns if self.torus else 1)
        shifted = [
            tuple(
                (cell // columns + down) % self.rows * columns
                + (cell % columns + across) % columns
                for cell in turn
            )
            for turn, down, across in product(turned, downs, acrosses)
        ]
        return keeping_lines(shifted, self.lines)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state with every mark moved by one of `symmetries`."""
        own, other = (move_bits(mask, symmetry) for mask in (state.own, state.other))
        legal = self._legal_moves(own | other) if state.result is None else ()
        return self._new_state(own, other, legal, state.result)

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player draws, None for both where it is chosen at each move."""
        return _DRAWN[self.marks]

    @property
    def title(self) -> str:
        """Short name of the rules, shown to players."""
        known = _TITLES.get(self.systematic_name)
        if known is not None:
            return known
        line = f"{self.k} in a row" if self.k > 1 else "one mark decides"
        words = {
            "both draw X": self.marks == "same",
            "X or O at each move": self.chooses_mark,
            "marks fall": self.drop,
            "edges wrap": self.torus,
            "a line loses": self.misere,
            "one makes a line": self.order,
        }
        return ", ".join(
            [f"{self.rows} × {self.columns}", line, *(word for word in words if words[word])]
        )

    @property
    def summary(self) -> str:
        """Rules in one paragraph, for players to read."""
        return " ".join([self.turns_in_words, *self.places_in_words, self.goal_in_words])

    @property
    def turns_in_words(self) -> str:
        """Sentence that says who moves, with which mark."""
        size = MNK(self.rows, self.columns, self.k).size_in_words
        turns = {
            "own": f"X and O take turns on {size}, X first.",
            "same": f"First and Second take turns on {size}, and both draw X.",
            "chosen": f"First and Second take turns on {size}, and draw X or O as they like.",
        }
        return turns[self.marks]

    @property
    def places_in_words(self) -> tuple[str, ...]:
        """Sentences on where marks go and lines end; none where nothing is changed."""
        words = []
        if self.drop:
            words.append("A mark falls to the lowest free cell of its column.")
        if self.torus:
            edges = "the left edge at the right" if self.drop else "an edge at the opposite one"
            words.append(f"A row goes on beyond {edges}.")
        return tuple(words)

    @property
    def line_in_words(self) -> str:
        """Words for a line, such as "3 marks in a row"."""
        same = " that are alike" if self.chooses_mark else ""
        return f"{self.k} marks{same} in a row" if self.k > 1 else "one mark"

    @property
    def goal_in_words(self) -> str:
        """Sentences on how the game ends."""
        if self.order:
            return (
                f"First wins with {self.line_in_words}, whoever completes it. "
                "Second wins when the board is full without it."
            )
        verdict = "loses" if self.misere else "wins"
        drawn = " A full board without it is a draw." if self.can_draw else ""
        return f"Whoever completes {self.line_in_words} {verdict}.{drawn}"

    @property
    def can_draw(self) -> bool:
        """True unless a draw is known to be impossible."""
        return self.k > 1 and not self.order and (self.marks != "same" or not self.lines)

    @cached_property
    def layout(self) -> Layout:
        """Grid in which the cells are drawn: that of the board."""
        cells = tuple(range(self.rows * self.columns))
        return Layout(self.rows, self.columns, cells, falls=self.drop)

    @cached_property
    def initial_state(self) -> State:
        """State of the empty board; the first player, X, is to move."""
        return self._new_state(0, 0, self._legal_moves(0), None)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        mover = state.to_move
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
                return self._new_state(own, other, (), self.decided_by(mover))
        legal = self._legal_moves(own | other)
        return self._new_state(own, other, legal, None if legal else self.full_board_result)

    def _new_state(
        self, own: int, other: int, legal_moves: tuple[int, ...], result: Result
    ) -> State:
        make = new_state if self.marks == "own" else new_drawn_state
        return make(own, other, legal_moves, result)

    def _legal_moves(self, taken: int) -> tuple[int, ...]:
        """Return the moves on a board on which these cells hold marks."""
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

    def decided_by(self, completer: Mark) -> Result:
        """Return the winner when `completer` completes a line."""
        if self.order:
            return "X"
        return opponent(completer) if self.misere else completer

    @property
    def full_board_result(self) -> Result:
        """Result of a full board without a line."""
        return "O" if self.order else "draw"

    def guide(self, state: State) -> str:
        """Return what is changed, as a reminder for the next move."""
        if state.result is not None:
            return ""
        if self.order:
            return "First makes a line, Second prevents it"
        if self.misere:
            return "Completing a line loses"
        if self.drop:
            return "Marks fall to the bottom"
        return "Choose a mark, then a cell" if self.chooses_mark else ""

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the error for a cell that is not a legal move; its message says why."""
        if self.chooses_mark and self.cell_count <= cell < 2 * self.cell_count:
            cell -= self.cell_count
        x, o = state.masks
        is_free = 0 <= cell < self.cell_count and not (x | o) >> cell & 1
        if self.drop and is_free and state.result is None:
            lowest = self._name(self.landing(state, cell))
            return IllegalMoveError(f"Marks fall: play {lowest} there")
        return super().refusal(state, cell)

    def landing(self, state: State, cell: int) -> int:
        """Return the lowest free cell of the column where marks fall, else the cell itself."""
        if not self.drop or not 0 <= cell < self.cell_count:
            return cell
        column = range(cell % self.columns, self.cell_count, self.columns)
        return next((move for move in state.legal_moves if move in column), cell)

    def _name(self, cell: int) -> str:
        """Return what people call a cell, whatever mark is drawn there."""
        return self.layout.name_at(self.layout.cells.index(cell))

    def from_text(self, text: str) -> State:
        """Read a board of ``X``, ``O`` and ``.``, in rows or all in one row."""
        x, o = read_marks(text, self.rows, self.columns, one_row=True)
        if self.drop:
            self._check_fallen(x | o)
        if self.marks == "same" and o:
            raise ValueError("both players draw X: the board holds O")
        if self.marks == "own":
            own, other = seen_by_mover(x, o)
            mover = State(own, other, (), None).to_move
            is_ended = ended_by_line(own, other, self.line_masks, mover)
        else:
            own, other = x, o
            mover = "O" if (x | o).bit_count() & 1 else "X"
            is_ended = ended_by_drawn_line(x, o, self.line_masks)
        if is_ended:
            return self._new_state(own, other, (), self.decided_by(opponent(mover)))
        legal = self._legal_moves(x | o)
        return self._new_state(own, other, legal, None if legal else self.full_board_result)

    def _check_fallen(self, taken: int) -> None:
        """Raise ValueError where a mark has a free cell below it."""
        below = ~(taken >> self.columns) & (1 << (self.cell_count - self.columns)) - 1
        floating = taken & below
        if floating:
            cell = (floating & -floating).bit_length() - 1
            raise ValueError(
                f"marks fall to the bottom: {self._name(cell)} holds one above a free cell"
            )
