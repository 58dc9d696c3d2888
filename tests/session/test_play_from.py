"""Rounds that go on from an earlier position of the round before."""

import json

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game


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
