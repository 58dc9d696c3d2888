"""Positions set up on the board, and games that begin from them."""

import pytest

from tests.support.scenes.recording_host import STALE, RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS

# X and O have two marks each, and X wins at cell 2.
READY = "XX.OO...."
ONCE_SCORED = {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize(
    ("rules", "board", "turn"),
    [
        ("standard", READY, "Ada's turn"),
        ("misere", "XX.OX...O", "Player O's turn"),
        ("notakto", "X........", "Second's turn"),
        ("wild", "O.O......", "First's turn"),
        ("drop-3x3k3", "...O..X..", "Ada's turn"),
        ("cube3", "XX......." + "O.." + "." * 15, "Player O's turn"),
    ],
)
def test_rules_decide_the_turn_in_a_position(rules, board, turn):
    names = {} if turn in ("First's turn", "Second's turn") else {"names": {"X": "Ada"}}
    host = RecordingHost(rules, **names)
    before = host.state
    request = host.ask("check_position", board=board)
    assert host.sent == [ack(request, "ok", turn)]
    assert (host.state, host.told) == (before, [])


@pytest.mark.parametrize(
    ("rules", "board", "reason"),
    [
        (
            "standard",
            "XXOXX.O..",
            "X has 4 marks and O has 2: X can have at most one more",
        ),
        ("standard", "O........", "O has more marks than X, but X begins"),
        ("standard", "XXXOOO...", "X and O both have a row, but the first row ends the game"),
        ("standard", "XXXOO...O", "X has a row, so O can't have moved after it"),
        ("misere", "XXXOO....", "The game is over in this position"),
        # The screen shows layers side by side, but each layer's cells are consecutive.
        ("cube3", "XXX......OO." + "." * 15, "The game is over in this position"),
        ("drop-3x3k3", "X........", "The mark at 1 can't float above an empty square"),
        ("drop-3x3k3", "O..X..X..", "X and O can't have dropped these marks by taking turns"),
        ("drop-3x3k3", "O..OOXXXX", "A row was complete before the last mark fell"),
        ("notakto", "XO.......", "There can't be an O, because both players place X"),
        ("wild", "XXX...OOO", "No single move can complete all these rows"),
        ("standard", "XO", "board must have 9 characters, not 2"),
    ],
)
def test_unreachable_position_is_refused(rules, board, reason):
    host = RecordingHost(rules)
    host.play((host.session.game.legal_moves[-1],))
    before = host.state
    for kind in ("check_position", "set_position"):
        request = host.ask(kind, board=board)
        assert host.sent[-1] == ack(request, "bad", reason)
    assert host.state == before


def test_game_from_a_position_is_not_scored(host):
    host.play(X_WINS)
    host.session.show_hints(True)
    host.ask("set_position", board=READY)
    state = host.state
    assert (state["round"], state["current_player"], state["hints"]) == (2, "X", False)
    assert state["board"] == ("X", "X", None, "O", "O", None, None, None, None)
    host.ask("play", cell=2)
    assert (host.state["winner"], host.state["scores"]) == ("X", ONCE_SCORED)
    assert host.session.game.to_link() == "rules=standard&start=XX./OO./...&moves=3"


def test_position_for_an_old_round_is_stale(host):
    request = host.ask("set_position", board=READY, round=0)
    assert host.sent == [ack(request, "stale", STALE)]
