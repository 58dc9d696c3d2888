"""What is a request and what is not, by tables; the answers' exact shape."""

import json
from dataclasses import FrozenInstanceError
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scenes.requests import ask
from tictactoe_widget import STANDARD, Game, IllegalMoveError
from tictactoe_widget.session.activity import open_puzzle
from tictactoe_widget.session.board import TABLE_REQUESTS, Request, parse_request
from tictactoe_widget.session.core import BadRequestError, answer_request
from tictactoe_widget.session.table import Table, resolve_seat

GOOD = {
    "hello": {},
    "play": {"cell": 4},
    "new_game": {},
    "reset_scores": {},
    "swap": {},
    "rename": {"mark": "O", "name": "Grace"},
    "view": {"to": 2},
    "play_from": {"to": 2},
    "start": {
        "rules": "4x4",
        "x": "perfect",
        "o": "human",
        "x_name": "Ada",
        "o_name": "Grace",
    },
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

FIELDS = [
    (kind, field)
    for kind, arguments in GOOD.items()
    for field in ("kind", "request", "client", "round", "ply", *arguments)
]

NO_NUMBERS = [
    True,
    False,
    4.0,
    4.5,
    float("nan"),
    float("inf"),
    "4",
    "",
    None,
    [4],
    {"4": 4},
    2**31,
    -(2**31),
    10**400,
]

HALF_A_PAIR = "\ud83d"
"""What a page can send and no host can encode to send back."""

NO_TOKENS = [
    "",
    HALF_A_PAIR,
    "é",
    "x" * 65,
    "x" * 100_000,
    1,
    True,
    None,
    ["r"],
    {"r": 1},
    1.5,
    b"r",
]

NO_KINDS = [
    "",
    "Play",
    "play ",
    "PLAY",
    "__class__",
    "ack",
    "update",
    1,
    True,
    None,
    ["play"],
    {},
]

NO_OBJECTS = [None, True, 0, 1.5, "play", "", [], ["play", 4], [["kind", "play"]], b"play"]


class TextOfItsOwn(str):
    """A str to isinstance, but no type that JSON brings."""

    __slots__ = ()


class NumberOfItsOwn(int):
    """An int to isinstance, but no type that JSON brings."""


class ObjectOfItsOwn(dict):
    """A dict to isinstance, but no type that JSON brings."""


@pytest.mark.parametrize("kind", GOOD)
def test_each_kind_is_read_field_by_field(kind):
    message = ask(kind, round=3, ply=5, request="r", client="c", **GOOD[kind])
    expected = Request(kind, request="r", client="c", round=3, ply=5, arguments=GOOD[kind])
    assert parse_request(message) == expected


def test_a_request_cannot_be_changed_once_it_is_read():
    with pytest.raises(FrozenInstanceError):
        parse_request(ask("hello")).round = 2


def test_a_message_is_left_as_it_came():
    message = ask("play", cell=4)
    before = dict(message)
    parse_request(message).arguments["cell"] = 5
    assert message == before


@pytest.mark.parametrize("number", [0, 1, -1, 2**31 - 1, -(2**31) + 1])
@pytest.mark.parametrize("field", ["cell", "round", "ply"])
def test_numbers_reach_to_the_limit(field, number):
    message = ask("play", **{"cell": 4, field: number})
    request = parse_request(message)
    read = request.arguments["cell"] if field == "cell" else getattr(request, field)
    assert read == number


@pytest.mark.parametrize("token", ["r", "0", "x" * 64, "a-b_c.d", " "])
@pytest.mark.parametrize("field", ["request", "client"])
def test_tokens_have_1_to_64_characters(field, token):
    assert getattr(parse_request(ask("hello", **{field: token})), field) == token


def test_one_may_ask_to_look_at_now():
    assert parse_request(ask("view", to=None)).arguments == {"to": None}


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_a_missing_field_is_refused(kind, field):
    message = ask(kind, **GOOD[kind])
    del message[field]
    with pytest.raises(BadRequestError, match=r"^Bad request: .*kind"):
        parse_request(message)


@pytest.mark.parametrize("extra", ["id", "to", "cell", "player", "__class__", "", 1, None])
def test_a_field_too_many_is_refused(extra):
    expected = "^Bad request: new_game takes exactly kind, request, client, round, ply$"
    with pytest.raises(BadRequestError, match=expected):
        parse_request({**ask("new_game"), extra: 1})


@pytest.mark.parametrize("value", [*NO_NUMBERS, NumberOfItsOwn(4)], ids=lambda v: repr(v)[:20])
@pytest.mark.parametrize("field", ["cell", "round", "ply"])
def test_what_is_no_whole_number_of_a_sane_size_is_refused(field, value):
    with pytest.raises(BadRequestError, match=f"^Bad request: {field} must be a whole number$"):
        parse_request(ask("play", **{"cell": 4, field: value}))


@pytest.mark.parametrize("value", [v for v in NO_NUMBERS if v is not None], ids=repr)
def test_the_ply_to_look_at_is_a_whole_number_or_nothing(value):
    expected = "^Bad request: to must be a whole number or nothing$"
    with pytest.raises(BadRequestError, match=expected):
        parse_request(ask("view", to=value))


@pytest.mark.parametrize("value", ["", "x", "XO", None, 1, True, ["X"], TextOfItsOwn("X")])
def test_a_seat_is_that_of_x_or_o(value):
    with pytest.raises(BadRequestError, match=r"^Bad request: mark must be X or O$"):
        parse_request(ask("player", mark=value, player="a"))


@pytest.mark.parametrize("value", [None, 0, 1, "true", "", [], {}])
def test_hints_are_on_or_off_and_nothing_between(value):
    with pytest.raises(BadRequestError, match=r"^Bad request: on must be true or false$"):
        parse_request(ask("hints", on=value))


@pytest.mark.parametrize("value", ["", "x" * 100])
def test_a_name_of_rules_may_have_100_characters(value):
    assert parse_request(ask("rules", rules=value)).arguments == {"rules": value}


@pytest.mark.parametrize("value", ["x" * 101, None, 1, True, [], {}, b"x", TextOfItsOwn("x")])
@pytest.mark.parametrize("field", ["rules", "player"])
def test_a_name_of_rules_or_a_player_is_text(field, value):
    arguments = {"rules": {}, "player": {"mark": "X"}}[field]
    expected = f"^Bad request: {field} must be text of at most 100 characters$"
    with pytest.raises(BadRequestError, match=expected):
        parse_request(ask(field, **arguments, **{field: value}))


@pytest.mark.parametrize("value", [*NO_TOKENS, TextOfItsOwn("r")], ids=lambda v: repr(v)[:20])
@pytest.mark.parametrize("field", ["request", "client"])
def test_what_is_no_short_text_names_nothing(field, value):
    expected = f"^Bad request: {field} must be text of 1 to 64 ASCII characters$"
    with pytest.raises(BadRequestError, match=expected):
        parse_request(ask("hello", **{field: value}))


@pytest.mark.parametrize("kind", [*NO_KINDS, TextOfItsOwn("play")], ids=repr)
def test_an_unknown_kind_is_refused_with_the_kinds_there_are(kind):
    expected = f"^Bad request: kind must be one of {', '.join(GOOD)}$"
    with pytest.raises(BadRequestError, match=expected):
        parse_request(ask(kind, cell=4))


@pytest.mark.parametrize("message", [*NO_OBJECTS, ObjectOfItsOwn(ask("hello"))], ids=repr)
def test_what_is_no_object_is_no_request(message):
    with pytest.raises(BadRequestError, match=r"^Bad request: expected an object$"):
        parse_request(message)


@pytest.mark.parametrize("kind", GOOD)
def test_each_kind_goes_to_a_transition_that_takes_its_arguments_by_name(kind):
    who = "random" if kind in ("pause", "step") else "human"
    seats = {mark: resolve_seat(who, STANDARD) for mark in "XO"}
    own = Table(games=(Game(),), seats=seats)
    day = date(2026, 11, 22)
    table = open_puzzle(own, day) if kind in ("lesson_step", "again", "hint") else own
    arguments = {"to": 0} if kind in ("view", "play_from") else GOOD[kind]
    required = {
        part for part, check in TABLE_REQUESTS[kind].arguments.items() if not check.is_optional
    }
    assert required == arguments.keys()
    following = TABLE_REQUESTS[kind].transition(table, **dict(reversed(arguments.items())))
    assert isinstance(following, Table)
    assert own == Table(games=(Game(),), seats=seats)
    assert table in (own, open_puzzle(own, day))


def test_a_mark_may_be_asked_for_where_it_is_chosen_and_nowhere_else():
    assert parse_request(ask("play", cell=4, mark="O")).arguments == {"cell": 4, "mark": "O"}
    for wrong in ("Z", "", None, 1, True, ["X"]):
        with pytest.raises(BadRequestError, match="mark must be X or O"):
            parse_request(ask("play", cell=4, mark=wrong))
    wild = Table(games=(Game("wild"),))
    assert wild.after_requested_move(4, "O").game.moves == (13,)
    with pytest.raises(IllegalMoveError, match="choose X or O by these rules"):
        wild.after_requested_move(4)
    with pytest.raises(IllegalMoveError, match="the mark cannot be chosen by these rules"):
        Table(games=(Game(),)).after_requested_move(4, "X")


def test_there_are_the_kinds_that_these_tests_know():
    assert TABLE_REQUESTS.keys() == GOOD.keys()


def test_a_bad_request_is_a_value_error():
    assert issubclass(BadRequestError, ValueError)


def test_an_answer_names_the_request_and_how_it_ended():
    message = ask("play", cell=4, request="r1", client="c1")
    assert answer_request(message, "ok", "") == {
        "kind": "ack",
        "request": "r1",
        "client": "c1",
        "ok": True,
        "code": "ok",
        "message": "",
    }


@pytest.mark.parametrize("code", ["stale", "illegal", "over", "busy", "bad", "internal"])
def test_every_code_but_ok_is_a_refusal(code):
    reply = answer_request(ask("hello"), code, "why")
    assert (reply["ok"], reply["code"], reply["message"]) == (False, code, "why")


@pytest.mark.parametrize("message", NO_OBJECTS, ids=repr)
def test_what_names_nothing_is_answered_without_names(message):
    assert answer_request(message, "bad", "why") == {
        "kind": "ack",
        "request": "",
        "client": "",
        "ok": False,
        "code": "bad",
        "message": "why",
    }


@pytest.mark.parametrize("value", NO_TOKENS, ids=lambda v: repr(v)[:20])
def test_an_answer_repeats_no_name_that_is_none(value):
    reply = answer_request({"request": value, "client": "c"}, "bad", "why")
    assert (reply["request"], reply["client"]) == ("", "c")


@given(st.text(st.characters(exclude_categories=[]), max_size=70))
def test_whatever_an_answer_repeats_can_be_sent(token):
    text = json.dumps(
        answer_request({"request": token, "client": token}, "ok", ""), ensure_ascii=False
    )
    text.encode()
