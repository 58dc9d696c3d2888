"""Students' solutions to the assignment in teacher/, in parts that tests combine."""

# A correct ``winner``.
WINNER = """
def winner(board):
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None
"""

# A ``winner`` that looks only at rows.
WINNER_OF_ROWS = """
def winner(board):
    for start in (0, 3, 6):
        if board[start] is not None and board[start] == board[start + 1] == board[start + 2]:
            return board[start]
    return None
"""

# A correct ``actions``.
ACTIONS = """
def actions(board):
    return [cell for cell, mark in enumerate(board) if not mark]
"""

# A correct ``result`` for legal moves. It doesn't check whether the cell is taken.
RESULT = """
def result(board, move):
    new = list(board)
    new[move] = player(board)
    return new
"""

# A ``result`` that changes the board it is given.
RESULT_IN_PLACE = """
def result(board, move):
    board[move] = player(board)
    return board
"""

# A correct ``minimax`` with a table of values.
MINIMAX = """
KNOWN = {}


def value(board):
    key = tuple(board)
    if key not in KNOWN:
        if terminal(board):
            KNOWN[key] = utility(board)
        else:
            worths = sorted(value(result(board, move)) for move in actions(board))
            KNOWN[key] = worths[-1] if player(board) == "X" else worths[0]
    return KNOWN[key]


def minimax(board):
    return next(m for m in actions(board) if value(result(board, m)) == value(board))
"""

# A ``minimax`` that always chooses the best move for X.
MINIMAX_OF_X = """
def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, move)) for move in actions(board)]
    return max(values) if player(board) == "X" else min(values)


def minimax(board):
    return max(actions(board), key=lambda move: value(result(board, move)))
"""

# A correct ``alpha_beta`` with two helpers.
ALPHA_BETA = """
def most(board, alpha, beta):
    if terminal(board):
        return utility(board)
    found = -2
    for move in actions(board):
        found = max(found, least(result(board, move), alpha, beta))
        alpha = max(alpha, found)
        if alpha >= beta:
            break
    return found


def least(board, alpha, beta):
    if terminal(board):
        return utility(board)
    found = 2
    for move in actions(board):
        found = min(found, most(result(board, move), alpha, beta))
        beta = min(beta, found)
        if alpha >= beta:
            break
    return found


def alpha_beta(board):
    if player(board) == "X":
        return max(actions(board), key=lambda move: least(result(board, move), -1, 1))
    return min(actions(board), key=lambda move: most(result(board, move), -1, 1))
"""

# An ``alpha_beta`` that never prunes.
MINIMAX_IN_DISGUISE = """
def plain(board, alpha, beta):
    if terminal(board):
        return utility(board)
    values = [plain(result(board, move), alpha, beta) for move in actions(board)]
    return max(values) if player(board) == "X" else min(values)


def alpha_beta(board):
    best = max if player(board) == "X" else min
    return best(actions(board), key=lambda move: plain(result(board, move), -1, 1))
"""

# A ``bot`` that never loses.
BOT = """
from tictactoe_widget import analyze


def bot(game):
    return analyze(game).best_moves[0]
"""
