"""Players that raise, lie or meddle: what it costs them, and what it costs nobody else."""

import json
import logging

import pytest

from tests.support.players import first_free
from tests.support.recording import RecordingHost
from tests.support.wire import ack, ask
from tictactoe_widget.session import Session


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (4, "Player O (bot) answered cell 4, position 5: Position already taken"),
        (9, "Player O (bot) answered cell 9: cells go from 0 to 8"),
        (True, "Player O (bot) answered True: a move is a cell, an int from 0 to 8"),
        (None, "Player O (bot) answered None: a move is a cell, an int from 0 to 8"),
    ],
)
def test_an_answer_that_is_no_move_costs_the_player_its_turn_only(answer, reason):
    def bot(_game):
        return answer

    host = RecordingHost(o=bot)
    host.ask("play", cell=4)
    assert host.state["notice"].startswith(reason)
    assert (host.state["moves"], host.state["thinking"]) == ((4,), None)
    request = host.ask("play", cell=0)
    assert host.sent[-1] == ack(request, "illegal", "Choose who plays O from here on")
    host.ask("player", mark="O", player="human")
    host.ask("play", cell=0)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")
    assert host.mirror == host.state


@pytest.mark.parametrize("error", [ZeroDivisionError("oh"), KeyboardInterrupt(), SystemExit(3)])
def test_a_player_that_raises_takes_nothing_down(error):
    def bot(_game):
        raise error

    host = RecordingHost(o=bot)
    request = host.ask("play", cell=4)
    assert host.sent == [ack(request)]
    raised = f"Player O (bot) raised {type(error).__name__}"
    assert host.state["notice"].startswith(raised)
    again = host.ask("new_game")
    assert host.sent[-1] == ack(again)
    assert (host.state["notice"], host.state["moves"]) == ("", ())


def test_what_a_player_raises_can_be_sent_whatever_text_it_is():
    def bot(_game):
        raise ValueError("half a pair: \ud83d")

    host = RecordingHost(o=bot)
    host.ask("play", cell=4)
    assert "half a pair: \\ud83d" in host.state["notice"]
    json.dumps(host.log, ensure_ascii=False).encode()


def test_a_player_that_meddles_with_the_table_breaks_nothing():
    def bot(game):
        host.session.new_game()
        return game.legal_moves[0]

    host = RecordingHost(o=bot)
    host.ask("play", cell=4)
    assert (host.state["round"], host.state["moves"]) == (2, ())
    assert host.mirror == host.state


def test_a_player_that_moves_by_itself_is_told_that_it_is_not_its_turn():
    host = RecordingHost(o=lambda game: host.session.play(game.legal_moves[0]))
    host.ask("play", cell=4)
    assert "raised WrongTurnError: Not your turn: Player O to move" in host.state["notice"]
    assert host.state["moves"] == (4,)


def test_a_line_that_is_down_while_a_player_moves_is_logged_and_the_table_lives_on(caplog):
    is_down = False

    def publish(changes):
        if is_down and "thinking" in changes and changes["thinking"] is None:
            raise OSError("no line")

    session = Session(o=first_free, publish=publish)
    is_down = True
    with caplog.at_level(logging.ERROR):
        session.handle(ask("play", cell=4))
    assert "no line" in caplog.text
    is_down = False
    session.handle(ask("hello"))
    assert session.game.moves == (4, 0)
