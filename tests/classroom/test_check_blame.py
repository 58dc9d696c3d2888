"""Blame: which function fails if functions are missing, shared or wrong."""

import random
import sys
import warnings
from types import SimpleNamespace

import pytest

from tests.support.students.gallery import PLAIN, edited, module_of, replaced
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions

SOME = [
    *checked_positions()[::60],
    *(game for game in checked_positions()[::3] if game.move_count == 9),
]
BASIC = ("player", "actions", "result", "winner", "terminal", "utility")


def blamed(report):
    return [part.name for part in report.parts if not part.ok]


@pytest.mark.parametrize(
    ("instead", "note", "sentence"),
    [
        (
            "del winner",
            (
                "There is no function winner, only actions, initial_state, max_value, "
                "min_value, minimax, player, result, terminal and utility."
            ),
            None,
        ),
        ("winner = 3", "winner must be a function, not 3.", None),
        ("async def winner(board):\n    return None", None, "def, not async def"),
    ],
)
def test_callers_of_a_missing_function_can_pass(instead, note, sentence):
    module = module_of(f"{PLAIN}\n\n{instead}\n")
    before = dict(vars(module))
    report = check(module, "cs50", BASIC, SOME)
    assert blamed(report) == ["winner"]
    winner = report.parts[3]
    assert winner.note == note
    assert sentence is None or sentence in winner.counterexample.sentence
    whose = " instead of yours" if "async" in instead else ", because you have none"
    assert report.parts[4].note == (
        f"The function was checked with a correct version of winner{whose}."
    )
    after = {name: known for name, known in vars(module).items() if name in before}
    assert after == before
    assert vars(module).keys() - before.keys() <= {"__warningregistry__"}  # added by Python


def test_search_without_helpers_is_checked():
    module = module_of(f"{PLAIN}\n\ndel winner, result\n")
    late = [game for game in checked_positions()[::9] if game.move_count > 5]
    (part,) = check(module, "cs50", "minimax", late).parts
    assert part.ok
    assert part.note == (
        "The function was checked with correct versions of result and winner, because "
        "you have none."
    )


@pytest.mark.parametrize("parameters", ["", "board, depth", "*, board"])
def test_search_is_not_blamed_for_its_helper(parameters):
    module = module_of(f"{PLAIN}\n\ndef terminal({parameters}):\n    return False\n")
    late = [game for game in checked_positions()[::9] if game.move_count > 5]
    report = check(module, "cs50", ("terminal", "minimax"), late)
    assert blamed(report) == ["terminal"]


def test_wrong_caller_of_a_missing_function_fails():
    source = edited("    return all(cell is not EMPTY for row in board for cell in row)", "")
    report = check(module_of(f"{source}\n\ndel winner\n"), "cs50", BASIC, SOME)
    assert blamed(report) == ["winner", "terminal"]
    assert report.parts[4].counterexample.sentence.endswith(
        "This happens with a correct version of winner, because you have none."
    )


def test_missing_methods_are_replaced():
    class Student:
        def terminal(self, board):
            return self.winner(board) is not None or None not in board

    student = Student()
    report = check(student, "flat", ("winner", "terminal"), SOME)
    assert blamed(report) == ["winner"]
    assert not vars(student)


def test_wrong_method_fails_with_correct_helpers():
    class Student:
        def terminal(self, board):
            return None not in board

        def minimax(self, board):
            return None if self.terminal(board) else board.index(None)

    student = Student()
    late = [game for game in checked_positions()[::9] if game.move_count > 5]
    report = check(student, "flat", ("terminal", "minimax"), late)
    assert blamed(report) == ["terminal", "minimax"]
    assert report.parts[1].diagnosis == "The function chooses the first empty cell."
    assert not vars(student)


def test_shared_convention_is_not_blamed():
    # winner returns 0 if nobody has won and ignores columns. terminal expects the 0.
    module = module_of(
        replaced(
            "def winner(board):\n"
            "    for a, b, c in board:\n"
            "        if a is not None and a == b == c:\n"
            "            return a\n"
            "    return 0\n",
            "def terminal(board):\n    return winner(board) != 0 or not actions(board)\n",
        )
    )
    winner, terminal = check(module, "cs50", ("winner", "terminal"), SOME).parts
    assert winner.result == "failed"
    assert (terminal.result, terminal.note) == (
        "not judged",
        "The function was not judged because it uses winner, which must be fixed first.",
    )


def test_caller_is_not_blamed_for_its_helper():
    # utility returns 5 during the game and has a typo in a diagonal. terminal uses utility.
    module = module_of(
        replaced(
            """
            def utility(board):
                lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
                lines.append([board[0][2], board[1][1], board[1][0]])
                for a, b, c in lines:
                    if a is not None and a == b == c:
                        return 1 if a == X else -1
                return 0 if all(cell for row in board for cell in row) else 5
            """,
            "def terminal(board):\n    return utility(board) != 5\n",
        )
    )
    assert module.terminal([[None] * 3] * 3) is False
    terminal, utility = check(module, "cs50", ("terminal", "utility")).parts
    assert (terminal.result, utility.result) == ("not judged", "failed")


def test_counterexample_uses_the_students_code():
    # With a correct player, it minimizes for X and maximizes for O. Its own player is always X.
    module = module_of(
        replaced(
            "def player(board):\n    return X\n",
            """
            def minimax(board):
                if terminal(board):
                    return None
                choose, value = (min, max_value) if player(board) == X else (max, min_value)
                return choose(sorted(actions(board)), key=lambda a: value(result(board, a)))
            """,
        )
    )
    late = [game for game in checked_positions() if game.move_count > 6][::7]
    (minimax,) = check(module, "cs50", "minimax", late).parts
    found = minimax.counterexample
    cells = found.game.board
    own = module.minimax([list(cells[row : row + 3]) for row in (0, 3, 6)])
    assert found.got == repr(own)
    assert "instead of yours" not in found.sentence


def test_function_with_extra_arguments_stays():
    module = module_of(
        replaced(
            "def winner(board, mark):\n    return [mark] * 3 in board\n",
            "def terminal(board):\n"
            "    return winner(board, X) or winner(board, O) or not actions(board)\n",
        )
    )
    winner, terminal = check(module, "cs50", ("winner", "terminal"), SOME).parts
    assert (
        "takes" in winner.counterexample.sentence or "missing" in winner.counterexample.raised
    )
    assert terminal.result == "not judged"


def test_replacements_answer_on_every_board():
    # utility calls player on finished boards, for which the course defines no answer.
    module = module_of(
        replaced(
            "def player(board):\n    return None\n",
            "def utility(board):\n"
            "    if winner(board) is None:\n"
            "        return 0\n"
            "    return -1 if player(board) == X else 1\n",
        )
    )
    report = check(module, "cs50", BASIC, SOME)
    assert blamed(report) == ["player"]


@pytest.mark.parametrize("copy", ["board", "[row[:] for row in board]"])
def test_initial_state_with_shared_rows_fails(copy):
    module = module_of(
        replaced(f"def initial_state():\n    board = [[EMPTY] * 3] * 3\n    return {copy}\n")
    )
    (part,) = check(module, "cs50", "initial_state").parts
    assert part.ok == (copy != "board")
    if not part.ok:
        assert "the same list for more than one row" in part.counterexample.sentence
        assert (
            part.diagnosis
            == "The function uses the same list for more than one row, as in [row] * 3."
        )


@pytest.mark.parametrize("given", ["_board", "list(_board)"])
def test_initial_state_that_is_kept_fails(given):
    module = module_of(
        replaced(f"def initial_state():\n    return {given}\n")
        + "\n\n_board = [[EMPTY] * 3 for _ in range(3)]\n"
    )
    (part,) = check(module, "cs50", "initial_state").parts
    assert "the same board as an earlier call" in part.counterexample.sentence
    assert part.diagnosis == (
        "The function returns the same board each time, so a new game has old marks."
    )
    assert module._board == [[None] * 3] * 3


def test_kept_flat_initial_state_fails():
    board = [None] * 9
    student = SimpleNamespace(initial_state=lambda: board)
    assert not check(student, "flat", "initial_state").ok
    assert check(SimpleNamespace(initial_state=lambda: (None,) * 9), "flat", "initial_state").ok


def test_result_with_shared_rows_fails():
    module = module_of(
        replaced("""
            def result(board, action):
                if action not in actions(board):
                    raise ValueError
                new = [[EMPTY] * 3] * 3
                for i in range(3):
                    for j in range(3):
                        new[i][j] = board[i][j]
                new[action[0]][action[1]] = player(board)
                return new
            """)
    )
    (part,) = check(module, "cs50", "result", SOME).parts
    assert "the same list for more than one row" in part.counterexample.sentence
    assert part.diagnosis == (
        "The function uses the same list for more than one row, as in [row] * 3."
    )


def test_result_that_reuses_one_board_fails():
    module = module_of(
        replaced("""
            def result(board, action):
                if action not in actions(board):
                    raise ValueError
                for i in range(3):
                    scratch[i][:] = board[i]
                scratch[action[0]][action[1]] = player(board)
                return scratch
            """)
        + "\n\nscratch = initial_state()\n"
    )
    (part,) = check(module, "cs50", "result", SOME).parts
    assert "the same board as an earlier call" in part.counterexample.sentence


@pytest.mark.long  # the same as for the other contracts above
def test_aima_functions_are_checked_separately():
    class Student:
        def to_move(self, _state):
            return "X"

        def utility(self, _state, _player):
            return 0

        def result(self, state, move):
            mark = self.to_move(state)
            board = {**state.board, move: mark}
            moves = [other for other in state.moves if other != move]
            after = type(state)("O" if mark == "X" else "X", 0, board, moves)
            return after._replace(utility=won(board))

        def terminal_test(self, state):
            return self.utility(state, "X") != 0 or not state.moves

    def won(board):
        for mark, worth in (("X", 1), ("O", -1)):
            for line in checked_positions()[0].rules.lines:
                if all(board.get((cell // 3 + 1, cell % 3 + 1)) == mark for cell in line):
                    return worth
        return 0

    report = check(Student(), "aima", ("to_move", "utility", "result", "terminal_test"), SOME)
    assert blamed(report) == ["to_move", "utility"]
    assert report.parts[1].note == (
        "The function was checked with a correct version of to_move instead of yours."
    )


def test_python_settings_are_restored():
    def winner(board):
        sys.setrecursionlimit(50)
        sys.setrecursionlimit(10**6)
        sys.stdout = sys.stderr = None
        random.seed(board.count(None))
        warnings.simplefilter("error")

    before = (
        sys.setrecursionlimit,
        sys.getrecursionlimit(),
        sys.stdout,
        sys.stderr,
        random.getstate(),
        list(warnings.filters),
    )
    check(winner, "flat", positions=[Game()])
    assert before == (
        sys.setrecursionlimit,
        sys.getrecursionlimit(),
        sys.stdout,
        sys.stderr,
        random.getstate(),
        list(warnings.filters),
    )


@pytest.mark.parametrize(
    ("student", "why"),
    [
        (
            {"winner": len, "minmax": len},
            "There is no function minimax, only minmax and winner. Did you mean minmax?",
        ),
        ({"winner": len, 7: len}, "There is no function minimax, only winner."),
        ({"winner": len, "minimax": None}, "There is no function minimax, only winner."),
        (
            {"__name__": "ada", "winner": len, "_help": len},
            "There is no function minimax.",
        ),
        (
            type("Slotted", (), {"__slots__": (), "winner": len})(),
            "There is no function minimax, only winner.",
        ),
    ],
)
def test_missing_function_note_suggests_a_name(student, why):
    report = check(student, contract="flat", tasks=["winner", "minimax"])
    assert report.parts[1].note == why
