"""SOS: players write S or O, and a player who completes S-O-S scores and moves again.

The rules are those of the pencil-and-paper game, as described by Wikipedia in "SOS (game)".
When the board is full, the player who has completed S-O-S more often wins.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _, join_sentences
from tictactoe_widget.validation import check_int

from .mnk import MNK, read_grid
from .rules import Lines, Rules, Symmetries, Symmetry, register_family
from .state import MARKS, Mark, Result, State, move_bits, opponent

_LONGEST_SIDE = 8  # maximum number of rows or columns

_NAME = re.compile(r"sos(?:-([0-9]{1,2})x([0-9]{1,2}))?")
_LETTERS = ("S", "O")
_SCORE = re.compile(r"([0-9]{1,3}):([0-9]{1,3})([XO])")
# Maximum number of positions to examine when checking whether a game can reach a position.
_MOST_EARLIER = 20_000


@dataclass(frozen=True, eq=False)
class LetterState(State):
    """State of a game of SOS, with every S in `own` and every O in `other`.

    Parameters
    ----------
    own, other, legal_moves, result
        Same as in `State`, but `own` and `other` don't depend on the player to move.
    turn : {"X", "O"}
        Player to move or, if the game is over, the player who would move next.
    points : tuple of int
        Number of times that each player has completed S-O-S.
    """

    __slots__ = ("points", "turn")

    turn: Mark
    """Player to move or, if the game is over, the player who would move next."""
    points: tuple[int, int]
    """Number of times that each player has completed S-O-S."""

    @property
    def key(self) -> Hashable:
        """Key of the position: the letters, the player to move and the points."""
        return (self.own, self.other, self.turn, self.points)

    @property
    def to_move(self) -> Mark:
        """Player to move or, if the game is over, the player who would move next."""
        return self.turn

    @property
    def masks(self) -> tuple[int, int]:
        """Two bit masks: one for the cells with S and one for the cells with O."""
        return self.own, self.other


@register_family
@dataclass(frozen=True)
class SOS(Rules):
    """SOS, in which you write S or O and score a point for each S-O-S in a row.

    If you complete S-O-S, you move again. When the board is full, the player with more points
    wins. The move to write S is the index of the cell. The move to write O is this index plus
    the number of cells.

    Parameters
    ----------
    rows, columns : int, default 3
        Number of rows and number of columns on the board, 3 to 8 each.

    Raises
    ------
    TypeError
        If `rows` or `columns` is not an int.
    ValueError
        If `rows` or `columns` is out of range.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game.from_moves("1s 2o 3s", "sos")
    >>> print(game)
    S O S
    . . .
    . . .
    1:0 X
    >>> game.message
    "First's turn"
    """

    rows: int = 3
    """Number of rows on the board, 3 to 8."""
    columns: int = 3
    """Number of columns on the board, 3 to 8."""

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            check_int(getattr(self, name), name, 3, _LONGEST_SIDE)

    def __reduce__(self) -> tuple[object, ...]:
        # Don't pickle the cached properties below, because a copy can compute them again.
        return (type(self), (self.rows, self.columns))

    @property
    def systematic_name(self) -> str:
        """Name of the rules: ``"sos"`` on 3x3, and a name such as ``"sos-4x4"`` otherwise."""
        if self.rows == self.columns == 3:
            return "sos"
        return f"sos-{self.rows}x{self.columns}"

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules for a name such as ``"sos-4x4"``, or None for any other name."""
        read = _NAME.fullmatch(name)
        return None if read is None else cls(int(read[1] or 3), int(read[2] or 3))

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        if self.rows == self.columns == 3:
            return "SOS"
        return _("SOS, {rows} × {columns}", rows=self.rows, columns=self.columns)

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        return join_sentences(
            _("The players First and Second take turns. On each move, you choose S or O."),
            *self.points_in_words,
            self.end_in_words,
        )

    @property
    def points_in_words(self) -> tuple[str, ...]:
        """Sentences about points and extra moves."""
        return (
            _("If you complete S-O-S in a row, you get a point and move again."),
            _("The row can go across, down or diagonally."),
        )

    @property
    def end_in_words(self) -> str:
        """Sentence that explains who wins."""
        return _("When the board is full, the player with more points wins.")

    @cached_property
    def _grid(self) -> MNK:
        return MNK(self.rows, self.columns, 3)

    @cached_property
    def _beside(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each move, the other letters of every S-O-S that the move could complete.

        Each entry is a pair of masks, one for S and one for O.
        """
        return tuple(
            tuple(
                (1 << start | 1 << end, 1 << middle)
                for start, middle, end in self._grid.lines
                if cell in ((start, end) if letter == "S" else (middle,))
            )
            for letter in _LETTERS
            for cell in range(self.cell_count)
        )

    @property
    def layout(self) -> Layout:
        """Grid for drawing the board, with one place for each cell."""
        return self._grid.layout

    @property
    def symmetries(self) -> Symmetries:
        """Rotations and reflections of the board."""
        return self._grid.symmetries

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """None for both players, because they choose a letter for each move."""
        return {"X": None, "O": None}

    @property
    def choices(self) -> tuple[str, ...]:
        """Letters from which the players choose."""
        return _LETTERS

    def texts(self, state: State) -> tuple[str | None, ...]:
        """Return the letter in each cell, or None for an empty cell."""
        s, o = state.masks
        return tuple(
            "S" if s >> cell & 1 else "O" if o >> cell & 1 else None
            for cell in range(self.cell_count)
        )

    @cached_property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with the first player to move."""
        return self._state(0, 0, "X", (0, 0))

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        s, o = state.masks
        if cell < self.cell_count:
            s |= 1 << cell
        else:
            o |= 1 << cell - self.cell_count
        made = self._count_made(s, o, cell)
        first, second = _points(state)
        mover = state.to_move
        if not made:
            return self._state(s, o, opponent(mover), (first, second))
        points = (first + made, second) if mover == "X" else (first, second + made)
        return self._state(s, o, mover, points)

    def _count_made(self, s: int, o: int, move: int) -> int:
        """Return how many S-O-S sequences on a board include the letter that a move writes."""
        return sum(s & ss == ss and o & oo == oo for ss, oo in self._beside[move])

    def _state(self, s: int, o: int, turn: Mark, points: tuple[int, int]) -> LetterState:
        taken, count = s | o, self.cell_count
        free = [cell for cell in range(count) if not taken >> cell & 1]
        result: Result = None
        if not free:
            first, second = points
            result = "draw" if first == second else "X" if first > second else "O"
        legal = (*free, *(cell + count for cell in free))
        return LetterState(s, o, legal, result, turn, points)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry to every letter."""
        s, o = (move_bits(mask, symmetry) for mask in state.masks)
        return self._state(s, o, state.to_move, _points(state))

    def winning_lines(self, state: State) -> Lines:
        """Return no lines, because the points decide the game."""
        del state
        return ()

    def guide(self, state: State) -> str:
        """Return both players' points."""
        first, second = _points(state)
        names = self.player_names
        return _(
            "{first}: {first_points}, {second}: {second_points}",
            first=names["X"],
            first_points=first,
            second=names["O"],
            second_points=second,
        )

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of letters and ``.``, points, and the player to move.

        The last row is like ``2:1 X``: First has 2 points, Second has 1 point, and First is to
        move.
        """
        texts = [text or "." for text in self.texts(state)]
        rows = range(0, self.cell_count, self.columns)
        first, second = _points(state)
        return "\n".join(
            [
                *(" ".join(texts[at : at + self.columns]) for at in rows),
                f"{first}:{second} {state.to_move}",
            ]
        )

    def from_text(self, text: str) -> State:
        """Return the state for a board in the format of `to_text`.

        Raises
        ------
        ValueError
            If the text doesn't describe a valid board, or if legal moves can't lead to it. On
            large boards, the method might also accept an unreachable position, because the
            search for moves that lead there stops after 20,000 earlier positions.
        """
        board, _slash, last = text.strip().replace("\n", "/").rpartition("/")
        score = _SCORE.fullmatch("".join(last.upper().split()))
        if score is None:
            raise ValueError(
                "text must end with the points and the player to move, as in 2:1 X, not "
                f"{last.strip()!r}"
            )
        s = o = 0
        for cell, letter in enumerate(read_grid(board, self.layout)):
            if letter not in "SO.":
                raise ValueError(f"each cell must be S, O or . (empty), not {letter!r}")
            s |= (letter == "S") << cell
            o |= (letter == "O") << cell
        points = (int(score[1]), int(score[2]))
        turn: Mark = "X" if score[3] == "X" else "O"
        if not self._can_be_reached(s, o, turn, points):
            raise ValueError(_("No legal moves lead to this position"))
        return self._state(s, o, turn, points)

    def _can_be_reached(self, s: int, o: int, turn: Mark, points: tuple[int, int]) -> bool:
        """Return whether legal moves lead from the empty board to a position.

        The search goes backwards. The result is also True if the search gives up.
        """
        waiting = [(s, o, turn, points)]
        seen = set(waiting)
        while waiting and len(seen) <= _MOST_EARLIER:
            now = waiting.pop()
            if now == (0, 0, "X", (0, 0)):
                return True
            new = set(self._positions_before(*now)) - seen
            seen |= new
            waiting += new
        return bool(waiting)

    def _positions_before(self, s: int, o: int, turn: Mark, points: tuple[int, int]) -> Any:
        """Yield the positions from which one move leads to the given position."""
        for cell in range(self.cell_count):
            removed = 1 << cell
            if not (s | o) & removed:
                continue
            move = cell if s & removed else cell + self.cell_count
            made = self._count_made(s, o, move)
            mover = turn if made else opponent(turn)
            left = tuple(
                point - made * (mark == mover)
                for point, mark in zip(points, MARKS, strict=True)
            )
            if min(left) >= 0:
                yield s & ~removed, o & ~removed, mover, left


def _points(state: Any) -> tuple[int, int]:
    points: tuple[int, int] = state.points
    return points
