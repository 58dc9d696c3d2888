"""Diagnoses of answers that depend on earlier calls."""

import builtins
import importlib.util
import random
import sys
from itertools import product
from textwrap import dedent

import pytest

from tests.support.students.gallery import PLAIN, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check

KEEPS = (
    "The function remembers something between calls, so the same call gave different results."
)
RIGHT_WINNER = "def right" + PLAIN.split("def winner")[1].split("def terminal")[0]
BASICS = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def remembering(key, memo="{}"):
    """Return the plain module with a correct winner that caches answers by a key."""
    winner = f"""
        def winner(board, memo={memo}):
            key = {key}
            if key not in memo:
                memo[key] = right(board)
            return memo[key]
        """
    return f"{replaced(winner)}\n\n{RIGHT_WINNER}"


def marks(game):
    return game.to_text().replace("/", "")


def winner_of(text):
    lines = ({text[cell] for cell in line} for line in LINES)
    return next((line.pop() for line in lines if len(line) == 1 and "." not in line), None)


COARSE = {
    "the top row and the centre": ("(tuple(board[0]), board[1][1])", lambda t: (t[:3], t[4])),
    "the number of marks": (
        "sum(cell is not EMPTY for row in board for cell in row)",
        lambda text: 9 - text.count("."),
    ),
    "the player to move": ("player(board)", lambda t: t.count("X") == t.count("O")),
}


@pytest.mark.parametrize(
    "name",
    [
        name if at == 0 else pytest.param(name, marks=pytest.mark.long)
        for at, name in enumerate(COARSE)
    ],
)
def test_too_coarse_memo_key_is_diagnosed(name):
    source, key = COARSE[name]
    (part,) = check(module_of(remembering(source)), "cs50", "winner").parts
    assert part.diagnosis == KEEPS
    found = part.counterexample
    shown, earlier = marks(found.game), marks(found.before)
    # The boards share a key but have different winners. The second gets the first's answer.
    assert key(shown) == key(earlier)
    assert winner_of(shown) != winner_of(earlier)
    assert found.got == repr(winner_of(earlier))
    assert found.expected == repr(winner_of(shown))
    assert (
        "If this is the only call, the answer is right. The answer depends on earlier calls."
        in found.sentence
    )
    assert "After winner(board) is called with another board" in found.sentence
    assert str(found).count("\n\n") == 1  # both boards are shown
    assert found.to_dict()["before"] == found.before.to_text()


def test_both_calls_are_drawn_in_a_notebook():
    report = check(module_of(remembering("player(board)")), "cs50", "winner")
    html = report._repr_html_()
    assert html.count("<svg") == 3  # two boards and the bulb of the diagnosis
    assert "The earlier call" in html


def test_memo_by_identity_is_diagnosed():
    (part,) = check(module_of(remembering("id(board)")), "cs50", "winner").parts
    assert part.diagnosis == KEEPS


def test_correct_memo_passes_and_is_restored():
    module = module_of(f"MEMO = {{}}\n{remembering('tuple(map(tuple, board))', 'MEMO')}")
    report = check(module, "cs50", ("winner", "terminal"))
    assert report.ok
    assert module.MEMO == {}


def test_cache_around_a_function_is_blamed_alone():
    by_top_row = """
        from functools import lru_cache, wraps

        class Hidden:
            def __init__(self, board):
                self.board = board
            def __eq__(self, other):
                return self.board[0] == other.board[0]
            def __hash__(self):
                return hash(tuple(self.board[0]))

        def by_top_row(function):
            cached = lru_cache(lambda hidden: function(hidden.board))
            return wraps(function)(lambda board: cached(Hidden(board)))

        winner = by_top_row(winner)
        """
    report = check(module_of(f"{PLAIN}\n\n{dedent(by_top_row)}"), "cs50", BASICS)
    assert [part.name for part in report.parts if not part.ok] == ["winner"]


def test_mistake_is_diagnosed_despite_a_memo():
    columns = RIGHT_WINNER.replace("board[0][i] == board[1][i] == board[2][i]", "False")
    source = remembering("tuple(map(tuple, board))").replace(RIGHT_WINNER, columns)
    (part,) = check(module_of(source), "cs50", "winner").parts
    assert part.diagnosis == "The function never looks at columns."
    assert part.counterexample.before is None


# Each caches a correct winner by the top row, which isn't enough.
REMEMBERED_IN = {
    "a UserDict": ("import collections\nMEMO = collections.UserDict()", "MEMO"),
    "a ChainMap": ("import collections\nMEMO = collections.ChainMap()", "MEMO"),
    "the class of a class": (
        "class Meta(type):\n    memo = {}\nclass Kept(metaclass=Meta):\n    pass",
        "Kept.memo",
    ),
    "a local of threads": (
        "import threading\nKEPT = threading.local()\nKEPT.memo = {}",
        "KEPT.memo",
    ),
    "builtins": ("import builtins\nbuiltins.kept_memo = {}", "builtins.kept_memo"),
}
HIDDEN_IN = {
    "a context variable": (
        "import contextvars\nKEPT = contextvars.ContextVar('kept', default={})",
        "KEPT.get()",
    ),
    "a generator": (
        "def keep():\n    memo = {}\n    while True:\n        yield memo\nKEPT = keep()",
        "next(KEPT)",
    ),
}


def remembering_in(beginning, memo):
    winner = f"""
        def winner(board):
            key = str(board[0])
            if key not in {memo}:
                {memo}[key] = right(board)
            return {memo}[key]
        """
    return module_of(f"{replaced(winner)}\n\n{RIGHT_WINNER}\n\n{beginning}\n")


@pytest.fixture
def _builtins_as_before():
    before = dict(vars(builtins))
    yield
    for name in vars(builtins).keys() - before.keys():
        delattr(builtins, name)


@pytest.mark.usefixtures("_builtins_as_before")
@pytest.mark.parametrize("where", REMEMBERED_IN)
def test_memo_is_found_in_unusual_places(where):
    (part,) = check(remembering_in(*REMEMBERED_IN[where]), "cs50", "winner").parts
    assert part.diagnosis == KEEPS
    assert part.counterexample.before is not None


@pytest.mark.parametrize("where", HIDDEN_IN)
def test_hidden_memo_has_no_diagnosis(where):
    (part,) = check(remembering_in(*HIDDEN_IN[where]), "cs50", "winner").parts
    assert (part.result, part.diagnosis) == ("failed", None)


def test_unused_random_numbers_are_not_blamed():
    source = remembering("player(board)").replace(
        "key = player(board)", "__import__('random').random()\n    key = player(board)"
    )
    (part,) = check(module_of(source), "cs50", "winner").parts
    assert part.diagnosis == KEEPS
    assert "random" not in part.counterexample.sentence


def test_random_numbers_are_told_from_a_memo():
    source = replaced("""
        def winner(board):
            import random
            return right(board) if random.random() < 0.5 else None
        """)
    (part,) = check(module_of(f"{source}\n\n{RIGHT_WINNER}"), "cs50", "winner").parts
    assert (
        part.diagnosis
        == "The function uses random numbers, so the same call can give different results."
    )


def test_random_search_is_diagnosed():
    def minimax(board):
        return random.choice([cell for cell in range(9) if board[cell] is None])

    corner = Game(moves=(0,))  # the centre is the only move that does not lose
    (part,) = check(minimax, "flat", positions=[corner]).parts
    assert "The answer depends on random numbers." in part.counterexample.sentence
    assert (
        part.diagnosis
        == "The function uses random numbers, so the same call can give different results."
    )


@pytest.fixture
def imported(tmp_path, monkeypatch):
    """Return a function that imports source code from a file, as a notebook does."""

    def load(source, name="handed_in"):
        file = tmp_path / f"{name}.py"
        file.write_text(source)
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    return load


def test_counterexample_is_asked_in_fresh_code(imported):
    # A generator can't be reset, so only newly executed code gives its first value.
    module = imported(
        replaced("def player(board):\n    return next(TURNS)\n")
        + "\n\nfrom itertools import cycle\nTURNS = cycle([X, O, O])\n"
    )
    assert module.player(None) == "X"  # on its own, correct for the empty board
    (part,) = check(module, "cs50", "player", [Game()]).parts
    assert part.diagnosis == KEEPS
    assert "If this is the only call, the answer is right." in part.counterexample.sentence


def test_module_is_checked_as_if_never_used(imported):
    module = imported(remembering("(tuple(board[0]), board[1][1])"))
    # X has the left column. After this call, X wins on each board with this top row and centre.
    assert module.winner([["X", "O", "O"], ["X", None, None], ["X", None, None]]) == "X"
    (part,) = check(module, "cs50", "winner", [Game.from_text("XOO/X../...")]).parts
    assert part.result == "failed"
    assert part.diagnosis == KEEPS


def test_changed_module_is_checked_as_it_is(imported):
    module = imported(PLAIN)
    module.winner = lambda _board: None
    (part,) = check(module, "cs50", "winner").parts
    assert part.diagnosis == "The function never finds a winner."
    module = imported(PLAIN)
    module.X = "x"
    (part,) = check(module, "cs50", "player").parts
    assert part.diagnosis is None
    assert "earlier" not in part.counterexample.sentence


def test_module_that_cannot_rerun_is_checked(imported, tmp_path):
    flag = tmp_path / "executed"
    source = remembering("player(board)") + dedent(f"""
        from pathlib import Path
        if Path({str(flag)!r}).exists():
            raise SystemExit
        Path({str(flag)!r}).touch()
        """)
    (part,) = check(imported(source), "cs50", "winner").parts
    assert part.diagnosis == KEEPS
    assert part.counterexample.before is not None


def test_search_that_needs_earlier_calls_fails():
    # It looks one move ahead and remembers the values of the positions that it was asked about.
    # If it's asked from the end of the game backwards, it knows every position one move later.
    source = replaced("""
        def minimax(board):
            if terminal(board):
                return None
            best = max if player(board) == X else min
            values = {move: worth(result(board, move)) for move in actions(board)}
            TABLE[str(board)] = best(values.values())
            return best(values, key=values.get)
        """) + dedent("""
        TABLE = {}
        def worth(board):
            return TABLE.get(str(board), utility(board))
        """)
    late = positions_with(5, 6, 7, 8)
    module = module_of(source)
    for game in reversed(late):
        assert is_best(game, module.minimax(rows_of(game)))
    (part,) = check(module_of(source), "cs50", "minimax", late).parts
    assert (part.result, part.diagnosis) == ("failed", KEEPS)
    alone = module_of(source).minimax(rows_of(part.counterexample.game))
    assert not is_best(part.counterexample.game, alone)


def rows_of(game):
    rows = game.to_text().split("/")
    return [[None if sign == "." else sign for sign in row] for row in rows]


def worth(text):
    """Return a position's value for X, by plain search."""
    won = winner_of(text)
    if won or "." not in text:
        return {"X": 1, "O": -1, None: 0}[won]
    mark = "X" if text.count("X") == text.count("O") else "O"
    best = max if mark == "X" else min
    return best(
        worth(text[:cell] + mark + text[cell + 1 :])
        for cell, sign in enumerate(text)
        if sign == "."
    )


def is_best(game, action):
    text, cell = marks(game), 3 * action[0] + action[1]
    mark = "X" if text.count("X") == text.count("O") else "O"
    return worth(text[:cell] + mark + text[cell + 1 :]) == worth(text)


def positions_with(*counts):
    """Return unfinished positions with one of these numbers of marks."""
    games = []
    for text in map("".join, product("XO.", repeat=9)):
        x, o = text.count("X"), text.count("O")
        if x + o in counts and x - o in (0, 1) and winner_of(text) is None:
            games.append(Game.from_text(text))
    return sorted(games, key=lambda game: game.move_count)
