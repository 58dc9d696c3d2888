"""Wrong modules: ``winner``."""

from tests.support.gallery.modules import Module, changed, written

_LINES = """
    LINES = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
             ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
             ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]
    """


def _winner(name: str, *functions: str, diagnosis: str | None = None) -> Module:
    return written(name, *functions, wrong=("winner",), diagnosis=diagnosis)


def _flat(name: str, body: str, diagnosis: str | None = None) -> Module:
    return written(name, body, wrong=("winner",), diagnosis=diagnosis, contract="flat")


WRONG_WINNERS = (
    _winner(
        "a line table with a typing error",
        """
        def winner(board):
            for line in LINES[:7] + [((0, 2), (1, 1), (2, 1))]:
                a, b, c = (board[i][j] for i, j in line)
                if a and a == b == c:
                    return a
            return None
        """,
        _LINES,
    ),
    _winner(
        "a line table that ends too early",
        """
        def winner(board):
            for line in LINES[:-1]:
                a, b, c = (board[i][j] for i, j in line)
                if a and a == b == c:
                    return a
            return None
        """,
        _LINES,
        diagnosis="never looks at the diagonal from the top right",
    ),
    _winner(
        "a line table that begins too late",
        """
        def winner(board):
            for line in LINES[1:]:
                a, b, c = (board[i][j] for i, j in line)
                if a and a == b == c:
                    return a
            return None
        """,
        _LINES,
        diagnosis="never looks at the top row",
    ),
    _winner(
        "a namedtuple of the lines of a dataclass board, diagonals forgotten",
        """
        def winner(board):
            return Grid(board).winner()
        """,
        """
        from collections import namedtuple
        from dataclasses import dataclass, field

        Line = namedtuple("Line", "a b c")


        @dataclass
        class Grid:
            rows: list
            lines: list = field(init=False)

            def __post_init__(self):
                self.lines = [Line(*row) for row in self.rows]
                self.lines += [Line(*column) for column in zip(*self.rows)]

            def winner(self):
                return next((l.a for l in self.lines if l.a and l.a == l.b == l.c), None)
        """,
        diagnosis="never looks at diagonals",
    ),
    _winner(
        "columns of a transposed board that is not transposed",
        """
        def winner(board):
            def rows(b):
                for row in b:
                    if row[0] is not None and len(set(row)) == 1:
                        return row[0]
            found = rows(board) or rows([list(row) for row in board])
            if found:
                return found
            if board[1][1] is not None:
                if board[0][0] == board[1][1] == board[2][2]:
                    return board[1][1]
                if board[0][2] == board[1][1] == board[2][0]:
                    return board[1][1]
            return None
        """,
        diagnosis="never looks at columns",
    ),
    _winner(
        "else belongs to the wrong if",
        """
        def winner(board):
            for i in range(3):
                if board[i][0] == board[i][1] == board[i][2] is not None:
                    return board[i][0]
                elif board[0][i] == board[1][i] == board[2][i] is not None:
                    return board[0][i]
                else:
                    return None
        """,
        diagnosis="looks at the top row and the left column only",
    ),
    _winner(
        "all three equal by set, empty ones too",
        """
        def winner(board):
            for line in [*board, *zip(*board)]:
                if len(set(line)) == 1:
                    return line[0]
            if len({board[i][i] for i in range(3)}) == 1:
                return board[1][1]
            if len({board[i][2 - i] for i in range(3)}) == 1:
                return board[1][1]
            return None
        """,
        diagnosis="takes three empty cells for a line and looks no further",
    ),
    _winner(
        "or in place of and",
        """
        def winner(board):
            for mark in (X, O):
                for row in board:
                    if row[0] == mark or row[1] == mark and row[2] == mark:
                        return mark
            return None
        """,
    ),
    _winner(
        "a chain of == read as in C",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            for a, b, c in lines:
                if (a == b) == c:
                    return a
            return None
        """,
        diagnosis="never finds a winner",
    ),
    _winner(
        "names of the players in small letters",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            for a, b, c in lines:
                if a and a == b == c:
                    return a.lower()
            return None
        """,
    ),
    _winner(
        "strings as booleans",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return "True" if any(a and a == b == c for a, b, c in lines) else "False"
        """,
    ),
    _winner(
        "1 and 2 for the players, 0 for none",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            flag = 0
            for a, b, c in lines:
                if a and a == b == c:
                    flag = 1 if a == X else 2
            return flag
        """,
    ),
    _winner(
        "an enum that is no str",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return next((Mark[a] for a, b, c in lines if a and a == b == c), None)
        """,
        """
        from enum import Enum


        class Mark(Enum):
            X = "X"
            O = "O"
        """,
    ),
    _winner(
        "an IntEnum",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return next((Mark[a] for a, b, c in lines if a and a == b == c), None)
        """,
        """
        from enum import IntEnum


        class Mark(IntEnum):
            X = 1
            O = 2
        """,
    ),
    _winner(
        "a tuple of the mark",
        """
        def winner(board):
            for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                         [board[i][2 - i] for i in range(3)]]:
                if line[0] and line[0] == line[1] == line[2]:
                    return (line[0],)
            return None
        """,
    ),
    _winner(
        "a generator in place of the mark",
        """
        def winner(board):
            for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                         [board[i][2 - i] for i in range(3)]]:
                if line[0] and line[0] == line[1] == line[2]:
                    yield line[0]
        """,
    ),
    _winner(
        "forgot the return before a helper",
        """
        def winner(board):
            find(board)
        """,
        """
        def find(board):
            for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                         [board[i][2 - i] for i in range(3)]]:
                if line[0] and line[0] == line[1] == line[2]:
                    return line[0]
        """,
        diagnosis="never finds a winner",
    ),
    _winner(
        "raises where nobody has won",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return [a for a, b, c in lines if a and a == b == c][0]
        """,
    ),
    _winner(
        "the last line that was looked at decides",
        """
        def winner(board):
            found = None
            for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                         [board[i][2 - i] for i in range(3)]]:
                if line[0] and line[0] == line[1] == line[2]:
                    found = line[0]
                else:
                    found = None
            return found
        """,
    ),
    _winner(
        "changes the board while it looks",
        """
        def winner(board):
            lines = board
            lines += [list(column) for column in zip(*board)]
            lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
            return next((a for a, b, c in lines if a and a == b == c), None)
        """,
    ),
    _winner(
        "a decorator that loses the answer",
        """
        def winner(board):
            return None
        """,
        """
        def logged(function):
            def inner(*args):
                print("called", function.__name__)
                function(*args)
            return inner


        @logged
        def winner(board):
            for a, b, c in [*board, *zip(*board)]:
                if a and a == b == c:
                    return a
        """,
        diagnosis="never finds a winner",
    ),
    _winner(
        "a decorator with wraps that asks about the transposed board, of rows alone",
        """
        def winner(board):
            return None
        """,
        """
        from functools import wraps


        def transposed(function):
            @wraps(function)
            def inner(board):
                return function([list(column) for column in zip(*board)])
            return inner


        @transposed
        def winner(board):
            for a, b, c in board:
                if a and a == b == c:
                    return a
        """,
        diagnosis="looks at columns only",
    ),
    _winner(
        "looks for the win of the player to move only",
        """
        def winner(board):
            mark = player(board)
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return mark if any(all(c == mark for c in line) for line in lines) else None
        """,
        diagnosis="never finds a winner",
    ),
    _winner(
        "looks for the win of the player who moved last only, one mark early",
        """
        def winner(board):
            count = sum(cell is not None for row in board for cell in row)
            if count < 6:
                return None
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return next((a for a, b, c in lines if a and a == b == c), None)
        """,
    ),
    _winner(
        "draw is a word",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            for a, b, c in lines:
                if a and a == b == c:
                    return a
            return None if actions(board) else "draw"
        """,
        diagnosis="returns something other than None for a draw",
    ),
    _winner(
        "empty string where nobody has won",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return next((a for a, b, c in lines if a and a == b == c), "")
        """,
        diagnosis="returns something other than None where nobody has won",
    ),
    _winner(
        "whether, not who",
        """
        def winner(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return any(a and a == b == c for a, b, c in lines) or False
        """,
        diagnosis="returns True and False in place of the winner's mark and None",
    ),
    changed(
        "a draw is a win of O",
        "        return board[1][1]\n    return None",
        "        return board[1][1]\n    return None if actions(board) else O",
        wrong=("winner",),
        diagnosis="takes a draw for a win of O",
    ),
    _flat(
        "range(0, 6, 3) for rows",
        """
        def winner(board):
            for i in range(0, 6, 3):
                if board[i] and board[i] == board[i + 1] == board[i + 2]:
                    return board[i]
            for i in range(3):
                if board[i] and board[i] == board[i + 3] == board[i + 6]:
                    return board[i]
            if board[4] and board[4] in (board[0], board[2]):
                if board[0] == board[4] == board[8] or board[2] == board[4] == board[6]:
                    return board[4]
            return None
        """,
        "never looks at the bottom row",
    ),
    _flat(
        "lines counted from 1",
        """
        def winner(board):
            for a, b, c in [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9)]:
                if board[a - 1] and board[a - 1] == board[b] == board[c - 1]:
                    return board[a - 1]
            return None
        """,
    ),
    _flat(
        "compares slices as strings",
        """
        def winner(board):
            text = "".join(mark or "-" for mark in board)
            for mark in "XO":
                if mark * 3 in text:
                    return mark
                if mark * 3 in (text[::3], text[1::3], text[2::3], text[::4], text[2:7:2]):
                    return mark
            return None
        """,
    ),
    _flat(
        "the first two of a line",
        """
        def winner(board):
            for a, b, c in LINES:
                if board[a] and board[a] == board[b]:
                    return board[a]
            return None
        """,
        "takes two equal marks at the beginning of a line for a line",
    ),
    _flat(
        "global flag that is never reset",
        """
        def winner(board):
            global won
            for a, b, c in LINES:
                if board[a] and board[a] == board[b] == board[c]:
                    won = board[a]
            return globals().get("won")
        """,
        "keeps something from one call to the next: asked again, it answered differently",
    ),
)
"""Wrong modules, by what is special about them."""
