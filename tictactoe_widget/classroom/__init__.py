"""Classroom: a class's own code checked, traced and rated."""

from .record import Call, Record

__all__ = ["Call", "Record"]
