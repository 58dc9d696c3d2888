"""Analyses and reviews as JSON values, and as records for a data frame."""

import json

from tictactoe_widget import Game, MoveValue, analyze, review

# X wins in the top row, or else must block in the middle one.
GAME = Game.from_text("XX./OO./...")


def as_read(value):
    """What a reader of the JSON gets."""
    return json.loads(json.dumps(value))


def test_a_value_is_its_three_parts():
    assert MoveValue("win", 3, 1.0).to_dict() == {"value": "win", "remoteness": 3, "score": 1.0}


def test_the_records_of_an_analysis_are_its_moves():
    records = analyze(GAME).to_records()
    assert [record["cell"] for record in records] == [2, 5, 6, 7, 8]
    assert [record["value"] for record in records] == ["win", "draw", "loss", "loss", "loss"]
    assert [record["remoteness"] for record in records][:1] == [1]
    assert [record["is_best"] for record in records] == [True, False, False, False, False]


def test_an_analysis_as_json_says_all_that_it_holds():
    known = analyze(GAME)
    read = as_read(known.to_dict())
    assert read["moves"] == known.to_records()
    assert {name: read[name] for name in ("player", "value", "remoteness", "score")} == {
        "player": "X",
        "value": "win",
        "remoteness": 1,
        "score": 1.0,
    }
    assert (read["best_moves"], read["principal_variation"], read["exact"]) == ([2], [2], True)
    assert read.keys() == set(known.__slots__)


def test_a_review_is_a_tuple_of_moves_with_a_record_of_each():
    reviewed = review(Game(moves=(0, 5, 4)))
    assert isinstance(reviewed, tuple)
    assert [move.cell for move in reviewed] == [0, 5, 4]
    records = reviewed.to_records()
    # O answers the corner on an edge, which loses; only the centre draws.
    assert records[1] == {
        "ply": 1,
        "player": "O",
        "cell": 5,
        "verdict": "worse",
        "best": "draw",
        "played": "loss",
        "estimated_loss": 0.0,
    }
    assert [record["verdict"] for record in records] == ["best", "worse", "best"]


def test_a_review_as_json_says_what_would_have_been_better():
    read = as_read(review(Game(moves=(0, 5))).to_dict())
    assert [move["ply"] for move in read["moves"]] == [0, 1]
    assert (read["moves"][1]["best_moves"], read["moves"][1]["better"]) == ([4], [4])
    assert read["moves"][1]["played"]["value"] == "loss"
    assert read["moves"][1]["best"]["value"] == "draw"


def test_a_review_of_no_move_is_empty():
    assert review(Game()) == ()
    assert review(Game()).to_dict() == {"moves": []}
