"""Closed sessions: they stop thinking, can be freed, and still answer."""

import asyncio
import gc
import weakref
from threading import Event, Thread, get_ident

import pytest

from tests.support.scenes.players import Endless, until
from tests.support.scenes.recording_host import RecordingHost
from tests.support.scenes.requests import ack
from tests.support.scenes.rounds import X_WINS
from tictactoe_widget import Game
from tictactoe_widget.session import Session


def other_tasks():
    return asyncio.all_tasks() - {asyncio.current_task()}


def test_close_ends_thinking_and_leaves_no_task():
    async def scene():
        endless = Endless()
        host = RecordingHost(o=endless)
        host.ask("play", cell=4)
        await until(lambda: endless.started)
        await asyncio.sleep(0)
        assert host.state["thinking"] == "O"
        host.session.close()
        assert endless.ended == [Game(moves=(4,))]
        assert other_tasks() == set()
        assert host.state["thinking"] is None
        assert host.mirror == host.state
        told = len(host.log)
        await asyncio.sleep(0.05)
        assert len(host.log) == told
        assert endless.started == [Game(moves=(4,))]

    asyncio.run(scene())


@pytest.mark.parametrize("is_closed", [True, False])
def test_closed_session_is_freed(is_closed):
    async def scene():
        endless = Endless()
        session = Session(o=endless, hints=True)
        session.play(4)
        dead = weakref.ref(session)
        if is_closed:
            session.close()
        del session, endless
        gc.collect()
        # In an open session, the thinking player keeps the session alive.
        assert (dead() is None) == is_closed
        if not is_closed:
            dead().close()

    asyncio.run(scene())


def test_closed_session_answers_without_players():
    endless = Endless()
    host = RecordingHost(o=endless)
    host.session.close()
    requests = [host.ask("play", cell=4), host.ask("play", cell=0)]
    requests.append(host.ask("new_game"))
    requests.append(host.ask("player", mark="X", player="perfect"))
    requests.append(host.ask("rules", rules="misere"))
    assert host.sent == [ack(request) for request in requests]
    assert host.state["thinking"] is None
    host.play(X_WINS)
    assert host.state["winner"] == "O"
    assert endless.started == []
    assert host.session.save()["moves"] == list(X_WINS)
    assert host.mirror == host.state


def test_closed_session_computes_no_hints():
    host = RecordingHost()
    host.session.close()
    host.ask("hints", on=True)
    assert (host.state["hints"], host.state["values"]) == (True, ())
    host.play(X_WINS)
    assert host.state["is_over"]
    assert (host.state["comment"], host.state["review"]) == ("", ())


def test_restored_session_stays_closed():
    saved = {**Session(o="perfect").save(), "moves": [4]}
    session = Session()
    session.close()
    session.restore(saved)
    assert (session.game.moves, session.state["thinking"]) == ((4,), None)


@pytest.mark.parametrize("is_on_a_loop", [True, False])
def test_player_can_close_its_own_session(is_on_a_loop):
    def bot(game):
        host.session.close()
        return game.legal_moves[0]

    async def scene():
        host.ask("play", cell=4)

    host = RecordingHost(o=bot)
    if is_on_a_loop:
        asyncio.run(scene())
    else:
        host.ask("play", cell=4)
    assert (host.state["moves"], host.state["thinking"]) == ((4,), None)
    assert host.state["notice"] == ""
    assert host.mirror == host.state


def test_player_on_a_thread_stops_after_its_slice():
    is_thinking, may_go_on = Event(), Event()
    ended = []

    def slow(game):
        try:
            is_thinking.set()
            assert may_go_on.wait(60)
            yield game.legal_moves[0]
            while True:
                yield None
        finally:
            ended.append(game)

    host = RecordingHost(o=slow)
    thread = Thread(target=host.session.play, args=(4,))
    thread.start()
    assert is_thinking.wait(60)
    host.session.close()
    may_go_on.set()
    thread.join(60)
    assert not thread.is_alive()
    assert ended == [Game(moves=(4,))]
    assert host.state["moves"] == (4,)


def test_close_stops_thinking_if_publishing_fails():
    def publish(_changes):
        if is_down:
            raise OSError("no line")

    async def scene():
        nonlocal is_down
        session.play(4)
        is_down = True
        with pytest.raises(RuntimeError, match="could not be published"):
            session.close()
        assert endless.ended == [Game(moves=(4,))]
        is_down = False
        session.play(0)
        session.play(8)

    is_down = False
    endless = Endless()
    session = Session(o=endless, publish=publish)
    asyncio.run(scene())
    assert endless.started == endless.ended == [Game(moves=(4,))]
    assert (session.game.moves, session.state["thinking"]) == ((4, 0, 8), None)


def test_timers_are_cancelled_on_the_loops_thread():
    cancelled_on = []

    class Timer(asyncio.TimerHandle):
        """Timer that records which thread cancels it."""

        def cancel(self):
            cancelled_on.append(get_ident())
            super().cancel()

    async def scene():
        loop = asyncio.get_running_loop()
        loop.call_later = lambda seconds, act, *arguments: Timer(
            loop.time() + seconds, act, arguments, loop
        )
        session.play(4)
        del loop.call_later
        thread = Thread(target=session.close)
        thread.start()
        thread.join()
        assert cancelled_on == []
        await asyncio.sleep(0)
        assert cancelled_on == [get_ident()]

    endless = Endless()
    session = Session(o=endless)
    asyncio.run(scene())
    assert endless.ended == [Game(moves=(4,))]
