"""The contracts by name."""

from collections.abc import Mapping
from types import MappingProxyType

from tictactoe_widget.validation.named import ByName
from tictactoe_widget.validation.quoting import brief

from .aima import AimaContract
from .contract import Contract
from .easyai import EasyAIContract
from .functions import Cs50Contract, FlatContract, GameContract
from .kaggle import KaggleContract
from .openspiel import OpenSpielContract
from .pettingzoo import PettingZooContract

_ALL: tuple[Contract, ...] = (
    GameContract(),
    FlatContract(),
    Cs50Contract(),
    AimaContract(),
    KaggleContract(),
    OpenSpielContract(),
    PettingZooContract(),
    EasyAIContract(),
)

CONTRACTS: Mapping[str, Contract] = MappingProxyType(
    ByName("contract", ((contract.name, contract) for contract in _ALL))
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

    Examples
    --------
    >>> find_contract("cs50").title
    "CS50's Introduction to Artificial Intelligence"
    """
    if isinstance(contract, Contract):
        return contract
    if not isinstance(contract, str):
        raise TypeError(f"contract must be the name of a contract, not {brief(contract)}")
    try:
        return CONTRACTS[contract]
    except KeyError as error:
        raise ValueError(*error.args) from None
