"""Rounds that begin from a position: history, scores and saving."""

import json

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import MNK, STANDARD, Game
from tictactoe_widget.session import Session

MIDDLE = "X.O/.X./..O"
"""Two marks each, no line in reach, X to move."""

NEARLY_WON = "XX./OO./..."
"""X to move. X can win at cell 2, and O at cell 5."""

MISERE = MNK(3, 3, 3, misere=True)


def test_round_begins_from_a_position():
    host = RecordingHost(game=Game.from_text(NEARLY_WON))
    state = host.state
    assert state["board"] == ("X", "X", None, "O", "O", None, None, None, None)
    assert (state["current_player"], state["move_count"], state["round"]) == ("X", 4, 1)
    assert (state["moves"], state["last_move"]) == ((), None)
    assert state["legal_moves"] == (2, 5, 6, 7, 8)
    request = host.ask("play", cell=8)
    assert host.sent == [ack(request)]
    assert (host.state["moves"], host.state["move_count"]) == ((8,), 5)
    assert host.mirror == host.state


def test_look_back_ends_at_the_start_position():
    host = RecordingHost(game=Game.from_text(NEARLY_WON))
    host.play((8, 7))
    host.ask("view", to=0)
    assert (host.state["viewed_ply"], host.state["viewed"]["last_move"]) == (0, None)
    assert host.state["viewed"]["board"] == Game.from_text(NEARLY_WON).board
    refused = host.ask("view", to=3)
    assert host.sent[-1] == ack(refused, "bad", "ply must be from 0 to 2 in this round, not 3")


@pytest.mark.parametrize("game", [Game.from_text(NEARLY_WON), Game(moves=X_WINS[:-1])])
def test_round_from_a_position_is_not_scored(game):
    host = RecordingHost(game=game)
    host.session.restore(host.session.save())
    host.session.play(2)
    assert host.state["winner"] == "X"
    assert host.state["scores"] == {"X": 0, "O": 0, "draws": 0}
    host.session.new_game()
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize("game", [Game(), Game.from_text(".../.../...")])
def test_round_from_the_empty_board_is_scored(game):
    host = RecordingHost()
    host.session.new_game(game=game)
    host.session.restore(host.session.save())
    host.play(X_WINS)
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


@pytest.mark.parametrize("game", [Game(moves=X_WINS), Game.from_text("XXX/OO./...")])
def test_finished_game_is_shown_without_scoring(game):
    host = RecordingHost()
    host.session.new_game(game=game)
    assert (host.state["winner"], host.state["winning_lines"]) == ("X", ((0, 1, 2),))
    assert host.state["scores"] == {"X": 0, "O": 0, "draws": 0}
    assert len(host.state["review"]) == len(game.moves)
    request = host.ask("play", cell=8)
    assert host.sent[-1] == ack(request, "over", "Game is over. Player X won!")


def test_rules_and_game_can_both_be_given():
    game = Game("4x4", (5,))
    for rules in ("4x4", MNK(4, 4, 4)):
        assert Session(rules, game=game).game == game
        session = Session()
        session.new_game(rules, game=game)
        assert session.game == game
    assert Session("standard", game=Game()).game == Game()


@pytest.mark.parametrize("rules", ["4x4", STANDARD, "standard", MNK(3, 3, 3)])
def test_rules_must_match_the_game(rules):
    host = RecordingHost()
    host.session.play(4)
    before = host.state
    name = "4x4" if rules == "4x4" else "standard"
    with pytest.raises(ValueError, match=f"must follow the rules {name}, not misere"):
        host.session.new_game(rules, game=Game(MISERE))
    assert host.state == before


def test_round_from_a_position_can_be_saved():
    sent = Game("ultimate", (40, 36, 0))
    for game in (sent, Game.from_text(sent.to_text(), "ultimate", (8,))):
        session, restored = Session(game=game), Session()
        restored.restore(json.loads(json.dumps(session.save())))
        assert restored.state == session.state
        for one in (restored, session):
            one.look_back(0)
        assert restored.state["viewed"] == session.state["viewed"]
