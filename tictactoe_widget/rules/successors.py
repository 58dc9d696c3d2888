"""Cache of the positions of boards with few cells, each with its successors.

Programs that search such a board meet the same positions over and over: a plain
minimax of 3x3 makes 549,945 moves among 5,478 positions. So on a board of at most
12 cells each position is computed once.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeAlias

from .rules import Rules
from .state import State

Successors: TypeAlias = "dict[int, CachedPosition]"
"""Cached positions that follow one, by the cell of the move."""

CachedPosition: TypeAlias = tuple[State, Successors]
"""State with the cached positions that follow it."""

MOST_CACHED_CELLS = 12
"""Size of the largest board whose positions are cached, in cells."""

MOST_CACHED_POSITIONS = 20_000
"""Most positions cached for one set of rules; every board of 10 cells has fewer."""

NOT_KEPT: Successors = {}
"""Successors of every position that is not cached; stays empty."""

_FINISHED: Successors = {}  # of every finished position that is cached; stays empty


def position_of(rules: Rules, state: State) -> CachedPosition:
    """Return the position of a state, from the cache where the board has few cells.

    States with the same `State.key` share one position. A state whose key equals that
    of a different state (a family did not override `State.key`) is not cached.
    """
    kept = _kept(rules)
    if kept is None:
        return state, NOT_KEPT
    key = state.key
    position = kept.get(key)
    if position is None:
        if len(kept) >= MOST_CACHED_POSITIONS:
            return state, NOT_KEPT
        position = kept[key] = (state, {} if state.legal_moves else _FINISHED)
    first = position[0]
    if (first.legal_moves, first.result) != (state.legal_moves, state.result):
        return state, NOT_KEPT
    return position


def position_after(rules: Rules, position: CachedPosition, cell: int) -> CachedPosition:
    """Return the position after a legal move, and cache it as a successor.

    The position before the move must be one that is cached.
    """
    state, successors = position
    after = position_of(rules, rules.advance(state, cell))
    if after[1] is not NOT_KEPT:
        successors[cell] = after
    return after


@lru_cache(maxsize=2)
def _kept(rules: Rules) -> dict[Hashable, CachedPosition] | None:
    """Return the cache of these rules, by key; None where the board has too many cells."""
    return {} if rules.cell_count <= MOST_CACHED_CELLS else None
