"""Numerical tic-tac-toe, in which a line wins if its numbers add up to 15.

R. Graham invented the game. G. Markowsky, "Numerical tic-tac-toe", Journal of Recreational
Mathematics 22, 1990, proved with a computer that the first player wins.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _, join_or, join_sentences
from tictactoe_widget.validation import brief

from .errors import IllegalMoveError
from .mnk import STANDARD, read_grid
from .rules import Lines, Rules, Symmetries, Symmetry, register_family
from .state import State, move_bits

_NAME = "numerical"
_NUMBERS = range(1, 10)
_SUM = 15
_CELLS = 9
# Symmetric positions share a key if the board contains at most this many numbers. With more
# numbers, comparing a position's images takes longer than searching the position.
_MOST_FOLDED = 4
# For each cell, the other two cells of every line that contains it.
_BESIDE = tuple(
    tuple(
        tuple(other for other in line if other != cell)
        for line in STANDARD.lines
        if cell in line
    )
    for cell in range(_CELLS)
)


@dataclass(frozen=True, eq=False)
class NumberState(State):
    """State of a game in which players place numbers.

    Parameters
    ----------
    own, other, legal_moves, result
        Same as in `State`.
    numbers : tuple of int
        Number in each cell, or 0 if the cell is empty.
    """

    __slots__ = ("numbers",)

    numbers: tuple[int, ...]
    """Number in each cell, or 0 if the cell is empty."""

    @property
    def key(self) -> Hashable:
        """Key of the position: the number in each cell."""
        return self.numbers

    def fold(self, symmetries: Symmetries) -> Hashable:
        """Return a key, which symmetric positions share if the board has only a few numbers.

        If each number *n* is replaced with 10 - *n*, odd numbers stay odd, and lines that add
        up to 15 still do. Positions that differ only in this way also share a key.
        """
        if len(self.numbers) - self.numbers.count(0) > _MOST_FOLDED:
            return self.numbers
        mirrored = tuple(10 - number if number else 0 for number in self.numbers)
        return min(
            _move(numbers, symmetry)
            for numbers in (self.numbers, mirrored)
            for symmetry in symmetries
        )


@register_family
@dataclass(frozen=True)
class Numerical(Rules):
    """Numerical tic-tac-toe, in which the first player has the odd numbers from 1 to 9.

    The second player has the even numbers from 2 to 8. Each number can be used only once. The
    player who completes a line of three numbers that add up to 15 wins. It does not matter who
    placed these numbers. If the board is full without such a line, the game is a draw.

    A move is ``cell + 9 * (number - 1)``.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> game = Game("numerical").play(4, mark="5").play(0, mark="8")
    >>> print(game)
    8 . .
    . 5 .
    . . .
    >>> game.parse_move("9=3"), game.move_name(26)
    (26, '9=3')
    """

    @property
    def systematic_name(self) -> str:
        """Name of the rules, ``"numerical"``."""
        return _NAME

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the rules named ``"numerical"``, or None for any other name."""
        return cls() if name == _NAME else None

    @property
    def title(self) -> str:
        """Short name of the game, shown to players."""
        return _("Numerical tic-tac-toe")

    @property
    def summary(self) -> str:
        """One paragraph that explains the rules to players."""
        return join_sentences(
            _("The players First and Second take turns to place a number in a free square."),
            *self.numbers_in_words,
            _("If you complete a row of three numbers that add up to 15, you win."),
            _("It doesn't matter who placed the numbers."),
            _("A full board without a winning row is a draw."),
        )

    @property
    def numbers_in_words(self) -> tuple[str, ...]:
        """Sentences about the numbers that each player can place."""
        return (
            _("The first player has the odd numbers 1, 3, 5, 7 and 9."),
            _("The second player has the even numbers 2, 4, 6 and 8."),
            _("Each number can be used only once."),
        )

    @property
    def layout(self) -> Layout:
        """Grid for drawing the board, with 3 rows and 3 columns."""
        return STANDARD.layout

    @property
    def symmetries(self) -> Symmetries:
        """Rotations and reflections of the board."""
        return STANDARD.symmetries

    @property
    def choices(self) -> tuple[str, ...]:
        """Texts from which the players choose: the numbers from 1 to 9."""
        return tuple(map(str, _NUMBERS))

    def texts(self, state: State) -> tuple[str | None, ...]:
        """Return the number in each cell, or None for an empty cell."""
        return tuple(str(number) if number else None for number in _numbers(state))

    @property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with the first player to move."""
        return _state((0,) * _CELLS, is_won=False)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move."""
        number, at = divmod(cell, _CELLS)
        before = _numbers(state)
        numbers = (*before[:at], number + 1, *before[at + 1 :])
        left = _SUM - number - 1
        return _state(
            numbers,
            is_won=any(
                numbers[one] and numbers[other] and numbers[one] + numbers[other] == left
                for one, other in _BESIDE[at]
            ),
        )

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry to every number."""
        moves = (move - move % _CELLS + symmetry[move % _CELLS] for move in state.legal_moves)
        return NumberState(
            move_bits(state.own, symmetry),
            move_bits(state.other, symmetry),
            tuple(sorted(moves)),
            state.result,
            _move(_numbers(state), symmetry),
        )

    def winning_lines(self, state: State) -> Lines:
        """Return all lines of three numbers that add up to 15."""
        return _sums(_numbers(state))

    def guide(self, state: State) -> str:
        """Return a reminder to choose a number first or, after a win, the winning sum."""
        if state.result is None:
            return _("Choose a number, then a square")
        numbers = _numbers(state)
        sums = (" + ".join(str(numbers[cell]) for cell in line) for line in _sums(numbers))
        return next((f"{numbers} = {_SUM}" for numbers in sums), "")

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        is_move = 0 <= cell < self.action_count and state.result is None
        if not is_move or _numbers(state)[self.cell_of(cell)]:
            return super().refusal(state, cell)
        left = dict.fromkeys(self.choice_of(move) for move in state.legal_moves)
        return IllegalMoveError(
            _("Choose one of your numbers: {numbers}", numbers=join_or(left))
        )

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of numbers and ``.``."""
        marks = [str(number) if number else "." for number in _numbers(state)]
        return "\n".join(" ".join(marks[at : at + 3]) for at in range(0, _CELLS, 3))

    def from_text(self, text: str) -> State:
        """Return the state for a board written as rows of numbers and ``.``."""
        grid = read_grid(text, self.layout)
        for mark in grid:
            if mark not in ".123456789":
                raise ValueError(
                    f"each cell must be a digit from 1 to 9, or '.' (empty), not {brief(mark)}"
                )
        numbers = tuple(int(mark) if mark != "." else 0 for mark in grid)
        placed = [number for number in numbers if number]
        if len(set(placed)) < len(placed):
            raise ValueError(_("Each number can be used only once"))
        odd = sum(number % 2 for number in placed)
        if odd not in (len(placed) - odd, len(placed) - odd + 1):
            raise ValueError(
                _("The player who begins places odd numbers, and the other places even numbers")
            )
        lines = _sums(numbers)
        # The last number must be in every completed line, and belongs to the player who moved
        # last.
        if lines and not any(
            numbers[cell] % 2 == len(placed) % 2 and all(cell in line for line in lines)
            for cell in lines[0]
        ):
            raise ValueError(_("A row that adds up to 15 was complete before the last move"))
        return _state(numbers, is_won=bool(lines))


def _move(numbers: tuple[int, ...], symmetry: Symmetry) -> tuple[int, ...]:
    """Return the numbers after moving the number in each cell *c* to cell ``symmetry[c]``."""
    moved = [0] * _CELLS
    for cell, number in zip(symmetry, numbers, strict=True):
        moved[cell] = number
    return tuple(moved)


def _state(numbers: tuple[int, ...], *, is_won: bool) -> NumberState:
    """Return the state with the given numbers.

    If `is_won` is True, the player who moved last wins.
    """
    odd = even = 0
    for cell, number in enumerate(numbers):
        if number % 2:
            odd |= 1 << cell
        elif number:
            even |= 1 << cell
    ply = _CELLS - numbers.count(0)
    own, other = (even, odd) if ply % 2 else (odd, even)
    if is_won:
        return NumberState(own, other, (), "X" if ply % 2 else "O", numbers)
    free = [cell for cell, number in enumerate(numbers) if not number]
    legal = tuple(
        number * _CELLS + cell
        for number in range(ply % 2, 9, 2)
        if number + 1 not in numbers
        for cell in free
    )
    return NumberState(own, other, legal, None if legal else "draw", numbers)


def _numbers(state: Any) -> tuple[int, ...]:
    numbers: tuple[int, ...] = state.numbers
    return numbers


def _sums(numbers: tuple[int, ...]) -> Lines:
    """Return the lines of three numbers that add up to 15."""
    return tuple(
        line
        for line in STANDARD.lines
        if all(numbers[cell] for cell in line) and sum(numbers[cell] for cell in line) == _SUM
    )
