"""What players are called, and what cannot be a name."""

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import DRAWN, O_WINS, X_WINS
from tictactoe_widget import GameOverError
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


def test_every_message_calls_the_players_by_name():
    host = RecordingHost(names={"X": "Ada", "O": "Grace"})
    assert host.state["message"] == "Ada's turn"
    host.play(X_WINS[:-1])
    host.session.look_back(1)
    assert host.state["viewed"]["message"] == "Grace's turn"
    host.session.look_back(None)
    host.session.play(X_WINS[-1])
    assert host.state["message"] == "Ada wins!"
    late = host.ask("play", cell=8)
    assert host.sent == [ack(late, "over", "Game is over. Ada won!")]
    with pytest.raises(GameOverError, match=r"^Game is over\. Ada won!$"):
        host.session.play(8)
    host.session.new_game()
    host.play(O_WINS)
    assert host.state["message"] == "Grace wins!"
    host.session.new_game()
    host.play(DRAWN)
    assert host.state["message"] == "It's a draw!"
    late = host.ask("play", cell=8)
    assert host.sent[-1] == ack(late, "over", "Game is over. It's a draw!")


def test_a_player_is_renamed_on_the_board_whatever_goes_on(host):
    host.play(X_WINS)
    request = host.ask("rename", mark="X", name="  Ada ")
    assert ack(request) in host.sent
    assert host.published[-1] == {
        "names": {"X": "Ada", "O": "Player O"},
        "message": "Ada wins!",
    }
    again = host.ask("rename", mark="X", name="Ada")
    assert host.log[-1] == ("send", ack(again))
    assert host.mirror == host.state


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
        ("Ada\x00", r"the name of O holds a control character \(U\+0000\)"),
        ("ad\u202eA", r"the name of O holds a control character \(U\+202E\)"),
        ("\u2066Ada\u2069", r"the name of O holds a control character \(U\+2066\)"),
        ("\u200b", r"the name of O holds a control character \(U\+200B\)"),
        ("\u0301", "the name of O shows nothing"),
        ("\u3164", "the name of O shows nothing"),
        ("\u00a0 \u2003", "the name of O shows nothing"),
        ("x" * 41, "the name of O is longer than 40 characters"),
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
