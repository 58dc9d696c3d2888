"""Players made into bytes and back, so that other processes can run them."""

import pickle
from collections.abc import Mapping

from .calling import Player, describe_error

_HINT = "functions of a notebook need cloudpickle: pip install tictactoe_widget[classroom]"


class TravelError(ValueError):
    """A player that cannot be sent to another process; the message says which and why."""


def to_bytes(thing: object) -> bytes:
    """Return an object as bytes that ``pickle.loads`` reads.

    With cloudpickle, where it is installed, functions defined in a notebook, lambdas
    and inner functions can be written too. What is defined in a module that can be
    imported is written as its name.
    """
    try:
        import cloudpickle  # noqa: PLC0415 - an extra
    except ImportError:
        return pickle.dumps(thing)
    written: bytes = cloudpickle.dumps(thing)
    return written


def pack(things: Mapping[int, Player], names: Mapping[int, str]) -> dict[int, bytes]:
    """Return players as bytes, by index.

    Raises
    ------
    TravelError
        When a player cannot be written.
    """
    return {index: _written(player, names[index]) for index, player in things.items()}


def _written(player: Player, name: str) -> bytes:
    try:
        return to_bytes(player)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TravelError(
            f"{name} cannot be sent to another process: {describe_error(error)}{_hint()}"
        ) from error


def unpack(packed: Mapping[int, bytes], names: Mapping[int, str]) -> dict[int, Player]:
    """Return the players that `pack` wrote, by index.

    Raises
    ------
    TravelError
        When a player cannot be read in this process.
    """
    return {index: _read(data, names[index]) for index, data in packed.items()}


def _read(data: bytes, name: str) -> Player:
    try:
        player: Player = pickle.loads(data)  # noqa: S301 - sent by the process that asks
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise TravelError(
            f"the workers cannot load {name}: {describe_error(error)} (modules of players "
            f"must be installed where the workers run){_hint()}"
        ) from error
    return player


def _hint() -> str:
    try:
        import cloudpickle  # noqa: F401, PLC0415 - an extra
    except ImportError:
        return f"; {_HINT}"
    return ""
