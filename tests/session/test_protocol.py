"""Requests: their form, their answers, and invalid messages."""

import json
import logging
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.scenes.arrivals import JSON, NEARLY_REQUESTS
from tests.support.scenes.recording_host import STALE, RecordingHost
from tests.support.scenes.requests import ack, ask
from tictactoe_widget import STANDARD, Game
from tictactoe_widget.session import Session
from tictactoe_widget.session.core import BadRequestError, answer_request
from tictactoe_widget.session.state import (
    SessionState,
    board_request,
    open_puzzle,
    resolve_seat,
)

GOOD = {
    "hello": {},
    "language": {"language": "de"},
    "play": {"cell": 4},
    "new_game": {},
    "reset_scores": {},
    "swap": {},
    "rename": {"mark": "O", "name": "Grace"},
    "view": {"to": 2},
    "play_from": {"to": 2},
    "check_position": {"board": "X.O.X...."},
    "set_position": {"board": "X.O.X...."},
    "undo": {},
    "allow_undo": {"on": False},
    "start": {"rules": "4x4", "x": "perfect", "o": "human", "x_name": "Ada", "o_name": "Grace"},
    "rules": {"rules": "misere"},
    "player": {"mark": "O", "player": "perfect"},
    "hints": {"on": True},
    "pause": {"on": True},
    "step": {},
    "pace": {"pace": "fast"},
    "lesson": {"name": "forks"},
    "puzzle": {"day": "2026-11-22"},
    "example": {"index": 1},
    "lesson_step": {"to": 0},
    "again": {},
    "hint": {},
    "hand_in": {"name": "Ada"},
    "card": {},
    "preview_rules": {"rules": "wild"},
    "end_preview": {},
}


class OwnStr(str):
    """A subclass of str, which JSON never produces."""

    __slots__ = ()


class OwnInt(int):
    """A subclass of int, which JSON never produces."""


class OwnDict(dict):
    """A subclass of dict, which JSON never produces."""


NO_OBJECTS = [None, True, 0, "play", "", [], [["kind", "play"]], b"play"]
NO_NUMBERS = [None, True, 1.0, "4", 2**31, -(2**31), float("nan"), [4], OwnInt(4)]
NO_TOKENS = [None, True, 1, "", "x" * 65, "é", "\ud800", b"r", ["r"], OwnStr("r")]
NO_TEXTS = [None, 1, True, [], "x" * 101, b"x", OwnStr("x")]
NO_MARKS = ["", "x", "XO", None, 1, True, ["X"], OwnStr("X")]
NO_FLAGS = [None, 0, 1, "true", "", []]
EXPECTED = {
    "a whole number": (NO_NUMBERS, [("play", "cell"), ("play", "round"), ("play", "ply")]),
    "a whole number or null": (NO_NUMBERS[1:], [("view", "to")]),
    "X or O": (NO_MARKS, [("player", "mark")]),
    "true or false": (NO_FLAGS, [("hints", "on"), ("pause", "on")]),
    "text of at most 100 characters": (NO_TEXTS, [("rules", "rules"), ("player", "player")]),
    "text of at most 361 characters": (["x" * 362], [("set_position", "board")]),
    "text of 1 to 64 ASCII characters": (
        NO_TOKENS,
        [("hello", "request"), ("hello", "client")],
    ),
}


def refusal(message):
    with pytest.raises(BadRequestError) as refused:
        board_request.check(message)
    return str(refused.value)


def test_protocol_has_the_expected_requests():
    assert board_request.kinds.keys() == GOOD.keys()


@pytest.mark.parametrize("kind", GOOD)
def test_request_takes_exactly_its_fields(kind):
    message = ask(kind, **GOOD[kind])
    before = dict(message)
    board_request.check(message)
    assert message == before
    for extra in ("id", "__class__", "", 1, None):
        assert "must be kind, request, client, round, ply" in refusal({**message, extra: 1})
    for field in message:
        assert "kind" in refusal({part: message[part] for part in message if part != field})


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        *(("play", field, n) for field in ("cell", "round", "ply") for n in (0, 1 - 2**31)),
        *(("hello", field, id_) for field in ("request", "client") for id_ in ("r", "x" * 64)),
        *(("rules", "rules", text) for text in ("", "x" * 100)),
        ("view", "to", None),
    ],
)
def test_field_values_at_their_limits(kind, field, value):
    board_request.check(ask(kind, **{**GOOD[kind], field: value}))


@pytest.mark.parametrize("expected", EXPECTED)
def test_field_of_wrong_type_or_size_is_refused(expected):
    values, fields = EXPECTED[expected]
    for kind, field in fields:
        for value in values:
            message = ask(kind, **{**GOOD[kind], field: value})
            assert refusal(message) == f"Bad request: {field} must be {expected}", value


@pytest.mark.parametrize("kind", ["", "Play", "plays", None, 1, ["play"], OwnStr("play")])
def test_unknown_kind_is_refused(kind):
    start, _, listed = refusal(ask(kind, cell=4)).partition("one of ")
    assert start == "Bad request: kind must be "
    assert set(listed.split(", ")) == GOOD.keys()


@pytest.mark.parametrize("message", [*NO_OBJECTS, OwnDict(ask("hello"))], ids=repr)
def test_request_must_be_a_dict(message):
    assert refusal(message) == "Bad request: message must be an object"


@pytest.mark.parametrize("kind", GOOD)
def test_request_calls_its_transition(kind):
    who = "random" if kind in ("pause", "step") else "human"
    seats = {mark: resolve_seat(who, STANDARD) for mark in "XO"}
    games = (Game(), Game(moves=(4,))) if kind == "undo" else (Game(),)
    own = SessionState(games=games, seats=seats)
    day = date(2026, 11, 22)
    table = open_puzzle(own, day) if kind in ("lesson_step", "again", "hint") else own
    arguments = {"to": 0} if kind in ("view", "play_from") else GOOD[kind]
    following = []
    outcome = board_request.carry_out(
        ask(kind, round=table.round, **arguments), table, following.append
    )
    if kind == "check_position":
        assert (outcome, following) == (("ok", "Player O's turn"), [])
    else:
        assert outcome == ("ok", "")
        assert isinstance(following[0], SessionState)
    assert own == SessionState(games=games, seats=seats)


@pytest.mark.parametrize(
    "kind",
    sorted(GOOD.keys() - {"hello", "language", "hand_in", "preview_rules", "end_preview"}),
)
def test_request_for_another_round_is_stale(kind, host):
    host.session.new_game()
    before = host.state
    request = host.ask(kind, round=1, **GOOD[kind])
    assert host.sent == [ack(request, "stale", STALE)]
    assert host.state == before


@pytest.mark.parametrize("code", ["ok", "stale", "illegal", "over", "busy", "bad", "internal"])
def test_answer_contains_request_and_outcome(code):
    assert answer_request(ask("hello", request="r1", client="c1"), code, "why") == {
        "kind": "ack",
        "request": "r1",
        "client": "c1",
        "ok": code == "ok",
        "code": code,
        "message": "why",
    }


@pytest.mark.parametrize(
    "message", [*NO_OBJECTS, *({"request": no, "client": no} for no in NO_TOKENS)], ids=repr
)
def test_answer_omits_invalid_ids(message):
    reply = answer_request(message, "bad", "why")
    assert (reply["request"], reply["client"], reply["code"]) == ("", "", "bad")


@given(st.text(st.characters(exclude_categories=[]), max_size=70))
def test_answers_can_always_be_encoded(token):
    text = json.dumps(
        answer_request({"request": token, "client": token}, "ok", ""), ensure_ascii=False
    )
    text.encode()


BROKEN = "Something went wrong in Python."


def test_request_ids_are_separate_for_each_client(host):
    host.send(ask("play", request="r", client="a", cell=4))
    host.send(ask("play", request="r", client="b", ply=1, cell=0))
    host.send(ask("play", request="s", client="a", ply=2, cell=1))
    assert host.state["moves"] == (4, 0, 1)


def test_last_256_requests_are_remembered(host):
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
    """Make a move in the last cell raise an internal error."""
    play = Game.play

    def break_there(game, cell, *arguments, **options):
        if cell == 8:
            raise fault
        return play(game, cell, *arguments, **options)

    monkeypatch.setattr(Game, "play", break_there)


@pytest.mark.parametrize(
    "fault", [ZeroDivisionError("a fault"), ValueError("a fault"), KeyError()]
)
def test_internal_error_is_logged_and_answered(caplog, monkeypatch, fault):
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


@pytest.mark.parametrize("fault", [OSError("no line"), ValueError("no JSON")])
@pytest.mark.parametrize("kind", ["play", "new_game", "view"])
def test_failed_publishing_undoes_the_change(caplog, fault, kind):
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
def test_every_message_gets_one_answer(messages):
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
