"""Looking back at earlier plies and playing on from one."""

import re

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import POSITION, X_WINS
from tictactoe_widget import Game


def test_look_back_shows_each_ply(host):
    plies = [host.state]
    for cell in X_WINS:
        host.session.play(cell)
        plies.append(host.state)
    now = host.state
    for ply in (4, 3, 2, 1, 0):
        request = host.ask("view", to=ply)
        assert host.published[-1].keys() == {"viewed", "viewed_ply"}
        assert host.sent[-1] == ack(request)
        assert host.state["viewed_ply"] == ply
        viewed = host.state["viewed"]
        assert viewed.keys() >= POSITION
        assert viewed == {name: plies[ply][name] for name in viewed}
        game = {n: v for n, v in host.state.items() if n not in {"viewed", "viewed_ply"}}
        assert game == {n: now[n] for n in game}
    assert host.session.game == Game(moves=X_WINS)


@pytest.mark.parametrize(
    ("moves", "how_to_play"),
    [(X_WINS[:3], "Press “Latest”."), (X_WINS, "Press “Play from here”.")],
)
def test_move_while_looking_back_is_refused(host, moves, how_to_play):
    host.play(moves)
    host.ask("view", to=2)
    request = host.ask("play", cell=8)
    assert host.sent[-1] == ack(request, "illegal", how_to_play)


@pytest.mark.parametrize("ply", [-1, 3, 2**31 - 1, True, "a", 1.0, [1], {}, b"1"], ids=repr)
def test_invalid_ply_is_refused(host, ply):
    host.play((4, 0))
    before = host.state
    reason = f"ply must be an int from 0 to 2 or None, not {ply!r}"
    if type(ply) is int:
        reason = f"ply must be from 0 to 2 in this round, not {ply}"
        request = host.ask("view", to=ply)
        assert host.sent == [ack(request, "bad", reason)]
    with pytest.raises(ValueError, match=f"{re.escape(reason)}$"):
        host.session.look_back(ply)
    assert host.state == before


def test_play_from_the_end_of_a_game_is_refused(host):
    host.play(X_WINS)
    before = host.state
    reason = "The game is over here. Go back to an earlier move to play on."
    request = host.ask("play_from", to=5)
    assert host.sent == [ack(request, "bad", reason)]
    with pytest.raises(ValueError, match=reason):
        host.session.play_from(5)
    assert host.state == before


def test_failed_player_gets_another_chance():
    answers = iter([99, 0])
    host = RecordingHost(o=lambda _: next(answers))
    host.session.play(4)
    assert host.state["notice"] != ""
    host.session.play_from(1)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")
