"""Wrong modules whose functions keep state between calls."""

from tests.support.gallery.modules import read_modules

KEEPERS = read_modules(
    """
=== a winner by the number of moves, games [game]
--- winner: KEEPS
def winner(game):
    if game.move_count not in known:
        known[game.move_count] = game.winner
    return known[game.move_count]
known = {}
=== global flag that is never reset [flat]
--- winner: KEEPS
def winner(board):
    global won
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            won = board[a]
    return globals().get("won")
=== winner by count(board)
--- winner: KEEPS
+ count
~ count(board)
=== utility by tuple(board[0])
--- utility: KEEPS
~ tuple(board[0])
=== terminal by player(board)
--- terminal: KEEPS
~ player(board)
=== player by tuple(board[0])
--- player: KEEPS
~ tuple(board[0])
=== minimax by count(board)
--- minimax: KEEPS
+ count
~ count(board)
=== a closure
--- winner: KEEPS
+ won
def winner(board):
    return None
def make_winner():
    known = {}

    def inner(board):
        key = tuple(row[0] for row in board)
        if key not in known:
            known[key] = won(board)
        return known[key]

    return inner
winner = make_winner()
=== lru_cache by the top row, with wraps
--- winner: KEEPS
+ won
def winner(board):
    return None
from functools import lru_cache, wraps
class Hidden:
    def __init__(self, board):
        self.board = board
        self.key = tuple(board[0])

    def __eq__(self, other):
        return self.key == other.key

    def __hash__(self):
        return hash(self.key)
def by_top_row(function):
    @lru_cache(maxsize=None)
    def cached(hidden):
        return function(hidden.board)

    @wraps(function)
    def inner(board):
        return cached(Hidden(board))

    return inner
@by_top_row
def winner(board):
    return won(board)
=== moves that are taken out for good
--- actions: KEEPS
def actions(board):
    for i in range(3):
        for j in range(3):
            if board[i][j] is not None and (i, j) in free:
                free.remove((i, j))
    return set(free)
free = [(i, j) for i in range(3) for j in range(3)]
=== over once, over for ever
--- terminal: KEEPS
def terminal(board):
    global over
    over = over or winner(board) is not None or not actions(board)
    return over
over = False
=== the best so far
--- utility: KEEPS
def utility(board):
    global best
    worth = {X: 1, O: -1, None: 0}[winner(board)]
    best = max(best, worth)
    return best
best = -1
=== a memo by the move alone
--- result: KEEPS
def result(board, action):
    if action not in actions(board):
        raise ValueError
    if action not in made:
        new = deepcopy(board)
        new[action[0]][action[1]] = player(board)
        made[action] = tuple(map(tuple, new))
    return [list(row) for row in made[action]]
made = {}
=== alpha kept in a global
--- minimax: KEEPS
def minimax(board):
    global alpha
    if terminal(board):
        return None
    sign = 1 if player(board) == X else -1
    chosen = min(actions(board))
    for action in sorted(actions(board)):
        after = result(board, action)
        worth = sign * (min_value(after) if sign == 1 else max_value(after))
        if worth > alpha:
            alpha = worth
            chosen = action
    return chosen
alpha = -2
=== a dict of frozensets of the cells of X [flat]
--- terminal: KEEPS
def terminal(board):
    key = frozenset(cell for cell in range(9) if board[cell] == X)
    if key not in ended:
        ended[key] = winner(board) is not None or None not in board
    return ended[key]
ended = {}
=== a memo in slots
--- winner: KEEPS
+ won
def winner(board):
    key = tuple(board[0])
    if key not in cache.found:
        cache.found[key] = won(board)
    return cache.found[key]
class Cache:
    __slots__ = ("found",)

    def __init__(self):
        self.found = {}
cache = Cache()
=== a memo in an OrderedDict in a tuple
--- winner: KEEPS
+ won
def winner(board):
    key = tuple(board[0])
    if key not in kept[0]:
        kept[0][key] = won(board)
    return kept[0][key]
from collections import OrderedDict
kept = (OrderedDict(),)
=== a memo in a partial
--- winner: KEEPS
+ won
from functools import partial
def look(memo, board):
    key = tuple(board[0])
    if key not in memo:
        memo[key] = won(board)
    return memo[key]
winner = partial(look, {})
=== a dict that fills itself from a global board
--- winner: KEEPS
+ won
class Answers(dict):
    def __missing__(self, key):
        self[key] = won(current)
        return self[key]
answers = Answers()
def winner(board):
    global current
    current = board
    return answers[tuple(board[0])]
=== wrong after a win of O
--- winner: KEEPS
+ won
last = None
def winner(board):
    global last
    found = None if last == O else won(board)
    last = won(board)
    return found
=== a memo of answers that are wrong already
--- winner: KEEPS
+ won
memo = {}
def winner(board):
    key = tuple(board[0]), tuple(board[1])
    if key not in memo:
        memo[key] = next((a for a, b, c in board if a and a == b == c), None)
    return memo[key]
=== a memo in a helper
--- terminal: KEEPS
+ won
memo = {}
def is_full(board):
    key = tuple(board[0])
    if key not in memo:
        memo[key] = all(all(row) for row in board)
    return memo[key]
def terminal(board):
    return won(board) is not None or is_full(board)
=== turns by a cycle
--- player: KEEPS
+ won
from itertools import cycle
turns = cycle("XO")
def player(board):
    return next(turns)
=== turns counted in a global
--- player: KEEPS
def player(board):
    global turn
    turn = not globals().get("turn", False)
    return X if turn else O
=== a set that is kept
--- actions: KEEPS
def actions(board, found=set()):
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                found.add((i, j))
    return found
"""
)
