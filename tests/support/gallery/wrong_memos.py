"""Wrong modules: functions that keep something from one call to the next.

Alone, on code executed anew, each of their wrong functions answers rightly.
"""

from tests.support.gallery.modules import Module, written

KEEPS = "keeps something from one call to the next: asked again, it answered differently"

_WON = """
    def won(board):
        lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
        lines.append([board[i][2 - i] for i in range(3)])
        return next((a for a, b, c in lines if a is not None and a == b == c), None)
    """
_COUNT = """
    def count(board):
        return sum(cell is not None for row in board for cell in row)
    """


def _memo(function: str, name: str, *texts: str) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=KEEPS)


def _flat(function: str, name: str, *texts: str) -> Module:
    return written(name, *texts, wrong=(function,), diagnosis=KEEPS, contract="flat")


def _keyed(function: str, key: str) -> Module:
    """Return a module with a memo of one function by a key that is too coarse."""
    return _memo(
        function,
        f"{function} by {key}",
        f"""
        memo_of_{function} = {{}}
        right_{function} = {function}


        def {function}(board):
            key = {key}
            if key not in memo_of_{function}:
                memo_of_{function}[key] = right_{function}(board)
            return memo_of_{function}[key]
        """,
        _COUNT,
    )


WRONG_MEMOS = (
    _keyed("winner", "(*board[0], board[1][1])"),
    _keyed("winner", "id(board)"),
    _keyed("winner", "count(board)"),
    _keyed("winner", "player(board)"),
    _keyed("winner", "tuple(board[0] + board[1])"),
    _keyed("winner", "str(board[0]) + str(board[2])"),
    _keyed("utility", "count(board)"),
    _keyed("utility", "id(board)"),
    _keyed("utility", "tuple(board[0])"),
    _keyed("utility", "player(board)"),
    _keyed("terminal", "count(board)"),
    _keyed("terminal", "id(board)"),
    _keyed("terminal", "tuple(board[0])"),
    _keyed("terminal", "player(board)"),
    _keyed("actions", "count(board)"),
    _keyed("actions", "id(board)"),
    _keyed("actions", "tuple(board[1])"),
    _keyed("player", "id(board)"),
    _keyed("player", "tuple(board[0])"),
    _keyed("player", "len(board)"),
    _keyed("minimax", "count(board)"),
    _keyed("minimax", "tuple(board[0] + board[1])"),
    _keyed("minimax", "id(board)"),
    _memo(
        "winner",
        "a mutable default argument",
        _WON,
        """
        def winner(board, seen={}):
            key = tuple(board[0])
            if key not in seen:
                seen[key] = won(board)
            return seen[key]
        """,
    ),
    _memo(
        "winner",
        "an attribute of the function",
        _WON,
        _COUNT,
        """
        def winner(board):
            if not hasattr(winner, "known"):
                winner.known = {}
            return winner.known.setdefault(count(board), won(board))
        """,
    ),
    _memo(
        "winner",
        "a closure",
        _WON,
        """
        def winner(board):
            return None
        """,
        """
        def make_winner():
            known = {}

            def inner(board):
                key = tuple(row[0] for row in board)
                if key not in known:
                    known[key] = won(board)
                return known[key]

            return inner


        winner = make_winner()
        """,
    ),
    _memo(
        "winner",
        "a class attribute",
        _WON,
        """
        def winner(board):
            return Cache.find(board)
        """,
        """
        class Cache:
            known = {}

            @classmethod
            def find(cls, board):
                key = board[1][1], board[0][0], board[2][2]
                if key not in cls.known:
                    cls.known[key] = won(board)
                return cls.known[key]
        """,
    ),
    _memo(
        "winner",
        "lru_cache by the top row, with wraps",
        _WON,
        """
        def winner(board):
            return None
        """,
        """
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
        """,
    ),
    _memo(
        "winner",
        "an instance that keeps the last board",
        _WON,
        """
        def winner(board):
            return finder(board)
        """,
        """
        class Finder:
            def __init__(self):
                self.found = None

            def __call__(self, board):
                self.found = self.found or won(board)
                return self.found


        finder = Finder()
        """,
    ),
    _memo(
        "winner",
        "a generator that goes on",
        _WON,
        """
        def winner(board):
            return next(answers) and won(board)
        """,
        """
        def alternate():
            while True:
                yield True
                yield True
                yield True
                yield False


        answers = alternate()
        """,
    ),
    _memo(
        "player",
        "turns by a default argument",
        """
        def player(board, turns=[]):
            if board == initial_state():
                turns.clear()
            marks = sum(cell is not None for row in board for cell in row)
            turns.append(marks)
            return X if (marks + (len(turns) > 3)) % 2 == 0 else O
        """,
    ),
    _memo(
        "actions",
        "a set as a default argument",
        """
        def actions(board, found=set()):
            for i in range(3):
                for j in range(3):
                    if board[i][j] == EMPTY:
                        found.add((i, j))
            return found
        """,
    ),
    _memo(
        "actions",
        "a global list that grows",
        """
        def actions(board):
            for i in range(3):
                for j in range(3):
                    if board[i][j] is None and (i, j) not in moves:
                        moves.append((i, j))
            return list(moves)
        """,
        "moves = []\n",
    ),
    _memo(
        "actions",
        "moves that are taken out for good",
        """
        def actions(board):
            for i in range(3):
                for j in range(3):
                    if board[i][j] is not None and (i, j) in free:
                        free.remove((i, j))
            return set(free)
        """,
        "free = [(i, j) for i in range(3) for j in range(3)]\n",
    ),
    _memo(
        "terminal",
        "over once, over for ever",
        """
        def terminal(board):
            global over
            over = over or winner(board) is not None or not actions(board)
            return over
        """,
        "over = False\n",
    ),
    _memo(
        "utility",
        "the best so far",
        """
        def utility(board):
            global best
            worth = {X: 1, O: -1, None: 0}[winner(board)]
            best = max(best, worth)
            return best
        """,
        "best = -1\n",
    ),
    _memo(
        "result",
        "a memo by the move alone",
        """
        def result(board, action):
            if action not in actions(board):
                raise ValueError
            if action not in made:
                new = deepcopy(board)
                new[action[0]][action[1]] = player(board)
                made[action] = tuple(map(tuple, new))
            return [list(row) for row in made[action]]
        """,
        "made = {}\n",
    ),
    _memo(
        "minimax",
        "a table that is kept between boards, by the number of marks",
        _COUNT,
        """
        def minimax(board, table={}):
            if terminal(board):
                return None
            key = count(board)
            if key in table and table[key] in actions(board):
                return table[key]
            if player(board) == X:
                move = max(actions(board), key=lambda a: min_value(result(board, a)))
            else:
                move = min(actions(board), key=lambda a: max_value(result(board, a)))
            table[key] = move
            return move
        """,
    ),
    _memo(
        "minimax",
        "alpha kept in a global",
        """
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
        """,
        "alpha = -2\n",
    ),
    _flat(
        "winner",
        "a memo by a slice",
        """
        def winner(board, memo={}):
            key = tuple(board[:6])
            if key not in memo:
                memo[key] = next((board[a] for a, b, c in LINES
                                  if board[a] and board[a] == board[b] == board[c]), None)
            return memo[key]
        """,
    ),
    _flat(
        "winner",
        "lru_cache of a global board",
        """
        def winner(board):
            global current
            current = board
            return of_current(board.count(None))
        """,
        """
        from functools import lru_cache

        current = None


        @lru_cache
        def of_current(empty):
            return next((current[a] for a, b, c in LINES
                         if current[a] and current[a] == current[b] == current[c]), None)
        """,
    ),
    _flat(
        "player",
        "turns counted in an attribute",
        """
        def player(board):
            player.calls = getattr(player, "calls", 0) + 1
            right = X if board.count(None) % 2 else O
            return right if player.calls % 5 else X
        """,
    ),
    _flat(
        "terminal",
        "a dict of frozensets of the cells of X",
        """
        def terminal(board):
            key = frozenset(cell for cell in range(9) if board[cell] == X)
            if key not in ended:
                ended[key] = winner(board) is not None or None not in board
            return ended[key]
        """,
        "ended = {}\n",
    ),
    _flat(
        "minimax",
        "a table of values by the number of empty cells",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: known(result(board, cell)))
        """,
        """
        table = {}


        def known(board):
            key = board.count(None), board[4], board[0]
            if key not in table:
                table[key] = value(board)
            return table[key]
        """,
    ),
)
"""Wrong modules, by what is special about them."""
