"""Students' solutions of the assignment in teacher/, in parts that tests put together."""

# A right ``winner``.
WINNER = """
def winner(board):
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None
"""

# A ``winner`` that looks at rows only.
WINNER_OF_ROWS = """
def winner(board):
    for start in (0, 3, 6):
        if board[start] is not None and board[start] == board[start + 1] == board[start + 2]:
            return board[start]
    return None
"""

# Right ``actions``.
ACTIONS = """
def actions(board):
    return [cell for cell, mark in enumerate(board) if not mark]
"""

# A right ``result``, which does not look whether the cell is taken.
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
