"""Numbers of positions that well-known searches visit."""

from collections.abc import Hashable
from dataclasses import dataclass

from tictactoe_widget.rules.game import Game

_MOST_EMPTY = 9
"""Most empty cells of a position whose searches are counted."""


@dataclass(frozen=True)
class SearchCounts:
    """Numbers of positions that three searches visit, the first one included."""

    minimax: int
    """Plain minimax: every line of play to its end."""
    alpha_beta: int
    """Minimax with alpha-beta pruning that tries moves in the order of the cells.

    It begins with bounds outside of all values and looks no further where alpha is at
    least beta.
    """
    table: int
    """Minimax with a table of positions: each position that can be reached, once."""


def known_search_counts(game: Game) -> SearchCounts | None:
    """Return how many positions each search visits; None where that takes too long.

    Positions of up to nine empty cells are counted.

    Examples
    --------
    >>> known_search_counts(Game())
    SearchCounts(minimax=549946, alpha_beta=18297, table=5478)
    """
    if game.board.count(None) > _MOST_EMPTY:
        return None
    sizes: dict[Hashable, int] = {}
    minimax = _size(game, sizes)
    return SearchCounts(minimax, _alpha_beta(game, -2, 2)[1], len(sizes))


def _size(game: Game, sizes: dict[Hashable, int]) -> int:
    """Return the number of lines of play and of their beginnings from a position."""
    size = sizes.get(game.key)
    if size is None:
        size = 1 + sum(_size(game.play(cell), sizes) for cell in game.legal_moves)
        sizes[game.key] = size
    return size


def _alpha_beta(game: Game, alpha: int, beta: int) -> tuple[int, int]:
    """Return the value of a position for X, and the number of positions visited."""
    if game.is_over:
        return {"X": 1, "O": -1}.get(game.result or "", 0), 1
    visited = 1
    is_x = game.current_player == "X"
    value = -2 if is_x else 2
    for cell in game.legal_moves:
        found, count = _alpha_beta(game.play(cell), alpha, beta)
        visited += count
        if is_x:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value, visited
