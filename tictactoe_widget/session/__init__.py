"""Sessions: rounds of a game, with requests and views for front ends."""

from .board.session import Session

__all__ = ["Session"]
