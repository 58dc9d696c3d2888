"""Searches as students write them. They record their own calls.

Boards are lists of rows, as in CS50's course, or flat lists. Nothing here knows the
package. `NOTES` is cleared by whoever starts a search.
"""

from functools import cache
from typing import Any

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

Rows = list[list[Any]]
Flat = list[Any]

# The searches' notes: one entry per call, in the order in which the calls begin.
NOTES: list[Any] = []


# Functions on rows.


def player(board: Rows) -> str:
    marks = [mark for row in board for mark in row if mark]
    return "O" if len(marks) % 2 else "X"


def actions(board: Rows) -> list[tuple[int, int]]:
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]


def result(board: Rows, action: tuple[int, int]) -> Rows:
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board: Rows) -> Any:
    return flat_winner(board[0] + board[1] + board[2])


def terminal(board: Rows) -> bool:
    return winner(board) is not None or all(all(row) for row in board)


def utility(board: Rows) -> int:
    return {"X": 1, "O": -1, None: 0}[winner(board)]


def minimax(board: Rows) -> Any:
    """Choose a move by plain minimax. The value functions record their calls."""
    NOTES.append("minimax")
    if terminal(board):
        return None
    if player(board) == "X":
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))


def max_value(board: Rows) -> int:
    NOTES.append("max_value")
    if terminal(board):
        return utility(board)
    value = -2
    for action in actions(board):
        value = max(value, min_value(result(board, action)))
    return value


def min_value(board: Rows) -> int:
    NOTES.append("min_value")
    if terminal(board):
        return utility(board)
    value = 2
    for action in actions(board):
        value = min(value, max_value(result(board, action)))
    return value


# Functions on a flat board.


def flat_winner(board: Flat) -> Any:
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def flat_moves(board: Flat) -> list[int]:
    if flat_winner(board):
        return []
    return [cell for cell in range(9) if board[cell] is None]


def flat_after(board: Flat, cell: int) -> Flat:
    mark = "O" if board.count(None) % 2 == 0 else "X"
    return [*board[:cell], mark, *board[cell + 1 :]]


def flat_score(board: Flat) -> int:
    return {"X": 1, "O": -1, None: 0}[flat_winner(board)]


def alpha_beta(board: Flat, alpha: float, beta: float) -> int:
    """Return the value for X. Record the board, bounds, pruned cells and value."""
    note: dict[str, Any] = {"board": tuple(board), "alpha": alpha, "beta": beta, "cut": ()}
    NOTES.append(note)
    moves = flat_moves(board)
    if not moves:
        note["value"] = flat_score(board)
        return flat_score(board)
    is_x = board.count(None) % 2 == 1
    best = -2 if is_x else 2
    for at, cell in enumerate(moves):
        found = alpha_beta(flat_after(board, cell), alpha, beta)
        if is_x:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            note["cut"] = tuple(moves[at + 1 :])
            break
    note["value"] = best
    return best


def in_place(board: Flat) -> int:
    """Return the value for X. Make and undo all moves on one board."""
    note: dict[str, Any] = {"board": tuple(board)}
    NOTES.append(note)
    moves = flat_moves(board)
    if not moves:
        note["value"] = flat_score(board)
        return flat_score(board)
    mark = "X" if board.count(None) % 2 else "O"
    values = []
    for cell in moves:
        board[cell] = mark
        values.append(in_place(board))
        board[cell] = None
    note["value"] = max(values) if mark == "X" else min(values)
    return int(note["value"])


def with_cache(board: Flat) -> int:
    """Return a flat board's value for X, by a search with a table."""
    return cached_value(tuple(board))


@cache
def cached_value(board: tuple[Any, ...]) -> int:
    NOTES.append(board)
    moves = flat_moves(list(board))
    if not moves:
        return flat_score(list(board))
    values = [cached_value(tuple(flat_after(list(board), cell))) for cell in moves]
    return max(values) if board.count(None) % 2 else min(values)


def decide_by_closures(state: Any, game: Any) -> Any:
    """Choose a move as AIMA's ``minmax_decision`` does, with functions defined inside."""
    player = game.to_move(state)

    def max_value(state: Any) -> Any:
        NOTES.append("max_value")
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, a)) for a in game.actions(state))

    def min_value(state: Any) -> Any:
        NOTES.append("min_value")
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, a)) for a in game.actions(state))

    return max(game.actions(state), key=lambda a: min_value(game.result(state, a)))
