"""Players' names."""

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tictactoe_widget.session import Session


def test_names_can_be_set_for_one_player_or_both():
    assert Session().state["names"] == {"X": "Player X", "O": "Player O"}
    assert Session(names={"O": "Grace"}).state["names"] == {"X": "Player X", "O": "Grace"}
    host = RecordingHost(names={"X": "Ada", "O": "Grace"})
    host.session.rename({"X": " Mary \n Jackson\t"})
    assert host.published == [
        {"names": {"X": "Mary Jackson", "O": "Grace"}, "message": "Mary Jackson's turn"}
    ]
    host.session.new_game()
    assert host.state["names"] == {"X": "Mary Jackson", "O": "Grace"}


def test_person_and_computer_keep_separate_names():
    host = RecordingHost(names={"X": "Ada", "O": "Ben"})

    def seat(mark, player):
        host.ask("player", mark=mark, player=player)
        return host.state["names"][mark]

    assert seat("O", "casual") == "Player O"
    host.session.rename({"O": "Hal"})
    assert (seat("O", "human"), seat("O", "perfect")) == ("Ben", "Hal")
    restored = RecordingHost()
    restored.session.restore(host.session.save())
    assert restored.state == host.state
    host.session.swap_sides()
    assert host.state["names"] == {"X": "Hal", "O": "Ada"}
    assert seat("X", "human") == "Ben"


@pytest.mark.parametrize(
    ("x", "o", "names"),
    [
        ("human", "casual", ("Ada", "Player O")),
        # The computer begins, so Ada plays O, and Ben's name is kept for X.
        ("casual", "human", ("Player X", "Ada")),
    ],
)
def test_friend_replaced_by_a_computer_returns(x, o, names):
    host = RecordingHost(names={"X": "Ada", "O": "Ben"})
    host.ask("start", rules="standard", x=x, o=o, x_name=names[0], o_name=names[1])
    assert tuple(host.state["names"].values()) == names
    for mark in "XO":
        host.session.seat(mark, "human")
    assert set(host.state["names"].values()) == {"Ada", "Ben"}


SURROGATE = r"the name of O must not contain a lone surrogate \(U\+D83D\)"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        *((names, "name") for names in ("Ada", "", 1, 0, ["Ada"], {"x": "Ada"}, {1: "Ada"})),
        *(({"X": name}, "name") for name in ("", " \n", "a" * 41, 1, None, True, b"Ada")),
        ({"X": "Ada", "O": "\ud83d"}, SURROGATE),
        ({"X": "Ada", "O": "\u3164"}, "the name of O must contain a visible character"),
        ({"X": "Ada", "O": 7}, "the name of O must be a str, not 7"),
    ],
    ids=lambda one: ascii(one)[:20],
)
def test_invalid_name_is_refused(names, reason):
    host = RecordingHost()
    with pytest.raises(ValueError, match=reason):
        host.session.rename(names)
    with pytest.raises(ValueError, match=reason):
        Session(names=names)
    # X keeps its name too, although its new name is valid.
    assert (host.state, host.log) == (host.first, [])
