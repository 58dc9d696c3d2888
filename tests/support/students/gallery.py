"""Correct student modules as source code, one for each contract, and changes to them."""

import re
import warnings
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

FLAT = """
X, O = "X", "O"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def initial_state():
    return [None] * 9


def player(board):
    return X if board.count(X) == board.count(O) else O


def actions(board):
    return [cell for cell in range(9) if board[cell] is None]


def result(board, cell):
    new = board[:]
    new[cell] = player(board)
    return new


def winner(board):
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def terminal(board):
    return winner(board) is not None or None not in board


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return utility(board)
    below = max if player(board) == X else min
    return below(value(result(board, cell)) for cell in actions(board))


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(actions(board), key=lambda cell: value(result(board, cell)))
"""

GAME = """
from tictactoe_widget import Game


def initial_state():
    return Game()


def player(game):
    return game.current_player


def actions(game):
    return game.legal_moves


def result(game, cell):
    return game.play(cell)


def winner(game):
    return game.winner


def terminal(game):
    return game.is_over


def utility(game):
    return {"X": 1, "O": -1, None: 0}[game.winner]


def value(game):
    if game.is_over:
        return utility(game)
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


def minimax(game):
    if game.is_over:
        return None
    choose = max if game.current_player == "X" else min
    return choose(game.legal_moves, key=lambda cell: value(game.play(cell)))
"""

AIMA = """
from collections import namedtuple

GameState = namedtuple("GameState", "to_move, utility, board, moves")
LINES = [[(i, 1), (i, 2), (i, 3)] for i in (1, 2, 3)]
LINES += [[(1, j), (2, j), (3, j)] for j in (1, 2, 3)]
LINES += [[(1, 1), (2, 2), (3, 3)], [(1, 3), (2, 2), (3, 1)]]


def to_move(state):
    return state.to_move


def actions(state):
    return state.moves


def result(state, move):
    if move not in state.moves:
        return state
    board = dict(state.board)
    board[move] = state.to_move
    moves = [other for other in state.moves if other != move]
    won = any(all(board.get(square) == state.to_move for square in line) for line in LINES)
    worth = (1 if state.to_move == "X" else -1) if won else 0
    return GameState("O" if state.to_move == "X" else "X", worth, board, moves)


def terminal_test(state):
    return state.utility != 0 or len(state.moves) == 0


def utility(state, player):
    return state.utility if player == "X" else -state.utility


def minmax_decision(state, game):
    player = game.to_move(state)

    def max_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return max(min_value(game.result(state, move)) for move in game.actions(state))

    def min_value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        return min(max_value(game.result(state, move)) for move in game.actions(state))

    return max(game.actions(state), key=lambda move: min_value(game.result(state, move)))
"""

BASES = {"cs50": PLAIN, "flat": FLAT, "game": GAME, "aima": AIMA}  # correct modules by contract


def module_of(source: str, name: str = "student") -> ModuleType:
    """Return a module made from source code."""
    module = ModuleType(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns about some wrong comparisons
        code = compile(source, f"<{name}>", "exec")
    exec(code, module.__dict__)  # noqa: S102 (our own)
    return module


def replaced(*functions: str) -> str:
    """Return the plain module with some functions replaced."""
    source = PLAIN
    for function in map(dedent, functions):
        (name,) = re.findall(r"^def (\w+)", function, re.MULTILINE)[:1]
        pattern = rf"^def {name}\(.*?(?=^\S|\Z)"
        (old,) = re.findall(pattern, source, re.MULTILINE | re.DOTALL)
        source = source.replace(old, f"{function.strip()}\n\n\n")
    return source


def edited(old: str, new: str) -> str:
    """Return the plain module with one part of its text replaced."""
    assert PLAIN.count(old) == 1, old
    return PLAIN.replace(old, new)


WINNER_ROWS = """
def winner(board):
    for row in board:
        if row[0] == row[1] == row[2] and row[0]:
            return row[0]
    return None
"""
