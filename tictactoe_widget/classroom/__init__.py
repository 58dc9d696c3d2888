"""Classroom: a class's own code checked, traced and rated."""

from .call import Call
from .checking.report import Counterexample, Part, Report
from .checking.runner import check
from .contracts import CONTRACTS, as_player, play_as
from .record import Record
from .trace import trace

__all__ = [
    "CONTRACTS",
    "Call",
    "Counterexample",
    "Part",
    "Record",
    "Report",
    "as_player",
    "check",
    "play_as",
    "trace",
]
