"""Right solutions pass, whatever holds the functions."""

from functools import partial

import pytest

from tests.support.students.right_modules import RIGHT
from tictactoe_widget import Game
from tictactoe_widget.classroom import check
from tictactoe_widget.classroom.checking.questions import checked_positions

pytestmark = pytest.mark.slow

SOME = checked_positions()[::40]
LATE = [game for game in checked_positions() if game.move_count > 4]


@pytest.mark.parametrize("style", RIGHT)
def test_a_right_module_passes(style):
    contract, student = RIGHT[style]
    tasks = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
    report = check(student, contract, tasks, [*SOME, Game()])
    assert report.ok, str(report)


# Modules as texts are in the gallery; the long tests ask more.
@pytest.mark.parametrize("every", [16, pytest.param(8, marks=pytest.mark.long)])
@pytest.mark.parametrize("style", RIGHT)
def test_a_right_search_passes(style, every):
    contract, student = RIGHT[style]
    late = LATE[::every]
    report = check(student, contract, "minimax", late)
    assert report.ok, str(report)
    asked = [game for game in late if contract == "cs50" or not game.is_over]
    assert report.parts[0].checked_count == len(asked)


def test_every_position_is_asked_about():
    # 5,478 positions, 958 of them finished; 16,167 moves, and one illegal move in each
    # of the 4,520 positions where play goes on.
    contract, student = RIGHT["plain"]
    report = check(
        student, contract, ("player", "actions", "result", "winner", "terminal", "utility")
    )
    assert report.ok
    assert [part.checked_count for part in report.parts] == [4520, 4520, 20687, 5478, 5478, 958]


def test_one_function_alone_is_found_by_its_name():
    winner = RIGHT["plain"][1].winner
    report = check(winner, "cs50", positions=50)
    assert [part.name for part in report.parts] == ["winner"]
    assert check(partial(winner), "cs50", "winner", 50).ok


def test_a_function_of_c_can_be_checked():
    (part,) = check(len, "flat", "winner", 20).parts
    assert part.counterexample.got == "9"
