"""Rounds with each kind of ending, and names of displayed values."""

# Parts of a game's state that are displayed.
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

# Ultimate games without three boards in a row.

THREE_BOARDS_TO_FIVE = (
    *(13, 40, 39, 27, 7, 63, 6, 61, 71, 75, 29, 18, 2, 19, 15, 58, 43, 64, 10, 14, 48, 28, 17),
    *(78, 57, 35, 76, 37, 12, 33, 54, 3, 30, 31, 36, 8, 74, 25, 68, 49, 38, 20, 79, 65, 73),
    *(16, 53, 45, 4, 42, 56, 62, 47, 46, 11, 60, 51, 52, 44, 41),
)
"""No board is open. X has won boards 1, 2 and 9, O has won 3, 4, 6, 7 and 8."""

FOUR_BOARDS_EACH = (
    *(32, 52, 67, 44, 76, 36, 5, 45, 7, 66, 29, 24, 61, 64, 15, 58, 37, 11, 18, 3, 35, 73, 14),
    *(50, 47, 19, 9, 2, 21, 78, 60, 59, 53, 77, 51, 62, 80, 75, 12, 0, 1, 25, 63, 8, 79, 71),
    *(72, 4, 38, 23, 48, 39, 20, 22, 42, 56, 41, 49, 40, 69, 46, 65, 68, 70),
)
"""No board is open. X has won boards 2, 4, 5 and 9, O has won 1, 3, 7 and 8."""
