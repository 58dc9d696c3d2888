"""A family of rules from outside: the session plays it, hints, reviews and saves it."""

import json

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.plain_search import WORD, judge_all
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget import Game
from tictactoe_widget.session import Session

SMALL = Drop(rows=3, columns=3, k=3)
"""
0 1 2
3 4 5
6 7 8
Marks fall to the bottom row first.
"""

X_WINS_DOWN_THE_LEFT = (6, 7, 3, 4, 0)


@pytest.fixture
def host():
    return RecordingHost(SMALL)


def test_it_plays_and_refuses_for_its_own_reason(host):
    request = host.ask("play", cell=0)
    assert host.sent == [ack(request, "illegal", "Marks fall: play 7")]
    host.play(X_WINS_DOWN_THE_LEFT)
    assert (host.state["winner"], host.state["winning_lines"]) == ("X", ((0, 3, 6),))
    assert host.state["scores"]["X"] == 1
    assert host.state["rules_name"] == "falling-3x3k3"


def test_hints_are_what_a_search_to_the_end_says(host):
    judge = judge_all(SMALL)
    host.session.show_hints(True)
    for cell in (7, 4, 1, 6):
        host.session.play(cell)
        game = host.session.game
        expected = {}
        for move in game.legal_moves:
            value, _ = judge(SMALL.advance(game.state, move))
            expected[move] = WORD[-value]
        assert {hint["cell"]: hint["value"] for hint in host.state["values"]} == expected
        assert host.state["comment"] != ""


def test_a_round_of_it_is_reviewed_while_hints_are_on():
    host = RecordingHost(SMALL, hints=True)
    host.play(X_WINS_DOWN_THE_LEFT)
    review = host.state["review"]
    assert [move["cell"] for move in review] == list(X_WINS_DOWN_THE_LEFT)
    # With its second move O lets X complete the column at once.
    assert (review[3]["player"], review[3]["played"]) == ("O", "loss")


@pytest.mark.parametrize("who", ["random", "beginner", "casual", "expert"])
def test_named_players_play_it_to_the_end(who):
    host = RecordingHost(SMALL, x="random", o=who)
    assert host.state["is_over"]
    assert host.state["notice"] == ""


def test_it_is_saved_by_its_name_also_from_a_position():
    session = Session("falling-3x3k3", game=Game(SMALL, (6, 7)))
    session.new_game(game=Game.from_text(".../.../XO.", SMALL))
    session.play(8)
    saved = json.loads(json.dumps(session.save()))
    assert (saved["rules"], saved["start"]) == ("falling-3x3k3", ".../.../XO.")
    restored = Session()
    restored.restore(saved)
    assert restored.state == session.state
    assert restored.state["move_count"] == 3
