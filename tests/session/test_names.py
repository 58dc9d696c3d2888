"""What players are called, and what cannot be a name."""

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget.session import Session


def test_names_are_given_for_one_player_or_both():
    assert Session().state["names"] == {"X": "Player X", "O": "Player O"}
    assert Session(names={"O": "Grace"}).state["names"] == {"X": "Player X", "O": "Grace"}
    host = RecordingHost(names={"X": "Ada", "O": "Grace"})
    host.session.rename({"X": " Mary \n Jackson\t"})
    assert host.published == [
        {"names": {"X": "Mary Jackson", "O": "Grace"}, "message": "Mary Jackson's turn"}
    ]
    host.session.new_game()
    assert host.state["names"] == {"X": "Mary Jackson", "O": "Grace"}


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


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("\ud83d", r"the name of O holds half a surrogate pair \(U\+D83D\)"),
        ("\u3164", "the name of O shows nothing"),
        (7, "the name of O must be a str, not 7"),
    ],
    ids=lambda one: ascii(one)[:20],
)
def test_a_name_that_misleads_or_shows_nothing_is_refused_with_the_reason(name, reason):
    host = RecordingHost()
    with pytest.raises(ValueError, match=reason):
        host.session.rename({"X": "Ada", "O": name})
    with pytest.raises(ValueError, match=reason):
        RecordingHost(names={"X": "Ada", "O": name})
    # All or nothing: X keeps its name too.
    assert (host.state, host.log) == (host.first, [])
