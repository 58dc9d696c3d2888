"""The messages between a front end and its session: the forms of requests and answers.

A request comes from a web page, so nothing in it is trusted before it is checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from tictactoe_widget.validation.quoting import visible

from .jobs import SnapshotT

Code = Literal["ok", "stale", "illegal", "over", "busy", "bad", "internal"]
"""Outcome of a request.

``ok``: done. ``stale``: the board has changed since the person looked.
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
class Check:
    """A test that a field of a request must pass."""

    passes: Callable[[object], bool]
    """Function that returns whether a value may stand in the field."""
    expected: str
    """Description of the values that pass, for the error message."""
    is_optional: bool = False
    """True where the field may be missing."""


@dataclass(frozen=True)
class RequestKind(Generic[SnapshotT]):
    """A kind of request: its arguments and the transition that it calls."""

    transition: Callable[..., SnapshotT]
    """Function of the snapshot and the arguments, by name, that returns the next snapshot."""
    arguments: Mapping[str, Check] = field(default_factory=dict)
    """Check of each argument, by its name."""
    refuses_values: bool = True
    """True when a ValueError of the transition refuses the arguments; otherwise it is a fault
    of the rules, not of the request."""


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
TEXT = Check(
    lambda value: type(value) is str and len(value) <= LONGEST_TEXT,
    f"text of at most {LONGEST_TEXT} characters",
)
_TOKEN = Check(_is_token, f"text of 1 to {LONGEST_TOKEN} ASCII characters")

IDS: Mapping[str, Check] = {"request": _TOKEN, "client": _TOKEN}
"""Checks of the ids that every request of every widget carries."""


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
        When it is not a dict of exactly the fields its kind takes, but for those
        that may be missing, each of exactly the right type and within its range.
    """
    if type(message) is not dict:
        raise BadRequestError("Bad request: expected an object")
    name = message.get("kind")
    checks = forms.get(name) if type(name) is str else None
    if checks is None:
        raise BadRequestError(f"Bad request: kind must be one of {', '.join(forms)}")
    required = {"kind", *(part for part, check in checks.items() if not check.is_optional)}
    if not required <= message.keys() <= {"kind", *checks}:
        raise BadRequestError(f"Bad request: {name} takes exactly kind, {', '.join(checks)}")
    for part, check in checks.items():
        if part in message and not check.passes(message[part]):
            raise BadRequestError(f"Bad request: {part} must be {check.expected}")
    return dict(message)


def answer_request(message: object, code: Code, text: str) -> Answer:
    """Build the answer to `message`, which need not be a request at all."""
    given = message if type(message) is dict else {}
    tokens = {name: given.get(name) for name in ("request", "client")}
    return {
        "kind": "ack",
        **{name: value if _is_token(value) else "" for name, value in tokens.items()},
        "ok": code == "ok",
        "code": code,
        "message": visible(text),
    }
