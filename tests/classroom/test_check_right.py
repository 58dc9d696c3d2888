"""Correct solutions pass as modules, objects and closures."""

from functools import partial

import pytest

from tests.support.students.gallery import PLAIN, module_of
from tictactoe_widget import STANDARD, Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions

pytestmark = pytest.mark.slow

SOME = checked_positions()[::40]
LATE = [game for game in checked_positions() if game.move_count > 4]


class Methods:
    """An object whose methods call each other. One is static."""

    def initial_state(self):
        return [[None] * 3 for _ in range(3)]

    @staticmethod
    def player(board):
        return "XO"[sum(cell is not None for row in board for cell in row) % 2]

    def actions(self, board):
        return frozenset((n // 3, n % 3) for n in range(9) if board[n // 3][n % 3] is None)

    def result(self, board, action):
        if action not in self.actions(board):
            raise IndexError(action)
        new = [row[:] for row in board]
        new[action[0]][action[1]] = self.player(board)
        return new

    def winner(self, board):
        flat = [cell for row in board for cell in row]
        for a, b, c in STANDARD.lines:
            if flat[a] is not None and flat[a] == flat[b] == flat[c]:
                return flat[a]
        return None

    def terminal(self, board):
        return self.winner(board) is not None or not self.actions(board)

    def utility(self, board):
        return {"X": 1, "O": -1, None: 0}[self.winner(board)]

    def value(self, board):
        if self.terminal(board):
            return self.utility(board)
        values = [self.value(self.result(board, a)) for a in self.actions(board)]
        return max(values) if self.player(board) == "X" else min(values)

    def minimax(self, board):
        if self.terminal(board):
            return None
        choose = max if self.player(board) == "X" else min
        return choose(self.actions(board), key=lambda a: self.value(self.result(board, a)))


def closures():
    """Return functions that call each other through a closure."""
    inner = Methods()

    def closed(name):
        method = getattr(inner, name)

        def function(*arguments):
            return method(*arguments)

        return function

    return {name: closed(name) for name in vars(Methods) if not name.startswith("_")}


# Holders of the functions, by style. The gallery contains more modules.
RIGHT = {"plain": module_of(PLAIN), "an object": Methods(), "closures": closures()}


@pytest.mark.parametrize("style", RIGHT)
def test_correct_module_passes(style):
    tasks = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
    report = check(RIGHT[style], "cs50", tasks, [*SOME, Game()])
    assert report.ok, str(report)


# The gallery contains more modules. The long tests ask more questions.
@pytest.mark.parametrize("every", [16, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("style", RIGHT)
def test_correct_search_passes(style, every):
    late = LATE[::every]
    report = check(RIGHT[style], "cs50", "minimax", late)
    assert report.ok, str(report)
    assert report.parts[0].checked_count == len(late)


def test_all_positions_are_checked():
    # 5,478 positions, of which 958 are finished; 16,167 legal moves, and one illegal move in
    # each of the 4,520 unfinished positions.
    report = check(
        RIGHT["plain"], "cs50", ("player", "actions", "result", "winner", "terminal", "utility")
    )
    assert report.ok
    assert [part.checked_count for part in report.parts] == [4520, 4520, 20687, 5478, 5478, 958]


def test_single_function_is_found_by_its_name():
    winner = RIGHT["plain"].winner
    report = check(winner, "cs50", positions=50)
    assert [part.name for part in report.parts] == ["winner"]
    assert check(partial(winner), "cs50", "winner", 50).ok


def test_function_in_c_can_be_checked():
    (part,) = check(len, "flat", "winner", 20).parts
    assert part.counterexample.got == "9"
