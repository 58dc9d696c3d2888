"""Looking back at the plies of a round, and playing on from one of them."""

import json
import re

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import POSITION, X_WINS
from tictactoe_widget import Game

LOOKING_BACK = "You are looking back: return to now to play"


def test_one_looks_back_at_each_ply_and_the_game_stays(host):
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


@pytest.mark.parametrize("to", [None, 5])
def test_now_is_nothing_or_the_last_ply(host, to):
    host.play(X_WINS)
    now = host.state
    host.ask("view", to=2)
    host.ask("view", to=to)
    assert host.state == now


@pytest.mark.parametrize("to", [-1, 3, 2**31 - 1])
def test_a_ply_that_was_never_played_is_bad(host, to):
    host.play((4, 0))
    before = host.state
    request = host.ask("view", to=to)
    assert host.sent == [ack(request, "bad", f"This round has plies 0 to 2, not {to}")]
    assert host.state == before
    with pytest.raises(ValueError, match=f"This round has plies 0 to 2, not {to}"):
        host.session.look_back(to)


def test_nobody_plays_on_a_board_of_the_past(host):
    host.play((4, 0))
    host.session.look_back(0)
    before = host.state
    request = host.ask("play", cell=8)
    assert host.sent == [ack(request, "illegal", LOOKING_BACK)]
    assert host.state == before


@pytest.mark.parametrize("act", [lambda s: s.play(8), lambda s: s.new_game()])
def test_a_move_of_python_and_a_new_game_return_to_now(host, act):
    host.play((4, 0))
    host.session.look_back(1)
    act(host.session)
    assert (host.state["viewed_ply"], host.state["viewed"]) == (None, None)


@pytest.mark.parametrize("ply", [True, False, "a", "1", 1.0, [1], {}, b"1"], ids=repr)
def test_what_is_not_a_ply_is_refused_by_name_and_changes_nothing(host, ply):
    host.play((4, 0))
    before = host.state
    expected = f"ply must be an int from 0 to 2 or None, not {re.escape(repr(ply))}$"
    with pytest.raises(ValueError, match=expected):
        host.session.look_back(ply)
    assert host.state == before


def test_one_plays_on_from_an_earlier_position(host):
    host.play((4, 0, 8, 2))
    host.ask("view", to=2)
    request = host.ask("play_from", to=2)
    assert ack(request) in host.sent
    state = host.state
    assert (state["round"], state["moves"], state["viewed_ply"]) == (2, (4, 0), None)
    assert host.session.game == Game(moves=(4, 0))
    assert state["message"] == "Player X's turn"
    host.session.play(1)
    assert host.state["moves"] == (4, 0, 1)
    assert host.mirror == host.state


def test_the_moves_before_the_position_can_be_looked_back_at(host):
    host.play((4, 0, 8, 2))
    host.session.play_from(2)
    host.session.play(6)
    host.session.look_back(1)
    assert host.state["viewed"]["board"] == Game(moves=(4,)).board
    host.session.look_back(0)
    assert host.state["viewed"]["board"] == (None,) * 9


def test_such_a_round_is_practice_and_not_scored(host):
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    host.session.play_from(4)
    host.session.restore(json.loads(json.dumps(host.session.save())))
    host.session.play(2)
    assert host.state["winner"] == "X"
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}
    assert [move["ply"] for move in host.state["review"]] == [0, 1, 2, 3, 4]
    host.session.new_game()
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 2, "O": 0, "draws": 0}


def test_from_the_empty_board_it_is_a_round_as_any_other(host):
    host.play(X_WINS)
    host.session.play_from(0)
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 2, "O": 0, "draws": 0}


def test_nobody_plays_on_where_the_game_is_over(host):
    host.play(X_WINS)
    before = host.state
    reason = "The game is over here: go back to an earlier move to play on"
    request = host.ask("play_from", to=5)
    assert host.sent == [ack(request, "bad", reason)]
    with pytest.raises(ValueError, match=reason):
        host.session.play_from(5)
    assert host.state == before


def test_a_player_that_failed_gets_another_chance():
    answers = iter([99, 0])
    host = RecordingHost(o=lambda _: next(answers))
    host.session.play(4)
    assert host.state["notice"] != ""
    host.session.play_from(1)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")
