"""The messages between a front end and its session: the forms of requests and answers.

A request comes from a web page, so nothing in it is trusted before it is checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from .table import Table

Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]
"""How a request ended.

``ok``: done. ``stale``: the table had moved on since the person looked.
``illegal``: the rules refuse it. ``over``: the game has ended. ``busy``: a
player is thinking. ``bad``: not a request of this protocol. ``internal``: an
error in Python. Everything but ``ok`` changed nothing.
"""

Answer = dict[str, object]
"""JSON values of the answer to a request, by name."""

LONGEST_TOKEN = 64
"""Most ASCII characters of `request` and `client`."""

LONGEST_TEXT = 100
"""Most characters of any other text of a request."""

LARGEST_NUMBER = 2**31
"""Bound of the numbers of a request: each is smaller, and larger than its negative."""


class BadRequestError(ValueError):
    """A message that is not a request of this protocol."""


@dataclass(frozen=True)
class Request:
    """One thing a person asked for, with the state they saw when they did."""

    kind: str
    """What is asked for, a key of `KINDS`."""
    request: str
    """Idempotency key: a repeated id is answered again, not applied again."""
    client: str
    """Random id of the view that asks."""
    round: int
    """The round the person saw."""
    ply: int
    """The move count the person saw."""
    arguments: dict[str, object]
    """What this kind takes besides, by name."""


@dataclass(frozen=True)
class Check:
    """A test that a field of a request must pass."""

    passes: Callable[[object], bool]
    """Returns whether a value may stand in the field."""
    expected: str
    """What the value must be, in words."""


@dataclass(frozen=True)
class Kind:
    """One kind of request: what it takes and what it does."""

    transition: Callable[..., Table]
    """Returns the next table from the present one and the arguments, by name."""
    arguments: Mapping[str, Check] = field(default_factory=dict)
    """The check of each argument, by its name."""
    needs_round: bool = True
    """Whether it is stale when the person saw another round."""
    needs_ply: bool = False
    """Whether it is stale when the person saw another move count."""


def _is_number(value: object) -> bool:
    return type(value) is int and -LARGEST_NUMBER < value < LARGEST_NUMBER


def _is_token(value: object) -> bool:
    # ASCII, because it is sent back, and half a surrogate pair cannot be encoded.
    return type(value) is str and 0 < len(value) <= LONGEST_TOKEN and value.isascii()


_NUMBER = Check(_is_number, "a whole number")
_PLY = Check(lambda value: value is None or _is_number(value), "a whole number or nothing")
_FLAG = Check(lambda value: type(value) is bool, "true or false")
_MARK = Check(lambda value: type(value) is str and value in ("X", "O"), "X or O")
_TEXT = Check(
    lambda value: type(value) is str and len(value) <= LONGEST_TEXT,
    f"text of at most {LONGEST_TEXT} characters",
)
_TOKEN = Check(_is_token, f"text of 1 to {LONGEST_TOKEN} ASCII characters")

_ALWAYS = {"request": _TOKEN, "client": _TOKEN, "round": _NUMBER, "ply": _NUMBER}

KINDS: Mapping[str, Kind] = {
    "hello": Kind(lambda table: table, needs_round=False),
    "play": Kind(Table.after_requested_move, {"cell": _NUMBER}, needs_ply=True),
    "new_game": Kind(Table.after_new_game),
    "reset_scores": Kind(Table.without_scores),
    "view": Kind(lambda table, to: table.after_looking_back(to), {"to": _PLY}),
    "rules": Kind(Table.after_new_game, {"rules": _TEXT}),
    "player": Kind(
        lambda table, mark, player: table.with_player(mark, player),
        {"mark": _MARK, "player": _TEXT},
    ),
    "hints": Kind(Table.with_hints, {"on": _FLAG}),
}
"""The kinds of requests, by name: the arguments of each and the transition they go to."""


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
    name = message.get("kind")
    kind = KINDS.get(name) if type(name) is str else None
    if kind is None:
        raise BadRequestError(f"Bad request: kind must be one of {', '.join(KINDS)}")
    checks = {**_ALWAYS, **kind.arguments}
    if message.keys() != {"kind", *checks}:
        raise BadRequestError(f"Bad request: {name} takes exactly kind, {', '.join(checks)}")
    for part, check in checks.items():
        if not check.passes(message[part]):
            raise BadRequestError(f"Bad request: {part} must be {check.expected}")
    return Request(
        kind=str(name),
        **{part: message[part] for part in _ALWAYS},
        arguments={part: message[part] for part in kind.arguments},
    )


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
