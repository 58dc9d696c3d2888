"""Right modules: functions that keep their answers, by the whole board."""

from tests.support.gallery.modules import written

RIGHT_MEMOS = (
    written(
        "lru_cache of tuples",
        """
        def winner(board):
            return cached(tuple(map(tuple, board)))
        """,
        """
        from functools import lru_cache


        @lru_cache(maxsize=None)
        def cached(rows):
            lines = [*rows, *zip(*rows), tuple(rows[i][i] for i in range(3)),
                     tuple(rows[i][2 - i] for i in range(3))]
            return next((a for a, b, c in lines if a and a == b == c), None)
        """,
    ),
    written(
        "a memo as a default argument",
        """
        def terminal(board, memo={}):
            key = str(board)
            if key not in memo:
                memo[key] = winner(board) is not None or not actions(board)
            return memo[key]
        """,
    ),
    written(
        "a memo as an attribute",
        """
        def player(board):
            key = repr(board)
            if key not in player.memo:
                player.memo[key] = O if sum(c is not None for r in board for c in r) % 2 else X
            return player.memo[key]
        """,
        "player.memo = {}\n",
    ),
    written(
        "a memo in a closure, by the whole board",
        """
        def utility(board):
            return None
        """,
        """
        def remembered(function):
            memo = {}

            def inner(board):
                key = tuple(cell for row in board for cell in row)
                if key not in memo:
                    memo[key] = function(board)
                return memo[key]
            return inner


        @remembered
        def utility(board):
            return {X: 1, O: -1, None: 0}[winner(board)]
        """,
    ),
    written(
        "a memo in a class attribute",
        """
        def winner(board):
            return Memo.winner(board)
        """,
        """
        class Memo:
            known = {}

            @classmethod
            def winner(cls, board):
                key = tuple(map(tuple, board))
                if key not in cls.known:
                    lines = [*key, *zip(*key), [key[i][i] for i in range(3)],
                             [key[i][2 - i] for i in range(3)]]
                    cls.known[key] = next((a for a, b, c in lines if a and a == b == c), None)
                return cls.known[key]
        """,
    ),
    written(
        "a count of calls that nothing depends on",
        """
        def player(board):
            global calls
            calls += 1
            x = sum(row.count(X) for row in board)
            return X if x == sum(row.count(O) for row in board) else O
        """,
        "calls = 0\n",
    ),
)
"""Right modules, by their style."""
