"""What is a request and what is not, by tables; the answers' exact shape."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scenes.recording_host import STALE
from tests.support.scenes.requests import ack, ask
from tictactoe_widget import STANDARD, Game, IllegalMoveError
from tictactoe_widget.session.activity import open_puzzle
from tictactoe_widget.session.core import BadRequestError, answer_request
from tictactoe_widget.session.table import Table, board_request, resolve_seat

GOOD = {
    "hello": {},
    "play": {"cell": 4},
    "new_game": {},
    "reset_scores": {},
    "swap": {},
    "rename": {"mark": "O", "name": "Grace"},
    "view": {"to": 2},
    "play_from": {"to": 2},
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
    "card": {},
    "preview_rules": {"rules": "wild"},
    "end_preview": {},
}


class TextOfItsOwn(str):
    """A str to isinstance, but no type that JSON brings."""

    __slots__ = ()


class NumberOfItsOwn(int):
    """An int to isinstance, but no type that JSON brings."""


class ObjectOfItsOwn(dict):
    """A dict to isinstance, but no type that JSON brings."""


NO_OBJECTS = [None, True, 0, "play", "", [], [["kind", "play"]], b"play"]
NO_NUMBERS = [None, True, 1.0, "4", 2**31, -(2**31), float("nan"), [4], NumberOfItsOwn(4)]
NO_TOKENS = [None, True, 1, "", "x" * 65, "é", "\ud800", b"r", ["r"], TextOfItsOwn("r")]
NO_TEXTS = [None, 1, True, [], "x" * 101, b"x", TextOfItsOwn("x")]
NO_MARKS = ["", "x", "XO", None, 1, True, ["X"], TextOfItsOwn("X")]
NO_FLAGS = [None, 0, 1, "true", "", []]
EXPECTED = {
    "a whole number": (NO_NUMBERS, [("play", "cell"), ("play", "round"), ("play", "ply")]),
    "a whole number or nothing": (NO_NUMBERS[1:], [("view", "to")]),
    "X or O": (NO_MARKS, [("player", "mark"), ("play", "mark")]),
    "true or false": (NO_FLAGS, [("hints", "on"), ("pause", "on")]),
    "text of at most 100 characters": (NO_TEXTS, [("rules", "rules"), ("player", "player")]),
    "text of 1 to 64 ASCII characters": (
        NO_TOKENS,
        [("hello", "request"), ("hello", "client")],
    ),
}


def refusal(message):
    with pytest.raises(BadRequestError) as refused:
        board_request.check(message)
    return str(refused.value)


def test_the_requests_are_those_of_the_protocol():
    assert board_request.kinds.keys() == GOOD.keys()


@pytest.mark.parametrize("kind", GOOD)
def test_each_request_takes_exactly_its_fields(kind):
    message = ask(kind, **GOOD[kind])
    before = dict(message)
    board_request.check(message)
    assert message == before
    for extra in ("id", "__class__", "", 1, None):
        assert "takes exactly kind, request, client, round, ply" in refusal(
            {**message, extra: 1}
        )
    for field in message:
        assert "kind" in refusal({part: message[part] for part in message if part != field})


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        *(("play", field, n) for field in ("cell", "round", "ply") for n in (0, 1 - 2**31)),
        *(("play", "mark", mark) for mark in "XO"),
        *(("hello", field, id_) for field in ("request", "client") for id_ in ("r", "x" * 64)),
        *(("rules", "rules", text) for text in ("", "x" * 100)),
        ("view", "to", None),
    ],
)
def test_fields_reach_to_their_limits(kind, field, value):
    board_request.check(ask(kind, **{**GOOD[kind], field: value}))


@pytest.mark.parametrize("expected", EXPECTED)
def test_a_field_of_another_type_or_size_is_refused(expected):
    values, fields = EXPECTED[expected]
    for kind, field in fields:
        for value in values:
            message = ask(kind, **{**GOOD[kind], field: value})
            assert refusal(message) == f"Bad request: {field} must be {expected}", value


@pytest.mark.parametrize("kind", ["", "Play", "plays", None, 1, ["play"], TextOfItsOwn("play")])
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(kind):
    start, _, listed = refusal(ask(kind, cell=4)).partition("one of ")
    assert start == "Bad request: kind must be "
    assert set(listed.split(", ")) == GOOD.keys()


@pytest.mark.parametrize("message", [*NO_OBJECTS, ObjectOfItsOwn(ask("hello"))], ids=repr)
def test_a_request_is_a_dict(message):
    assert refusal(message) == "Bad request: expected an object"


@pytest.mark.parametrize("kind", GOOD)
def test_each_request_calls_a_transition_with_its_arguments_by_name(kind):
    who = "random" if kind in ("pause", "step") else "human"
    seats = {mark: resolve_seat(who, STANDARD) for mark in "XO"}
    own = Table(games=(Game(),), seats=seats)
    day = date(2026, 11, 22)
    table = open_puzzle(own, day) if kind in ("lesson_step", "again", "hint") else own
    arguments = {"to": 0} if kind in ("view", "play_from") else GOOD[kind]
    following = []
    outcome = board_request.carry_out(
        ask(kind, round=table.round, **arguments), table, following.append
    )
    assert outcome == ("ok", "")
    assert isinstance(following[0], Table)
    assert own == Table(games=(Game(),), seats=seats)


@pytest.mark.parametrize("kind", GOOD.keys() - {"hello", "preview_rules", "end_preview"})
def test_a_request_of_another_round_is_stale(kind, host):
    host.session.new_game()
    before = host.state
    request = host.ask(kind, round=1, **GOOD[kind])
    assert host.sent == [ack(request, "stale", STALE)]
    assert host.state == before


def test_a_mark_may_be_asked_for_where_it_is_chosen_and_nowhere_else():
    wild = Table(games=(Game("wild"),))
    assert wild.after_requested_move(4, "O").game.moves == (13,)
    with pytest.raises(IllegalMoveError, match="choose X or O by these rules"):
        wild.after_requested_move(4)
    with pytest.raises(IllegalMoveError, match="the mark cannot be chosen by these rules"):
        Table(games=(Game(),)).after_requested_move(4, "X")


@pytest.mark.parametrize("code", ["ok", "stale", "illegal", "over", "busy", "bad", "internal"])
def test_an_answer_names_the_request_and_how_it_ended(code):
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
def test_an_answer_repeats_no_name_that_is_none(message):
    reply = answer_request(message, "bad", "why")
    assert (reply["request"], reply["client"], reply["code"]) == ("", "", "bad")


@given(st.text(st.characters(exclude_categories=[]), max_size=70))
def test_whatever_an_answer_repeats_can_be_sent(token):
    text = json.dumps(
        answer_request({"request": token, "client": token}, "ok", ""), ensure_ascii=False
    )
    text.encode()
