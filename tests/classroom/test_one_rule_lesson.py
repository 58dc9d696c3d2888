"""The lesson on what one rule changes: each game searched here, each sentence held to it."""

import pytest

from tests.support.models.naive_variants import NaiveVariant, solve, worths
from tictactoe_widget.classroom import LESSONS, Lesson, Step

EXERCISES = LESSONS["one-rule"].exercises
NAIVE = {
    "standard": NaiveVariant(3, 3, 3),
    "misere": NaiveVariant(3, 3, 3, misere=True),
    "torus-3x3k3": NaiveVariant(3, 3, 3, torus=True),
    "notakto": NaiveVariant(3, 3, 3, misere=True, marks="same"),
    "wild": NaiveVariant(3, 3, 3, marks="chosen"),
}
NUMBERS = range(1, 11)


def move_of(rules, cell, mark):
    """Number of a move, as the rules of the package count them."""
    return cell + 9 * (rules.marks == "chosen" and mark == "O")


def values(rules, board):
    """By number of the move: its value for who makes it, and the plies to the end."""
    return {move_of(rules, *move): worth for move, worth in worths(rules, board).items()}


def solutions(exercise):
    """Moves that the task of a step means, by its words."""
    game, task = exercise.game, exercise.step.task
    moves = values(NAIVE[game.rules.name], game.board)
    best = solve(NAIVE[game.rules.name], game.board)
    if task == "win":
        assert best[0] == 1
        return [move for move, worth in moves.items() if worth == best]
    assert task in ("keep", "draw")
    assert best[0] >= 0
    return [move for move, (value, _) in moves.items() if value == best[0]]


def test_the_steps_go_from_game_to_game():
    named = [exercise.game.rules.name for exercise in EXERCISES]
    assert named == [
        "standard",
        *["misere"] * 2,
        *["torus-3x3k3"] * 2,
        *["notakto"] * 2,
        *["wild"] * 3,
    ]
    shared = [EXERCISES[number - 1].game.board for number in (1, 2, 8)]
    assert shared == [tuple("XX") + (None,) + tuple("OO") + (None,) * 4] * 3


@pytest.mark.parametrize("number", NUMBERS)
def test_the_right_moves_of_a_step_are_those_of_plain_search(number):
    exercise = EXERCISES[number - 1]
    assert sorted(solutions(exercise)) == list(exercise.solutions)


# Steps by rules of their own, in any lesson


def test_a_step_by_other_rules_than_its_lesson_is_set_up_and_judged_by_them():
    lesson = Lesson(
        "Two games",
        [
            Step("Four by four.", task="any"),
            Step("A line loses.", "XO./X.X/.OO", "misere", rules="misere"),
        ],
        rules="4x4",
    )
    lesson.check()
    assert [one.game.rules.name for one in lesson.exercises] == ["4x4", "misere"]
    assert lesson.exercises[1].solutions == (2,)
    with pytest.raises(ValueError, match=r"^step 1: no rules are called 'chess'"):
        Lesson("Wrong", [Step("Chess.", rules="chess")])
