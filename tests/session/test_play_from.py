"""Rounds that go on from an earlier position of the round before."""

import json

import pytest

from tests.support.scenes.players import first_free
from tests.support.scenes.recording_host import STALE, RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game
from tictactoe_widget.session import Session

NOTHING = {"X": 0, "O": 0, "draws": 0}


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


def test_from_where_a_practice_round_began_it_is_practice_again():
    host = RecordingHost(game=Game.from_text("XX./OO./..."))
    host.session.play(8)
    host.session.play_from(0)
    assert host.state["legal_moves"] == (2, 5, 6, 7, 8)
    host.session.play(2)
    assert (host.state["winner"], host.state["scores"]) == ("X", NOTHING)


def test_nobody_plays_on_where_the_game_is_over(host):
    host.play(X_WINS)
    before = host.state
    reason = "The game is over here: go back to an earlier move to play on"
    request = host.ask("play_from", to=5)
    assert host.sent == [ack(request, "bad", reason)]
    with pytest.raises(ValueError, match=reason):
        host.session.play_from(5)
    assert host.state == before


@pytest.mark.parametrize(("to", "shown"), [(-1, "-1"), (3, "3"), (2**31 - 1, "2147483647")])
def test_from_a_ply_that_was_never_played_nothing_begins(host, to, shown):
    host.play((4, 0))
    before = host.state
    request = host.ask("play_from", to=to)
    reason = f"This round has plies 0 to 2, not {shown}"
    assert host.sent == [ack(request, "bad", reason)]
    assert host.state == before


@pytest.mark.parametrize("ply", [None, True, "1", 1.0, [1]], ids=repr)
def test_what_is_not_a_ply_is_refused_by_name(host, ply):
    host.play((4, 0))
    before = host.state
    with pytest.raises(ValueError, match="ply must be an int from 0 to 2, not "):
        host.session.play_from(ply)
    assert host.state == before


def test_of_an_earlier_round_nothing_is_played_on(host):
    host.play((4, 0))
    host.session.new_game()
    request = host.ask("play_from", round=1, to=1)
    assert host.sent == [ack(request, "stale", STALE)]
    assert host.state["moves"] == ()


def test_a_player_whose_turn_it_is_plays_on_at_once():
    host = RecordingHost(o=first_free)
    host.play((4, 8))
    assert host.state["moves"] == (4, 0, 8, 1)
    host.session.play_from(1)
    assert host.state["moves"] == (4, 0)
    host.session.play_from(0)
    assert host.state["moves"] == ()


def test_a_player_that_failed_gets_another_chance():
    answers = iter([99, 0])
    host = RecordingHost(o=lambda _: next(answers))
    host.session.play(4)
    assert host.state["notice"] != ""
    host.session.play_from(1)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")


def test_players_names_and_hints_stay_as_they_were():
    session = Session(names={"X": "Ada"}, hints=True)
    session.play(4)
    session.play(0)
    session.play_from(1)
    state = session.state
    assert (state["names"]["X"], state["hints"]) == ("Ada", True)
    assert {value["cell"] for value in state["values"]} == {0, 1, 2, 3, 5, 6, 7, 8}
