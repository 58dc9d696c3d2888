"""Matches of several games in which the players take turns to begin."""

import json

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.rounds import DRAWN, O_WINS, X_WINS
from tictactoe_widget import RESIGN
from tictactoe_widget.session import Session

FRIENDS = {"X": "Ada", "O": "Ben"}
SWAPPED = "The players have swapped sides."
START = {"rules": "standard", "x": "human", "o": "human"}


def shown(host):
    """Return wins by name and the sentence about the match."""
    state = host.state
    wins = {state["names"][mark]: state["scores"][mark] for mark in "XO"}
    return wins, state["match"]["score"] or state["match"]["result"]


def test_first_to_reach_the_target_wins_the_match():
    host = RecordingHost(names=FRIENDS, match=2)
    assert shown(host) == ({"Ada": 0, "Ben": 0}, "Wins needed: 2.")
    host.play(X_WINS)
    assert shown(host) == ({"Ada": 1, "Ben": 0}, "Ada leads 1–0.")
    host.ask("new_game")
    assert host.state["guide"] == SWAPPED
    host.play(X_WINS)
    assert shown(host) == ({"Ben": 1, "Ada": 1}, "The score is 1–1.")
    host.ask("new_game")
    host.play(DRAWN)
    assert shown(host)[1] == "The score is 1–1."
    host.ask("new_game")
    host.play(O_WINS)
    assert host.published[-1]["match"] == {
        "wins_needed": 2,
        "score": "",
        "result": "Ada won the match 2–1.",
    }
    assert host.state["message"] == "Ada wins!"
    host.ask("new_game")
    assert shown(host) == ({"Ada": 0, "Ben": 0}, "Wins needed: 2.")
    assert host.mirror == host.state


@pytest.mark.parametrize(
    ("first_player", "moves", "beginner"),
    [
        ("same", X_WINS, "Ada"),
        ("alternate", X_WINS, "Ben"),
        ("alternate", O_WINS, "Ben"),
        ("alternate", DRAWN, "Ben"),
        ("loser", X_WINS, "Ben"),
        ("loser", O_WINS, "Ada"),
        ("loser", DRAWN, "Ben"),
        # An unfinished game is played again.
        ("alternate", X_WINS[:-1], "Ada"),
    ],
)
def test_first_player_rule_decides_who_plays_x(first_player, moves, beginner):
    host = RecordingHost(names=FRIENDS, first_player=first_player)
    host.play(moves)
    host.session.new_game()
    assert host.state["names"]["X"] == beginner
    host.session.new_game()
    assert host.state["names"]["X"] == beginner


def test_swap_after_a_game_swaps_once():
    host = RecordingHost(names=FRIENDS, match=3)
    host.play(X_WINS)
    host.ask("swap")
    assert shown(host)[0] == {"Ben": 0, "Ada": 1}


def test_undo_after_the_end_keeps_the_result():
    host = RecordingHost(names=FRIENDS, match=2)
    host.play(X_WINS)
    host.session.undo()
    host.play(X_WINS[-1:])  # practice
    host.session.new_game()
    assert shown(host)[0] == {"Ben": 0, "Ada": 1}
    host.play(O_WINS)
    assert shown(host)[1] == "Ada won the match 2–0."
    host.session.undo()
    assert shown(host) == ({"Ben": 0, "Ada": 2}, "")
    host.play(O_WINS[-1:])
    assert shown(host) == ({"Ben": 0, "Ada": 2}, "")
    host.session.new_game()
    assert shown(host)[0] == {"Ada": 0, "Ben": 0}


def test_person_is_addressed_as_you_in_a_match():
    host = RecordingHost(o=lambda _: RESIGN, match=2, first_player="same")
    host.play((4,))
    assert shown(host)[1] == "You lead 1–0."
    host.session.new_game()
    host.play((4,))
    assert shown(host)[1] == "You won the match 2–0."


def test_match_lost_against_the_computer():
    host = RecordingHost(x=lambda game: X_WINS[game.move_count], match=2, first_player="same")
    for lead in ("The computer leads 1–0.", "You lost the match 0–2."):
        host.play(X_WINS[1::2])
        assert shown(host)[1] == lead
        host.session.new_game()


def test_match_is_set_on_the_players_sheet():
    host = RecordingHost(names=FRIENDS)
    host.play(X_WINS)
    names = {"x_name": "Ada", "o_name": "Ben"}
    host.ask("start", **START, **names, match=3, first_player="alternate")
    assert shown(host) == ({"Ada": 0, "Ben": 0}, "Wins needed: 3.")
    host.play(X_WINS)
    host.ask("start", **START, **names, match=3, first_player="loser")
    assert shown(host)[0] == {"Ada": 1, "Ben": 0}
    host.ask("start", **{**START, "o": "casual"}, x_name="Ada", o_name="Player O")
    assert shown(host)[0] == {"Ada": 0, "Player O": 0}
    host.ask("start", **{**START, "rules": "4x4"}, **names, match=0)
    assert (host.state["match"], host.state["first_player"]) == (None, "loser")
    host.ask("start", **START, **names, match=1)
    assert host.sent[-1]["message"] == "match must be from 2 to 99, not 1"
    host.session.new_game("standard")
    assert host.state["scores"] == {"X": 2, "O": 0, "draws": 0}


def test_new_opponent_or_rules_restart_a_match():
    for again in (
        lambda host: host.ask("player", mark="O", player="casual"),
        lambda host: host.ask("rules", rules="4x4"),
        lambda host: host.ask("reset_scores"),
    ):
        host = RecordingHost(match=2)
        host.play(X_WINS)
        host.ask("new_game")
        again(host)
        assert host.state["match"]["score"] == "Wins needed: 2."


def test_match_is_saved_and_restored():
    host = RecordingHost(names=FRIENDS, match=3, first_player="loser")
    host.play(X_WINS)
    host.session.undo()
    saved = json.loads(json.dumps(host.session.save()))
    assert saved["match"] == {"wins_needed": 3, "X": 1, "O": 0, "draws": 0}
    assert (saved["first_player"], saved["last_result"]) == ("loser", "X")
    assert not {"match", "first_player", "last_result"} & Session().save().keys()
    other = RecordingHost()
    other.session.restore(saved)
    for one in (host, other):
        one.session.new_game()
    assert other.state == host.state
    assert shown(other) == ({"Ben": 0, "Ada": 1}, "Ada leads 1–0.")


def test_match_starts_and_ends_from_python():
    session = Session(names=FRIENDS)
    session.new_match(5)
    assert session.state["match"]["wins_needed"] == 5
    assert session.state["first_player"] == "alternate"
    session.new_match(None)
    assert (session.state["match"], session.state["first_player"]) == (None, "same")
    with pytest.raises(ValueError, match="match must be from 2 to 99, not 100"):
        session.new_match(100)
    with pytest.raises(TypeError, match="match must be an int, not True"):
        Session(match=True)
    with pytest.raises(ValueError, match="first_player must be 'same', 'alternate' or 'loser'"):
        Session(first_player="winner")
