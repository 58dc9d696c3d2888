"""More shapes of searches: with alpha-beta pruning, to a depth, in several passes.

They count their visits as those of `search_shapes` do. `PRUNED` holds the searches with
alpha-beta pruning, `OTHER` the rest.
"""

from typing import Any

from tests.support.students.search_shapes import (
    Shape,
    counted,
    mark_of,
    pick_of,
    visit,
)
from tests.support.students.searches import (
    Flat,
    flat_after,
    flat_moves,
    flat_score,
    flat_winner,
)

PRUNED: dict[str, Shape] = {}
OTHER: dict[str, Shape] = {}


# Alpha-beta.


def alpha_beta(board: Flat, alpha: int = -2, beta: int = 2) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    best = -2 if pick_of(board) is max else 2
    for cell in moves:
        found = alpha_beta(flat_after(board, cell), alpha, beta)
        best = pick_of(board)(best, found)
        if pick_of(board) is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


PRUNED["one function"] = Shape(alpha_beta)


def nega_pruned(board: Flat, alpha: int, beta: int) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return -1 if flat_winner(board) else 0
    best = -2
    for cell in moves:
        best = max(best, -nega_pruned(flat_after(board, cell), -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


PRUNED["negamax"] = Shape(nega_pruned, "flat", (-2, 2))


def pruned_value(board: Flat, alpha: int, beta: int) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_score(board, cell, alpha, beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def pruned_score(board: Flat, cell: int, alpha: int, beta: int) -> Any:
    return pruned_value(flat_after(board, cell), alpha, beta)


PRUNED["a helper for one move"] = Shape(pruned_value, "flat", (-2, 2))


def pruned_loop(board: Flat, alpha: int, beta: int) -> Any:
    visit(board)
    moves = flat_moves(board)
    return prune_over(board, moves, alpha, beta) if moves else flat_score(board)


def prune_over(board: Flat, moves: list[int], alpha: int, beta: int) -> Any:
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_loop(flat_after(board, cell), alpha, beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


PRUNED["a helper that loops over the moves"] = Shape(pruned_loop, "flat", (-2, 2))


@counted
def pruned_wrapped(board: Flat, alpha: int = -2, beta: int = 2) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    pick = pick_of(board)
    best = -2 if pick is max else 2
    for cell in moves:
        best = pick(best, pruned_wrapped(flat_after(board, cell), alpha=alpha, beta=beta))
        if pick is max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


PRUNED["a decorator without wraps"] = Shape(pruned_wrapped)


# AIMA's own form: a game and a state, with functions inside.


def aima_plain(state: Any, game: Any) -> Any:
    """Choose a move; the inner functions take positions."""
    player = game.to_move(state)

    def max_value(state: Any) -> Any:
        visit(state)
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, a)) for a in game.actions(state))

    def min_value(state: Any) -> Any:
        visit(state)
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, a)) for a in game.actions(state))

    visit(state)
    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))


OTHER["AIMA"] = Shape(aima_plain, "aima")


# Depth, several passes, turned boards, helpers that recur by themselves.


def estimate(board: Flat) -> Any:
    """Lines still open to X less those still open to O."""
    return sum("O" not in line for line in lines_of(board)) - sum(
        "X" not in line for line in lines_of(board)
    )


def lines_of(board: Flat) -> Any:
    return [
        [board[a], board[b], board[c]]
        for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
    ]


def limited(board: Flat, depth: int) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves or depth == 0:
        return estimate(board)
    return pick_of(board)([limited_score(board, cell, depth) for cell in moves])


def limited_score(board: Flat, cell: int, depth: int) -> Any:
    return limited(flat_after(board, cell), depth - 1)


def dispatched(board: Flat, depth: int) -> Any:
    visit(board)
    return (limited_max if board.count(None) % 2 else limited_min)(board, depth)


def limited_max(board: Flat, depth: int) -> Any:
    moves = flat_moves(board) if depth else []
    values = [dispatched(flat_after(board, cell), depth - 1) for cell in moves]
    return max(values, default=estimate(board))


def limited_min(board: Flat, depth: int) -> Any:
    moves = flat_moves(board) if depth else []
    values = [dispatched(flat_after(board, cell), depth - 1) for cell in moves]
    return min(values, default=estimate(board))


def choose_at_depth(board: Flat, depth: int) -> Any:
    """Choose a move; nothing calls this again."""
    visit(board)
    return max(flat_moves(board), key=lambda c: dispatched(flat_after(board, c), depth - 1))


for depth in (0, 1, 2, 3):
    OTHER[f"depth {depth}"] = Shape(limited, "flat", (depth,))
for depth in (1, 2, 3):
    OTHER[f"depth {depth}, chosen and dispatched"] = Shape(choose_at_depth, "flat", (depth,))


def deepened(board: Flat) -> Any:
    """Search to depth 1, then 2, then 3, each time from the beginning."""
    return [limited(board, depth) for depth in (1, 2, 3)][-1]


OTHER["one search after another, each deeper"] = Shape(deepened)


def quiet(board: Flat, depth: int) -> Any:
    visit(board)
    if depth == 0:
        return settled(board)
    moves = flat_moves(board)
    values = [quiet(flat_after(board, cell), depth - 1) for cell in moves]
    return pick_of(board)(values) if values else flat_score(board)


def settled(board: Flat) -> Any:
    """Go on with the moves that win at once; the position itself is counted already."""
    values = [
        won(flat_after(board, cell))
        for cell in flat_moves(board)
        if flat_winner(flat_after(board, cell))
    ]
    return pick_of(board)(values) if values else flat_score(board)


def won(board: Flat) -> Any:
    visit(board)
    return settled(board)


OTHER["a second search at the end of the first"] = Shape(quiet, "flat", (2,))


def is_full(board: Flat, cell: int = 0) -> Any:
    return cell == 9 or (board[cell] is not None and is_full(board, cell + 1))


def has_line(board: Flat, mark: str, at: int = 0) -> Any:
    lines = lines_of(board)
    return at < len(lines) and (lines[at] == [mark] * 3 or has_line(board, mark, at + 1))


def turned(board: Flat) -> Any:
    return [board[cell] for cell in (6, 3, 0, 7, 4, 1, 8, 5, 2)]


def has_row(board: Flat, mark: str, turns: int = 3) -> Any:
    """Look for the mark in the first rows of the board and of the board turned."""
    return board[:3] == [mark] * 3 or (turns > 0 and has_row(turned(board), mark, turns - 1))


def with_recursive_helpers(board: Flat) -> Any:
    visit(board)
    for cell in flat_moves(board):
        after = flat_after(board, cell)
        if has_line(after, mark_of(board)) or has_row(after, mark_of(board)):
            return 1 if mark_of(board) == "X" else -1
    if is_full(board) or flat_winner(board):
        return flat_score(board)
    moves = flat_moves(board)
    return pick_of(board)([with_recursive_helpers(flat_after(board, c)) for c in moves])


OTHER["helpers that recur by themselves"] = Shape(with_recursive_helpers)


def canonical(board: Flat) -> Any:
    boards = [board]
    for _ in range(3):
        boards.append(turned(boards[-1]))
    return min(boards, key=lambda cells: [mark or "" for mark in cells])


def up_to_turns(board: Flat) -> Any:
    visit(board)
    moves = flat_moves(board)
    if not moves:
        return flat_score(board)
    return pick_of(board)([up_to_turns(canonical(flat_after(board, c))) for c in moves])


def choose_up_to_turns(board: Flat) -> Any:
    return up_to_turns(canonical(board))


OTHER["boards that are turned"] = Shape(choose_up_to_turns)
