"""Requests of matchboxes: their kinds and what each changes."""

from collections.abc import Mapping

from ..protocol import NUMBER, TEXT, RequestKind
from .snapshot import Machines

TRAINING_SIZES = (1, 10, 100, 1000)
"""Numbers of games that a person can train for at once."""


def _request_training(machines: Machines, games: int) -> Machines:
    """Return the snapshot in which every machine is to play one of `TRAINING_SIZES`.

    Raises
    ------
    ValueError
        When that is another number of games.
    """
    if games not in TRAINING_SIZES:
        raise ValueError(f"Train {', '.join(map(str, TRAINING_SIZES))} games at once")
    return machines.after_training(games)


MACHINE_REQUESTS: Mapping[str, RequestKind[Machines]] = {
    "hello": RequestKind(lambda machines: machines),
    "train": RequestKind(_request_training, {"games": NUMBER}),
    "stop": RequestKind(Machines.after_stop),
    "again": RequestKind(Machines.after_beginning_again),
    "opponent": RequestKind(Machines.after_facing, {"opponent": TEXT}),
    "list": RequestKind(Machines.after_listing, {"stage": NUMBER, "page": NUMBER}),
}
"""The kinds of requests, by name: the arguments of each and the transition it calls."""
