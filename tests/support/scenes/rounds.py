"""Rounds that end in each way, and what is drawn of them, for the tests of a session."""

# Parts of a game that are drawn.
POSITION = {"board", "last_move", "message", "winning_lines"}

# X X X
# O O .
# . . .
X_WINS = (0, 3, 1, 4, 2)

# X X .
# O O O
# . . X
O_WINS = (0, 3, 1, 4, 8, 5)

# X O X
# X O O
# O X X
DRAWN = (0, 1, 2, 4, 3, 5, 7, 6, 8)
