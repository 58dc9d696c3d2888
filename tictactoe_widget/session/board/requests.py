"""Requests at a table: their kinds, and when one comes too late."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ..protocol import (
    FLAG,
    IDS,
    NUMBER,
    OPTIONAL_NUMBER,
    TEXT,
    Check,
    Code,
    RequestKind,
    check_message,
)
from ..requests import apply_request, list_forms
from .activity_transitions import (
    go_to_step,
    request_example,
    request_lesson,
    request_puzzle,
    show_hint,
    try_again,
)
from .rules_preview import preview_rules
from .table import Table


@dataclass(frozen=True)
class Request:
    """A request of a person, with the round and ply they saw when they made it."""

    kind: str
    """Name of the kind of request, a key of `TABLE_REQUESTS`."""
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
class TableRequestKind(RequestKind[Table]):
    """A kind of request at a table, which may come too late."""

    needs_round: bool = True
    """True when a request is stale if the person saw another round."""
    needs_ply: bool = False
    """True when a request is stale if the person saw another move count."""


_MARK = Check(lambda value: type(value) is str and value in ("X", "O"), "X or O")
_ALWAYS = {**IDS, "round": NUMBER, "ply": NUMBER}

TABLE_REQUESTS: Mapping[str, TableRequestKind] = {
    "hello": TableRequestKind(lambda table: table, needs_round=False),
    "play": TableRequestKind(
        Table.after_requested_move,
        {"cell": NUMBER, "mark": replace(_MARK, is_optional=True)},
        refuses_values=False,
        needs_ply=True,
    ),
    "new_game": TableRequestKind(Table.after_new_game),
    "reset_scores": TableRequestKind(Table.without_scores),
    "swap": TableRequestKind(Table.after_swapping_sides),
    "rename": TableRequestKind(
        lambda table, mark, name: table.with_names({mark: name}), {"mark": _MARK, "name": TEXT}
    ),
    "view": TableRequestKind(
        lambda table, to: table.after_looking_back(to), {"to": OPTIONAL_NUMBER}
    ),
    "play_from": TableRequestKind(
        lambda table, to: table.after_playing_from(to), {"to": NUMBER}
    ),
    "start": TableRequestKind(
        Table.after_start, dict.fromkeys(("rules", "x", "o", "x_name", "o_name"), TEXT)
    ),
    "rules": TableRequestKind(Table.after_new_game, {"rules": TEXT}),
    "player": TableRequestKind(
        lambda table, mark, player: table.with_player(mark, player),
        {"mark": _MARK, "player": TEXT},
    ),
    "hints": TableRequestKind(Table.with_hints, {"on": FLAG}),
    "pause": TableRequestKind(Table.with_pause, {"on": FLAG}),
    "step": TableRequestKind(Table.after_step),
    "pace": TableRequestKind(Table.with_pace, {"pace": TEXT}),
    "lesson": TableRequestKind(request_lesson, {"name": TEXT}),
    "puzzle": TableRequestKind(request_puzzle, {"day": TEXT}),
    "example": TableRequestKind(request_example, {"index": NUMBER}),
    "lesson_step": TableRequestKind(go_to_step, {"to": NUMBER}),
    "again": TableRequestKind(try_again),
    "hint": TableRequestKind(show_hint),
    "card": TableRequestKind(Table.with_card),
    "preview_rules": TableRequestKind(
        lambda table, **asked: table.with_preview(preview_rules(**asked)),
        {"rules": TEXT, **dict.fromkeys(("switch", "to"), replace(TEXT, is_optional=True))},
        needs_round=False,
    ),
    "end_preview": TableRequestKind(lambda table: table.with_preview(None), needs_round=False),
}
"""The kinds of requests, by name: the arguments of each and the transition it calls."""

_FORMS = list_forms(TABLE_REQUESTS, _ALWAYS)


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
    >>> parse_request({"kind": "play", "cell": 4, "mark": "O", **seen}).arguments
    {'cell': 4, 'mark': 'O'}
    >>> parse_request({"kind": "play", "cell": True, **seen})
    Traceback (most recent call last):
        ...
    tictactoe_widget.session.protocol.BadRequestError: Bad request: cell must be a whole number
    """
    fields = check_message(message, _FORMS)
    kind = fields.pop("kind")
    return Request(kind=kind, **{part: fields.pop(part) for part in _ALWAYS}, arguments=fields)


def carry_out(
    request: Request, table: Table, commit: Callable[[Table], None]
) -> tuple[Code, str]:
    """Carry out a request on a table; return the code and the text of the answer.

    Parameters
    ----------
    request : Request
        What is asked for.
    table : Table
        Present table.
    commit : callable
        Function that takes the next table, called when the request makes one.
    """
    kind = TABLE_REQUESTS[request.kind]
    is_stale = (kind.needs_round and request.round != table.round) or (
        kind.needs_ply and request.ply != table.game.move_count
    )
    if is_stale:
        return "stale", "The board has changed since"
    return apply_request(kind, request.arguments, table, commit)
