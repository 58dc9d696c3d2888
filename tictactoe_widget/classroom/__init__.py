"""Classroom: a class's own code checked, traced and rated."""

from .contracts import CONTRACTS, as_player, play_as

__all__ = ["CONTRACTS", "as_player", "play_as"]
