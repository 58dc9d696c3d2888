"""Rules that fail on the board: a sentence, the game as it was, and a way on."""

import logging

import pytest

from tests.support.scenes.players import first_free
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.students.invented_games import Late
from tictactoe_widget import PlainRules

FAULT = (
    "The rules Late are at fault, no player: result raised KeyError: 'x', in the "
    "position OX./.X./..."
)


def test_a_person_is_told_and_the_game_stays_as_it_was():
    host = RecordingHost(rules=Late())
    host.play([4, 0])
    request = host.ask("play", cell=1)
    assert host.sent[-1] == ack(request, "internal", FAULT)
    assert (host.state["moves"], host.state["is_over"]) == ((4, 0), False)
    assert host.mirror == host.state


@pytest.mark.parametrize(
    ("seat", "answer"), [("random", 8), (first_free, 8), ("perfect", None)]
)
def test_the_computer_waits_and_says_so(seat, answer):
    host = RecordingHost(rules=Late(), x=seat)
    if answer is not None:  # who looks ahead meets the fault before the first move
        host.ask("play", cell=answer if answer not in host.state["moves"] else 7)
        assert len(host.state["moves"]) == 2
    assert host.state["notice"].startswith("The rules Late are at fault, no player: result")
    assert host.state["notice"].endswith("Mend them, or choose other rules")
    host.ask("rules", rules="standard")
    assert (host.state["rules_name"], host.state["notice"]) == ("standard", "")
    assert host.mirror == host.state


def test_hints_tell_of_the_rules_in_one_line(caplog):
    host = RecordingHost(rules=Late(), hints=True)
    with caplog.at_level(logging.ERROR):
        host.play([4, 0])
    lines = [record for record in caplog.records if "The rules Late" in record.getMessage()]
    assert lines
    assert not any(record.exc_info for record in lines)
    assert host.state["moves"] == (4, 0)


class FailsAtOnce(PlainRules):
    """Fails at once."""

    def legal_moves(self, position):
        raise ValueError(f"nothing on {len(position.board)} cells")


def test_rules_that_fail_on_the_empty_board_begin_no_game():
    host = RecordingHost()
    host.play([4])
    request = host.ask("rules", rules="fails-at-once")
    assert host.sent[-1]["code"] == "internal"
    assert host.sent[-1]["request"] == request["request"]
    assert "legal_moves raised ValueError: nothing on 9 cells" in host.sent[-1]["message"]
    assert (host.state["rules_name"], host.state["moves"]) == ("standard", (4,))


class Stopped(PlainRules):
    """Takes so long about the centre that somebody presses the button of the notebook."""

    def result(self, position):
        if position.board[4]:
            raise KeyboardInterrupt


def test_rules_that_are_interrupted_leave_the_game_as_it_was():
    host = RecordingHost(rules=Stopped())
    host.play([0])
    request = host.ask("play", cell=4)
    assert host.sent[-1] == ack(request, "internal", "Interrupted before Python had answered")
    host.ask("play", cell=8)
    assert host.state["moves"] == (0, 8)
    assert host.mirror == host.state
