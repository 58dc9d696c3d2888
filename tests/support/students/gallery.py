"""Students' modules, right and wrong, as source text.

Each is CS50's contract unless it says otherwise. The wrong ones are the plain right one
with one function or two written again.
"""

import re
import warnings
from dataclasses import dataclass
from textwrap import dedent
from types import ModuleType

PLAIN = """
from copy import deepcopy

X, O, EMPTY = "X", "O", None


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def player(board):
    x = sum(row.count(X) for row in board)
    o = sum(row.count(O) for row in board)
    return X if x == o else O


def actions(board):
    found = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                found.add((i, j))
    return found


def result(board, action):
    i, j = action
    if i < 0 or j < 0 or board[i][j] is not EMPTY:
        raise ValueError("not a valid action")
    new = deepcopy(board)
    new[i][j] = player(board)
    return new


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] and board[0][i] is not EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] and board[1][1] is not EMPTY:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0] and board[1][1] is not EMPTY:
        return board[1][1]
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return all(cell is not EMPTY for row in board for cell in row)


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def max_value(board):
    if terminal(board):
        return utility(board)
    best = -2
    for action in actions(board):
        best = max(best, min_value(result(board, action)))
    return best


def min_value(board):
    if terminal(board):
        return utility(board)
    best = 2
    for action in actions(board):
        best = min(best, max_value(result(board, action)))
    return best


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))
"""


@dataclass(frozen=True)
class Wrong:
    """A wrong module."""

    name: str
    """What is wrong, in a word or two."""
    source: str
    """Its text."""
    blamed: tuple[str, ...]
    """Functions that are wrong, and no others."""
    diagnosis: str | None = None
    """What the diagnosis says of the first of them; None where it has nothing to say."""

    @property
    def module(self) -> ModuleType:
        """The module, made anew."""
        return module_of(self.source, self.name)


def module_of(source: str, name: str = "student") -> ModuleType:
    """Return a module of a source text."""
    module = ModuleType(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python doubts some wrong comparisons
        code = compile(source, f"<{name}>", "exec")
    exec(code, module.__dict__)  # noqa: S102 (our own)
    return module


def replaced(*functions: str) -> str:
    """Return the plain module with some functions written again."""
    source = PLAIN
    for function in map(dedent, functions):
        (name,) = re.findall(r"^def (\w+)", function, re.MULTILINE)[:1]
        pattern = rf"^def {name}\(.*?(?=^\S|\Z)"
        (old,) = re.findall(pattern, source, re.MULTILINE | re.DOTALL)
        source = source.replace(old, f"{function.strip()}\n\n\n")
    return source


def edited(old: str, new: str) -> str:
    """Return the plain module with one piece of its text replaced."""
    assert PLAIN.count(old) == 1, old
    return PLAIN.replace(old, new)


WINNER_ROWS = """
def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0]:
            return row[0]
    return None
"""

WRONG = (
    Wrong(
        "no right column",
        replaced("""
            def winner(board):
                for i in range(3):
                    if board[i][0] and board[i][0] == board[i][1] == board[i][2]:
                        return board[i][0]
                for j in range(2):
                    if board[0][j] and board[0][j] == board[1][j] == board[2][j]:
                        return board[0][j]
                if board[1][1] and board[0][0] == board[1][1] == board[2][2]:
                    return board[1][1]
                if board[1][1] and board[0][2] == board[1][1] == board[2][0]:
                    return board[1][1]
            """),
        ("winner",),
        "never looks at the right column",
    ),
    Wrong(
        "no falling diagonal",
        edited("if board[0][0] == board[1][1] == board[2][2]", "if False"),
        ("winner",),
        "never looks at the diagonal from the top left",
    ),
    Wrong(
        "no rising diagonal",
        edited("board[0][2] == board[1][1] == board[2][0]", "board[0][2] == 3"),
        ("winner",),
        "never looks at the diagonal from the top right",
    ),
    Wrong("rows only", replaced(WINNER_ROWS), ("winner",), "looks at rows only"),
    Wrong(
        "columns only",
        replaced("""
            def winner(board):
                for column in zip(*board):
                    if len(set(column)) == 1 and column[0]:
                        return column[0]
                return None
            """),
        ("winner",),
        "looks at columns only",
    ),
    Wrong(
        "no diagonals",
        replaced("""
            def winner(board):
                for line in [*board, *zip(*board)]:
                    if line[0] is not None and line[0] == line[1] == line[2]:
                        return line[0]
            """),
        ("winner",),
        "never looks at diagonals",
    ),
    Wrong(
        "returns in the loop",
        replaced("""
            def winner(board):
                for row in board:
                    if row[0] == row[1] == row[2]:
                        return row[0]
                    else:
                        return None
            """),
        ("winner",),
        "looks at the top row only",
    ),
    Wrong(
        "empty line",
        replaced("""
            def winner(board):
                for row in board:
                    if row[0] == row[1] == row[2]:
                        return row[0]
                for column in zip(*board):
                    if column[0] == column[1] == column[2]:
                        return column[0]
                if board[0][0] == board[1][1] == board[2][2]:
                    return board[1][1]
                if board[0][2] == board[1][1] == board[2][0]:
                    return board[1][1]
                return None
            """),
        ("winner",),
        "takes three empty cells for a line and looks no further",
    ),
    Wrong(
        "the player to move wins",
        replaced("""
            def winner(board):
                lines = [*board, *zip(*board)]
                lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
                if any(line[0] and line[0] == line[1] == line[2] for line in lines):
                    return player(board)
                return None
            """),
        ("winner",),
        "gives the win to the player to move",
    ),
    Wrong(
        "only X wins",
        edited(
            "    return None\n\n\ndef terminal",
            "    return None\n\n\nany_winner = winner\n\n\n"
            "def winner(board):\n    return X if any_winner(board) == X else None\n\n\n"
            "def terminal",
        ),
        ("winner",),
        "sees only wins of X",
    ),
    Wrong(
        "winner on a full board",
        edited(
            "    for i in range(3):\n        if board[i][0] ==",
            "    if actions(board):\n        return None\n"
            "    for i in range(3):\n        if board[i][0] ==",
        ),
        ("winner",),
        "looks for a winner only once the board is full",
    ),
    Wrong(
        "a draw is a win of X",
        edited(
            "        return board[1][1]\n    return None",
            "        return board[1][1]\n    return None if actions(board) else X",
        ),
        ("winner",),
        "takes a draw for a win of X",
    ),
    Wrong(
        "ends of lines",
        replaced("""
            def winner(board):
                for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7),
                             (2, 5, 8), (0, 4, 8), (2, 4, 6)):
                    a, b = line[0], line[2]
                    if board[a // 3][a % 3] and board[a // 3][a % 3] == board[b // 3][b % 3]:
                        return board[a // 3][a % 3]
                return None
            """),
        ("winner",),
        "compares the ends of a line only",
    ),
    Wrong(
        "no winner is False",
        edited(
            "        return board[1][1]\n    return None",
            "        return board[1][1]\n    return False",
        ),
        ("winner",),
        "returns something other than None where nobody has won",
    ),
    Wrong(
        "O first",
        edited("return X if x == o else O", "return O if x == o else X"),
        ("player",),
        "names the player who is not to move",
    ),
    Wrong(
        "always X",
        edited("return X if x == o else O", "return X"),
        ("player",),
        "always names X",
    ),
    Wrong(
        "X when not more",
        edited("return X if x == o else O", "return X if x >= o else O"),
        ("player",),
        "always names X",
    ),
    Wrong(
        "turns counted in a global",
        replaced("""
            def player(board):
                global turn
                turn = not globals().get("turn", False)
                return X if turn else O
            """),
        ("player",),
        "keeps something from one call to the next: asked again, it answered differently",
    ),
    Wrong(
        "all nine cells",
        edited(
            "            if board[i][j] == EMPTY:\n                found",
            "            if True:\n                found",
        ),
        ("actions",),
        "returns all nine cells, also taken ones",
    ),
    Wrong(
        "range(2)",
        edited(
            "    for i in range(3):\n        for j in range(3):",
            "    for i in range(2):\n        for j in range(2):",
        ),
        ("actions",),
        "leaves out the bottom row and the right column",
    ),
    Wrong(
        "range(1, 3)",
        edited(
            "    for i in range(3):\n        for j in range(3):",
            "    for i in range(1, 3):\n        for j in range(3):",
        ),
        ("actions",),
        "leaves out the top row",
    ),
    Wrong(
        "(column, row)",
        edited("found.add((i, j))", "found.add((j, i))"),
        ("actions",),
        "swaps row and column",
    ),
    Wrong(
        "counted from 1",
        edited("found.add((i, j))", "found.add((i + 1, j + 1))"),
        ("actions",),
        "counts rows, columns or cells from 1",
    ),
    Wrong(
        "taken cells",
        edited(
            "            if board[i][j] == EMPTY:\n                found",
            "            if board[i][j] != EMPTY:\n                found",
        ),
        ("actions",),
        "returns the taken cells",
    ),
    Wrong(
        "one for each row",
        edited(
            "                found.add((i, j))",
            "                found.add((i, j))\n                break",
        ),
        ("actions",),
        "returns one empty cell of each row",
    ),
    Wrong(
        "a set that is kept",
        edited("def actions(board):\n    found = set()", "def actions(board, found=set()):"),
        ("actions",),
        "keeps something from one call to the next: asked again, it answered differently",
    ),
    Wrong(
        "in place",
        edited("    new = deepcopy(board)", "    new = board"),
        ("result",),
        "makes the move on the board it was given",
    ),
    Wrong(
        "shallow copy",
        edited("    new = deepcopy(board)", "    new = board.copy()"),
        ("result",),
        "makes the move on a shallow copy: the rows are still those of the board it was given",
    ),
    Wrong(
        "X again",
        edited("new[i][j] = player(board)", "new[i][j] = X"),
        ("result",),
        "always puts X",
    ),
    Wrong(
        "the other player",
        edited(
            "    new[i][j] = player(board)",
            "    new[i][j] = player(board)\n    new[i][j] = player(new)",
        ),
        ("result",),
        "puts the mark of the player who is not to move",
    ),
    Wrong(
        "nothing put",
        edited("    new[i][j] = player(board)\n", ""),
        ("result",),
        "returns the board without the move",
    ),
    Wrong(
        "row and column swapped in result",
        edited("new[i][j] = player(board)", "new[j][i] = player(board)"),
        ("result",),
        "swaps row and column",
    ),
    Wrong(
        "no refusal",
        edited(
            "    if i < 0 or j < 0 or board[i][j] is not EMPTY:\n"
            '        raise ValueError("not a valid action")\n',
            "",
        ),
        ("result",),
        "refuses no illegal move",
    ),
    Wrong(
        "negative numbers",
        edited("if i < 0 or j < 0 or board", "if board"),
        ("result",),
        "accepts negative rows and columns, which Python counts from the end",
    ),
    Wrong(
        "X again, and no refusal of taken cells",
        edited("new[i][j] = player(board)", "new[i][j] = X").replace(
            " or board[i][j] is not EMPTY", ""
        ),
        ("result",),
        "always puts X, and does not refuse a cell that is taken",
    ),
    Wrong(
        "full board only",
        edited("    if winner(board) is not None:\n        return True\n", ""),
        ("terminal",),
        "sees that the board is full, but not that somebody has won",
    ),
    Wrong(
        "wins only",
        edited(
            "    return all(cell is not EMPTY for row in board for cell in row)",
            "    return False",
        ),
        ("terminal",),
        "sees that somebody has won, but not that the board is full",
    ),
    Wrong(
        "upside down",
        edited(
            "    return all(cell is not EMPTY for row in board for cell in row)",
            "    return True",
        ).replace(
            "        return True\n    return True",
            "        return False\n    return bool(actions(board))",
        ),
        ("terminal",),
        "returns the opposite",
    ),
    Wrong(
        "O is worth nothing",
        edited("        return -1\n", "        return 0\n"),
        ("utility",),
        "takes a win of O for 0",
    ),
    Wrong(
        "signs",
        edited(
            "        return 1\n    if won == O:\n        return -1\n",
            "        return -1\n    if won == O:\n        return 1\n",
        ),
        ("utility",),
        "reverses the sign: a win of X must be 1, a win of O -1",
    ),
    Wrong(
        "as the loser sees it",
        replaced("""
            def utility(board):
                return 0 if winner(board) is None else -1
            """),
        ("utility",),
        "returns -1 for every win, as the loser sees it",
    ),
    Wrong(
        "nothing for a draw",
        edited("        return -1\n    return 0\n", "        return -1\n"),
        ("utility",),
        "returns nothing for a draw",
    ),
    Wrong(
        "tuples are no lists",
        replaced("""
            def winner(board):
                for mark in (X, O):
                    if [mark] * 3 in board or [mark] * 3 in list(zip(*board)):
                        return mark
                    if all(board[i][i] == mark for i in range(3)):
                        return mark
                    if all(board[i][2 - i] == mark for i in range(3)):
                        return mark
            """),
        ("winner",),
        "never looks at columns",
    ),
    Wrong(
        "actions that player counts on",
        replaced(
            """
            def player(board):
                return X if len(actions(board)) % 2 else O
            """,
            """
            def actions(board):
                return {(i, j) for i in range(2) for j in range(3) if board[i][j] is EMPTY}
            """,
        ),
        ("actions",),
        "leaves out the bottom row",
    ),
    Wrong(
        "marks counted in rows",
        replaced("""
            def player(board):
                return X if board.count(X) == board.count(O) else O
            """),
        ("player",),
        "always names X",
    ),
    Wrong(
        "None for an illegal move",
        replaced("""
            def result(board, action):
                if action not in actions(board):
                    return None
                new = deepcopy(board)
                new[action[0]][action[1]] = player(board)
                return new
            """),
        ("result",),
        "returns something for every illegal move, in place of raising an exception",
    ),
    Wrong(
        "terminal asks a wrong utility",
        replaced(
            """
            def terminal(board):
                return utility(board) != 0 or not actions(board)
            """,
            """
            def utility(board):
                return 1 if winner(board) == X else 0
            """,
        ),
        ("utility",),
        "takes a win of O for 0",
    ),
    Wrong(
        "the player of a finished game",
        replaced("""
            def utility(board):
                if winner(board) is None:
                    return 0
                return 1 if player(board) == X else -1
            """),
        ("utility",),
        "reverses the sign: a win of X must be 1, a win of O -1",
    ),
    Wrong(
        "endless player",
        replaced("""
            def player(board):
                while True:
                    pass
            """),
        ("player",),
    ),
    Wrong(
        "endless recursion",
        replaced("""
            def terminal(board):
                return terminal(board)
            """),
        ("terminal",),
    ),
    Wrong(
        "raises on a full board",
        replaced("""
            def winner(board):
                i, j = next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
                return None
            """),
        ("winner",),
    ),
    Wrong(
        "first cell",
        replaced("""
            def minimax(board):
                return None if terminal(board) else min(actions(board))
            """),
        ("minimax",),
        "takes the first empty cell",
    ),
    Wrong(
        "one move ahead",
        replaced("""
            def minimax(board):
                if terminal(board):
                    return None
                choose = max if player(board) == X else min
                return choose(sorted(actions(board)), key=lambda a: utility(result(board, a)))
            """),
        ("minimax",),
        "looks one move ahead: it takes a win, but does not see a threat",
    ),
    Wrong(
        "X always",
        replaced("""
            def minimax(board):
                if terminal(board):
                    return None
                def value(after):
                    return max_value(after) if player(after) == X else min_value(after)
                return max(actions(board), key=lambda action: value(result(board, action)))
            """),
        ("minimax",),
        "chooses the best move for X, also when O is to move",
    ),
    Wrong(
        "max everywhere",
        edited(
            "max(best, min_value(result(board, action)))",
            "max(best, max_value(result(board, action)))",
        )
        .replace("best = min(best, max_value(", "best = max(best, min_value(")
        .replace("    best = 2\n", "    best = -2\n"),
        ("minimax",),
        "maximizes at every level below the first move, as if both players wanted X to win",
    ),
    Wrong(
        "the wrong player",
        replaced("""
            def minimax(board):
                if terminal(board):
                    return None
                if player(board) == O:
                    return max(actions(board), key=lambda a: min_value(result(board, a)))
                return min(actions(board), key=lambda a: max_value(result(board, a)))
            """),
        ("minimax",),
        "minimizes for X and maximizes for O",
    ),
    Wrong(
        "the value",
        replaced("""
            def minimax(board):
                if terminal(board):
                    return None
                return max_value(board) if player(board) == X else min_value(board)
            """),
        ("minimax",),
        "returns the value of the position in place of a move",
    ),
    Wrong(
        "no winner, no player",
        replaced(WINNER_ROWS, "def player(board):\n    return O\n"),
        ("player", "winner"),
        "always names O",
    ),
)
"""Wrong modules."""
