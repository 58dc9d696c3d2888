"""Positions of small boards, each kept with the positions that follow it.

Programs that search a small board meet the same positions over and over: a plain
minimax of 3x3 makes 549,945 moves among 5,478 positions. So on a board of at most
12 cells each position is computed once.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeAlias

from .base import Rules, State

Successors: TypeAlias = "dict[int, Position]"
"""Positions that follow one, by the cell of the move, as far as they are kept."""

Position: TypeAlias = tuple[State, Successors]
"""A state with the positions that follow it."""

MOST_CELLS = 12
"""Size of the largest board whose positions are kept, in cells."""

MOST_POSITIONS = 20_000
"""Limit of positions kept for one set of rules; every board of 10 cells has fewer."""

NOT_KEPT: Successors = {}
"""The successors of every position that is not kept; stays empty."""

_FINISHED: Successors = {}  # of every finished position that is kept; stays empty


def position_of(rules: Rules, state: State) -> Position:
    """Return a state with its successors; keep it where the board is small.

    States with the same `State.key` share one position.
    """
    kept = _kept(rules)
    if kept is None:
        return state, NOT_KEPT
    key = state.key
    position = kept.get(key)
    if position is None:
        if len(kept) >= MOST_POSITIONS:
            return state, NOT_KEPT
        position = kept[key] = (state, {} if state.legal_moves else _FINISHED)
    return position


def position_after(rules: Rules, position: Position, cell: int) -> Position:
    """Return the position after a legal move; keep it with the one before."""
    state, successors = position
    if successors is NOT_KEPT:
        return rules.advance(state, cell), NOT_KEPT
    after = successors.get(cell)
    if after is None:
        after = position_of(rules, rules.advance(state, cell))
        if after[1] is not NOT_KEPT:
            successors[cell] = after
    return after


@lru_cache(maxsize=4)
def _kept(rules: Rules) -> dict[Hashable, Position] | None:
    """Return the positions kept for these rules by key; None where the board is large."""
    return {} if rules.cell_count <= MOST_CELLS else None
