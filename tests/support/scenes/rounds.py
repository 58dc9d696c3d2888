"""Rounds that end in each way, and what is drawn of them, for the tests of a session."""

POSITION = {"board", "last_move", "message", "winning_lines"}
"""What is drawn of a game."""

X_WINS = (0, 3, 1, 4, 2)
"""
X X X
O O .
. . .
"""

O_WINS = (0, 3, 1, 4, 8, 5)
"""
X X .
O O O
. . X
"""

DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
"""
X O X
X O O
O X X
"""
