"""Requests of the standings: their kinds and what each changes."""

from collections.abc import Mapping

from ..protocol import FLAG, NUMBER, OPTIONAL_NUMBER, TEXT, RequestKind
from .snapshot import Competition

COMPETITION_REQUESTS: Mapping[str, RequestKind[Competition]] = {
    "hello": RequestKind(lambda competition: competition),
    "start": RequestKind(Competition.after_start),
    "stop": RequestKind(Competition.after_stop),
    "again": RequestKind(Competition.after_beginning_again),
    "list": RequestKind(
        Competition.after_listing, {"player": TEXT, "faulty": FLAG, "page": NUMBER}
    ),
    "watch": RequestKind(Competition.after_choosing, {"game": OPTIONAL_NUMBER}),
}
"""The kinds of requests, by name: the arguments of each and the transition it calls."""
