"""All positions of 3x3, and what searches make of them."""

from functools import lru_cache
from typing import Any

from tictactoe_widget.analysis.analyze import analyze
from tictactoe_widget.rules.game import Game


@lru_cache(maxsize=1)
def checked_positions() -> tuple[Game, ...]:
    """Return the 5,478 positions of 3x3, those with the fewest marks first.

    Examples
    --------
    >>> found = checked_positions()
    >>> len(found), sum(game.is_over for game in found)
    (5478, 958)
    """
    layer = [Game()]
    found: list[Game] = []
    while layer:
        found += layer
        following = (game.play(cell) for game in layer for cell in game.legal_moves)
        layer = list({game.key: game for game in following}.values())
    return tuple(found)


@lru_cache(maxsize=1)
def checked_search_costs() -> dict[Any, int]:
    """Return how many positions plain minimax visits, from each position, by its key.

    Examples
    --------
    >>> checked_search_costs()[Game().key]
    549946
    """
    calls: dict[Any, int] = {}
    for game in reversed(checked_positions()):
        calls[game.key] = 1 + sum(calls[game.play(cell).key] for cell in game.legal_moves)
    return calls


@lru_cache(maxsize=1)
def checked_optimal_moves() -> dict[Any, frozenset[int]]:
    """Return the moves that keep the value of each open position, by its key."""
    optimal = {}
    for game in checked_positions():
        if not game.is_over:
            analysis = analyze(game)
            optimal[game.key] = frozenset(
                cell for cell, move in analysis.moves.items() if move.value == analysis.value
            )
    return optimal
