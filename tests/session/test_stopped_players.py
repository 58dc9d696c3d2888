"""Players that a person stops with an interrupt or the host's guard."""

import asyncio

import pytest

from tests.support.scenes.players import Endless, first_free, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tictactoe_widget import Game
from tictactoe_widget.session import Session

STOPPED = "Player O (bot) was stopped. A person now plays as O."


def interrupted_at_once():
    def bot(_game):
        raise KeyboardInterrupt

    return bot


def interrupted_while_it_thinks():
    def bot(_game):
        yield None
        raise KeyboardInterrupt

    return bot


MAKERS = [interrupted_at_once, interrupted_while_it_thinks]


@pytest.mark.parametrize("make_bot", MAKERS)
@pytest.mark.parametrize("is_on_a_loop", [True, False])
def test_interrupt_in_a_request_frees_the_seat(make_bot, is_on_a_loop):
    host = RecordingHost(o=make_bot())

    async def scene():
        host.ask("play", cell=4)
        await until(lambda: host.state["thinking"] is None)

    if is_on_a_loop:
        asyncio.run(scene())
    else:
        host.ask("play", cell=4)
    assert (host.state["notice"], host.state["players"]) == (
        STOPPED,
        {"X": "human", "O": "human"},
    )
    played = host.ask("play", cell=0)
    assert host.sent[-1] == ack(played)
    assert (host.state["moves"], host.state["notice"]) == ((4, 0), "")
    assert host.mirror == host.state


def test_interrupt_is_raised_to_the_caller():
    host = RecordingHost(o=interrupted_at_once(), hints=True)
    with pytest.raises(KeyboardInterrupt):
        host.session.play(4)
    assert (host.state["moves"], host.state["notice"]) == ((4,), STOPPED)
    assert host.state["values"], "hints are still computed"
    host.session.play(0)
    assert host.state["moves"] == (4, 0)


def test_stop_notice_stays_until_a_person_moves():
    class Pupil:
        name = "pupil"
        is_learning = False

        def __call__(self, game):
            while self.is_learning:
                yield None
            yield first_free(game)

        def learn(self, _game):
            self.is_learning = True
            while host.state["round"] == 1:
                yield
            self.is_learning = False
            raise KeyboardInterrupt

    async def scene():
        host.session.seat("X", Pupil())
        await until(lambda: host.state["winner"] == "X")
        host.ask("new_game")
        await until(lambda: host.state["moves"])

    host = RecordingHost(game=Game.from_text("XX./OO./..."))
    asyncio.run(scene())
    assert host.state["moves"] == (0,)
    assert host.state["notice"] == "pupil was stopped before it could learn."
    host.session.play(4)
    assert host.state["notice"] == ""


class Desk:
    """Host whose guards stop all players after an interrupt."""

    def __init__(self):
        self.is_pressed = False
        self.events = []

    def guards(self):
        desk = self

        class Guard:
            def __enter__(self):
                if desk.is_pressed:
                    raise KeyboardInterrupt
                desk.events.append("in")

            def __exit__(self, *_):
                desk.events.append("out")

            def close(self):
                desk.events.append("closed")

        self.events.append("made")
        return Guard()


def test_guard_stops_a_player_between_slices():
    desk, endless = Desk(), Endless()
    told = []

    async def scene():
        session = Session(o=endless, guards=desk.guards, publish=told.append)
        session.play(4)
        await until(lambda: desk.events.count("in") > 2)
        desk.is_pressed = True
        await until(lambda: session.state["thinking"] is None)
        return session

    session = asyncio.run(scene())
    assert endless.started == endless.ended == [Game(moves=(4,))]
    notice = "Player O (Endless) was stopped. A person now plays as O."
    assert (session.state["notice"], told[-1]["players"]["O"]) == (notice, "human")
    assert (desk.events[0], desk.events[-1]) == ("made", "closed")
    assert desk.events.count("in") == desk.events.count("out")


def test_guard_is_closed_with_its_player():
    desk, endless = Desk(), Endless()

    async def scene():
        session = Session(o=endless, guards=desk.guards)
        session.play(4)
        session.new_game()

    asyncio.run(scene())
    assert desk.events[0] == "made"
    assert "closed" in desk.events
    assert endless.ended
