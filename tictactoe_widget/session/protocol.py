"""The messages between a front end and its `Session`: what a request may hold, what answers it.

A request comes from a web page, so nothing in it is taken on trust.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]
"""How a request ended.

``ok``: done. ``stale``: the table had moved on since the person looked.
``illegal``: the rules refuse it. ``over``: the game has ended. ``busy``: a
player is thinking. ``bad``: not a request of this protocol. ``internal``: an
error in Python. Everything but ``ok`` changed nothing.
"""

LONGEST_TOKEN = 64
"""ASCII characters that `request` and `client` may have."""

LONGEST_TEXT = 100
"""Characters that any other text of a request may have."""

LARGEST_NUMBER = 2**31
"""Numbers of a request stay below this, up and down."""


class BadRequestError(ValueError):
    """A message that is no request of this protocol."""


@dataclass(frozen=True)
class Request:
    """One thing a person asked for, with the state they saw when they did."""

    kind: str
    """What is asked for, a key of `KINDS`."""
    request: str
    """Random name of the action; the same again is the same action."""
    client: str
    """Random name of the view that asks."""
    round: int
    """The round the person saw."""
    ply: int
    """The move count the person saw."""
    arguments: dict[str, object]
    """What the kind needs besides, by name."""


def _number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER


def _number_or_none(value: object) -> bool:
    return value is None or _number(value)


def _flag(value: object) -> bool:
    return type(value) is bool


def _mark(value: object) -> bool:
    return type(value) is str and value in ("X", "O")


def _text(value: object) -> bool:
    return type(value) is str and len(value) <= LONGEST_TEXT


def _token(value: object) -> bool:
    # ASCII, since it is sent back, and half a surrogate pair is text that cannot be.
    return type(value) is str and 0 < len(value) <= LONGEST_TOKEN and value.isascii()


_EXPECTED: dict[Callable[[object], bool], str] = {
    _number: "a whole number",
    _number_or_none: "a whole number or nothing",
    _flag: "true or false",
    _mark: "X or O",
    _text: f"text of at most {LONGEST_TEXT} characters",
    _token: f"text of 1 to {LONGEST_TOKEN} ASCII characters",
}

KINDS: dict[str, dict[str, Callable[[object], bool]]] = {
    "hello": {},
    "play": {"cell": _number},
    "new_game": {},
    "reset_scores": {},
    "view": {"to": _number_or_none},
    "rules": {"rules": _text},
    "player": {"mark": _mark, "player": _text},
    "hints": {"on": _flag},
}
"""The kinds of requests, each with the arguments it takes and what they must be."""

_ALWAYS = {"request": _token, "client": _token, "round": _number, "ply": _number}


def parse_request(message: object) -> Request:
    """Read a message from a front end.

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
    if type(message) is not dict:
        raise BadRequestError("Bad request: expected an object")
    kind = message.get("kind")
    takes = KINDS.get(kind) if type(kind) is str else None
    if takes is None:
        raise BadRequestError(f"Bad request: kind must be one of {', '.join(KINDS)}")
    fields = {**_ALWAYS, **takes}
    if message.keys() != {"kind", *fields}:
        raise BadRequestError(f"Bad request: {kind} takes exactly kind, {', '.join(fields)}")
    for name, is_valid in fields.items():
        if not is_valid(message[name]):
            raise BadRequestError(f"Bad request: {name} must be {_EXPECTED[is_valid]}")
    return Request(
        kind=str(kind),
        **{name: message[name] for name in _ALWAYS},
        arguments={name: message[name] for name in takes},
    )


def answer(message: object, code: Code, text: str) -> dict[str, object]:
    """Build the answer to `message`, which may be no request at all."""
    given = message if type(message) is dict else {}
    names = {name: given.get(name) for name in ("request", "client")}
    return {
        "kind": "ack",
        **{name: value if _token(value) else "" for name, value in names.items()},
        "ok": code == "ok",
        "code": code,
        "message": text,
    }
