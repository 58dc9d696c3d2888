"""Checks in which an executor's workers share the slow part of a search."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import product

import pytest

from tests.support.students.gallery import PLAIN, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking import findings as shared_questions
from tictactoe_widget.classroom.checking.questions import checked_positions

pytestmark = pytest.mark.slow

# Twelve positions with three marks, each with about 1,100 visits, make two parts for workers.
# The other positions are checked in this process.
EARLY = [game for game in checked_positions() if game.move_count == 3][:12]
LEAST_WEIGHT = 8_000
LATE = [game for game in checked_positions() if game.move_count > 6][::20]
WON = Game.from_text("XX./OO./OX.")  # X wins at the top right and loses at the bottom right
SOME = [*LATE, WON, *EARLY]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch):
    monkeypatch.setattr(shared_questions, "_LEAST_WEIGHT", LEAST_WEIGHT)


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2) as pool:
        yield pool


class Counting:
    """Executor that counts tasks and passes them on."""

    def __init__(self, inner):
        self.inner = inner
        self.count = 0

    def submit(self, *arguments):
        self.count += 1
        return self.inner.submit(*arguments)


def wrong_at(texts):
    """Return the plain module with a search that takes the worst move on some boards."""
    return replaced(f"""
        def minimax(board):
            if terminal(board):
                return None
            text = "/".join("".join(cell or "." for cell in row) for row in board)
            values = {{}}
            for action in sorted(actions(board)):
                after = result(board, action)
                value = min_value(after) if player(board) == X else max_value(after)
                values[action] = value if player(board) == X else -value
            return (min if text in {texts!r} else max)(values, key=values.get)
        """)


MODULES = {
    "right": PLAIN,
    "wrong early": wrong_at([EARLY[4].to_text(), EARLY[9].to_text()]),
    "wrong in the last one": wrong_at([EARLY[-1].to_text()]),
    "wrong late": wrong_at([WON.to_text()]),
    "it uses a wrong winner": replaced("def winner(board):\n    return None\n"),
}


# Each takes seconds, because the functions that a search uses are checked first.
@pytest.mark.parametrize(
    "name",
    [
        name if name == "wrong early" else pytest.param(name, marks=pytest.mark.long)
        for name in MODULES
    ],
)
def test_report_is_the_same_with_processes(processes, name):
    module = module_of(MODULES[name])
    counting = Counting(processes)
    report = check(module, "cs50", "minimax", SOME, executor=counting)
    assert report.to_dict() == check(module, "cs50", "minimax", SOME).to_dict()
    assert counting.count == (0 if name == "wrong late" else 2)


@pytest.mark.long
def test_notebook_functions_and_methods_are_sent(processes):
    namespace = vars(module_of(PLAIN))

    class Student:
        pass

    student = Student()
    for name in ("player", "actions", "result", "winner", "terminal", "utility", "minimax"):
        setattr(student, name, namespace[name])
    plain = check(namespace, "cs50", "minimax", SOME)
    for holder in (namespace, student, namespace["minimax"]):
        shared = check(holder, "cs50", "minimax", SOME, executor=processes)
        assert shared.to_dict() == plain.to_dict()


@pytest.mark.long
@pytest.mark.parametrize("kept", ["KNOWN[str(board)] = 1", "print(board)"])
def test_search_with_side_effects_runs_here(processes, kept):
    source = replaced(f"""
        def minimax(board):
            {kept}
            if terminal(board):
                return None
            choose, value = (max, min_value) if player(board) == X else (min, max_value)
            return choose(actions(board), key=lambda action: value(result(board, action)))
        """)
    module = module_of(f"{source}\nKNOWN = {{}}\n")
    counting = Counting(processes)
    report = check(module, "cs50", "minimax", SOME[:-8], executor=counting)
    assert counting.count == 0
    assert report.to_dict() == check(module, "cs50", "minimax", SOME[:-8]).to_dict()


def test_threads_get_no_questions():
    module = module_of(PLAIN)
    with ThreadPoolExecutor(2) as threads:
        report = check(module, "cs50", "minimax", SOME, executor=threads)
    assert report.ok
    assert report.parts[0].checked_count == len(SOME)


@pytest.mark.long
def test_progress_reaches_the_total(processes):
    told = []
    check(
        module_of(PLAIN),
        "cs50",
        "minimax",
        SOME,
        lambda done, total: told.append((done, total)),
        executor=processes,
    )
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1]


def test_sample_positions_have_three_marks():
    # X has two of the nine cells, and O has one.
    texts = {game.to_text().replace("/", "") for game in EARLY}
    assert texts < {
        "".join(signs)
        for signs in product("XO.", repeat=9)
        if (signs.count("X"), signs.count("O")) == (2, 1)
    }
    assert all(isinstance(game, Game) for game in SOME)
