"""Sessions that manage rounds of a game, answer requests and publish views."""

from .board import Session

__all__ = ["Session"]
