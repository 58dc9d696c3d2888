"""Sessions: rounds of a game, with requests and views for front ends."""

from .board import Session

__all__ = ["Session"]
