"""The messages between a front end and its session: the forms of requests and answers.

A request comes from a web page, so nothing in it is trusted before it is checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .board.table import Table
from .board.teaching import (
    go_to_step,
    request_example,
    request_lesson,
    request_puzzle,
    show_hint,
    try_again,
)

Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]
"""Outcome of a request.

``ok``: done. ``stale``: the table has changed since the person looked.
``illegal``: the rules refuse it. ``over``: the game has ended. ``busy``: a
player is thinking. ``bad``: not a request of this protocol. ``internal``: an
error in Python. Everything but ``ok`` changed nothing.
"""

Answer = dict[str, object]
"""JSON values of the answer to a request, by name."""

LONGEST_TOKEN = 64
"""Greatest length of `request` and `client`, in ASCII characters."""

LONGEST_TEXT = 100
"""Greatest length of any other text of a request, in characters."""

LARGEST_NUMBER = 2**31
"""Limit of the numbers of a request, whose absolute values are smaller."""


class BadRequestError(ValueError):
    """A message that is not a request of this protocol."""


@dataclass(frozen=True)
class Request:
    """A request of a person, with the round and ply they saw when they made it."""

    kind: str
    """Name of the kind of request, a key of `KINDS`."""
    request: str
    """Idempotency key: a repeated id is answered again, not applied again."""
    client: str
    """Random id of the view that sent the request."""
    round: int
    """Number of the round that the person saw."""
    ply: int
    """Move count that the person saw."""
    arguments: dict[str, object]
    """Arguments of this kind, by name."""


@dataclass(frozen=True)
class Check:
    """A test that a field of a request must pass."""

    passes: Callable[[object], bool]
    """Function that returns whether a value may stand in the field."""
    expected: str
    """Description of the values that pass, for the error message."""


@dataclass(frozen=True)
class Kind:
    """A kind of request: its arguments and the transition that it calls."""

    transition: Callable[..., Table]
    """Function of the present table and the arguments, by name, that returns the next table."""
    arguments: Mapping[str, Check] = field(default_factory=dict)
    """Check of each argument, by its name."""
    needs_round: bool = True
    """True when a request is stale if the person saw another round."""
    needs_ply: bool = False
    """True when a request is stale if the person saw another move count."""


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER


def _is_token(value: object) -> bool:
    # ASCII, because it is sent back, and half a surrogate pair cannot be encoded.
    return type(value) is str and 0 < len(value) <= LONGEST_TOKEN and value.isascii()


NUMBER = Check(_is_number, "a whole number")
OPTIONAL_NUMBER = Check(
    lambda value: value is None or _is_number(value), "a whole number or nothing"
)
FLAG = Check(lambda value: type(value) is bool, "true or false")
_MARK = Check(lambda value: type(value) is str and value in ("X", "O"), "X or O")
TEXT = Check(
    lambda value: type(value) is str and len(value) <= LONGEST_TEXT,
    f"text of at most {LONGEST_TEXT} characters",
)
_TOKEN = Check(_is_token, f"text of 1 to {LONGEST_TOKEN} ASCII characters")

IDS: Mapping[str, Check] = {"request": _TOKEN, "client": _TOKEN}
"""Checks of the ids that every request of every widget carries."""

_ALWAYS = {**IDS, "round": NUMBER, "ply": NUMBER}

KINDS: Mapping[str, Kind] = {
    "hello": Kind(lambda table: table, needs_round=False),
    "play": Kind(Table.after_requested_move, {"cell": NUMBER}, needs_ply=True),
    "new_game": Kind(Table.after_new_game),
    "reset_scores": Kind(Table.without_scores),
    "swap": Kind(Table.after_swapping_sides),
    "rename": Kind(
        lambda table, mark, name: table.with_names({mark: name}), {"mark": _MARK, "name": TEXT}
    ),
    "view": Kind(lambda table, to: table.after_looking_back(to), {"to": OPTIONAL_NUMBER}),
    "play_from": Kind(lambda table, to: table.after_playing_from(to), {"to": NUMBER}),
    "start": Kind(
        Table.after_start, dict.fromkeys(("rules", "x", "o", "x_name", "o_name"), TEXT)
    ),
    "rules": Kind(Table.after_new_game, {"rules": TEXT}),
    "player": Kind(
        lambda table, mark, player: table.with_player(mark, player),
        {"mark": _MARK, "player": TEXT},
    ),
    "hints": Kind(Table.with_hints, {"on": FLAG}),
    "pause": Kind(Table.with_pause, {"on": FLAG}),
    "step": Kind(Table.after_step),
    "pace": Kind(Table.with_pace, {"pace": TEXT}),
    "lesson": Kind(request_lesson, {"name": TEXT}),
    "puzzle": Kind(request_puzzle, {"day": TEXT}),
    "example": Kind(request_example, {"index": NUMBER}),
    "lesson_step": Kind(go_to_step, {"to": NUMBER}),
    "again": Kind(try_again),
    "hint": Kind(show_hint),
    "card": Kind(Table.with_card),
}
"""The kinds of requests, by name: the arguments of each and the transition it calls."""


_FORMS = {name: {**_ALWAYS, **kind.arguments} for name, kind in KINDS.items()}


def parse_request(message: object) -> Request:
    """Check a message of a front end and return it as a `Request`.

    Raises
    ------
    BadRequestError
        When it is not a dict of exactly the fields its kind takes, each of
        exactly the right type and within its range.

    Examples
    --------
    >>> seen = {"request": "r1", "client": "c1", "round": 1, "ply": 0}
    >>> parse_request({"kind": "play", "cell": 4, **seen}).arguments
    {'cell': 4}
    >>> parse_request({"kind": "play", "cell": True, **seen})
    Traceback (most recent call last):
        ...
    tictactoe_widget.session.protocol.BadRequestError: Bad request: cell must be a whole number
    """
    fields = check_message(message, _FORMS)
    kind = fields.pop("kind")
    return Request(kind=kind, **{part: fields.pop(part) for part in _ALWAYS}, arguments=fields)


def check_message(message: object, forms: Mapping[str, Mapping[str, Check]]) -> dict[str, Any]:
    """Check a message against the forms of requests and return a copy of it.

    Parameters
    ----------
    message : object
        Message that arrived, which may be any value.
    forms : mapping
        Check of each field besides ``"kind"``, for each kind of request by name.

    Raises
    ------
    BadRequestError
        When it is not a dict of exactly the fields its kind takes, each of
        exactly the right type and within its range.
    """
    if type(message) is not dict:
        raise BadRequestError("Bad request: expected an object")
    name = message.get("kind")
    checks = forms.get(name) if type(name) is str else None
    if checks is None:
        raise BadRequestError(f"Bad request: kind must be one of {', '.join(forms)}")
    if message.keys() != {"kind", *checks}:
        raise BadRequestError(f"Bad request: {name} takes exactly kind, {', '.join(checks)}")
    for part, check in checks.items():
        if not check.passes(message[part]):
            raise BadRequestError(f"Bad request: {part} must be {check.expected}")
    return dict(message)


def answer(message: object, code: Code, text: str) -> Answer:
    """Build the answer to `message`, which need not be a request at all."""
    given = message if type(message) is dict else {}
    tokens = {name: given.get(name) for name in ("request", "client")}
    return {
        "kind": "ack",
        **{name: value if _is_token(value) else "" for name, value in tokens.items()},
        "ok": code == "ok",
        "code": code,
        "message": text,
    }
