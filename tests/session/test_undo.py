"""Undo: a new round from before a person's last move."""

import pytest

from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game
from tictactoe_widget.session import Session

UNSCORED = "This game isn't scored."
NO_MOVE = "There's no move to undo."
FINAL = "Moves are final in this game."


def answer_next(game):
    """Play the first free cell."""
    return game.legal_moves[0]


def test_undo_between_people_takes_back_one_move(host):
    host.play(X_WINS[:-1])
    request = host.ask("undo")
    assert host.sent == [ack(request)]
    assert (host.state["moves"], host.state["round"]) == (X_WINS[:-2], 2)
    assert host.state["guide"] == ""
    host.play(X_WINS[-2:])
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


def test_undo_against_the_computer_is_not_scored():
    host = RecordingHost(o=answer_next)
    host.play((4, 8))  # O answers with 0 and 1
    assert host.state["moves"] == (4, 0, 8, 1)
    host.ask("undo")
    assert (host.state["moves"], host.state["guide"]) == ((4, 0), UNSCORED)
    host.play((2, 6))  # O answers with 1; 2, 4, 6 is a row
    assert host.state["winner"] == "X"
    assert host.state["scores"] == {"X": 0, "O": 0, "draws": 0}


def test_undo_to_the_empty_board_is_scored():
    host = RecordingHost(o=answer_next)
    host.play((4,))
    host.session.undo()
    assert (host.state["moves"], host.state["guide"]) == ((), "")
    host.play((4, 2, 6))
    assert host.state["scores"]["X"] == 1


def test_finished_game_is_not_scored_twice(host):
    host.play(X_WINS)
    host.session.undo()
    assert (host.state["is_over"], host.state["guide"]) == (False, UNSCORED)
    host.play(X_WINS[-1:])
    assert host.state["scores"] == {"X": 1, "O": 0, "draws": 0}


def test_undo_while_the_computer_thinks():
    def think(_):
        while True:
            yield

    host = RecordingHost(x="human", o="human")
    host.play((4,))
    state = host.session.snapshot.with_player("O", think)
    assert state.thinking == "O"
    undone = state.after_undo()
    assert (undone.game, undone.thinking) == (Game(), None)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({}, NO_MOVE),
        ({"x": answer_next}, NO_MOVE),
        ({"game": Game.from_text("X.O/.X./..O")}, NO_MOVE),
        ({"game": Game(moves=(4, 0)), "undo": False}, FINAL),
        ({"lesson": "forks"}, "You can't undo a move here. Press “Again” to try once more."),
    ],
    ids=["no move", "a computer's move", "a position", "final", "lesson"],
)
def test_invalid_undo_is_refused(options, reason):
    host = RecordingHost(**options)
    before = host.state
    assert before["can_undo"] is False
    request = host.ask("undo")
    assert host.sent == [ack(request, "bad", reason)]
    assert host.state == before


def test_second_press_undoes_nothing_more(host):
    host.play((4, 0, 8))
    seen = host.state["round"]
    host.ask("undo")
    host.ask("undo", round=seen)
    assert host.sent[-1]["code"] == "stale"
    assert host.state["moves"] == (4, 0)


def test_moves_are_made_final_on_the_sheet(host):
    host.play((4,))
    host.ask("allow_undo", on=False)
    assert (host.state["allows_undo"], host.state["can_undo"]) == (False, False)
    names = {"x_name": "Ada", "o_name": "Grace"}
    host.ask("start", rules="standard", x="human", o="human", **names, undo=True)
    host.play((4,))
    assert (host.state["allows_undo"], host.state["can_undo"]) == (True, True)


def test_final_moves_are_saved_and_restored():
    saved = Session(undo=False).save()
    assert saved["undo"] is False
    assert "undo" not in Session().save()
    other = Session()
    other.restore(saved)
    assert other.read("allows_undo") is False
