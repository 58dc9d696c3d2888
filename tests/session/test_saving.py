"""A table that is saved and set up again, and what is said of a damaged one."""

import json

import pytest

from tictactoe_widget import MNK
from tictactoe_widget.session import Session


@pytest.fixture
def played():
    session = Session(o="casual", names={"X": "Ada"}, hints=True)
    session.seat("O", "human")
    for cell in (0, 3, 1, 4, 2):
        session.play(cell)
    session.new_game("misere")
    session.play(8)
    return session


def through_json(saved):
    return json.loads(json.dumps(saved))


def test_a_restored_table_shows_what_the_saved_one_showed(played):
    restored = Session()
    restored.restore(through_json(played.save()))
    assert restored.state == played.state
    restored.new_game("standard")
    assert restored.state["scores"] == {"X": 1, "O": 0, "draws": 0}


def test_play_goes_on_after_restoring(played):
    restored = Session()
    restored.restore(played.save())
    restored.play(0)
    assert restored.game.moves == (8, 0)


def test_a_player_that_is_to_move_moves_when_restored():
    session = Session(o="perfect")
    saved = {**session.save(), "moves": [4]}
    session.restore(saved)
    assert session.game.move_count == 2


def test_functions_are_saved_as_people():
    session = Session(o=lambda game: game.legal_moves[0])
    assert session.save()["players"] == {"X": "human", "O": "human"}


class Nameless(MNK):
    """Rules of somebody else, whose name nobody reads."""

    name = "a game of mine"


def test_rules_without_a_name_cannot_be_saved():
    with pytest.raises(ValueError, match=r"only rules with a name .* not Nameless\(rows=2"):
        Session(Nameless(2, 3, 2)).save()


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("version", 2, "not one of version 1"),
        ("rules", "chess", "no rules are called 'chess'"),
        ("moves", [0, 0], "Position already taken"),
        ("moves", ["0"], "each of moves must be a whole number, not '0'"),
        ("moves", 7, "moves must be a list, not 7"),
        ("round", 0, "round must be from 1 to 1000000000, not 0"),
        ("round", True, "round must be a whole number, not True"),
        (
            "scores",
            {"standard": {"X": 0, "O": -1, "draws": 0}},
            "O must be from 0 to 1000000000, not -1",
        ),
        ("scores", {"standard": {"X": 0}}, "O is missing"),
        ("scores", [], "scores must be an object"),
        ("names", {"X": ""}, "the name of X shows nothing"),
        (
            "players",
            {"X": "human", "O": "hal"},
            "the player of O must be one of human, .* not 'hal'",
        ),
        ("players", {"X": "human"}, "O is missing"),
        ("hints", 1, "hints must be true or false, not 1"),
    ],
)
def test_a_damaged_table_is_refused_with_the_reason_and_changes_nothing(
    played, part, value, reason
):
    before = played.state
    with pytest.raises(ValueError, match=reason):
        played.restore({**through_json(played.save()), part: value})
    assert played.state == before


@pytest.mark.parametrize("saved", [None, [], "", 1, {}])
def test_what_is_no_saved_table_is_refused(played, saved):
    with pytest.raises(ValueError, match="not one of version 1"):
        played.restore(saved)
