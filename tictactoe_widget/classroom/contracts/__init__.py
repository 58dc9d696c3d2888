"""Contracts: how a course writes the game, and adapters from and to it."""

from .adapters import as_player, find_functions, play_as
from .contract import Contract, Function
from .registry import CONTRACTS, find_contract

__all__ = [
    "CONTRACTS",
    "Contract",
    "Function",
    "as_player",
    "find_contract",
    "find_functions",
    "play_as",
]
