"""Watching two computers: pause, single steps and pace."""

import asyncio
import json

import pytest

from tests.support.scenes.players import first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget import WrongTurnError
from tictactoe_widget.session import Session
from tictactoe_widget.session import board as work

NOBODY_TO_WATCH = "You can pause a game only if both players are computers."


@pytest.fixture
def watched():
    """Host with two players that are paused before the first move."""
    host = RecordingHost()
    players = {"X": "casual", "O": "casual"}
    host.session.restore({**host.session.save(), "players": players, "paused": True})
    host.log.clear()
    host.first = host.state
    return host


def test_step_is_one_move_and_keeps_the_pause(watched):
    request = watched.ask("step")
    assert ack(request) in watched.sent
    assert len(watched.state["moves"]) == 1
    assert (watched.state["thinking"], watched.state["paused"]) == (None, True)
    watched.ask("step")
    assert len(watched.state["moves"]) == 2
    assert watched.mirror == watched.state


def test_players_finish_the_game_after_a_pause(watched):
    watched.ask("step")
    request = watched.ask("pause", on=False)
    assert ack(request) in watched.sent
    assert watched.state["is_over"]
    assert watched.state["paused"] is False


def test_pause_stops_the_next_move(monkeypatch):
    async def scene():
        host = RecordingHost(x=first_free, o=first_free)
        assert host.state["thinking"] == "X"
        host.ask("pause", on=True)
        assert (host.state["thinking"], host.state["paused"]) == (None, True)
        await asyncio.sleep(0.05)
        assert host.state["moves"] == ()
        host.ask("pause", on=False)
        await until(lambda: host.state["is_over"])
        assert host.mirror == host.state

    monkeypatch.setattr(work, "WATCHING_SECONDS", 0.01)
    asyncio.run(scene())


def test_new_game_keeps_the_pause(watched):
    watched.ask("step")
    request = watched.ask("new_game")
    assert ack(request) in watched.sent
    state = watched.state
    assert (state["round"], state["moves"], state["thinking"]) == (2, (), None)
    assert state["paused"] is True
    watched.ask("step")
    assert len(watched.state["moves"]) == 1


def test_unfinished_step_ends_with_its_round():
    async def scene():
        asked = []

        def slow(game):
            asked.append(game)
            while True:
                yield None

        host = RecordingHost(x=slow, o=slow)
        host.ask("step")
        assert (host.state["thinking"], host.state["paused"]) == ("X", True)
        host.ask("new_game")
        assert (host.state["thinking"], host.state["paused"]) == (None, True)
        host.session.close()

    asyncio.run(scene())


def test_no_moves_for_a_paused_player(watched):
    watched.session.rename({"X": "Ada"})
    before = watched.state
    request = watched.ask("play", cell=4)
    assert watched.sent[-1] == ack(request, "busy", "Not your turn: Ada is paused")
    with pytest.raises(WrongTurnError, match="Not your turn: Ada is paused"):
        watched.session.play(4)
    assert watched.state == before


@pytest.mark.parametrize(("kind", "arguments"), [("pause", {"on": True}), ("step", {})])
@pytest.mark.parametrize("players", [{}, {"o": first_free}, {"x": "casual"}])
def test_pause_needs_two_computers(players, kind, arguments):
    host = RecordingHost(**players)
    before = host.state
    request = host.ask(kind, **arguments)
    assert host.sent == [ack(request, "bad", NOBODY_TO_WATCH)]
    assert host.state == before


def test_person_who_takes_a_seat_ends_the_pause(watched):
    watched.ask("player", mark="O", player="human")
    assert watched.state["paused"] is False
    # X, a computer, moves on. O is a person.
    assert len(watched.state["moves"]) == 1
    watched.ask("player", mark="O", player="casual")
    assert watched.state["is_over"]


def test_hidden_computers_do_not_play_each_other():
    def unseen(**players):
        return Session(**players)._snapshot.with_watching(on=False)

    assert unseen(x=first_free, o=first_free).thinking is None
    assert unseen(o=first_free).after_move(4).thinking == "O"


@pytest.mark.parametrize(("pace", "delay"), [("slow", 1.8), ("normal", 0.6), ("fast", 0.12)])
def test_pace_sets_the_delay_before_a_move(watched, pace, delay):
    request = watched.ask("pace", pace=pace)
    assert watched.sent == [ack(request)]
    assert watched.state["pace"] == pace
    going = watched.session._snapshot.with_pause(on=False)
    assert work.MoveJob(going).delay == pytest.approx(delay)


def test_pause_and_pace_are_saved(watched):
    watched.ask("pace", pace="fast")
    watched.ask("step")
    restored = Session()
    restored.restore(json.loads(json.dumps(watched.session.save())))
    assert restored.state == watched.state
    assert (restored.state["paused"], restored.state["pace"]) == (True, "fast")


def test_pause_of_functions_is_not_saved():
    async def scene():
        session = Session(x=first_free, o=first_free)
        session._change(lambda table: table.with_pause(on=True))
        saved = session.save()
        session.close()
        assert "paused" not in saved
        Session().restore(saved)

    asyncio.run(scene())
