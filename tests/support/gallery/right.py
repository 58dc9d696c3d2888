"""Correct modules."""

from tests.support.gallery.modules import read_modules

RIGHT_MODULES = read_modules(
    """
=== differences of truth values
def utility(board):
    return (winner(board) == X) - (winner(board) == O)
=== actions from a generator expression
def actions(board):
    return ((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
=== actions as a map
def actions(board):
    free = [n for n in range(9) if board[n // 3][n % 3] is None]
    return map(lambda n: divmod(n, 3), free)
=== actions as lists of two
@ raise ValueError("not a valid action") ==> raise ValueError
def actions(board):
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] is None]
=== actions as a namedtuple
def actions(board):
    return {Cell(i, j) for i in range(3) for j in range(3) if board[i][j] is None}
from collections import namedtuple
Cell = namedtuple("Cell", "row column")
=== a board of tuples from the first
@ [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3] ==> ((None,) * 3,) * 3
def result(board, action):
    if action not in actions(board):
        raise Exception("no")
    return tuple(
        tuple(player(board) if (i, j) == action else cell for j, cell in enumerate(row))
        for i, row in enumerate(board)
    )
=== a decorator without wraps around each
def utility(board):
    return None
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
=== prints what it does
def terminal(board):
    over = winner(board) is not None or not actions(board)
    print("over" if over else "on")
    return over
=== match statements
def utility(board):
    match winner(board):
        case "X":
            return 1
        case "O":
            return -1
        case None:
            return 0
=== exceptions as control flow
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
=== recursion over cells
def player(board):
    def count(cells):
        return 0 if not cells else (cells[0] is not None) + count(cells[1:])
    return O if count([cell for row in board for cell in row]) % 2 else X
=== strings of the board
def winner(board):
    text = "".join(cell or " " for row in board for cell in row)
    for mark in (X, O):
        lines = [text[:3], text[3:6], text[6:], text[::3], text[1::3], text[2::3],
                 text[::4], text[2:7:2]]
        if mark * 3 in lines:
            return mark
=== magic square
def winner(board):
    square = ((2, 7, 6), (9, 5, 1), (4, 3, 8))
    for mark in (X, O):
        held = [square[i][j] for i in range(3) for j in range(3) if board[i][j] == mark]
        if any(sum(three) == 15 for three in combinations(held, 3)):
            return mark
from itertools import combinations
=== a small change that changes nothing
@ -2 ==> -7
=== a tuple as board [flat]
@ [None] ==> (None,)
def result(board, cell):
    return tuple(player(board) if at == cell else mark for at, mark in enumerate(board))
=== a list of all lines by arithmetic [flat]
def winner(board):
    for start, step in ((0, 1), (3, 1), (6, 1), (0, 3), (1, 3), (2, 3), (0, 4), (2, 2)):
        line = [board[start + step * k] for k in range(3)]
        if line[0] is not None and line.count(line[0]) == 3:
            return line[0]
=== a memo as an attribute
def player(board):
    key = repr(board)
    if key not in player.memo:
        player.memo[key] = O if sum(c is not None for r in board for c in r) % 2 else X
    return player.memo[key]
player.memo = {}
=== actions as a generator
def actions(board):
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell is None:
                yield i, j
=== winner and search from a cache
def winner(board):
    return cached_winner(tuple(map(tuple, board)))
def minimax(board):
    return None if terminal(board) else best(tuple(map(tuple, board)))[1]
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
=== bit masks
def result(board, action):
    i, j = action
    assert action in actions(board)
    new = board[:]
    new[i] = [*board[i][:j], player(board), *board[i][j + 1 :]]
    return new
def winner(board):
    for mark in (X, O):
        at = [3 * i + j for i in range(3) for j in range(3) if board[i][j] == mark]
        held = sum(1 << cell for cell in at)
        if any(held & line == line for line in (7, 56, 448, 73, 146, 292, 273, 84)):
            return mark
=== results from a memo
def result(board, action, known={}):
    key = str(board), action
    if key not in known:
        if action not in actions(board):
            raise ValueError
        known[key] = deepcopy(board)
        known[key][action[0]][action[1]] = player(board)
    return known[key]
def winner(board):
    return Lines(board).first()
class Lines:
    def __init__(self, board):
        lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
        self.left = [*lines, [board[i][2 - i] for i in range(3)]]

    def first(self):
        if not self.left:
            return None
        a, b, c = self.left.pop()
        return a if a is not None and a == b == c else self.first()
=== pairs of value and move
def minimax(board):
    return None if terminal(board) else best(board)[1]
def best(board):
    if terminal(board):
        return utility(board), (0, 0)
    found = [(best(result(board, a))[0], a) for a in sorted(actions(board))]
    return max(found) if player(board) == X else min(found)
=== a list as the move
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return list(max(actions(board), key=lambda a: min_value(result(board, a))))
    return list(min(actions(board), key=lambda a: max_value(result(board, a))))
=== negamax [flat]
def minimax(board):
    if terminal(board):
        return None
    return max(actions(board), key=lambda cell: -search(result(board, cell)))
def search(board):
    if terminal(board):
        return -1 if winner(board) else 0
    return max(-search(result(board, cell)) for cell in actions(board))
=== alpha-beta with a break [flat]
def value(board, alpha=-2, beta=2):
    if terminal(board):
        return utility(board)
    is_x = player(board) == X
    best = -2 if is_x else 2
    for cell in actions(board):
        found = value(result(board, cell), alpha, beta)
        if is_x:
            best = max(best, found)
            alpha = max(alpha, best)
        else:
            best = min(best, found)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
=== quick wins and late losses are worth more [flat]
def value(board):
    if terminal(board):
        return utility(board) * (1 + board.count(None))
    values = [value(result(board, cell)) for cell in actions(board)]
    return max(values) if player(board) == X else min(values)
=== moves that are made and taken back [flat]
def minimax(board):
    if terminal(board):
        return None
    board = board[:]
    mark = player(board)
    best, chosen = -2, None
    for cell in actions(board):
        board[cell] = mark
        worth = value(board) if mark == X else -value(board)
        board[cell] = None
        if worth > best:
            best, chosen = worth, cell
    return chosen
=== a random one of the best [flat]
def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    worth = {cell: value(result(board, cell)) for cell in actions(board)}
    best = pick(worth.values())
    return random.choice([cell for cell in worth if worth[cell] == best])
import random
=== another of the best each time [flat]
def minimax(board):
    global asked
    if terminal(board):
        return None
    asked += 1
    pick = max if player(board) == X else min
    worth = {cell: value(result(board, cell)) for cell in actions(board)}
    best = [cell for cell in worth if worth[cell] == pick(worth.values())]
    return best[asked % len(best)]
asked = 0
=== infinity [flat]
def minimax(board):
    if terminal(board):
        return None
    best, chosen = float("-inf"), None
    for cell in actions(board):
        worth = value(result(board, cell)) * (1 if player(board) == X else -1)
        if worth > best:
            best, chosen = worth, cell
    return chosen
=== mutual recursion of lambdas [flat]
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda cell: lowest(result(board, cell)))
    return min(actions(board), key=lambda cell: highest(result(board, cell)))
highest = lambda b: utility(b) if terminal(b) else max(
    lowest(result(b, c)) for c in actions(b))
lowest = lambda b: utility(b) if terminal(b) else min(
    highest(result(b, c)) for c in actions(b))
=== a generator of values [flat]
def value(board):
    if terminal(board):
        return utility(board)

    def below():
        for cell in actions(board):
            yield value(result(board, cell))

    return max(below()) if player(board) == X else min(below())
=== games [game]
=== a table by the game [game]
def value(game):
    if game not in table:
        if game.is_over:
            table[game] = utility(game)
        else:
            values = [value(game.play(cell)) for cell in game.legal_moves]
            table[game] = max(values) if game.current_player == "X" else min(values)
    return table[game]
table = {}
=== negamax of games [game]
def minimax(game):
    if game.is_over:
        return None
    return max(game.legal_moves, key=lambda cell: -negamax(game.play(cell)))
def negamax(game):
    if game.is_over:
        return -1 if game.winner else 0
    return max(-negamax(game.play(cell)) for cell in game.legal_moves)
=== members of an enum, games [game]
@ return game.current_player ==> return M(game.current_player)
from enum import StrEnum
class M(StrEnum):
    X = "X"
    O = "O"
=== states [aima]
=== states with a set of moves as a list, utility counted anew [aima]
def actions(state):
    squares = {(i, j) for i in (1, 2, 3) for j in (1, 2, 3)}
    return sorted(squares - state.board.keys())
def utility(state, player):
    for mark, worth in (("X", 1), ("O", -1)):
        if any(all(state.board.get(s) == mark for s in line) for line in LINES):
            return worth if player == "X" else -worth
    return 0
"""
)
