"""The contracts by name."""

import functools
from collections.abc import Callable, Mapping
from inspect import getattr_static, isclass
from types import FunctionType, MappingProxyType, ModuleType, SimpleNamespace
from typing import Any

from tictactoe_widget.players.builtin import find_player
from tictactoe_widget.players.calling import Player, describe_player
from tictactoe_widget.rules.mnk import STANDARD
from tictactoe_widget.rules.names import find_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation import ByName, check_kind, type_name

from .aima import AimaContract
from .contract import Contract, positional_parameters
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
    name = check_kind(contract, "contract", str, expected="the name of a contract")
    try:
        return CONTRACTS[name]
    except KeyError as error:
        raise ValueError(*error.args) from None


# Adapters: a student's code as a player of ours, a player of ours as a course's.


def find_functions(student: Any, contract: Contract) -> dict[str, Callable[..., Any]]:
    """Return the functions of a contract that a student wrote, by name.

    Parameters
    ----------
    student : module, mapping, class or object
        Where the functions are: a module, ``globals()``, a namespace, an object
        with methods, a class of plain functions without ``self``.
    contract : Contract
        Contract whose functions are looked for.

    Returns
    -------
    dict
        The functions found, by name, in the order of the contract; each takes
        what `Contract.arguments` makes.

    Raises
    ------
    ValueError
        When `student` is a class and one of the functions a method, which needs an
        object.
    """
    found = {}
    for function in contract.functions:
        if isinstance(student, Mapping):
            written = student.get(function.name)
        else:
            written = getattr(student, function.name, None)
        if callable(written):
            if isclass(student):
                _check_no_method(student, function.name)
            found[function.name] = contract.adapt(function, written)
    return found


def as_player(student: Any, contract: str | Contract = "game") -> Player:
    """Return a player that plays as a student's code does.

    Parameters
    ----------
    student : module, mapping, object or callable
        The student's functions (a module, ``globals()``, a namespace, an object with methods,
        a class of plain functions without ``self``), or the one that chooses a move: a
        function, a ``functools.partial``, an object that can be called.
    contract : str or Contract, default "game"
        Contract by which they are written, or its name.

    Returns
    -------
    callable
        A player for the board and for matches. Its ``name`` is that of the student's
        module, class or function.

    Raises
    ------
    TypeError
        When `contract` is neither, or the function an ``async def``.
    ValueError
        When the function that chooses a move is missing, when `student` is a
        class that needs an object, or when there is no such contract.

    Examples
    --------
    >>> def minimax(board):
    ...     return next((i, j) for i in range(3) for j in range(3) if board[i][j] is None)
    >>> from tictactoe_widget import Game
    >>> as_player(minimax, contract="cs50")(Game(moves=(0, 4)))
    1
    """
    contract = find_contract(contract)
    chooser = contract.chooser.name
    functions = find_functions(student, contract)
    if chooser not in functions and callable(student):
        if isclass(student):
            raise ValueError(_needs_object(student))
        functions = {chooser: contract.adapt_chooser(student)}
    return contract.as_player(functions, _name_of(student, functions.get(chooser)))


def play_as(
    player: str | Player, contract: str | Contract = "game", rules: str | Rules = STANDARD
) -> Any:
    """Return one of our players as an agent of a contract.

    Parameters
    ----------
    player : str or callable
        Name of a player, or any player, see :func:`.calling.think`.
    contract : str or Contract, default "game"
        Contract that the agent keeps, or its name; the `play_as` of each contract
        says what its agent is.
    rules : str or Rules, default STANDARD
        Rules of the boards that it will be given, or their name.

    Raises
    ------
    TypeError
        When one of the arguments is neither.
    ValueError
        When there is no such player, contract or rules, when the player cannot
        play by the rules, or when the contract cannot express them.

    Examples
    --------
    >>> agent = play_as("perfect", contract="cs50")
    >>> agent([["X", "X", None], ["O", "O", None], [None, None, None]])
    (0, 2)
    """
    contract, rules = find_contract(contract), find_rules(rules)
    contract.check_rules(rules)
    return contract.play_as(find_player(player, rules), rules)


def _check_no_method(owner: type, name: str) -> None:
    written = getattr_static(owner, name)
    if (
        isinstance(written, FunctionType)
        and (positional_parameters(written) or [""])[0] == "self"
    ):
        raise ValueError(_needs_object(owner))


def _needs_object(owner: type) -> str:
    return f"{type_name(owner)} is a class: give an object of it, {type_name(owner)}()"


def _name_of(student: Any, chooser: Any) -> str | None:
    """Return the name for a student's player: the module's, class's or function's."""
    if isinstance(student, ModuleType):
        module = student.__name__.rpartition(".")[2]
        return module if module != "__main__" else None
    if isinstance(student, Mapping | SimpleNamespace):
        student = chooser
    while isinstance(student, functools.partial):
        student = student.func
    return None if student is None else describe_player(student)
