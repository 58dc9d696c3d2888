"""Wrong modules: ``initial_state`` and ``player``."""

from tests.support.gallery.modules import Module, written


def _one(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis)


def _flat(function: str, name: str, *texts: str, diagnosis: str | None = None) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=diagnosis, contract="flat")


_KEPT = "returns the same board each time, so that the next game begins on a used one"

_STARTS = (
    _one(
        "initial_state",
        "a flat list where rows are asked for",
        "def initial_state():\n    return [None] * 9\n",
    ),
    _one(
        "initial_state",
        "empty strings",
        'def initial_state():\n    return [[""] * 3 for _ in range(3)]\n',
    ),
    _one(
        "initial_state",
        "blanks",
        'def initial_state():\n    return [[" "] * 3 for _ in range(3)]\n',
    ),
    _one(
        "initial_state",
        "four rows",
        "def initial_state():\n    return [[None] * 3 for _ in range(4)]\n",
    ),
    _one(
        "initial_state",
        "rows times three",
        "def initial_state():\n    return [[None] * 3] * 3\n",
        diagnosis="makes its rows one and the same list, as [row] * 3 does",
    ),
    _one(
        "initial_state",
        "a board made at the beginning",
        "def initial_state():\n    return START\n",
        "START = [[None] * 3 for _ in range(3)]\n",
        diagnosis=_KEPT,
    ),
    _one(
        "initial_state",
        "X begins in the centre",
        "def initial_state():\n    return [[None] * 3, [None, X, None], [None] * 3]\n",
    ),
    _flat("initial_state", "zeros", "def initial_state():\n    return [0] * 9\n"),
    _flat(
        "initial_state", "nothing returned", "def initial_state():\n    board = [None] * 9\n"
    ),
    _flat(
        "initial_state",
        "a board in a class attribute",
        "def initial_state():\n    return Game.board\n",
        "class Game:\n    board = [None] * 9\n",
        diagnosis=_KEPT,
    ),
)

_COUNT = """
    def player(board):
        x = sum(row.count(X) for row in board)
        o = sum(row.count(O) for row in board)
"""

_PLAYERS = (
    _one(
        "player",
        "greater than",
        f"{_COUNT}        return X if x > o else O\n",
        diagnosis="names the player who is not to move",
    ),
    _one(
        "player",
        "not equal",
        f"{_COUNT}        return O if x == o else X\n",
        diagnosis="names the player who is not to move",
    ),
    _one("player", "numbers", f"{_COUNT}        return 1 if x == o else 2\n"),
    _one("player", "the strings of numbers", f"{_COUNT}        return str(x == o)\n"),
    _one("player", "small letters", f'{_COUNT}        return "x" if x == o else "o"\n'),
    _one("player", "a list", f"{_COUNT}        return [X if x == o else O]\n"),
    _one(
        "player",
        "an odd number of empty cells is O's",
        """
        def player(board):
            empty = sum(cell is None for row in board for cell in row)
            return O if empty % 2 else X
        """,
        diagnosis="names the player who is not to move",
    ),
    _one(
        "player",
        "the top row alone",
        """
        def player(board):
            return X if board[0].count(X) == board[0].count(O) else O
        """,
        diagnosis="counts the marks of the top row alone",
    ),
    _one(
        "player",
        "the empty board alone",
        """
        def player(board):
            return X if board == initial_state() else O
        """,
        diagnosis="names X on the empty board alone",
    ),
    _one(
        "player",
        "empty cells for those of O",
        """
        def player(board):
            x = sum(row.count(X) for row in board)
            o = sum(row.count(EMPTY) for row in board)
            return X if x <= o else O
        """,
        diagnosis="counts empty cells in place of the marks of O",
    ),
    _one(
        "player",
        "a count that forgets the last row",
        """
        def player(board):
            count = 0
            for i in range(2):
                for j in range(3):
                    if board[i][j] is not None:
                        count += 1
            return X if count % 2 == 0 else O
        """,
    ),
    _one(
        "player",
        "return inside the loop",
        """
        def player(board):
            count = 0
            for row in board:
                for cell in row:
                    if cell is not None:
                        count += 1
                    return O if count % 2 else X
        """,
    ),
    _one("player", "nothing for O", f"{_COUNT}        if x == o:\n            return X\n"),
    _one(
        "player",
        "an enum that is no str",
        f"{_COUNT}        return M.X if x == o else M.O\n",
        """
        from enum import Enum


        class M(Enum):
            X = "X"
            O = "O"
        """,
    ),
    _one(
        "player",
        "raises on the empty board",
        """
        def player(board):
            last = max(i * 3 + j for i in range(3) for j in range(3) if board[i][j])
            count = sum(cell is not None for row in board for cell in row)
            return O if count % 2 else X
        """,
    ),
    _one(
        "player",
        "sorts the rows it was given",
        """
        def player(board):
            for row in board:
                row.sort(key=str)
            return O if sum(cell is not None for row in board for cell in row) % 2 else X
        """,
    ),
    _one(
        "player",
        "chance",
        """
        import random


        def player(board):
            return random.choice([X, O])
        """,
        "import random\n",
        diagnosis="draws random numbers: asked again, it may answer differently",
    ),
    _flat(
        "player", "always O", "def player(board):\n    return O\n", diagnosis="always names O"
    ),
    _flat(
        "player",
        "counts strings of the whole list",
        """
        def player(board):
            text = str(board)
            return X if text.count("X") > text.count("O") else O
        """,
        diagnosis="names the player who is not to move",
    ),
    _flat(
        "player",
        "an f-string of a number",
        """
        def player(board):
            return f"{board.count(X) - board.count(O)}"
        """,
    ),
)

WRONG_PLAYERS = (*_STARTS, *_PLAYERS)
"""Wrong modules, by what is special about them."""
