"""A gallery of wrong modules: each is found wrong, for the right reason."""

import pytest

from tests.support.students.cs50_game import asked, is_wrong, positions
from tests.support.students.gallery import PLAIN, WRONG, module_of
from tictactoe_widget import Game
from tictactoe_widget.classroom import check

pytestmark = pytest.mark.slow

BASIC = ("player", "actions", "result", "winner", "terminal", "utility")
WRONG_BASICS = [wrong for wrong in WRONG if "minimax" not in wrong.blamed]
WRONG_SEARCHES = [wrong for wrong in WRONG if "minimax" in wrong.blamed]


def named(wrong):
    return wrong.name


@pytest.fixture(scope="module")
def some():
    """Some positions of each number of marks, and every full board."""
    return [
        Game.from_text(position.text)
        for number, position in enumerate(positions().values())
        if number % 31 == 0 or position.marks == 9 or position.text == ".../OO./XXX"
    ]


@pytest.fixture(scope="module")
def late():
    """Some positions near the end of the game, where a search is quick."""
    return [Game.from_text(p.text) for p in positions().values() if p.marks > 4][::3]


@pytest.mark.parametrize("wrong", WRONG_BASICS, ids=named)
def test_the_function_that_is_wrong_is_blamed_and_no_other(wrong, some):
    report = check(wrong.module, "cs50", BASIC, some)
    assert {part.name for part in report.parts if not part.ok} == set(wrong.blamed)
    assert not report.ok


# Every other one: what they do wrong is found for each of them above, on fewer positions.
@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param(wrong, marks=pytest.mark.long) if number % 2 else wrong
        for number, wrong in enumerate(WRONG_BASICS)
    ],
    ids=named,
)
def test_the_counterexample_is_a_smallest_one_and_the_misconception_is_named(wrong, some):
    few = some if "result" in wrong.blamed else None
    first, *others = check(wrong.module, "cs50", wrong.blamed, few).parts
    assert first.diagnosis == wrong.diagnosis
    for part in (first, *others):
        found = part.counterexample
        assert 0 < part.failed_count <= part.checked_count
        if part.name == "result" or "did not end" in found.sentence:
            continue
        module = wrong.module  # anew: one that keeps something is wrong sooner or later
        wrong_ones = (
            position
            for position, action in asked(part.name)
            if is_wrong(module, part.name, position, action)
        )
        assert found.game.move_count <= next(wrong_ones).marks


@pytest.mark.parametrize(
    "wrong", [wrong for wrong in WRONG if wrong.blamed == ("result",)], ids=named
)
def test_the_counterexample_of_a_result_is_wrong_there(wrong):
    first = [Game.from_text(text) for text in list(positions())[:100]]
    (part,) = check(wrong.module, "cs50", "result", first).parts
    found = part.counterexample
    if found.cell is None:
        assert "exception should be raised" in found.sentence
        assert found.expected == "an exception"
    else:
        position, action = positions()[found.game.to_text()], divmod(found.cell, 3)
        assert is_wrong(wrong.module, "result", position, action)
    assert found.game.move_count <= 1


# Each takes seconds, and the same way: the long tests have more than the first two.
@pytest.mark.parametrize(
    "wrong",
    [
        *WRONG_SEARCHES[:2],
        *(pytest.param(wrong, marks=pytest.mark.long) for wrong in WRONG_SEARCHES[2:]),
    ],
    ids=named,
)
def test_a_wrong_search_is_found_near_the_end_of_the_game(wrong, late):
    (part,) = check(wrong.module, "cs50", "minimax", late).parts
    assert (part.result, part.diagnosis) == ("failed", wrong.diagnosis)
    position = positions()[part.counterexample.game.to_text()]
    assert is_wrong(wrong.module, "minimax", position)
    module = wrong.module
    later = (game for game in late if game.move_count > position.marks and not game.is_over)
    assert not any(is_wrong(module, "minimax", positions()[game.to_text()]) for game in later)


# A third of them: each takes up to a minute.
@pytest.mark.long
@pytest.mark.parametrize("wrong", WRONG[::3], ids=named)
def test_a_whole_module_is_judged_on_all_positions(wrong):
    report = check(wrong.module, "cs50")
    assert {part.name for part in report.parts if not part.ok} == set(wrong.blamed)
    assert next(p for p in report.parts if not p.ok).diagnosis == wrong.diagnosis


@pytest.mark.long
def test_a_plain_module_passes_on_all_positions():
    report = check(module_of(PLAIN), "cs50")
    assert report.ok
    assert report.parts[-1].checked_count == 5478
    assert len(positions()) == 5478
