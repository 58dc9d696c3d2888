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


def test_rules_without_a_name_cannot_be_saved():
    with pytest.raises(ValueError, match=r"only rules that go by a name.*MNK\(rows=2"):
        Session(MNK(2, 3, 2)).save()


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("version", 2, "not one of version 1"),
        ("rules", "chess", "'chess' is missing or not known"),
        ("moves", [0, 0], "Position already taken"),
        ("moves", ["0"], "Invalid input: enter a number 1-9"),
        ("moves", 7, "not iterable"),
        ("round", 0, "0 is no count from 1"),
        ("round", True, "True is no count from 1"),
        ("scores", {"standard": {"X": 0, "O": -1, "draws": 0}}, "-1 is no count from 0"),
        ("scores", {"standard": {"X": 0}}, "'O' is missing"),
        ("scores", [], "has no attribute"),
        ("names", {"X": ""}, "the name of X must be text"),
        ("players", {"X": "human", "O": "hal"}, "'hal' is none of"),
        ("players", {"X": "human"}, "'O' is missing"),
        ("hints", 1, "1 is none of"),
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
