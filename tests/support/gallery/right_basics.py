"""Right modules: the functions that do not search, in many styles."""

from typing import Any

from tests.support.gallery.modules import Module, changed, written


def _flat(name: str, *texts: str, **known: Any) -> Module:
    return written(name, *texts, contract="flat", **known)


RIGHT_BASICS = (
    written(
        "members of a str enum",
        """
        def player(board):
            x = sum(row.count(M.X) for row in board)
            o = sum(row.count(M.O) for row in board)
            return M.X if x == o else M.O
        """,
        """
        def winner(board):
            for line in [*board, *zip(*board), [board[i][i] for i in range(3)],
                         [board[i][2 - i] for i in range(3)]]:
                for mark in M:
                    if all(cell == mark for cell in line):
                        return mark
            return None
        """,
        """
        from enum import Enum


        class M(str, Enum):
            X = "X"
            O = "O"
        """,
    ),
    written(
        "members of a StrEnum on new boards",
        """
        def player(board):
            return M.X if sum(map(len, map(list, map(filled, board)))) % 2 == 0 else M.O
        """,
        """
        from enum import StrEnum


        class M(StrEnum):
            X = "X"
            O = "O"


        def filled(row):
            return [cell for cell in row if cell is not None]
        """,
    ),
    _flat(
        "a str enum, flat",
        """
        def winner(board):
            for a, b, c in LINES:
                if board[a] and board[a] == board[b] == board[c]:
                    return Mark(board[a])
            return None
        """,
        """
        def player(board):
            return Mark.X if board.count(None) % 2 else Mark.O
        """,
        """
        from enum import Enum


        class Mark(str, Enum):
            X = "X"
            O = "O"

            def __str__(self):
                return f"the mark {self.value}"
        """,
    ),
    written(
        "a subclass of str with a repr of its own",
        """
        def player(board):
            return Mark(X if sum(cell is None for row in board for cell in row) % 2 else O)
        """,
        """
        class Mark(str):
            def __repr__(self):
                return "<" + self + ">"
        """,
    ),
    written(
        "Decimal utilities",
        """
        def utility(board):
            return {X: Decimal(1), O: Decimal("-1"), None: Decimal("0.00")}[winner(board)]
        """,
        "from decimal import Decimal\n",
    ),
    written(
        "Fraction utilities",
        """
        def utility(board):
            return Fraction({X: 2, O: -2, None: 0}[winner(board)], 2)
        """,
        "from fractions import Fraction\n",
    ),
    written(
        "float utilities",
        """
        def utility(board):
            return {X: 1.0, O: -1.0, None: -0.0}[winner(board)]
        """,
    ),
    _flat(
        "Decimals, flat",
        """
        def utility(board):
            return Decimal((winner(board) == X) - (winner(board) == O))
        """,
        "from decimal import Decimal\n",
    ),
    written(
        "an IntEnum of utilities",
        """
        def utility(board):
            return {X: Worth.WIN, O: Worth.LOSS, None: Worth.DRAW}[winner(board)]
        """,
        """
        from enum import IntEnum


        class Worth(IntEnum):
            LOSS = -1
            DRAW = 0
            WIN = 1
        """,
    ),
    written(
        "differences of truth values",
        """
        def utility(board):
            return (winner(board) == X) - (winner(board) == O)
        """,
    ),
    written(
        "a tuple of actions",
        """
        def actions(board):
            return tuple((i, j) for i in range(3) for j in range(3) if not board[i][j])
        """,
    ),
    written(
        "a frozenset of actions",
        """
        def actions(board):
            return frozenset((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
        """,
    ),
    written(
        "actions from a generator expression",
        """
        def actions(board):
            return ((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
        """,
    ),
    written(
        "actions as keys of a dict",
        """
        def actions(board):
            return {(i, j): 0 for i in range(3) for j in range(3) if board[i][j] is None}.keys()
        """,
    ),
    written(
        "actions as a map",
        """
        def actions(board):
            free = [n for n in range(9) if board[n // 3][n % 3] is None]
            return map(lambda n: divmod(n, 3), free)
        """,
    ),
    written(
        "actions as lists of two",
        """
        def actions(board):
            return [[i, j] for i in range(3) for j in range(3) if board[i][j] is None]
        """,
        """
        def result(board, action):
            i, j = action
            if i < 0 or j < 0 or board[i][j] is not EMPTY:
                raise ValueError
            new = deepcopy(board)
            new[i][j] = player(board)
            return new
        """,
    ),
    written(
        "actions as a namedtuple",
        """
        def actions(board):
            return {Cell(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
        """,
        """
        from collections import namedtuple

        Cell = namedtuple("Cell", "row column")
        """,
    ),
    written(
        "actions as a deque",
        """
        def actions(board):
            found = deque()
            for i in range(3):
                for j in range(3):
                    if board[i][j] is None:
                        found.appendleft((i, j))
            return found
        """,
        "from collections import deque\n",
    ),
    written(
        "a board of tuples from the first",
        """
        def initial_state():
            return ((None,) * 3,) * 3
        """,
        """
        def result(board, action):
            if action not in actions(board):
                raise Exception("no")
            return tuple(
                tuple(player(board) if (i, j) == action else cell for j, cell in enumerate(row))
                for i, row in enumerate(board)
            )
        """,
    ),
    written(
        "a class of its own error",
        """
        def result(board, action):
            if tuple(action) not in actions(board):
                raise NotAllowed(board, action)
            new = [list(row) for row in board]
            new[action[0]][action[1]] = player(board)
            return new
        """,
        """
        class NotAllowed(Exception):
            def __init__(self, board, action):
                super().__init__(f"{action} on {board}")
        """,
    ),
    written(
        "a dataclass inside",
        """
        def winner(board):
            return Grid(tuple(cell for row in board for cell in row)).winner
        """,
        """
        from dataclasses import dataclass
        from functools import cached_property


        @dataclass(frozen=True)
        class Grid:
            cells: tuple

            @property
            def winner(self):
                lines = [self.cells[i:i + 3] for i in (0, 3, 6)]
                lines += [self.cells[i::3] for i in range(3)]
                lines += [self.cells[::4], self.cells[2:7:2]]
                return next((one[0] for one in lines if one[0] and len(set(one)) == 1), None)
        """,
        is_slow=True,
    ),
    written(
        "a namedtuple of lines",
        """
        def winner(board):
            for line in lines(board):
                if line.a is not None and line.a == line.b == line.c:
                    return line.a
            return None
        """,
        """
        from collections import namedtuple

        Line = namedtuple("Line", ["a", "b", "c"])


        def lines(board):
            yield from (Line(*row) for row in board)
            yield from map(Line._make, zip(*board))
            yield Line(*(board[i][i] for i in range(3)))
            yield Line(*(board[i][2 - i] for i in range(3)))
        """,
    ),
    written(
        "a decorator with wraps",
        """
        def terminal(board):
            return None
        """,
        """
        from functools import wraps


        def counted(function):
            @wraps(function)
            def inner(board):
                inner.calls += 1
                return function(board)
            inner.calls = 0
            return inner


        @counted
        def terminal(board):
            return winner(board) is not None or not actions(board)
        """,
    ),
    written(
        "a decorator without wraps around each",
        """
        def utility(board):
            return None
        """,
        """
        def checked(function):
            def inner(*given):
                answer = function(*given)
                assert answer in (1, 0, -1)
                return answer
            return inner


        @checked
        def utility(board):
            won = winner(board)
            return 1 if won == X else -1 if won == O else 0


        winner = (lambda f: lambda board: f(board))(winner)
        """,
    ),
    written(
        "prints what it does",
        """
        def terminal(board):
            over = winner(board) is not None or not actions(board)
            print("over" if over else "on")
            return over
        """,
    ),
    written(
        "an inner function and nonlocal",
        """
        def player(board):
            count = 0

            def look(cell):
                nonlocal count
                if cell is not None:
                    count += 1

            for row in board:
                for cell in row:
                    look(cell)
            return (X, O)[count % 2]
        """,
    ),
    written(
        "a thread",
        """
        def winner(board):
            found = []
            thread = Thread(target=lambda: found.append(look(board)))
            thread.start()
            thread.join()
            return found[0]
        """,
        """
        from threading import Thread


        def look(board):
            lines = [*board, *zip(*board), [board[i][i] for i in range(3)],
                     [board[i][2 - i] for i in range(3)]]
            return next((a for a, b, c in lines if a and a == b == c), None)
        """,
        is_slow=True,
    ),
    written(
        "C-style flags",
        """
        def terminal(board):
            full = True
            i = 0
            while i < 3:
                j = 0
                while j < 3:
                    if board[i][j] == None:
                        full = False
                    j += 1
                i += 1
            if winner(board) != None:
                return True
            else:
                if full == True:
                    return True
                else:
                    return False
        """,
    ),
    written(
        "match statements",
        """
        def utility(board):
            match winner(board):
                case "X":
                    return 1
                case "O":
                    return -1
                case None:
                    return 0
        """,
    ),
    written(
        "exceptions as control flow",
        """
        def terminal(board):
            try:
                next(iter(actions(board)))
            except StopIteration:
                return True
            try:
                {X: 0, O: 0}[winner(board)]
            except KeyError:
                return False
            return True
        """,
    ),
    written(
        "recursion over cells",
        """
        def player(board):
            def count(cells):
                return 0 if not cells else (cells[0] is not None) + count(cells[1:])
            return O if count([cell for row in board for cell in row]) % 2 else X
        """,
    ),
    written(
        "strings of the board",
        """
        def winner(board):
            text = "".join(cell or " " for row in board for cell in row)
            for mark in (X, O):
                lines = [text[:3], text[3:6], text[6:], text[::3], text[1::3], text[2::3],
                         text[::4], text[2:7:2]]
                if mark * 3 in lines:
                    return mark
        """,
    ),
    written(
        "magic square",
        """
        def winner(board):
            square = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
            for mark in (X, O):
                held = [square[i][j] for i in range(3) for j in range(3) if board[i][j] == mark]
                if any(sum(three) == 15 for three in combinations(held, 3)):
                    return mark
        """,
        "from itertools import combinations\n",
    ),
    changed("a small change that changes nothing", "best = -2", "best = -7"),
    _flat(
        "a tuple as board",
        "def initial_state():\n    return (None,) * 9\n",
        """
        def result(board, cell):
            return tuple(player(board) if at == cell else mark for at, mark in enumerate(board))
        """,
    ),
    _flat(
        "Counter",
        """
        def player(board):
            counts = Counter(board)
            return X if counts[X] == counts[O] else O
        """,
        "from collections import Counter\n",
    ),
    _flat(
        "a list of all lines by arithmetic",
        """
        def winner(board):
            for start, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
                line = [board[start + step * k] for k in range(3)]
                if line[0] is not None and line.count(line[0]) == 3:
                    return line[0]
        """,
    ),
    _flat(
        "a bytearray and back",
        """
        def result(board, cell):
            held = bytearray(b"-XO"[(None, X, O).index(mark)] for mark in board)
            held[cell] = ord(player(board))
            return [None if code == 45 else chr(code) for code in held]
        """,
    ),
    _flat(
        "partial and operator",
        """
        def actions(board):
            return list(filter(partial(is_free, board), range(9)))
        """,
        """
        from functools import partial
        from operator import is_


        def is_free(board, cell):
            return is_(board[cell], None)
        """,
    ),
)
"""Right modules, by their style."""
