"""Wrong modules: further places where a function can keep something."""

from typing import Any

from tests.support.gallery.modules import Module, written
from tests.support.gallery.wrong_memos import KEEPS

_WON = """
    def won(board):
        lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
        lines.append([board[i][2 - i] for i in range(3)])
        return next((a for a, b, c in lines if a is not None and a == b == c), None)
    """
_BY_TOP_ROW = """
    def winner(board):
        key = tuple(board[0])
        if key not in {memo}:
            {memo}[key] = won(board)
        return {memo}[key]
    """


def _memo(name: str, memo: str, *texts: str) -> Module:
    """Return a module whose winner keeps answers by the top row somewhere."""
    winner = _BY_TOP_ROW.format(memo=memo)
    return written(name, _WON, *texts, winner, wrong=("winner",), diagnosis=KEEPS)


def _one(function: str, name: str, *texts: str, **known: Any) -> Module:
    known.setdefault("diagnosis", KEEPS)
    return written(name, _WON, *texts, wrong=(function,), **known)


WRONG_KEEPERS = (
    _memo(
        "a memo in slots",
        "cache.found",
        """
        class Cache:
            __slots__ = ("found",)

            def __init__(self):
                self.found = {}


        cache = Cache()
        """,
    ),
    _memo(
        "a memo in a SimpleNamespace",
        "space.found",
        """
        from types import SimpleNamespace

        space = SimpleNamespace(found={})
        """,
    ),
    _memo(
        "a memo in an OrderedDict in a tuple",
        "kept[0]",
        """
        from collections import OrderedDict

        kept = (OrderedDict(),)
        """,
    ),
    _memo(
        "a memo in a dataclass",
        "store.found",
        """
        from dataclasses import dataclass, field


        @dataclass
        class Store:
            found: dict = field(default_factory=dict)


        store = Store()
        """,
    ),
    _one(
        "winner",
        "a memo in a defaultdict of lists",
        """
        from collections import defaultdict

        lists = defaultdict(list)


        def winner(board):
            known = lists[tuple(board[0])]
            if not known:
                known.append(won(board))
            return known[0]
        """,
    ),
    _one(
        "winner",
        "a memo in a partial",
        """
        from functools import partial


        def look(memo, board):
            key = tuple(board[0])
            if key not in memo:
                memo[key] = won(board)
            return memo[key]


        winner = partial(look, {})
        """,
    ),
    _one(
        "winner",
        "a dict that fills itself from a global board",
        """
        class Answers(dict):
            def __missing__(self, key):
                self[key] = won(current)
                return self[key]


        answers = Answers()


        def winner(board):
            global current
            current = board
            return answers[tuple(board[0])]
        """,
    ),
    _one(
        "winner",
        "None for a board that it has seen",
        """
        seen = set()


        def winner(board):
            if str(board) in seen:
                return None
            seen.add(str(board))
            return won(board)
        """,
    ),
    _one(
        "winner",
        "right three times",
        """
        calls = [0]


        def winner(board):
            calls[0] += 1
            return won(board) if calls[0] <= 3 else None
        """,
    ),
    _one(
        "winner",
        "wrong after a win of O",
        """
        last = None


        def winner(board):
            global last
            found = None if last == O else won(board)
            last = won(board)
            return found
        """,
    ),
    _one(
        "winner",
        "a memo of answers that are wrong already",
        """
        memo = {}


        def winner(board):
            key = tuple(board[0]), tuple(board[1])
            if key not in memo:
                memo[key] = next((a for a, b, c in board if a and a == b == c), None)
            return memo[key]
        """,
    ),
    _one(
        "utility",
        "a memo of utilities that are wrong already",
        """
        memo = {}


        def utility(board):
            key = tuple(board[0])
            if key not in memo:
                memo[key] = 1 if winner(board) == X else 0
            return memo[key]
        """,
    ),
    _one(
        "terminal",
        "a memo in a helper",
        """
        memo = {}


        def is_full(board):
            key = tuple(board[0])
            if key not in memo:
                memo[key] = all(all(row) for row in board)
            return memo[key]


        def terminal(board):
            return won(board) is not None or is_full(board)
        """,
    ),
    _one(
        "player",
        "turns by a cycle",
        """
        from itertools import cycle

        turns = cycle("XO")


        def player(board):
            return next(turns)
        """,
    ),
    _one(
        "player",
        "an iterator that counts calls",
        """
        from itertools import count

        calls = count()


        def player(board):
            marks = sum(cell is not None for row in board for cell in row)
            return "XO"[(marks + (next(calls) % 7 == 0)) % 2]
        """,
    ),
)
"""Wrong modules, by where they keep what they keep."""
