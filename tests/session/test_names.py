"""What players are called, and what cannot be a name."""

import pytest

from tests.support.recording import RecordingHost
from tictactoe_widget.session import Session


def test_names_are_given_for_one_player_or_both():
    assert Session().state["names"] == {"X": "Player X", "O": "Player O"}
    assert Session(names={"O": "Grace"}).state["names"] == {"X": "Player X", "O": "Grace"}
    host = RecordingHost(names={"X": "Ada", "O": "Grace"})
    host.session.rename({"X": " Mary \n Jackson\t"})
    assert host.published == [{"names": {"X": "Mary Jackson", "O": "Grace"}}]
    host.session.new_game()
    assert host.state["names"] == {"X": "Mary Jackson", "O": "Grace"}


@pytest.mark.parametrize("name", ["x", "x" * 40, "Ада", "👩‍🔬", "<b>", "'; --"])
def test_any_text_up_to_40_characters_is_a_name(name):
    assert Session(names={"X": name}).state["names"]["X"] == name


@pytest.mark.parametrize(
    "names",
    [
        *("Ada", "", 1, 0, ["Ada"], [], {"x": "Ada"}, {1: "Ada"}, {"X": ""}, {"X": " \n"}),
        *({"X": "a" * 41}, {"X": 1}, {"X": None}, {"X": True}, {"X": b"Ada"}),
        {"X": "Ada", "O": ""},
    ],
    ids=repr,
)
def test_what_is_no_name_is_refused_and_changes_nothing(names):
    host = RecordingHost()
    with pytest.raises(ValueError, match="name"):
        host.session.rename(names)
    with pytest.raises(ValueError, match="name"):
        Session(names=names)
    assert host.state == host.first
    assert host.log == []
