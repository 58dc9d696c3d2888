"""What the classroom returns as dictionaries that JSON can write."""

import json

import pytest

from tictactoe_widget import Game
from tictactoe_widget.classroom import (
    LESSONS,
    RESIGN,
    Menace,
    check,
    exact_result,
    mistakes,
    puzzles,
    worksheet,
)
from tictactoe_widget.classroom.learning.training import Training


def as_json(value):
    return json.loads(json.dumps(value, allow_nan=False))


def terminal(board):
    return None not in board


def test_a_report_is_a_table_of_its_functions():
    report = check(terminal, contract="flat", progress=False)
    (row,) = report.to_records()
    assert as_json(report.to_dict())["parts"] == [as_json(row)]
    assert (row["name"], row["checked_count"], row["failed_count"]) == ("terminal", 5478, 880)


def test_puzzles_are_a_table():
    found = puzzles("standard", "fork", count=2)
    told = as_json(found.to_dict())
    assert (told["rules"], told["kind"], told["complete"]) == ("standard", "fork", False)
    assert told["puzzles"] == as_json(found.to_records())
    for puzzle, row in zip(found, told["puzzles"], strict=True):
        game = Game.from_text(row["position"])
        assert (game.board, tuple(row["solutions"])) == (puzzle.game.board, puzzle.solutions)
    sheet = as_json(worksheet(found, title="Forks").to_dict())
    assert sheet == {"title": "Forks", "puzzles": told["puzzles"]}


def test_the_puzzle_of_a_rule_set_names_its_rules():
    (one,) = puzzles("misere", "misere", count=1)
    assert one.to_dict()["rules"] == "misere"


def test_an_exact_result_is_three_probabilities():
    told = exact_result("random", "random").to_dict()
    assert told == pytest.approx({"x": 737 / 1260, "draw": 8 / 63, "o": 121 / 420})


def test_a_mistake_names_the_position_and_what_is_given_away():
    def resign(_game):
        return RESIGN

    (one,) = mistakes(resign)
    assert as_json(one.to_dict()) == {
        "position": ".../.../...",
        "moves": {"resign": 1.0},
        "chance": 1.0,
    }


def test_a_change_of_a_machine_names_its_position():
    menace = Menace(seed=1)
    menace.learn(Game(moves=(4, 0, 2, 6, 8, 3)), "X")
    assert as_json(menace.changes[0].to_dict()) == {
        "position": ".../.../...",
        "cell": 4,
        "before": 4,
        "after": 3,
    }


def test_a_judgement_shows_a_position():
    exercise = next(one for one in LESSONS["threats"].exercises if one.step.task == "win")
    told = as_json(exercise.judge(exercise.game, exercise.solutions[0]).to_dict())
    assert told["verdict"] == "right"
    assert Game.from_text(told["position"]).winner == "X"


def test_seeds_are_given_by_name_alone():
    for make in (
        lambda: Menace("304", (4, 3), (3, 1, -1), 1),
        lambda: Training(Menace(), "random", "X"),
    ):
        with pytest.raises(TypeError, match="positional"):
            make()
