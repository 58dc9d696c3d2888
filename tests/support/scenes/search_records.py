"""Searches as students write them, and the synced state of their records.

As a program, this module prints the states as JSON for the front-end tests.
"""

import json
import sys
from math import inf

from tictactoe_widget.classroom import VisitTree, trace
from tictactoe_widget.rules.game import Game
from tictactoe_widget.widgets.search import search_state

WORTH = {"X": 1, "O": -1, "draw": 0}

# X to move, three cells left: X wins at 5. After any other move, O wins at 5.
THREE_LEFT = Game.from_text("XOX/O.O/.X.")
# X to move, five cells left.
FIVE_LEFT = Game.from_text("X.O/.X./..O")


def minimax(game: Game, depth: int = 0) -> int:
    if game.is_over:
        return WORTH[game.result or ""]
    values = [minimax(game.play(cell), depth + 1) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


def alpha_beta(game: Game, alpha: float = -inf, beta: float = inf) -> float:
    if game.is_over:
        return WORTH[game.result or ""]
    is_x = game.current_player == "X"
    value = -inf if is_x else inf
    for cell in game.legal_moves:
        child = alpha_beta(game.play(cell), alpha, beta)
        value = max(value, child) if is_x else min(value, child)
        if is_x:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def max_value(game: Game) -> int:
    if game.is_over:
        return WORTH[game.result or ""]
    return max(min_value(game.play(cell)) for cell in game.legal_moves)


def min_value(game: Game) -> int:
    if game.is_over:
        return WORTH[game.result or ""]
    return min(max_value(game.play(cell)) for cell in game.legal_moves)


def with_helper(game: Game) -> int:
    """Return a position's value. The helper `of_move` tries each move."""
    if game.is_over:
        return WORTH[game.result or ""]
    values = [of_move(game, cell) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


def of_move(game: Game, cell: int) -> int:
    return with_helper(game.play(cell))


def fails_at_the_end(game: Game) -> int:
    if game.is_over:
        raise LookupError("no such end")
    return max(fails_at_the_end(game.play(cell)) for cell in game.legal_moves)


def graded(game: Game, left: int = 2) -> float:
    """Search two plies, and return a different number for each leaf."""
    if not left:
        return sum((cell + 1) * (mark == "X") for cell, mark in enumerate(game.board)) / 4
    return max(graded(game.play(cell), left - 1) for cell in game.legal_moves)


def visit_all() -> VisitTree:
    """Return a tree of all 4x4 moves and some answers. The last cells have the most visits."""
    nodes: dict[tuple[int, ...], tuple[int, float]] = {(): (6800, 0.125)}
    for cell in range(16):
        nodes[(cell,)] = ((cell + 1) * 50, (cell - 8) / 16)
        for answer in set(range(8)) - {cell}:
            nodes[(cell, answer)] = (answer + 1, -1.0)
    return VisitTree(Game("4x4"), nodes)


# Tree of three moves. The most visited one has two answers with equal visits.
VISITS = VisitTree(
    THREE_LEFT,
    {
        (): (1234, 0.25),
        (6,): (1, -0.5),
        (8,): (33, -0.004),
        (4,): (1200, 1),
        (4, 6): (600, -1),
        (4, 8): (600, 0.5),
    },
)


if __name__ == "__main__":
    json.dump(
        {
            "PLAIN": search_state(trace(minimax, THREE_LEFT)),
            "CUT": search_state(trace(alpha_beta, FIVE_LEFT)),
            "TWO": search_state(trace(max_value, THREE_LEFT)),
            "HELPED": search_state(trace(with_helper, THREE_LEFT)),
            "FAILED": search_state(trace(fails_at_the_end, THREE_LEFT)),
            "LIMITED": search_state(trace(minimax, FIVE_LEFT, limit=20)),
            "GRADED": search_state(trace(graded, Game())),
            "VISITS": search_state(VISITS),
            "ALL_VISITS": search_state(visit_all()),
            "LARGE": search_state(trace(graded, Game("ultimate"), limit=200)),
        },
        sys.stdout,
    )
