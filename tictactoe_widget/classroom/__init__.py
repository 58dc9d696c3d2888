"""Classroom: a class's own code checked, traced and rated."""

from .record import Call, Record
from .trace import trace

__all__ = ["Call", "Record", "trace"]
