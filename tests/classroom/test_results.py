"""What the classroom returns as dictionaries that JSON can write."""

import json
from datetime import date

import pytest

from tictactoe_widget import Game
from tictactoe_widget.classroom import (
    LESSONS,
    RESIGN,
    Menace,
    check,
    daily_puzzle,
    exact_result,
    mistakes,
    puzzles,
    trace,
    train,
    worksheet,
)
from tictactoe_widget.classroom.learning.training import Training


def as_json(value):
    return json.loads(json.dumps(value, allow_nan=False))


def terminal(board):
    return None not in board


def value(game):
    if game.is_over:
        return {"X": 1, "O": -1, "draw": 0}[game.result]
    values = [value(game.play(cell)) for cell in game.legal_moves]
    return max(values) if game.current_player == "X" else min(values)


def test_a_report_is_a_table_of_its_functions():
    report = check(terminal, contract="flat", progress=False)
    (row,) = report.to_records()
    assert as_json(report.to_dict())["parts"] == [as_json(row)]
    assert (row["name"], row["checked_count"], row["failed_count"]) == ("terminal", 5478, 880)


def test_a_record_is_a_table_of_its_calls():
    record = trace(value, Game.from_text("XOX/XOX/..O"))
    rows = record.to_records()
    assert as_json(record.to_dict())["nodes"] == as_json(rows)
    assert [(row["cell"], row["value"], row["call_count"]) for row in rows] == [
        (None, -1, 4),
        (6, 0, 2),
        (7, 0, 1),
        (7, -1, 1),
    ]


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


def test_a_curve_has_a_point_before_the_first_game():
    curve = train(Menace(seed=1), "random", 3, every=2, seed=1)
    told = as_json(curve.to_dict())
    assert (told["name"], told["mark"]) == ("Menace", "X")
    assert [point["game_count"] for point in told["points"]] == [0, 2, 3]
    assert [row["game_count"] for row in curve.to_records()] == [0, 2, 3]


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


def test_the_puzzle_of_a_day_is_a_dictionary_too():
    told = as_json(daily_puzzle(date(2026, 11, 23)).to_dict())
    assert told["task"] == "X to move: win at once."
