"""Right modules of students, in the styles that classes write."""

from types import SimpleNamespace
from typing import Any

from tests.support.students.gallery import PLAIN, edited, module_of, replaced
from tictactoe_widget import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

LISTS = replaced(
    "def actions(board):\n"
    "    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]\n",
    "def result(board, action):\n"
    "    assert action in actions(board)\n"
    "    return [\n"
    "        [player(board) if (i, j) == action else board[i][j] for j in range(3)]\n"
    "        for i in range(3)\n"
    "    ]\n",
)

TUPLES = replaced(
    "def result(board, action):\n"
    "    if action not in actions(board):\n"
    "        raise Exception\n"
    "    rows = [list(row) for row in board]\n"
    "    rows[action[0]][action[1]] = player(board)\n"
    "    return tuple(map(tuple, rows))\n"
)

GENERATORS = replaced(
    "def actions(board):\n"
    "    for i, row in enumerate(board):\n"
    "        for j, cell in enumerate(row):\n"
    "            if cell is None:\n"
    "                yield i, j\n"
)

MEMOIZED = (
    replaced(
        "def winner(board):\n    return cached_winner(tuple(map(tuple, board)))\n",
        "def minimax(board):\n"
        "    return None if terminal(board) else best(tuple(map(tuple, board)))[1]\n",
    )
    + """
from functools import lru_cache


@lru_cache(maxsize=None)
def cached_winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    lines.append([board[i][2 - i] for i in range(3)])
    return next((a for a, b, c in lines if a is not None and a == b == c), None)


@lru_cache(maxsize=None)
def best(board):
    if terminal(board):
        return utility(board), None
    choose = max if player(board) == X else min
    values = []
    for action in sorted(actions(board)):
        after = result([list(row) for row in board], action)
        values.append((best(tuple(map(tuple, after)))[0], action))
    return choose(values)
"""
)

ALPHA_BETA = (
    replaced(
        "def minimax(board):\n    return None if terminal(board) else search(board, -9, 9)[1]\n"
    )
    + """
def search(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    best = None
    sign = 1 if player(board) == X else -1
    for action in actions(board):
        value = search(result(board, action), alpha, beta)[0]
        if best is None or sign * value > sign * best[0]:
            best = value, action
        if sign == 1:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best
"""
)

ITERATIVE = replaced(
    """
def minimax(board):
    if terminal(board):
        return None
    values, todo = {}, [board]
    while todo:
        last = todo[-1]
        key = str(last)
        if key in values:
            todo.pop()
        elif terminal(last):
            values[key] = utility(last)
        else:
            below = [result(last, action) for action in actions(last)]
            missing = [after for after in below if str(after) not in values]
            if missing:
                todo += missing
            else:
                choose = max if player(last) == X else min
                values[key] = choose(values[str(after)] for after in below)
    return next(
        action
        for action in actions(board)
        if values[str(result(board, action))] == values[str(board)]
    )
"""
)

NEGAMAX = edited(
    "def minimax(board):\n    if terminal(board):\n        return None\n",
    """def negamax(board, sign):
    if terminal(board):
        return sign * utility(board)
    return max(-negamax(result(board, a), -sign) for a in actions(board))


def minimax(board):
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    return max(actions(board), key=lambda a: -negamax(result(board, a), -sign))
""",
)

SELF_RECURSIVE = replaced(
    """
def minimax(board):
    if terminal(board):
        return None
    values = {}
    for action in actions(board):
        after = result(board, action)
        while not terminal(after):
            after = result(after, minimax(after))
        values[action] = utility(after)
    choose = max if player(board) == X else min
    return choose(values, key=values.get)
"""
)


BITMASKS = replaced(
    """
    def winner(board):
        for mark in (X, O):
            at = [3 * i + j for i in range(3) for j in range(3) if board[i][j] == mark]
            held = sum(1 << cell for cell in at)
            if any(held & line == line for line in (7, 56, 448, 73, 146, 292, 273, 84)):
                return mark
    """,
    # Rows without the move are shared with the board that was given.
    """
    def result(board, action):
        i, j = action
        assert action in actions(board)
        new = board[:]
        new[i] = [*board[i][:j], player(board), *board[i][j + 1 :]]
        return new
    """,
)

REMEMBERED = (
    replaced(
        """
    def winner(board):
        return Lines(board).first()
    """,
        """
    def result(board, action, known={}):
        key = str(board), action
        if key not in known:
            if action not in actions(board):
                raise ValueError
            known[key] = deepcopy(board)
            known[key][action[0]][action[1]] = player(board)
        return known[key]
    """,
    )
    + """
class Lines:
    def __init__(self, board):
        lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
        self.left = [*lines, [board[i][2 - i] for i in range(3)]]

    def first(self):
        if not self.left:
            return None
        a, b, c = self.left.pop()
        return a if a is not None and a == b == c else self.first()
"""
)


class Methods:
    """An object whose methods call one another; some are static."""

    def initial_state(self) -> Any:
        return [[None] * 3 for _ in range(3)]

    @staticmethod
    def player(board: Any) -> str:
        return "XO"[sum(cell is not None for row in board for cell in row) % 2]

    def actions(self, board: Any) -> Any:
        return frozenset((n // 3, n % 3) for n in range(9) if board[n // 3][n % 3] is None)

    def result(self, board: Any, action: Any) -> Any:
        if action not in self.actions(board):
            raise IndexError(action)
        new = [row[:] for row in board]
        new[action[0]][action[1]] = self.player(board)
        return new

    def winner(self, board: Any) -> Any:
        flat = [cell for row in board for cell in row]
        for a, b, c in LINES:
            if flat[a] is not None and flat[a] == flat[b] == flat[c]:
                return flat[a]
        return None

    def terminal(self, board: Any) -> bool:
        return self.winner(board) is not None or not self.actions(board)

    def utility(self, board: Any) -> int:
        return {"X": 1, "O": -1, None: 0}[self.winner(board)]

    def value(self, board: Any) -> int:
        if self.terminal(board):
            return self.utility(board)
        values = [self.value(self.result(board, a)) for a in self.actions(board)]
        return max(values) if self.player(board) == "X" else min(values)

    def minimax(self, board: Any) -> Any:
        if self.terminal(board):
            return None
        choose = max if self.player(board) == "X" else min
        return choose(self.actions(board), key=lambda a: self.value(self.result(board, a)))


def closures() -> dict[str, Any]:
    """Return functions that find one another in a closure."""
    inner = Methods()

    def closed(name: str) -> Any:
        method = getattr(inner, name)

        def function(*arguments: Any) -> Any:
            return method(*arguments)

        return function

    return {name: closed(name) for name in vars(Methods) if not name.startswith("_")}


def flat() -> SimpleNamespace:  # noqa: C901 (eight functions)
    """Return functions of the contract flat."""

    def winner(board: Any) -> Any:
        for a, b, c in LINES:
            if board[a] and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def player(board: Any) -> str:
        return "X" if board.count("X") == board.count("O") else "O"

    def result(board: Any, cell: int) -> Any:
        return [*board[:cell], player(board), *board[cell + 1 :]]

    def actions(board: Any) -> Any:
        return [cell for cell, mark in enumerate(board) if mark is None]

    def terminal(board: Any) -> bool:
        return winner(board) is not None or None not in board

    def utility(board: Any) -> int:
        return {"X": 1, "O": -1, None: 0}[winner(board)]

    def value(board: Any) -> int:
        if terminal(board):
            return utility(board)
        values = [value(result(board, cell)) for cell in actions(board)]
        return max(values) if player(board) == "X" else min(values)

    def minimax(board: Any) -> Any:
        choose = max if player(board) == "X" else min
        return choose(actions(board), key=lambda cell: value(result(board, cell)))

    return SimpleNamespace(
        initial_state=lambda: [None] * 9,
        player=player,
        actions=actions,
        result=result,
        winner=winner,
        terminal=terminal,
        utility=utility,
        minimax=minimax,
    )


def of_games() -> SimpleNamespace:
    """Return functions of the contract game."""

    def value(game: Game) -> int:
        if game.is_over:
            return {"X": 1, "O": -1, None: 0}[game.winner]
        values = [value(game.play(cell)) for cell in game.legal_moves]
        return max(values) if game.current_player == "X" else min(values)

    def minimax(game: Game) -> int:
        choose = max if game.current_player == "X" else min
        return choose(game.legal_moves, key=lambda cell: value(game.play(cell)))

    return SimpleNamespace(
        initial_state=Game,
        player=lambda game: game.current_player,
        actions=lambda game: game.legal_moves,
        result=lambda game, cell: game.play(cell),
        winner=lambda game: game.winner,
        terminal=lambda game: game.is_over,
        utility=lambda game: {"X": 1, "O": -1, None: 0}[game.winner],
        minimax=minimax,
    )


RIGHT: dict[str, tuple[str, Any]] = {
    "plain": ("cs50", module_of(PLAIN)),
    "an object": ("cs50", Methods()),
    "closures": ("cs50", closures()),
    "flat": ("flat", flat()),
    "games": ("game", of_games()),
}
"""Contract and holder of the functions, by style; texts of modules are in the gallery."""
