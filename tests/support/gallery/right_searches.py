"""Right modules: ``minimax`` in many ways."""

from tests.support.gallery.modules import Module, written
from tests.support.students import right_modules as known


def _flat(name: str, *texts: str) -> Module:
    return written(name, *texts, contract="flat")


_KNOWN = tuple(
    Module(name, source)
    for name, source in {
        "rows as lists": known.LISTS,
        "rows as tuples": known.TUPLES,
        "actions as a generator": known.GENERATORS,
        "winner and search from a cache": known.MEMOIZED,
        "alpha-beta of pairs": known.ALPHA_BETA,
        "a search without recursion": known.ITERATIVE,
        "negamax by sign": known.NEGAMAX,
        "minimax that plays games with itself": known.SELF_RECURSIVE,
        "bit masks": known.BITMASKS,
        "results from a memo": known.REMEMBERED,
    }.items()
)
_CHOOSE = """
    def minimax(board):
        if terminal(board):
            return None
        return max(actions(board), key=lambda cell: -search(result(board, cell)))
    """

RIGHT_SEARCHES = (
    *_KNOWN,
    written(
        "pairs of value and move",
        """
        def minimax(board):
            return None if terminal(board) else best(board)[1]
        """,
        """
        def best(board):
            if terminal(board):
                return utility(board), (0, 0)
            found = [(best(result(board, a))[0], a) for a in sorted(actions(board))]
            return max(found) if player(board) == X else min(found)
        """,
    ),
    written(
        "a list as the move",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                return list(max(actions(board), key=lambda a: min_value(result(board, a))))
            return list(min(actions(board), key=lambda a: max_value(result(board, a))))
        """,
    ),
    written(
        "a table by the whole board, kept",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(sorted(actions(board)), key=lambda a: known(result(board, a)))
        """,
        """
        table = {}


        def known(board):
            key = tuple(cell for row in board for cell in row)
            if key not in table:
                if terminal(board):
                    table[key] = utility(board)
                else:
                    choose = max if player(board) == X else min
                    table[key] = choose(known(result(board, a)) for a in actions(board))
            return table[key]
        """,
    ),
    written(
        "a class that searches",
        """
        def minimax(board):
            return Searcher().move(board)
        """,
        """
        class Searcher:
            def move(self, board):
                if terminal(board):
                    return None
                pick = max if player(board) == X else min
                return pick(actions(board), key=lambda a: self.value(result(board, a)))

            def value(self, board):
                if terminal(board):
                    return utility(board)
                pick = max if player(board) == X else min
                return pick(self.value(result(board, a)) for a in actions(board))
        """,
    ),
    _flat(
        "negamax",
        _CHOOSE,
        """
        def search(board):
            if terminal(board):
                return -1 if winner(board) else 0
            return max(-search(result(board, cell)) for cell in actions(board))
        """,
    ),
    _flat(
        "negamax with alpha and beta",
        """
        def minimax(board):
            if terminal(board):
                return None
            best, chosen = -2, None
            for cell in actions(board):
                worth = -search(result(board, cell), -2, -best)
                if worth > best:
                    best, chosen = worth, cell
            return chosen
        """,
        """
        def search(board, alpha, beta):
            if terminal(board):
                return -1 if winner(board) else 0
            for cell in actions(board):
                alpha = max(alpha, -search(result(board, cell), -beta, -alpha))
                if alpha >= beta:
                    break
            return alpha
        """,
    ),
    _flat(
        "alpha-beta with a break",
        """
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
        """,
    ),
    _flat(
        "quick wins and late losses are worth more",
        """
        def value(board):
            if terminal(board):
                return utility(board) * (1 + board.count(None))
            values = [value(result(board, cell)) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "depth as an argument",
        """
        def minimax(board):
            if terminal(board):
                return None
            choose = max if player(board) == X else min
            return choose(actions(board), key=lambda cell: deep(result(board, cell), 1))
        """,
        """
        def deep(board, depth):
            if terminal(board):
                return utility(board) * (20 - depth)
            values = [deep(result(board, cell), depth + 1) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "every ninth is worth a little less",
        """
        def value(board):
            if terminal(board):
                return utility(board)
            values = [0.9 * value(result(board, cell)) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "lru_cache of tuples",
        """
        def value(board):
            return cached(tuple(board))
        """,
        """
        from functools import lru_cache


        @lru_cache(maxsize=None)
        def cached(board):
            board = list(board)
            if terminal(board):
                return utility(board)
            values = [value(result(board, cell)) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
    ),
    _flat(
        "symmetric boards are the same",
        """
        def value(board):
            key = smallest(board)
            if key not in memo:
                if terminal(board):
                    memo[key] = utility(board)
                else:
                    values = [value(result(board, cell)) for cell in actions(board)]
                    memo[key] = max(values) if player(board) == X else min(values)
            return memo[key]
        """,
        """
        memo = {}
        TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
        FLIP = (2, 1, 0, 5, 4, 3, 8, 7, 6)


        def smallest(board):
            seen = []
            text = "".join(mark or "." for mark in board)
            for _ in range(4):
                text = "".join(text[cell] for cell in TURN)
                seen += [text, "".join(text[cell] for cell in FLIP)]
            return min(seen)
        """,
    ),
    _flat(
        "moves that are made and taken back",
        """
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
        """,
    ),
    _flat(
        "moves on the board itself, all taken back",
        """
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            found = {}
            for cell in actions(board):
                board[cell] = mark
                found[cell] = value(board)
                board[cell] = None
            return (max if mark == X else min)(found, key=found.get)
        """,
    ),
    _flat(
        "a random one of the best",
        """
        def minimax(board):
            if terminal(board):
                return None
            pick = max if player(board) == X else min
            worth = {cell: value(result(board, cell)) for cell in actions(board)}
            best = pick(worth.values())
            return random.choice([cell for cell in worth if worth[cell] == best])
        """,
        "import random\n",
    ),
    _flat(
        "shuffled, then the best",
        """
        def minimax(board):
            if terminal(board):
                return None
            cells = actions(board)
            random.shuffle(cells)
            pick = max if player(board) == X else min
            return pick(cells, key=lambda cell: value(result(board, cell)))
        """,
        "import random\n",
    ),
    _flat(
        "another of the best each time",
        """
        def minimax(board):
            global asked
            if terminal(board):
                return None
            asked += 1
            pick = max if player(board) == X else min
            worth = {cell: value(result(board, cell)) for cell in actions(board)}
            best = [cell for cell in worth if worth[cell] == pick(worth.values())]
            return best[asked % len(best)]
        """,
        "asked = 0\n",
    ),
    _flat(
        "lists of values with index",
        """
        def minimax(board):
            if terminal(board):
                return None
            cells = actions(board)
            values = [value(result(board, cell)) for cell in cells]
            return cells[values.index(max(values) if player(board) == X else min(values))]
        """,
    ),
    _flat(
        "infinity",
        """
        def minimax(board):
            if terminal(board):
                return None
            best, chosen = float("-inf"), None
            for cell in actions(board):
                worth = value(result(board, cell)) * (1 if player(board) == X else -1)
                if worth > best:
                    best, chosen = worth, cell
            return chosen
        """,
    ),
    _flat(
        "a stop at the first win",
        """
        def minimax(board):
            if terminal(board):
                return None
            sign = 1 if player(board) == X else -1
            best, chosen = -2, None
            for cell in actions(board):
                worth = sign * value(result(board, cell))
                if worth == 1:
                    return cell
                if worth > best:
                    best, chosen = worth, cell
            return chosen
        """,
    ),
    _flat(
        "rules of thumb that are perfect play near the end, a search before",
        """
        def minimax(board):
            if terminal(board):
                return None
            mark = player(board)
            for cell in actions(board):
                if winner(result(board, cell)) == mark:
                    return cell
            if board.count(None) == 1:
                return board.index(None)
            pick = max if mark == X else min
            return pick(actions(board), key=lambda cell: value(result(board, cell)))
        """,
    ),
    _flat(
        "the centre first on an empty board",
        """
        def minimax(board):
            if terminal(board):
                return None
            if board == [None] * 9:
                return 4
            pick = max if player(board) == X else min
            return pick(actions(board), key=lambda cell: value(result(board, cell)))
        """,
    ),
    _flat(
        "Decimal values",
        """
        def value(board):
            if terminal(board):
                return Decimal(utility(board)) / (10 - board.count(None))
            values = [value(result(board, cell)) for cell in actions(board)]
            return max(values) if player(board) == X else min(values)
        """,
        "from decimal import Decimal\n",
    ),
    _flat(
        "a dataclass of nodes",
        """
        def minimax(board):
            if terminal(board):
                return None
            nodes = [Node(cell, value(result(board, cell))) for cell in actions(board)]
            return (max(nodes) if player(board) == X else min(nodes)).cell
        """,
        """
        from dataclasses import dataclass


        @dataclass
        class Node:
            cell: int
            worth: int

            def __lt__(self, other):
                return self.worth < other.worth
        """,
    ),
    _flat(
        "a heap",
        """
        def minimax(board):
            if terminal(board):
                return None
            sign = 1 if player(board) == X else -1
            heap = []
            for cell in actions(board):
                heappush(heap, (-sign * value(result(board, cell)), cell))
            return heappop(heap)[1]
        """,
        "from heapq import heappop, heappush\n",
    ),
    _flat(
        "mutual recursion of lambdas",
        """
        def minimax(board):
            if terminal(board):
                return None
            if player(board) == X:
                return max(actions(board), key=lambda cell: lowest(result(board, cell)))
            return min(actions(board), key=lambda cell: highest(result(board, cell)))
        """,
        """
        highest = lambda b: utility(b) if terminal(b) else max(
            lowest(result(b, c)) for c in actions(b))
        lowest = lambda b: utility(b) if terminal(b) else min(
            highest(result(b, c)) for c in actions(b))
        """,
    ),
    _flat(
        "an explicit stack",
        """
        def minimax(board):
            if terminal(board):
                return None
            pick = max if player(board) == X else min
            return pick(actions(board), key=lambda cell: unrolled(result(board, cell)))
        """,
        """
        def unrolled(board):
            known, stack = {}, [board]
            while stack:
                last = stack[-1]
                key = tuple(last)
                if terminal(last):
                    known[key] = utility(last)
                    stack.pop()
                    continue
                below = [result(last, cell) for cell in actions(last)]
                missing = [after for after in below if tuple(after) not in known]
                if missing:
                    stack += missing
                else:
                    values = [known[tuple(after)] for after in below]
                    known[key] = max(values) if player(last) == X else min(values)
                    stack.pop()
            return known[tuple(board)]
        """,
    ),
    _flat(
        "a generator of values",
        """
        def value(board):
            if terminal(board):
                return utility(board)

            def below():
                for cell in actions(board):
                    yield value(result(board, cell))

            return max(below()) if player(board) == X else min(below())
        """,
    ),
)
"""Right modules, by how they search."""
