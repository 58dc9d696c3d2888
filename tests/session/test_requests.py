"""Requests: repeats, faults inside, and whatever else may arrive."""

import json
import logging

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scenes.arrivals import JSON, NEARLY_REQUESTS
from tests.support.scenes.recording_host import STALE, RecordingHost
from tests.support.scenes.requests import ack, ask
from tictactoe_widget import Game
from tictactoe_widget.session import Session

BROKEN = "Something went wrong in Python"


def test_a_repeat_is_answered_again_and_not_applied_again(host):
    request = host.ask("new_game")
    for _ in range(3):
        host.send(dict(request))
    assert host.sent == [ack(request)] * 4
    assert host.state["round"] == 2


def test_the_same_name_from_another_client_is_another_request(host):
    host.send(ask("play", request="r", client="a", cell=4))
    host.send(ask("play", request="r", client="b", ply=1, cell=0))
    host.send(ask("play", request="s", client="a", ply=2, cell=1))
    assert host.state["moves"] == (4, 0, 1)


def test_the_last_256_requests_are_remembered_and_no_more(host):
    first = host.ask("new_game")
    for _ in range(255):
        host.ask("hello")
    host.send(first)
    assert host.sent[-1] == ack(first)
    host.ask("hello")
    host.send(first)
    assert host.sent[-1] == ack(first, "stale", STALE)
    assert host.state["round"] == 2


def break_corner(monkeypatch, fault):
    """Have a fault of the package itself raise where the last cell is played."""
    play = Game.play

    def break_there(game, cell, *arguments, **options):
        if cell == 8:
            raise fault
        return play(game, cell, *arguments, **options)

    monkeypatch.setattr(Game, "play", break_there)


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("a fault"), ValueError("a fault"), KeyError()]
)
def test_an_error_inside_is_logged_answered_and_changes_nothing(caplog, monkeypatch, fault):
    break_corner(monkeypatch, fault)
    host = RecordingHost()
    host.session.play(4)
    before, published = host.state, len(host.published)
    with caplog.at_level(logging.ERROR):
        request = host.ask("play", cell=8)
    assert host.sent == [ack(request, "internal", BROKEN)]
    assert host.state == before
    assert len(host.published) == published
    assert request["request"] in caplog.text
    assert type(fault).__name__ in caplog.text
    host.ask("play", cell=0)
    assert host.state["moves"] == (4, 0)


def test_a_request_that_failed_inside_may_be_tried_again(caplog, monkeypatch):
    break_corner(monkeypatch, ZeroDivisionError())
    host = RecordingHost()
    with caplog.at_level(logging.CRITICAL):
        request = host.ask("play", cell=8)
    monkeypatch.undo()
    host.send(request)
    assert host.sent == [ack(request, "internal", BROKEN), ack(request)]
    assert host.state["moves"] == (8,)


@pytest.mark.parametrize("fault", [OSError("no line"), ValueError("no JSON")])
@pytest.mark.parametrize("kind", ["play", "new_game", "view"])
def test_a_change_that_cannot_be_published_is_none(caplog, fault, kind):
    replies = []
    is_down = False

    def publish(_):
        if is_down:
            raise fault

    session = Session(publish=publish, send=replies.append)
    session.play(4)
    before = session.state
    is_down = True
    request = ask(kind, ply=1, **{"play": {"cell": 0}, "view": {"to": 0}}.get(kind, {}))
    with caplog.at_level(logging.ERROR):
        session.handle(request)
    assert replies == [ack(request, "internal", BROKEN)]
    assert session.state == before
    assert session.game == Game(moves=[4])
    is_down = False
    session.handle(request)
    assert replies[1] == ack(request)


def test_an_answer_that_cannot_be_sent_is_logged_and_nothing_more(caplog):
    def send(_):
        raise OSError("no line")

    session = Session(send=send)
    with caplog.at_level(logging.ERROR):
        session.handle(ask("play", cell=4))
        session.handle("nonsense")
    assert caplog.text.count("OSError: no line") == 2
    assert session.game == Game(moves=[4])


REQUESTS = st.builds(
    lambda kind, fields, seen: ask(kind, **fields, **seen),
    st.sampled_from(["new_game", "reset_scores", "hello"]),
    st.just({}),
    st.fixed_dictionaries({"round": st.integers(0, 3), "ply": st.integers(0, 3)}),
) | st.builds(
    lambda argument, value, seen: ask(
        {"cell": "play", "to": "view"}[argument], **{argument: value}, **seen
    ),
    st.sampled_from(["cell", "to"]),
    st.integers(-1, 9),
    st.fixed_dictionaries({"round": st.integers(0, 3), "ply": st.integers(0, 9)}),
)


@settings(max_examples=80)
@given(st.lists(st.one_of(JSON, NEARLY_REQUESTS, REQUESTS), max_size=20))
def test_whatever_arrives_is_answered_once_and_changes_nothing_unless_it_is_ok(messages):
    host = RecordingHost()
    for message in messages:
        before, logged = host.state, len(host.log)
        host.send(message)
        ((at, reply),) = [
            (at, content)
            for at, (what, content) in enumerate(host.log[logged:])
            if what == "send"
        ]
        published = host.log[logged : logged + at]
        reviews = [changes for _, changes in host.log[logged + at + 1 :]]
        assert len(published) <= 1
        assert [changes.keys() for changes in reviews] in ([], [{"review"}])
        assert reply.keys() == {"kind", "request", "client", "ok", "code", "message"}
        assert reply["code"] in {"ok", "stale", "illegal", "over", "bad"}
        assert reply["ok"] == (reply["code"] == "ok")
        assert bool(reply["message"]) != reply["ok"]
        if not reply["ok"]:
            assert not published + reviews
            assert host.state == before
        json.dumps(reply, ensure_ascii=False, allow_nan=False).encode()
    assert host.mirror == host.state
    assert host.session.game == Game(moves=host.state["moves"])
