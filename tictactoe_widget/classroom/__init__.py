"""Classroom: a class's own code checked, traced and rated."""

from .contracts import CONTRACTS, as_player, play_as
from .record import Call, Record
from .trace import trace

__all__ = ["CONTRACTS", "Call", "Record", "as_player", "play_as", "trace"]
