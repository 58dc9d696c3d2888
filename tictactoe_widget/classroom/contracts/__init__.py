"""Contracts: how a course writes the game, and adapters from and to it."""

from .contract import Contract, Function
from .registry import CONTRACTS, as_player, find_contract, find_functions, play_as

__all__ = [
    "CONTRACTS",
    "Contract",
    "Function",
    "as_player",
    "find_contract",
    "find_functions",
    "play_as",
]
