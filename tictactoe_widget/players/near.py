"""Where people look on a large board: beside the marks, and along the lines that grow."""

from collections.abc import Sequence
from functools import lru_cache, singledispatch
from itertools import product
from typing import Any

from tictactoe_widget.rules.line_rules import LineRules
from tictactoe_widget.rules.mnk import MNK, STANDARD
from tictactoe_widget.rules.picture.layout import Layout
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State
from tictactoe_widget.rules.ultimate import Ultimate
from tictactoe_widget.rules.variant import Variant

_CLOSE = 2
"""Number of cells, in any direction, within which a mark draws attention."""
_SEEN = 2
"""Fewest marks by which a line is seen to grow."""

Masks = Sequence[Sequence[int]]
"""Bit masks of lines, by a cell that they go through."""

_SMALL_LINES: Masks = tuple(
    tuple(line << 9 * board for line in STANDARD.masks_through[place])
    for board, place in product(range(9), repeat=2)
)
"""Lines of the small boards of ultimate."""


def near_marks(rules: Rules, state: State, moves: Sequence[int]) -> Sequence[int]:
    """Return the moves near a mark, or in the middle half of an empty board.

    All of them, where none is there, or where the board is drawn in parts: near in the
    drawing is not near in the game then.

    Parameters
    ----------
    rules : Rules
        The rules of the position.
    state : State
        The position.
    moves : sequence of int
        Moves to choose from.

    Examples
    --------
    >>> board = MNK(15, 15, 5)
    >>> opening = board.initial_state
    >>> cells = near_marks(board, opening, opening.legal_moves)
    >>> len(cells), min(cells), max(cells)
    (49, 64, 160)
    >>> near_marks(board, board.advance(opening, 0), opening.legal_moves)
    [0, 1, 2, 15, 16, 17, 30, 31, 32]
    """
    if rules.layout.block:
        return moves
    x, o = state.masks
    if x | o:
        near, _ = surroundings(rules.layout)
        found = [move for move in moves if near[rules.cell_of(move)] & (x | o)]
    else:
        middle = _middle(rules.layout)
        found = [move for move in moves if rules.cell_of(move) in middle]
    return found or moves


def along_lines(rules: Rules, state: State, moves: Sequence[int]) -> list[int]:
    """Return the moves on the lines with the most marks that can still be completed.

    A move comes once for each of these lines. Lines of the player to move count before
    the opponent's with as many marks; where no line has two marks, there are none.

    Parameters
    ----------
    rules : Rules
        The rules of the position.
    state : State
        The position.
    moves : sequence of int
        Moves to choose from.

    Examples
    --------
    O has three in a row, in columns 5 to 7 of the first row; X is to move.

    >>> board = MNK(15, 15, 5)
    >>> state = board.initial_state
    >>> for cell in (200, 5, 140, 6, 80, 7):
    ...     state = board.advance(state, cell)
    >>> along_lines(board, state, state.legal_moves)
    [3, 4, 4, 8, 8, 9]
    """
    through = _lines(rules, state)
    seen: dict[tuple[int, bool], list[int]] = {}
    for marks, others in ((state.own, state.other), (state.other, state.own)):
        for move in moves:
            for line in through[rules.cell_of(move)]:
                count = (line & marks).bit_count()
                if count >= _SEEN and not line & others:
                    seen.setdefault((count, marks == state.own), []).append(move)
    return seen[max(seen)] if seen else []


@lru_cache(maxsize=8)
def surroundings(layout: Layout) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return bit masks by cell: of the cells close to it, and of those in its row or column."""
    near = [0] * len(layout.cells)
    in_line = [0] * len(layout.cells)
    steps = range(-_CLOSE, _CLOSE + 1)
    for place, cell in enumerate(layout.cells):
        row, column = divmod(place, layout.columns)
        for down, across in product(steps, steps):
            if 0 <= row + down < layout.rows and 0 <= column + across < layout.columns:
                bit = 1 << layout.cells[place + down * layout.columns + across]
                near[cell] |= bit
                in_line[cell] |= 0 if down and across else bit
    return tuple(near), tuple(in_line)


@lru_cache(maxsize=8)
def _middle(layout: Layout) -> frozenset[int]:
    """Return the cells in the middle half of the rows and of the columns.

    Where marks fall the rows do not count.
    """

    def is_inner(place: int, length: int) -> bool:
        return length <= 4 * place + 2 <= 3 * length

    places = (divmod(place, layout.columns) for place in range(len(layout.cells)))
    return frozenset(
        cell
        for cell, (row, column) in zip(layout.cells, places, strict=True)
        if is_inner(column, layout.columns) and (layout.falls or is_inner(row, layout.rows))
    )


@singledispatch
def _lines(rules: Rules, _state: Any) -> Masks:
    """Return the lines that are good for who completes them; none of rules not known here."""
    return ((),) * rules.cell_count


@_lines.register
def _(rules: MNK, _state: Any) -> Masks:
    return ((),) * rules.cell_count if rules.misere else rules.masks_through


@_lines.register
def _(rules: LineRules, _state: Any) -> Masks:
    return rules.masks_through


@_lines.register
def _(rules: Variant, _state: Any) -> Masks:
    is_own_line = not rules.misere and not rules.shares_marks
    return rules.masks_through if is_own_line else ((),) * rules.cell_count


@_lines.register
def _(rules: Ultimate, state: Any) -> Masks:
    results = rules.small_boards(state)
    return tuple(() if results[cell // 9] else _SMALL_LINES[cell] for cell in range(81))
