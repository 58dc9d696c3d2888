"""Contracts: how a course writes the game, and adapters from and to it."""

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.errors import shown

from .base import Contract, Function
from .functions import Cs50Contract, FlatContract, GameContract

__all__ = [
    "CONTRACTS",
    "Contract",
    "Function",
    "as_player",
    "find_contract",
    "find_functions",
    "play_as",
]

CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    {contract.name: contract for contract in (GameContract(), FlatContract(), Cs50Contract())}
)
"""Contracts by name."""


def find_contract(contract: str | Contract) -> Contract:
    """Return the contract with a name, or the contract itself.

    Raises
    ------
    TypeError
        When `contract` is neither.
    ValueError
        When no contract has that name.
    """
    if isinstance(contract, Contract):
        return contract
    if not isinstance(contract, str):
        raise TypeError(f"contract must be the name of a contract, not {shown(contract)}")
    if contract not in CONTRACTS:
        raise ValueError(
            f"there is no contract {shown(contract)}; there are {', '.join(CONTRACTS)}"
        )
    return CONTRACTS[contract]


def find_functions(student: Any, contract: Contract) -> dict[str, Callable[..., Any]]:
    """Return the functions of a contract that a student wrote, by name.

    Parameters
    ----------
    student : module, mapping, class or object
        Where the functions are: a module, ``globals()``, a namespace, an object
        with methods.
    contract : Contract
        Contract whose functions are looked for.
    """
    found = {}
    for function in contract.functions:
        if isinstance(student, Mapping):
            thing = student.get(function.name)
        else:
            thing = getattr(student, function.name, None)
        if callable(thing):
            found[function.name] = thing
    return found


def as_player(student: Any, contract: str | Contract = "game") -> Player:
    """Return a player that plays as a student's code does.

    Parameters
    ----------
    student : module, mapping, object or callable
        The student's functions, or the one that chooses a move.
    contract : str or Contract, default "game"
        Contract by which they are written.
    """
    contract = find_contract(contract)
    if inspect.isroutine(student):
        chooser = next(f for f in contract.functions if f.role in ("minimax", "agent"))
        return contract.as_player({chooser.name: student})
    return contract.as_player(find_functions(student, contract))


def play_as(player: Player, contract: str | Contract = "game") -> Any:
    """Return one of our players as an agent of a contract."""
    return find_contract(contract).play_as(player)
